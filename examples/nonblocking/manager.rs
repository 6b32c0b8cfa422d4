//! A manager that has a receive posted for each worker, and serves whoever is done first.

use tass::prelude::*;

const TASKS: usize = 4;

/// What a worker does with a task.
#[tass::model]
fn work(x: i64) -> i64 {
    x * x
}

/// Takes tasks until there are none: the tag is the number of the task, from 1 on, and 0 ends.
#[tass::model]
fn worker() {
    loop {
        let mut x = 0i64;
        let status = mpi!(recv(&mut x, from = 0, tag = ANY));
        if status.tag == 0 {
            break;
        }
        x = work(x);
        mpi!(send(&x, to = 0, tag = status.tag));
    }
}

/// Each result gets to the place of its task, whichever comes first.
#[tass::verify(nprocs = 3..=4)]
pub(crate) fn manager(tasks: [i64; TASKS]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank > 0 {
        worker();
        return;
    }
    let mut results = [0; TASKS];
    let mut came = vec![0i64; size];
    let mut requests = Vec::new();
    let mut next = 0;
    requests.push(REQUEST_NULL);
    for to in 1..size {
        mpi!(send(&tasks[next], to = to, tag = next + 1));
        next += 1;
        requests.push(mpi!(irecv(&mut came[to], from = to, tag = ANY)));
    }
    for _ in 0..TASKS {
        let (who, status) = mpi!(waitany(&mut requests));
        results[status.tag - 1] = came[who];
        if next < TASKS {
            mpi!(send(&tasks[next], to = who, tag = next + 1));
            next += 1;
            requests[who] = mpi!(irecv(&mut came[who], from = who, tag = ANY));
        }
    }
    for to in 1..size {
        mpi!(send(&0i64, to = to, tag = 0));
    }
    for k in 0..TASKS {
        assert!(results[k] == work(tasks[k]));
    }
}

/// A broken twin: takes it that the results come in the order of the tasks.
#[tass::verify(nprocs = 3, expect = assertion)]
fn in_order(tasks: [i64; 2]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank > 0 {
        let mut x = 0i64;
        mpi!(recv(&mut x, from = 0));
        x = work(x);
        mpi!(send(&x, to = 0));
        return;
    }
    let mut came = vec![0i64; size];
    let mut requests = Vec::new();
    for to in 1..size {
        mpi!(send(&tasks[to - 1], to = to));
        requests.push(mpi!(irecv(&mut came[to], from = to)));
    }
    let (first, _) = mpi!(waitany(&mut requests));
    mpi!(waitall(&mut requests));
    assert!(first == 0 && came[1] == work(tasks[0]));
}
