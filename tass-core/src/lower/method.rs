//! Methods from the documented list.

use super::FnLowering;
use super::derived::Trait;
use super::draft::{Action, Number, Proj, Term, TermKind};
use super::place::is_variable;
use super::ty::{Known, Ty};
use crate::graph::Builtin;
use tass_syntax::tree::{BinOp, Expr, IntTy, Span};

impl FnLowering<'_, '_> {
    pub(crate) fn method(
        &mut self,
        receiver: &Expr,
        name: &str,
        args: &[Expr],
        span: Span,
    ) -> (Term, Ty) {
        match name {
            "push" | "swap" | "fill" | "copy_from_slice" => {
                return self.mutating_method(receiver, name, args, span);
            }
            _ if is_method_of_enum(name) => {
                return match self.method_of_enum(receiver, name, args, span) {
                    Some(result) => result,
                    None => {
                        let message = format!("`{name}` does not fit what it is called on");
                        self.error(span, message, None);
                        self.poison(span)
                    }
                };
            }
            _ => {}
        }
        let mut all: Vec<&Expr> = vec![receiver];
        all.extend(args);
        let mut values = self.values(&all);
        let receiver_ty = values[0].1;
        match (name, args.len()) {
            ("clone" | "to_vec" | "copied" | "cloned" | "to_owned", 0) => {
                let (value, ty) = values.remove(0);
                self.requires(Trait::Clone, ty, span);
                (value, ty)
            }
            ("len", 0) => {
                self.element_type(receiver_ty, span);
                (self.builtin(Builtin::Len, values, span), self.types.usize())
            }
            ("is_empty", 0) => {
                self.element_type(receiver_ty, span);
                (
                    self.builtin(Builtin::IsEmpty, values, span),
                    self.types.bool(),
                )
            }
            ("contains", 1) => {
                let elem = self.element_type(receiver_ty, span);
                self.same_type(elem, values[1].1, span);
                self.requires(Trait::PartialEq, elem, span);
                (
                    self.builtin(Builtin::Contains, values, span),
                    self.types.bool(),
                )
            }
            ("min", 1) => self.numeric(Builtin::Min, values, span),
            ("max", 1) => self.numeric(Builtin::Max, values, span),
            ("clamp", 2) => self.numeric(Builtin::Clamp, values, span),
            ("abs", 0) => self.numeric(Builtin::Abs, values, span),
            ("abs_diff", 1) => self.abs_diff(values, span),
            ("signum", 0) => self.numeric(Builtin::Signum, values, span),
            ("rem_euclid", 1) => self.numeric(Builtin::RemEuclid, values, span),
            ("div_euclid", 1) => self.numeric(Builtin::DivEuclid, values, span),
            ("is_multiple_of", 1) => self.is_multiple_of(values, span),
            ("pow", 1) => self.power(IntTy::U32, values, span),
            ("powi", 1) => self.power(IntTy::I32, values, span),
            _ => {
                self.error(
                    span,
                    format!("the method `{name}` is not supported in models"),
                    None,
                );
                self.poison(span)
            }
        }
    }

