//! Heat: one step of the heat equation on a periodic grid of `size / 2` by 2 processes, from a
//! lesson on debuggers, with an error that was planted: H4 takes any message. Rank 0 may take for
//! its left neighbour's column the maximum of a process that is done already, and both wait for
//! ever. In the repaired program H4 names source and tag.
//!
//! The program's `isend`s, which are received by the neighbour's next operation, are each one
//! `sendrecv` with it; those of the world communicator have a tag of their own.

use tass::prelude::*;

use super::defect::{Defect, at, for_all, none, source};
use super::{DEADLOCK, MISTYPED, MISTYPED_OR_STUCK, ONE_SENDER, Program, VERIFIED, cases};

const GHOST: usize = 123;
const ANSWER: usize = 234;
const MAXIMUM: usize = 567;
const BLOCK: usize = 1123;
const H1: usize = 1;
const H2: usize = 2;
const H3: usize = 3;
const H4: usize = 4;
const H5: usize = 5;
const H6: usize = 6;
const H7: usize = 7;
const H8: usize = 8;

/// What a process sends: the sides of its block, its maximum, and all of it.
#[tass::data]
#[derive(Clone, Copy)]
struct Block {
    first_row: f64,
    last_row: f64,
    first_column: f64,
    last_column: f64,
    maximum: f64,
    cells: f64,
}

/// What comes from the neighbours.
#[tass::data]
#[derive(Clone, Copy)]
struct Ghosts {
    below: f64,
    above: f64,
    behind: f64,
    before: f64,
}

/// Exchanges the sides with the neighbours.
#[tass::model]
fn exchange(own: Block, repaired: bool, defect: Defect) -> Ghosts {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 2) % size, (rank + 2) % size);
    let up = rank / 2 * 2 + (rank + 1) % 2;
    let down = up;
    let (mut below, mut above, mut behind, mut before) = (0.0, 0.0, 0.0, 0.0);
    let (h1, h2) = (source(down, H1, defect), source(up, H2, defect));
    mpi!(sendrecv(
        &own.first_row,
        to = up,
        &mut below,
        from = h1,
        tag = GHOST
    ));
    mpi!(sendrecv(
        &own.last_row,
        to = down,
        &mut above,
        from = h2,
        tag = GHOST
    ));
    let h3 = source(right, H3, defect);
    mpi!(sendrecv(
        &own.first_column,
        to = left,
        &mut behind,
        from = h3,
        tag = GHOST
    ));
    let h4 = source(if repaired { left } else { ANY }, H4, defect);
    let tag = if repaired { GHOST } else { ANY };
    mpi!(sendrecv(
        &own.last_column,
        to = right,
        &mut before,
        from = h4,
        sendtag = GHOST,
        recvtag = tag
    ));
    Ghosts {
        below,
        above,
        behind,
        before,
    }
}

/// The maximum of all. Rank 0 first collects them, in whatever order they come.
#[tass::model]
fn maximum(own: f64, defect: Defect) -> f64 {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut most = own;
    if rank > 0 {
        mpi!(send(&own, to = 0, tag = MAXIMUM));
        mpi!(recv(&mut most, from = source(0, H5, defect), tag = ANSWER));
        return most;
    }
    let mut all = vec![own; size];
    for i in 1..size {
        let mut other = 0.0;
        let from = source(i, H6, defect);
        let status = mpi!(recv(&mut other, from = from, tag = MAXIMUM));
        all[status.source] = other;
    }
    for i in 1..size {
        most = most.max(all[i]);
    }
    for to in 1..size {
        mpi!(send(&most, to = to, tag = ANSWER));
    }
    most
}

/// Rank 0 collects the blocks, each behind its position and extent.
#[tass::model]
fn collect(blocks: &[Block], defect: Defect) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank > 0 {
        mpi!(send(&[rank / 2, rank % 2, 1, 1], to = 0, tag = BLOCK));
        mpi!(send(&blocks[rank].cells, to = 0, tag = BLOCK));
        return;
    }
    let mut all = vec![blocks[0].cells; size];
    for i in 1..size {
        let (mut place, mut cells) = ([0; 4], 0.0);
        mpi!(recv(&mut place, from = source(i, H7, defect), tag = BLOCK));
        mpi!(recv(&mut cells, from = source(i, H8, defect), tag = BLOCK));
        all[2 * place[0] + place[1]] = cells;
    }
    for i in 0..size {
        assert!(all[i] == blocks[i].cells);
    }
}

/// The ghosts are looked at last: who took the wrong message does not come there.
#[tass::model]
fn heat(blocks: &[Block], repaired: bool, defect: Defect) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(blocks.len() == size);
    let ghosts = exchange(blocks[rank], repaired, defect);
    let most = maximum(blocks[rank].maximum, defect);
    collect(blocks, defect);
    mpi!(barrier());
    let (left, right) = ((rank + size - 2) % size, (rank + 2) % size);
    let other = rank / 2 * 2 + (rank + 1) % 2;
    assert!(ghosts.below == blocks[other].first_row && ghosts.above == blocks[other].last_row);
    assert!(ghosts.behind == blocks[right].first_column);
    assert!(ghosts.before == blocks[left].last_column);
    assert!((0..size).all(|i| blocks[i].maximum <= most));
}

cases! {
    heat(blocks: &[Block]):
    original = false, none() => DEADLOCK, DEADLOCK;
    h1 = false, at(H1) => DEADLOCK, DEADLOCK;
    h2 = false, at(H2) => DEADLOCK, DEADLOCK;
    h3 = false, at(H3) => DEADLOCK, DEADLOCK;
    h4 = false, at(H4) => DEADLOCK, DEADLOCK;
    h5 = false, at(H5) => DEADLOCK, DEADLOCK, on [6], because ONE_SENDER;
    h6 = false, at(H6) => DEADLOCK, DEADLOCK;
    h7 = false, at(H7) => MISTYPED_OR_STUCK, MISTYPED_OR_STUCK;
    h8 = false, at(H8) => MISTYPED_OR_STUCK, MISTYPED_OR_STUCK;
    repaired = true, none() => VERIFIED, VERIFIED;
    repaired_h1 = true, at(H1) => DEADLOCK, DEADLOCK;
    repaired_h2 = true, at(H2) => DEADLOCK, DEADLOCK;
    repaired_h3 = true, at(H3) => DEADLOCK, DEADLOCK;
    repaired_h4 = true, at(H4) => VERIFIED, VERIFIED, because ONE_SENDER;
    repaired_h5 = true, at(H5) => VERIFIED, VERIFIED, on [6, 8], because ONE_SENDER;
    repaired_h6 = true, at(H6) => DEADLOCK, DEADLOCK;
    repaired_h6_for_all(changed: bool) = true, for_all(H6, changed) => VERIFIED, VERIFIED;
    repaired_h7 = true, at(H7) => MISTYPED, MISTYPED;
    repaired_h8 = true, at(H8) => MISTYPED, MISTYPED;
}

pub(crate) const PROGRAM: Program = Program {
    name: "Heat",
    nprocs: &[6, 8, 10],
    spec: None,
    cases,
};
