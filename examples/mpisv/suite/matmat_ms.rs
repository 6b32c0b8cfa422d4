//! Matmat-MS: a matrix product by a manager and its workers, against the sequential one. A task is
//! one of five rows, abstracted to one value, as is the right matrix.
//!
//! The benchmark's worker does not clear its accumulator, so that every row but its first is wrong:
//! that is the twin.

use tass::prelude::*;

use super::defect::{Defect, at, names, none, source};
use super::{DEADLOCK, MISMATCH, Program, VERIFIED, cases};

const ROWS: usize = 5;
const M1: usize = 1;
const W1: usize = 2;

#[tass::model]
fn sequential(a: [f64; ROWS], b: f64) {
    let mut c = [0.0; ROWS];
    for i in 0..ROWS {
        c[i] = a[i] * b;
    }
    output!(c = c);
}

/// The tag of a row and of its result is its number, from 1; 0 says stop.
#[tass::model]
fn worker(clears: bool, defect: Defect) {
    let mut b = 0.0;
    mpi!(bcast(&mut b, root = 0));
    let mut product = 0.0;
    loop {
        let mut row = 0.0;
        let status = mpi!(recv(&mut row, from = source(0, W1, defect), tag = ANY));
        if status.tag == 0 {
            break;
        }
        if clears {
            product = 0.0;
        }
        product += row * b;
        mpi!(send(&product, to = 0, tag = status.tag));
    }
}

#[tass::model]
fn matmat(a: [f64; ROWS], b: f64, clears: bool, defect: Defect) {
    let size = mpi!(size());
    if mpi!(rank()) > 0 {
        worker(clears, defect);
        return;
    }
    let mut shared = b;
    mpi!(bcast(&mut shared, root = 0));
    let mut c = [0.0; ROWS];
    let mut count = 0;
    while count < size - 1 && count < ROWS {
        mpi!(send(&a[count], to = count + 1, tag = count + 1));
        count += 1;
    }
    for _ in 0..ROWS {
        let mut product = 0.0;
        let status = mpi!(recv(
            &mut product,
            from = source(ANY, M1, defect),
            tag = ANY
        ));
        c[status.tag - 1] = product;
        if count < ROWS {
            mpi!(send(&a[count], to = status.source, tag = count + 1));
            count += 1;
        }
    }
    for to in 1..size {
        mpi!(send(&a[0..0], to = to, tag = 0));
    }
    output!(c = c);
}

cases! {
    matmat(a: [f64; ROWS], b: f64):
    original = true, none() => VERIFIED, VERIFIED;
    uncleared = false, none() => MISMATCH, MISMATCH;
    m1 = true, at(M1) => DEADLOCK, DEADLOCK;
    m1_names_1 = true, names(M1, 1) => DEADLOCK, DEADLOCK;
    w1 = true, at(W1) => VERIFIED, VERIFIED;
}

pub(crate) const PROGRAM: Program = Program {
    name: "Matmat-MS",
    nprocs: &[4],
    spec: Some(sequential::model),
    cases,
};
