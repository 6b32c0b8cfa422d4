//! [`Names`]: names that are understood by their spelling, and the proof that rustc understands
//! them the same way.
//!
//! Each becomes a line of a function that is never called, beside the user's own and so in the same
//! scope. It compiles only if the name is the one that is meant:
//!
//! ```text
//! names::vec::<Vec<names::Mark>>();                   // `Vec` is the standard one
//! names::primitive::<f64, ::core::primitive::f64>();  // `f64` is the primitive type
//! names::function(cmp::min, ::core::cmp::min::<i32>); // a function has a type of its own
//! let _: names::Ours = mpi!(@tass);                   // only our macro knows this
//! ```

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Path, PathArguments};

/// The lines, without repetition.
#[derive(Default)]
pub(crate) struct Names {
    lines: Vec<(String, TokenStream)>,
    macros: Vec<Path>,
}

impl Names {
    /// The first `count` parts of the path are `Vec`.
    pub(super) fn vec(&mut self, path: &Path, count: usize) {
        let (path, last) = bare(path, count);
        self.add(quote_spanned!(last.span()=> __tass_n::vec::<#path<__tass_n::Mark>>();));
    }

    /// `Option<..>`, `Result<..>`
    pub(super) fn generic(&mut self, path: &Path) {
        let (path, last) = bare(path, path.segments.len());
        let span = last.span();
        self.add(match last == "Option" {
            true => quote_spanned!(span=> __tass_n::option::<#path<__tass_n::Mark>>();),
            false => {
                quote_spanned!(span=> __tass_n::result::<#path<__tass_n::Mark, __tass_n::Mark>>();)
            }
        });
    }

    /// `Some`, `Option::None`
    pub(super) fn standard_variant(&mut self, path: &Path) {
        let (path, last) = bare(path, path.segments.len());
        let span = last.span();
        self.add(match last.to_string().as_str() {
            "None" => quote_spanned!(span=> __tass_n::none(#path);),
            "Some" => quote_spanned!(span=>
                __tass_n::function(#path, ::core::option::Option::Some::<i32>);),
            _ => quote_spanned!(span=>
                __tass_n::function(#path, ::core::result::Result::#last::<i32, i32>);),
        });
    }

    /// A name in a pattern that may not fit: a variable, and no constant of that name.
    pub(super) fn variable(&mut self, name: &Ident) {
        self.add(quote_spanned!(name.span()=> let #name = __tass_n::Variable;));
    }

    /// A primitive type.
    pub(super) fn primitive(&mut self, path: &Path) {
        let (path, name) = bare(path, 1);
        let span = name.span();
        self.add(quote_spanned!(span=> __tass_n::primitive::<#path, ::core::primitive::#name>();));
    }

    /// `f64::max`
    pub(super) fn primitive_function(&mut self, path: &Path, method: &str) {
        let (path, name) = bare(path, 2);
        let Some(ty) = path.segments.first().map(|first| &first.ident) else {
            return;
        };
        let span = name.span();
        let standard = match method {
            "from" => {
                quote_spanned!(span=> <::core::primitive::#ty as ::core::convert::From<::core::primitive::#ty>>::from)
            }
            _ => quote_spanned!(span=> <::core::primitive::#ty>::#name),
        };
        self.add(quote_spanned!(span=> __tass_n::function(#path, #standard);));
    }

    /// `cmp::min`
    pub(super) fn comparison(&mut self, path: &Path) {
        let (path, name) = bare(path, path.segments.len());
        let span = name.span();
        self.add(quote_spanned!(span=> __tass_n::function(#path, ::core::cmp::#name::<i32>);));
    }

    /// `mpi!`
    pub(super) fn vocabulary(&mut self, path: &Path) {
        if !self.macros.contains(path) {
            self.macros.push(path.clone());
        }
    }

    fn add(&mut self, line: TokenStream) {
        let text = line.to_string();
        if !self.lines.iter().any(|(other, _)| *other == text) {
            self.lines.push((text, line));
        }
    }

    /// The item that stands beside the function.
    pub(crate) fn check(&self, krate: &Path) -> TokenStream {
        if self.lines.is_empty() && self.macros.is_empty() {
            return TokenStream::new();
        }
        let lines = self.lines.iter().map(|(_, line)| line);
        let macros = self.macros.iter().map(|path| {
            let span = path.segments.last().map(|last| last.ident.span());
            let span = span.unwrap_or_else(proc_macro2::Span::call_site);
            quote_spanned!(span=> let _: __tass_n::Ours = #path!(@crate(#krate) @tass);)
        });
        quote! {
            #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery)]
            const _: () = {
                fn names() {
                    use #krate::__private::names as __tass_n;
                    #(#lines)*
                    #(#macros)*
                }
            };
        }
    }
}

/// The first parts of a path without types, and the last of them.
fn bare(path: &Path, count: usize) -> (Path, Ident) {
    let segments = path.segments.iter().take(count).cloned();
    let path = Path {
        leading_colon: path.leading_colon,
        segments: segments
            .map(|mut segment| {
                segment.arguments = PathArguments::None;
                segment
            })
            .collect(),
    };
    let last = path.segments.last().map_or_else(
        || Ident::new("_", proc_macro2::Span::call_site()),
        |last| last.ident.clone(),
    );
    (path, last)
}
