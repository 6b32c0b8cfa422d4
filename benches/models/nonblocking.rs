//! Operations that go on while the processes do.

use tass::prelude::*;

/// Everybody sends to the right, receives from the left, and waits for both.
#[tass::model]
pub(crate) fn ring(values: &[i64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(values.len() == size);
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let (mine, mut data) = (values[rank], 0);
    let mut requests = [
        mpi!(isend(&mine, to = right)),
        mpi!(irecv(&mut data, from = left)),
    ];
    mpi!(waitall(&mut requests));
    assert!(data == values[left]);
}

/// Everybody sends two messages to process 0, which takes them in any order.
#[tass::model]
pub(crate) fn many_to_one(values: &[i64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(values.len() == size);
    if rank > 0 {
        let mut requests = [
            mpi!(isend(&values[rank], to = 0)),
            mpi!(isend(&values[rank], to = 0)),
        ];
        mpi!(waitall(&mut requests));
        return;
    }
    let mut got = vec![0; 2 * (size - 1)];
    let mut requests = Vec::new();
    for i in 0..got.len() {
        requests.push(mpi!(irecv(&mut got[i], from = ANY)));
    }
    let statuses = mpi!(waitall(&mut requests));
    assert!((0..got.len()).all(|i| got[i] == values[statuses[i].source]));
}
