//! DTG: five processes, and a wildcard of which one match leads to a circle of sends that wait for
//! each other.
//!
//! If rank 0 takes rank 2's message first, it then waits in its send for rank 3, rank 3 waits for
//! rank 1, and rank 1 waits in its send for rank 0. If it takes rank 1's, all is well.

use tass::prelude::*;

use super::defect::{Defect, always, at, none, source};
use super::{DEADLOCK, PD, Program, STUCK, VERIFIED, cases};

const R1: usize = 1;
const R2: usize = 2;
const R3: usize = 3;
const R4: usize = 4;
const R5: usize = 5;

#[tass::model]
fn dtg(own: [i64; 5], defect: Defect) {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(recv(&mut x, from = source(ANY, R1, defect)));
        mpi!(send(&own[rank], to = 3));
        mpi!(recv(&mut x, from = source(ANY, R2, defect)));
    } else if rank == 1 {
        mpi!(send(&own[rank], to = 0));
        mpi!(send(&own[rank], to = 3));
    } else if rank == 2 {
        mpi!(recv(&mut x, from = source(ANY, R3, defect)));
        mpi!(send(&own[rank], to = 0));
    } else if rank == 3 {
        let mut y = 0;
        mpi!(recv(&mut x, from = source(1, R4, defect)));
        mpi!(recv(&mut y, from = source(0, R5, defect)));
        assert!(x == own[1] && y == own[0]);
    } else {
        mpi!(send(&own[rank], to = 2));
    }
}

cases! {
    dtg(own: [i64; 5]):
    original = none() => VERIFIED, PD;
    r1 = at(R1) => DEADLOCK, STUCK;
    r1_names_1 = always(R1, 1) => VERIFIED, VERIFIED;
    r1_names_2 = always(R1, 2) => VERIFIED, PD;
    r2 = at(R2) => DEADLOCK, STUCK;
    r2_names_1 = always(R2, 1) => DEADLOCK, STUCK;
    r2_names_2 = always(R2, 2) => DEADLOCK, STUCK;
    r3 = at(R3) => DEADLOCK, STUCK;
    r3_names_4 = always(R3, 4) => VERIFIED, PD;
    r4 = at(R4) => DEADLOCK, STUCK;
    r5 = at(R5) => VERIFIED, PD;
}

pub(crate) const PROGRAM: Program = Program {
    name: "DTG",
    nprocs: &[5],
    spec: None,
    cases,
};
