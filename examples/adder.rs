//! The sum of an array that is distributed in blocks, against the sequential sum (*Automatic formal
//! verification of MPI-based parallel programs*, Fig. 1).
//!
//! Here the two are separate programs, and what they put out is compared. `block_sum` has the
//! sequential sum in the program itself.

use tass::prelude::*;

#[tass::model]
pub(crate) fn sequential(a: &[f64]) {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i];
    }
    output!(sum = sum);
}

/// Process 0 adds up what the others send it. `lo` and `hi` are for the twins.
#[tass::model]
fn add(a: &[f64], lo: usize, hi: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut sum = 0.0;
    for i in lo..hi {
        sum += a[i];
    }
    if rank > 0 {
        mpi!(send(&sum, to = 0));
    } else {
        for from in 1..size {
            let mut part = 0.0;
            mpi!(recv(&mut part, from = from));
            sum += part;
        }
        output!(sum = sum);
    }
}

#[tass::verify(nprocs = 1..=5, spec = sequential)]
pub(crate) fn adder(a: &[f64]) {
    let (n, rank, size) = (a.len(), mpi!(rank()), mpi!(size()));
    assume!(n <= 12);
    elaborate!(n);
    add(a, n * rank / size, n * (rank + 1) / size);
}

/// The same for longer arrays.
#[tass::model]
pub(crate) fn adder_200(a: &[f64]) {
    let (n, rank, size) = (a.len(), mpi!(rank()), mpi!(size()));
    assume!(n <= 200);
    elaborate!(n);
    add(a, n * rank / size, n * (rank + 1) / size);
}

/// A broken twin: blocks of equal size, and the rest of the division is nobody's.
#[tass::verify(nprocs = 2..=4, spec = sequential, expect = output_mismatch)]
pub(crate) fn without_the_rest(a: &[f64]) {
    let (n, rank, size) = (a.len(), mpi!(rank()), mpi!(size()));
    assume!(n <= 5);
    elaborate!(n);
    add(a, n / size * rank, n / size * (rank + 1));
}

/// A broken twin: the last element of a block is the first of the next one as well.
#[tass::verify(nprocs = 2..=4, spec = sequential, expect = out_of_bounds)]
pub(crate) fn off_by_one(a: &[f64]) {
    let (n, rank, size) = (a.len(), mpi!(rank()), mpi!(size()));
    assume!(n <= 5);
    elaborate!(n);
    add(a, n * rank / size, n * (rank + 1) / size + 1);
}

fn main() {
    println!("{}\n", adder::model().nprocs(4).check());
    println!("{}\n", without_the_rest::model().nprocs(2).check());
    println!("{}", off_by_one::model().nprocs(2).check());
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
            counts(adder::model(), 4),
            counts(without_the_rest::model(), 2),
            counts(off_by_one::model(), 2),
        ];
        assert_eq!(counts, [(144, 131, 0), (10, 9, 0), (1, 1, 0)]);
    }

    /// Exploring every interleaving gives the same verdicts, and so does Z3 alone.
    #[test]
    fn reduction_and_shortcuts_change_nothing() {
        let models = [
            adder::model().nprocs(2),
            without_the_rest::model().nprocs(2),
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
