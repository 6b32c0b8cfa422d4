//! Odd-even transposition sort, one element on each process.
//!
//! In each of `n` rounds a process meets its left or its right neighbour; the left one keeps the
//! smaller value, the right one the larger. Process 0 gathers the result and checks that it is
//! sorted and a permutation of the input, for all real inputs, equal elements included.
//!
//! The program is Challenge 3 of VerifyThis 2017, in the form of Figure 5 of Luo and Siegel,
//! *Symbolic execution and deductive verification approaches to VerifyThis 2017 challenges* (ISoLA
//! 2018).

use tass::prelude::*;

/// How often `x` occurs in `a`.
#[tass::model]
fn count(a: &[f64], x: f64) -> usize {
    (0..a.len()).filter(|&i| a[i] == x).count()
}

/// `after` is `before`, sorted.
#[tass::model]
fn assert_sort_of(before: &[f64], after: &[f64]) {
    let n = before.len();
    assert!((1..n).all(|i| after[i - 1] <= after[i]), "sorted");
    assert!(
        (0..n).all(|i| (0..n).any(|j| before[i] == after[j])),
        "nothing is lost"
    );
    for i in 0..n {
        assert!(
            count(before, after[i]) == count(after, after[i]),
            "as often as before"
        );
    }
}

/// The sort. `sendrecv` cannot deadlock, however little the MPI library buffers.
#[tass::verify(nprocs = 2..=5)]
fn odd_even_sort(a: &[f64]) {
    let (id, n) = (mpi!(rank()), mpi!(size()));
    assume!(a.len() == n);
    let mut mine = a[id];
    for round in 0..n {
        let mut other = 0.0;
        if (round + id) % 2 == 0 {
            if id + 1 < n {
                mpi!(sendrecv(&mine, to = id + 1, &mut other, from = id + 1));
                if other < mine {
                    mine = other;
                }
            }
        } else if id > 0 {
            mpi!(sendrecv(&mine, to = id - 1, &mut other, from = id - 1));
            if other > mine {
                mine = other;
            }
        }
    }
    let mut sorted = vec![0.0; n];
    mpi!(gather(&mine, &mut sorted, root = 0));
    if id == 0 {
        assert_sort_of(a, &sorted);
    }
}

/// The sort as the paper has it: both neighbours send before they receive. That is correct only if
/// the MPI library buffers the messages.
#[tass::verify(nprocs = 2..=5, expect = potential_deadlock)]
fn as_published(a: &[f64]) {
    let (id, n) = (mpi!(rank()), mpi!(size()));
    assume!(a.len() == n);
    let mut mine = a[id];
    for round in 0..n {
        let mut other = 0.0;
        if (round + id) % 2 == 0 {
            if id + 1 < n {
                mpi!(send(&mine, to = id + 1));
                mpi!(recv(&mut other, from = id + 1));
                if other < mine {
                    mine = other;
                }
            }
        } else if id > 0 {
            mpi!(send(&mine, to = id - 1));
            mpi!(recv(&mut other, from = id - 1));
            if other > mine {
                mine = other;
            }
        }
    }
    let mut sorted = vec![0.0; n];
    mpi!(gather(&mine, &mut sorted, root = 0));
    if id == 0 {
        assert_sort_of(a, &sorted);
    }
}

/// The broken twin: one round less than there are elements.
#[tass::verify(nprocs = 2..=5, expect = assertion)]
fn one_round_less(a: &[f64]) {
    let (id, n) = (mpi!(rank()), mpi!(size()));
    assume!(a.len() == n);
    let mut mine = a[id];
    for round in 1..n {
        let mut other = 0.0;
        if (round + id) % 2 == 0 {
            if id + 1 < n {
                mpi!(sendrecv(&mine, to = id + 1, &mut other, from = id + 1));
                if other < mine {
                    mine = other;
                }
            }
        } else if id > 0 {
            mpi!(sendrecv(&mine, to = id - 1, &mut other, from = id - 1));
            if other > mine {
                mine = other;
            }
        }
    }
    let mut sorted = vec![0.0; n];
    mpi!(gather(&mine, &mut sorted, root = 0));
    if id == 0 {
        assert_sort_of(a, &sorted);
    }
}

/// Checks the sizes that are given on the command line, or those up to five.
fn main() {
    let mut sizes: Vec<usize> = std::env::args()
        .skip(1)
        .filter_map(|arg| arg.parse().ok())
        .collect();
    if sizes.is_empty() {
        sizes = (2..=5).collect();
    }
    for n in sizes {
        println!("{}\n", odd_even_sort::model().nprocs(n).check());
    }
    println!("{}\n", one_round_less::model().nprocs(3).check());
    println!("{}", as_published::model().nprocs(2).check());
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

    #[test]
    fn counts_are_pinned() {
        let counts = [
            counts(odd_even_sort::model(), 2),
            counts(odd_even_sort::model(), 3),
            counts(odd_even_sort::model(), 4),
            counts(odd_even_sort::model(), 5),
        ];
        assert_eq!(
            counts,
            [(12, 10, 0), (54, 48, 0), (290, 266, 0), (1862, 1742, 0)]
        );
    }

    /// What the paper claims: correct, as far as buffering can be relied on.
    #[test]
    fn as_published_works_with_buffers() {
        for n in 2..=4 {
            counts(as_published::model().deadlock(tass::Deadlock::Absolute), n);
        }
    }

    /// Exploring every interleaving gives the same verdicts.
    #[test]
    fn reduction_changes_nothing() {
        let models = [
            odd_even_sort::model().nprocs(3),
            as_published::model().nprocs(2),
            one_round_less::model().nprocs(3),
        ];
        for model in models {
            let model = model.violations(tass::Violations::All);
            let (reduced, full) = (model.check(), model.clone().reduction(false).check());
            assert_eq!(reduced.verdict(), full.verdict(), "{full}");
            assert_eq!(reduced.kinds(), full.kinds(), "{full}");
        }
    }
}
