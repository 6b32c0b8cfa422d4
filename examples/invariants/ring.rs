//! N rounds around a ring, free of deadlocks (paper 000, section 3).

use tass::prelude::*;

/// Every process passes on what it has, N times.
#[tass::verify(nprocs = [2, 3, 10])]
pub(crate) fn ring(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut x, mut y) = (rank, rank);
    invariant!(R: i == proc[0].i);
    for i in 0..n {
        mpi!(sendrecv(
            &x,
            to = (rank + 1) % size,
            &mut y,
            from = (rank + size - 1) % size
        ));
        x = y;
    }
}

/// The counters are not related: processes could leave the loop apart.
#[tass::verify(nprocs = 3, expect = not_inductive)]
pub(crate) fn weak(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut x, mut y) = (rank, rank);
    invariant!(R: true);
    for _ in 0..n {
        mpi!(sendrecv(
            &x,
            to = (rank + 1) % size,
            &mut y,
            from = (rank + size - 1) % size
        ));
        x = y;
    }
}

/// All send first: a deadlock when the library does not buffer.
#[tass::verify(nprocs = 3, expect = potential_deadlock)]
pub(crate) fn head_to_head(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut x = rank;
    invariant!(R: i == proc[0].i);
    for i in 0..n {
        mpi!(send(&x, to = (rank + 1) % size));
        mpi!(recv(&mut x, from = (rank + size - 1) % size));
    }
}

#[cfg(test)]
#[test]
fn growth() {
    assert_eq!(crate::verified(&ring::model().nprocs(10)), (148, 146, 0));
    for n in [2, 3, 16, 32, 64] {
        let (states, _, z3) = crate::verified(&ring::model().nprocs(n));
        assert!(states <= 20 * n as u64, "{n} processes: {states} states");
        assert_eq!(z3, 0);
    }
}