    /// `(lo..hi).contains(&item)`: all three are evaluated, in this order, and then compared.
    pub(crate) fn range_contains(
        &mut self,
        (lo, hi, inclusive): (Option<&Expr>, Option<&Expr>, bool),
        item: &Expr,
        span: Span,
    ) -> (Term, Ty) {
        let parts: Vec<&Expr> = lo.into_iter().chain(hi).chain([item]).collect();
        let mut bound = Vec::new();
        let mut names: Vec<(Term, Ty)> = Vec::new();
        for (value, ty) in self.exprs(&parts) {
            let (value, ty) = (self.read_through(value, ty), self.types.peel(ty));
            let slot = self.local(None, ty);
            names.push((Term::new(TermKind::Local(slot), value.span), ty));
            bound.push((slot, value));
        }
        let (item, item_ty) = names.pop().expect("the item is one of the parts");
        let mut ends = names.into_iter();
        let mut cond: Option<Term> = None;
        let lower = lo.map(|_| BinOp::Le);
        let upper = hi.map(|_| if inclusive { BinOp::Ge } else { BinOp::Gt });
        for op in lower.into_iter().chain(upper) {
            let end = ends.next().expect("one for each end");
            let (holds, _) = self.operate(op, end, (item.clone(), item_ty), span);
            cond = Some(match cond {
                None => holds,
                Some(before) => Term::new(
                    TermKind::Logic(BinOp::And, Box::new(before), Box::new(holds)),
                    span,
                ),
            });
        }
        let cond = cond.unwrap_or_else(|| Term::new(TermKind::Bool(true), span));
        let term = bound.into_iter().rev().fold(cond, |body, (slot, value)| {
            Term::new(TermKind::Let(slot, Box::new(value), Box::new(body)), span)
        });
        (term, self.types.bool())
    }

    /// A function of numbers of one type, to a number of that type.
    fn numeric(&mut self, builtin: Builtin, values: Vec<(Term, Ty)>, span: Span) -> (Term, Ty) {
        let receiver_ty = values[0].1;
        for (_, ty) in &values {
            self.same_type(receiver_ty, *ty, span);
        }
        let number = self.number(receiver_ty, span);
        let terms = values.into_iter().map(|(t, _)| t).collect();
        (
            Term::new(TermKind::Call(builtin, terms, number), span),
            receiver_ty,
        )
    }

    fn abs_diff(&mut self, values: Vec<(Term, Ty)>, span: Span) -> (Term, Ty) {
        let (difference, ty) = self.numeric(Builtin::AbsDiff, values, span);
        let Known::Int(t) = self.types.get(ty) else {
            let help = "annotate the variable with its type";
            self.error(
                span,
                "the type of the numbers is not known here",
                Some(help),
            );
            return self.poison(span);
        };
        let unsigned = Known::Int(t.unsigned());
        (difference, self.types.fresh(unsigned))
    }

    /// Every number is a multiple of itself, 0 of 0 included; of 0 nothing else is. Both operands
    /// come first, in order.
    fn is_multiple_of(&mut self, values: Vec<(Term, Ty)>, span: Span) -> (Term, Ty) {
        let receiver_ty = values[0].1;
        let slots = [(); 2].map(|()| self.local(None, receiver_ty));
        let named = slots.map(|slot| (Term::new(TermKind::Local(slot), span), receiver_ty));
        let other = values[1].1;
        self.same_type(receiver_ty, other, span);
        let [(a, _), (b, _)] = named.clone();
        let (rem, _) = self.numeric(Builtin::RemEuclid, named.to_vec(), span);
        let zero = || Box::new(Term::new(TermKind::Int(0), span));
        let term = |kind| Box::new(Term::new(kind, span));
        let is_zero = |value| term(TermKind::Compare(BinOp::Eq, term(value), zero()));
        let both = term(TermKind::Logic(
            BinOp::And,
            is_zero(b.kind.clone()),
            is_zero(a.kind),
        ));
        let nonzero = term(TermKind::Compare(BinOp::Ne, Box::new(b), zero()));
        let divides = term(TermKind::Logic(BinOp::And, nonzero, is_zero(rem.kind)));
        let mut whole = Term::new(TermKind::Logic(BinOp::Or, both, divides), span);
        for (slot, (value, _)) in slots.into_iter().zip(values).rev() {
            let kind = TermKind::Let(slot, Box::new(value), Box::new(whole));
            whole = Term::new(kind, span);
        }
        (whole, self.types.bool())
    }

    /// `pow`, `powi`: they differ in the type of their exponents.
    fn power(&mut self, exponents: IntTy, mut values: Vec<(Term, Ty)>, span: Span) -> (Term, Ty) {
        let receiver_ty = values[0].1;
        let exponent = values.pop().expect("two operands");
        let expected = self.types.fresh(Known::Int(exponents));
        self.same_type(exponent.1, expected, span);
        let number = self.number(receiver_ty, span);
        let base = values.remove(0).0;
        (
            Term::new(
                TermKind::Call(Builtin::Pow, vec![base, exponent.0], number),
                span,
            ),
            receiver_ty,
        )
    }

