//! Invariants of loops and their frames.

use tass::prelude::*;

/// The invariant holds after an iteration only.
#[tass::model]
pub(crate) fn invariant_entry(n: usize) {
    let (mut i, mut x) = (0, 1);
    invariant!(I: i <= n && i == proc[0].i && x == 2);
    while i < n {
        mpi!(barrier());
        x = 2;
        i += 1;
    }
    assert!(x < 3);
}

#[tass::model]
pub(crate) fn invariant_entry_repaired(n: usize) {
    let (mut i, mut x) = (0, 2);
    invariant!(I: i <= n && i == proc[0].i && x == 2);
    while i < n {
        mpi!(barrier());
        x = 2;
        i += 1;
    }
    assert!(x < 3);
}

/// The third iteration breaks it.
#[tass::model]
pub(crate) fn invariant(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n && i == proc[0].i && x == i);
    while i < n {
        mpi!(barrier());
        x += if i == 2 { 2 } else { 1 };
        i += 1;
    }
}

#[tass::model]
pub(crate) fn invariant_repaired(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n && i == proc[0].i && x == i);
    while i < n {
        mpi!(barrier());
        x += 1;
        i += 1;
    }
}

/// Process 1 goes on when process 0 leaves.
#[tass::model]
pub(crate) fn loop_exit(n: usize) {
    let mut i = 0;
    let bound = n + mpi!(rank());
    invariant!(I: i == proc[0].i);
    while i < bound {
        mpi!(barrier());
        i += 1;
    }
}

#[tass::model]
pub(crate) fn loop_exit_repaired(n: usize) {
    let mut i = 0;
    invariant!(I: i == proc[0].i);
    while i < n {
        mpi!(barrier());
        i += 1;
    }
}

/// The loop writes an element that its frame does not name.
#[tass::model]
pub(crate) fn frame(n: usize) {
    let mut a = [0; 3];
    let mut i = 0;
    invariant!(I: i <= n);
    assigns!(i, a[0..2]);
    while i < n {
        a[i % 3] = 1;
        i += 1;
    }
}

#[tass::model]
pub(crate) fn frame_repaired(n: usize) {
    let mut a = [0; 3];
    let mut i = 0;
    invariant!(I: i <= n);
    assigns!(i, a[0..2]);
    while i < n {
        a[i % 2] = 1;
        i += 1;
    }
    assert!(a[2] == 0);
}
