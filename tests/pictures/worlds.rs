//! Snapshots of the pictures with communicators, collective operations under way, buffered sends
//! and matched probes.

use tass::prelude::*;

use super::charts::pictures;

/// In each half the ranks are reversed: what is passed on goes to the lower process.
#[tass::model]
pub(crate) fn halves() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut half = mpi!(split(color = rank % 2, key = size - rank));
    let (me, mut x, mut top) = (mpi!(rank(comm = half)), rank, rank);
    if me == 0 {
        mpi!(send(&x, to = 1, comm = half));
    } else {
        mpi!(recv(&mut x, from = 0, comm = half));
    }
    mpi!(bcast(&mut top, root = 0, comm = half));
    assert!(x < 3, "process 3 sends its number");
    mpi!(free(&mut half));
}

#[test]
fn in_a_communicator() {
    insta::assert_snapshot!(pictures(&halves::model().nprocs(4).check()));
}

/// Two are begun at once, and one of the results is taken for the other.
#[tass::model]
pub(crate) fn begun(x: i64) {
    let rank = mpi!(rank());
    let (mine, mut sum, mut most) = (x + rank as i64, 0, 0);
    let mut requests = [
        mpi!(iallreduce(&mine, &mut sum, op = SUM)),
        mpi!(ibarrier()),
        mpi!(iallreduce(&mine, &mut most, op = MAX)),
    ];
    mpi!(waitall(&mut requests));
    assert!(sum == most);
}

#[test]
fn collectives_under_way() {
    insta::assert_snapshot!(pictures(&begun::model().nprocs(3).check()));
}

/// The message that was matched is received last.
#[tass::model]
pub(crate) fn matched() {
    let rank = mpi!(rank());
    if rank > 0 {
        mpi!(buffer_attach(size = 1));
        mpi!(bsend(&rank, to = 0));
        mpi!(buffer_detach());
        return;
    }
    let (mut first, mut second) = (0usize, 0usize);
    let (mut message, status) = mpi!(mprobe(from = ANY));
    mpi!(recv(&mut second, from = ANY));
    mpi!(mrecv(&mut first, &mut message));
    assert!(first == status.source && first < second);
}

#[test]
fn buffered_and_matched() {
    insta::assert_snapshot!(pictures(&matched::model().nprocs(3).check()));
}

/// Two communicators, entered in two orders.
#[tass::model]
pub(crate) fn crossed() {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / 2));
    let mut column = mpi!(split(color = rank % 2));
    if rank == 0 || rank == 3 {
        mpi!(barrier(comm = row));
        mpi!(barrier(comm = column));
    } else {
        mpi!(barrier(comm = column));
        mpi!(barrier(comm = row));
    }
    mpi!(free(&mut row));
    mpi!(free(&mut column));
}

#[test]
fn in_different_orders() {
    insta::assert_snapshot!(pictures(&crossed::model().nprocs(4).check()));
}
