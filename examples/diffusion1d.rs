//! One-dimensional diffusion on a ring of cells, distributed in blocks, against its sequential
//! version (*Collective assertions*, Fig. 1 and 3).
//!
//! `GHOSTS` says that after the exchange every ghost cell is its neighbour's border; `COMPARE` that
//! after every step each process holds its block of the sequential solution. Neither makes anybody
//! wait, and each is checked in snapshots that the processes took at very different times.

use tass::prelude::*;

/// The specification: one process, one array.
#[tass::model]
pub(crate) fn sequential(nx: usize, nsteps: usize, k: f64, u0: Vec<f64>) {
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

/// A step in the block `u[1..=nxl]`, whose neighbours' borders are in `u[0]` and `u[nxl + 1]`.
#[tass::model]
pub(crate) fn update(u: &mut [f64], nxl: usize, k: f64) {
    let mut v = u.to_vec();
    for i in 1..=nxl {
        v[i] = u[i] + k * (u[i + 1] + u[i - 1] - 2.0 * u[i]);
    }
    for i in 1..=nxl {
        u[i] = v[i];
    }
}

/// The block of `u0` that starts at `first`, with room for the ghosts.
#[tass::model]
pub(crate) fn block(u0: &[f64], first: usize, nxl: usize) -> Vec<f64> {
    let mut u = vec![0.0; nxl + 2];
    for i in 1..=nxl {
        u[i] = u0[first + i - 1];
    }
    u
}

/// At most `blocks` times as many cells as processes, at least one a process; at most two steps.
#[tass::model]
pub(crate) fn solve(nx: usize, nsteps: usize, k: f64, u0: &[f64], blocks: usize) {
    let (rank, nprocs) = (mpi!(rank()), mpi!(size()));
    assume!(nprocs <= nx && nx <= blocks * nprocs && nsteps <= 2 && u0.len() == nx);
    elaborate!(nx);
    let first = rank * nx / nprocs;
    let nxl = (rank + 1) * nx / nprocs - first;
    let (left, right) = ((rank + nprocs - 1) % nprocs, (rank + 1) % nprocs);
    let mut u = block(u0, first, nxl);
    for _ in 0..nsteps {
        mpi!(sendrecv(&u[1], to = left, &mut u[nxl + 1], from = right));
        mpi!(sendrecv(&u[nxl], to = right, &mut u[0], from = left));
        collective_assert!(GHOSTS: u[nxl] == proc[right].u[0] && u[1] == proc[left].u[proc[left].nxl + 1]);
        update(&mut u, nxl, k);
        joint_assert!(COMPARE: (1..=nxl).all(|i| u[i] == spec.u[first + i - 1]));
    }
}

/// As in the paper: at most three cells a process.
#[tass::verify(nprocs = 2..=6, spec = sequential)]
pub(crate) fn diffusion1d(nx: usize, nsteps: usize, k: f64, u0: &[f64]) {
    solve(nx, nsteps, k, u0, 3);
}

/// At most two cells a process: a hundred for fifty of them.
#[tass::model]
pub(crate) fn diffusion1d_two(nx: usize, nsteps: usize, k: f64, u0: &[f64]) {
    solve(nx, nsteps, k, u0, 2);
}

/// A broken twin: the ghosts are exchanged the wrong way round. With two processes the neighbours
/// are the same on both sides, but not what they send.
#[tass::verify(nprocs = 2..=4, spec = sequential, expect = collective_assertion)]
pub(crate) fn swapped(nx: usize, nsteps: usize, k: f64, u0: &[f64]) {
    let (rank, nprocs) = (mpi!(rank()), mpi!(size()));
    assume!(nx == 2 * nprocs && nsteps == 1 && u0.len() == nx);
    let (first, nxl) = (2 * rank, 2);
    let (left, right) = ((rank + nprocs - 1) % nprocs, (rank + 1) % nprocs);
    let mut u = block(u0, first, nxl);
    for _ in 0..nsteps {
        mpi!(sendrecv(&u[1], to = left, &mut u[0], from = right));
        mpi!(sendrecv(&u[nxl], to = right, &mut u[nxl + 1], from = left));
        collective_assert!(GHOSTS: u[nxl] == proc[right].u[0] && u[1] == proc[left].u[proc[left].nxl + 1]);
        update(&mut u, nxl, k);
        joint_assert!(COMPARE: (1..=nxl).all(|i| u[i] == spec.u[first + i - 1]));
    }
}

/// A broken twin: exchanged once, before the loop. The first step is right; `COMPARE` fails after
/// the second.
#[tass::verify(nprocs = 2..=4, spec = sequential, expect = collective_assertion)]
pub(crate) fn stale(nx: usize, nsteps: usize, k: f64, u0: &[f64]) {
    let (rank, nprocs) = (mpi!(rank()), mpi!(size()));
    assume!(nx == 2 * nprocs && nsteps == 2 && u0.len() == nx);
    let (first, nxl) = (2 * rank, 2);
    let (left, right) = ((rank + nprocs - 1) % nprocs, (rank + 1) % nprocs);
    let mut u = block(u0, first, nxl);
    mpi!(sendrecv(&u[1], to = left, &mut u[nxl + 1], from = right));
    mpi!(sendrecv(&u[nxl], to = right, &mut u[0], from = left));
    collective_assert!(GHOSTS: u[nxl] == proc[right].u[0] && u[1] == proc[left].u[proc[left].nxl + 1]);
    for _ in 0..nsteps {
        update(&mut u, nxl, k);
        joint_assert!(COMPARE: (1..=nxl).all(|i| u[i] == spec.u[first + i - 1]));
    }
}

/// A broken twin: an error by one sends the cell next to the border. `GHOSTS` is not asked, so it
/// is `COMPARE` that finds it.
#[tass::verify(nprocs = 2..=4, spec = sequential, expect = collective_assertion)]
pub(crate) fn off_by_one(nx: usize, nsteps: usize, k: f64, u0: &[f64]) {
    let (rank, nprocs) = (mpi!(rank()), mpi!(size()));
    assume!(nx == 2 * nprocs && nsteps == 1 && u0.len() == nx);
    let (first, nxl) = (2 * rank, 2);
    let (left, right) = ((rank + nprocs - 1) % nprocs, (rank + 1) % nprocs);
    let mut u = block(u0, first, nxl);
    for _ in 0..nsteps {
        mpi!(sendrecv(&u[1], to = left, &mut u[nxl + 1], from = right));
        mpi!(sendrecv(&u[nxl - 1], to = right, &mut u[0], from = left));
        update(&mut u, nxl, k);
        joint_assert!(COMPARE: (1..=nxl).all(|i| u[i] == spec.u[first + i - 1]));
    }
}

fn main() {
    for nprocs in 2..=15 {
        let model = diffusion1d::model().nprocs(nprocs);
        println!("{}\n", model.check());
    }
    for twin in [swapped::model(), stale::model(), off_by_one::model()] {
        println!("{}\n", twin.nprocs(3).check());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(model: tass::Model, nprocs: usize) -> (u64, u64, u64) {
        let report = model.nprocs(nprocs).check();
        let stats = report.stats();
        (stats.states, stats.steps, stats.by_z3)
    }

    #[test]
    fn counts_are_pinned() {
        let counts = [
            counts(diffusion1d::model(), 2),
            counts(diffusion1d::model(), 3),
            counts(diffusion1d::model(), 8),
            counts(swapped::model(), 3),
            counts(stale::model(), 3),
            counts(off_by_one::model(), 3),
        ];
        assert_eq!(
            counts,
            [
                (92, 91, 0),
                (191, 190, 0),
                (1396, 1395, 0),
                (12, 12, 0),
                (13, 13, 1),
                (13, 13, 1)
            ]
        );
    }

    /// Fewer states than were published at every size (with queue minimisation), and they grow no
    /// faster.
    #[test]
    fn fewer_states_than_published() {
        for (nprocs, published) in [(2, 3_496), (6, 30_256), (10, 91_128), (15, 229_228)] {
            let (states, ..) = counts(diffusion1d::model(), nprocs);
            assert!(
                10 * states < published,
                "{states} states for {nprocs} processes"
            );
        }
    }

    /// What finds the twins: an exchange that is wrong is found by `GHOSTS`, stale ghosts by
    /// `COMPARE`, in the second step.
    #[test]
    fn the_right_assertion_fails() {
        for (model, message) in [
            (swapped::model(), "`GHOSTS` is false"),
            (stale::model(), "`COMPARE` is false the second time"),
            (off_by_one::model(), "`COMPARE` is false"),
        ] {
            let report = model.nprocs(3).check();
            assert_eq!(report.violations()[0].message, message, "{report}");
        }
    }

    /// Exploring every interleaving gives the same verdicts, and so does Z3 alone.
    #[test]
    fn reduction_and_shortcuts_change_nothing() {
        let models = [
            swapped::model().nprocs(2),
            stale::model().nprocs(2),
            off_by_one::model().nprocs(2),
        ];
        for model in models {
            let model = model.violations(tass::Violations::All);
            let plain = model.check();
            for other in [
                model.clone().reduction(false).check(),
                model.clone().native_prover(false).check(),
                model.clone().schedule(tass::Schedule::First).check(),
            ] {
                assert_eq!(plain.verdict(), other.verdict(), "{other}");
                assert_eq!(plain.kinds(), other.kinds(), "{other}");
            }
        }
    }
}
