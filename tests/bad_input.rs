//! Models that ask for too much, or for nothing: what the report says, word for word.
//!
//! None of these may pass. The snapshots are read as a newcomer would: is it clear what is wrong,
//! where, and what to do?

use std::time::Duration;

use tass::prelude::*;
use tass::{Kind, Model, Report, Violations};

/// Shows the report of a run that must not pass.
fn show(model: &Model) -> String {
    let report: Report = model.check();
    assert!(!report.is_verified(), "this must not pass\n{report}");
    let again = model.check();
    assert_eq!(
        report.snapshot(),
        again.snapshot(),
        "the same model gives the same bytes"
    );
    report.snapshot()
}

#[tass::model]
fn contradiction(n: i32) {
    assume!(n > 3);
    assume!(n < 2);
    assert!(n == 0);
}

#[test]
fn contradictory_assumptions() {
    insta::assert_snapshot!(show(&contradiction::model().nprocs(2)));
}

/// Each process assumes something else of the same input.
#[tass::model]
fn contradiction_across_processes(n: usize) {
    assume!(n == mpi!(rank()));
    mpi!(barrier());
}

#[test]
fn contradictory_assumptions_across_processes() {
    insta::assert_snapshot!(show(&contradiction_across_processes::model().nprocs(2)));
}

#[tass::model]
fn fine(n: i32) {
    assert!(n < n + 1);
}

#[test]
fn zero_processes() {
    insta::assert_snapshot!(show(&fine::model().nprocs(0)));
}

#[tass::model]
fn neighbour() {
    let rank = mpi!(rank());
    mpi!(send(&rank, to = rank + 1));
}

#[test]
fn rank_out_of_range() {
    insta::assert_snapshot!(show(&neighbour::model().nprocs(2)));
}

#[tass::model]
fn destination(to: usize) {
    if mpi!(rank()) == 0 {
        mpi!(send(&1.5, to = to));
    }
}

#[test]
fn rank_from_an_input() {
    insta::assert_snapshot!(show(&destination::model().nprocs(2)));
}

/// Both sides agree on the tag, but which one it is takes a case for each.
#[tass::model]
fn tag_from_an_input(n: usize) {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1, tag = n));
    } else {
        mpi!(recv(&mut x, from = 0, tag = n));
    }
}

#[test]
fn too_many_values() {
    insta::assert_snapshot!(show(&tag_from_an_input::model().nprocs(2)));
}

/// There is no rational root, and what the prover finds instead cannot be shown.
#[tass::model]
fn root_of_two(x: f64) {
    assert!(x * x != 2.0);
}

#[test]
fn irrational_counterexample() {
    insta::assert_snapshot!(show(&root_of_two::model()));
}

/// A name that occurs twice in the failed condition is shown once.
#[tass::model]
fn not_all_are_even(n: i64) {
    assert!(n / 2 * 2 == n);
}

#[test]
fn values_are_shown_once() {
    insta::assert_snapshot!(show(&not_all_are_even::model()));
}

#[tass::model]
fn length_by_cast(n: i64) {
    let u = vec![0.0; n as usize];
    assert!(!u.is_empty());
}

#[test]
fn negative_length_by_cast() {
    insta::assert_snapshot!(show(&length_by_cast::model()));
}

#[tass::model]
fn length_by_subtraction(n: usize) {
    let u = vec![0.0; n - 2];
    assert!(u.len() < n);
}

#[test]
fn negative_length_by_subtraction() {
    insta::assert_snapshot!(show(&length_by_subtraction::model()));
}

#[tass::model]
fn unreached(n: u32) {
    if n % 2 > 1 {
        assert!(n == 0, "never looked at");
    }
}

#[test]
fn unreached_assertion() {
    insta::assert_snapshot!(show(&unreached::model()));
}

#[tass::model]
fn uncovered(n: i32) {
    assume!(n > 0);
    cover!(n < 0);
    assert!(n > 0);
}

#[test]
fn failed_cover() {
    insta::assert_snapshot!(show(&uncovered::model()));
}

/// No integers: Fermat, with exponent 3. True, and out of reach.
#[tass::model]
fn fermat(a: i64, b: i64, c: i64) {
    assume!(a > 0 && b > 0 && c > 0);
    assert!(a * a * a + b * b * b != c * c * c);
}

