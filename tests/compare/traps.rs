//! Ways to be fooled: programs that look equal, or unequal, if one does not look closely.

use tass::prelude::*;
use tass::{Deadlock, Kind};

use super::must_be;

/// What each program chooses is its own affair.
#[tass::model]
fn chosen() {
    let x = choose!(0..2);
    output!(x = x);
}

#[tass::model]
fn never_two() {
    let x = choose!(0..2);
    output!(x = if x == 2 { 1 } else { 0 });
}

#[tass::model]
fn zero() {
    output!(x = 0);
}

#[test]
fn choices_of_two_programs_are_independent() {
    let model = chosen::model().nprocs(1).spec(chosen::model());
    must_be(&model, &[Kind::OutputMismatch]);
    must_be(&never_two::model().nprocs(1).spec(zero::model()), &[]);
}

/// A specification that is wrong for the inputs that the implementation does not get to.
#[tass::model]
fn stops_early(n: i64) {
    if mpi!(rank()) == 0 && n == 5 {
        let mut x = 0i64;
        mpi!(recv(&mut x, from = 1));
    }
    output!(n = n);
}

#[tass::model]
fn plain(n: i64) {
    output!(n = n);
}

#[tass::model]
fn wrong_at_five(n: i64) {
    output!(n = if n == 5 { 6 } else { n });
}

#[test]
fn a_deadlock_of_the_implementation() {
    let model = stops_early::model().nprocs(2);
    must_be(&model.clone().spec(plain::model()), &[Kind::Deadlock]);
    // The programs differ only where the implementation gets stuck.
    must_be(&model.spec(wrong_at_five::model()), &[Kind::Deadlock]);
}

/// Both send first: right if MPI buffers, and then the outputs are compared.
#[tass::model]
fn head_to_head(n: i64) {
    let mut m = 0i64;
    mpi!(send(&n, to = 1 - mpi!(rank())));
    mpi!(recv(&mut m, from = 1 - mpi!(rank())));
    output!(n = m);
}

#[test]
fn outputs_behind_a_potential_deadlock() {
    let model = head_to_head::model().nprocs(2);
    must_be(
        &model.clone().spec(plain::model()),
        &[Kind::PotentialDeadlock],
    );
    let buffered = model.clone().deadlock(Deadlock::Absolute);
    must_be(&buffered.spec(plain::model()), &[]);
    let wrong = model.spec(wrong_at_five::model());
    must_be(&wrong, &[Kind::PotentialDeadlock, Kind::OutputMismatch]);
}

/// An equation that one process learns after another has left its snapshot.
#[tass::model]
fn learns_later(x: i64, y: i64) {
    let z = x + y;
    if mpi!(rank()) == 0 {
        collective_assert!(A: true);
        mpi!(send(&z, to = 1));
    } else {
        let mut w = 0i64;
        mpi!(recv(&mut w, from = 0));
        assume!(x == 3 - y && w == 3);
        collective_assert!(A: proc[0].z == 3 && proc[0].x == 3 - y);
    }
}

#[tass::model]
fn learns_by_a_branch(x: i64, y: i64) {
    let z = 2 * x;
    if mpi!(rank()) == 0 {
        collective_assert!(A: true);
    } else if x == y + 1 {
        collective_assert!(A: proc[0].z == 2 * y + 2);
    } else {
        collective_assert!(A: proc[0].z != 2 * y + 2);
    }
}

#[test]
fn snapshots_and_what_is_learnt_after_them() {
    must_be(&learns_later::model().nprocs(2), &[]);
    must_be(&learns_by_a_branch::model().nprocs(2), &[]);
}

/// A process by an input, and out of range.
#[tass::model]
fn by_input(k: usize) {
    assume!(k < 3);
    let x = mpi!(rank()) + 1;
    collective_assert!(A: proc[k].x == k + 1);
}

#[tass::model]
fn beyond(k: usize) {
    assume!(k < 4);
    let x = mpi!(rank()) + 1;
    collective_assert!(A: proc[k].x == k + 1);
}

#[tass::model]
fn guarded(k: usize) {
    let x = mpi!(rank()) + 1;
    collective_assert!(A: k >= 3 || proc[k].x == k + 1);
}

/// The condition before `||` decides, though not by itself: no process 7 is ever asked for, and
/// what comes after is still checked.
#[tass::model]
fn behind_a_guard(k: usize, m: i64) {
    assume!(k < 9 && (k < 1 || m > 0));
    elaborate!(k);
    let x = mpi!(rank()) + 1;
    collective_assert!(A: k >= 1 && m > 0 || proc[k].x == k + 1);
    assert!(k != 7);
}

/// The same of a process that does not belong to the universe.
#[tass::model]
fn outsider_behind_a_guard(m: i64) {
    universe!(others: |p| p != 0);
    assume!(m > 0);
    let x = mpi!(rank());
    if x != 0 {
        collective_assert!(others::A: m > 0 || proc[0].x == 0);
    }
    if x == 1 {
        assert!(m != 7);
    }
}

