use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn outside(n: usize) {
    let rank = mpi!(rank());
    let k = sent(1);
    assert!(proc[0].received(1) == n);
    if in_flight(0, 1) == 0 {
        mpi!(barrier());
    }
    let _ = (rank, k);
}

#[tass::verify(nprocs = 2)]
fn arguments(n: usize) {
    let tag = n;
    collective_assert!(NOBODY: sent() == 0);
    collective_assert!(POSITION: received(0, 3) == 0);
    collective_assert!(NAME: proc[0].sent(1, tga = 3) == 0);
    collective_assert!(ONE: in_flight(0) == 0);
    collective_assert!(OF: proc[0].in_flight(1) == 0);
    collective_assert!(VARIABLE: sent(1, tag = tag) == 0);
    collective_assert!(COMPUTED: sent(1, tag = 1 + 2) == 0);
    collective_assert!(WHOSE: n.sent(1) == 0);
    collective_assert!(RANGE: proc[..n].sent(1) == 0);
    collective_assert!(OTHER: spec.sent(1) == 0);
}

fn main() {}
