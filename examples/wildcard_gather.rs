//! A gather with a wildcard, twice in a row (*Collective assertions*, Fig. 6): a message of the
//! second round can overtake.
//!
//! Process 0 takes the others' numbers in whatever order they come, and puts each where its
//! sender's belongs. In the first round it may receive a fast process's *second* number, and then
//! it leaves the round without some slow one's first. A checker that made everybody wait at the
//! assertion would never see it: [`fn@with_a_barrier`] is right.

use tass::prelude::*;

/// The race. The assertion has two places: what a worker sent is in the root's array when the root
/// has left the round.
#[tass::verify(nprocs = 3..=5, expect = collective_assertion)]
pub(crate) fn wildcard_gather() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    for _ in 0..2 {
        let mut a = vec![0.0; size];
        let mut x = rank as f64;
        if rank == 0 {
            for _ in 1..size {
                let status = mpi!(recv(&mut x, from = ANY));
                a[status.source] = x;
            }
            collective_assert!(C: true);
        } else {
            mpi!(send(&x, to = 0));
            collective_assert!(C: x == proc[0].a[rank]);
        }
    }
}

/// With a barrier after each round nobody can be overtaken.
#[tass::verify(nprocs = 2..=5)]
pub(crate) fn with_a_barrier() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    for _ in 0..2 {
        let mut a = vec![0.0; size];
        let mut x = rank as f64;
        if rank == 0 {
            for _ in 1..size {
                let status = mpi!(recv(&mut x, from = ANY));
                a[status.source] = x;
            }
            collective_assert!(C: true);
        } else {
            mpi!(send(&x, to = 0));
            collective_assert!(C: x == proc[0].a[rank]);
        }
        mpi!(barrier());
    }
}

/// Another way to mend it: a tag for each round.
#[tass::verify(nprocs = 2..=5)]
pub(crate) fn with_tags() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    for round in 0..2 {
        let mut a = vec![0.0; size];
        let mut x = rank as f64;
        if rank == 0 {
            for _ in 1..size {
                let status = mpi!(recv(&mut x, from = ANY, tag = round));
                a[status.source] = x;
            }
        } else {
            mpi!(send(&x, to = 0, tag = round));
        }
        collective_assert!(C: rank == 0 || x == proc[0].a[rank]);
    }
}

fn main() {
    println!("{}\n", wildcard_gather::model().nprocs(3).check());
    println!("{}\n", wildcard_gather::model().nprocs(10).check());
    println!("{}\n", with_a_barrier::model().nprocs(5).check());
    println!("{}", with_tags::model().nprocs(5).check());
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
            counts(wildcard_gather::model(), 10),
            counts(with_a_barrier::model(), 5),
            counts(with_tags::model(), 5),
        ];
        assert_eq!(counts, [(44, 44, 0), (144, 189, 0), (128, 173, 0)]);
    }

    /// The trace tells the story: message 3 is received before message 2, by a process that is
    /// still in the first round.
    #[test]
    fn the_message_that_overtook() {
        insta::assert_snapshot!(wildcard_gather::model().nprocs(3).check().snapshot());
    }

    /// With one worker there is nobody to overtake.
    #[test]
    fn one_worker_keeps_the_order() {
        let report = wildcard_gather::model().nprocs(2).check();
        assert!(report.is_verified(), "{report}");
    }

    /// Exploring every interleaving gives the same verdicts, and so does Z3 alone.
    #[test]
    fn reduction_and_shortcuts_change_nothing() {
        let models = [
            wildcard_gather::model().nprocs(3),
            with_a_barrier::model().nprocs(3),
            with_tags::model().nprocs(3),
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
