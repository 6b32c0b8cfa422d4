//! The diffusion equation in one dimension, parallel against sequential, for any number of time
//! steps (paper 000, section 3).

use tass::prelude::*;

/// One process holds all cells.
#[tass::model]
pub(crate) fn sequential(nx: usize, nsteps: usize, k: f64, u0: Vec<f64>) {
    let mut u = u0.clone();
    let mut t = 0;
    joint_invariant!(STEPS: true);
    while t < nsteps {
        let mut v = u.clone();
        for i in 0..nx {
            v[i] = u[i] + k * (u[(i + 1) % nx] + u[(i + nx - 1) % nx] - 2.0 * u[i]);
        }
        u = v;
        t += 1;
    }
}

/// Each process holds two cells, and a ghost cell at each end.
#[tass::verify(nprocs = [2, 4, 10], spec = sequential)]
pub(crate) fn diffusion(nx: usize, nsteps: usize, k: f64, u0: Vec<f64>) {
    let (rank, nprocs) = (mpi!(rank()), mpi!(size()));
    assume!(nx == 2 * nprocs && u0.len() == nx);
    let first = 2 * rank;
    let (left, right) = ((rank + nprocs - 1) % nprocs, (rank + 1) % nprocs);
    let mut u = [0.0, u0[first], u0[first + 1], 0.0];
    let mut t = 0;
    joint_invariant!(STEPS: t == spec.t && (1..=2).all(|i| u[i] == spec.u[first + i - 1]));
    while t < nsteps {
        mpi!(sendrecv(&u[1], to = left, &mut u[3], from = right));
        mpi!(sendrecv(&u[2], to = right, &mut u[0], from = left));
        let mut v = u;
        for i in 1..=2 {
            v[i] = u[i] + k * (u[i + 1] + u[i - 1] - 2.0 * u[i]);
        }
        u = v;
        t += 1;
    }
}

/// The number of steps is bounded instead: no invariant, and a state for every step.
#[tass::model]
pub(crate) fn bounded(nx: usize, nsteps: usize, most: usize, k: f64, u0: Vec<f64>) {
    let (rank, nprocs) = (mpi!(rank()), mpi!(size()));
    assume!(nx == 2 * nprocs && u0.len() == nx && nsteps <= most);
    let first = 2 * rank;
    let (left, right) = ((rank + nprocs - 1) % nprocs, (rank + 1) % nprocs);
    let mut u = [0.0, u0[first], u0[first + 1], 0.0];
    for _ in 0..nsteps {
        mpi!(sendrecv(&u[1], to = left, &mut u[3], from = right));
        mpi!(sendrecv(&u[2], to = right, &mut u[0], from = left));
        let mut v = u;
        for i in 1..=2 {
            v[i] = u[i] + k * (u[i + 1] + u[i - 1] - 2.0 * u[i]);
        }
        u = v;
    }
}

/// Only the left cell is compared: too weak.
#[tass::verify(nprocs = 2, spec = sequential, expect = not_inductive)]
pub(crate) fn weak(nx: usize, nsteps: usize, k: f64, u0: Vec<f64>) {
    let (rank, nprocs) = (mpi!(rank()), mpi!(size()));
    assume!(nx == 2 * nprocs && u0.len() == nx);
    let first = 2 * rank;
    let (left, right) = ((rank + nprocs - 1) % nprocs, (rank + 1) % nprocs);
    let mut u = [0.0, u0[first], u0[first + 1], 0.0];
    let mut t = 0;
    joint_invariant!(STEPS: t == spec.t && u[1] == spec.u[first]);
    while t < nsteps {
        mpi!(sendrecv(&u[1], to = left, &mut u[3], from = right));
        mpi!(sendrecv(&u[2], to = right, &mut u[0], from = left));
        let mut v = u;
        for i in 1..=2 {
            v[i] = u[i] + k * (u[i + 1] + u[i - 1] - 2.0 * u[i]);
        }
        u = v;
        t += 1;
    }
}

/// The ghost cells are swapped.
#[tass::verify(nprocs = 3, spec = sequential, expect = invariant)]
pub(crate) fn defect(nx: usize, nsteps: usize, k: f64, u0: Vec<f64>) {
    let (rank, nprocs) = (mpi!(rank()), mpi!(size()));
    assume!(nx == 2 * nprocs && u0.len() == nx);
    let first = 2 * rank;
    let (left, right) = ((rank + nprocs - 1) % nprocs, (rank + 1) % nprocs);
    let mut u = [0.0, u0[first], u0[first + 1], 0.0];
    let mut t = 0;
    joint_invariant!(STEPS: t == spec.t && (1..=2).all(|i| u[i] == spec.u[first + i - 1]));
    while t < nsteps {
        mpi!(sendrecv(&u[1], to = left, &mut u[0], from = right));
        mpi!(sendrecv(&u[2], to = right, &mut u[3], from = left));
        let mut v = u;
        for i in 1..=2 {
            v[i] = u[i] + k * (u[i + 1] + u[i - 1] - 2.0 * u[i]);
        }
        u = v;
        t += 1;
    }
}
