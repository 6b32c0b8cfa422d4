//! What is true of every fold, whatever its items: told to Z3, to whom a fold is some function of
//! its ends.
//!
//! Invariant: a lemma is true in every state, for all values of its symbols and functions; where a
//! fold has no value, since an item has none or an extremum is one of nothing, the lemma says
//! nothing of it ([`Store::domain`] is among the alternatives). Why each is:
//!
//! - *Nothing.* The sum of no items is 0, the product 1: what folding starts with.
//! - *Signs.* Adding numbers of one sign, zero included, never leads to the other one: by induction
//!   on their number.
//! - *One of many.* Where no item is negative, none is greater than the sum: the sum of the others
//!   is not negative.
//! - *Counts.* Where every item is 0 or 1, the sum is at most the number of items.
//! - *Extrema.* The greatest of finitely many items, of which there is at least one, is one of
//!   them, and no item is greater; so for the least.
//! - *One or two.* A fold over `lo..lo + 1` is the item at `lo`, one over `lo..lo + 2` those at
//!   `lo` and `lo + 1` together.
//! - *One more.* A fold over `lo..hi + 1` with `lo <= hi` is that over `lo..hi` together with the
//!   item at `hi`. (For an extremum `lo < hi`, since it is one of something.) The same at the lower
//!   end.
//! - *Item by item.* Sums over one range are in the order in which all their items are: again by
//!   induction.
//!
//! `tests/lemmas.rs` evaluates each on all small arrays.

use rustc_hash::FxHashSet;

use crate::symbolic::{ExprId, FoldOp, Node, Sort, Store};

use super::simplify::PLACEHOLDER;

/// Folds of one question that lemmas are given about.
const MAX_FOLDS: usize = 8;

/// Lemmas about the closed folds of some formulas, in the order of their ids.
pub(super) fn about(store: &mut Store, formulas: &[ExprId]) -> Vec<ExprId> {
    let folds = folds(store, formulas);
    let mut lemmas = Vec::new();
    for (index, &fold) in folds.iter().enumerate() {
        of_one(store, fold, &mut lemmas);
        for &other in &folds[..index] {
            of_two(store, fold, other, &mut lemmas);
            of_two(store, other, fold, &mut lemmas);
        }
    }
    let truth = store.tru();
    lemmas.retain(|&lemma| lemma != truth);
    lemmas.sort_unstable();
    lemmas.dedup();
    lemmas
}

/// The closed folds in some formulas, by id.
fn folds(store: &Store, formulas: &[ExprId]) -> Vec<ExprId> {
    let mut folds = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = formulas.to_vec();
    while let Some(e) = stack.pop() {
        if !seen.insert(e) {
            continue;
        }
        if let Node::Fold { .. } = store.node(e)
            && !store.has_free_bound(e)
        {
            folds.push(e);
        }
        store.children(e, &mut |child| stack.push(child));
    }
    folds.sort_unstable();
    folds.truncate(MAX_FOLDS);
    folds
}

/// The parts of a fold.
struct Parts {
    op: FoldOp,
    lo: ExprId,
    hi: ExprId,
    body: ExprId,
}

fn parts(store: &Store, fold: ExprId) -> Option<Parts> {
    match *store.node(fold) {
        Node::Fold { op, lo, hi, body } => Some(Parts { op, lo, hi, body }),
        _ => None,
    }
}

/// That something holds of each item of a fold.
fn each(
    store: &mut Store,
    fold: ExprId,
    what: impl FnOnce(&mut Store, ExprId) -> ExprId,
) -> Option<ExprId> {
    let Parts { lo, hi, .. } = parts(store, fold)?;
    let variable = store.bound_at(PLACEHOLDER);
    let item = store.instantiate(fold, variable);
    let what = what(store, item);
    Some(store.forall(lo, hi, variable, what))
}

/// Adds the lemma that one of these holds, or the fold has no value.
fn add(store: &mut Store, fold: ExprId, ways: &[ExprId], lemmas: &mut Vec<ExprId>) {
    let domain = store.domain(fold);
    let without_value = store.not(domain);
    let ways = [ways, &[without_value]].concat();
    lemmas.push(store.any(&ways));
}

