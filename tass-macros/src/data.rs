//! `#[tass::data]`: structs and enums that models may use.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Fields, Generics, Item, ItemStruct, Path, Token};

use crate::args;
use crate::diagnostics::Diagnostics;
use crate::variants;

/// `#[tass::data(args)] item`: the item, and a description of it for the engine.
pub(crate) fn data(args: TokenStream, item: TokenStream) -> (TokenStream, Diagnostics) {
    let (options, mut diagnostics) = args::only_crate("data", args);
    match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Struct(structure)) => {
            let description = describe(&options.krate, &structure, &mut diagnostics);
            (quote!(#item #description), diagnostics)
        }
        Ok(Item::Enum(enumeration)) => {
            let description = variants::describe(&options.krate, &enumeration, &mut diagnostics);
            (quote!(#item #description), diagnostics)
        }
        Ok(Item::Union(other)) => {
            diagnostics.error(
                other.union_token,
                "unions are not supported in models: use an enum",
            );
            (item, diagnostics)
        }
        Ok(_) => {
            diagnostics.push(syn::Error::new(
                proc_macro2::Span::call_site(),
                "`#[tass::data]` stands on a struct or an enum (functions take `#[tass::model]`)",
            ));
            (item, diagnostics)
        }
        Err(error) => {
            diagnostics.push(error);
            (item, diagnostics)
        }
    }
}

fn describe(krate: &Path, item: &ItemStruct, diagnostics: &mut Diagnostics) -> TokenStream {
    if !is_plain(&item.generics, "a struct", diagnostics) {
        return TokenStream::new();
    }
    always_there(
        item.fields.iter().flat_map(|field| &field.attrs),
        diagnostics,
    );
    let of = &item.ident;
    Recursive { of, diagnostics }.visit_fields(&item.fields);
    let name = &item.ident;
    let fields = item.fields.iter().enumerate().map(|(index, field)| {
        let name = match &field.ident {
            Some(name) => name.to_string().trim_start_matches("r#").to_string(),
            None => index.to_string(),
        };
        let ty = &field.ty;
        quote!((#name, <#ty as #krate::Data>::ty()))
    });
    let mut types = item.fields.iter().map(|field| &field.ty);
    let values: Vec<_> = item
        .fields
        .members()
        .map(|member| {
            let name = member.to_token_stream().to_string();
            let name = name.trim_start_matches("r#");
            let ty = types.next();
            quote!(.field(#name, <#ty as #krate::Data>::value(self.#member)))
        })
        .collect();
    let text = name.to_string();
    let derives = Derives::of(&item.attrs);
    let flags = derives.flags();
    // `p.clone()` is a method of the struct's own, if it has one of this name.
    let clone = derives.has("Clone").then(|| {
        quote_spanned! {name.span()=>
            #krate::__private::names::function(<#name>::clone, <#name as ::core::clone::Clone>::clone);
        }
    });
    let unit = matches!(item.fields, Fields::Unit).then(|| {
        quote! {
            impl #krate::__private::build::Constant for #name {
                fn kind(self) -> #krate::__private::build::ExprKind {
                    #krate::__private::build::unit(<#name as #krate::Data>::ty())
                }
            }
        }
    });
    let conditions = conditions(&item.attrs);
    // Without fields there is nothing to infer the array's type from.
    let fields = if matches!(item.fields, Fields::Unit) || item.fields.is_empty() {
        quote!([])
    } else {
        quote!([#(#fields),*])
    };
    quote! {
        #(#conditions)*
        impl #krate::Data for #name {
            fn ty() -> #krate::__private::tree::Type {
                #krate::__private::build::structure(#text, #fields, [#(#flags),*])
            }
            fn value(self) -> #krate::Value {
                #krate::record()#(#values)*.into()
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
            #unit
            // Values end without a trace in a model, so they must in Rust: this is ambiguous for a
            // type with `Drop`.
            trait StructsOfModelsHaveNoDrop {}
            impl<T: ::core::ops::Drop> StructsOfModelsHaveNoDrop for T {}
            impl StructsOfModelsHaveNoDrop for #name {}
            fn names() {
                #clone
            }
        };
    }
}

/// Is it one type? If not, it is said.
pub(crate) fn is_plain(generics: &Generics, what: &str, diagnostics: &mut Diagnostics) -> bool {
    let plain = generics.params.is_empty() && generics.where_clause.is_none();
    if !plain {
        let message = format!(
            "{what} of models cannot be generic, nor hold references: write it for one type"
        );
        diagnostics.error(generics, message);
    }
    plain
}

/// Fields and variants are there in any case.
pub(crate) fn always_there<'a>(
    attributes: impl Iterator<Item = &'a Attribute>,
    diagnostics: &mut Diagnostics,
) {
    for attribute in attributes {
        let names = ["cfg", "cfg_attr"];
        if names.iter().any(|name| attribute.path().is_ident(name)) {
            diagnostics.error(
                attribute,
                "what a type of models holds is always there: put `#[cfg(..)]` on two types instead",
            );
        }
    }
}

/// Under which conditions is the type there at all?
pub(crate) fn conditions(attributes: &[Attribute]) -> Vec<TokenStream> {
    let attributes = attributes.iter();
    let conditions = attributes.filter(|attribute| attribute.path().is_ident("cfg"));
    conditions
        .map(|attribute| attribute.to_token_stream())
        .collect()
}

/// The traits that the struct or enum is seen to derive.
///
/// What stands in `#[derive(..)]` is the standard implementation. An attribute sees only what
/// stands below it, so a `#[derive(..)]` above `#[tass::data]` is not seen, and counts as none:
/// nobody can tell it from an implementation of the user's own.
pub(crate) struct Derives(Vec<String>);

impl Derives {
    pub(crate) fn of(attrs: &[Attribute]) -> Derives {
        let lists = attrs
            .iter()
            .filter(|attribute| attribute.path().is_ident("derive"))
            .filter_map(|attribute| {
                let paths = Punctuated::<Path, Token![,]>::parse_terminated;
                attribute.parse_args_with(paths).ok()
            });
        let names = lists.flatten().filter_map(|path| {
            let last = path.segments.last()?;
            Some(last.ident.to_string())
        });
        Derives(names.collect())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|derived| derived == name)
    }

    pub(crate) fn flags(&self) -> [bool; 3] {
        ["Clone", "PartialEq", "PartialOrd"].map(|name| self.has(name))
    }
}

/// Looks for the type's own name in the types of its fields.
pub(crate) struct Recursive<'i, 'd> {
    pub(crate) of: &'i Ident,
    pub(crate) diagnostics: &'d mut Diagnostics,
}

impl<'ast> Visit<'ast> for Recursive<'_, '_> {
    fn visit_path(&mut self, path: &'ast Path) {
        if path.is_ident(self.of) || path.is_ident("Self") {
            self.diagnostics.error(
                path,
                "a type of models cannot contain itself: use indices into a `Vec`",
            );
        }
        visit::visit_path(self, path);
    }
}
