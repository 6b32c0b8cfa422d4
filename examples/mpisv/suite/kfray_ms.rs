//! Kfray-MS: the same ray tracer, its steps handed out on demand. At the end the manager hears
//! somebody, and sends the end message to the next in turn: to a worker that may be waiting in an
//! `ssend` itself. The twin sends it to whom it has heard.

use tass::prelude::*;

use super::defect::{Defect, at, names, none, source};
use super::kfray::{BLOCK, END, K3, STEP, STEPS, first_steps, worker};
use super::{DEADLOCK, ONE_SENDER, PD, Program, STUCK, VERIFIED, WHO_HAS_WHAT, cases};

const M1: usize = 11;
const M2: usize = 12;
const M3: usize = 13;
const M4: usize = 14;

/// Takes the number of a step and its block, puts it into the picture, and gives its source.
#[tass::model]
fn take(
    picture: &mut [f64; STEPS],
    shown: [f64; STEPS],
    number: usize,
    content: usize,
    defect: Defect,
) -> usize {
    let (mut done, mut block) = (0, 0.0);
    let from = source(ANY, number, defect);
    let status = mpi!(recv(&mut done, from = from, tag = STEP));
    let from = source(status.source, content, defect);
    mpi!(recv(&mut block, from = from, tag = BLOCK));
    assert!(block == shown[done]);
    picture[done] = block;
    status.source
}

#[tass::model]
fn kfray(shown: [f64; STEPS], end_to_source: bool, defect: Defect) {
    let size = mpi!(size());
    if mpi!(rank()) > 0 {
        worker(shown, true, defect);
        return;
    }
    let nothing: [usize; 0] = [];
    let mut picture = [0.0; STEPS];
    let mut step = first_steps();
    let last = (STEPS + 1).min(size);
    while step < STEPS {
        let to = take(&mut picture, shown, M1, M2, defect);
        mpi!(send(&step, to = to, tag = STEP));
        step += 1;
    }
    for next in 1..last {
        let heard = take(&mut picture, shown, M3, M4, defect);
        let to = if end_to_source { heard } else { next };
        mpi!(send(&nothing, to = to, tag = END));
    }
    assert!(picture == shown);
}

cases! {
    kfray(shown: [f64; STEPS]):
    original = false, none() => VERIFIED, PD, because WHO_HAS_WHAT;
    end_to_source = true, none() => VERIFIED, VERIFIED, because WHO_HAS_WHAT;
    more_workers = false, none() => VERIFIED, PD, on [12];
    m1 = false, at(M1) => DEADLOCK, STUCK;
    m1_names_1 = false, names(M1, 1) => VERIFIED, PD, because WHO_HAS_WHAT;
    m2 = false, at(M2) => VERIFIED, PD, because WHO_HAS_WHAT;
    m3 = false, at(M3) => DEADLOCK, STUCK;
    m3_names_1 = false, names(M3, 1) => DEADLOCK, STUCK;
    m4 = false, at(M4) => VERIFIED, PD, because WHO_HAS_WHAT;
    k3 = false, at(K3) => VERIFIED, PD, on [4], because ONE_SENDER;
}

pub(crate) const PROGRAM: Program = Program {
    name: "Kfray-MS",
    nprocs: &[4, 6],
    spec: None,
    cases,
};
