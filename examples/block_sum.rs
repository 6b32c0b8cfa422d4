//! The sum of an array that is distributed in blocks equals the sequential sum.
//!
//! The array is an input: its length is any number up to eight, its elements are any reals. (Floats
//! are mathematical reals in a model, so the order of the additions makes no difference; on a
//! machine it would.)

use tass::prelude::*;

const MOST: usize = 8;

/// The sum of `values[lo..hi]`.
#[tass::model]
fn sum(values: &[f64], lo: usize, hi: usize) -> f64 {
    let mut total = 0.0;
    for x in &values[lo..hi] {
        total += *x;
    }
    total
}

/// Every process sums its block, and a reduction adds up the parts.
#[tass::verify(nprocs = 1..=5)]
fn by_reduce(values: &[f64]) {
    let n = values.len();
    assume!(n <= MOST);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let part = sum(values, rank * n / size, (rank + 1) * n / size);
    let mut total = 0.0;
    mpi!(reduce(&part, &mut total, op = SUM, root = 0));
    if rank == 0 {
        assert!(total == sum(values, 0, n));
    }
}

/// The same with messages.
#[tass::verify(nprocs = 1..=5)]
fn by_messages(values: &[f64]) {
    let n = values.len();
    assume!(n <= MOST);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let part = sum(values, rank * n / size, (rank + 1) * n / size);
    if rank == 0 {
        let mut total = part;
        for from in 1..size {
            let mut other = 0.0;
            mpi!(recv(&mut other, from = from));
            total += other;
        }
        assert!(total == sum(values, 0, n));
    } else {
        mpi!(send(&part, to = 0));
    }
}

/// The broken twin: blocks of equal length lose what is left over.
#[tass::verify(nprocs = 2..=5, expect = assertion)]
fn without_the_rest(values: &[f64]) {
    let n = values.len();
    assume!(n <= MOST);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let block = n / size;
    let part = sum(values, rank * block, (rank + 1) * block);
    let mut total = 0.0;
    mpi!(reduce(&part, &mut total, op = SUM, root = 0));
    if rank == 0 {
        assert!(total == sum(values, 0, n));
    }
}

fn main() {
    println!("{}\n", by_reduce::model().nprocs(4).check());
    println!("{}\n", by_messages::model().nprocs(4).check());
    println!("{}", without_the_rest::model().nprocs(3).check());
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
            counts(by_reduce::model(), 4),
            counts(by_messages::model(), 4),
            counts(without_the_rest::model(), 3),
        ];
        assert_eq!(counts, [(61, 52, 0), (67, 58, 0), (4, 4, 0)]);
    }

    /// Exploring every interleaving gives the same verdicts.
    #[test]
    fn reduction_changes_nothing() {
        let models = [
            by_reduce::model().nprocs(3),
            by_messages::model().nprocs(3),
            without_the_rest::model().nprocs(3),
        ];
        for model in models {
            let model = model.violations(tass::Violations::All);
            let (reduced, full) = (model.check(), model.clone().reduction(false).check());
            assert_eq!(reduced.verdict(), full.verdict(), "{full}");
            assert_eq!(reduced.kinds(), full.kinds(), "{full}");
        }
    }
}
