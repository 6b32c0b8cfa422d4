//! Messages between two processes, and waiting for them.

use tass::prelude::*;

/// Both wait for the other's message before they send their own.
#[tass::model]
pub(crate) fn deadlock() {
    let other = 1 - mpi!(rank());
    let mut x = 0;
    mpi!(recv(&mut x, from = other));
    mpi!(send(&x, to = other));
}

#[tass::model]
pub(crate) fn deadlock_repaired() {
    let other = 1 - mpi!(rank());
    let (x, mut y) = (0, 0);
    mpi!(sendrecv(&x, to = other, &mut y, from = other));
}

/// Both send before they receive: fine as long as a send is buffered.
#[tass::model]
pub(crate) fn potential_deadlock() {
    let other = 1 - mpi!(rank());
    let mut x = 0;
    mpi!(send(&x, to = other));
    mpi!(recv(&mut x, from = other));
}

#[tass::model]
pub(crate) fn potential_deadlock_repaired() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(send(&x, to = 1));
        mpi!(recv(&mut x, from = 1));
    } else {
        mpi!(recv(&mut x, from = 0));
        mpi!(send(&x, to = 0));
    }
}

#[tass::model]
pub(crate) fn type_mismatch() {
    if mpi!(rank()) == 0 {
        mpi!(send(&1.5, to = 1));
    } else {
        let mut x = 0i64;
        mpi!(recv(&mut x, from = 0));
    }
}

#[tass::model]
pub(crate) fn type_mismatch_repaired() {
    if mpi!(rank()) == 0 {
        mpi!(send(&1.5, to = 1));
    } else {
        let mut x = 0.0f64;
        mpi!(recv(&mut x, from = 0));
    }
}

#[tass::model]
pub(crate) fn truncation() {
    let mut u = [0; 3];
    if mpi!(rank()) == 0 {
        mpi!(send(&u, to = 1));
    } else {
        mpi!(recv(&mut u[..2], from = 0));
    }
}

#[tass::model]
pub(crate) fn truncation_repaired() {
    let mut u = [0; 3];
    if mpi!(rank()) == 0 {
        mpi!(send(&u[..2], to = 1));
    } else {
        mpi!(recv(&mut u, from = 0));
    }
}

/// The last rank has no right neighbour. The others send to a process that has
/// failed: no verdict about those.
#[tass::model]
pub(crate) fn invalid_rank() {
    let rank = mpi!(rank());
    mpi!(send(&rank, to = rank + 1));
}

#[tass::model]
pub(crate) fn invalid_rank_repaired() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut x = rank;
    mpi!(sendrecv(
        &rank,
        to = (rank + 1) % size,
        &mut x,
        from = (rank + size - 1) % size
    ));
}

/// What comes in is written over what goes out.
#[tass::model]
pub(crate) fn overlapping_buffers() {
    let other = 1 - mpi!(rank());
    let mut x = other;
    mpi!(sendrecv(&x, to = other, &mut x, from = other));
}

#[tass::model]
pub(crate) fn overlapping_buffers_repaired() {
    let other = 1 - mpi!(rank());
    let mut x = [other; 2];
    mpi!(sendrecv(&x[0], to = other, &mut x[1], from = other));
    assert!(x[1] == 1 - other);
}

/// Only a receive can leave its tag open.
#[tass::model]
pub(crate) fn invalid_tag() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1, tag = ANY));
    } else {
        mpi!(recv(&mut x, from = 0, tag = ANY));
    }
}

#[tass::model]
pub(crate) fn invalid_tag_repaired() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1, tag = 3));
    } else {
        mpi!(recv(&mut x, from = 0, tag = ANY));
    }
}

/// Without buffering the send waits for ever, so under `deadlock = potential` that
/// comes first, whatever one does.
#[tass::model]
pub(crate) fn unreceived_message() {
    if mpi!(rank()) == 0 {
        mpi!(send(&7, to = 1));
    }
}

#[tass::model]
pub(crate) fn unreceived_message_repaired() {
    if mpi!(rank()) == 0 {
        mpi!(send(&7, to = 1));
    } else {
        let mut x = 0;
        mpi!(recv(&mut x, from = 0));
        assert!(x == 7);
    }
}

/// One process gives up.
#[tass::model]
pub(crate) fn aborted(n: i64) {
    if mpi!(rank()) == 1 && n < 0 {
        mpi!(abort(code = n));
    }
    mpi!(barrier());
}

#[tass::model]
pub(crate) fn aborted_repaired(n: i64) {
    assume!(n >= 0);
    if mpi!(rank()) == 1 && n < 0 {
        mpi!(abort(code = n));
    }
    mpi!(barrier());
}

#[tass::model]
pub(crate) fn init_finalize() {
    mpi!(init());
    mpi!(barrier());
}

#[tass::model]
pub(crate) fn init_finalize_repaired() {
    mpi!(init());
    mpi!(barrier());
    mpi!(finalize());
}
