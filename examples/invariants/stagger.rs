//! Messages sent in odd iterations are received in even ones (paper 000, Fig. 2).

use tass::prelude::*;

/// Process 1 is always one iteration ahead. A barrier at the loop's head would deadlock.
#[tass::verify(nprocs = 2)]
pub(crate) fn stagger(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    let mut x = 0;
    invariant!(I: i == proc[1 - rank].i && x == 2 * ((i + 1 - rank) / 2));
    while i < 2 * n {
        if rank == 0 && i % 2 == 0 {
            mpi!(recv(&mut x, from = 1));
        } else if rank == 1 && i % 2 == 1 {
            x = i + 1;
            mpi!(send(&x, to = 0));
        }
        i += 1;
    }
    assert!(x == 2 * n);
}

/// The same with a barrier at the loop's head: what a synchronising reading of the invariant would
/// make of it.
#[tass::verify(nprocs = 2, expect = deadlock)]
pub(crate) fn synchronised(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    let mut x = 0;
    while i < 2 * n {
        mpi!(barrier());
        if rank == 0 && i % 2 == 0 {
            mpi!(recv(&mut x, from = 1));
        } else if rank == 1 && i % 2 == 1 {
            x = i + 1;
            mpi!(send(&x, to = 0));
        }
        i += 1;
    }
}

/// The invariant says nothing of `x`: too weak for the assertion.
#[tass::verify(nprocs = 2, expect = not_inductive)]
pub(crate) fn weak(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    let mut x = 0;
    invariant!(I: i == proc[1 - rank].i);
    while i < 2 * n {
        if rank == 0 && i % 2 == 0 {
            mpi!(recv(&mut x, from = 1));
        } else if rank == 1 && i % 2 == 1 {
            x = i + 1;
            mpi!(send(&x, to = 0));
        }
        i += 1;
    }
    assert!(x == 2 * n);
}

/// The invariant does not hold on entry.
#[tass::verify(nprocs = 2, expect = invariant_entry)]
pub(crate) fn not_established(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    let mut x = 1;
    invariant!(I: i == proc[1 - rank].i && x == 2 * ((i + 1 - rank) / 2));
    while i < 2 * n {
        if rank == 0 && i % 2 == 0 {
            mpi!(recv(&mut x, from = 1));
        } else if rank == 1 && i % 2 == 1 {
            x = i + 1;
            mpi!(send(&x, to = 0));
        }
        i += 1;
    }
}

/// The message carries the wrong number.
#[tass::verify(nprocs = 2, expect = invariant)]
pub(crate) fn defect(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    let mut x = 0;
    invariant!(I: i == proc[1 - rank].i && x == 2 * ((i + 1 - rank) / 2));
    while i < 2 * n {
        if rank == 0 && i % 2 == 0 {
            mpi!(recv(&mut x, from = 1));
        } else if rank == 1 && i % 2 == 1 {
            x = i;
            mpi!(send(&x, to = 0));
        }
        i += 1;
    }
}

#[cfg(test)]
#[test]
fn counts() {
    assert_eq!(crate::verified(&stagger::model().nprocs(2)), (24, 22, 4));
}
