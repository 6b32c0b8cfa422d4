//! Invariants of each process alone: loops that run differently often, nested with common ones,
//! and what must not be proved by forgetting who knows what.
#![allow(
    clippy::explicit_counter_loop,
    reason = "the count is what the invariant is about"
)]

use tass::prelude::*;

use super::{Not, Verified, check};

/// A block of `0..n` for each process, and the sum of all blocks.
#[tass::model]
fn blocks(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (lo, hi) = (rank * n / size, (rank + 1) * n / size);
    let mut count = 0;
    invariant!(BLOCK: count == i - lo);
    for i in lo..hi {
        count += 1;
    }
    let mut total = 0;
    mpi!(allreduce(&count, &mut total, op = SUM));
    assert!(total == n);
}

#[tass::model]
fn blocks_wrong(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (lo, hi) = (rank * n / size, (rank + 1) * n / size);
    let mut count = 0;
    invariant!(BLOCK: count <= i - lo);
    for i in lo..hi {
        if i != 2 {
            count += 1;
        }
    }
    let mut total = 0;
    mpi!(allreduce(&count, &mut total, op = SUM));
    assert!(total == n);
}

/// The same for everybody: not all leave together, and a block may be empty.
#[tass::model]
fn blocks_together(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (lo, hi) = (rank * n / size, (rank + 1) * n / size);
    let mut count = 0;
    invariant!(all::BLOCK: count == i - lo);
    for i in lo..hi {
        count += 1;
    }
}

/// Nobody says that all leave together: each alone, they need not.
#[tass::model]
fn weak(n: usize) {
    let mut i = 0;
    invariant!(C: i <= n);
    while i < n {
        i += 1;
    }
    assert!(i == n);
}

#[tass::model]
fn disagree(n: usize) {
    let step = if mpi!(rank()) == 1 { 2 } else { 1 };
    let mut i = 0;
    invariant!(C: i <= n + 1);
    while i < n {
        i += step;
    }
    assert!(i >= n);
}

#[tass::model]
fn disagree_wrong(n: usize) {
    let step = if mpi!(rank()) == 1 { 2 } else { 1 };
    let mut i = 0;
    invariant!(C: i <= n + 1);
    while i < n {
        i += step;
    }
    assert!(i == n);
}

#[tass::model]
fn skipped(n: usize) {
    let mut i = 0;
    if mpi!(rank()) == 0 {
        invariant!(C: i <= n);
        while i < n {
            i += 1;
        }
        assert!(i == n);
    }
}

/// A loop of all around one of each alone.
#[tass::model]
fn common_around(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut x) = (0, 0);
    invariant!(ROUNDS: i <= n && i == proc[1 - rank].i && x <= 3);
    while i < n {
        let mut k = 0;
        invariant!(STEPS: k <= 2 + rank);
        while k < 2 + rank {
            k += 1;
        }
        x = k;
        i += 1;
    }
    assert!(n == 0 || x <= 3);
}

#[tass::model]
fn common_around_wrong(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut x) = (0, 0);
    invariant!(ROUNDS: i <= n && i == proc[1 - rank].i && x <= 3);
    while i < n {
        let mut k = 0;
        invariant!(STEPS: k <= 2 + rank);
        while k < 2 + rank {
            k += 1;
        }
        x = k;
        i += 1;
    }
    assert!(n == 0 || x == 2);
}

/// A loop of each alone around one of all. Right, but nothing says that nobody leaves the outer
/// loop before the others: `proc` would.
#[tass::model]
fn alone_around(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut x) = (0, 0);
    invariant!(MINE: i <= 3 && x == 2 * i);
    while i < 3 {
        let mut k = 0;
        invariant!(OURS: k <= n && k == proc[1 - rank].k);
        while k < n {
            k += 1;
        }
        x += 2;
        i += 1;
        assert!(k == n);
    }
    assert!(x == 6);
}

#[tass::model]
fn alone_around_wrong(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut x) = (0, 0);
    invariant!(MINE: i <= 3 + rank);
    while i < 3 + rank {
        let mut k = 0;
        invariant!(OURS: k <= n && k == proc[1 - rank].k);
        while k < n {
            k += 1;
        }
        x += 2;
        i += 1;
    }
    assert!(x <= 8);
}

/// The receiver's own count is not known to be the sender's.
#[tass::model]
fn sent_exactly(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut x) = (0, 0usize);
    invariant!(C: i <= n);
    while i < n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
        } else {
            mpi!(recv(&mut x, from = 0));
            assert!(x == i);
        }
        i += 1;
    }
}

#[tass::model]
fn sent_wrong(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut x) = (0, 0usize);
    invariant!(C: i <= n);
    while i < n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
        } else {
            mpi!(recv(&mut x, from = 0));
            assert!(x < 2);
        }
        i += 1;
    }
}

/// A snapshot of an earlier round, looked at when its process is rounds ahead.
#[tass::model]
fn ahead_wrong(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    invariant!(C: i <= n);
    while i < n {
        collective_assert!(SMALL: proc[0].i < 2);
        i += 1;
    }
    assert!(rank < 2);
}

/// Only those who belong to it meet the workers' invariant.
#[tass::model]
fn workers(n: usize) {
    universe!(workers: |p| p != 0);
    let rank = mpi!(rank());
    let mut i = 0;
    if rank != 0 {
        invariant!(workers::W: i <= n && proc.iter().all(|p| p.i == i));
        while i < n {
            i += 1;
        }
        assert!(i == n);
    }
}

#[tass::model]
fn outsider(n: usize) {
    universe!(workers: |p| p != 0);
    let mut i = 0;
    invariant!(workers::W: i <= n);
    while i < n {
        i += 1;
    }
}

#[tass::model]
fn worker_missing(n: usize) {
    universe!(workers: |p| p != 0);
    let rank = mpi!(rank());
    let mut i = 0;
    if rank == 1 {
        invariant!(workers::W: i <= n);
        while i < n {
            i += 1;
        }
    }
}

#[test]
fn right_and_wrong() {
    check(&[
        ("blocks", blocks::model, 2, Verified),
        ("blocks_wrong", blocks_wrong::model, 2, Not("assertion")),
        (
            "blocks_together",
            blocks_together::model,
            2,
            Not("loop_exit"),
        ),
        ("weak", weak::model, 3, Verified),
        ("disagree", disagree::model, 2, Verified),
        ("disagree_wrong", disagree_wrong::model, 2, Not("assertion")),
        ("skipped", skipped::model, 2, Verified),
        ("common_around", common_around::model, 2, Verified),
        (
            "common_around_wrong",
            common_around_wrong::model,
            2,
            Not("assertion"),
        ),
        ("alone_around", alone_around::model, 2, Not("not_converged")),
        (
            "alone_around_wrong",
            alone_around_wrong::model,
            2,
            Not("collective_assertion_incomplete"),
        ),
        ("sent_exactly", sent_exactly::model, 2, Not("not_inductive")),
        ("sent_wrong", sent_wrong::model, 2, Not("assertion")),
        (
            "ahead_wrong",
            ahead_wrong::model,
            2,
            Not("collective_assertion"),
        ),
        ("workers", workers::model, 3, Verified),
        ("outsider", outsider::model, 3, Not("collective_universe")),
        (
            "worker_missing",
            worker_missing::model,
            3,
            Not("collective_assertion_incomplete"),
        ),
    ]);
}