#[tass::model]
fn under_a_quantifier(n: usize) {
    assume!(n <= 3);
    let x = mpi!(rank()) + 1;
    collective_assert!(ALL: (0..n).all(|k| proc[k].x == k + 1));
    collective_assert!(SUM: (0..n).map(|k| proc[k].x).sum::<usize>() == n * (n + 1) / 2);
    collective_assert!(BEFORE: proc[..n].iter().all(|p| p.x <= n));
}

#[tass::model]
fn none_of_them(n: usize) {
    assume!(n <= 3);
    let x = mpi!(rank()) + 1;
    collective_assert!(ANY: (0..n).any(|k| proc[k].x == 2));
}

/// `x` is a number at one place of the assertion, a vector at the other.
#[tass::model]
fn another_type_there() {
    if mpi!(rank()) == 0 {
        let x = 1;
        collective_assert!(A: proc[1].x == x);
    } else {
        let x = [1, 2];
        collective_assert!(A: x[0] == 1);
    }
}

#[test]
fn variables_of_another_type() {
    insta::assert_snapshot!(super::show(&another_type_there::model().nprocs(2)));
}

#[test]
fn processes_by_their_number() {
    must_be(&behind_a_guard::model().nprocs(1), &[Kind::Assertion]);
    must_be(
        &outsider_behind_a_guard::model().nprocs(2),
        &[Kind::Assertion],
    );
    must_be(&under_a_quantifier::model().nprocs(3), &[]);
    must_be(
        &none_of_them::model().nprocs(3),
        &[Kind::CollectiveAssertion],
    );
    must_be(&by_input::model().nprocs(3), &[]);
    must_be(&beyond::model().nprocs(3), &[Kind::InvalidRank]);
    must_be(&guarded::model().nprocs(3), &[]);
}

/// The snapshot is of the moment, whatever happens to the variables afterwards, or in inner blocks.
#[tass::model]
fn moments() {
    let rank = mpi!(rank());
    let mut x = vec![rank, 10 + rank];
    collective_assert!(A: proc.iter().all(|p| p.x[0] + 10 == p.x[1]));
    x[0] = 99;
    {
        let x = rank + 5;
        collective_assert!(B: proc[0].x == 5 && x >= 5);
    }
    let x = x[0] + rank;
    collective_assert!(C: proc[0].x == 99);
}

#[test]
fn snapshots_are_of_the_moment() {
    must_be(&moments::model().nprocs(3), &[]);
}

/// One process fails in a way of its own, another in a joint assertion: neither hides the other.
#[tass::model]
fn two_mistakes(n: i64) {
    let x = n;
    if mpi!(rank()) == 1 {
        assert!(n != 3);
    }
    joint_assert!(X: x == spec.x);
    output!(x = x);
}

#[tass::model]
fn another_x(n: i64) {
    let x = if n == 4 { 0 } else { n };
    joint_assert!(X: true);
    output!(x = if n == 6 { 0 } else { n });
}

#[test]
fn all_violations() {
    let model = two_mistakes::model().nprocs(2).spec(another_x::model());
    must_be(
        &model,
        &[
            Kind::Assertion,
            Kind::CollectiveAssertion,
            Kind::OutputMismatch,
        ],
    );
}

/// Whoever comes last to a false collective assertion goes no further; what the others do after it
/// is found all the same.
#[tass::model]
fn goes_on(n: i64) {
    let x = mpi!(rank());
    collective_assert!(A: proc[0].x == proc[1].x);
    if x == 1 {
        assert!(n == 0);
    } else {
        assert!(5 / n < 6);
    }
}

#[tass::model]
fn goes_on_out_of_order(n: i64) {
    let x = mpi!(rank());
    if x == 0 {
        collective_assert!(A: x == 0);
        assert!(n == 0);
    } else {
        collective_assert!(B: x == 1);
        assert!(5 / n < 6);
    }
}

#[test]
fn what_comes_after_a_false_collective_assertion() {
    let kinds = [
        Kind::CollectiveAssertion,
        Kind::Assertion,
        Kind::DivisionByZero,
    ];
    must_be(&goes_on::model().nprocs(2), &kinds);
    let kinds = [
        Kind::CollectiveAssertionOrder,
        Kind::Assertion,
        Kind::DivisionByZero,
    ];
    must_be(&goes_on_out_of_order::model().nprocs(2), &kinds);
}

/// A process that goes round for ever, from its first statement.
#[tass::model]
fn for_ever(n: i64) {
    loop {
        if n == 0 {
            break;
        }
    }
    output!(n = n);
}

#[tass::model]
fn wrong(n: i64) {
    assert!(n == 0);
    output!(n = n);
}

/// A program that does not end puts nothing out; the other one is checked all the same.
#[test]
fn endless_programs() {
    for (one, two) in [
        (for_ever::model(), wrong::model()),
        (wrong::model(), for_ever::model()),
    ] {
        let report = one.nprocs(1).spec(two).check();
        assert!(!report.is_verified(), "{report}");
    }
}
