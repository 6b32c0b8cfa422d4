//! Kfray: a ray tracer of ten steps, dealt out in turn before any result is taken. A worker sends
//! the number of its step and then the block, both by `ssend`: who has sent a block is the one
//! whose number was taken last. With plain sends, which may be buffered, blocks are mixed up.
//!
//! The end messages are sent in a loop that is never entered if there are as many workers as steps:
//! with eleven processes the workers wait for ever.

use tass::prelude::*;

use super::defect::{Defect, at, names, none, source};
use super::{ASSERTION, DEADLOCK, MIXED_OR_STUCK, ONE_SENDER, PD, Program, STUCK, VERIFIED, cases};

pub(super) const STEPS: usize = 10;
pub(super) const END: usize = 0;
pub(super) const STEP: usize = 1;
pub(super) const BLOCK: usize = 2;
pub(super) const K1: usize = 1;
pub(super) const K2: usize = 2;
pub(super) const K3: usize = 3;

#[tass::model]
pub(super) fn worker(shown: [f64; STEPS], synchronous: bool, defect: Defect) {
    loop {
        let mut step = 0;
        let status = mpi!(recv(&mut step, from = source(0, K3, defect), tag = ANY));
        if status.tag == END {
            break;
        }
        if synchronous {
            mpi!(ssend(&step, to = 0, tag = STEP));
            mpi!(ssend(&shown[step], to = 0, tag = BLOCK));
        } else {
            mpi!(send(&step, to = 0, tag = STEP));
            mpi!(send(&shown[step], to = 0, tag = BLOCK));
        }
    }
}

/// Gives everybody a first step, or sends who has none home. How many there were.
#[tass::model]
pub(super) fn first_steps() -> usize {
    let nothing: [usize; 0] = [];
    let mut step = 0;
    for to in 1..mpi!(size()) {
        if to <= STEPS {
            mpi!(send(&step, to = to, tag = STEP));
            step += 1;
        } else {
            mpi!(send(&nothing, to = to, tag = END));
        }
    }
    step
}

#[tass::model]
fn kfray(shown: [f64; STEPS], synchronous: bool, defect: Defect) {
    let size = mpi!(size());
    if mpi!(rank()) > 0 {
        worker(shown, synchronous, defect);
        return;
    }
    let nothing: [usize; 0] = [];
    let mut step = first_steps();
    let mut next = 1;
    while step < STEPS {
        mpi!(send(&step, to = next, tag = STEP));
        next = next % (size - 1) + 1;
        step += 1;
        if step == STEPS {
            for to in 1..size {
                mpi!(send(&nothing, to = to, tag = END));
            }
        }
    }
    let mut picture = [0.0; STEPS];
    for _ in 0..STEPS {
        let (mut done, mut block) = (0, 0.0);
        mpi!(recv(&mut done, from = source(ANY, K1, defect), tag = STEP));
        mpi!(recv(
            &mut block,
            from = source(ANY, K2, defect),
            tag = BLOCK
        ));
        assert!(block == shown[done]);
        picture[done] = block;
    }
    assert!(picture == shown);
}

cases! {
    kfray(shown: [f64; STEPS]):
    original = true, none() => VERIFIED, PD;
    as_many_workers = true, none() => DEADLOCK, DEADLOCK, on [11];
    plain_sends = false, none() => ASSERTION, MIXED_OR_STUCK;
    k1 = true, at(K1) => DEADLOCK, STUCK;
    k1_names_1 = true, names(K1, 1) => DEADLOCK, STUCK;
    k2 = true, at(K2) => DEADLOCK, STUCK;
    k2_names_1 = true, names(K2, 1) => DEADLOCK, STUCK;
    k3 = true, at(K3) => VERIFIED, PD, on [6], because ONE_SENDER;
}

pub(crate) const PROGRAM: Program = Program {
    name: "Kfray",
    nprocs: &[6, 8, 10],
    spec: None,
    cases,
};
