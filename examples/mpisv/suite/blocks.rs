//! How Image_manip deals out its rows, for any number of them: each belongs to exactly one worker.

use tass::prelude::*;

use super::{ASSERTION, Program, VERIFIED, cases};

/// Where the block of a worker begins, and that of the worker before it ends. The twin gives
/// everybody equally many rows, and leaves out those that remain.
#[tass::model]
fn first(worker: usize, workers: usize, rows: usize, equal: bool) -> usize {
    if equal {
        worker * (rows / workers)
    } else {
        worker * rows / workers
    }
}

#[tass::model]
fn blocks(rows: usize, row: usize, equal: bool) {
    assume!(row < rows);
    if mpi!(rank()) > 0 {
        return;
    }
    let workers = mpi!(size()) - 1;
    let mut owners = 0;
    for worker in 0..workers {
        let start = first(worker, workers, rows, equal);
        let end = first(worker + 1, workers, rows, equal);
        assert!(start <= end && end <= rows);
        if start <= row && row < end {
            owners += 1;
        }
    }
    assert!(owners == 1);
}

cases! {
    blocks(rows: usize, row: usize):
    original = false => VERIFIED, VERIFIED;
    equal = true => ASSERTION, ASSERTION;
}

pub(crate) const PROGRAM: Program = Program {
    name: "Image_manip: its blocks",
    nprocs: &[6, 8, 10],
    spec: None,
    cases,
};
