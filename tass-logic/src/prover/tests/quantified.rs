//! Quantifiers, folds and ranges.

use super::*;
use crate::symbolic::{FoldOp, FunId};

/// `a[i] >= 0` for all `i` in `lo..hi`.
fn nonneg(f: &mut Fixture, a: FunId, lo: ExprId, hi: ExprId) -> ExprId {
    let i = f.store.fresh_bound();
    let at = f.store.app(a, &[i]);
    let zero = f.store.int(0);
    let body = f.store.ge(at, zero);
    f.store.forall(lo, hi, i, body)
}

fn array(f: &mut Fixture) -> (FunId, ExprId, ExprId) {
    let a = f.store.new_function("a", 1, Sort::Int, false);
    let n = f.int("n");
    (a, n, f.store.int(0))
}

#[test]
fn a_quantified_fact_holds_at_an_index() {
    for options in [ProverOptions::default(), only_z3()] {
        let native = options.native;
        let mut f = Fixture::with(options);
        let (a, n, zero) = array(&mut f);
        let all = nonneg(&mut f, a, zero, n);
        f.assume(all);
        let k = f.int("k");
        f.assume_le(zero, k);
        f.assume_lt(k, n);
        let at = f.store.app(a, &[k]);
        let goal = f.store.ge(at, zero);
        f.valid(goal);
        let outside = f.store.app(a, &[n]);
        let wrong = f.store.ge(outside, zero);
        f.invalid(wrong);
        if native {
            f.without_z3();
        }
    }
}

#[test]
fn quantified_goals_follow_from_quantified_facts() {
    for options in [ProverOptions::default(), only_z3()] {
        let native = options.native;
        let mut f = Fixture::with(options);
        let (a, n, zero) = array(&mut f);
        let (one, minus_one) = (f.store.int(1), f.store.int(-1));
        let all = nonneg(&mut f, a, zero, n);
        f.assume(all);
        f.assume_le(one, n);
        let i = f.store.fresh_bound();
        let at = f.store.app(a, &[i]);
        let body = f.store.gt(at, minus_one);
        let last = f.store.sub(n, one);
        let goal = f.store.forall(zero, last, i, body);
        f.valid(goal);
        let body = f.store.gt(at, zero);
        let wrong = f.store.forall(zero, n, i, body);
        f.invalid(wrong);
        if native {
            f.without_z3();
        }
    }
}

#[test]
fn one_more_index_is_one_more_instance() {
    let mut f = Fixture::new();
    let (a, n, zero) = array(&mut f);
    f.assume_le(zero, n);
    let all = nonneg(&mut f, a, zero, n);
    f.assume(all);
    let one = f.store.int(1);
    let next = f.store.add(n, one);
    let goal = nonneg(&mut f, a, zero, next);
    let at = f.store.app(a, &[n]);
    let last = f.store.ge(at, zero);
    let pc = f.pc;
    assert_eq!(f.prover.simplify(&mut f.store, pc, goal), last);
    f.assume(last);
    f.valid(goal);
    f.without_z3();
}

#[test]
fn bounded_ranges_are_written_out() {
    let mut f = Fixture::new();
    let (a, n, zero) = array(&mut f);
    let three = f.store.int(3);
    f.assume_le(n, three);
    let all = nonneg(&mut f, a, zero, n);
    f.assume(all);
    let pc = f.pc;
    for &conjunct in f.prover.conjuncts(pc).iter() {
        assert!(!f.store.display(conjunct).to_string().contains("all"));
    }
    let one = f.store.int(1);
    let two = f.store.int(2);
    f.assume_le(two, n);
    let at = f.store.app(a, &[one]);
    let goal = f.store.ge(at, zero);
    f.valid(goal);
    f.without_z3();
}

#[test]
fn sums_are_peeled_to_one_range() {
    let mut f = Fixture::new();
    let (a, n, zero) = array(&mut f);
    f.assume_le(zero, n);
    let i = f.store.fresh_bound();
    let at = f.store.app(a, &[i]);
    let one = f.store.int(1);
    let next = f.store.add(n, one);
    let short = f.store.fold(FoldOp::Sum, zero, n, i, at);
    let long = f.store.fold(FoldOp::Sum, zero, next, i, at);
    let last = f.store.app(a, &[n]);
    let sum = f.store.add(short, last);
    let goal = f.store.eq(long, sum);
    f.valid(goal);
    let wrong = f.store.eq(long, short);
    f.invalid(wrong);
    f.without_z3();
}

#[test]
fn remainders_in_range_are_the_numbers() {
    let mut f = Fixture::new();
    let (i, n) = (f.int("i"), f.int("n"));
    let zero = f.store.int(0);
    f.assume_le(zero, i);
    f.assume_lt(i, n);
    let rest = f.store.mod_euclid(i, n);
    let pc = f.pc;
    assert_eq!(f.prover.simplify(&mut f.store, pc, rest), i);
}

