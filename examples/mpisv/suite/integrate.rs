//! Integrate: as many intervals as workers, each of them handed out once; the manager adds up what
//! comes back, in any order. The integral over an interval is an input.

use tass::prelude::*;

use super::defect::{Defect, at, names, none, source};
use super::{DEADLOCK, ONE_SENDER, Program, VERIFIED, cases};

const WORK: usize = 1;
const RESULT: usize = 3;
const M1: usize = 1;
const W1: usize = 2;

#[tass::model]
fn integrate(area: &[f64], defect: Defect) {
    let size = mpi!(size());
    assume!(area.len() == size - 1);
    if mpi!(rank()) > 0 {
        let mut task = 0;
        mpi!(recv(&mut task, from = source(0, W1, defect), tag = ANY));
        mpi!(send(&area[task], to = 0, tag = RESULT));
        return;
    }
    for to in 1..size {
        mpi!(send(&(to - 1), to = to, tag = WORK));
    }
    let mut sum = 0.0;
    for _ in 1..size {
        let mut part = 0.0;
        mpi!(recv(
            &mut part,
            from = source(ANY, M1, defect),
            tag = RESULT
        ));
        sum += part;
    }
    assert!(sum == area.iter().sum::<f64>());
}

cases! {
    integrate(area: &[f64]):
    original = none() => VERIFIED, VERIFIED;
    m1 = at(M1) => DEADLOCK, DEADLOCK;
    m1_names_1 = names(M1, 1) => DEADLOCK, DEADLOCK;
    w1 = at(W1) => VERIFIED, VERIFIED, on [6, 8], because ONE_SENDER;
}

pub(crate) const PROGRAM: Program = Program {
    name: "Integrate",
    nprocs: &[6, 8, 10],
    spec: None,
    cases,
};
