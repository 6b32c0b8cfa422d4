//! `#[tass::data]`: structs that models may use.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Fields, Item, ItemStruct, Path, Token};

use crate::args;
use crate::diagnostics::Diagnostics;

/// `#[tass::data(args)] item`: the item, and a description of it for the engine.
pub(crate) fn data(args: TokenStream, item: TokenStream) -> (TokenStream, Diagnostics) {
    let (options, mut diagnostics) = args::only_crate("data", args);
    match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Struct(structure)) => {
            let description = describe(&options.krate, &structure, &mut diagnostics);
            (quote!(#item #description), diagnostics)
        }
        Ok(Item::Enum(other)) => {
            diagnostics.error(
                other.enum_token,
                "enums are not supported yet: use integer constants, or a struct with a field that says which case it is",
            );
            (item, diagnostics)
        }
        Ok(Item::Union(other)) => {
            diagnostics.error(
                other.union_token,
                "unions are not supported in models: use a struct",
            );
            (item, diagnostics)
        }
        Ok(_) => {
            diagnostics.push(syn::Error::new(
                proc_macro2::Span::call_site(),
                "`#[tass::data]` stands on a struct (functions take `#[tass::model]`)",
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
    if !item.generics.params.is_empty() || item.generics.where_clause.is_some() {
        diagnostics.error(
            &item.generics,
            "a struct of models cannot be generic, nor hold references: write it for one type",
        );
        return TokenStream::new();
    }
    for field in &item.fields {
        let conditional = ["cfg", "cfg_attr"];
        let attributes = field.attrs.iter();
        for attribute in attributes.filter(|attribute| {
            conditional
                .iter()
                .any(|name| attribute.path().is_ident(name))
        }) {
            diagnostics.error(
                attribute,
                "the fields of a struct of models are always there: put `#[cfg(..)]` on two structs instead",
            );
        }
    }
    let mut recursive = Recursive { item, diagnostics };
    recursive.visit_fields(&item.fields);
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
    let derives = Derives::of(item);
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
    let conditions = item
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"));
    let conditions: Vec<_> = conditions
        .map(|attribute| attribute.to_token_stream())
        .collect();
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

/// The traits that the struct is seen to derive.
///
/// What stands in `#[derive(..)]` is the standard implementation. An attribute sees only what
/// stands below it, so a `#[derive(..)]` above `#[tass::data]` is not seen, and counts as none:
/// nobody can tell it from an implementation of the user's own.
struct Derives(Vec<String>);

impl Derives {
    fn of(item: &ItemStruct) -> Derives {
        let lists = item
            .attrs
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

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|derived| derived == name)
    }

    fn flags(&self) -> [bool; 3] {
        ["Clone", "PartialEq", "PartialOrd"].map(|name| self.has(name))
    }
}

/// Looks for the struct's own name in the types of its fields.
struct Recursive<'i, 'd> {
    item: &'i ItemStruct,
    diagnostics: &'d mut Diagnostics,
}

impl<'ast> Visit<'ast> for Recursive<'_, '_> {
    fn visit_path(&mut self, path: &'ast Path) {
        if path.is_ident(&self.item.ident) || path.is_ident("Self") {
            self.diagnostics.error(
                path,
                "a struct of models cannot contain itself: use indices into a `Vec`",
            );
        }
        visit::visit_path(self, path);
    }
}
