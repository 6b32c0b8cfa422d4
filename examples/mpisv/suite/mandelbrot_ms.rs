//! Mandelbrot-MS: the same picture, of four or five rows, handed out on demand.
//!
//! The first rows are handed out whatever the height is: with five workers and four rows one is
//! beyond the picture. It is computed, and stored in a spare place.

use tass::prelude::*;

use super::defect::{Defect, at, names, none, source};
use super::mandelbrot::{END, M1, ROW, W1, W2, worker};
use super::{ASSERTION, DEADLOCK, ONE_SENDER, Program, VERIFIED, cases};

const PLACES: usize = 5;

/// `strict`: is a row beyond the picture an error?
#[tass::model]
fn mandelbrot(height: usize, shown: [f64; PLACES], strict: bool, defect: Defect) {
    let size = mpi!(size());
    assume!(4 <= height && height <= 5);
    if mpi!(rank()) > 0 {
        worker(&shown, defect);
        return;
    }
    elaborate!(height);
    let mut row = 0;
    for to in 1..size {
        mpi!(send(&row, to = to, tag = ROW));
        row += 1;
    }
    let mut open = row;
    let mut picture = [0.0; PLACES];
    while open > 0 {
        let mut pixels = 0.0;
        let status = mpi!(recv(&mut pixels, from = source(ANY, M1, defect), tag = ANY));
        open -= 1;
        if row < height {
            mpi!(send(&row, to = status.source, tag = ROW));
            row += 1;
            open += 1;
        } else {
            mpi!(send(&0usize, to = status.source, tag = END));
        }
        assert!(!strict || status.tag < height);
        picture[status.tag] = pixels;
    }
    mpi!(barrier());
    assert!((0..height).all(|i| picture[i] == shown[i]));
}

cases! {
    mandelbrot(height: usize, shown: [f64; PLACES]):
    original = false, none() => VERIFIED, VERIFIED;
    in_the_picture = true, none() => VERIFIED, VERIFIED, on [4];
    beyond_it = true, none() => ASSERTION, ASSERTION, on [6];
    m1 = false, at(M1) => DEADLOCK, DEADLOCK;
    m1_names_1 = false, names(M1, 1) => DEADLOCK, DEADLOCK;
    w1 = false, at(W1) => VERIFIED, VERIFIED, because ONE_SENDER;
    w2 = false, at(W2) => VERIFIED, VERIFIED, because ONE_SENDER;
}

pub(crate) const PROGRAM: Program = Program {
    name: "Mandelbrot-MS",
    nprocs: &[4, 6],
    spec: None,
    cases,
};
