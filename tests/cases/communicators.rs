//! The cases of `conformance/public.tsv` with communicators of the program's own, and with
//! collective operations that go on while their process does, written from their sketches.

use tass::Kind;
use tass::prelude::*;

use super::{Case, DEADLOCK, OK, case};

/// In each half, whose ranks are those of the world in reverse, both receive before they send.
#[tass::model]
pub(crate) fn p03() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut half = mpi!(split(color = rank % 2, key = size - rank));
    let (me, mut x) = (mpi!(rank(comm = half)), 0);
    if me == 0 {
        mpi!(recv(&mut x, from = 1, comm = half));
        mpi!(send(&x, to = 1, comm = half));
    } else if me == 1 {
        mpi!(recv(&mut x, from = 0, comm = half));
        mpi!(send(&x, to = 0, comm = half));
    }
    mpi!(free(&mut half));
    mpi!(barrier());
}

/// Rank 0 waits for a message before it enters the barrier that its sender waits for.
#[tass::model]
pub(crate) fn p13() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    if rank == 0 {
        let mut message = mpi!(irecv(&mut x, from = 1));
        mpi!(wait(&mut message));
    }
    let mut barrier = mpi!(ibarrier());
    mpi!(wait(&mut barrier));
    if rank == 1 {
        mpi!(send(&rank, to = 0));
    }
}

/// One is in the barrier of all, the other in that of its team, in which it is alone.
#[tass::model]
pub(crate) fn p16() {
    let rank = mpi!(rank());
    let mut team = mpi!(split(color = rank % 2, key = rank));
    if rank % 2 == 1 {
        mpi!(barrier());
    } else {
        mpi!(barrier(comm = team));
    }
    mpi!(free(&mut team));
}

/// The copy is still there at the end.
#[tass::model]
pub(crate) fn p21() {
    mpi!(init());
    mpi!(barrier());
    let _copy = mpi!(dup());
    mpi!(barrier());
    mpi!(finalize());
}

/// With a barrier that blocks, ranks 0 and 1 would wait for each other.
#[tass::model]
pub(crate) fn p29() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    if rank == 1 {
        mpi!(recv(&mut x, from = 0));
    }
    let mut barrier = mpi!(ibarrier());
    if rank == 0 {
        mpi!(send(&rank, to = 1));
    }
    mpi!(wait(&mut barrier));
}

/// Each half has an order of its own, and they never meet.
#[tass::model]
pub(crate) fn p30() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut half = mpi!(split(color = rank % 2, key = size - rank));
    let mut x = rank;
    mpi!(barrier());
    for _ in 0..2 {
        if rank % 2 == 1 {
            mpi!(bcast(&mut x, root = 0, comm = half));
            mpi!(barrier(comm = half));
        } else {
            mpi!(barrier(comm = half));
            mpi!(bcast(&mut x, root = 0, comm = half));
        }
    }
    mpi!(barrier());
    mpi!(free(&mut half));
}

/// A sum is reduced among all, and told in a copy.
#[tass::model]
pub(crate) fn p34() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut copy = mpi!(dup());
    let mut sum = 0;
    mpi!(reduce(&rank, &mut sum, op = SUM, root = 0));
    mpi!(bcast(&mut sum, root = 0, comm = copy));
    assert!(sum == size * (size - 1) / 2);
    mpi!(free(&mut copy));
}

const RANK: &[Kind] = &[Kind::InvalidRank];
const LEAK: &[Kind] = &[Kind::CommunicatorLeak];

pub(crate) const CASES: &[Case] = &[
    case("P03", p03::model, 4, DEADLOCK, DEADLOCK),
    case("P13", p13::model, 3, DEADLOCK, DEADLOCK),
    case("P16", p16::model, 2, DEADLOCK, DEADLOCK),
    case("P21", p21::model, 3, LEAK, LEAK),
    case("P29", p29::model, 3, OK, OK),
    case("P30", p30::model, 4, OK, OK),
    case("P34", p34::model, 3, OK, OK),
    // Sizes that the labels do not speak of: halves of different sizes, and of one, in which there
    // is no rank 1.
    case("P03 with 5", p03::model, 5, DEADLOCK, DEADLOCK),
    case("P03 with 2", p03::model, 2, RANK, RANK),
    case("P30 with 3", p30::model, 3, OK, OK),
    case("P34 with 5", p34::model, 5, OK, OK),
];
