//! The standard macros of a model are those of `std`, whatever else is in scope under their names.
//!
//! What a name of a macro resolves to cannot be asked. So the kept function, which rustc compiles,
//! calls `::std::assert!` where the user wrote `assert!`: then the model and what rustc compiles
//! agree, a `macro_rules! assert` or not.

use proc_macro2::{Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use syn::visit_mut::VisitMut;
use syn::{ItemFn, Macro};

use crate::translate::STANDARD;

/// Puts `::std::` before each standard macro of the function, inside of other macros as well.
pub(crate) fn qualify(item: &mut ItemFn) {
    struct Qualify;
    impl VisitMut for Qualify {
        fn visit_macro_mut(&mut self, mac: &mut Macro) {
            if let Some(name) = mac.path.get_ident().filter(|name| is_standard(name)) {
                let path = prefix(name).into_iter().chain([name.clone().into()]);
                if let Ok(path) = syn::parse2(path.collect()) {
                    mac.path = path;
                }
            }
            if let Some(tokens) = qualified(&mac.tokens) {
                mac.tokens = tokens;
            }
        }
    }
    Qualify.visit_item_fn_mut(item);
}

fn is_standard(name: &Ident) -> bool {
    STANDARD.iter().any(|known| name == known)
}

/// The arguments of a macro with `::std::` before each standard macro; nothing if there is none.
/// Tokens that stay are left alone: rustc makes suggestions only where it finds them as they were
/// written.
fn qualified(tokens: &TokenStream) -> Option<TokenStream> {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut changed = false;
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is = |at: usize, wanted: char| matches!(trees.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == wanted);
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Ident(name) if is_standard(name) && is(at + 1, '!') => {
                let called = matches!(trees.get(at + 2), Some(TokenTree::Group(_)));
                let in_a_path = at >= 2 && is(at - 1, ':') && is(at - 2, ':');
                if called && !in_a_path {
                    out.extend(prefix(name));
                    changed = true;
                }
                out.push(tree.clone());
            }
            TokenTree::Group(group) => match qualified(&group.stream()) {
                Some(inner) => {
                    let mut inner = Group::new(group.delimiter(), inner);
                    inner.set_span(group.span());
                    out.push(inner.into());
                    changed = true;
                }
                None => out.push(tree.clone()),
            },
            tree => out.push(tree.clone()),
        }
    }
    changed.then(|| out.into_iter().collect())
}

/// `::std::`, at the place of the macro's name.
fn prefix(name: &Ident) -> Vec<TokenTree> {
    let span = name.span();
    let colons = [Spacing::Joint, Spacing::Alone].map(|spacing| {
        let mut colon = Punct::new(':', spacing);
        colon.set_span(span);
        TokenTree::from(colon)
    });
    let std = TokenTree::from(Ident::new("std", span));
    colons
        .iter()
        .chain([&std])
        .chain(&colons)
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::qualify;
    use quote::ToTokens as _;
    use syn::ItemFn;

    fn check(before: &str, after: &str) {
        let item = |body: &str| -> ItemFn {
            let function = format!("fn f() {{ {body} }}");
            syn::parse_str(&function).unwrap_or_else(|error| panic!("{error}"))
        };
        let mut changed = item(before);
        qualify(&mut changed);
        let text = |item: ItemFn| item.to_token_stream().to_string();
        assert_eq!(text(changed), text(item(after)));
    }

    #[test]
    fn standard_macros_get_their_crate() {
        check("assert!(x);", "::std::assert!(x);");
        check(
            "critical!({ x = vec![y; 2]; })",
            "critical!({ x = ::std::vec![y; 2]; })",
        );
        check("a::assert!(x)", "a::assert!(x)");
        check("std::vec![vec![1]]", "std::vec![::std::vec![1]]");
        check("mine!(std::vec![1])", "mine!(std::vec![1])");
        check("if vec != x { vec }", "if vec != x { vec }");
        check("mine!(vec != (x))", "mine!(vec != (x))");
    }
}
