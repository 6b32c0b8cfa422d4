//! What a wrong model teaches: lemmas that hold in every model and that this one breaks.
//!
//! Invariant: everything learned is true whatever the path condition. Equal arguments give equal
//! values; a quantified fact holds at each index of its range. So lemmas can only help to find
//! `Unsat` or a better model, never to claim either wrongly. A lemma is true in *every* state, also
//! in those in which the term it is about has no value and does not matter (`k == 0 || n / k > 3`
//! where `k` is 0): what it says of terms that may have no value it says under their domain.

use std::ops::Range;

use crate::symbolic::{ExprId, FoldOp, Model, Node, Sort, Store};

use super::candidate::{arguments, holds};
use super::folds::reads;
use super::native::{Item, Native};
use super::ratio::Ratio;
use super::simplify::PLACEHOLDER;

/// Lemmas learned at a time.
const MAX_LEMMAS: usize = 8;
/// Folds are written out over ranges up to this width.
const MAX_UNFOLD: i64 = 8;
/// Lemmas learned in all.
const MAX_LEARNED: usize = 32;

impl Native<'_> {
    /// Learns what the model breaks; how much it finds.
    pub(super) fn learn(&mut self, model: &Model) -> usize {
        let apps = self.applications();
        let mut lemmas = self.break_congruence(model, &apps);
        for index in 0..self.quantified.len() {
            lemmas += self.instantiate(model, self.quantified[index], &apps);
            if lemmas >= MAX_LEMMAS {
                break;
            }
        }
        lemmas + self.unfold(model) + self.bound_folds(&apps)
    }

    /// What a fold cannot go beyond: a count, the length of its range; a minimum or maximum, the
    /// items in sight; over nothing, its neutral element.
    fn bound_folds(&mut self, apps: &[ExprId]) -> usize {
        let mut lemmas = 0;
        let is_fold = |e: &ExprId| matches!(self.store.node(*e), Node::Fold { .. });
        let folds: Vec<ExprId> = self.variables.keys().copied().filter(is_fold).collect();
        for fold in folds {
            let Node::Fold { op, lo, hi, body } = *self.store.node(fold) else {
                continue;
            };
            let mut bounds = Vec::new();
            if let FoldOp::Sum | FoldOp::Product = op {
                let nothing = self.written_out(fold, op, 0..0);
                let lemma = vec![self.store.lt(lo, hi), self.store.eq(fold, nothing)];
                bounds.push((lo, lemma));
            }
            match op {
                FoldOp::Sum if self.is_zero_or_one(fold) => {
                    let (empty, length) = (self.store.le(hi, lo), self.store.sub(hi, lo));
                    bounds.push((hi, vec![empty, self.store.le(fold, length)]));
                }
                FoldOp::Min | FoldOp::Max => {
                    for index in indices(self.store, body, apps) {
                        let item = self.store.instantiate(fold, index);
                        let bound = if op == FoldOp::Min {
                            self.store.le(fold, item)
                        } else {
                            self.store.le(item, fold)
                        };
                        let (below, above) = (self.store.lt(index, lo), self.store.ge(index, hi));
                        let mut lemma = vec![below, above, bound];
                        let domain = self.store.domain_at(fold, index);
                        self.where_defined(domain, &mut lemma);
                        bounds.push((index, lemma));
                    }
                }
                FoldOp::Sum | FoldOp::Product => {}
            }
            // A model has no value of its own for a fold, so it cannot be asked whether it knows
            // this already.
            for (at, lemma) in bounds {
                if lemmas < MAX_LEMMAS && self.remember(fold, at) {
                    self.clause(&lemma);
                    lemmas += 1;
                }
            }
        }
        lemmas
    }

    /// Is every item of an integer fold 0 or 1, by its shape alone?
    fn is_zero_or_one(&mut self, fold: ExprId) -> bool {
        if self.store.sort(fold) != Some(Sort::Int) {
            return false;
        }
        let variable = self.store.bound_at(PLACEHOLDER);
        let item = self.store.instantiate(fold, variable);
        let (zero, one) = (self.store.int(0), self.store.int(1));
        let (above, below) = (self.store.le(zero, item), self.store.le(item, one));
        [above, below].map(|bound| self.store.as_bool(bound)) == [Some(true); 2]
    }

    /// Folds: over the range they have in the model, and beside others of the same range.
    fn unfold(&mut self, model: &Model) -> usize {
        let mut lemmas = 0;
        let is_fold = |e: &ExprId| matches!(self.store.node(*e), Node::Fold { .. });
        let folds: Vec<ExprId> = self.variables.keys().copied().filter(is_fold).collect();
        for (index, &fold) in folds.iter().enumerate().take(MAX_LEMMAS) {
            let Node::Fold { op, lo, hi, .. } = *self.store.node(fold) else {
                continue;
            };
            for &other in &folds[..index] {
                lemmas += usize::from(self.same_bodies(model, fold, other));
            }
            let range = [lo, hi].map(|end| model.eval(self.store, end));
            let range = range.map(|end| Ratio::from_big(end?.as_num()?)?.as_int());
            let [Some(from), Some(to)] = range else {
                continue;
            };
            let nothing = matches!(op, FoldOp::Min | FoldOp::Max) && from >= to;
            let [first, last] = [from, to].map(|end| self.store.int(end));
            let width = to.checked_sub(from);
            if nothing || width.is_none_or(|width| width > MAX_UNFOLD) {
                continue;
            }
            let (here, there) = (self.store.eq(lo, first), self.store.eq(hi, last));
            let place = self.store.and(here, there);
            if !self.remember(fold, place) {
                continue;
            }
            let written = self.written_out(fold, op, from..to);
            let equal = self.store.eq(fold, written);
            let mut alternatives = vec![equal];
            for index in from..to {
                let index = self.store.int(index);
                let domain = self.store.domain_at(fold, index);
                self.where_defined(domain, &mut alternatives);
            }
            for (end, value) in [(lo, first), (hi, last)] {
                alternatives.push(self.store.lt(end, value));
                alternatives.push(self.store.gt(end, value));
            }
            self.clause(&alternatives);
            lemmas += 1;
        }
        lemmas
    }

    /// A fold over these indices; not a minimum or maximum of nothing.
    fn written_out(&mut self, fold: ExprId, op: FoldOp, indices: Range<i64>) -> ExprId {
        let sort = self.store.sort(fold).unwrap_or(Sort::Int);
        let neutral = i64::from(op == FoldOp::Product);
        let mut total = self.store.num(sort, neutral.into());
        for (count, index) in indices.enumerate() {
            let index = self.store.int(index);
            let value = self.store.instantiate(fold, index);
            total = match op {
                FoldOp::Sum => self.store.add(total, value),
                FoldOp::Product => self.store.mul(total, value),
                FoldOp::Min | FoldOp::Max if count == 0 => value,
                FoldOp::Min => self.store.min(total, value),
                FoldOp::Max => self.store.max(total, value),
            };
        }
        total
    }

    /// Folds of bodies that agree on the range agree.
    fn same_bodies(&mut self, model: &Model, a: ExprId, b: ExprId) -> bool {
        let (
            Node::Fold { op, lo, hi, .. },
            Node::Fold {
                op: same,
                lo: from,
                hi: to,
                ..
            },
        ) = (self.store.node(a).clone(), self.store.node(b).clone())
        else {
            return false;
        };
        let sorts = [a, b].map(|fold| self.store.sort(fold));
        if op != same || sorts[0] != sorts[1] || !self.remember(a, b) {
            return false;
        }
        let variable = self.store.bound_at(PLACEHOLDER);
        let bodies = [a, b].map(|fold| self.store.instantiate(fold, variable));
        let agree = self.store.eq(bodies[0], bodies[1]);
        let agree = self.store.forall(lo, hi, variable, agree);
        let disagree = self.store.not(agree);
        let mut alternatives = vec![self.store.eq(a, b), disagree];
        for fold in [a, b] {
            let domain = self.store.domain(fold);
            self.where_defined(domain, &mut alternatives);
        }
        for (x, y) in [(lo, from), (from, lo), (hi, to), (to, hi)] {
            alternatives.push(self.store.lt(x, y));
        }
        let taught = |&part: &ExprId| holds(self.store, model, part) == Some(true);
        if alternatives[1..].iter().any(taught) {
            return false;
        }
        self.clause(&alternatives);
        true
    }

    /// Every closed application in sight, by id.
    fn applications(&self) -> Vec<ExprId> {
        let mut apps = Vec::new();
        let mut stack: Vec<ExprId> = self.variables.keys().copied().collect();
        stack.extend(self.literals.iter().map(|literal| literal.0));
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(e) = stack.pop() {
            if !seen.insert(e) || self.store.has_free_bound(e) {
                continue;
            }
            match self.store.node(e) {
                Node::App(..) => apps.push(e),
                Node::Forall { .. } => continue,
                _ => {}
            }
            self.store.children(e, &mut |child| stack.push(child));
        }
        apps.sort_unstable();
        apps
    }

    /// Two applications whose arguments are equal in the model but whose values are not.
    fn break_congruence(&mut self, model: &Model, apps: &[ExprId]) -> usize {
        let mut known: Vec<(ExprId, Vec<dashu_int::IBig>)> = Vec::new();
        let mut lemmas = 0;
        for &app in apps {
            let Node::App(function, args) = self.store.node(app).clone() else {
                continue;
            };
            let Some(values) = arguments(self.store, model, &args) else {
                continue;
            };
            let twin = known.iter().find(|(other, at)| {
                *at == values
                    && matches!(self.store.node(*other), Node::App(f, _) if *f == function)
            });
            let Some(&(twin, _)) = twin else {
                known.push((app, values));
                continue;
            };
            if lemmas >= MAX_LEMMAS || !self.remember(twin, app) {
                continue;
            }
            let Node::App(_, others) = self.store.node(twin).clone() else {
                continue;
            };
            let same = self.store.eq(twin, app);
            let mut alternatives = vec![same];
            for (&a, &b) in args.iter().zip(&others) {
                alternatives.push(self.store.lt(a, b));
                alternatives.push(self.store.lt(b, a));
            }
            self.clause(&alternatives);
            lemmas += 1;
        }
        lemmas
    }

    /// A quantified fact at the indices where its applications meet those in sight.
    fn instantiate(&mut self, model: &Model, forall: ExprId, apps: &[ExprId]) -> usize {
        let Node::Forall { lo, hi, body } = *self.store.node(forall) else {
            return 0;
        };
        let mut lemmas = 0;
        for index in indices(self.store, body, apps) {
            if lemmas >= MAX_LEMMAS || self.learned.contains(&(forall, index)) {
                continue;
            }
            let not = self.store.not(forall);
            let below = self.store.lt(index, lo);
            let above = self.store.ge(index, hi);
            let inside = self.store.instantiate(forall, index);
            let mut lemma = vec![not, below, above, inside];
            let domain = self.store.domain_at(forall, index);
            self.where_defined(domain, &mut lemma);
            // What the model satisfies anyway teaches nothing.
            let taught = |&part: &ExprId| holds(self.store, model, part) == Some(true);
            if lemma[1..].iter().any(taught) || !self.remember(forall, index) {
                continue;
            }
            self.clause(&lemma);
            lemmas += 1;
        }
        lemmas
    }

    /// Makes a lemma one of the states in which a term has a value only.
    fn where_defined(&mut self, domain: ExprId, lemma: &mut Vec<ExprId>) {
        if self.facts.truth(self.store, self.forms, domain) != Some(true) {
            lemma.push(self.store.not(domain));
        }
    }

    /// A disjunction that always holds.
    fn clause(&mut self, parts: &[ExprId]) {
        self.lasting_split(
            parts
                .iter()
                .map(|&part| vec![Item::Formula(part)])
                .collect(),
        );
    }

    fn remember(&mut self, a: ExprId, b: ExprId) -> bool {
        self.learned.len() < MAX_LEARNED && self.learned.insert((a, b))
    }
}

/// The values for a body's variable that make one of its applications one of `apps`.
fn indices(store: &mut Store, body: ExprId, apps: &[ExprId]) -> Vec<ExprId> {
    let Some((variable, patterns)) = reads(store, body) else {
        return Vec::new();
    };
    let mut indices = Vec::new();
    for (function, args) in patterns {
        for (position, &arg) in args.iter().enumerate() {
            // arg = variable + rest, with rest closed
            let rest = store.sub(arg, variable);
            if store.has_free_bound(rest) {
                continue;
            }
            for &app in apps {
                if let Node::App(other, at) = store.node(app)
                    && *other == function
                {
                    let at = at[position];
                    indices.push(store.sub(at, rest));
                }
            }
        }
    }
    indices.sort_unstable();
    indices.dedup();
    indices
}
