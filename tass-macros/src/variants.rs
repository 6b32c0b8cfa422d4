//! `#[tass::data]` on an enum: its variants, for the engine.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::visit::Visit as _;
use syn::{Fields, ItemEnum, Path, Variant};

use crate::data::{Derives, Recursive, always_there, conditions, is_plain};
use crate::diagnostics::Diagnostics;

/// What the engine has to know of an enum.
pub(crate) fn describe(
    krate: &Path,
    item: &ItemEnum,
    diagnostics: &mut Diagnostics,
) -> TokenStream {
    if !is_plain(&item.generics, "an enum", diagnostics) {
        return TokenStream::new();
    }
    if item.variants.is_empty() {
        diagnostics.error(&item.ident, "an enum of models has at least one variant");
        return TokenStream::new();
    }
    let attributes = item.variants.iter().flat_map(|variant| {
        let fields = variant.fields.iter().flat_map(|field| &field.attrs);
        variant.attrs.iter().chain(fields)
    });
    always_there(attributes, diagnostics);
    let of = &item.ident;
    for variant in &item.variants {
        let mut recursive = Recursive {
            of,
            diagnostics: &mut *diagnostics,
        };
        recursive.visit_fields(&variant.fields);
    }
    let name = &item.ident;
    let text = name.to_string();
    let derives = Derives::of(&item.attrs);
    let flags = derives.flags();
    let clone = derives.has("Clone").then(|| {
        quote_spanned! {name.span()=>
            #krate::__private::names::function(<#name>::clone, <#name as ::core::clone::Clone>::clone);
        }
    });
    let conditions = conditions(&item.attrs);
    let unit = item
        .variants
        .iter()
        .all(|v| matches!(v.fields, Fields::Unit));
    let variants = (0i128..).zip(&item.variants);
    let variants = variants.map(|(at, variant)| described(krate, name, variant, at, unit));
    let values = item
        .variants
        .iter()
        .map(|variant| value(krate, name, variant));
    let kinds = item
        .variants
        .iter()
        .map(|variant| kind(krate, name, variant));
    quote! {
        #(#conditions)*
        impl #krate::Data for #name {
            fn ty() -> #krate::__private::tree::Type {
                #krate::__private::build::enumeration(#text, [#(#variants),*], [#(#flags),*])
            }
            fn value(self) -> #krate::Value {
                match self { #(#values)* }
            }
        }
        #(#conditions)*
        impl ::core::convert::From<#name> for #krate::Value {
            fn from(value: #name) -> #krate::Value {
                #krate::Data::value(value)
            }
        }
        #(#conditions)*
        impl #krate::Buffer for #name {
            type Elem = #name;
        }
        #(#conditions)*
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = {
            impl #krate::__private::build::Constant for #name {
                fn kind(self) -> #krate::__private::build::ExprKind {
                    match self { #(#kinds)* }
                }
            }
            // Values end without a trace in a model, so they must in Rust: this is ambiguous for a
            // type with `Drop`.
            trait EnumsOfModelsHaveNoDrop {}
            impl<T: ::core::ops::Drop> EnumsOfModelsHaveNoDrop for T {}
            impl EnumsOfModelsHaveNoDrop for #name {}
            fn names() {
                #clone
            }
        };
    }
}

/// A variant's name, its discriminant, and the names and types of its fields.
fn described(krate: &Path, of: &Ident, variant: &Variant, at: i128, unit: bool) -> TokenStream {
    let name = &variant.ident;
    let text = plain(&name.to_string());
    // With fields in any of them, `as` is not allowed.
    let discriminant = match unit {
        true => quote!(#of::#name as i128),
        false => quote!(#at),
    };
    let fields = names(&variant.fields).into_iter().zip(&variant.fields);
    let fields = fields.map(|((text, _), field)| {
        let ty = &field.ty;
        quote!((#text, <#ty as #krate::Data>::ty()))
    });
    quote!(#krate::__private::build::variant(#text, #discriminant, &[#(#fields),*]))
}

/// `Job::Work { id: f0 } => tass::variant("Work").field("id", f0).into(),`
fn value(krate: &Path, of: &Ident, variant: &Variant) -> TokenStream {
    let name = &variant.ident;
    let text = plain(&name.to_string());
    let fields = names(&variant.fields);
    let pattern = pattern(&variant.fields, &fields);
    let values = fields
        .iter()
        .zip(&variant.fields)
        .map(|((text, bound), field)| {
            let ty = &field.ty;
            quote!(.field(#text, <#ty as #krate::Data>::value(#bound)))
        });
    quote!(#of::#name #pattern => #krate::variant(#text) #(#values)*.into(),)
}

/// The constant that a variant is.
fn kind(krate: &Path, of: &Ident, variant: &Variant) -> TokenStream {
    let name = &variant.ident;
    let text = plain(&name.to_string());
    match variant.fields {
        Fields::Unit => quote! {
            #of::#name => #krate::__private::build::unit_variant(<#of as #krate::Data>::ty(), #text),
        },
        _ => quote!(#of::#name { .. } => #krate::__private::build::no_constant(#text),),
    }
}

/// The names of fields, and variables for them.
fn names(fields: &Fields) -> Vec<(String, Ident)> {
    let members = fields.members().enumerate();
    members
        .map(|(index, member)| {
            let name = member.to_token_stream().to_string();
            (plain(&name), format_ident!("__tass_{index}"))
        })
        .collect()
}

/// `(a, b)`, `{ x: a, y: b }`
fn pattern(fields: &Fields, names: &[(String, Ident)]) -> TokenStream {
    let bound = names.iter().map(|(_, bound)| bound);
    match fields {
        Fields::Unit => TokenStream::new(),
        Fields::Unnamed(_) => quote!((#(#bound),*)),
        Fields::Named(named) => {
            let fields = named.named.iter().map(|field| &field.ident);
            quote!({ #(#fields: #bound),* })
        }
    }
}

fn plain(name: &str) -> String {
    name.trim_start_matches("r#").to_string()
}
