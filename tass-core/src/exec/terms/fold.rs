//! Quantifiers and folds over ranges.
//!
//! A short range with known bounds is gone through value by value, as Rust would: what a later item
//! needs is an obligation only if the earlier ones did not end the search. Any other range becomes
//! a binder ([`crate::exec::terms::items`]).

use crate::comm::CommModel;
use crate::exec::terms::check::Cx;
use crate::exec::terms::items::Items;
use crate::exec::{Stepper, Stop};
use crate::graph::{FoldKind, Number, Term};
use crate::report::Kind;
use crate::symbolic::{ExprId, FoldOp, Sort};
use tass_syntax::tree::Span;

/// The longest range that is gone through value by value.
const UNROLL: i64 = 256;

impl<C: CommModel> Stepper<'_, '_, C> {
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
            let mut result = self.engine.store.bool(forall);
            for item in values {
                let guard = if forall {
                    result
                } else {
                    self.engine.store.not(result)
                };
                if self.engine.store.as_bool(guard) == Some(false) {
                    break;
                }
                let holds = self.under(cx, guard, var, item, body)?;
                result = if forall {
                    self.engine.store.and(result, holds)
                } else {
                    self.engine.store.or(result, holds)
                };
            }
            return Ok(result);
        }
        let bound = self.engine.store.fresh_bound();
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
            self.engine.store.forall(lo, hi, bound, holds)
        } else {
            self.engine.store.exists(lo, hi, bound, holds)
        };
        Ok(self
            .engine
            .prover
            .simplify(&mut self.engine.store, cx.pc, whole))
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
        let neutral = self.engine.store.num(
            sort,
            dashu_ratio::RBig::from(i64::from(op == FoldKind::Product)),
        );
        if let Some(values) = self.known_range(lo, hi) {
            // For an extremum: the value so far, and whether there is one.
            let mut result = neutral;
            let mut some = self.engine.store.fls();
            for item in values {
                let truth = self.engine.store.tru();
                let counts = match filter {
                    Some(filter) => self.under(cx, truth, var, item, filter)?,
                    None => truth,
                };
                if self.engine.store.as_bool(counts) == Some(false) {
                    continue;
                }
                let value = self.under(cx, counts, var, item, body)?;
                result = match op {
                    // Filtered items count as neutral ones, not as a choice between two sums: then
                    // sums of the same items in another order are the same polynomial.
                    FoldKind::Sum => {
                        let value = self.engine.store.ite(counts, value, neutral);
                        self.engine.store.add(result, value)
                    }
                    FoldKind::Product => {
                        let value = self.engine.store.ite(counts, value, neutral);
                        self.engine.store.mul(result, value)
                    }
                    FoldKind::Min | FoldKind::Max => {
                        let better = if op == FoldKind::Min {
                            self.engine.store.min(result, value)
                        } else {
                            self.engine.store.max(result, value)
                        };
                        let first = self.engine.store.ite(some, better, value);
                        self.engine.store.ite(counts, first, result)
                    }
                };
                some = self.engine.store.or(some, counts);
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
        let bound = self.engine.store.fresh_bound();
        let overflows = self.engine.overflow && !extremum && sort == Sort::Int;
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
                    location: Some(self.engine.program.location(cx.graph(), span)),
                },
            )));
        }
        if extremum {
            let some = self.engine.store.lt(lo, hi);
            self.require(cx, some, Kind::UnwrapNone, span, || {
                "the range is empty".into()
            })?;
        }
        let whole = self
            .engine
            .store
            .fold_of(fold_op, sort, lo, hi, bound, value);
        Ok(self
            .engine
            .prover
            .simplify(&mut self.engine.store, cx.pc, whole))
    }

    fn bounds(&mut self, cx: &mut Cx<'_>, lo: &Term, hi: &Term) -> Result<(ExprId, ExprId), Stop> {
        let (lo, hi) = (self.eval(cx, lo)?, self.eval(cx, hi)?);
        Ok((
            self.engine
                .prover
                .simplify(&mut self.engine.store, cx.pc, lo),
            self.engine
                .prover
                .simplify(&mut self.engine.store, cx.pc, hi),
        ))
    }

    /// The values of a short range with known ends, which may lie beyond any machine word.
    fn known_range(&mut self, lo: ExprId, hi: ExprId) -> Option<Vec<ExprId>> {
        if !self.engine.store.is_const(lo) || !self.engine.store.is_const(hi) {
            return None;
        }
        let len = self.engine.store.sub(hi, lo);
        let zero = self.engine.store.int(0);
        let empty = self.engine.store.le(len, zero);
        if self.engine.store.as_bool(empty) == Some(true) {
            return Some(Vec::new());
        }
        let len = self.engine.store.as_int(len).filter(|len| *len <= UNROLL)?;
        let item = |i| {
            let i = self.engine.store.int(i);
            self.engine.store.add(lo, i)
        };
        Some((0..len).map(item).collect())
    }
}
