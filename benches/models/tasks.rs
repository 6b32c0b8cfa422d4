//! A manager and its workers.

use tass::prelude::*;

const TASKS: usize = 4;
const WORK: usize = 1;
const STOP: usize = 2;

#[tass::model]
pub(crate) fn hand_out(tasks: &[f64], next: usize, to: usize) {
    if next < TASKS {
        let task = (next, tasks[next]);
        mpi!(send(&task, to = to, tag = WORK));
    } else {
        mpi!(send(&(0usize, 0.0), to = to, tag = STOP));
    }
}

/// Every result ends up at the place of its task.
#[tass::model]
pub(crate) fn manager_worker(tasks: [f64; TASKS]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank == 0 {
        let mut results = [0.0; TASKS];
        let mut next = 0;
        for to in 1..size {
            hand_out(&tasks, next, to);
            next += 1;
        }
        for _ in 0..TASKS {
            let mut result = (0usize, 0.0);
            let status = mpi!(recv(&mut result, from = ANY));
            results[result.0] = result.1;
            hand_out(&tasks, next, status.source);
            next += 1;
        }
        assert!((0..TASKS).all(|i| results[i] == tasks[i] * tasks[i] + 1.0));
    } else {
        loop {
            let mut task = (0usize, 0.0);
            let status = mpi!(recv(&mut task, from = 0, tag = ANY));
            if status.tag == STOP {
                break;
            }
            let result = (task.0, task.1 * task.1 + 1.0);
            mpi!(send(&result, to = 0));
        }
    }
}
