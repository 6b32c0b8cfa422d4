//! Ghost counters of messages: `sent`, `received`, `in_flight`.

use tass::prelude::*;

const DATA: usize = 3;
const ACK: usize = 4;

#[tass::model]
fn plain(x: i64) {
    let rank = mpi!(rank());
    let mut y = 0i64;
    if rank == 0 {
        mpi!(send(&x, to = 1, tag = DATA));
        mpi!(send(&x, to = 1, tag = ACK));
        mpi!(ssend(&x, to = PROC_NULL, tag = ACK));
    } else {
        mpi!(recv(&mut y, from = ANY, tag = DATA));
        mpi!(recv(&mut y, from = 0, tag = ANY));
        mpi!(recv(&mut y, from = PROC_NULL));
    }
    mpi!(barrier());
    collective_assert!(ALL: proc[0].sent(1) == 2 && proc[1].received(0) == 2 && in_flight(0, 1) == 0);
    collective_assert!(NONE: proc[0].received(1) == 0 && proc[1].sent(0) == 0 && sent(PROC_NULL) == 0);
    collective_assert!(OWN: sent(1 - rank) == 2 - 2 * rank && received(1 - rank) == 2 * rank && sent(rank) == 0);
    collective_assert!(TAGS: in_flight(0, 1, tag = DATA) == 0 && proc[0].sent(1, tag = DATA) == 1 && proc[1].received(0, tag = 4) == 1 && proc[0].sent(1, tag = 0) == 0);
    collective_assert!(EACH: proc.iter().all(|p| p.sent(0) == 0 && p.sent(1) + p.received(0) == 2));
    collective_assert!(SUM: proc.iter().map(|p| p.sent(1)).sum::<usize>() == 2);
    collective_assert!(ANYONE: proc[1].received(ANY) == 2 && proc[0].received(ANY) == 0);
}

#[test]
fn plain_is_verified() {
    let report = plain::model().nprocs(2).check();
    assert!(report.is_verified(), "{report}");
}
