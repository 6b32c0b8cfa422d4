//! Mandelbrot: the rows of a picture, dealt out in turn before any result is taken. How many there
//! are, two to ten, is an input that rank 0 alone knows. What a row shows is an input as well.

use tass::prelude::*;

use super::defect::{Defect, at, names, none, source};
use super::{DEADLOCK, ONE_SENDER, OUT_OF_BOUNDS, PD, Program, STUCK, VERIFIED, cases};

pub(super) const ROW: usize = 0;
pub(super) const END: usize = 1;
const PLACES: usize = 10;
pub(super) const M1: usize = 1;
pub(super) const W1: usize = 2;
pub(super) const W2: usize = 3;

/// Computes rows until it is told to stop; the tag of a result is its row.
#[tass::model]
pub(super) fn worker(shown: &[f64], defect: Defect) {
    let mut row = 0;
    let mut status = mpi!(recv(&mut row, from = source(0, W1, defect), tag = ANY));
    while status.tag != END {
        mpi!(send(&shown[row], to = 0, tag = row));
        status = mpi!(recv(&mut row, from = source(0, W2, defect), tag = ANY));
    }
    mpi!(barrier());
}

/// At most `highest` rows, of which there are places for ten.
#[tass::model]
fn mandelbrot(height: usize, shown: &[f64], highest: usize, defect: Defect) {
    let size = mpi!(size());
    assume!(2 <= height && height <= highest && shown.len() == highest);
    if mpi!(rank()) > 0 {
        worker(shown, defect);
        return;
    }
    elaborate!(height);
    let mut row = 0;
    while row < height {
        for to in 1..size {
            mpi!(send(&row, to = to, tag = ROW));
            row += 1;
            if row == height {
                for all in 1..size {
                    mpi!(send(&all, to = all, tag = END));
                }
                break;
            }
        }
    }
    let mut picture = [0.0; PLACES];
    let mut arrived = [false; PLACES];
    for _ in 0..height {
        let mut pixels = 0.0;
        let status = mpi!(recv(&mut pixels, from = source(ANY, M1, defect), tag = ANY));
        picture[status.tag] = pixels;
        arrived[status.tag] = true;
    }
    mpi!(barrier());
    assert!((0..height).all(|i| arrived[i] && picture[i] == shown[i]));
}

cases! {
    mandelbrot(height: usize, shown: &[f64]):
    original = 10, none() => VERIFIED, PD;
    too_high = 11, none() => OUT_OF_BOUNDS, PD;
    m1 = 10, at(M1) => DEADLOCK, STUCK;
    m1_names_1 = 10, names(M1, 1) => DEADLOCK, STUCK;
    w1 = 10, at(W1) => VERIFIED, PD, on [6], because ONE_SENDER;
    w2 = 10, at(W2) => VERIFIED, PD, on [6], because ONE_SENDER;
}

pub(crate) const PROGRAM: Program = Program {
    name: "Mandelbrot",
    nprocs: &[6, 8, 10],
    spec: None,
    cases,
};
