//! Communicators, grids of processes, and the order of what is collective in them.

use tass::prelude::*;

/// Nobody frees what all have made.
#[tass::model]
pub(crate) fn communicator_leak() {
    let (rank, mut sum) = (mpi!(rank()), 0);
    let library = mpi!(dup());
    mpi!(allreduce(&rank, &mut sum, op = SUM, comm = library));
    assert!(sum == 1);
}

#[tass::model]
pub(crate) fn communicator_leak_repaired() {
    let (rank, mut sum) = (mpi!(rank()), 0);
    let mut library = mpi!(dup());
    mpi!(allreduce(&rank, &mut sum, op = SUM, comm = library));
    mpi!(free(&mut library));
    assert!(sum == 1);
}

/// The end of a communicator comes before its last use.
#[tass::model]
pub(crate) fn communicator_freed() {
    let (rank, mut sum) = (mpi!(rank()), 0);
    let mut library = mpi!(dup());
    mpi!(free(&mut library));
    mpi!(allreduce(&rank, &mut sum, op = SUM, comm = library));
}

#[tass::model]
pub(crate) fn communicator_freed_repaired() {
    let (rank, mut sum) = (mpi!(rank()), 0);
    let mut library = mpi!(dup());
    mpi!(allreduce(&rank, &mut sum, op = SUM, comm = library));
    mpi!(free(&mut library));
    assert!(sum == 1);
}

/// Process 1 is in none of the teams, and joins in all the same.
#[tass::model]
pub(crate) fn invalid_communicator() {
    let (rank, mut sum) = (mpi!(rank()), 0);
    let mut team = mpi!(split(color = if rank == 0 { 0 } else { UNDEFINED }));
    mpi!(allreduce(&rank, &mut sum, op = SUM, comm = team));
    mpi!(free(&mut team));
}

#[tass::model]
pub(crate) fn invalid_communicator_repaired() {
    let (rank, mut sum) = (mpi!(rank()), 0);
    let mut team = mpi!(split(color = if rank == 0 { 0 } else { UNDEFINED }));
    if rank == 0 {
        mpi!(allreduce(&rank, &mut sum, op = SUM, comm = team));
        mpi!(free(&mut team));
    }
    assert!(sum == 0);
}

/// A square for two.
#[tass::model]
pub(crate) fn invalid_topology() {
    let side = mpi!(size());
    let mut grid = mpi!(cart_create(
        dims = &[side, side],
        periodic = &[false, false]
    ));
    mpi!(free(&mut grid));
}

#[tass::model]
pub(crate) fn invalid_topology_repaired() {
    let side = mpi!(size());
    let mut grid = mpi!(cart_create(dims = &[side, 1], periodic = &[false, false]));
    let (before, after) = mpi!(cart_shift(dimension = 0, displacement = 1, comm = grid));
    assert!((before == PROC_NULL) == (mpi!(rank()) == 0));
    assert!((after == PROC_NULL) == (mpi!(rank()) == side - 1));
    mpi!(free(&mut grid));
}

/// One is in the barrier of all, the other in that of the copy.
#[tass::model]
pub(crate) fn communicator_order() {
    let mut other = mpi!(dup());
    if mpi!(rank()) == 0 {
        mpi!(barrier());
        mpi!(barrier(comm = other));
    } else {
        mpi!(barrier(comm = other));
        mpi!(barrier());
    }
    mpi!(free(&mut other));
}

#[tass::model]
pub(crate) fn communicator_order_repaired() {
    let mut other = mpi!(dup());
    mpi!(barrier());
    mpi!(barrier(comm = other));
    mpi!(free(&mut other));
}
