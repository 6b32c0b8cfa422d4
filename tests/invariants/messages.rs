//! Several processes: messages that cross iterations, wildcards, collective assertions, and who
//! leaves when.

use tass::prelude::*;

use super::{Not, Verified, check};

/// What is sent in one iteration is received in the next, and the variable it came from has changed
/// by then. Right, but the invariant has no words for the message.
#[tass::model]
fn in_flight(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut x, mut y) = (0, 0, 0);
    invariant!(I: i <= n && i == proc[1 - rank].i && x == 3 * i && (rank == 0 || i < 2 || y == 3 * (i - 2)));
    while i < n {
        if rank == 0 {
            mpi!(send(&x, to = 1));
        } else if i > 0 {
            mpi!(recv(&mut y, from = 0));
            assert!(y == 3 * (i - 1));
        }
        x += 3;
        i += 1;
    }
    if rank == 1 && n > 0 {
        mpi!(recv(&mut y, from = 0));
    }
}

#[tass::model]
fn in_flight_wrong(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut x, mut y) = (0, 0, 0);
    invariant!(I: i <= n && i == proc[1 - rank].i && x == 3 * i);
    while i < n {
        if rank == 0 {
            mpi!(send(&x, to = 1));
        } else if i > 0 {
            mpi!(recv(&mut y, from = 0));
            assert!(y == 3 * i);
        }
        x += 3;
        i += 1;
    }
    if rank == 1 && n > 0 {
        mpi!(recv(&mut y, from = 0));
    }
}

/// A third process lags, so records stay open while others split on what they got from those ahead.
#[tass::model]
fn three(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut x, mut seen) = (0, 0usize, 0);
    if rank == 1 {
        mpi!(recv(&mut x, from = 0));
        mpi!(recv(&mut x, from = 0));
    }
    if rank == 2 {
        mpi!(recv(&mut x, from = 1));
    }
    invariant!(I: i <= n && proc.iter().all(|p| p.i == i) && seen <= 1);
    while i < n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
        } else if rank == 1 {
            if x == 5 {
                seen = 1;
            }
            mpi!(recv(&mut x, from = 0));
            mpi!(send(&i, to = 2));
        } else {
            mpi!(recv(&mut x, from = 1));
        }
        i += 1;
    }
    if rank == 0 {
        mpi!(send(&i, to = 1));
        mpi!(send(&i, to = 1));
    }
    if rank == 1 {
        mpi!(send(&i, to = 2));
    }
    assert!(seen <= 1);
}

#[tass::model]
fn three_wrong(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut x, mut seen) = (0, 0usize, 0);
    if rank == 1 {
        mpi!(recv(&mut x, from = 0));
        mpi!(recv(&mut x, from = 0));
    }
    if rank == 2 {
        mpi!(recv(&mut x, from = 1));
    }
    invariant!(I: i <= n && proc.iter().all(|p| p.i == i) && seen <= 1);
    while i < n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
        } else if rank == 1 {
            if x == 3 {
                seen = 1;
            }
            mpi!(recv(&mut x, from = 0));
            mpi!(send(&i, to = 2));
        } else {
            mpi!(recv(&mut x, from = 1));
        }
        i += 1;
    }
    if rank == 0 {
        mpi!(send(&i, to = 1));
        mpi!(send(&i, to = 1));
    }
    if rank == 1 {
        mpi!(send(&i, to = 2));
    }
    assert!(seen == 0);
}

/// A wildcard in a loop: any of the others may be first.
#[tass::model]
fn wildcard(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n && proc.iter().all(|p| p.i == i) && x < size);
    while i < n {
        if rank == 0 {
            for _ in 1..size {
                mpi!(recv(&mut x, from = ANY));
            }
        } else {
            mpi!(send(&rank, to = 0));
        }
        mpi!(barrier());
        i += 1;
    }
    assert!(x < size);
}

#[tass::model]
fn wildcard_wrong(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut i, mut x) = (0, 2usize);
    invariant!(I: i <= n && proc.iter().all(|p| p.i == i) && x == 2);
    while i < n {
        if rank == 0 {
            for _ in 1..size {
                mpi!(recv(&mut x, from = ANY));
            }
        } else {
            mpi!(send(&rank, to = 0));
        }
        mpi!(barrier());
        i += 1;
    }
}

/// Received into a part of an array of any length.
#[tass::model]
fn slices(n: usize, m: usize) {
    assume!(m > 2);
    let rank = mpi!(rank());
    let mut a = vec![rank; m];
    let mut i = 0;
    invariant!(I: i <= n && i == proc[1 - rank].i && a.len() == m && (2..m).all(|j| a[j] == rank)
        && (rank == 1 || (0..2).all(|j| a[j] == 0)));
    while i < n {
        if rank == 0 {
            mpi!(send(&a[0..2], to = 1));
        } else {
            mpi!(recv(&mut a[0..2], from = 0));
        }
        i += 1;
    }
    assert!(a[2] == rank);
}