#[test]
fn an_existential_goal_gets_its_witness() {
    let mut f = Fixture::new();
    let (a, n, zero) = array(&mut f);
    let k = f.int("k");
    f.assume_le(zero, k);
    f.assume_lt(k, n);
    let at = f.store.app(a, &[k]);
    let seven = f.store.int(7);
    let hit = f.store.gt(at, seven);
    f.assume(hit);
    let i = f.store.fresh_bound();
    let there = f.store.app(a, &[i]);
    let body = f.store.gt(there, seven);
    let goal = f.store.exists(zero, n, i, body);
    f.valid(goal);
    f.without_z3();
}

/// `sum of a[i + shift] for i in lo..hi`
fn sum(f: &mut Fixture, a: FunId, shift: ExprId, lo: ExprId, hi: ExprId) -> ExprId {
    let i = f.store.fresh_bound();
    let at = f.store.add(i, shift);
    let body = f.store.app(a, &[at]);
    f.store.fold(FoldOp::Sum, lo, hi, i, body)
}

#[test]
fn partial_sums_add_up() {
    let mut f = Fixture::new();
    let (a, n, zero) = array(&mut f);
    f.assume_le(zero, n);
    let whole = sum(&mut f, a, zero, zero, n);
    // Three blocks, each summed over its own indices from zero on.
    let three = f.store.int(3);
    let ends: Vec<ExprId> = (0..=3)
        .map(|r: i64| {
            let times = f.store.scale(n, &r.into());
            f.store.div_euclid(times, three)
        })
        .collect();
    let mut total = zero;
    for pair in ends.windows(2) {
        let length = f.store.sub(pair[1], pair[0]);
        let part = sum(&mut f, a, pair[0], zero, length);
        total = f.store.add(total, part);
    }
    let goal = f.store.eq(total, whole);
    f.valid(goal);
    f.without_z3();
}

#[test]
fn equal_elements_have_equal_sums() {
    let mut f = Fixture::new();
    let (a, n, zero) = array(&mut f);
    let b = f.store.new_function("b", 1, Sort::Int, false);
    let i = f.store.fresh_bound();
    let (at, bt) = (f.store.app(a, &[i]), f.store.app(b, &[i]));
    let same = f.store.eq(at, bt);
    let all = f.store.forall(zero, n, i, same);
    f.assume(all);
    let (left, right) = (sum(&mut f, a, zero, zero, n), sum(&mut f, b, zero, zero, n));
    let goal = f.store.eq(left, right);
    f.valid(goal);
    let one = f.store.int(1);
    let more = f.store.add(n, one);
    let right = sum(&mut f, b, zero, zero, more);
    let wrong = f.store.eq(left, right);
    f.invalid(wrong);
    f.without_z3();
}

#[test]
fn a_wrong_claim_about_a_sum_has_a_small_counterexample() {
    let mut f = Fixture::new();
    let (a, n, zero) = array(&mut f);
    let two = f.store.int(2);
    f.assume_le(two, n);
    let all = nonneg(&mut f, a, zero, n);
    f.assume(all);
    let total = sum(&mut f, a, zero, zero, n);
    let goal = f.store.le(total, two);
    f.invalid(goal);
    f.without_z3();
}

#[test]
fn quantifiers_are_shifted_to_their_reads() {
    let mut f = Fixture::new();
    let (a, n, zero) = array(&mut f);
    let (one, next) = (f.store.int(1), f.int("k"));
    let later = f.store.add(n, one);
    let i = f.store.fresh_bound();
    let after = f.store.add(i, one);
    let at = f.store.app(a, &[after]);
    let body = f.store.ge(at, zero);
    let shifted = f.store.forall(zero, n, i, body);
    let straight = nonneg(&mut f, a, one, later);
    let pc = f.pc;
    assert_eq!(f.prover.simplify(&mut f.store, pc, shifted), straight);
    assert_eq!(f.prover.simplify(&mut f.store, pc, next), next);
}

#[test]
fn inside_a_binder_its_range_is_known() {
    let mut f = Fixture::new();
    let (a, n, zero) = array(&mut f);
    f.assume_le(zero, n);
    // a with a[n] replaced, summed and quantified over 0..n: as if it had not been
    let i = f.store.fresh_bound();
    let at = f.store.app(a, &[i]);
    let seven = f.store.int(7);
    let last = f.store.eq(i, n);
    let written = f.store.ite(last, seven, at);
    let total = f.store.fold(FoldOp::Sum, zero, n, i, written);
    let expected = sum(&mut f, a, zero, zero, n);
    let pc = f.pc;
    assert_eq!(f.prover.simplify(&mut f.store, pc, total), expected);
    let body = f.store.ge(written, zero);
    let all = f.store.forall(zero, n, i, body);
    let expected = nonneg(&mut f, a, zero, n);
    assert_eq!(f.prover.simplify(&mut f.store, pc, all), expected);
}
