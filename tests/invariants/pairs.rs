//! Two programs: joint invariants where one runs ahead, specifications of several processes.

use tass::prelude::*;

use super::{Not, Verified, check};

/// Adds up one by one.
#[tass::model]
fn slow(n: usize) {
    let (mut i, mut s) = (0, 0);
    joint_invariant!(SUM: true);
    while i < n {
        s += 2;
        i += 1;
    }
    output!(s = s);
}

#[tass::model]
fn sums(n: usize) {
    let (mut i, mut s) = (0, 0);
    joint_invariant!(SUM: i == spec.i && s == spec.s);
    while i < n {
        s += 1;
        s += 1;
        i += 1;
    }
    output!(s = s);
}

#[tass::model]
fn sums_wrong(n: usize) {
    let (mut i, mut s) = (0, 0);
    joint_invariant!(SUM: i == spec.i);
    while i < n {
        s += if i == 3 { 1 } else { 2 };
        i += 1;
    }
    output!(s = s);
}

/// Equal by an invariant that nobody can establish.
#[tass::model]
fn sums_unfounded(n: usize) {
    let (mut i, mut s) = (0, 1);
    joint_invariant!(SUM: i == spec.i && s == spec.s);
    while i < n {
        s += 2;
        i += 1;
    }
    output!(s = s);
}

/// A loop of its own before the joint one. It comes to an end, so the specification need not run
/// ahead.
#[tass::model]
fn ahead(n: usize) {
    let (mut i, mut s) = (0, 0);
    let mut k = 0;
    invariant!(MINE: k <= n);
    while k < n {
        k += 1;
    }
    joint_invariant!(SUM: i == spec.i && s == spec.s && k == n);
    while i < k {
        s += 2;
        i += 1;
    }
    output!(s = s);
}

#[tass::model]
fn fewer(n: usize) {
    let (mut i, mut s) = (0, 0);
    joint_invariant!(SUM: i == spec.i && s == spec.s);
    while i + 1 < n {
        s += 2;
        i += 1;
    }
    output!(s = s);
}

/// A specification of two processes that take turns.
#[tass::model]
fn two(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut s) = (0, 0);
    joint_invariant!(SUM: true);
    while i < n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
        } else {
            let mut x = 0usize;
            mpi!(recv(&mut x, from = 0));
            s += x;
        }
        i += 1;
    }
    if rank == 1 {
        output!(s = s);
    }
}

#[tass::model]
fn alone(n: usize) {
    let (mut i, mut s) = (0, 0);
    joint_invariant!(SUM: i == spec[0].i && i == spec[1].i && s == spec[1].s);
    while i < n {
        s += i;
        i += 1;
    }
    output!(s = s);
}

#[tass::model]
fn alone_wrong(n: usize) {
    let (mut i, mut s) = (0, 0);
    joint_invariant!(SUM: i == spec[0].i && i == spec[1].i);
    while i < n {
        s += if i == 2 { 0 } else { i };
        i += 1;
    }
    output!(s = s);
}

fn against_two(model: tass::Model) -> tass::Model {
    model.spec(two::model()).spec_nprocs(2)
}

#[test]
fn right_and_wrong() {
    check(&[
        ("sums", || sums::model().spec(slow::model()), 1, Verified),
        (
            "sums_wrong",
            || sums_wrong::model().spec(slow::model()),
            1,
            Not("output_mismatch"),
        ),
        (
            "sums_unfounded",
            || sums_unfounded::model().spec(slow::model()),
            1,
            Not("invariant_entry"),
        ),
        ("ahead", || ahead::model().spec(slow::model()), 1, Verified),
        ("alone", || against_two(alone::model()), 1, Verified),
        (
            "alone_wrong",
            || against_two(alone_wrong::model()),
            1,
            Not("output_mismatch"),
        ),
        (
            "fewer",
            || fewer::model().spec(slow::model()),
            1,
            Not("loop_exit"),
        ),
    ]);
}
