//! [`Shape`]: what stands in one of tass's own bang macros, read the same way by the attribute and
//! by the macro's native expansion.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Block, Expr, ExprClosure, ExprRange, RangeLimits, Token};
use tass_syntax::operation::Operation;

use crate::diagnostics::Diagnostics;
use crate::operations::{self, Call};

/// A macro of the vocabulary, its arguments read.
#[derive(Debug)]
pub(crate) enum Shape {
    /// `mpi!(op(..))`
    Mpi(Call),
    /// `assume!(e)`
    Assume(Expr),
    /// `cover!(e)`
    Cover(Expr),
    /// `elaborate!(e)`
    Elaborate(Expr),
    /// `output!(name = e)`
    Output(Ident, Expr),
    /// `choose!(lo..hi)`
    Choose(Choice),
    /// `collective_assert!(universe::NAME: e)`
    CollectiveAssert(Named),
    /// `invariant!(NAME: e)`; `true` for `joint_invariant!`.
    Invariant(Named, bool),
    /// `shared!(init)`
    Shared(Expr),
    /// `critical!({ .. })`
    Critical(Block),
    /// `always!(e)`
    Always(Expr),
    /// `joint_assert!(NAME: e)`
    JointAssert(Named),
    /// `assigns!(x, a[lo..hi])`
    Assigns(Vec<Expr>),
    /// `universe!(name: |p| e)`
    Universe(Ident, ExprClosure),
}

/// The range of a `choose!`.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) lo: Expr,
    pub(crate) hi: Expr,
    pub(crate) inclusive: bool,
}

/// `universe::NAME: cond`
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) universe: Option<Ident>,
    pub(crate) name: Ident,
    pub(crate) cond: Expr,
}

/// Why a macro could not be read, and which operation was meant where that is known.
#[derive(Debug)]
pub(crate) struct Misshapen {
    pub(crate) diagnostics: Diagnostics,
    pub(crate) operation: Option<&'static Operation>,
}

/// The names of the macros that [`parse`] reads.
pub(crate) const MACROS: &[&str] = &[
    "mpi",
    "assume",
    "cover",
    "output",
    "choose",
    "elaborate",
    "collective_assert",
    "invariant",
    "shared",
    "critical",
    "always",
    "joint_assert",
    "joint_invariant",
    "universe",
    "assigns",
];

/// Reads the arguments of the macro `name!`, one of [`MACROS`].
pub(crate) fn parse(name: &str, tokens: TokenStream) -> Result<Shape, Misshapen> {
    if name == "mpi" {
        return operations::parse(tokens)
            .map(Shape::Mpi)
            .map_err(|(diagnostics, operation)| Misshapen {
                diagnostics,
                operation,
            });
    }
    let shape = match name {
        "assume" => single(tokens, "assume!(n > 0)").map(Shape::Assume),
        "cover" => single(tokens, "cover!(x == 3)").map(Shape::Cover),
        "elaborate" => single(tokens, "elaborate!(n)").map(Shape::Elaborate),
        "output" => output(tokens),
        "choose" => choose(tokens).map(Shape::Choose),
        "collective_assert" => named(name, tokens).map(Shape::CollectiveAssert),
        "invariant" | "joint_invariant" => {
            let joint = name == "joint_invariant";
            named(name, tokens).and_then(|invariant| match &invariant.universe {
                Some(universe) if joint => Err(syn::Error::new_spanned(
                    universe,
                    "a joint invariant has a plain name: `joint_invariant!(NAME: condition)`",
                )),
                _ => Ok(Shape::Invariant(invariant, joint)),
            })
        }
        "shared" => single(tokens, "let mut s = shared!(false);").map(Shape::Shared),
        "always" => single(tokens, "always!(!proc.iter().any(|p| p.s))").map(Shape::Always),
        "critical" => critical(tokens).map(Shape::Critical),
        "joint_assert" => named(name, tokens).and_then(|joint| match &joint.universe {
            None => Ok(Shape::JointAssert(joint)),
            Some(universe) => Err(syn::Error::new_spanned(
                universe,
                "joint assertions have one order of their own, and plain names: `joint_assert!(NAME: condition)`",
            )),
        }),
        "universe" => universe(tokens),
        "assigns" => assigns(tokens),
        other => unreachable!("`{other}!` is not of the vocabulary"),
    };
    shape.map_err(|error| {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(error);
        Misshapen {
            diagnostics,
            operation: None,
        }
    })
}

