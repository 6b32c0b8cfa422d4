//! Sends that rely on something: on space, or on a receive that is posted.

use tass::prelude::*;

/// Room for one element, and a message of two.
#[tass::model]
pub(crate) fn bsend_buffer() {
    let (rank, mut pair) = (mpi!(rank()), [0; 2]);
    mpi!(buffer_attach(size = 1));
    mpi!(bsend(&[rank, 7], to = 1 - rank));
    mpi!(recv(&mut pair, from = 1 - rank));
    mpi!(buffer_detach());
    assert!(pair[0] == 1 - rank);
}

#[tass::model]
pub(crate) fn bsend_buffer_repaired() {
    let (rank, mut pair) = (mpi!(rank()), [0; 2]);
    mpi!(buffer_attach(size = 2));
    mpi!(bsend(&[rank, 7], to = 1 - rank));
    mpi!(recv(&mut pair, from = 1 - rank));
    mpi!(buffer_detach());
    assert!(pair[0] == 1 - rank);
}

/// Nobody has told the sender that the receive is posted.
#[tass::model]
pub(crate) fn not_ready() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut x, from = 1));
        assert!(x == 5);
    } else {
        mpi!(rsend(&5, to = 0));
    }
}

#[tass::model]
pub(crate) fn not_ready_repaired() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        let mut request = mpi!(irecv(&mut x, from = 1));
        mpi!(barrier());
        mpi!(wait(&mut request));
        assert!(x == 5);
    } else {
        mpi!(barrier());
        mpi!(rsend(&5, to = 0));
    }
}
