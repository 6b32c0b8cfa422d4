//! Tags, ranks and roots that change from round to round: what decides them is forgotten when the
//! loop is generalised, and the message that one process has posted by then must not lose it.

use tass::prelude::*;

use super::{Not, Verified, check};

#[tass::model]
fn tag_by_round(n: usize) {
    let rank = mpi!(rank());
    let mut x = 0usize;
    invariant!(all::I: i == proc[0].i);
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1, tag = i % 2));
        } else {
            mpi!(recv(&mut x, from = 0, tag = i % 2));
            assert!(x == i);
        }
    }
}

#[tass::model]
fn tag_by_round_wrong(n: usize) {
    let rank = mpi!(rank());
    let mut x = 0usize;
    invariant!(all::I: i == proc[0].i);
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1, tag = i % 2));
        } else {
            mpi!(recv(&mut x, from = 0, tag = if i == 7 { 0 } else { i % 2 }));
        }
    }
}

/// The invariant does not say which of the two it is, only that both processes have the same.
#[tass::model]
fn tag_alternates(n: usize) {
    let rank = mpi!(rank());
    let (mut x, mut t) = (0usize, 0);
    invariant!(all::I: i == proc[0].i && t == proc[0].t && (t == 0 || t == 1));
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1, tag = t));
        } else {
            mpi!(recv(&mut x, from = 0, tag = t));
            assert!(x == i);
        }
        t = 1 - t;
    }
}

#[tass::model]
fn tag_alternates_wrong(n: usize) {
    let rank = mpi!(rank());
    let (mut x, mut t) = (0usize, 0);
    invariant!(all::I: i == proc[0].i && (t == 0 || t == 1));
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1, tag = t));
        } else {
            mpi!(recv(&mut x, from = 0, tag = t));
        }
        if rank == 0 || i != 8 {
            t = 1 - t;
        }
    }
}

#[tass::model]
fn peer_by_round(n: usize) {
    let rank = mpi!(rank());
    let mut x = 0usize;
    invariant!(all::I: i == proc[0].i);
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1 + i % 2));
        } else if rank == 1 + i % 2 {
            mpi!(recv(&mut x, from = 0));
            assert!(x == i);
        }
    }
}

/// In one round it is the other process's turn.
#[tass::model]
fn peer_by_round_wrong(n: usize) {
    let rank = mpi!(rank());
    let mut x = 0usize;
    invariant!(all::I: i == proc[0].i);
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = if i == 7 { 1 } else { 1 + i % 2 }));
        } else if rank == 1 + i % 2 {
            mpi!(recv(&mut x, from = 0));
            assert!(x == i);
        }
    }
}

#[tass::model]
fn root_by_round(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut x = 0usize;
    invariant!(all::I: i == proc[0].i);
    for i in 0..n {
        x = if rank == i % size { i } else { 0 };
        mpi!(bcast(&mut x, root = i % size));
        assert!(x == i);
    }
}

#[tass::model]
fn root_by_round_wrong(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut x = 0usize;
    invariant!(all::I: i == proc[0].i);
    for i in 0..n {
        x = if rank == i % size { i } else { 0 };
        mpi!(bcast(&mut x, root = if i == 9 { 0 } else { i % size }));
        assert!(x == i);
    }
}

#[test]
fn right_and_wrong() {
    check(&[
        ("tag_by_round", tag_by_round::model, 2, Verified),
        ("tag_alternates", tag_alternates::model, 2, Verified),
        ("peer_by_round", peer_by_round::model, 3, Verified),
        ("root_by_round", root_by_round::model, 2, Verified),
        (
            "tag_by_round_wrong",
            tag_by_round_wrong::model,
            2,
            Not("deadlock"),
        ),
        (
            "tag_alternates_wrong",
            tag_alternates_wrong::model,
            2,
            Not("potential_deadlock"),
        ),
        (
            "peer_by_round_wrong",
            peer_by_round_wrong::model,
            3,
            Not("assertion"),
        ),
        (
            "root_by_round_wrong",
            root_by_round_wrong::model,
            2,
            Not("assertion"),
        ),
    ]);
}
