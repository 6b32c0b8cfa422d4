//! The invariant that messages can break by crossing an iteration's boundary (paper 000, Fig. 1).

use tass::prelude::*;

/// Process 0 may take two messages of one sender in the same iteration.
#[tass::verify(nprocs = [3, 10], expect = invariant)]
pub(crate) fn race() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut s = size * (size - 1) / 2;
    let t = s;
    invariant!(I: s == t);
    loop {
        if rank == 0 {
            s = 0;
            for _ in 1..size {
                let mut x = 0;
                mpi!(recv(&mut x, from = ANY));
                s += x;
            }
        } else {
            mpi!(send(&rank, to = 0));
        }
    }
}

/// With a barrier in every iteration nobody runs ahead: what a synchronising reading of the
/// invariant would see.
#[tass::verify(nprocs = 3)]
pub(crate) fn synchronised() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut s = size * (size - 1) / 2;
    let t = s;
    invariant!(I: s == t);
    loop {
        if rank == 0 {
            s = 0;
            for _ in 1..size {
                let mut x = 0;
                mpi!(recv(&mut x, from = ANY));
                s += x;
            }
        } else {
            mpi!(send(&rank, to = 0));
        }
        mpi!(barrier());
    }
}
