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

/// In all modes, and by a message that was matched before it is received.
#[tass::model]
pub(super) fn modes(x: i64, v: Vec<f64>) {
    let (mut y, mut w) = (0i64, vec![0.0; 4]);
    mpi!(buffer_attach(size = 2 * v.len()));
    mpi!(bsend(&v, to = 1, tag = 7));
    mpi!(rsend(&x, to = 1));
    let mut requests = [
        mpi!(ibsend(&v[1..], to = 1)),
        mpi!(irsend(&x, to = 1)),
        mpi!(bsend_init(&x, to = 1)),
        mpi!(rsend_init(&v, to = 1)),
        REQUEST_NULL,
    ];
    let (mut message, mut status) = mpi!(mprobe(from = ANY, tag = ANY));
    mpi!(mrecv(&mut w[..status.count], &mut message));
    if mpi!(improbe(&mut message, from = 0, status = &mut status)) {
        requests[4] = mpi!(imrecv(&mut y, &mut message));
    }
    message = MESSAGE_NULL;
    mpi!(waitall(&mut requests));
    mpi!(buffer_detach());
}

/// All together, and under way.
#[tass::model]
pub(super) fn begun(x: i64, mut v: Vec<i64>, counts: Vec<usize>) {
    let (mut y, mut all) = (0i64, vec![0; 4]);
    let mut q = mpi!(ibarrier());
    q = mpi!(ibcast(&mut y, root = 0));
    q = mpi!(ireduce(&x, &mut y, op = SUM, root = 1));
    q = mpi!(iallreduce(IN_PLACE, &mut y, op = MAX));
    q = mpi!(igather(&x, &mut all, root = 0));
    q = mpi!(iscatter(&v, &mut y, root = 0));
    q = mpi!(iallgather(&x, &mut all));
    q = mpi!(ialltoall(&v, &mut all));
    q = mpi!(iscan(&x, &mut y, op = PROD));
    q = mpi!(iexscan(&x, &mut y, op = MIN));
    q = mpi!(ireduce_scatter_block(&v, &mut y, op = SUM));
    q = mpi!(ireduce_scatter(&v, &mut all, counts = &counts, op = MAX));
    q = mpi!(igatherv(&v, &mut all, counts = &counts, root = 0));
    q = mpi!(iscatterv(&v, &mut y, counts = &counts, root = 1));
    q = mpi!(iallgatherv(&v, &mut all, counts = &counts));
    q = mpi!(ialltoallv(
        &v,
        sendcounts = &counts,
        &mut all,
        recvcounts = &counts
    ));
    mpi!(wait(&mut q));
}

/// Communicators, wherever they are held.
#[tass::data]
pub(super) struct Grid {
    comm: Comm,
    lines: [Comm; 2],
}

#[tass::model]
pub(super) fn next_in(line: &Comm, x: &mut i64) -> usize {
    let rank = mpi!(rank(comm = line));
    mpi!(bcast(&mut *x, root = 0, comm = line));
    (rank + 1) % mpi!(size(comm = line))
}

#[tass::model]
pub(super) fn freed(mut grid: Grid) {
    mpi!(free(&mut grid.lines[0]));
    mpi!(free(&mut grid.lines[1]));
    mpi!(free(&mut grid.comm));
}

/// In some of the processes.
#[tass::model]
pub(super) fn groups(mut x: i64) {
    let rank = mpi!(rank());
    let comm = mpi!(cart_create(dims = &[2, 3], periodic = &[false, true]));
    let mut grid = Grid {
        comm,
        lines: [COMM_NULL, COMM_NULL],
    };
    let at = mpi!(cart_coords(rank = rank, comm = grid.comm));
    for d in 0..2 {
        grid.lines[d] = mpi!(split(color = at[d], key = -1, comm = grid.comm));
    }
    let (from, to) = mpi!(cart_shift(
        dimension = 1,
        displacement = -1,
        comm = grid.comm
    ));
    let y = x;
    mpi!(sendrecv(&y, to = to, &mut x, from = from, comm = grid.comm));
    let next = next_in(&grid.lines[0], &mut x);
    let mut other = mpi!(dup(comm = grid.lines[next % 2]));
    mpi!(send(&x, to = next, tag = 1, comm = other));
    mpi!(free(&mut other));
    mpi!(barrier(comm = SELF));
    freed(grid);
}

/// Of two values one.
#[tass::model]
pub(super) fn joined(a: (i64, i64), b: (i64, i64)) -> (i64, i64) {
    let least = if b.0 < a.0 { b.0 } else { a.0 };
    (least, a.1 + b.1)
}

/// Operators of one's own.
#[tass::model]
pub(super) fn own_operators(x: (i64, i64)) {
    let (mut all, mut before) = (x, x);
    mpi!(allreduce(&x, &mut all, op = ordered(joined)));
    mpi!(scan(&x, &mut before, op = commutative(joined)));
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
