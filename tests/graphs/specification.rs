//! What is said of programs, rather than done by them.

#![allow(unused, clippy::all, reason = "odd forms on purpose")]

use tass::prelude::*;

/// All that must hold, and all that must not be reached.
#[tass::model]
pub(super) fn assertions(n: i64, v: &[i64]) {
    assume!(n > 0);
    assert!(n > 1, "n is {n}, and so is {}", n);
    assert_eq!(n, 2);
    assert_ne!(n + 1, 3, "not three");
    debug_assert!(v.len() > 1);
    cover!(n == 3);
    if n == 4 {
        panic!("four: {n}");
    }
    if n == 5 {
        todo!()
    }
    if n == 6 {
        unreachable!("never {}", n);
    }
    let x = if n > 7 { n } else { unreachable!() };
}

/// Values that nobody decides, and splits that somebody asks for.
#[tass::model]
pub(super) fn choices(n: usize) {
    let a = choose!(0..n);
    let b = choose!(1..=3);
    elaborate!(a);
    elaborate!(a + b);
    let sum = choose!(0..2) + choose!(0..2);
}

/// Conditions that speak of other processes.
#[tass::model]
pub(super) fn collective(a: f64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let right = (rank + 1) % size;
    let mut u = [a, 0.0];
    let done = rank == 0;
    collective_assert!(RIGHT: proc[right].u[0] == u[0] && proc[0].done);
    collective_assert!(halo::ALL: proc.iter().all(|p| p.done || p.rank < size));
    collective_assert!(BEFORE: proc[..rank].iter().any(|p| p.done));
    collective_assert!(SUM: proc.iter().filter(|p| p.done).map(|p| p.rank).sum::<usize>() == 0);
    collective_assert!(ENDS: proc[proc.len() - 1].rank == size - 1);
}

/// Conditions that count messages.
#[tass::model]
pub(super) fn counters(x: i64) {
    let rank = mpi!(rank());
    let other = 1 - rank;
    mpi!(send(&x, to = other, tag = 3));
    collective_assert!(OWN: sent(other) == 1 && received(other, tag = 3) == 0);
    collective_assert!(PROC: proc[other].sent(rank) == 1);
    collective_assert!(FLIGHT: in_flight(rank, other) == 1 && in_flight(0, 1, tag = 3) == 1);
    collective_assert!(ANYONE: received(ANY) == 0);
}

/// Assertions of some processes.
#[tass::model]
pub(super) fn universes(a: i64) {
    universe!(workers: |p| p != 0 && p < mpi!(size()));
    let rank = mpi!(rank());
    let x = a;
    if rank != 0 {
        collective_assert!(workers::SAME: proc.iter().all(|p| p.x == x) && proc[1].x == a);
    }
    collective_assert!(END: true);
}

#[tass::model]
pub(super) fn within(i: usize, n: usize) -> bool {
    let limit = if n > 3 { n } else { 3 };
    i <= limit
}

/// Loops with invariants: of each process alone, of all together, with predicates and frames.
#[tass::model]
pub(super) fn invariants(n: usize) {
    let mut a = vec![0; n];
    let mut i = 0;
    invariant!(ALONE: i <= n && (0..i).all(|k| a[k] == 1) && within(i, n));
    assigns!(i, a[0..n]);
    while i < n {
        a[i] = 1;
        i += 1;
    }
    let mut t = 0;
    invariant!(TOGETHER: t <= n && proc[0].t == t);
    while t < n {
        t += 1;
    }
    let mut sum = 0;
    invariant!(FOR: sum == k);
    for k in 0..n {
        sum += 1;
    }
}

/// Loops with invariants that are left by other ways than their conditions.
#[tass::model]
pub(super) fn leaving(n: usize) -> usize {
    let mut i = 0;
    invariant!(I: i <= n);
    while i < n {
        if i == 3 {
            break;
        }
        if i == 4 {
            return i;
        }
        i += 1;
    }
    i
}

/// Shared variables, tests of them, and what must hold of them.
#[tass::model]
pub(super) fn memory() {
    let rank = mpi!(rank());
    let mut wants = shared!(false);
    let mut inside = shared!(false);
    always!(!proc.iter().all(|p| p.inside) || proc.iter().any(|p| p.wants));
    loop {
        wants = true;
        while proc[..rank].iter().any(|p| p.wants) {}
        if proc.iter().all(|p| !p.inside) {
            (wants, inside) = (false, true);
            critical!({
                cover!(true);
            });
            inside = false;
        }
    }
}

/// A specification with two processes' worth of variables to look at.
#[tass::model]
pub(super) fn sequential(n: usize) {
    let mut x = 0;
    joint_invariant!(I: true);
    while x < n {
        x += 1;
    }
    joint_assert!(DONE: true);
    output!(x = x);
}

/// An implementation that is compared with it.
#[tass::model]
pub(super) fn parallel(n: usize) {
    let rank = mpi!(rank());
    let mut x = 0;
    joint_invariant!(I: x == spec.x && spec.sent(0) == 0);
    while x < n {
        x += 1;
    }
    joint_assert!(DONE: x == spec[0].x && proc[rank].x == x);
    if rank == 0 {
        output!(x = x);
    }
}
