//! The standard macros of a model are those of `std`, whatever else is in scope under their names.
//!
//! What a name of a macro resolves to cannot be asked. So the kept function, which rustc compiles, calls `::std::assert!`
//! where the user wrote `assert!`: then the model and what rustc compiles agree, a `macro_rules! assert` or not.

use proc_macro2::{Ident, Punct, Spacing, TokenStream, TokenTree};

use crate::translate::STANDARD;

/// The tokens with `::std::` before each standard macro, inside of other macros as well.
pub(crate) fn qualified(tokens: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut trees = tokens.into_iter().peekable();
    let mut after_colon = false;
    while let Some(tree) = trees.next() {
        let bang = matches!(trees.peek(), Some(TokenTree::Punct(bang)) if bang.as_char() == '!');
        match tree {
            TokenTree::Ident(name)
                if bang && !after_colon && STANDARD.iter().any(|known| name == known) =>
            {
                let bang = trees.next();
                if matches!(trees.peek(), Some(TokenTree::Group(_))) {
                    prefix(&name, &mut out);
                }
                out.push(name.into());
                out.extend(bang);
                after_colon = false;
            }
            TokenTree::Group(group) => {
                let mut inner =
                    proc_macro2::Group::new(group.delimiter(), qualified(group.stream()));
                inner.set_span(group.span());
                out.push(inner.into());
                after_colon = false;
            }
            tree => {
                after_colon = matches!(&tree, TokenTree::Punct(colon) if colon.as_char() == ':')
                    && matches!(out.last(), Some(TokenTree::Punct(colon)) if colon.as_char() == ':');
                out.push(tree);
            }
        }
    }
    out.into_iter().collect()
}

/// `::std::`, at the place of the macro's name.
fn prefix(name: &Ident, out: &mut Vec<TokenTree>) {
    let span = name.span();
    let colons = [Spacing::Joint, Spacing::Alone].map(|spacing| {
        let mut colon = Punct::new(':', spacing);
        colon.set_span(span);
        TokenTree::from(colon)
    });
    out.extend(colons.clone());
    out.push(Ident::new("std", span).into());
    out.extend(colons);
}

#[cfg(test)]
mod tests {
    use super::qualified;

    fn check(before: &str, after: &str) {
        let tokens = |text: &str| -> proc_macro2::TokenStream {
            text.parse().unwrap_or_else(|error| panic!("{error}"))
        };
        assert_eq!(
            qualified(tokens(before)).to_string(),
            tokens(after).to_string()
        );
    }

    #[test]
    fn standard_macros_get_their_crate() {
        check("{ assert!(x); }", "{ ::std::assert!(x); }");
        check(
            "critical!({ x = vec![y; 2]; })",
            "critical!({ x = ::std::vec![y; 2]; })",
        );
        check("a::assert!(x)", "a::assert!(x)");
        check("std::vec![vec![1]]", "std::vec![::std::vec![1]]");
        check("if vec != x { vec }", "if vec != x { vec }");
        check("let x: vec ! [];", "let x: ::std::vec![];");
    }
}
