//! Quantifiers and folds over ranges.
//!
//! A short range with known bounds is gone through value by value, as Rust would: what a later item needs is
//! an obligation only if the earlier ones did not end the search. Any other range becomes a binder.

use super::check::{Cx, Scope};
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
        let holds = self.until_decided(cx, forall, bound, (lo, hi), var, body)?;
        let whole = if forall {
            self.store.forall(lo, hi, bound, holds)
        } else {
            self.store.exists(lo, hi, bound, holds)
        };
        Ok(self.prover.simplify(&mut self.store, cx.pc, whole))
    }

    /// The body for every value of the variable. An item is evaluated only if none before it has decided.
    ///
    /// Mostly every item can be evaluated whatever the others are, and that is tried first: it is the simpler
    /// question. Else an obligation is one only where all items before it have left the matter open. What
    /// those were is evaluated without obligations of its own: at the first item that fails, all before it are
    /// defined, and of later items it makes no difference what is said.
    fn until_decided(
        &mut self,
        cx: &mut Cx<'_>,
        forall: bool,
        bound: ExprId,
        (lo, hi): (ExprId, ExprId),
        var: u32,
        body: &Term,
    ) -> Result<ExprId, Stop> {
        let undecided = self.undecided.len();
        let all = self.each(cx, bound, (lo, hi), var, None, body);
        match all {
            Ok((_, holds)) if self.undecided.len() == undecided => return Ok(holds),
            Err(Stop::GiveUp(_) | Stop::Dead) => return Ok(all?.1),
            _ if cx.unchecked => return Ok(all?.1),
            _ => {}
        }
        let earlier = self.store.fresh_bound();
        cx.unchecked = true;
        let open = self.each(cx, earlier, (lo, hi), var, None, body);
        cx.unchecked = false;
        let Ok((_, open)) = open else {
            return Ok(all?.1);
        };
        self.undecided.truncate(undecided);
        let open = if forall { open } else { self.store.not(open) };
        let open = self.store.forall(lo, bound, earlier, open);
        cx.scopes.push(Scope::Each { var: bound, lo, hi });
        let holds = self.under(cx, open, var, bound, body);
        cx.scopes.pop();
        holds
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
        let bound = self.store.fresh_bound();
        let (counts, mut value) = self.each(cx, bound, (lo, hi), var, filter, body)?;
        if let Some(counts) = counts {
            if extremum {
                return Err(Stop::GiveUp(Box::new(
                    crate::report::Inconclusive::Unsupported {
                        what: "`min` or `max` of a filtered range of unknown length".into(),
                        location: Some(self.program.location(cx.graph(), span)),
                    },
                )));
            }
            value = self.store.ite(counts, value, neutral);
        }
        if extremum {
            let some = self.store.lt(lo, hi);
            self.require(cx, some, Kind::UnwrapNone, span, || {
                "the range is empty".into()
            })?;
        }
        let op = match op {
            FoldKind::Sum => FoldOp::Sum,
            FoldKind::Product => FoldOp::Product,
            FoldKind::Min => FoldOp::Min,
            FoldKind::Max => FoldOp::Max,
        };
        if self.settings.overflow && !extremum && sort == Sort::Int {
            self.partial_results(cx, op, (lo, hi), bound, value, number, span)?;
        }
        let whole = self.store.fold_of(op, sort, lo, hi, bound, value);
        Ok(self.prover.simplify(&mut self.store, cx.pc, whole))
    }

    /// Under `overflow = true`: what is added up so far fits the type after every item.
    #[allow(clippy::too_many_arguments)]
    fn partial_results(
        &mut self,
        cx: &mut Cx<'_>,
        op: FoldOp,
        (lo, hi): (ExprId, ExprId),
        bound: ExprId,
        value: ExprId,
        number: Number,
        span: Span,
    ) -> Result<(), Stop> {
        let last = self.store.fresh_bound();
        let one = self.store.int(1);
        let end = self.store.add(last, one);
        let so_far = self.store.fold_of(op, Sort::Int, lo, end, bound, value);
        cx.scopes.push(Scope::Each { var: last, lo, hi });
        let result = self.in_range(cx, so_far, number, span);
        cx.scopes.pop();
        result
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

    /// A term for one value of its variable, evaluated only under a guard.
    fn under(
        &mut self,
        cx: &mut Cx<'_>,
        guard: ExprId,
        var: u32,
        item: ExprId,
        body: &Term,
    ) -> Result<ExprId, Stop> {
        cx.scopes.push(Scope::Guard(guard));
        cx.bound.push((var, item));
        let value = self.eval(cx, body);
        cx.bound.pop();
        cx.scopes.pop();
        value
    }

    /// Filter and body for every value of the variable.
    fn each(
        &mut self,
        cx: &mut Cx<'_>,
        bound: ExprId,
        (lo, hi): (ExprId, ExprId),
        var: u32,
        filter: Option<&Term>,
        body: &Term,
    ) -> Result<(Option<ExprId>, ExprId), Stop> {
        cx.scopes.push(Scope::Each { var: bound, lo, hi });
        cx.bound.push((var, bound));
        let result = (|| {
            let counts = filter.map(|f| self.eval(cx, f)).transpose()?;
            let guard = counts.unwrap_or(self.store.tru());
            cx.scopes.push(Scope::Guard(guard));
            let value = self.eval(cx, body);
            cx.scopes.pop();
            Ok((counts, value?))
        })();
        cx.bound.pop();
        cx.scopes.pop();
        result
    }
}