/// One expression and nothing else.
fn single(tokens: TokenStream, example: &str) -> syn::Result<Expr> {
    if tokens.is_empty() {
        return Err(syn::Error::new(
            Span::call_site(),
            format!("an expression is missing: `{example}`"),
        ));
    }
    let parser = |input: ParseStream| {
        let expr = input.parse::<Expr>()?;
        input.parse::<Option<Token![,]>>()?;
        if input.is_empty() {
            Ok(expr)
        } else {
            Err(input.error(format!("this macro takes one expression: `{example}`")))
        }
    };
    parser.parse2(tokens)
}

/// A block and nothing else.
fn critical(tokens: TokenStream) -> syn::Result<Block> {
    const FORM: &str = "`critical!` takes a block: `critical!({ .. })`";
    if tokens.is_empty() {
        return Err(syn::Error::new(Span::call_site(), FORM));
    }
    syn::parse2(tokens.clone()).map_err(|error| {
        let starts_a_block = matches!(tokens.clone().into_iter().next(), Some(TokenTree::Group(_)));
        if starts_a_block {
            error
        } else {
            syn::Error::new_spanned(tokens, FORM)
        }
    })
}

fn output(tokens: TokenStream) -> syn::Result<Shape> {
    const FORM: &str = "an output has a name: `output!(total = x)`";
    match single(tokens, "output!(total = x)")? {
        Expr::Assign(assign) => match *assign.left {
            Expr::Path(path) if path.path.get_ident().is_some() => Ok(Shape::Output(
                path.path.require_ident()?.clone(),
                *assign.right,
            )),
            other => Err(syn::Error::new_spanned(other, FORM)),
        },
        other => Err(syn::Error::new_spanned(other, FORM)),
    }
}

fn assigns(tokens: TokenStream) -> syn::Result<Shape> {
    let places = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens)?;
    Ok(Shape::Assigns(places.into_iter().collect()))
}

fn universe(tokens: TokenStream) -> syn::Result<Shape> {
    const FORM: &str =
        "a universe has a name and a condition on ranks: `universe!(workers: |p| p != 0)`";
    let Named {
        universe,
        name,
        cond,
    } = named("universe", tokens).map_err(|error| syn::Error::new(error.span(), FORM))?;
    if let Some(outer) = universe {
        return Err(syn::Error::new_spanned(
            outer,
            "a universe has a plain name: `universe!(workers: |p| p != 0)`",
        ));
    }
    match cond {
        Expr::Closure(closure) if closure.inputs.len() == 1 => Ok(Shape::Universe(name, closure)),
        other => Err(syn::Error::new_spanned(other, FORM)),
    }
}

fn choose(tokens: TokenStream) -> syn::Result<Choice> {
    const FORM: &str =
        "`choose!` takes a range with both ends: `choose!(0..n)` or `choose!(1..=6)`";
    match single(tokens, "choose!(0..n)")? {
        Expr::Range(ExprRange {
            start: Some(lo),
            limits,
            end: Some(hi),
            ..
        }) => Ok(Choice {
            lo: *lo,
            hi: *hi,
            inclusive: matches!(limits, RangeLimits::Closed(_)),
        }),
        other => Err(syn::Error::new_spanned(other, FORM)),
    }
}

/// `NAME: e` or `universe::NAME: e`
fn named(name: &str, tokens: TokenStream) -> syn::Result<Named> {
    let form = format!("it needs a name: `{name}!(NAME: condition)`");
    if tokens.is_empty() {
        return Err(syn::Error::new(Span::call_site(), form));
    }
    // The whole condition is what lacks a name, so the carets go under all of it.
    let all = tokens.clone();
    let unnamed = move || syn::Error::new_spanned(&all, &form);
    let parser = move |input: ParseStream| {
        let mut path: Vec<Ident> = Vec::new();
        loop {
            path.push(input.parse().map_err(|_| unnamed())?);
            if input.peek(Token![::]) {
                input.parse::<Token![::]>()?;
            } else if input.peek(Token![:]) {
                input.parse::<Token![:]>()?;
                break;
            } else {
                return Err(unnamed());
            }
        }
        let (name, universe) = (path.pop().ok_or_else(&unnamed)?, path.pop());
        if let Some(extra) = path.first() {
            return Err(syn::Error::new_spanned(
                extra,
                "a name has at most two parts: `universe::NAME`",
            ));
        }
        if input.is_empty() {
            return Err(syn::Error::new_spanned(
                &name,
                format!("a condition is missing after `{name}:`"),
            ));
        }
        let cond = input.parse::<Expr>()?;
        input.parse::<Option<Token![,]>>()?;
        if !input.is_empty() {
            return Err(input.error("one condition only: join several with `&&`"));
        }
        Ok(Named {
            universe,
            name,
            cond,
        })
    };
    parser.parse2(tokens)
}