#[test]
fn prover_unknown() {
    let report = fermat::model()
        .prover_timeout(Duration::from_millis(200))
        .check();
    assert!(!report.is_verified() && !report.is_refuted(), "{report}");
    insta::assert_snapshot!(report.snapshot());
}

/// An unknown obligation is an open question even if everything else is proved.
#[tass::model]
fn one_of_many(a: i64, b: i64, c: i64) {
    assume!(a > 0 && b > 0 && c > 0);
    assert!(a + b > 1);
    assert!(a * a * a + b * b * b != c * c * c);
    assert!(a + b + c > 2);
}

#[test]
fn one_unknown_obligation_is_not_a_pass() {
    let report = one_of_many::model()
        .prover_timeout(Duration::from_millis(200))
        .check();
    assert_eq!(
        report.verdict().map(|v| v.name()),
        Some("inconclusive"),
        "{report}"
    );
}

#[tass::model]
fn counts_to(n: u32) {
    let mut i = 0;
    while i < n {
        i += 1;
        mpi!(barrier());
    }
}

#[test]
fn max_states() {
    insta::assert_snapshot!(show(&counts_to::model().nprocs(2).max_states(20)));
}

#[test]
fn max_depth() {
    insta::assert_snapshot!(show(&counts_to::model().nprocs(2).max_depth(20)));
}

#[test]
fn timeout() {
    insta::assert_snapshot!(show(
        &counts_to::model()
            .nprocs(2)
            .timeout(Duration::from_millis(50))
    ));
}

/// A violation that is there is reported, whatever budget ran out elsewhere.
#[tass::model]
fn fails_then_counts(n: u32) {
    assert!(n < 1_000);
    let mut i = 0;
    while i < n {
        i += 1;
        mpi!(barrier());
    }
}

#[test]
fn a_violation_outlives_a_budget() {
    let model = fails_then_counts::model()
        .nprocs(2)
        .max_depth(20)
        .violations(tass::Violations::All);
    let report = model.check();
    assert_eq!(report.kinds(), [tass::Kind::Assertion], "{report}");
}

#[tass::model]
fn descends(n: u64) -> u64 {
    if n == 0 { 0 } else { 1 + descends(n - 1) }
}

#[tass::model]
fn unbounded_recursion(n: u64) {
    assert!(descends(n) == n);
}

/// Not shown twice: a thousand calls take their time.
#[test]
fn recursion_without_bound() {
    let report = unbounded_recursion::model().check();
    assert!(!report.is_verified(), "{report}");
    insta::assert_snapshot!(report.snapshot());
}

/// A recursion that its input bounds is followed to its end.
#[tass::model]
fn bounded_recursion(n: u64) {
    assume!(n < 6);
    assert!(descends(n) == n);
}

#[test]
fn recursion_with_a_bound() {
    let report = bounded_recursion::model().check();
    assert!(report.is_verified(), "{report}");
}

/// The right-hand side is evaluated before the place that it goes to (found by the oracle), a
/// receiver before the arguments.
#[tass::model]
#[allow(unused_assignments)]
fn two_mistakes_at_once(m: i64, which: bool) {
    let (size, mut a, mut lists) = (mpi!(size()), [4, 5], vec![vec![0]]);
    if which {
        a[size] -= 7 / m;
    } else {
        lists[size].push(7 % m);
    }
}

#[test]
fn the_first_of_two_mistakes_counts() {
    let model = two_mistakes_at_once::model().nprocs(2);
    let report = model.violations(Violations::All).check();
    let found: Vec<(Kind, &str)> = report
        .violations()
        .iter()
        .map(|v| (v.kind, v.inputs[1].1.as_str()))
        .collect();
    assert!(found.contains(&(Kind::DivisionByZero, "true")), "{report}");
    assert!(
        !found.contains(&(Kind::DivisionByZero, "false")),
        "{report}"
    );
    assert!(found.contains(&(Kind::OutOfBounds, "false")), "{report}");
}

/// Operands are evaluated before the operation looks at them, as in any call.
#[tass::model]
fn operands_first() {
    let x = 0;
    let mut y = 1;
    let zero = mpi!(rank());
    mpi!(sendrecv(&x, to = 1, &mut y, from = zero - 1));
}

#[test]
fn a_failing_operand_comes_before_a_wrong_rank() {
    let report = operands_first::model().nprocs(1).check();
    assert_eq!(report.kinds(), [tass::Kind::UnsignedUnderflow], "{report}");
}
