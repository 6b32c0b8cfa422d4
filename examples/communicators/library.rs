//! A library that receives from anybody, and a program that has a receive from anybody under way
//! when it calls it. The library copies the communicator that it is given, so that neither takes
//! the other's messages, whatever the order in which they come.

use tass::prelude::*;

/// What the library keeps: messages of its own.
#[tass::data]
struct Library {
    comm: Comm,
}

#[tass::model]
fn open(comm: &Comm) -> Library {
    Library {
        comm: mpi!(dup(comm = comm)),
    }
}

#[tass::model]
fn close(library: &mut Library) {
    mpi!(free(&mut library.comm));
}

/// The sum of what all have, at rank 0, as the messages come.
#[tass::model]
fn sum(mine: i64, comm: &Comm) -> i64 {
    let mut sum = mine;
    if mpi!(rank(comm = comm)) == 0 {
        for _ in 1..mpi!(size(comm = comm)) {
            let mut x = 0;
            mpi!(recv(&mut x, from = ANY, comm = comm));
            sum += x;
        }
    } else {
        mpi!(send(&mine, to = 0, comm = comm));
    }
    sum
}

/// The program waits for news of its last process, and calls the library meanwhile.
#[tass::verify(nprocs = 2..=4)]
pub(crate) fn program(x: i64, news: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut library = open(&WORLD);
    let (mut heard, mut request) = (0, REQUEST_NULL);
    if rank == 0 {
        request = mpi!(irecv(&mut heard, from = ANY));
    }
    let total = sum(x + rank as i64, &library.comm);
    if rank == size - 1 {
        mpi!(send(&news, to = 0));
    }
    mpi!(wait(&mut request));
    if rank == 0 {
        let n = size as i64;
        assert!(total == n * x + n * (n - 1) / 2 && heard == news);
    }
    close(&mut library);
}

/// A broken twin: the library communicates where its user does, whose receive takes a message of
/// the library. The library then takes the news for a part of the sum.
#[tass::verify(nprocs = 3, expect = assertion)]
fn without_a_copy(x: i64, news: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut heard, mut request) = (0, REQUEST_NULL);
    if rank == 0 {
        request = mpi!(irecv(&mut heard, from = ANY));
    }
    let total = sum(x + rank as i64, &WORLD);
    if rank == size - 1 {
        mpi!(send(&news, to = 0));
    }
    mpi!(wait(&mut request));
    if rank == 0 {
        let n = size as i64;
        assert!(total == n * x + n * (n - 1) / 2 && heard == news);
    }
}

/// A broken twin: what is opened is not closed.
#[tass::verify(nprocs = 2, expect = communicator_leak)]
fn never_closed(x: i64) {
    let library = open(&WORLD);
    let total = sum(x, &library.comm);
    assert!(total == 2 * x || mpi!(rank()) == 1);
}

/// A broken twin: it is closed while it is still needed.
#[tass::verify(nprocs = 2, expect = communicator_freed)]
fn closed_too_early(x: i64) {
    let mut library = open(&WORLD);
    close(&mut library);
    let total = sum(x, &library.comm);
    assert!(total == 2 * x || mpi!(rank()) == 1);
}
