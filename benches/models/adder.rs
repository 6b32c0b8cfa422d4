//! The block-distributed sum, against the sequential one in the same program.

use tass::prelude::*;

#[tass::model]
pub(crate) fn adder(a: &[f64], bound: usize) {
    let n = a.len();
    assume!(0 < n && n <= bound);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
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
pub(crate) fn adder_5(a: &[f64]) {
    adder(a, 5);
}

#[tass::model]
pub(crate) fn adder_10(a: &[f64]) {
    adder(a, 10);
}
