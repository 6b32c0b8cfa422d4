//! Operations of MPI.

#![allow(unused, clippy::all, reason = "odd forms on purpose")]

use tass::prelude::*;

/// From one process to another: values, parts and slices, tags, wildcards and status.
#[tass::model]
pub(super) fn messages(x: i64, v: Vec<f64>) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut y, mut w) = (0, [0.0; 4]);
    mpi!(send(&x, to = 1));
    mpi!(ssend(&v[1..], to = (rank + 1) % size, tag = 7));
    mpi!(recv(&mut y, from = 0));
    let status = mpi!(recv(&mut w[1..3], from = ANY, tag = ANY));
    let sum = status.source + status.tag + status.count;
    mpi!(sendrecv(
        &v[0],
        to = PROC_NULL,
        &mut w[0],
        from = 0,
        sendtag = 1,
        recvtag = 2
    ));
    mpi!(sendrecv_replace(&mut w[1..], to = 0, from = ANY, tag = 3));
}

/// Under way while the process goes on, and completed in all ways.
#[tass::model]
pub(super) fn requests(x: i64, v: Vec<f64>) {
    let (mut y, mut w) = (0i64, vec![0.0; 4]);
    let mut one = mpi!(isend(&x, to = 1));
    mpi!(request_free(&mut one));
    let mut all = vec![mpi!(issend(&v[1..], to = 1, tag = 7)), REQUEST_NULL];
    all[1] = mpi!(irecv(&mut w[..2], from = ANY));
    let (i, mut status) = mpi!(waitany(&mut all));
    let done = mpi!(waitsome(&mut all[i..]));
    let (flag, j) = mpi!(testany(&mut all, status = &mut status));
    while !mpi!(test(&mut all[j])) || !mpi!(testall(&mut all)) {}
    let some = mpi!(testsome(&mut all)).len();
    let statuses = mpi!(waitall(&mut all));
    let last = mpi!(wait(&mut all[0]));
    let mut again = [
        mpi!(send_init(&x, to = 1)),
        mpi!(ssend_init(&v[0], to = 1)),
        mpi!(recv_init(&mut y, from = 0, tag = 2)),
    ];
    mpi!(start(&mut again[0]));
    mpi!(startall(&mut again[1..]));
    let seen = mpi!(probe(from = ANY, tag = ANY));
    let sees = mpi!(iprobe(from = 0, status = &mut status));
}

/// All together.
#[tass::model]
pub(super) fn meetings(x: i64) {
    let (mut y, mut all, mut back) = (0, vec![0; 4], vec![0; 4]);
    mpi!(barrier());
    mpi!(bcast(&mut y, root = 0));
    mpi!(reduce(&x, &mut y, op = SUM, root = 1));
    mpi!(allreduce(&x, &mut y, op = MAX));
    mpi!(gather(&x, &mut all, root = 0));
    mpi!(scatter(&all, &mut y, root = 0));
    mpi!(allgather(&x, &mut all));
    mpi!(alltoall(&all, &mut back));
    mpi!(scan(&x, &mut y, op = PROD));
    mpi!(exscan(&x, &mut y, op = MIN));
    mpi!(allgather(IN_PLACE, &mut back));
}

/// In blocks of different lengths.
#[tass::model]
pub(super) fn blocks(x: Vec<i64>, counts: Vec<usize>, displs: Vec<usize>) {
    let (mut y, mut all) = (0i64, vec![0; 4]);
    mpi!(reduce_scatter_block(&x, &mut y, op = SUM));
    mpi!(reduce_scatter(&x, &mut all, counts = &counts, op = MAX));
    mpi!(gatherv(
        &x,
        &mut all,
        counts = &counts,
        displs = &displs,
        root = 0
    ));
    mpi!(scatterv(&x, &mut y, counts = &[1, 1], root = 1));
    mpi!(allgatherv(
        &x,
        &mut all,
        displs = &displs,
        counts = &counts[1..]
    ));
    mpi!(alltoallv(
        &x,
        sendcounts = &counts,
        &mut all,
        recvcounts = &counts,
        recvdispls = &displs
    ));
}

/// The beginning and the end.
#[tass::model]
pub(super) fn lifecycle() {
    mpi!(init());
    let rank = mpi!(rank());
    if rank == 3 {
        mpi!(abort(code = -1));
    }
    mpi!(finalize());
}
