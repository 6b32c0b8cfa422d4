//! Operations under way: their buffers and their requests.

use tass::prelude::*;

/// What is sent is written while it is sent.
#[tass::model]
pub(crate) fn buffer_race() {
    let rank = mpi!(rank());
    let mut x = rank;
    if rank == 0 {
        let mut request = mpi!(isend(&x, to = 1));
        x += 1;
        mpi!(wait(&mut request));
        assert!(x == 1);
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

#[tass::model]
pub(crate) fn buffer_race_repaired() {
    let rank = mpi!(rank());
    let mut x = rank;
    if rank == 0 {
        let mut request = mpi!(isend(&x, to = 1));
        mpi!(wait(&mut request));
        x += 1;
    } else {
        mpi!(recv(&mut x, from = 0));
    }
    assert!(x == 1 - rank);
}

/// Nobody waits for the send.
#[tass::model]
pub(crate) fn request_leak() {
    let (rank, mut x) = (mpi!(rank()), 0);
    let _to_the_other = mpi!(isend(&rank, to = 1 - rank));
    mpi!(recv(&mut x, from = 1 - rank));
    assert!(x == 1 - rank);
}

#[tass::model]
pub(crate) fn request_leak_repaired() {
    let (rank, mut x) = (mpi!(rank()), 0);
    let mut to_the_other = mpi!(isend(&rank, to = 1 - rank));
    mpi!(recv(&mut x, from = 1 - rank));
    mpi!(wait(&mut to_the_other));
    assert!(x == 1 - rank);
}

/// Begun while it is under way.
#[tass::model]
pub(crate) fn request_misused() {
    let (rank, mut x) = (mpi!(rank()), 0);
    let mut to_the_other = mpi!(send_init(&rank, to = 1 - rank));
    mpi!(start(&mut to_the_other));
    mpi!(recv(&mut x, from = 1 - rank));
    mpi!(start(&mut to_the_other));
    mpi!(wait(&mut to_the_other));
    mpi!(request_free(&mut to_the_other));
    assert!(x == 1 - rank);
}

#[tass::model]
pub(crate) fn request_misused_repaired() {
    let (rank, mut x) = (mpi!(rank()), 0);
    let mut to_the_other = mpi!(send_init(&rank, to = 1 - rank));
    mpi!(start(&mut to_the_other));
    mpi!(recv(&mut x, from = 1 - rank));
    mpi!(wait(&mut to_the_other));
    mpi!(request_free(&mut to_the_other));
    assert!(x == 1 - rank);
}
