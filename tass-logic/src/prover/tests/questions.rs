//! Single questions, by layer.

use super::*;

#[test]
fn transitivity_of_reals_needs_no_z3() {
    let mut f = Fixture::new();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| f.real(name));
    f.assume_le(a, b);
    f.assume_lt(b, c);
    f.assume_le(c, d);
    let goal = f.store.lt(a, d);
    f.valid(goal);
    let too_much = f.store.lt(d, a);
    f.invalid(too_much);
    f.without_z3();
    assert_eq!(f.prover.stats().obligations, 2);
}

#[test]
fn bounds_decide_without_any_solver() {
    let mut f = Fixture::new();
    let (i, n) = (f.int("i"), f.int("n"));
    let zero = f.store.int(0);
    f.assume_le(zero, i);
    f.assume_lt(i, n);
    let positive = f.store.gt(n, zero);
    f.valid(positive);
    assert_eq!(f.prover.stats().by_simplification, 1);
    assert_eq!(f.decide(positive), (Feasible::Yes, Feasible::No));
}

#[test]
fn a_branch_can_go_both_ways() {
    let mut f = Fixture::new();
    let (i, n) = (f.int("i"), f.int("n"));
    f.assume_le(i, n);
    let equal = f.store.eq(i, n);
    assert_eq!(f.decide(equal), (Feasible::Yes, Feasible::Yes));
    f.without_z3();
}

#[test]
fn disjunctions_are_split() {
    let mut f = Fixture::new();
    let (x, y) = (f.int("x"), f.int("y"));
    let (three, five) = (f.store.int(3), f.store.int(5));
    let (low, high) = (f.store.le(x, three), f.store.le(y, three));
    let either = f.store.or(low, high);
    f.assume(either);
    f.assume_le(x, y);
    let goal = f.store.le(x, five);
    f.valid(goal);
    f.without_z3();
}

#[test]
fn conditionals_are_split() {
    let mut f = Fixture::new();
    let (x, y) = (f.int("x"), f.int("y"));
    let max = f.store.max(x, y);
    let goal = f.store.le(x, max);
    f.valid(goal);
    let sum = f.store.add(x, y);
    let twice = f.store.add(max, max);
    let goal = f.store.le(sum, twice);
    f.valid(goal);
    f.without_z3();
}

#[test]
fn quotients_and_remainders_by_constants_are_linear() {
    let mut f = Fixture::new();
    let x = f.int("x");
    let (two, seven) = (f.store.int(2), f.store.int(7));
    let half = f.store.div_euclid(x, two);
    let odd = f.store.mod_euclid(x, two);
    f.assume_le(seven, x);
    let goal = f.store.ge(half, two);
    f.valid(goal);
    let double = f.store.add(half, half);
    let sum = f.store.add(double, odd);
    let goal = f.store.eq(sum, x);
    f.valid(goal);
    f.without_z3();
}

#[test]
fn equal_arguments_give_equal_values() {
    let mut f = Fixture::new();
    let a = f.store.new_function("a", 1, Sort::Real, false);
    let (i, j) = (f.int("i"), f.int("j"));
    let (ai, aj) = (f.store.app(a, &[i]), f.store.app(a, &[j]));
    f.assume_le(i, j);
    let differ = f.store.ne(ai, aj);
    f.assume(differ);
    let goal = f.store.lt(i, j);
    f.valid(goal);
    f.without_z3();
}

#[test]
fn functions_keep_their_sign() {
    for options in [ProverOptions::default(), only_z3()] {
        let mut f = Fixture::with(options);
        let len = f.store.new_function("len", 1, Sort::Int, true);
        let (i, n) = (f.int("i"), f.int("n"));
        let at = f.store.app(len, &[i]);
        f.assume_le(at, n);
        let minus_one = f.store.int(-1);
        let goal = f.store.gt(n, minus_one);
        f.valid(goal);
        let zero = f.store.int(0);
        let wrong = f.store.gt(n, zero);
        f.invalid(wrong);
    }
}