fn of_one(store: &mut Store, fold: ExprId, lemmas: &mut Vec<ExprId>) -> Option<()> {
    let Parts { op, lo, hi, .. } = parts(store, fold)?;
    let sort = store.sort(fold).unwrap_or(Sort::Int);
    let [zero, one] = [0, 1].map(|n: i64| store.num(sort, n.into()));
    if let FoldOp::Sum | FoldOp::Product = op {
        let neutral = if op == FoldOp::Sum { zero } else { one };
        let nothing = [store.lt(lo, hi), store.eq(fold, neutral)];
        add(store, fold, &nothing, lemmas);
    }
    let mut few = store.instantiate(fold, lo);
    for count in 1..=2 {
        let count_of = store.int(count);
        let end = store.add(lo, count_of);
        let ways = [store.ne(hi, end), store.eq(fold, few)];
        add(store, fold, &ways, lemmas);
        let item = store.instantiate(fold, end);
        few = together(store, op, few, item);
    }
    match op {
        FoldOp::Sum => {
            let positive = each(store, fold, |store, item| store.ge(item, zero))?;
            let negative = each(store, fold, |store, item| store.le(item, zero))?;
            let sign = [store.not(positive), store.ge(fold, zero)];
            add(store, fold, &sign, lemmas);
            let sign = [store.not(negative), store.le(fold, zero)];
            add(store, fold, &sign, lemmas);
            let below = each(store, fold, |store, item| store.le(item, fold))?;
            let one_of_many = [store.not(positive), below];
            add(store, fold, &one_of_many, lemmas);
            if sort == Sort::Int {
                let small = each(store, fold, |store, item| store.le(item, one))?;
                let length = store.sub(hi, lo);
                let count = [store.not(small), store.le(hi, lo), store.le(fold, length)];
                add(store, fold, &count, lemmas);
            }
        }
        FoldOp::Min | FoldOp::Max => {
            let none = each(store, fold, |store, item| store.ne(item, fold))?;
            let is_one = [store.not(none)];
            add(store, fold, &is_one, lemmas);
            let bound = each(store, fold, |store, item| match op {
                FoldOp::Min => store.le(fold, item),
                _ => store.le(item, fold),
            })?;
            add(store, fold, &[bound], lemmas);
        }
        FoldOp::Product => {}
    }
    Some(())
}

fn together(store: &mut Store, op: FoldOp, a: ExprId, b: ExprId) -> ExprId {
    match op {
        FoldOp::Sum => store.add(a, b),
        FoldOp::Product => store.mul(a, b),
        FoldOp::Min => store.min(a, b),
        FoldOp::Max => store.max(a, b),
    }
}

/// Where `longer` has one item more than `fold`, and where every item of `longer` is at most that
/// of `fold`.
fn of_two(store: &mut Store, fold: ExprId, longer: ExprId, lemmas: &mut Vec<ExprId>) -> Option<()> {
    let (a, b) = (parts(store, fold)?, parts(store, longer)?);
    if a.op != b.op || store.sort(fold) != store.sort(longer) {
        return None;
    }
    let domain = store.domain(longer);
    let without_value = store.not(domain);
    if a.body != b.body {
        if a.op != FoldOp::Sum {
            return None;
        }
        // Σ of `longer` <= Σ of `fold`
        let variable = store.bound_at(PLACEHOLDER);
        let items = [longer, fold].map(|fold| store.instantiate(fold, variable));
        let smaller = store.le(items[0], items[1]);
        let smaller = store.forall(a.lo, a.hi, variable, smaller);
        let ways = [
            store.ne(a.lo, b.lo),
            store.ne(a.hi, b.hi),
            store.not(smaller),
            store.le(longer, fold),
            without_value,
        ];
        add(store, fold, &ways, lemmas);
        return Some(());
    }
    let one = store.int(1);
    let some = match a.op {
        FoldOp::Sum | FoldOp::Product => store.le(a.lo, a.hi),
        FoldOp::Min | FoldOp::Max => store.lt(a.lo, a.hi),
    };
    let none = store.not(some);
    let before = store.sub(a.lo, one);
    let after = store.add(a.hi, one);
    for (at, start, end) in [(a.hi, a.lo, after), (before, before, a.hi)] {
        let item = store.instantiate(fold, at);
        let together = together(store, a.op, fold, item);
        let ways = [
            none,
            store.ne(b.lo, start),
            store.ne(b.hi, end),
            store.eq(longer, together),
            without_value,
        ];
        add(store, fold, &ways, lemmas);
    }
    Some(())
}
