//! Gauss_elim: rows dealt out cyclically, and two pivots, each sent to everybody by its owner.
//!
//! Nothing ties a message to its step. Rank 1 may send pivot 1 to a process that has not yet heard
//! of pivot 0, and it is stored as pivot 0: no deadlock, but a race, which shows as soon as a
//! message says what it is. Three repairs: the receiver names the owner, there is a barrier between
//! steps, or no send is buffered, so that rank 1, which is served first, is not overtaken.

use tass::prelude::*;

use super::defect::{Defect, at, names, none, source};
use super::{ASSERTION, DEADLOCK, Program, VERIFIED, cases};

/// Each process may get the pivots in either order, and any of them may be late.
const RACE: &str = "a race on every process";

const PIVOTS: usize = 2;
const ROW: usize = 200;
const G: usize = 1;

const AS_IS: usize = 0;
const NAMED: usize = 1;
const BARRIER: usize = 2;
const SYNCHRONOUS: usize = 3;

#[tass::data]
#[derive(Clone, Copy)]
struct Pivot {
    step: usize,
    row: f64,
}

/// `asks`: does a process look which pivot it has got? If not, what messages say makes no
/// difference, and is left out.
#[tass::model]
fn gauss(pivots: [f64; PIVOTS], style: usize, asks: bool, defect: Defect) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut rows = [0.0; PIVOTS];
    mpi!(barrier());
    for step in 0..PIVOTS {
        let owner = step % size;
        let mut pivot = Pivot { step: 0, row: 0.0 };
        if rank == owner {
            if asks {
                pivot = Pivot {
                    step,
                    row: pivots[step],
                };
            }
            for to in 0..size {
                if to != rank && style == SYNCHRONOUS {
                    mpi!(ssend(&pivot, to = to, tag = ROW));
                } else if to != rank {
                    mpi!(send(&pivot, to = to, tag = ROW));
                }
            }
        } else if style == NAMED {
            mpi!(recv(&mut pivot, from = owner, tag = ROW));
        } else {
            mpi!(recv(&mut pivot, from = source(ANY, G, defect), tag = ROW));
        }
        rows[step] = pivot.row;
        assert!(!asks || pivot.step == step);
        if style == BARRIER {
            mpi!(barrier());
        }
    }
    mpi!(barrier());
    assert!(!asks || rows == pivots);
}

cases! {
    gauss(pivots: [f64; PIVOTS]):
    original = AS_IS, false, none() => VERIFIED, VERIFIED, on [6, 8], because RACE;
    race = AS_IS, true, none() => ASSERTION, ASSERTION, on [3, 6, 8, 10];
    named = NAMED, true, none() => VERIFIED, VERIFIED;
    barrier = BARRIER, true, none() => VERIFIED, VERIFIED;
    synchronous = SYNCHRONOUS, true, none() => VERIFIED, VERIFIED;
    g = AS_IS, false, at(G) => DEADLOCK, DEADLOCK;
    g_names_0 = AS_IS, false, names(G, 0) => DEADLOCK, DEADLOCK;
    g_names_1 = AS_IS, false, names(G, 1) => DEADLOCK, DEADLOCK;
}

pub(crate) const PROGRAM: Program = Program {
    name: "Gauss_elim",
    nprocs: &[6, 8, 10],
    spec: None,
    cases,
};
