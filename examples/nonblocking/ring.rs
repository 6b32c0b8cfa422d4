//! The ring of `isend`, `irecv` and `waitall`: without wildcards one interleaving is enough.

use tass::prelude::*;

/// Everybody hands its value to the right neighbour.
#[tass::verify(nprocs = 2..=5)]
pub(crate) fn ring(base: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let (mine, mut got) = (base + rank as i64, 0);
    let mut requests = [
        mpi!(isend(&mine, to = right)),
        mpi!(irecv(&mut got, from = left)),
    ];
    mpi!(waitall(&mut requests));
    assert!(got == base + left as i64);
}

/// A broken twin: looks at what came before it has come.
#[tass::verify(nprocs = 2, expect = buffer_race)]
fn too_early(base: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let (mine, mut got) = (base + rank as i64, 0);
    let mut requests = [
        mpi!(isend(&mine, to = right)),
        mpi!(irecv(&mut got, from = left)),
    ];
    assert!(got == base + left as i64);
    mpi!(waitall(&mut requests));
}

/// A broken twin: each waits for its send before it posts its receive.
#[tass::verify(nprocs = 2..=3, expect = potential_deadlock)]
fn sends_first(base: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let (mine, mut got) = (base + rank as i64, 0);
    let mut request = mpi!(isend(&mine, to = right));
    mpi!(wait(&mut request));
    mpi!(recv(&mut got, from = left));
    assert!(got == base + left as i64);
}
