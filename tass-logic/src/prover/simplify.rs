//! Rewriting under a path condition.
//!
//! Invariant: the result equals the given expression in every state that satisfies the path
//! condition (provided, as always, that no divisor is zero). What the facts decide becomes a
//! constant; a quantifier or fold whose range they bound is written out, one that a known
//! quantifier covers is reduced to the rest; remainders of numbers known to be in range are the
//! numbers. Inside a binder the variable is known to be in range. What is particular to folds is in
//! [`folds`](super::folds) and [`updates`](super::updates).

use rustc_hash::{FxHashMap, FxHashSet};

use crate::symbolic::{ExprId, FoldOp, Node, Sort, Store, Substitution};

use super::facts::Facts;
use super::forms::Forms;
use super::native::{self, Skolems, Verdict};

/// Ranges up to this width are written out.
const MAX_WIDTH: i64 = 64;
/// Products over ranges up to this width are: they are multiplied out.
const MAX_PRODUCT: i64 = 6;
/// Ends of ranges are peeled up to this distance.
pub(super) const MAX_PEEL: i64 = 8;
/// Side conditions proved in one simplification.
const MAX_PROOFS: u32 = 8;
/// Side conditions are proved from no more conjuncts than this.
const MAX_PREMISES: usize = 40;
/// Binders inside binders are looked into up to this depth.
const MAX_DEPTH: u32 = 2;
/// The nesting depths from here on belong to the prover: callers' placeholders are far below.
pub(super) const PLACEHOLDER: u32 = 1 << 20;
/// Rewriting is repeated this often: what is written out may simplify further.
const MAX_PASSES: u32 = 4;

/// One simplification.
pub(crate) struct Simplifier<'a> {
    pub(super) store: &'a mut Store,
    forms: &'a mut Forms,
    skolems: &'a mut Skolems,
    facts: &'a Facts,
    /// What the facts are derived from.
    conjuncts: &'a [ExprId],
    /// Proofs that may still be tried.
    proofs: u32,
    /// Formulas known to hold or to fail, beside the facts.
    known: FxHashMap<ExprId, bool>,
    /// Quantifiers known to hold.
    quantified: Vec<ExprId>,
    /// How many binders this is inside of.
    depth: u32,
}

impl<'a> Simplifier<'a> {
    /// Under the conjuncts and the facts derived from them.
    pub(crate) fn new(
        store: &'a mut Store,
        forms: &'a mut Forms,
        skolems: &'a mut Skolems,
        facts: &'a Facts,
        conjuncts: &'a [ExprId],
    ) -> Self {
        Simplifier {
            store,
            forms,
            skolems,
            conjuncts,
            proofs: MAX_PROOFS,
            quantified: facts.quantified().to_vec(),
            facts,
            known: FxHashMap::default(),
            depth: 0,
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

    /// What is to be replaced in `e`, the outermost terms of each path.
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
                    .or_else(|| self.shifted(x))
                    .or_else(|| self.last_apart(x))
                    .or_else(|| self.inside(x))
                    .or_else(|| self.covered(x))
            }
            Node::Fold { op, lo, hi, .. } if !self.store.has_free_bound(x) => {
                let width = if op == FoldOp::Product {
                    MAX_PRODUCT
                } else {
                    MAX_WIDTH
                };
                self.written_out(x, lo, hi, width)
                    .or_else(|| self.shifted(x))
                    .or_else(|| self.inside(x))
                    .or_else(|| self.updated(x))
                    .or_else(|| self.by_cases(x))
                    .or_else(|| self.peeled(x))
            }
            Node::Sum(..) => self.joined(x),
            _ => None,
        }
    }

    /// Whether the facts know a formula to hold.
    pub(super) fn known(&mut self, formula: impl FnOnce(&mut Store) -> ExprId) -> bool {
        let formula = formula(self.store);
        self.facts.truth(self.store, self.forms, formula) == Some(true)
    }

    /// Whether the facts know a formula to hold, or the native decision proves it.
    pub(super) fn proved(&mut self, formula: impl FnOnce(&mut Store) -> ExprId) -> bool {
        let formula = formula(self.store);
        match self.facts.truth(self.store, self.forms, formula) {
            Some(truth) => return truth,
            None if self.conjuncts.len() > MAX_PREMISES => return false,
            None => {}
        }
        let Some(proofs) = self.proofs.checked_sub(1) else {
            return false;
        };
        self.proofs = proofs;
        let mut formulas = self.conjuncts.to_vec();
        formulas.push(self.store.not(formula));
        let (store, forms, skolems) = (&mut *self.store, &mut *self.forms, &mut *self.skolems);
        let verdict = native::decide(store, forms, skolems, self.facts, &formulas);
        matches!(verdict, Verdict::Unsat)
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

    /// A binder whose body is simplified knowing that the variable is in range.
    fn inside(&mut self, x: ExprId) -> Option<ExprId> {
        let (Node::Forall { lo, hi, body } | Node::Fold { lo, hi, body, .. }) = *self.store.node(x)
        else {
            return None;
        };
        if self.depth >= MAX_DEPTH || !has_cases(self.store, body) {
            return None;
        }
        // A symbol: so binders in the body that depend on the variable are simplified like others.
        let place = self.store.bound_at(PLACEHOLDER + 1 + self.depth);
        let make = || self.store.new_symbol("each", Sort::Int);
        let variable = *self.skolems.entry(place).or_insert_with(make);
        let body = self.store.instantiate(x, variable);
        let mut conjuncts = self.conjuncts.to_vec();
        conjuncts.push(self.store.le(lo, variable));
        conjuncts.push(self.store.lt(variable, hi));
        let facts = Facts::new(self.store, self.forms, &conjuncts);
        let mut inner = Simplifier {
            store: self.store,
            forms: self.forms,
            skolems: self.skolems,
            facts: &facts,
            conjuncts: &conjuncts,
            proofs: self.proofs,
            known: self.known.clone(),
            quantified: self.quantified.clone(),
            depth: self.depth + 1,
        };
        let simpler = inner.run(body);
        if simpler == body {
            return None;
        }
        Some(match *self.store.node(x) {
            Node::Fold { op, .. } => self.store.fold(op, lo, hi, variable, simpler),
            _ => self.store.forall(lo, hi, variable, simpler),
        })
    }

    /// A quantifier all of whose range, but for a few indices, lies in that of a known one with the
    /// same body.
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

    /// The body of a quantifier over `lo..hi` at `below` indices from `lo` on and `above` from `to`
    /// on.
    fn remainder(
        &mut self,
        x: ExprId,
        (lo, below): (ExprId, i64),
        (to, above): (ExprId, i64),
    ) -> ExprId {
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
}

/// Whether an expression has conditions in it that knowing more may decide, or folds over a range
/// that more may be known of.
fn has_cases(store: &Store, e: ExprId) -> bool {
    let mut seen = FxHashSet::default();
    let mut stack = vec![e];
    while let Some(x) = stack.pop() {
        if !store.has_free_bound(x) || !seen.insert(x) {
            continue;
        }
        match store.node(x) {
            Node::Ite(..) | Node::Or(_) | Node::And(_) => return true,
            Node::Div(..) | Node::Mod(..) | Node::Fold { .. } => return true,
            _ => store.children(x, &mut |child| stack.push(child)),
        }
    }
    false
}
