//! The right side of `a[i] += e`: is it a number or a reference to one?
//!
//! For a number, Rust evaluates `e` and then `a[i]`; for a reference `+=` is a call, and `a[i]`
//! comes first. The model's types do not know shared references, so where both sides could have
//! effects or fail and the syntax does not tell, rustc is asked: the kept function calls
//! `names::by_value(e)`, which takes numbers only.

use quote::quote_spanned;
use syn::spanned::Spanned as _;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, ExprBinary, Path, UnOp};

/// Asks rustc where it must be asked.
pub(crate) struct ByValue<'k>(pub(crate) &'k Path);

impl VisitMut for ByValue<'_> {
    fn visit_expr_binary_mut(&mut self, binary: &mut ExprBinary) {
        visit_mut::visit_expr_binary_mut(self, binary);
        if must_ask(binary) {
            let (krate, right) = (self.0, &binary.right);
            let call = quote_spanned!(right.span()=> #krate::__private::names::by_value(#right));
            if let Ok(call) = syn::parse2(call) {
                *binary.right = call;
            }
        }
    }
}

/// Does the order depend on what only rustc knows?
pub(crate) fn must_ask(binary: &ExprBinary) -> bool {
    let (left, right) = (&*binary.left, &*binary.right);
    let fixed = matches!(left, Expr::Path(_)) || (is_fixed(left) && !acts(right));
    assigns(&binary.op) && !is_told(right) && !fixed && (!is_fixed(right) || acts(left))
}

/// A place that is always there, and the same one as long as nobody changes the variables in it.
fn is_fixed(place: &Expr) -> bool {
    match place {
        Expr::Path(_) => true,
        Expr::Field(field) => is_fixed(&field.base),
        Expr::Paren(paren) => is_fixed(&paren.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && is_fixed(&unary.expr),
        _ => false,
    }
}

/// Does the syntax tell whether it is a reference?
fn is_told(value: &Expr) -> bool {
    match value {
        Expr::Lit(_) | Expr::Binary(_) | Expr::Cast(_) | Expr::Reference(_) | Expr::Macro(_) => {
            true
        }
        Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)),
        // The model knows what the functions it calls return; the standard ones return what they
        // are given.
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => {
                let name = path.path.segments.last();
                name.is_some_and(|last| last.ident != "min" && last.ident != "max")
            }
            _ => false,
        },
        Expr::Paren(paren) => is_told(&paren.expr),
        _ => false,
    }
}

/// May it have side effects? A place that is written to is one of few forms, and so is a plain
/// value.
fn acts(e: &Expr) -> bool {
    match e {
        Expr::Lit(_) | Expr::Path(_) => false,
        Expr::Field(field) => acts(&field.base),
        Expr::Paren(paren) => acts(&paren.expr),
        Expr::Unary(unary) => acts(&unary.expr),
        Expr::Cast(cast) => acts(&cast.expr),
        Expr::Index(index) => acts(&index.expr) || acts(&index.index),
        Expr::Binary(binary) => assigns(&binary.op) || acts(&binary.left) || acts(&binary.right),
        Expr::Reference(reference) => reference.mutability.is_some() || acts(&reference.expr),
        _ => true,
    }
}

fn assigns(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::BitXorAssign(_)
    )
}
