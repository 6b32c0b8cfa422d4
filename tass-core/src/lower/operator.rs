//! Operators.

use super::FnLowering;
use super::derived::Trait;
use super::draft::{Number, Term, TermKind};
use super::expr::two;
use super::purity::{is_impure, is_impure_or_tests};
use super::ty::{Known, Ty};
use crate::graph::Pause;
use tass_syntax::tree::{BinOp, Expr, ExprKind, IntTy, Span, UnOp};

impl FnLowering<'_, '_> {
    pub(crate) fn unary(&mut self, op: UnOp, a: &Expr, span: Span) -> (Term, Ty) {
        let (value, ty) = self.expr(a);
        match op {
            UnOp::Deref => match self.types.get(ty) {
                Known::MutRef(target) => {
                    let target = *target;
                    (Term::new(TermKind::Deref(Box::new(value)), span), target)
                }
                Known::Open => {
                    self.error(
                        span,
                        "the type of what is dereferenced is not known here",
                        Some("annotate the variable with its type"),
                    );
                    self.poison(span)
                }
                _ => (value, ty),
            },
            UnOp::Not => {
                let bool = self.types.bool();
                let value = self.read_through(value, ty);
                let ty = self.types.peel(ty);
                if !self.types.unify(ty, bool) {
                    self.error(
                        span,
                        "`!` is understood for `bool` only",
                        Some("integers are mathematical here: they have no bits"),
                    );
                }
                (Term::new(TermKind::Not(Box::new(value)), span), bool)
            }
            UnOp::Neg => {
                let value = self.read_through(value, ty);
                let ty = self.types.peel(ty);
                // A negative constant is computed with: there may be no opposite.
                if let TermKind::Int(v @ 0..) = value.kind {
                    if let (ExprKind::Int(..), Some(literal)) = (&a.kind, self.literals.last_mut())
                    {
                        (literal.0, literal.2) = (-v, span);
                    }
                    return (Term::new(TermKind::Int(-v), span), ty);
                }
                let number = self.number(ty, span);
                (Term::new(TermKind::Neg(Box::new(value), number), span), ty)
            }
        }
    }

    pub(crate) fn binary(&mut self, op: BinOp, a: &Expr, b: &Expr, span: Span) -> (Term, Ty) {
        if matches!(op, BinOp::And | BinOp::Or)
            && !self.tests.inline
            && !self.plain
            && is_impure_or_tests(b, self.shared.comm)
        {
            return self.short_circuit(op, a, b, span);
        }
        let [left, right] = two(self.values(&[a, b]));
        self.operate(op, left, right, span)
    }

    /// Applies an operator to two values.
    pub(crate) fn operate(
        &mut self,
        op: BinOp,
        a: (Term, Ty),
        b: (Term, Ty),
        span: Span,
    ) -> (Term, Ty) {
        let ((left, left_ty), (right, right_ty)) = (a, b);
        if !self.types.unify(left_ty, right_ty) {
            let types = (self.types.resolve(left_ty), self.types.resolve(right_ty));
            let message = match types {
                (Some(one), Some(two)) => {
                    format!("the two sides have different types, `{one}` and `{two}`")
                }
                _ => "the two sides have different types".into(),
            };
            self.error(span, message, None);
            return self.poison(span);
        }
        let (left, right) = (Box::new(left), Box::new(right));
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => {
                let number = self.number(left_ty, span);
                (
                    Term::new(TermKind::Arith(op, number, left, right), span),
                    left_ty,
                )
            }
            BinOp::And | BinOp::Or | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => {
                let bool = self.types.bool();
                if !self.types.unify(left_ty, bool) {
                    self.error(span, "bit operations are understood for `bool` only", Some("integers are mathematical here: they have no bits; use `/`, `%` and `*` by powers of two"));
                }
                (Term::new(TermKind::Logic(op, left, right), span), bool)
            }
            _ => {
                let needed = match op {
                    BinOp::Eq | BinOp::Ne => Trait::PartialEq,
                    _ => Trait::PartialOrd,
                };
                self.requires(needed, left_ty, span);
                (
                    Term::new(TermKind::Compare(op, left, right), span),
                    self.types.bool(),
                )
            }
        }
    }

    /// `a && b` where `b` has side effects, or tests shared variables.
    fn short_circuit(&mut self, op: BinOp, a: &Expr, b: &Expr, span: Span) -> (Term, Ty) {
        // All tests of one expression follow one pause, whichever of them are performed: so it
        // comes first.
        let ops = self.shared.comm;
        let tests = [a, b].map(|e| is_impure_or_tests(e, ops)) != [a, b].map(|e| is_impure(e, ops));
        if tests && self.tests.after != Some(self.here()) {
            self.pause(Pause::Test, span);
            self.tests.after = Some(self.here());
        }
        let bool = self.types.bool();
        let dest = self.local(None, bool);
        let left = self.condition(a);
        let paused = self.tests.after == Some(self.here());
        self.assign(dest, left);
        let result = Term::new(TermKind::Local(dest), span);
        let cond = match op {
            BinOp::And => result.clone(),
            _ => Term::new(TermKind::Not(Box::new(result.clone())), span),
        };
        let branch = self.branch(cond, span);
        if paused {
            self.tests.after = Some(self.here());
        }
        let right = self.condition(b);
        let paused = paused && self.tests.after == Some(self.here());
        self.assign(dest, right);
        self.patch_otherwise(branch);
        if tests && paused {
            self.tests.after = Some(self.here());
            self.memory.results.push(dest);
        }
        (result, bool)
    }

    /// The kind of number of a type; settled when the function's types are.
    pub(crate) fn number(&mut self, ty: Ty, span: Span) -> Number {
        match self.types.get(ty) {
            Known::Int(t) => Number::int(*t),
            Known::Float(_) | Known::AnyFloat => Number::REAL,
            Known::AnyInt | Known::Open => Number::Of(ty),
            _ => {
                self.error(span, "this needs numbers", None);
                Number::int(IntTy::I32)
            }
        }
    }

    /// `value + 1`, never out of range.
    pub(crate) fn successor(&mut self, value: Term, _ty: Ty) -> Term {
        let span = value.span;
        let one = Term::new(TermKind::Int(1), span);
        Term::new(
            TermKind::Arith(BinOp::Add, Number::MATH, Box::new(value), Box::new(one)),
            span,
        )
    }
}
