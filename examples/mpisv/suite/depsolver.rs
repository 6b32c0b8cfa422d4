//! DepSolver: boundary elements, with collective operations only, so that no receive can be
//! mutated. The kind of analysis is an input that rank 0 reads and broadcasts; all branch on it
//! alike.
//!
//! One element a process, so that `allgatherv`, `scatterv` and `gatherv` are the plain operations,
//! and two iterations of the linear solver. In the twin everybody but rank 0 branches on a copy
//! that has not been filled in yet.

use tass::prelude::*;

use super::{COLLECTIVE_ORDER, Program, VERIFIED, cases};

const ITERATIONS: usize = 2;
/// The analysis that adds up forces.
const FORCES: usize = 3;

/// Two iterations of a solver: what each process has, and what all have together.
#[tass::model]
fn solve(own: f64) -> f64 {
    let mut x = own;
    let mut all = vec![0.0; mpi!(size())];
    for _ in 0..ITERATIONS {
        mpi!(allgather(&x, &mut all));
        x = own + all.iter().sum::<f64>();
    }
    x
}

/// Points are dealt out, their results collected, and the forces on them added up, at rank 0.
#[tass::model]
fn forces(points: &[f64], x: f64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut point, mut force, mut centre) = (0.0, 0.0, 0.0);
    let (mut sizes, mut results) = (vec![0; size], vec![0.0; size]);
    mpi!(allgather(&1usize, &mut sizes));
    mpi!(scatter(&points[0..size], &mut point, root = 0));
    mpi!(gather(&(point + x), &mut results, root = 0));
    mpi!(reduce(&(point + x), &mut force, op = SUM, root = 0));
    mpi!(reduce(&point, &mut centre, op = SUM, root = 0));
    assert!(sizes.iter().sum::<usize>() == size && point == points[rank]);
    if rank == 0 {
        assert!(force == results.iter().sum::<f64>());
        assert!(centre == points.iter().sum::<f64>());
    }
}

#[tass::model]
fn depsolver(kind: usize, mesh: f64, points: &[f64], told: bool) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(kind <= FORCES && points.len() == size);
    let (mut analysis, mut element) = (0, 0.0);
    if rank == 0 {
        analysis = kind;
        element = mesh;
    }
    if told {
        mpi!(bcast(&mut analysis, root = 0));
    }
    mpi!(bcast(&mut element, root = 0));
    let x = solve(element * points[rank]);
    if analysis == FORCES {
        forces(points, x);
    }
    mpi!(barrier());
    assert!(element == mesh);
}

cases! {
    depsolver(kind: usize, mesh: f64, points: &[f64]):
    original = true => VERIFIED, VERIFIED;
    not_told = false => COLLECTIVE_ORDER, COLLECTIVE_ORDER;
}

pub(crate) const PROGRAM: Program = Program {
    name: "DepSolver",
    nprocs: &[6, 8, 10],
    spec: None,
    cases,
};
