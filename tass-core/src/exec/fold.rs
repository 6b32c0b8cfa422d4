//! Quantifiers and folds over ranges.
//!
//! A short range with known bounds is gone through value by value, as Rust would: what a later item
//! needs is an obligation only if the earlier ones did not end the search. Any other range becomes a
//! binder ([`super::items`]).

use super::check::Cx;
use super::items::Items;
use super::{Machine, Stop};
use crate::comm::CommModel;
use crate::graph::{FoldKind, Number, Term};
use crate::program::ast::Span;
use crate::report::Kind;
use crate::symbolic::{ExprId, FoldOp, Sort};

/// The longest range that is gone through value by value.
const UNROLL: i64 = 256;

impl<C: CommModel> Machine<'_, C> {
    pub(crate) fn quantifier(
        &mut self,
        cx: &mut Cx<'_>,
        forall: bool,
        var: u32,
        lo: &Term,
        hi: &Term,
        body: &Term,
    ) -> Result<ExprId, Stop> {
        let (lo, hi) = self.bounds(cx, lo, hi)?;
        if let Some(values) = self.known_range(lo, hi) {
            let mut result = self.store.bool(forall);
            for item in values {
                let guard = if forall {
                    result
                } else {
                    self.store.not(result)
                };
                if self.store.as_bool(guard) == Some(false) {
                    break;
                }
                let holds = self.under(cx, guard, var, item, body)?;
                result = if forall {
                    self.store.and(result, holds)
                } else {
                    self.store.or(result, holds)
                };
            }
            return Ok(result);
        }
        let bound = self.store.fresh_bound();
        let items = Items {
            range: (lo, hi),
            var,
            filter: None,
            body,
            neutral: None,
            sum: None,
        };
        let holds = self.until_decided(cx, forall, bound, &items)?;
        let whole = if forall {
            self.store.forall(lo, hi, bound, holds)
        } else {
            self.store.exists(lo, hi, bound, holds)
        };
        Ok(self.prover.simplify(&mut self.store, cx.pc, whole))
    }

    #[allow(clippy::too_many_arguments)]
    pub(crate) fn fold(
        &mut self,
        cx: &mut Cx<'_>,
        op: FoldKind,
        var: u32,
        range: (&Term, &Term),
        filter: Option<&Term>,
        body: &Term,
        number: Number,
        span: Span,
    ) -> Result<ExprId, Stop> {
        let (lo, hi) = self.bounds(cx, range.0, range.1)?;
        let sort = if number == Number::Real {
            Sort::Real
        } else {
            Sort::Int
        };
        let extremum = matches!(op, FoldKind::Min | FoldKind::Max);
        let neutral = self.store.num(
            sort,
            dashu_ratio::RBig::from(i64::from(op == FoldKind::Product)),
        );
        if let Some(values) = self.known_range(lo, hi) {
            // For an extremum: the value so far, and whether there is one.
            let mut result = neutral;
            let mut some = self.store.fls();
            for item in values {
                let truth = self.store.tru();
                let counts = match filter {
                    Some(filter) => self.under(cx, truth, var, item, filter)?,
                    None => truth,
                };
                if self.store.as_bool(counts) == Some(false) {
                    continue;
                }
                let value = self.under(cx, counts, var, item, body)?;
                result = match op {
                    // Filtered items count as neutral ones, not as a choice between two sums: then sums of the
                    // same items in another order are the same polynomial.
                    FoldKind::Sum => {
                        let value = self.store.ite(counts, value, neutral);
                        self.store.add(result, value)
                    }
                    FoldKind::Product => {
                        let value = self.store.ite(counts, value, neutral);
                        self.store.mul(result, value)
                    }
                    FoldKind::Min | FoldKind::Max => {
                        let better = if op == FoldKind::Min {
                            self.store.min(result, value)
                        } else {
                            self.store.max(result, value)
                        };
                        let first = self.store.ite(some, better, value);
                        self.store.ite(counts, first, result)
                    }
                };
                some = self.store.or(some, counts);
                if !extremum {
                    self.in_range(cx, result, number, span)?;
                }
            }
            if extremum {
                self.require(cx, some, Kind::UnwrapNone, span, || {
                    "there is no item".into()
                })?;
            }
            return Ok(result);
        }
        let fold_op = match op {
            FoldKind::Sum => FoldOp::Sum,
            FoldKind::Product => FoldOp::Product,
            FoldKind::Min => FoldOp::Min,
            FoldKind::Max => FoldOp::Max,
        };
        let bound = self.store.fresh_bound();
        let overflows = self.settings.overflow && !extremum && sort == Sort::Int;
        let items = Items {
            range: (lo, hi),
            var,
            filter,
            body,
            neutral: Some(neutral),
            sum: overflows.then_some((fold_op, number, span)),
        };
        let (counts, value) = self.items(cx, bound, &items)?;
        if counts.is_some() && extremum {
            return Err(Stop::GiveUp(Box::new(
                crate::report::Inconclusive::Unsupported {
                    what: "`min` or `max` of a filtered range of unknown length".into(),
                    location: Some(self.program.location(cx.graph(), span)),
                },
            )));
        }
        if extremum {
            let some = self.store.lt(lo, hi);
            self.require(cx, some, Kind::UnwrapNone, span, || {
                "the range is empty".into()
            })?;
        }
        let whole = self.store.fold_of(fold_op, sort, lo, hi, bound, value);
        Ok(self.prover.simplify(&mut self.store, cx.pc, whole))
    }

    fn bounds(&mut self, cx: &mut Cx<'_>, lo: &Term, hi: &Term) -> Result<(ExprId, ExprId), Stop> {
        let (lo, hi) = (self.eval(cx, lo)?, self.eval(cx, hi)?);
        Ok((
            self.prover.simplify(&mut self.store, cx.pc, lo),
            self.prover.simplify(&mut self.store, cx.pc, hi),
        ))
    }

    /// The values of a short range with known ends, which may lie beyond any machine word.
    fn known_range(&mut self, lo: ExprId, hi: ExprId) -> Option<Vec<ExprId>> {
        if !self.store.is_const(lo) || !self.store.is_const(hi) {
            return None;
        }
        let len = self.store.sub(hi, lo);
        let zero = self.store.int(0);
        let empty = self.store.le(len, zero);
        if self.store.as_bool(empty) == Some(true) {
            return Some(Vec::new());
        }
        let len = self.store.as_int(len).filter(|len| *len <= UNROLL)?;
        let item = |i| {
            let i = self.store.int(i);
            self.store.add(lo, i)
        };
        Some((0..len).map(item).collect())
    }
}
