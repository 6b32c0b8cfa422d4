//! Attributes inside a model: refused, but for those that change nothing.
//!
//! `#[cfg(..)]` decides what rustc compiles, and an attribute macro rewrites it; the model is made
//! from what is written. The tokens are searched and not the syntax, so that no node is forgotten,
//! and no argument of a macro.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Attribute, ItemFn};

use crate::diagnostics::Diagnostics;
use quote::ToTokens as _;

/// Attributes that change nothing of what a node means.
const HARMLESS: &[&str] = &[
    "allow", "warn", "deny", "forbid", "expect", "doc", "rustfmt", "clippy",
];

/// The same for the function itself. `cfg` is put on its module too; tests are generated.
const OF_FUNCTIONS: &[&str] = &[
    "cfg",
    "ignore",
    "test",
    "should_panic",
    "inline",
    "cold",
    "must_use",
    "deprecated",
    "track_caller",
];

/// Reports the attributes in and on a function that a model cannot have.
pub(crate) fn check(item: &ItemFn, diagnostics: &mut Diagnostics) {
    for attribute in &item.attrs {
        of_function(attribute, diagnostics);
    }
    search(item.sig.to_token_stream(), diagnostics);
    search(item.block.to_token_stream(), diagnostics);
}

fn of_function(attribute: &Attribute, diagnostics: &mut Diagnostics) {
    let path = attribute.path();
    let name = path.segments.first().map(|first| first.ident.to_string());
    let name = name.unwrap_or_default();
    let simple = path.segments.len() == 1 && OF_FUNCTIONS.contains(&name.as_str());
    if !simple && !HARMLESS.contains(&name.as_str()) {
        diagnostics.error(
            attribute,
            "this attribute might change the function after its model is made: put it above the attribute of tass, or \
             remove it",
        );
    }
}

fn search(tokens: TokenStream, diagnostics: &mut Diagnostics) {
    let mut trees = tokens.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Group(group) => search(group.stream(), diagnostics),
            TokenTree::Punct(pound) if pound.as_char() == '#' => {
                // `#![..]` stands at the start of a block.
                let bang = trees.next_if(
                    |next| matches!(next, TokenTree::Punct(bang) if bang.as_char() == '!'),
                );
                let body = trees.next_if(|next| matches!(next, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket));
                let Some(TokenTree::Group(body)) = body else {
                    continue;
                };
                if !is_harmless(body.stream()) {
                    let mut attribute = TokenStream::from(TokenTree::from(pound));
                    attribute.extend(bang);
                    attribute.extend([TokenTree::from(body)]);
                    diagnostics.error(attribute, "attributes are not supported inside a model");
                }
            }
            _ => {}
        }
    }
}

fn is_harmless(body: TokenStream) -> bool {
    match body.into_iter().next() {
        Some(TokenTree::Ident(name)) => HARMLESS.iter().any(|known| name == known),
        _ => false,
    }
}
