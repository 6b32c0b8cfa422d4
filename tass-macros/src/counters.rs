//! [`Counter`]: `sent(r)`, `proc[e].received(r, tag = t)` and `in_flight(a, b)`, read the same way
//! by the attribute and by the native expansion of the macro around it. Only the attribute reports
//! mistakes.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

/// A ghost counter of messages, its arguments read.
#[derive(Debug)]
pub(crate) struct Counter<'e> {
    pub(crate) name: &'e Ident,
    /// What stands before the dot.
    pub(crate) holder: Option<&'e Expr>,
    /// The process at the other end; for `in_flight`, sender and receiver.
    pub(crate) ranks: Vec<&'e Expr>,
    pub(crate) tag: Option<&'e Expr>,
    /// The variable that holds the communicator.
    pub(crate) comm: Option<&'e Ident>,
}

/// Is this a counter, by its name? Then the counter, or what is wrong with its arguments.
pub(crate) fn read(expr: &Expr) -> Option<syn::Result<Counter<'_>>> {
    let (name, holder, args) = match expr {
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) if path.qself.is_none() => (path.path.get_ident()?, None, &call.args),
            _ => return None,
        },
        Expr::MethodCall(call) => (&call.method, Some(&*call.receiver), &call.args),
        _ => return None,
    };
    let (ranks, form) = match (name.to_string().as_str(), holder) {
        ("sent", None) => (1, "`sent(1)` or, for one tag, `sent(1, tag = 3)`"),
        ("sent", _) => (
            1,
            "`proc[0].sent(1)` or, for one tag, `proc[0].sent(1, tag = 3)`",
        ),
        ("received", None) => (1, "`received(0)` or, for one tag, `received(0, tag = 3)`"),
        ("received", _) => (
            1,
            "`proc[1].received(0)` or, for one tag, `proc[1].received(0, tag = 3)`",
        ),
        ("in_flight", None) => (
            2,
            "`in_flight(0, 1)` or, for one tag, `in_flight(0, 1, tag = 3)`",
        ),
        ("in_flight", Some(_)) => {
            return Some(Err(syn::Error::new_spanned(
                expr,
                "messages in flight are between two processes: `in_flight(0, 1)`",
            )));
        }
        _ => return None,
    };
    let counter = arguments(args, ranks).map(|(ranks, named)| Counter {
        name,
        holder,
        ranks,
        tag: named.tag,
        comm: named.comm,
    });
    Some(
        counter.ok_or_else(|| {
            syn::Error::new_spanned(expr.to_token_stream(), format!("write {form}"))
        }),
    )
}

/// What stands behind the ranks.
#[derive(Default)]
struct Named<'e> {
    tag: Option<&'e Expr>,
    comm: Option<&'e Ident>,
}

/// So many ranks, and perhaps `tag = t` and `comm = c` behind them.
fn arguments(args: &Punctuated<Expr, Token![,]>, count: usize) -> Option<(Vec<&Expr>, Named<'_>)> {
    let ranks: Vec<&Expr> = args.iter().take(count).collect();
    let is_named = |arg: &&Expr| matches!(arg, Expr::Assign(_));
    if ranks.len() < count || ranks.iter().any(is_named) {
        return None;
    }
    let mut named = Named::default();
    for arg in args.iter().skip(count) {
        let Expr::Assign(assign) = arg else {
            return None;
        };
        let Expr::Path(name) = &*assign.left else {
            return None;
        };
        match &*assign.right {
            tag if name.path.is_ident("tag") && named.tag.is_none() => named.tag = Some(tag),
            Expr::Path(comm) if name.path.is_ident("comm") && named.comm.is_none() => {
                named.comm = Some(comm.path.get_ident()?);
            }
            _ => return None,
        }
    }
    Some((ranks, named))
}
