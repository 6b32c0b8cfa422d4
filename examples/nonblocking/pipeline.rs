//! A pipeline with two buffers: while one item is worked on, the next one is under way. The
//! operations are the same in every round, so they are persistent requests.

use tass::prelude::*;

const ITEMS: usize = 4;

/// What a stage does with an item.
#[tass::model]
fn work(x: i64, stage: usize) -> i64 {
    x * 2 + stage as i64
}

/// What all stages do.
#[tass::model]
fn all_of(x: i64, stages: usize) -> i64 {
    let mut y = x;
    for stage in 1..stages {
        y = work(y, stage);
    }
    y
}

/// The first process feeds the items in, the last one has what has become of them.
#[tass::verify(nprocs = 2..=4)]
pub(crate) fn pipeline(items: [i64; ITEMS]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank == 0 {
        for k in 0..ITEMS {
            mpi!(send(&items[k], to = 1));
        }
        return;
    }
    let next = if rank + 1 < size { rank + 1 } else { PROC_NULL };
    let mut buffers = [0; 2];
    let mut out = 0;
    let mut receives = [
        mpi!(recv_init(&mut buffers[0], from = rank - 1)),
        mpi!(recv_init(&mut buffers[1], from = rank - 1)),
    ];
    let mut send = mpi!(send_init(&out, to = next));
    mpi!(start(&mut receives[0]));
    for k in 0..ITEMS {
        if k + 1 < ITEMS {
            mpi!(start(&mut receives[(k + 1) % 2]));
        }
        mpi!(wait(&mut receives[k % 2]));
        let done = work(buffers[k % 2], rank);
        // The last one may still be on its way out; before the first one nothing is.
        mpi!(wait(&mut send));
        out = done;
        mpi!(start(&mut send));
        assert!(rank + 1 < size || out == all_of(items[k], size));
    }
    mpi!(wait(&mut send));
    mpi!(request_free(&mut send));
    mpi!(request_free(&mut receives[0]));
    mpi!(request_free(&mut receives[1]));
}

/// A broken twin: the next item is put where the last one is still being sent from.
#[tass::verify(nprocs = 3, expect = buffer_race)]
fn overwritten(items: [i64; ITEMS]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank == 0 {
        for k in 0..ITEMS {
            mpi!(send(&items[k], to = 1));
        }
        return;
    }
    let next = if rank + 1 < size { rank + 1 } else { PROC_NULL };
    let (mut x, mut out) = (0, 0);
    let mut send = mpi!(send_init(&out, to = next));
    for k in 0..ITEMS {
        mpi!(recv(&mut x, from = rank - 1));
        out = work(x, rank);
        mpi!(wait(&mut send));
        mpi!(start(&mut send));
        assert!(rank + 1 < size || out == all_of(items[k], size));
    }
    mpi!(wait(&mut send));
    mpi!(request_free(&mut send));
}
