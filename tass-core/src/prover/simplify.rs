//! Rewriting under a path condition.
//!
//! Invariant: the result equals the given expression in every state that satisfies the path condition (provided, as always,
//! that no divisor is zero). What the facts decide becomes a constant; a quantifier or fold whose range they bound is
//! written out, one that a known quantifier covers is reduced to the rest, and a fold is peeled to a canonical
//! range; remainders of numbers known to be in range are the numbers.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::symbolic::{ExprId, FoldOp, Node, Sort, Store, Substitution};

use super::facts::Facts;
use super::forms::Forms;

/// Ranges up to this width are written out.
const MAX_WIDTH: i64 = 64;
/// Products over ranges up to this width are: they are multiplied out.
const MAX_PRODUCT: i64 = 6;
/// Ends of ranges are peeled up to this distance.
const MAX_PEEL: i64 = 8;
/// Rewriting is repeated this often: what is written out may simplify further.
const MAX_PASSES: u32 = 4;

/// One simplification.
pub(crate) struct Simplifier<'a> {
    store: &'a mut Store,
    forms: &'a mut Forms,
    facts: &'a Facts,
    /// Formulas known to hold or to fail, beside the facts.
    known: FxHashMap<ExprId, bool>,
    /// Quantifiers known to hold.
    quantified: Vec<ExprId>,
}

impl<'a> Simplifier<'a> {
    /// Under the facts.
    pub(crate) fn new(store: &'a mut Store, forms: &'a mut Forms, facts: &'a Facts) -> Self {
        Simplifier {
            store,
            forms,
            quantified: facts.quantified().to_vec(),
            facts,
            known: FxHashMap::default(),
        }
    }

    /// Under the facts and one more formula, of which only the truth of itself is used.
    pub(crate) fn learn(&mut self, formula: ExprId) {
        self.known.insert(formula, true);
        self.known.insert(self.store.not(formula), false);
        if let Node::Forall { .. } = self.store.node(formula) {
            self.quantified.push(formula);
        }
    }

    /// The expression under what is known.
    pub(crate) fn run(&mut self, mut e: ExprId) -> ExprId {
        for _ in 0..MAX_PASSES {
            let map = self.collect(e);
            if map.is_empty() {
                break;
            }
            let next = self.store.substitute(e, &map);
            if next == e {
                break;
            }
            e = next;
        }
        e
    }

    /// What is to be replaced in `e`, outermost first.
    fn collect(&mut self, e: ExprId) -> Substitution {
        let mut map = Substitution::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![e];
        while let Some(x) = stack.pop() {
            if self.store.is_ground(x) || !seen.insert(x) {
                continue;
            }
            match self.replacement(x) {
                Some(to) if to != x => map.insert(x, to),
                _ => self.store.children(x, &mut |child| stack.push(child)),
            }
        }
        map
    }

    fn replacement(&mut self, x: ExprId) -> Option<ExprId> {
        if self.store.sort(x) == Some(Sort::Bool) {
            let known = self.known.get(&x).copied();
            let truth = known.or_else(|| self.facts.truth(self.store, self.forms, x));
            if let Some(truth) = truth {
                return Some(self.store.bool(truth));
            }
        }
        match *self.store.node(x) {
            Node::Mod(a, b) => self.in_range(a, b).then_some(a),
            Node::Div(a, b) => self.in_range(a, b).then(|| self.store.int(0)),
            Node::Forall { lo, hi, .. } if !self.store.has_free_bound(x) => {
                if self.known(|store| store.le(hi, lo)) {
                    return Some(self.store.tru());
                }
                self.written_out(x, lo, hi, MAX_WIDTH)
                    .or_else(|| self.covered(x))
            }
            Node::Fold { op, lo, hi, .. } if !self.store.has_free_bound(x) => {
                let width = if op == FoldOp::Product { MAX_PRODUCT } else { MAX_WIDTH };
                self.written_out(x, lo, hi, width)
                    .or_else(|| self.peeled(x))
            }
            _ => None,
        }
    }

    /// Whether the facts know a formula to hold.
    fn known(&mut self, formula: impl FnOnce(&mut Store) -> ExprId) -> bool {
        let formula = formula(self.store);
        self.facts.truth(self.store, self.forms, formula) == Some(true)
    }

    /// `0 <= a < b`
    fn in_range(&mut self, a: ExprId, b: ExprId) -> bool {
        let zero = self.store.int(0);
        self.known(|store| store.ge(a, zero)) && self.known(|store| store.lt(a, b))
    }

    /// A binder over a range that the facts bound, as a conjunction, sum, ...
    fn written_out(&mut self, x: ExprId, lo: ExprId, hi: ExprId, width: i64) -> Option<ExprId> {
        let from = self.facts.interval(self.store, self.forms, lo).low?.at;
        let to = self.facts.interval(self.store, self.forms, hi).high?.at;
        let (from, to) = (from.ceil()?.as_int()?, to.floor().as_int()?);
        if to.checked_sub(from)? > width {
            return None;
        }
        if let Node::Fold { op, .. } = *self.store.node(x)
            && matches!(op, FoldOp::Min | FoldOp::Max)
            && !self.known(|store| store.lt(lo, hi))
        {
            return None;
        }
        Some(self.store.expand_binder(x, from, to))
    }