#[tass::model]
fn slices_wrong(n: usize, m: usize) {
    assume!(m > 2);
    let rank = mpi!(rank());
    let mut a = vec![rank; m];
    let mut i = 0;
    invariant!(I: i <= n && i == proc[1 - rank].i && a.len() == m && (rank == 1 || a[1] == 0));
    while i < n {
        if rank == 0 {
            mpi!(send(&a[0..2], to = 1));
        } else {
            mpi!(recv(&mut a[0..2], from = 0));
        }
        i += 1;
    }
    assert!(a[1] == rank);
}

/// Collective assertions inside a loop, between loops, and after them.
#[tass::model]
fn together(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    invariant!(I: i <= n && i == proc[1 - rank].i);
    while i < n {
        collective_assert!(A: proc[0].i == proc[1].i);
        i += 1;
        collective_assert!(B: proc[0].i == proc[1].i && i > 0);
    }
    collective_assert!(C: i == n);
    let mut j = 0;
    invariant!(J: j <= n && j == proc[1 - rank].j);
    while j < n {
        j += 1;
    }
    collective_assert!(D: proc[0].j == proc[1].i);
}

#[tass::model]
fn together_wrong(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    invariant!(I: i <= n && i == proc[1 - rank].i);
    while i < n {
        collective_assert!(A: proc[0].i < 3);
        i += 1;
    }
}

/// One process asserts in every iteration, the other only once.
#[tass::model]
pub(super) fn out_of_order(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    invariant!(all::I: i <= n);
    while i < n {
        if rank == 0 || i == 0 {
            collective_assert!(A: true);
        }
        i += 1;
    }
}

/// They do not leave at the same time.
#[tass::model]
pub(super) fn leaves_early(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    invariant!(all::I: i <= n + rank);
    while i < n + rank {
        i += 1;
    }
}

/// One does not come to the loop at all.
#[tass::model]
pub(super) fn absent(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    if rank == 0 {
        invariant!(all::I: i <= n);
        while i < n {
            i += 1;
        }
    }
}

/// They differ in what they believe of each other, one iteration late.
#[tass::model]
fn drift_wrong(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut x) = (0, 0usize);
    invariant!(I: i <= n && i == proc[1 - rank].i);
    while i < n {
        if rank == 0 || i != 2 {
            x += 1;
        }
        i += 1;
    }
    collective_assert!(SAME: x == proc[1 - rank].x);
}

/// Both receive before they send, from the third iteration on.
#[tass::model]
fn deadlock_late(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut x) = (0, 0usize);
    invariant!(I: i <= n && i == proc[1 - rank].i);
    while i < n {
        if rank == 0 && i < 2 {
            mpi!(send(&i, to = 1 - rank));
            mpi!(recv(&mut x, from = 1 - rank));
        } else {
            mpi!(recv(&mut x, from = 1 - rank));
            mpi!(send(&i, to = 1 - rank));
        }
        i += 1;
    }
}

/// A message too many, in one iteration only.
#[tass::model]
fn unreceived(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut x) = (0, 0usize);
    invariant!(I: i <= n && i == proc[1 - rank].i);
    while i < n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
            if i == 3 {
                mpi!(send(&i, to = 1));
            }
        } else {
            mpi!(recv(&mut x, from = 0));
        }
        i += 1;
    }
}

#[test]
fn right_and_wrong() {
    check(&[
        ("in_flight", in_flight::model, 2, Not("not_inductive")),
        (
            "in_flight_wrong",
            in_flight_wrong::model,
            2,
            Not("assertion"),
        ),
        ("three", three::model, 3, Verified),
        ("three_wrong", three_wrong::model, 3, Not("assertion")),
        ("wildcard", wildcard::model, 3, Verified),
        ("wildcard_wrong", wildcard_wrong::model, 3, Not("invariant")),
        ("slices", slices::model, 2, Verified),
        ("slices_wrong", slices_wrong::model, 2, Not("assertion")),
        ("together", together::model, 2, Verified),
        (
            "together_wrong",
            together_wrong::model,
            2,
            Not("collective_assertion"),
        ),
        (
            "out_of_order",
            out_of_order::model,
            2,
            Not("collective_assertion_order"),
        ),
        ("leaves_early", leaves_early::model, 2, Not("loop_exit")),
        (
            "absent",
            absent::model,
            2,
            Not("collective_assertion_incomplete"),
        ),
        (
            "drift_wrong",
            drift_wrong::model,
            2,
            Not("collective_assertion"),
        ),
        ("deadlock_late", deadlock_late::model, 2, Not("deadlock")),
        (
            "unreceived",
            unreceived::model,
            2,
            Not("potential_deadlock"),
        ),
    ]);
}
