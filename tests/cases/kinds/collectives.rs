//! Collective operations.

use tass::prelude::*;

/// MPI adds numbers, not truth values.
#[tass::model]
pub(crate) fn invalid_operator() {
    let (mine, mut any) = (mpi!(rank()) == 0, false);
    mpi!(allreduce(&mine, &mut any, op = SUM));
}

#[tass::model]
pub(crate) fn invalid_operator_repaired() {
    let (mine, mut any) = (mpi!(rank()) == 0, false);
    mpi!(allreduce(&mine, &mut any, op = LOR));
    assert!(any);
}

#[tass::model]
pub(crate) fn minus(x: i64, y: i64) -> i64 {
    x - y
}

#[tass::model]
pub(crate) fn least(x: i64, y: i64) -> i64 {
    if x < y { x } else { y }
}

/// What the library may swap makes a difference.
#[tass::model]
pub(crate) fn operator_claim() {
    let (mine, mut all) = (mpi!(rank()) as i64, 0);
    mpi!(allreduce(&mine, &mut all, op = commutative(minus)));
}

#[tass::model]
pub(crate) fn operator_claim_repaired() {
    let (mine, mut all) = (mpi!(rank()) as i64, 0);
    mpi!(allreduce(&mine, &mut all, op = commutative(least)));
    assert!(all == 0);
}

/// Only the root has its part where the result goes.
#[tass::model]
pub(crate) fn invalid_in_place() {
    let mut x = mpi!(rank());
    mpi!(reduce(IN_PLACE, &mut x, op = SUM, root = 0));
}

#[tass::model]
pub(crate) fn invalid_in_place_repaired() {
    let (mut x, mut nothing) = (mpi!(rank()), 0);
    if x == 0 {
        mpi!(reduce(IN_PLACE, &mut x, op = SUM, root = 0));
        assert!(x == mpi!(size()) * (mpi!(size()) - 1) / 2);
    } else {
        mpi!(reduce(&x, &mut nothing, op = SUM, root = 0));
    }
}

#[tass::model]
pub(crate) fn collective_order() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(barrier());
    } else {
        mpi!(bcast(&mut x, root = 0));
    }
}

#[tass::model]
pub(crate) fn collective_order_repaired() {
    let mut x = 0;
    mpi!(barrier());
    mpi!(bcast(&mut x, root = 0));
}

#[tass::model]
pub(crate) fn collective_root() {
    let mut x = 0;
    mpi!(bcast(&mut x, root = mpi!(rank())));
}

#[tass::model]
pub(crate) fn collective_root_repaired() {
    let mut x = 0;
    mpi!(bcast(&mut x, root = mpi!(size()) - 1));
}

#[tass::model]
pub(crate) fn collective_op() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(allreduce(&rank, &mut x, op = SUM));
    } else {
        mpi!(allreduce(&rank, &mut x, op = MAX));
    }
}

#[tass::model]
pub(crate) fn collective_op_repaired() {
    let rank = mpi!(rank());
    let mut x = 0;
    mpi!(allreduce(&rank, &mut x, op = MAX));
    assert!(x == 1);
}

#[tass::model]
pub(crate) fn collective_type() {
    let (mut x, mut y) = (0, 0.0);
    if mpi!(rank()) == 0 {
        mpi!(bcast(&mut x, root = 0));
    } else {
        mpi!(bcast(&mut y, root = 0));
    }
}

#[tass::model]
pub(crate) fn collective_type_repaired() {
    let (mut x, mut y) = (0.0, 1.0);
    if mpi!(rank()) == 0 {
        mpi!(bcast(&mut x, root = 0));
    } else {
        mpi!(bcast(&mut y, root = 0));
        assert!(y == x);
    }
}

#[tass::model]
pub(crate) fn collective_count() {
    let mut u = vec![0; mpi!(rank()) + 1];
    mpi!(bcast(&mut u, root = 0));
}

#[tass::model]
pub(crate) fn collective_count_repaired() {
    let mut u = vec![0; mpi!(size()) + 1];
    mpi!(bcast(&mut u, root = 0));
}

/// The root need not wait for process 1, unless MPI synchronises.
#[tass::model]
pub(crate) fn collective_incomplete() {
    let mut x = 7;
    if mpi!(rank()) == 0 {
        mpi!(bcast(&mut x, root = 0));
    }
}

#[tass::model]
pub(crate) fn collective_incomplete_repaired() {
    let mut x = 7;
    mpi!(bcast(&mut x, root = 0));
    assert!(x == 7);
}

/// One goes on meanwhile, the other does not.
#[tass::model]
pub(crate) fn collective_mixed() {
    let mut x = 7;
    if mpi!(rank()) == 0 {
        let mut request = mpi!(ibcast(&mut x, root = 0));
        mpi!(wait(&mut request));
    } else {
        mpi!(bcast(&mut x, root = 0));
    }
}

#[tass::model]
pub(crate) fn collective_mixed_repaired() {
    let mut x = if mpi!(rank()) == 0 { 7 } else { 0 };
    let mut request = mpi!(ibcast(&mut x, root = 0));
    mpi!(wait(&mut request));
    assert!(x == 7);
}