    /// A quantifier all of whose range, but for a few indices, lies in that of a known one with the same body.
    fn covered(&mut self, x: ExprId) -> Option<ExprId> {
        let Node::Forall { lo, hi, body } = *self.store.node(x) else {
            return None;
        };
        for index in 0..self.quantified.len() {
            let known = self.quantified[index];
            let Node::Forall {
                lo: from,
                hi: to,
                body: same,
            } = *self.store.node(known)
            else {
                continue;
            };
            if same != body || known == x {
                continue;
            }
            // [lo, hi) without [from, to): at most a few indices below `from` and from `to` on.
            let below = self.distance(lo, from);
            let above = self.distance(to, hi);
            let covers_low = self.known(|store| store.le(from, lo));
            let covers_high = self.known(|store| store.le(hi, to));
            let below = if covers_low { Some(0) } else { below };
            let above = if covers_high { Some(0) } else { above };
            if let (Some(below), Some(above)) = (below, above) {
                return Some(self.remainder(x, (lo, below), (to, above)));
            }
        }
        None
    }

    /// The body of a quantifier over `lo..hi` at `below` indices from `lo` on and `above` from `to` on.
    fn remainder(&mut self, x: ExprId, (lo, below): (ExprId, i64), (to, above): (ExprId, i64)) -> ExprId {
        let Node::Forall { hi, .. } = *self.store.node(x) else {
            return x;
        };
        let mut parts = Vec::new();
        for (start, count) in [(lo, below), (to, above)] {
            for step in 0..count {
                let step = self.store.int(step);
                let index = self.store.add(start, step);
                let low = self.store.le(lo, index);
                let high = self.store.lt(index, hi);
                let inside = self.store.and(low, high);
                let body = self.store.instantiate(x, index);
                parts.push(self.store.implies(inside, body));
            }
        }
        self.store.all(&parts)
    }

    /// `b - a` when that is a small number, not negative.
    fn distance(&mut self, a: ExprId, b: ExprId) -> Option<i64> {
        let distance = self.store.sub(b, a);
        let distance = self.store.as_int(distance)?;
        (0..=MAX_PEEL).contains(&distance).then_some(distance)
    }

    /// A fold over `lo .. n + c` as the one over `lo .. n` and the rest, and so at the other end.
    fn peeled(&mut self, x: ExprId) -> Option<ExprId> {
        let Node::Fold { op, lo, hi, .. } = *self.store.node(x) else {
            return None;
        };
        let (base, offset) = self.offset(hi)?;
        if offset != 0 && self.store.as_int(hi).is_none() && offset.abs() <= MAX_PEEL {
            // Between the two ranges there must be indices, all of them in both or in one.
            let inner = if offset > 0 { base } else { hi };
            let proper = self.known(|store| store.le(lo, inner));
            if proper && (offset > 0 || op == FoldOp::Sum) && self.nonempty(op, lo, inner) {
                return self.moved(x, (lo, base), inner, offset.abs(), offset > 0);
            }
        }
        let (base, offset) = self.offset(lo)?;
        if offset != 0 && self.store.as_int(lo).is_none() && offset.abs() <= MAX_PEEL {
            let inner = if offset < 0 { base } else { lo };
            let proper = self.known(|store| store.le(inner, hi));
            if proper && (offset < 0 || op == FoldOp::Sum) && self.nonempty(op, inner, hi) {
                let first = if offset < 0 { lo } else { base };
                return self.moved(x, (base, hi), first, offset.abs(), offset < 0);
            }
        }
        None
    }

    /// A minimum or maximum is only taken of something.
    fn nonempty(&mut self, op: FoldOp, lo: ExprId, hi: ExprId) -> bool {
        !matches!(op, FoldOp::Min | FoldOp::Max) || self.known(|store| store.lt(lo, hi))
    }

    /// The fold over `range` with the bodies at `count` indices from `first` on added or taken away.
    fn moved(
        &mut self,
        x: ExprId,
        range: (ExprId, ExprId),
        first: ExprId,
        count: i64,
        add: bool,
    ) -> Option<ExprId> {
        let Node::Fold { op, .. } = *self.store.node(x) else {
            return None;
        };
        // `x` is closed, so no placeholder can be meant by anything in it.
        let variable = self.store.bound_at(0);
        let body = self.store.instantiate(x, variable);
        let mut total = self.store.fold(op, range.0, range.1, variable, body);
        for step in 0..count {
            let step = self.store.int(step);
            let index = self.store.add(first, step);
            let value = self.store.instantiate(x, index);
            total = match (op, add) {
                (FoldOp::Sum, true) => self.store.add(total, value),
                (FoldOp::Sum, false) => self.store.sub(total, value),
                (FoldOp::Product, _) => self.store.mul(total, value),
                (FoldOp::Min, _) => self.store.min(total, value),
                (FoldOp::Max, _) => self.store.max(total, value),
            };
        }
        Some(total)
    }

    /// An integer as something without a constant, and the constant.
    fn offset(&mut self, e: ExprId) -> Option<(ExprId, i64)> {
        let constant = self.store.linear(e).constant().clone();
        let offset = i64::try_from(constant.numerator()).ok()?;
        let constant = self.store.int(offset);
        Some((self.store.sub(e, constant), offset))
    }
}
