//! What a process has not completed when it ends.

use tass::Kind;
use tass::prelude::*;

use super::always_gives;

/// A vector ends with its process: nothing of it lives on elsewhere.
#[tass::model]
fn forgotten() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut all = vec![0; size];
    let mut request = mpi!(iallgather(&rank, &mut all));
    if rank == 0 {
        mpi!(wait(&mut request));
    }
}

#[test]
fn a_vector_that_ends_with_its_process_is_no_riddle() {
    always_gives(&forgotten::model(), 2, &[Kind::RequestLeak]);
}
