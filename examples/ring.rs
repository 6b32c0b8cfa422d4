//! A token goes round a ring, and comes back right for every value that it can have.
//!
//! `cargo run --release --example ring` shows a proof, a refutation and how the cost grows with the
//! number of processes; `cargo test --example ring` runs the same models as tests.
//!
//! Two things are worth seeing here:
//!
//! - A ring without wildcards has one interleaving that stands for all. The number of states is
//!   exactly linear in the number of processes, so 64 processes are no problem.
//! - Whether a standard send waits for its receiver is the MPI library's choice. The ring in which
//!   everybody sends first works with one library and hangs with another: a *potential deadlock*.

use tass::prelude::*;

/// Process 0 sends the token off; each process adds one and passes it on to its right.
#[tass::verify(nprocs = [2, 3, 4, 8, 16, 32, 64])]
fn ring(token: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut x = token;
    if rank == 0 {
        mpi!(send(&x, to = right));
        mpi!(recv(&mut x, from = left));
        assert!(x == token + size as i64 - 1);
    } else {
        mpi!(recv(&mut x, from = left));
        x += 1;
        mpi!(send(&x, to = right));
    }
}

/// The token goes round up to three times: how often is an input as well.
#[tass::verify(nprocs = 2..=6)]
fn rounds(token: i64, n: usize) {
    assume!(n <= 3);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut x = token;
    for _ in 0..n {
        if rank == 0 {
            mpi!(send(&x, to = right));
            mpi!(recv(&mut x, from = left));
        } else {
            mpi!(recv(&mut x, from = left));
            x += 1;
            mpi!(send(&x, to = right));
        }
    }
    if rank == 0 {
        assert!(x == token + (n * (size - 1)) as i64);
    }
}

/// Every process hands its own value to the right. Even ones send first, odd ones receive first, so
/// there is always somebody who receives.
#[tass::verify(nprocs = [2, 3, 4, 5, 64])]
fn shift(values: &[f64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(values.len() == size);
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut got = 0.0;
    if rank % 2 == 0 {
        mpi!(send(&values[rank], to = right));
        mpi!(recv(&mut got, from = left));
    } else {
        mpi!(recv(&mut got, from = left));
        mpi!(send(&values[rank], to = right));
    }
    assert!(got == values[left]);
}

/// The broken twin of [`fn@shift`]: everybody sends first, and nobody is left to receive.
#[tass::verify(nprocs = 2..=4, expect = potential_deadlock)]
fn head_to_head(values: &[f64]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(values.len() == size);
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut got = 0.0;
    mpi!(send(&values[rank], to = right));
    mpi!(recv(&mut got, from = left));
    assert!(got == values[left]);
}

fn main() {
    println!("{}\n", ring::model().nprocs(4).check());

    println!("How the cost grows:\n");
    println!(
        "{:>10} {:>8} {:>8} {:>12} {:>6} {:>10}",
        "processes", "states", "steps", "obligations", "by Z3", "time"
    );
    for nprocs in [2, 4, 8, 16, 32, 64] {
        let report = ring::model().nprocs(nprocs).check();
        assert!(report.is_verified(), "{report}");
        let stats = report.stats();
        let time = format!("{:.1} ms", stats.total_time.as_secs_f64() * 1e3);
        println!(
            "{nprocs:>10} {:>8} {:>8} {:>12} {:>6} {time:>10}",
            stats.states, stats.steps, stats.obligations, stats.by_z3
        );
    }

    println!("\nThe ring in which everybody sends first:\n");
    println!("{}", head_to_head::model().nprocs(3).check());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(model: tass::Model, nprocs: usize) -> (u64, u64, u64) {
        let report = model.nprocs(nprocs).check();
        assert!(report.is_verified(), "{report}");
        let stats = report.stats();
        (stats.states, stats.steps, stats.by_z3)
    }

    /// Two operations are three steps for each process, and one interleaving is enough.
    #[test]
    fn states_grow_linearly() {
        for nprocs in 2..=64 {
            let steps = 3 * nprocs as u64;
            assert_eq!(counts(ring::model(), nprocs), (steps + 1, steps, 0));
        }
    }

    #[test]
    fn counts_are_pinned() {
        let counts = [
            counts(ring::model(), 2),
            counts(rounds::model(), 2),
            counts(rounds::model(), 6),
            counts(shift::model(), 5),
        ];
        assert_eq!(counts, [(7, 6, 0), (18, 17, 0), (69, 68, 0), (16, 15, 0)]);
    }

    /// With a library that buffers, sending first does no harm.
    #[test]
    fn head_to_head_works_with_buffers() {
        for nprocs in 2..=4 {
            counts(
                head_to_head::model().deadlock(tass::Deadlock::Absolute),
                nprocs,
            );
        }
    }

    /// Exploring every interleaving gives the same verdicts.
    #[test]
    fn reduction_changes_nothing() {
        let models = [
            shift::model().nprocs(3),
            rounds::model().nprocs(2),
            head_to_head::model().nprocs(3),
        ];
        for model in models {
            let model = model.violations(tass::Violations::All);
            let (reduced, full) = (model.check(), model.clone().reduction(false).check());
            assert_eq!(reduced.verdict(), full.verdict(), "{full}");
            assert_eq!(reduced.kinds(), full.kinds(), "{full}");
        }
    }
}
