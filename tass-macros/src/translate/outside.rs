//! [`Outside`]: the constants, types and model functions that a body names.
//!
//! Only rustc knows them, so they stand in tables beside the code. The generated tables name them
//! in a module of their own. A name that does not exist would then be reported by rustc twice, and
//! the second time without its suggestions. So each single name gets a fallback around the
//! generated tables, which the user's own item hides wherever there is one:
//!
//! ```text
//! pub fn function() -> Function {
//!     const N: Undeclared = ..;      // the fallback
//!     {
//!         use super::super::*;       // the user's own `N`, if there is one
//!         .. N ..
//!     }
//! }
//! ```
//!
//! They stand in a body and not in a module, or rustc would suggest to import them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::visit_mut::VisitMut;
use syn::{Expr, Path};
use tass_syntax::tree::{self, Type};

/// What a function uses from outside itself.
#[derive(Default)]
pub(crate) struct Outside {
    /// The called model functions, as written, in the order of their first call.
    callees: Vec<Path>,
    /// Constants.
    constants: Vec<Path>,
    /// Types with a description of their own.
    types: Vec<Path>,
    /// The lengths of array types.
    lengths: Vec<Expr>,
    /// Single names used as values.
    value_names: Vec<Ident>,
    /// Single names used as types.
    type_names: Vec<Ident>,
}

impl Outside {
    /// The index of a called function.
    pub(super) fn callee(&mut self, path: &Path) -> usize {
        index(&mut self.callees, rebased(path))
    }

    /// The index of a constant.
    pub(super) fn constant(&mut self, path: &Path) -> usize {
        if let Some(name) = path.get_ident() {
            note(&mut self.value_names, name);
        }
        index(&mut self.constants, rebased(path))
    }

    /// A type.
    pub(super) fn ty(&mut self, path: &Path) -> Type {
        if let Some(name) = path.get_ident() {
            note(&mut self.type_names, name);
        }
        Type::Outside(tree::Outside::Type(index(&mut self.types, rebased(path))))
    }

    /// An array type; its length is a constant expression.
    pub(super) fn array(&mut self, item: Type, length: &Expr) -> Type {
        struct Rebase<'n>(&'n mut Vec<Ident>);
        impl VisitMut for Rebase<'_> {
            fn visit_path_mut(&mut self, path: &mut Path) {
                if let Some(name) = path.get_ident() {
                    note(self.0, name);
                }
                *path = rebased(path);
            }
        }
        let mut length = length.clone();
        Rebase(&mut self.value_names).visit_expr_mut(&mut length);
        let index = index(&mut self.lengths, length);
        Type::Outside(tree::Outside::Array(Box::new(item), index))
    }

    /// The tables, in the order that the reader wants them.
    pub(crate) fn tables(&self) -> TokenStream {
        let callees = self
            .callees
            .iter()
            .enumerate()
            .map(|(index, path)| callee(index, path));
        let constants = self.constants.iter().map(|path| {
            let last = path
                .segments
                .last()
                .map_or(String::new(), |last| last.ident.to_string());
            match last.as_str() {
                "ANY" | "PROC_NULL" | "UNDEFINED" => quote!(__tass_b::special(#last, #path)),
                _ => quote!(__tass_b::constant(#path)),
            }
        });
        let (types, lengths) = (&self.types, &self.lengths);
        quote! {
            __tass_b::Tables {
                constants: __tass_b::list([#(#constants),*]),
                types: __tass_b::list([#(<#types as __tass_b::Data>::ty()),*]),
                lengths: __tass_b::list([#(__tass_b::length(#lengths)),*]),
                callees: { use __tass_b::Data as _; __tass_b::list([#(#callees),*]) },
            }
        }
    }

    /// Stand-ins for the names, for the block around the tables.
    pub(crate) fn fallbacks(&self) -> TokenStream {
        let mut tokens = TokenStream::new();
        let mut values = self.value_names.clone();
        for (index, path) in self.callees.iter().enumerate() {
            let name = path
                .get_ident()
                .cloned()
                .unwrap_or_else(|| alias(index, Span::call_site()));
            tokens.extend(quote! {
                mod #name {
                    pub fn __tass_model() -> super::__tass_b::NotAModel {
                        super::__tass_b::NotAModel
                    }
                }
            });
            note(&mut values, &name);
        }
        for name in &values {
            let text = super::plain(name);
            tokens.extend(quote!(const #name: __tass_b::Undeclared = __tass_b::Undeclared(#text);));
        }
        let is_callee = |name: &&Ident| self.callees.iter().any(|path| path.is_ident(*name));
        for name in self.type_names.iter().filter(|name| !is_callee(name)) {
            tokens.extend(quote!(type #name = __tass_b::Undeclared;));
        }
        tokens
    }
}

/// A called function: its name, itself, and the constructor of its model. The function's module has
/// that, and the type of a tuple struct, so what the name stands for is left to rustc.
fn callee(index: usize, path: &Path) -> TokenStream {
    let Some(last) = path.segments.last() else {
        return TokenStream::new();
    };
    let (name, span) = (super::plain(&last.ident), last.ident.span());
    if path.get_ident().is_some() {
        let build = quote_spanned!(span=> #path::__tass_model);
        return quote!(__tass_b::callee(#name, #path, #build));
    }
    // Imported under a name of ours, a path with several parts can have a fallback too.
    let alias = alias(index, span);
    let build = quote_spanned!(span=> #alias::__tass_model);
    quote!({ use #path as #alias; __tass_b::callee(#name, #alias, #build) })
}

fn alias(index: usize, span: Span) -> Ident {
    Ident::new(&format!("__tass_callee_{index}"), span)
}

/// The index of an item, which is added if it is new.
fn index<T: PartialEq>(items: &mut Vec<T>, item: T) -> usize {
    items
        .iter()
        .position(|other| *other == item)
        .unwrap_or_else(|| {
            items.push(item);
            items.len() - 1
        })
}

fn note(names: &mut Vec<Ident>, name: &Ident) {
    if !names.contains(name) && !is_keyword(name) {
        names.push(name.clone());
    }
}

/// Words that stand for a path and can name nothing else.
pub(super) fn is_keyword(name: &Ident) -> bool {
    ["self", "Self", "super", "crate"]
        .iter()
        .any(|keyword| name == keyword)
}

/// The generated code is two modules deeper than the user's: `self::N` there is `super::super::N`
/// here.
fn rebased(path: &Path) -> Path {
    let mut rebased = path.clone();
    let first = path
        .segments
        .first()
        .map(|segment| segment.ident.to_string());
    if path.leading_colon.is_none() && matches!(first.as_deref(), Some("self" | "super")) {
        let up = format_ident!("super");
        let rest = path
            .segments
            .iter()
            .skip(usize::from(first.as_deref() == Some("self")));
        let rest = rest.map(|segment| segment.to_token_stream());
        let tokens = quote!(#up::#up #(::#rest)*);
        rebased = syn::parse2(tokens).unwrap_or(rebased);
    }
    rebased
}
