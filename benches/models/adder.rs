//! The block-distributed sum, against the sequential one in the same program. As in CIVL's, every
//! process reads the whole array first.

use tass::prelude::*;

#[tass::model]
pub(crate) fn adder(file: &[f64], bound: usize) {
    let n = file.len();
    assume!(0 < n && n <= bound);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut a = vec![0.0; n];
    for i in 0..n {
        a[i] = file[i];
    }
    let mut part = 0.0;
    for i in n * rank / size..n * (rank + 1) / size {
        part += a[i];
    }
    if rank == 0 {
        for from in 1..size {
            let mut other = 0.0;
            mpi!(recv(&mut other, from = from));
            part += other;
        }
        let mut sequential = 0.0;
        for i in 0..n {
            sequential += a[i];
        }
        assert!(part == sequential);
    } else {
        mpi!(send(&part, to = 0));
    }
}

#[tass::model]
pub(crate) fn adder_5(file: &[f64]) {
    adder(file, 5);
}

#[tass::model]
pub(crate) fn adder_10(file: &[f64]) {
    adder(file, 10);
}
