//! Messages that cross from one iteration into the next.
//!
//! In each iteration process 0 adds up one message from each of the others, whoever comes first. It
//! looks as if the sum were always the same, and a test run will hardly ever show anything else.
//! But nothing keeps process 1 from sending its second message before process 2 has sent its first.
//!
//! The program is Figure 1 of Siegel and Zirkel, *Loop invariant symbolic execution for parallel
//! programs* (VMCAI 2012), with two iterations instead of a loop without end.

use tass::prelude::*;

/// Process 0 may take both messages of a process in its first iteration.
#[tass::verify(nprocs = 3..=5, expect = assertion)]
fn race() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let t = size * (size - 1) / 2;
    let mut s = t;
    for _ in 0..2 {
        if rank == 0 {
            s = 0;
            for _ in 1..size {
                let mut x = 0;
                mpi!(recv(&mut x, from = ANY));
                s += x;
            }
        } else {
            mpi!(send(&rank, to = 0));
        }
        assert!(s == t);
    }
}

/// Repaired: whoever has sent waits until process 0 has everything.
#[tass::verify(nprocs = 2..=5)]
fn with_barrier() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let t = size * (size - 1) / 2;
    let mut s = t;
    for _ in 0..2 {
        if rank == 0 {
            s = 0;
            for _ in 1..size {
                let mut x = 0;
                mpi!(recv(&mut x, from = ANY));
                s += x;
            }
        } else {
            mpi!(send(&rank, to = 0));
        }
        mpi!(barrier());
        assert!(s == t);
    }
}

/// Repaired without waiting: the iteration is the message's tag.
#[tass::verify(nprocs = 2..=5)]
fn with_tags() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let t = size * (size - 1) / 2;
    let mut s = t;
    for i in 0..2 {
        if rank == 0 {
            s = 0;
            for _ in 1..size {
                let mut x = 0;
                mpi!(recv(&mut x, from = ANY, tag = i));
                s += x;
            }
        } else {
            mpi!(send(&rank, to = 0, tag = i));
        }
        assert!(s == t);
    }
}

fn main() {
    println!("{}\n", race::model().nprocs(3).check());
    println!("{}\n", with_barrier::model().nprocs(3).check());
    println!("{}", with_tags::model().nprocs(3).check());
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
            counts(race::model(), 3),
            counts(with_barrier::model(), 5),
            counts(with_tags::model(), 5),
        ];
        assert_eq!(counts, [(6, 6, 0), (110, 143, 0), (100, 133, 0)]);
    }

    /// With a single sender there is nobody to be confused with.
    #[test]
    fn two_processes_do_not_race() {
        let report = race::model().nprocs(2).check();
        assert!(report.is_verified(), "{report}");
    }

    /// Exploring every interleaving gives the same verdicts.
    #[test]
    fn reduction_changes_nothing() {
        let models = [
            race::model().nprocs(3),
            with_barrier::model().nprocs(3),
            with_tags::model().nprocs(3),
        ];
        for model in models {
            let model = model.violations(tass::Violations::All);
            let (reduced, full) = (model.check(), model.clone().reduction(false).check());
            assert_eq!(reduced.verdict(), full.verdict(), "{full}");
            assert_eq!(reduced.kinds(), full.kinds(), "{full}");
        }
    }
}