#[test]
fn refutations_satisfy_unrelated_conjuncts_too() {
    let mut f = Fixture::new();
    let (x, y, z) = (f.int("x"), f.int("y"), f.int("z"));
    let (ten, zero) = (f.store.int(10), f.store.int(0));
    f.assume_le(ten, y);
    f.assume_le(y, z);
    f.assume_le(zero, x);
    let goal = f.store.lt(x, ten);
    f.invalid(goal);
    f.without_z3();
}

#[test]
fn a_goal_nobody_can_settle_in_time_is_unknown() {
    let mut f = Fixture::with(hurried(50));
    let [x, y, z] = ["x", "y", "z"].map(|name| f.int(name));
    let cubes = [x, y, z].map(|v| f.store.pow(v, 3));
    let sum = f.store.sum(&cubes);
    let number = f.store.int(33);
    let goal = f.store.ne(sum, number);
    for _ in 0..2 {
        match f.check(goal) {
            Validity::Unknown(reason) => assert!(!reason.is_empty()),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(f.prover.stats().unknowns, 2);
    let branch = f.decide(goal);
    assert!(matches!(branch.1, Feasible::Unknown(_)), "{branch:?}");
}

#[test]
fn one_solver_serves_a_thousand_questions() {
    let mut f = Fixture::with(ProverOptions {
        cache: false,
        ..only_z3()
    });
    let (x, y) = (f.int("x"), f.int("y"));
    f.assume_le(x, y);
    for offset in 0..1_000 {
        let offset = f.store.int(offset);
        let more = f.store.add(y, offset);
        let goal = f.store.le(x, more);
        f.valid(goal);
    }
    assert_eq!(f.prover.stats().z3_queries, 1_000);
    assert_eq!(f.prover.stats().solvers_created, 1);
}

#[test]
fn nonlinear_reals_reach_z3_and_come_back_proved() {
    let mut f = Fixture::new();
    let (x, y) = (f.real("x"), f.real("y"));
    let squares = [f.store.pow(x, 2), f.store.pow(y, 2)];
    let sum = f.store.sum(&squares);
    let product = f.store.mul(x, y);
    let twice = f.store.add(product, product);
    let goal = f.store.le(twice, sum);
    f.valid(goal);
}

#[test]
fn models_are_small_and_stable() {
    let mut first = None;
    for _ in 0..3 {
        let mut f = Fixture::new();
        let [x, y, n] = ["x", "y", "n"].map(|name| f.int(name));
        let a = f.store.new_function("a", 1, Sort::Int, false);
        let (two, hundred) = (f.store.int(2), f.store.int(100));
        f.assume_le(two, n);
        f.assume_lt(x, y);
        let at = f.store.app(a, &[x]);
        let positive = f.store.gt(at, n);
        f.assume(positive);
        let extra = f.store.lt(y, hundred);
        let pc = f.pc;
        let model = f.prover.model(&mut f.store, pc, extra).unwrap();
        let value = |e| model.eval(&f.store, e).unwrap();
        let values = [x, y, n, at]
            .map(value)
            .map(|v| v.as_num().unwrap().to_string());
        assert_eq!(values, ["0", "1", "2", "3"]);
        let text = format!("{model:?}");
        assert_eq!(*first.get_or_insert(text.clone()), text);
    }
}

#[test]
fn a_contradictory_model_request_has_no_answer() {
    let mut f = Fixture::new();
    let x = f.int("x");
    let zero = f.store.int(0);
    f.assume_le(zero, x);
    let extra = f.store.lt(x, zero);
    let pc = f.pc;
    assert!(f.prover.model(&mut f.store, pc, extra).is_none());
    assert_eq!(f.prover.feasible(&mut f.store, pc), Feasible::Yes);
}

#[test]
fn matrix_indices_are_in_bounds() {
    let mut f = Fixture::new();
    let [i, j, m, n] = ["i", "j", "m", "n"].map(|name| f.int(name));
    let zero = f.store.int(0);
    f.assume_le(zero, i);
    f.assume_lt(i, m);
    f.assume_le(zero, j);
    f.assume_lt(j, n);
    let row = f.store.mul(i, n);
    let index = f.store.add(row, j);
    let size = f.store.mul(m, n);
    let goal = f.store.lt(index, size);
    f.valid(goal);
    let goal = f.store.ge(index, zero);
    f.valid(goal);
    let goal = f.store.ne(index, size);
    f.valid(goal);
    f.without_z3();
}
