//! What the bang macros expand to for rustc: calls of typed functions, so that a wrong type is
//! rustc's own error at the user's own token.

mod by_value;
mod processes;

pub(crate) use self::by_value::{ByValue, must_ask};
pub(crate) use self::processes::{is_proc, is_spec, rewrite_function};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::visit_mut::VisitMut as _;
use syn::{Expr, ExprBlock, Pat, Path, Token};
use tass_syntax::operation::{Operation, ParamKind, Returns};

use crate::operations::{Call, Own};
use crate::vocabulary::{self, Misshapen, Shape};

/// The native expansion of `name!(input)`.
pub(crate) fn expand(name: &str, input: TokenStream) -> TokenStream {
    let (krate, input) = krate(input);
    if is_question(&input) {
        return quote!(#krate::__private::names::Ours);
    }
    let (over, input) = over(input);
    match vocabulary::parse(name, input) {
        Ok(shape) => call(&krate, shape, over),
        Err(Misshapen {
            diagnostics,
            operation,
        }) => {
            let errors = diagnostics.compile_errors();
            let placeholder = placeholder(&krate, name, operation);
            quote!({ #errors #placeholder })
        }
    }
}

/// A `@crate(path)` in front, put there by an attribute with `crate = path`.
fn krate(input: TokenStream) -> (Path, TokenStream) {
    let mut trees = input.clone().into_iter();
    if let (Some(TokenTree::Punct(at)), Some(TokenTree::Ident(word)), Some(TokenTree::Group(group))) =
        (trees.next(), trees.next(), trees.next())
        && at.as_char() == '@'
        && word == "crate"
        && group.delimiter() == Delimiter::Parenthesis
        && let Ok(path) = syn::parse2::<Path>(group.stream())
    {
        return (path, trees.collect());
    }
    (syn::parse_quote!(::tass), input)
}

/// `@tass`: is the macro of this name ours?
fn is_question(input: &TokenStream) -> bool {
    let mut trees = input.clone().into_iter();
    matches!(
        (trees.next(), trees.next(), trees.next()),
        (Some(TokenTree::Punct(at)), Some(TokenTree::Ident(word)), None) if at.as_char() == '@' && word == "tass"
    )
}

/// An `@over(pattern in items)` in front of a `for` loop's invariant, put there by the attribute:
/// what the loop binds.
fn over(input: TokenStream) -> (Option<(Pat, Expr)>, TokenStream) {
    let mut trees = input.clone().into_iter();
    if let (Some(TokenTree::Punct(at)), Some(TokenTree::Ident(word)), Some(TokenTree::Group(group))) =
        (trees.next(), trees.next(), trees.next())
        && at.as_char() == '@'
        && word == "over"
    {
        let parser = |input: ParseStream| {
            let pattern = Pat::parse_single(input)?;
            input.parse::<Token![in]>()?;
            Ok((pattern, input.parse::<Expr>()?))
        };
        if let Ok(over) = parser.parse2(group.stream()) {
            return (Some(over), trees.collect());
        }
    }
    (None, input)
}

/// After a mistake the value still has the type that was meant, so that rustc has nothing to add.
fn placeholder(krate: &Path, name: &str, operation: Option<&'static Operation>) -> TokenStream {
    match operation.map(|operation| operation.signature.result) {
        _ if name == "shared" => quote!(#krate::__private::reported()),
        _ if name == "choose" => quote!(#krate::__private::native::choose(0, 0)),
        Some(Returns::Usize) => quote!(#krate::__private::reported::<usize>()),
        Some(Returns::Status) => quote!(#krate::__private::reported::<#krate::Status>()),
        Some(Returns::Nothing) | None => quote!(()),
        Some(Returns::Request) => quote!(#krate::__private::reported::<#krate::Request>()),
        Some(Returns::Flag) => quote!(#krate::__private::reported::<bool>()),
        Some(Returns::FlagAndIndex) => quote!(#krate::__private::reported::<(bool, usize)>()),
        Some(Returns::IndexAndStatus) => {
            quote!(#krate::__private::reported::<(usize, #krate::Status)>())
        }
        Some(Returns::Statuses) => quote!(#krate::__private::reported::<
            #krate::__private::Vec<#krate::Status>,
        >()),
        Some(Returns::IndicesAndStatuses) => quote!(#krate::__private::reported::<
            #krate::__private::Vec<(usize, #krate::Status)>,
        >()),
        Some(Returns::Comm) => quote!(#krate::__private::reported::<#krate::Comm>()),
        Some(Returns::MatchedAndStatus) => {
            quote!(#krate::__private::reported::<(#krate::Matched, #krate::Status)>())
        }
        Some(Returns::Usizes) => {
            quote!(#krate::__private::reported::<#krate::__private::Vec<usize>>())
        }
        Some(Returns::TwoUsizes) => quote!(#krate::__private::reported::<(usize, usize)>()),
    }
}

fn call(krate: &Path, shape: Shape, over: Option<(Pat, Expr)>) -> TokenStream {
    let native = quote!(#krate::__private::native);
    match shape {
        Shape::Mpi(call) => operation(krate, &call),
        Shape::Assume(cond) => quote!(#native::assume(#cond)),
        Shape::Cover(cond) => {
            let cond = processes::rewrite(krate, cond);
            quote!(#native::cover(#cond))
        }
        Shape::Shared(init) => quote!(#native::shared(#init)),
        Shape::Always(cond) => {
            let cond = processes::rewrite(krate, cond);
            quote!(#native::always(|| #cond))
        }
        Shape::Critical(block) => {
            let mut block = processes::rewrite(
                krate,
                Expr::Block(ExprBlock {
                    attrs: Vec::new(),
                    label: None,
                    block,
                }),
            );
            ByValue(krate).visit_expr_mut(&mut block);
            quote!({ #native::critical(); #block })
        }
        Shape::Elaborate(value) => quote!(#native::elaborate(#value)),
        Shape::Output(_, value) => quote!(#native::output(&(#value))),
        Shape::Choose(choice) => {
            let (lo, hi) = (choice.lo, choice.hi);
            quote!(#native::choose(#lo, #hi))
        }
        Shape::CollectiveAssert(named) => {
            let cond = processes::rewrite_collective(krate, named.cond);
            quote!(#native::collective_assert(|| #cond))
        }
        Shape::JointAssert(named) => {
            let uses = processes::uses(&named.cond);
            quote!(#native::joint_assert(|| { #uses }))
        }
        Shape::Assigns(places) => quote!(#native::joint_assert(|| { #(let _ = &#places;)* })),
        Shape::Universe(_, member) => quote!(#native::universe(#member)),
        Shape::Invariant(named, true) => {
            let uses = processes::uses(&named.cond);
            match over {
                None => quote!(#native::joint_assert(|| { #uses })),
                Some((pattern, items)) => {
                    quote!(#native::invariant_over(|| #items, |#pattern| { #uses true }))
                }
            }
        }
        Shape::Invariant(named, false) => {
            let cond = processes::rewrite_collective(krate, named.cond);
            match over {
                None => quote!(#native::invariant(|| #cond)),
                Some((pattern, items)) => {
                    quote!(#native::invariant_over(|| #items, |#pattern| #cond))
                }
            }
        }
    }
}

/// What `op = ` names: `SUM`, or `native::ordered(f)`.
fn operator(krate: &Path, given: &Expr) -> TokenStream {
    match Own::of(given) {
        Some(Own {
            word,
            function: Some(function),
            ..
        }) => quote_spanned!(word.span()=> #krate::__private::native::#word(#function)),
        _ => quote!(#given),
    }
}

/// `native::send(&x, to, tag)`: the arguments in the table's order, an absent tag as 0, absent
/// displacements as none at all, an absent status as one that nobody looks at, an absent
/// communicator as all processes. A communicator is borrowed.
fn operation(krate: &Path, call: &Call) -> TokenStream {
    let name = &call.name;
    let params = call.operation.signature.params.iter();
    let args: Vec<TokenStream> = params
        .zip(&call.args)
        .map(|(param, (_, given))| match (given, param.kind) {
            (Some(expr), ParamKind::Name) => operator(krate, expr),
            (Some(expr), ParamKind::Comm) => quote_spanned!(expr.span()=> &#expr),
            (Some(expr), _) => quote!(#expr),
            (None, ParamKind::Counts) => quote!(&[]),
            (None, ParamKind::Status) => quote!(&mut #krate::__private::native::ignored()),
            (None, ParamKind::Comm) => quote!(&#krate::WORLD),
            (None, _) => quote!(0),
        })
        .collect();
    // The send buffer is read before the receive buffer is borrowed, so that both may be parts of
    // one array. The operands are evaluated in the order of the table, as in the model.
    if let ("sendrecv", [sendbuf, to, recvbuf, from, sendtag, recvtag, comm]) =
        (name.to_string().as_str(), &args[..])
    {
        let native = quote!(#krate::__private::native);
        return quote_spanned!(name.span()=> {
            let outgoing = #native::outgoing(#sendbuf, #to);
            #native::#name(outgoing, #recvbuf, #from, #sendtag, #recvtag, #comm)
        });
    }
    if call.is_in_place() {
        return quote_spanned!(name.span()=> #krate::__private::native::in_place::#name(#(#args),*));
    }
    quote_spanned!(name.span()=> #krate::__private::native::#name(#(#args),*))
}
