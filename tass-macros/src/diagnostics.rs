//! [`Diagnostics`]: the mistakes found so far.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// All mistakes of one macro invocation, in the order in which they were found.
///
/// A stage adds to it and goes on with a placeholder; nothing is emitted from a model with mistakes
/// except these.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    errors: Vec<syn::Error>,
}

impl Diagnostics {
    /// Adds a mistake that stands at `node`: the carets cover it from its first to its last token.
    pub(crate) fn error(&mut self, node: impl ToTokens, message: impl std::fmt::Display) {
        self.errors.push(syn::Error::new_spanned(node, message));
    }

    /// Adds an error of the parser.
    pub(crate) fn push(&mut self, error: syn::Error) {
        self.errors.push(error);
    }

    /// Takes over the mistakes of another stage.
    pub(crate) fn append(&mut self, other: Diagnostics) {
        self.errors.extend(other.errors);
    }

    /// Is there nothing to report?
    pub(crate) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// One `compile_error!` for each mistake.
    pub(crate) fn compile_errors(&self) -> TokenStream {
        self.errors
            .iter()
            .map(syn::Error::to_compile_error)
            .collect()
    }

    /// The expansion: `tokens`, with every mistake in front.
    pub(crate) fn beside(&self, tokens: TokenStream) -> TokenStream {
        let errors = self.compile_errors();
        quote!(#errors #tokens)
    }

    /// The messages, for tests.
    #[cfg(test)]
    pub(crate) fn messages(&self) -> Vec<String> {
        self.errors
            .iter()
            .flat_map(|e| e.clone().into_iter())
            .map(|e| e.to_string())
            .collect()
    }
}
