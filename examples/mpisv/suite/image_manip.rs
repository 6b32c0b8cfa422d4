//! Image_manip: rank 0 reads from a menu what to do with a picture, and tells everybody; the others
//! compute blocks of its four rows. The choice is an input, and what a row becomes is one for each
//! operation and row.

use tass::prelude::*;

use super::defect::{Defect, at, names, none, source};
use super::{DEADLOCK, Program, VERIFIED, cases};

const ROWS: usize = 4;
const OPERATIONS: usize = 3;
const M1: usize = 1;

/// What the menu offers: 1 is to shift, 2 to scale, and everything else to rotate.
#[tass::model]
fn operation(choice: i32) -> usize {
    if choice == 1 {
        0
    } else if choice == 2 {
        1
    } else {
        2
    }
}

#[tass::model]
fn image_manip(choice: i32, rows: [[f64; ROWS]; OPERATIONS], defect: Defect) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut todo = 0;
    if rank == 0 {
        todo = operation(choice);
    }
    mpi!(bcast(&mut todo, root = 0));
    if rank > 0 {
        let (worker, workers) = (rank - 1, size - 1);
        for row in worker * ROWS / workers..(worker + 1) * ROWS / workers {
            mpi!(send(&rows[todo][row], to = 0, tag = row));
        }
        return;
    }
    let mut picture = [0.0; ROWS];
    let mut arrived = [false; ROWS];
    for _ in 0..ROWS {
        let mut row = 0.0;
        let status = mpi!(recv(&mut row, from = source(ANY, M1, defect), tag = ANY));
        assert!(!arrived[status.tag]);
        arrived[status.tag] = true;
        picture[status.tag] = row;
    }
    assert!(picture == rows[todo]);
}

cases! {
    image_manip(choice: i32, rows: [[f64; ROWS]; OPERATIONS]):
    original = none() => VERIFIED, VERIFIED;
    m1 = at(M1) => DEADLOCK, DEADLOCK;
    m1_names_1 = names(M1, 1) => DEADLOCK, DEADLOCK;
    m1_names_2 = names(M1, 2) => DEADLOCK, DEADLOCK;
}

pub(crate) const PROGRAM: Program = Program {
    name: "Image_manip",
    nprocs: &[6, 8, 10],
    spec: None,
    cases,
};
