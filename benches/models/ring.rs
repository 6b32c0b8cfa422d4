//! Rings, with an input as the token.

use tass::prelude::*;

/// One round: even processes send first, odd ones receive first.
#[tass::model]
pub(crate) fn ring(values: &[i64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(values.len() == size);
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut data = values[rank];
    if rank % 2 == 0 {
        mpi!(send(&data, to = right));
        mpi!(recv(&mut data, from = left));
    } else {
        let mine = data;
        mpi!(recv(&mut data, from = left));
        mpi!(send(&mine, to = right));
    }
    assert!(data == values[left]);
}

/// `n` rounds, `n <= 3`.
#[tass::model]
pub(crate) fn rounds(token: i64, n: usize) {
    assume!(n <= 3);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut x = token;
    for _ in 0..n {
        if rank == 0 {
            mpi!(send(&x, to = right));
            mpi!(recv(&mut x, from = left));
        } else {
            mpi!(recv(&mut x, from = left));
            x += 1;
            mpi!(send(&x, to = right));
        }
    }
    if rank == 0 {
        assert!(x == token + (n * (size - 1)) as i64);
    }
}
