//! A tree of messages combines what all processes have, with an operator of its own that is
//! associative and not commutative: steps of a recurrence `x = a * x + b`.
//!
//! The tree is compared with MPI's reduction by the same operator, and with the recurrence one step
//! after the other. `cargo run --example tree_reduction` prints what that costs.

use tass::prelude::*;

const MOST: usize = 16;

/// What some steps of the recurrence do to a number: `x -> factor * x + offset`.
#[tass::data]
#[derive(Clone, Copy, PartialEq)]
struct Steps {
    factor: i64,
    offset: i64,
}

/// Some steps, and then some more.
#[tass::model]
fn then(first: Steps, second: Steps) -> Steps {
    Steps {
        factor: second.factor * first.factor,
        offset: second.factor * first.offset + second.offset,
    }
}

/// The steps of all processes, in the order of ranks; the result is that of process 0.
#[tass::model]
fn tree(mine: Steps) -> Steps {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut all = mine;
    let mut other = mine;
    let mut apart = 1;
    while apart < size {
        if rank % (2 * apart) == apart {
            mpi!(send(&all, to = rank - apart));
            return all;
        }
        if rank + apart < size {
            mpi!(recv(&mut other, from = rank + apart));
            all = then(all, other);
        }
        apart *= 2;
    }
    all
}

/// What process 0 gets from the tree is what MPI's reduction gives, and what the recurrence gives
/// one step after the other.
#[tass::verify(nprocs = [1, 2, 3, 5, 8])]
fn reduction(a: [i64; MOST], b: [i64; MOST], x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mine = Steps {
        factor: a[rank],
        offset: b[rank],
    };
    let all = tree(mine);
    let mut reduced = mine;
    mpi!(reduce(&mine, &mut reduced, op = ordered(then), root = 0));
    if rank == 0 {
        assert!(all == reduced);
        let mut y = x;
        for k in 0..size {
            y = a[k] * y + b[k];
        }
        assert!(all.factor * x + all.offset == y);
    }
}

/// Every process learns what the steps up to its own make of a number, before it knows the number.
#[tass::verify(nprocs = 4)]
fn prefixes(a: [i64; MOST], b: [i64; MOST], x: i64) {
    let rank = mpi!(rank());
    let mine = Steps {
        factor: a[rank],
        offset: b[rank],
    };
    let mut so_far = mine;
    let mut request = mpi!(iscan(&mine, &mut so_far, op = ordered(then)));
    let mut y = if rank == 0 { x } else { 0 };
    mpi!(bcast(&mut y, root = 0));
    mpi!(wait(&mut request));
    let mut expected = x;
    for k in 0..=rank {
        expected = a[k] * expected + b[k];
    }
    assert!(so_far.factor * y + so_far.offset == expected);
}

/// A broken twin: what comes from behind is put in front.
#[tass::verify(nprocs = 2, expect = assertion)]
fn in_front(a: [i64; 2], b: [i64; 2]) {
    let rank = mpi!(rank());
    let mine = Steps {
        factor: a[rank],
        offset: b[rank],
    };
    let mut all = mine;
    if rank == 1 {
        mpi!(send(&mine, to = 0));
    } else {
        mpi!(recv(&mut all, from = 1));
        all = then(all, mine);
    }
    let mut reduced = mine;
    mpi!(reduce(&mine, &mut reduced, op = ordered(then), root = 0));
    assert!(rank != 0 || all == reduced);
}

/// A broken twin: steps cannot be swapped.
#[tass::verify(nprocs = 3, expect = operator_claim)]
fn in_any_order(a: [i64; 3], b: [i64; 3]) {
    let rank = mpi!(rank());
    let mine = Steps {
        factor: a[rank],
        offset: b[rank],
    };
    let mut all = mine;
    mpi!(allreduce(&mine, &mut all, op = commutative(then)));
}

/// A broken twin: with five processes, not everybody has somebody to receive from.
#[tass::verify(nprocs = 5, expect = invalid_rank)]
fn beyond_the_last(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut all, mut other, mut apart) = (x, 0i64, 1);
    while apart < size {
        if rank % (2 * apart) == apart {
            mpi!(send(&all, to = rank - apart));
            return;
        }
        mpi!(recv(&mut other, from = rank + apart));
        all += other;
        apart *= 2;
    }
}

/// Sizes of the first, and of the second.
const SIZES: [usize; 4] = [2, 4, 8, 16];

fn main() {
    for nprocs in SIZES {
        let report = reduction::model().nprocs(nprocs).check();
        let stats = report.stats();
        println!(
            "{nprocs} processes: verified: {}, {} states, {} steps",
            report.is_verified(),
            stats.states,
            stats.steps
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One interleaving: the states grow with the number of processes.
    #[test]
    fn counts_are_pinned() {
        let cost = SIZES.map(|nprocs| {
            let report = reduction::model().nprocs(nprocs).check();
            assert!(report.is_verified(), "{report}");
            report.stats().states
        });
        assert_eq!(cost, [7, 15, 31, 63]);
    }
}
