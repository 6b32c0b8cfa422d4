//! One-dimensional diffusion on a ring of cells, distributed in blocks, against its sequential version (paper 001, Fig. 1 and 3).
//!
//! `GHOSTS` says that after the exchange every ghost cell is its neighbour's border; `COMPARE` that after every step each process
//! holds its block of the sequential solution. Neither makes anybody wait.

use tass::prelude::*;

#[tass::model]
fn sequential(nx: usize, nsteps: usize, k: f64, u0: Vec<f64>) {
    let mut u = u0.clone();
    for _ in 0..nsteps {
        let mut v = u.clone();
        for i in 0..nx {
            v[i] = u[i] + k * (u[(i + 1) % nx] + u[(i + nx - 1) % nx] - 2.0 * u[i]);
        }
        u = v;
        joint_assert!(COMPARE: true);
    }
}

#[tass::verify(nprocs = 2..=4, spec = sequential)]
fn diffusion1d(nx: usize, nsteps: usize, k: f64, u0: Vec<f64>) {
    let (rank, nprocs) = (mpi!(rank()), mpi!(size()));
    assume!(nprocs <= nx && nx <= 3 * nprocs && nsteps <= 2 && u0.len() == nx);
    elaborate!(nx);
    let first = rank * nx / nprocs;
    let nxl = (rank + 1) * nx / nprocs - first;
    let (left, right) = ((rank + nprocs - 1) % nprocs, (rank + 1) % nprocs);
    let mut u = vec![0.0; nxl + 2];
    for i in 1..=nxl {
        u[i] = u0[first + i - 1];
    }
    for _ in 0..nsteps {
        mpi!(sendrecv(&u[1], to = left, &mut u[nxl + 1], from = right));
        mpi!(sendrecv(&u[nxl], to = right, &mut u[0], from = left));
        collective_assert!(GHOSTS: u[nxl] == proc[right].u[0] && u[1] == proc[left].u[proc[left].nxl + 1]);
        let mut v = u.clone();
        for i in 1..=nxl {
            v[i] = u[i] + k * (u[i + 1] + u[i - 1] - 2.0 * u[i]);
        }
        u = v;
        joint_assert!(COMPARE: (1..=nxl).all(|i| u[i] == spec.u[first + i - 1]));
    }
}

fn main() {
    for n in 2..=15 {
        let t = std::time::Instant::now();
        let report = diffusion1d::model().nprocs(n).check();
        println!("{n} {:?} {report}", t.elapsed());
    }
}
