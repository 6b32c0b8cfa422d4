//! Every process counts to N (paper 000, section 3).

use tass::prelude::*;

/// Nobody communicates; the invariant is what relates the processes.
#[tass::verify(nprocs = [1, 2, 10])]
pub(crate) fn count(n: usize) {
    let mut i = 0;
    invariant!(C: i <= n && i == proc[0].i);
    while i < n {
        i += 1;
    }
    assert!(i == n);
}

/// A loop of everybody, and nothing says that all leave it together.
#[tass::verify(nprocs = 3, expect = not_inductive)]
pub(crate) fn weak(n: usize) {
    let mut i = 0;
    invariant!(all::C: i <= n);
    while i < n {
        i += 1;
    }
    assert!(i == n);
}

/// One process starts elsewhere.
#[tass::verify(nprocs = 3, expect = invariant_entry)]
pub(crate) fn not_established(n: usize) {
    assume!(n > 1);
    let mut i = mpi!(rank()) / 2;
    invariant!(C: i <= n && i == proc[0].i);
    while i < n {
        i += 1;
    }
}

/// One process counts in steps of two: it leaves the loop before the others.
#[tass::verify(nprocs = 3, expect = loop_exit)]
pub(crate) fn disagree(n: usize) {
    let step = if mpi!(rank()) == 2 { 2 } else { 1 };
    let mut i = 0;
    invariant!(all::C: true);
    while i < n {
        i += step;
    }
}

/// A process that skips the loop meets its invariant out of order, or not at all.
#[tass::verify(nprocs = 2, expect = collective_assertion_incomplete)]
pub(crate) fn skipped(n: usize) {
    let mut i = 0;
    if mpi!(rank()) == 0 {
        invariant!(all::C: i <= n);
        while i < n {
            i += 1;
        }
    }
}

/// Each process alone: its invariant says nothing of others, so they need not go together.
#[tass::verify(nprocs = [1, 3, 10])]
pub(crate) fn apart(n: usize) {
    let rank = mpi!(rank());
    let (mut i, mut sum) = (rank, 0);
    invariant!(C: rank <= i && i <= n + rank && sum == i - rank);
    while i < n + rank {
        sum += 1;
        i += 1;
    }
    assert!(sum == n);
}

#[cfg(test)]
#[test]
fn growth() {
    // Linear in the number of processes, for any number of iterations.
    for n in 2..=64 {
        let (states, steps, z3) = crate::verified(&count::model().nprocs(n));
        assert_eq!(
            (states, steps, z3),
            (8 * n as u64 - 2, 8 * n as u64 - 4, 0),
            "{n}"
        );
    }
}
