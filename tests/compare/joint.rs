//! Joint assertions.

use tass::prelude::*;
use tass::{Kind, Violations};

use super::{must_be, show};

#[tass::model]
fn squares(n: usize) {
    let mut x = 0;
    for i in 0..n {
        x += 2 * i + 1;
        joint_assert!(STEP: true);
    }
    output!(x = x);
}

#[tass::model]
fn product(n: usize) {
    assume!(n <= 3);
    let mut x = 0;
    for i in 1..=n {
        x = i * i;
        joint_assert!(STEP: x == spec.x);
    }
    output!(x = x);
}

#[tass::model]
fn cubes(n: usize) {
    assume!(n <= 3);
    let mut x = 0;
    for i in 1..=n {
        x = i * i * i;
        joint_assert!(STEP: i > 0 && x == spec.x);
    }
}

#[tass::model]
fn squares_alone(n: usize) {
    let mut x = 0;
    for i in 0..n {
        x += 2 * i + 1;
        joint_assert!(STEP: true);
    }
}

#[test]
fn after_every_step() {
    must_be(&product::model().nprocs(2).spec(squares::model()), &[]);
    // Found at the step at which it goes wrong, though there is no output.
    let model = cubes::model().nprocs(2).spec(squares_alone::model());
    must_be(&model, &[Kind::CollectiveAssertion]);
    insta::assert_snapshot!(show(&model));
}

/// Checked alone, joint assertions and outputs are nothing.
#[test]
fn ignored_when_checked_alone() {
    for model in [cubes::model(), product::model()] {
        let report = model.nprocs(2).check();
        assert!(report.is_verified(), "{report}");
    }
}

/// One step more than the specification does.
#[tass::model]
fn one_more(n: usize) {
    assume!(n <= 2);
    let mut x = 0;
    for i in 1..=n + 1 {
        x = i * i;
        joint_assert!(STEP: x == spec.x);
    }
}

#[test]
fn incomplete() {
    let model = one_more::model().nprocs(2).spec(squares_alone::model());
    must_be(&model, &[Kind::CollectiveAssertionIncomplete]);
    insta::assert_snapshot!(show(&model));
    // The other way round as well.
    let model = squares_of_assumed::model()
        .nprocs(2)
        .spec(one_more::model());
    must_be(&model, &[Kind::CollectiveAssertionIncomplete]);
}

#[tass::model]
fn squares_of_assumed(n: usize) {
    assume!(n <= 2);
    squares_alone(n);
}

#[tass::model]
fn first_then_second(a: i64) {
    let mut x = a;
    joint_assert!(FIRST: true);
    x += 1;
    joint_assert!(SECOND: true);
    output!(x = x);
}

#[tass::model]
fn second_then_first(a: i64) {
    let x = a + 1;
    joint_assert!(SECOND: x == spec.x);
    joint_assert!(FIRST: x == spec.x + 1);
    output!(x = x);
}

#[test]
fn out_of_order() {
    let model = second_then_first::model().nprocs(2);
    let model = model.spec(first_then_second::model());
    must_be(&model, &[Kind::CollectiveAssertionOrder]);
    insta::assert_snapshot!(show(&model));
}

/// A process of a parallel specification by its rank, and the others of its own program.
#[tass::model]
fn ranks(base: usize) {
    let mine = base + mpi!(rank());
    joint_assert!(RANKS: (0..spec_size()).all(|k| spec[k].mine == base + k) && proc.iter().all(|p| p.mine >= base));
}

#[tass::model]
fn spec_size() -> usize {
    2
}

#[tass::model]
fn ranks_off_by_one(base: usize) {
    let mine = base + mpi!(rank());
    joint_assert!(RANKS: spec[mpi!(rank())].mine == mine + 1);
}

#[test]
fn a_parallel_specification() {
    for nprocs in [1, 3] {
        let model = ranks::model().nprocs(nprocs);
        must_be(&model.spec(ranks::model()).spec_nprocs(2), &[]);
    }
    let model = ranks_off_by_one::model().nprocs(2);
    let model = model.spec(ranks::model()).spec_nprocs(2);
    must_be(&model, &[Kind::CollectiveAssertion]);
    // The specification has fewer processes.
    let model = ranks_off_by_one::model().nprocs(3);
    let model = model.spec(ranks::model()).spec_nprocs(2);
    let report = model.violations(Violations::First).check();
    assert!(report.is_refuted(), "{report}");
}

/// `spec.x` where the specification has several processes; it must say which.
#[tass::model]
fn which_one(base: usize) {
    let mine = base;
    joint_assert!(RANKS: spec.mine >= mine);
}

#[test]
fn one_of_several_must_be_named() {
    let model = which_one::model().nprocs(1);
    insta::assert_snapshot!(show(&model.spec(ranks::model()).spec_nprocs(2)));
}

/// The same name means something else in an inner block, or is a reference in a helper.
#[tass::model]
fn in_a_helper(x: &mut [f64], k: f64) {
    for i in 0..x.len() {
        x[i] *= k;
    }
    joint_assert!(SCALED: true);
}

#[tass::model]
fn with_helper(a: [f64; 2], k: f64) {
    let mut v = a.to_vec();
    in_a_helper(&mut v, k);
    v[0] = 0.0;
}

#[tass::model]
fn without_helper(a: [f64; 2], k: f64) {
    let x = [a[0] * k, a[1] * k];
    joint_assert!(SCALED: (0..2).all(|i| spec.x[i] == x[i]));
}

#[test]
fn through_a_reference() {
    let model = without_helper::model().nprocs(2).spec(with_helper::model());
    must_be(&model, &[]);
}

/// Joint and collective assertions have orders of their own.
#[tass::model]
fn both_kinds(a: i64) {
    let x = a;
    if mpi!(rank()) == 0 {
        collective_assert!(ALL: proc.iter().all(|p| p.x == x));
        joint_assert!(BOTH: spec.x == x);
    } else {
        joint_assert!(BOTH: spec.x == x);
        collective_assert!(ALL: true);
    }
}

#[tass::model]
fn joint_only(a: i64) {
    let x = a;
    joint_assert!(BOTH: true);
}

#[test]
fn joint_and_collective_assertions_do_not_order_each_other() {
    must_be(
        &both_kinds::model().nprocs(3).spec(joint_only::model()),
        &[],
    );
    let model = both_kinds::model().nprocs(2).spec(both_kinds::model());
    must_be(&model.spec_nprocs(1), &[]);
}
