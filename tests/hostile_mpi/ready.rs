//! Ready sends: between two operations of one process, others can take what the second needs.

use tass::Kind;
use tass::prelude::*;

use super::always_gives;

/// What process 0 tells process 2 lets that one send to the receive that the ready send needs.
#[tass::model]
fn told_too_early() {
    let rank = mpi!(rank());
    let (one, mut x, mut y) = (1, 0, 0);
    if rank == 0 {
        mpi!(barrier());
        let mut told = mpi!(isend(&one, to = 2));
        mpi!(rsend(&5, to = 1));
        mpi!(wait(&mut told));
    } else if rank == 1 {
        let mut request = mpi!(irecv(&mut x, from = ANY));
        mpi!(barrier());
        mpi!(wait(&mut request));
        mpi!(recv(&mut y, from = ANY));
    } else {
        mpi!(barrier());
        mpi!(recv(&mut x, from = 0));
        mpi!(send(&7, to = 1));
    }
}

#[test]
fn another_process_takes_the_receive_between_two_calls() {
    always_gives(&told_too_early::model(), 3, &[Kind::NotReady]);
}

/// A message before the ready one may have the only receive.
#[tass::model]
fn behind_another() {
    let (one, mut x, mut y) = (1, 0, 0);
    if mpi!(rank()) == 0 {
        mpi!(barrier());
        let mut first = mpi!(isend(&one, to = 1));
        mpi!(rsend(&5, to = 1));
        mpi!(wait(&mut first));
    } else {
        let mut request = mpi!(irecv(&mut x, from = ANY));
        mpi!(barrier());
        mpi!(wait(&mut request));
        mpi!(recv(&mut y, from = ANY));
    }
}

#[test]
fn the_message_before_it_has_the_receive() {
    always_gives(&behind_another::model(), 2, &[Kind::NotReady]);
}

/// The same with a receive for each.
#[tass::model]
fn one_for_each() {
    let (one, mut x, mut y) = (1, 0, 0);
    if mpi!(rank()) == 0 {
        mpi!(barrier());
        let mut first = mpi!(isend(&one, to = 1));
        mpi!(rsend(&5, to = 1));
        mpi!(wait(&mut first));
    } else {
        let mut requests = [
            mpi!(irecv(&mut x, from = ANY)),
            mpi!(irecv(&mut y, from = ANY)),
        ];
        mpi!(barrier());
        mpi!(waitall(&mut requests));
        assert!(x == 1 && y == 5);
    }
}

#[test]
fn with_a_receive_for_each_it_is_fine() {
    always_gives(&one_for_each::model(), 2, &[]);
}
