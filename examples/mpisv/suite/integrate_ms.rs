//! Integrate-MS: three intervals more than workers, handed out to whoever comes first. At the end
//! every worker owes one result, and the manager collects these in the order of ranks.
//!
//! So a manager that hears nobody but rank 1 while it hands out goes on as before: that defect does
//! no harm.

use tass::prelude::*;

use super::defect::{Defect, at, for_all, names, none, source};
use super::{DEADLOCK, ONE_SENDER, Program, VERIFIED, cases};

const WORK: usize = 1;
const END: usize = 2;
const RESULT: usize = 3;
const M1: usize = 1;
const M2: usize = 2;
const W1: usize = 3;

#[tass::model]
fn worker(area: &[f64], defect: Defect) {
    loop {
        let mut task = 0;
        let status = mpi!(recv(&mut task, from = source(0, W1, defect), tag = ANY));
        if status.tag != WORK {
            break;
        }
        mpi!(send(&area[task], to = 0, tag = RESULT));
    }
}

#[tass::model]
fn integrate(area: &[f64], defect: Defect) {
    let size = mpi!(size());
    assume!(area.len() == size + 2);
    if mpi!(rank()) > 0 {
        worker(area, defect);
        return;
    }
    let mut task = 0;
    for to in 1..size {
        mpi!(send(&task, to = to, tag = WORK));
        task += 1;
    }
    let (mut sum, mut part) = (0.0, 0.0);
    while task < area.len() {
        let from = source(ANY, M1, defect);
        let status = mpi!(recv(&mut part, from = from, tag = RESULT));
        mpi!(send(&task, to = status.source, tag = WORK));
        task += 1;
        sum += part;
    }
    let nothing: [usize; 0] = [];
    for i in 1..size {
        let from = source(i, M2, defect);
        let status = mpi!(recv(&mut part, from = from, tag = RESULT));
        mpi!(send(&nothing, to = status.source, tag = END));
        sum += part;
    }
    assert!(sum == area.iter().sum::<f64>());
}

cases! {
    integrate(area: &[f64]):
    original = none() => VERIFIED, VERIFIED;
    m1 = at(M1) => DEADLOCK, DEADLOCK;
    m1_names_1 = names(M1, 1) => VERIFIED, VERIFIED;
    m2 = at(M2) => DEADLOCK, DEADLOCK;
    m2_for_all(changed: bool) = for_all(M2, changed) => VERIFIED, VERIFIED;
    w1 = at(W1) => VERIFIED, VERIFIED, on [4], because ONE_SENDER;
}

pub(crate) const PROGRAM: Program = Program {
    name: "Integrate-MS",
    nprocs: &[4, 6],
    spec: None,
    cases,
};