    fn builtin(&mut self, builtin: Builtin, values: Vec<(Term, Ty)>, span: Span) -> Term {
        let terms = values.into_iter().map(|(t, _)| t).collect();
        Term::new(TermKind::Call(builtin, terms, Number::USIZE), span)
    }

    /// Methods that change their receiver.
    fn mutating_method(
        &mut self,
        receiver: &Expr,
        name: &str,
        args: &[Expr],
        span: Span,
    ) -> (Term, Ty) {
        let (place, ty) = self.place(receiver);
        let (place, ty) = self.through_all(place, ty);
        let elem = self.element_type(ty, span);
        // `push` evaluates the place before the value; what the others do to it comes last.
        let later = args.iter().any(|e| self.acts(e));
        let fails = name != "push" && !is_variable(&place);
        let place = self.pinned(place, ty, later || fails);
        let values = self.exprs(&args.iter().collect::<Vec<_>>());
        match (name, values.as_slice()) {
            ("push", [(value, found)]) => {
                let value = self.coerce(value.clone(), *found, elem, span);
                self.emit(span, |next| Action::Push(place, value, next));
            }
            ("fill", [(value, found)]) => {
                self.requires(Trait::Clone, elem, span);
                let value = self.coerce(value.clone(), *found, elem, span);
                let current = self.read_place(&place);
                let len = self.builtin(Builtin::Len, vec![(current, ty)], span);
                let filled = Term::new(TermKind::Repeat(Box::new(value), Box::new(len)), span);
                self.emit(span, |next| Action::Assign(place, filled, next));
            }
            ("copy_from_slice", [(value, found)]) => {
                let value = self.coerce(value.clone(), *found, ty, span);
                // A slice keeps its length, even if it is the whole of a vector.
                let mut place = place;
                if !matches!(place.path.last(), Some(Proj::Slice(..))) {
                    place.path.push(Proj::Slice(None, None));
                }
                self.emit(span, |next| Action::Assign(place, value, next));
            }
            ("swap", [(i, i_ty), (j, j_ty)]) => {
                let usize = self.types.usize();
                self.same_type(*i_ty, usize, span);
                self.same_type(*j_ty, usize, span);
                let (i, j) = (self.save(i.clone(), usize), self.save(j.clone(), usize));
                let at = |index: &Term| {
                    let mut place = place.clone();
                    place.path.push(crate::graph::Proj::Index(index.clone()));
                    place
                };
                let (at_i, at_j) = (at(&i), at(&j));
                let first = self.read_place(&at_i);
                let first = self.save(first, elem);
                let second = self.read_place(&at_j);
                self.emit(span, |next| Action::Assign(at_i, second, next));
                self.emit(span, |next| Action::Assign(at_j, first, next));
            }
            _ => self.error(
                span,
                format!("`{name}` does not take these arguments"),
                None,
            ),
        }
        self.unit_value(span)
    }
}

/// A method of `Option` or `Result`?
pub(super) fn is_method_of_enum(name: &str) -> bool {
    is_pure_of_enum(name) || acts_on_enum(name)
}

/// One that is a term.
fn is_pure_of_enum(name: &str) -> bool {
    matches!(
        name,
        "is_some"
            | "is_none"
            | "is_ok"
            | "is_err"
            | "unwrap_or"
            | "unwrap_or_default"
            | "ok"
            | "err"
            | "ok_or"
            | "or"
            | "and"
    )
}

/// One that changes its receiver, or may panic.
pub(super) fn acts_on_enum(name: &str) -> bool {
    matches!(
        name,
        "unwrap" | "expect" | "unwrap_err" | "expect_err" | "take" | "replace" | "insert"
    )
}
