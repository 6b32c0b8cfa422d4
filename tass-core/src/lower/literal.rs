//! Names and literals.

use dashu_ratio::RBig;

use super::FnLowering;
use super::draft::{Term, TermKind};
use super::ty::{Known, Ty};
use tass_syntax::tree::{Expr, ExprKind, Literal, Span};

/// Decimal exponents of literals: those of `f64` end at 308 above, 324 below.
const MOST_EXPONENT: u32 = 400;

impl FnLowering<'_, '_> {
    /// A name, or a value as it is written.
    pub(super) fn name_or_literal(&mut self, e: &Expr) -> (Term, Ty) {
        let span = e.span;
        let term = |kind| Term::new(kind, span);
        match &e.kind {
            ExprKind::Int(v, suffix) => {
                let ty = self.types.fresh(suffix.map_or(Known::AnyInt, Known::Int));
                self.literals.push((*v, ty, span));
                (term(TermKind::Int(*v)), ty)
            }
            ExprKind::Float(text, suffix) => {
                let ty = self
                    .types
                    .fresh(suffix.map_or(Known::AnyFloat, Known::Float));
                (self.real(text, span), ty)
            }
            ExprKind::Bool(b) => (term(TermKind::Bool(*b)), self.types.bool()),
            ExprKind::Literal(literal) => self.literal(literal, span),
            ExprKind::Var(name) => match self.scope.iter().rev().find(|(n, _)| n == name) {
                Some(&(_, slot)) => (term(TermKind::Local(slot)), self.locals[slot as usize].1),
                None => {
                    let (message, help) = self.unknown_variable(name);
                    self.error(span, message, help.as_deref());
                    self.poison(span)
                }
            },
            ExprKind::Const(name) => match self.shared.comm.constant(name) {
                Some((v, ty)) => {
                    let names = self.shared.comm.names();
                    if names.iter().any(|(value, _)| *value == v) {
                        self.shared.constants = names;
                    }
                    (term(TermKind::Int(v)), self.types.declared(&ty))
                }
                None => {
                    self.error(span, format!("`{name}` has no meaning here"), None);
                    self.poison(span)
                }
            },
            _ => unreachable!("names and literals only are handed over"),
        }
    }

    fn literal(&mut self, literal: &Literal, span: Span) -> (Term, Ty) {
        match literal {
            Literal::Int(v, ty) => (
                Term::new(TermKind::Int(*v), span),
                self.types.fresh(Known::Int(*ty)),
            ),
            Literal::Float(text, ty) => {
                (self.real(text, span), self.types.fresh(Known::Float(*ty)))
            }
            Literal::Bool(b) => (Term::new(TermKind::Bool(*b), span), self.types.bool()),
            Literal::Unusable(why) => {
                self.error(span, why.clone(), None);
                self.poison(span)
            }
        }
    }

    fn real(&mut self, text: &str, span: Span) -> Term {
        match parse_real(text) {
            Some(v) => Term::new(TermKind::Real(v), span),
            None => {
                self.error(
                    span,
                    format!("`{text}` is not a real number"),
                    Some(
                        "floats are mathematical reals here: there is no infinity and no NaN, and \
                         exponents go to 400",
                    ),
                );
                Term::new(TermKind::Real(RBig::ZERO), span)
            }
        }
    }
}

/// A decimal literal as an exact rational; `None` for what is none, or has an exponent out of any
/// proportion.
fn parse_real(text: &str) -> Option<RBig> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((m, e)) => (m, e.parse::<i32>().ok()?),
        None => (text, 0),
    };
    // Beyond this f64 knows only zero and infinity, and the exact number may not fit into memory.
    if exponent.unsigned_abs() > MOST_EXPONENT {
        return None;
    }
    let (negative, mantissa) = mantissa
        .strip_prefix('-')
        .map_or((false, mantissa), |m| (true, m));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let value: dashu_int::IBig = if digits.is_empty() {
        return None;
    } else {
        digits.parse().ok()?
    };
    let shift = exponent - i32::try_from(fraction.len()).ok()?;
    let ten = dashu_int::IBig::from(10).pow(usize::try_from(shift.unsigned_abs()).ok()?);
    let value = if negative { -value } else { value };
    Some(if shift >= 0 {
        RBig::from(value * ten)
    } else {
        RBig::from(value) / RBig::from(ten)
    })
}
