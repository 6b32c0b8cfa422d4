//! Receives from anybody.

use tass::prelude::*;

/// Process 0 gathers in any order and puts each value where it belongs.
#[tass::model]
pub(crate) fn gather(values: &[i64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(values.len() == size);
    if rank == 0 {
        let mut all = values.to_vec();
        for i in 1..size {
            all[i] = 0;
        }
        for _ in 1..size {
            let mut x = 0;
            let status = mpi!(recv(&mut x, from = ANY));
            all[status.source] = x;
        }
        assert!((0..size).all(|i| all[i] == values[i]));
    } else {
        mpi!(send(&values[rank], to = 0));
    }
}

/// The same, but the values are taken to arrive in the order of the ranks.
#[tass::model]
pub(crate) fn gather_race(values: &[i64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(values.len() == size);
    if rank == 0 {
        let mut all = values.to_vec();
        for i in 1..size {
            let mut x = 0;
            mpi!(recv(&mut x, from = ANY));
            all[i] = x;
        }
        assert!((0..size).all(|i| all[i] == values[i]));
    } else {
        mpi!(send(&values[rank], to = 0));
    }
}

/// Two rounds of sums over messages from anybody: only the total of both is certain.
#[tass::model]
pub(crate) fn sum_two_rounds(values: &[i64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(values.len() == size);
    if rank == 0 {
        let mut total = 0;
        for _ in 0..2 {
            for _ in 1..size {
                let mut x = 0;
                mpi!(recv(&mut x, from = ANY));
                total += x;
            }
        }
        assert!(total == 2 * (1..size).map(|i| values[i]).sum::<i64>());
    } else {
        for _ in 0..2 {
            mpi!(send(&values[rank], to = 0));
        }
    }
}
