//! Folds over arrays that were written at single places, and over ranges with a choice in their
//! ends.
//!
//! Invariant: as in [`simplify`](super::simplify), every rewriting is an equality.
//!
//! **Single places.** An array written at `p` is read as `if k == p { new } else { old }`. With `b`
//! for the body of a sum over `lo..hi` and `c` for the same where the answer to `k == p` is taken
//! to be no, `b` and `c` differ at `p` at most, so
//! `Σ b = Σ c + (if lo <= p < hi { b(p) - c(p) } else { 0 })`. So a sum follows what is written,
//! and after a swap of two items what the one place adds the other takes away: sums and counts stay
//! as they are. `c` is evaluated at `p`, where `b` asked for something else: it must have a value
//! there, so bodies that may have none are left alone.
//!
//! **Ends.** A quantifier over `lo..hi` of such a body is the body at `hi - 1`, if there is that,
//! and the quantifier over `lo..hi - 1`, where the answer to `k == hi - 1` is no; and so at the
//! other end. After a loop's last write this is what was known before, and one item.
//!
//! **Choices.** A fold over `lo..(if c { x } else { y })` is
//! `if c { the one over lo..x } else { the one over lo..y }`: of the two only that is evaluated
//! which was before. So ranges that end at a minimum or maximum are ranges that end at one or the
//! other.

use rustc_hash::FxHashSet;

use crate::symbolic::{ExprId, FoldOp, Node, Sort, Store, Substitution};

use super::simplify::{PLACEHOLDER, Simplifier};

/// Places that are taken out of one sum.
const MAX_PLACES: usize = 8;

impl Simplifier<'_> {
    /// A sum without the questions in its body whether the variable is some place.
    pub(super) fn updated(&mut self, x: ExprId) -> Option<ExprId> {
        let Node::Fold {
            op: FoldOp::Sum,
            lo,
            hi,
            ..
        } = *self.store.node(x)
        else {
            return None;
        };
        if self.store.is_partial(x) {
            return None;
        }
        let sort = self.store.sort(x)?;
        let variable = self.store.bound_at(PLACEHOLDER);
        let mut body = self.store.instantiate(x, variable);
        let mut corrections = Vec::new();
        while corrections.len() < MAX_PLACES
            && let Some((question, place)) = asked(self.store, body, variable)
        {
            let no = self.store.fls();
            let without = replaced(self.store, body, question, no);
            let new = replaced(self.store, body, variable, place);
            let old = replaced(self.store, without, variable, place);
            let change = self.store.sub(new, old);
            let (from, to) = (self.store.le(lo, place), self.store.lt(place, hi));
            let inside = self.store.and(from, to);
            let zero = self.store.num(sort, 0.into());
            corrections.push(self.store.ite(inside, change, zero));
            body = without;
        }
        if corrections.is_empty() {
            return None;
        }
        corrections.push(
            self.store
                .fold_of(FoldOp::Sum, sort, lo, hi, variable, body),
        );
        Some(self.store.sum(&corrections))
    }

    /// A quantifier over an array that was written at the first or last place of the range: that
    /// place by itself, and the others, of which more may be known.
    pub(super) fn last_apart(&mut self, x: ExprId) -> Option<ExprId> {
        let Node::Forall { lo, hi, .. } = *self.store.node(x) else {
            return None;
        };
        let variable = self.store.bound_at(PLACEHOLDER);
        let body = self.store.instantiate(x, variable);
        let (question, place) = asked(self.store, body, variable)?;
        let one = self.store.int(1);
        let (first, last) = (self.store.add(lo, one), self.store.sub(hi, one));
        let (from, to) = match place {
            _ if place == last => (lo, last),
            _ if place == lo => (first, hi),
            _ => return None,
        };
        let no = self.store.fls();
        let without = replaced(self.store, body, question, no);
        let others = self.store.forall(from, to, variable, without);
        let here = self.store.instantiate(x, place);
        let some = self.store.lt(lo, hi);
        let here = self.store.implies(some, here);
        Some(self.store.and(here, others))
    }

    /// A binder over a range with a choice in one of its ends, as a choice between two.
    pub(super) fn by_cases(&mut self, x: ExprId) -> Option<ExprId> {
        let (Node::Forall { lo, hi, .. } | Node::Fold { lo, hi, .. }) = *self.store.node(x) else {
            return None;
        };
        let choice = chosen(self.store, hi).or_else(|| chosen(self.store, lo))?;
        let Node::Ite(condition, a, b) = *self.store.node(choice) else {
            return None;
        };
        let [then, otherwise] = [a, b].map(|end| {
            let [lo, hi] = [lo, hi].map(|e| replaced(self.store, e, choice, end));
            self.over(x, lo, hi)
        });
        Some(self.store.ite(condition, then, otherwise))
    }
}

fn replaced(store: &mut Store, e: ExprId, from: ExprId, to: ExprId) -> ExprId {
    let mut map = Substitution::new();
    map.insert(from, to);
    store.substitute(e, &map)
}

/// A conditional among the terms of a number.
fn chosen(store: &Store, end: ExprId) -> Option<ExprId> {
    let view = store.linear(end);
    let mut terms = view.terms().map(|(term, _)| term);
    terms.find(|&term| matches!(store.node(term), Node::Ite(..)))
}

/// An equation of a variable and a place that does not depend on it, or on any other that is bound
/// inside.
fn asked(store: &mut Store, body: ExprId, variable: ExprId) -> Option<(ExprId, ExprId)> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![body];
    while let Some(e) = stack.pop() {
        if !store.contains(e, variable) || !seen.insert(e) {
            continue;
        }
        if let Node::Eq0(p) = *store.node(e)
            && store.sort(p) == Some(Sort::Int)
            && let Some(place) = solved(store, p, variable)
        {
            return Some((e, place));
        }
        store.children(e, &mut |child| stack.push(child));
    }
    None
}

/// `p = 0` solved for a variable whose coefficient is 1 or -1.
fn solved(store: &mut Store, p: ExprId, variable: ExprId) -> Option<ExprId> {
    let mut terms = store.linear(p).terms();
    let coefficient = terms.find(|term| term.0 == variable)?.1.clone();
    drop(terms);
    let place = if coefficient.is_one() {
        store.sub(variable, p)
    } else if (-coefficient).is_one() {
        store.add(variable, p)
    } else {
        return None;
    };
    (!store.has_free_bound(place)).then_some(place)
}
