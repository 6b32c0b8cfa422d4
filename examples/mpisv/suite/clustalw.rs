//! ClustalW, the skeleton of its communication: three sequences are aligned pair by pair, by all
//! workers, and then progressively, in two jobs that the workers get in turn.
//!
//! A worker first receives from anybody and with any tag, but rank 0 alone sends to it. The size of
//! a result and the result belong together since they are sent by `ssend`, as in Kfray.

use tass::prelude::*;

use super::defect::{Defect, always, at, names, none, source};
use super::{DEADLOCK, ONE_SENDER, Program, VERIFIED, cases};

const JOBS: usize = 2;
const PAIR: usize = 1;
const DATA: usize = 2;
const SIZE: usize = 3;
const RESULT: usize = 4;
const JOB: usize = 5;
const END: usize = 6;
const C1: usize = 1;
const C2: usize = 2;
const C3: usize = 3;
const C4: usize = 4;
const C5: usize = 5;
const C6: usize = 6;
const C7: usize = 7;

/// `pairs[rank]` is what a worker finds out about its pairs. A job's result stands for itself.
#[tass::model]
fn worker(pairs: &[f64], defect: Defect) {
    let rank = mpi!(rank());
    loop {
        let (mut number, mut data) = (0usize, 0.0);
        let status = mpi!(recv(&mut number, from = source(ANY, C5, defect), tag = ANY));
        if status.tag == END {
            break;
        }
        if status.tag == PAIR {
            mpi!(recv(&mut data, from = source(0, C6, defect), tag = DATA));
            mpi!(ssend(&rank, to = 0, tag = SIZE));
            mpi!(ssend(&(data + pairs[rank]), to = 0, tag = RESULT));
        } else {
            mpi!(recv(&mut data, from = source(0, C7, defect), tag = DATA));
            mpi!(send(&rank, to = 0, tag = SIZE));
            mpi!(send(&data, to = 0, tag = RESULT));
        }
    }
}

/// All pairs: who sends a size sends the result that is taken next.
#[tass::model]
fn align_pairs(pairs: &[f64], sequences: f64, defect: Defect) {
    let size = mpi!(size());
    for to in 1..size {
        mpi!(send(&to, to = to, tag = PAIR));
    }
    for to in 1..size {
        mpi!(send(&sequences, to = to, tag = DATA));
    }
    for _ in 1..size {
        let (mut length, mut result) = (0, 0.0);
        let from = source(ANY, C1, defect);
        let status = mpi!(recv(&mut length, from = from, tag = SIZE));
        mpi!(recv(
            &mut result,
            from = source(ANY, C2, defect),
            tag = RESULT
        ));
        assert!(length == status.source && result == sequences + pairs[length]);
    }
}

/// The jobs, each for the worker that has waited longest.
#[tass::model]
fn align_progressively(jobs: [f64; JOBS], defect: Defect) {
    let mut free = Vec::new();
    for i in 1..mpi!(size()) {
        free.push(i);
    }
    for i in 0..JOBS {
        let (mut length, mut result) = (0, 0.0);
        mpi!(send(&i, to = free[i], tag = JOB));
        mpi!(send(&jobs[i], to = free[i], tag = DATA));
        let from = source(ANY, C3, defect);
        let status = mpi!(recv(&mut length, from = from, tag = SIZE));
        let from = source(status.source, C4, defect);
        mpi!(recv(&mut result, from = from, tag = RESULT));
        assert!(length == free[i] && result == jobs[i]);
        free.push(status.source);
    }
}

#[tass::model]
fn clustalw(pairs: &[f64], sequences: f64, jobs: [f64; JOBS], defect: Defect) {
    let size = mpi!(size());
    assume!(pairs.len() == size);
    if mpi!(rank()) > 0 {
        worker(pairs, defect);
        return;
    }
    align_pairs(pairs, sequences, defect);
    align_progressively(jobs, defect);
    let nothing: [usize; 0] = [];
    for to in 1..size {
        mpi!(send(&nothing, to = to, tag = END));
    }
}

cases! {
    clustalw(pairs: &[f64], sequences: f64, jobs: [f64; JOBS]):
    original = none() => VERIFIED, VERIFIED, because ONE_SENDER;
    c1 = at(C1) => DEADLOCK, DEADLOCK;
    c1_names_1 = names(C1, 1) => DEADLOCK, DEADLOCK;
    c2 = at(C2) => DEADLOCK, DEADLOCK;
    c2_names_1 = names(C2, 1) => DEADLOCK, DEADLOCK;
    c3 = at(C3) => DEADLOCK, DEADLOCK;
    c3_names_1 = names(C3, 1) => DEADLOCK, DEADLOCK;
    c4 = at(C4) => VERIFIED, VERIFIED, on [6, 8], because ONE_SENDER;
    c5 = at(C5) => DEADLOCK, DEADLOCK;
    c5_names_0 = names(C5, 0) => VERIFIED, VERIFIED, on [6], because ONE_SENDER;
    c5_always_names_0 = always(C5, 0) => VERIFIED, VERIFIED;
    c5_names_1 = names(C5, 1) => DEADLOCK, DEADLOCK;
    c6 = at(C6) => VERIFIED, VERIFIED, on [6], because ONE_SENDER;
    c7 = at(C7) => VERIFIED, VERIFIED, on [6, 8], because ONE_SENDER;
}

pub(crate) const PROGRAM: Program = Program {
    name: "ClustalW",
    nprocs: &[6, 8, 10],
    spec: None,
    cases,
};
