//! Sorting-MS: eight jobs, of three short arrays each, sorted by workers. What a job holds is one
//! value here, and what becomes of it a function of it: how it is sorted is for
//! [`bubble_sort`](super::bubble_sort) to say. With more workers than jobs the manager hands out
//! what is not there.

use tass::prelude::*;

use super::defect::{Defect, at, names, none, source};
use super::{DEADLOCK, ONE_SENDER, OUT_OF_BOUNDS, Program, VERIFIED, cases};

const JOBS: usize = 8;
/// Arrays in a job: its tag is the number of the first.
const ARRAYS: usize = 3;
const END: usize = 25;
const M1: usize = 1;
const W1: usize = 2;

/// Stands for the sorting.
#[tass::model]
fn sorted(job: i64) -> i64 {
    2 * job + 1
}

#[tass::model]
fn worker(defect: Defect) {
    loop {
        let mut job = 0;
        let status = mpi!(recv(&mut job, from = source(0, W1, defect), tag = ANY));
        if status.tag == END {
            break;
        }
        mpi!(send(&sorted(job), to = 0, tag = status.tag));
    }
}

/// Takes a result and puts it back where its tag says; gives its source.
#[tass::model]
fn put_back(jobs: &mut [i64; JOBS], defect: Defect) -> usize {
    let mut result = 0;
    let status = mpi!(recv(&mut result, from = source(ANY, M1, defect), tag = ANY));
    jobs[status.tag / ARRAYS] = result;
    status.source
}

#[tass::model]
fn sorting(given: [i64; JOBS], defect: Defect) {
    let size = mpi!(size());
    if mpi!(rank()) > 0 {
        worker(defect);
        return;
    }
    let mut jobs = given;
    for to in 1..size {
        mpi!(send(&jobs[to - 1], to = to, tag = ARRAYS * (to - 1)));
    }
    for i in size - 1..JOBS {
        let to = put_back(&mut jobs, defect);
        mpi!(send(&jobs[i], to = to, tag = ARRAYS * i));
    }
    for _ in 1..size {
        put_back(&mut jobs, defect);
    }
    for to in 1..size {
        mpi!(send(&0i64, to = to, tag = END));
    }
    for i in 0..JOBS {
        assert!(jobs[i] == sorted(given[i]));
    }
}

cases! {
    sorting(given: [i64; JOBS]):
    original = none() => VERIFIED, VERIFIED;
    too_many_workers = none() => OUT_OF_BOUNDS, OUT_OF_BOUNDS, on [10];
    m1 = at(M1) => DEADLOCK, DEADLOCK;
    m1_names_1 = names(M1, 1) => DEADLOCK, DEADLOCK;
    w1 = at(W1) => VERIFIED, VERIFIED, on [4], because ONE_SENDER;
}

pub(crate) const PROGRAM: Program = Program {
    name: "Sorting-MS",
    nprocs: &[4, 6],
    spec: None,
    cases,
};
