//! A producer and a consumer: the consumer has everything that was sent.

use tass::prelude::*;

/// Numbers the messages; the consumer knows which comes next.
#[tass::verify(nprocs = 2)]
pub(crate) fn numbered(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    invariant!(I: i == proc[0].i);
    while i < n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
        } else {
            let mut x = 0;
            mpi!(recv(&mut x, from = 0));
            assert!(x == i);
        }
        i += 1;
    }
}
