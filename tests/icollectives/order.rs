//! Each takes its turn when it is begun, among those that block.

use tass::Kind;
use tass::prelude::*;

use crate::verdict::{depends, is_fine, is_wrong};

/// Begun in one order, completed in another by each.
#[tass::model]
fn completed_in_any_order(x: i64) {
    let rank = mpi!(rank());
    let (mine, mut sum, mut most, mut told) = (x + rank as i64, 0, 0, x);
    let mut a = mpi!(iallreduce(&mine, &mut sum, op = SUM));
    let mut b = mpi!(iallreduce(&mine, &mut most, op = MAX));
    let mut c = mpi!(ibcast(&mut told, root = 1));
    if rank == 0 {
        mpi!(wait(&mut c));
        mpi!(wait(&mut b));
        mpi!(wait(&mut a));
    } else {
        mpi!(wait(&mut b));
        mpi!(wait(&mut a));
        mpi!(wait(&mut c));
    }
    assert!(sum == 2 * x + 1 && most == x + 1 && told == x);
}

/// Begun in two orders.
#[tass::model]
fn begun_in_any_order(x: i64) {
    let (mut sum, mut told) = (0, x);
    let mut requests = if mpi!(rank()) == 0 {
        [
            mpi!(ibcast(&mut told, root = 0)),
            mpi!(iallreduce(&x, &mut sum, op = SUM)),
        ]
    } else {
        [
            mpi!(iallreduce(&x, &mut sum, op = SUM)),
            mpi!(ibcast(&mut told, root = 0)),
        ]
    };
    mpi!(waitall(&mut requests));
}

/// One that blocks comes between.
#[tass::model]
fn around_a_barrier(x: i64) {
    let (mut sum, mut told) = (0, x);
    let mut a = mpi!(iallreduce(&x, &mut sum, op = SUM));
    mpi!(barrier());
    let mut b = mpi!(ibcast(&mut told, root = 0));
    mpi!(wait(&mut b));
    mpi!(wait(&mut a));
    assert!(sum == 2 * x && told == x);
}

/// For one of them it comes before.
#[tass::model]
fn before_a_barrier(x: i64) {
    let mut sum = 0;
    if mpi!(rank()) == 0 {
        mpi!(barrier());
        let mut a = mpi!(iallreduce(&x, &mut sum, op = SUM));
        mpi!(wait(&mut a));
    } else {
        let mut a = mpi!(iallreduce(&x, &mut sum, op = SUM));
        mpi!(barrier());
        mpi!(wait(&mut a));
    }
}

#[test]
fn turns_are_taken_when_operations_are_begun() {
    is_fine(&completed_in_any_order::model(), 2);
    is_wrong(&begun_in_any_order::model(), 2, &[Kind::CollectiveOrder]);
    is_fine(&around_a_barrier::model(), 2);
    // That one blocks and the other does not is told first.
    is_wrong(&before_a_barrier::model(), 2, &[Kind::CollectiveMixed]);
}

/// One blocks and the other does not, for each operation that an input may name.
#[tass::model]
fn mixed(what: usize) {
    let rank = mpi!(rank());
    let (mut x, mut y) = (rank, 0);
    let mut request = REQUEST_NULL;
    if what == 0 {
        if rank == 0 {
            mpi!(barrier());
        } else {
            request = mpi!(ibarrier());
        }
    } else if what == 1 {
        if rank == 0 {
            request = mpi!(ibcast(&mut x, root = 0));
        } else {
            mpi!(bcast(&mut x, root = 0));
        }
    } else if rank == 0 {
        mpi!(allreduce(&x, &mut y, op = SUM));
    } else {
        request = mpi!(iallreduce(&x, &mut y, op = SUM));
    }
    mpi!(wait(&mut request));
}

/// Other operations are no better for not blocking.
#[tass::model]
fn another_one() {
    let rank = mpi!(rank());
    let (mut x, mut y) = (rank, 0);
    let mut request = if rank == 0 {
        mpi!(ibcast(&mut x, root = 0))
    } else {
        mpi!(ireduce(&x, &mut y, op = SUM, root = 0))
    };
    mpi!(wait(&mut request));
}

#[test]
fn who_blocks_and_who_does_not_do_not_meet() {
    is_wrong(&mixed::model(), 2, &[Kind::CollectiveMixed]);
    is_wrong(&another_one::model(), 2, &[Kind::CollectiveOrder]);
}

/// They agree about nothing, as an input says.
#[tass::model]
fn disagreeing(what: usize) {
    let rank = mpi!(rank());
    let (mut x, mut y, mut u) = (rank, 0, vec![0; 2]);
    let (mut a, mut b) = (0i32, 0.0f32);
    let mut request = REQUEST_NULL;
    if what == 0 {
        request = mpi!(ibcast(&mut x, root = rank));
    } else if what == 1 {
        if rank == 0 {
            request = mpi!(iallreduce(&x, &mut y, op = SUM));
        } else {
            request = mpi!(iallreduce(&x, &mut y, op = MAX));
        }
    } else if what == 2 {
        if rank == 0 {
            request = mpi!(ibcast(&mut a, root = 0));
        } else {
            request = mpi!(ibcast(&mut b, root = 0));
        }
    } else if what == 3 {
        request = mpi!(ibcast(&mut u[rank..], root = 0));
    }
    mpi!(wait(&mut request));
}

#[test]
fn all_agree_about_what_they_begin() {
    let kinds = [
        Kind::CollectiveRoot,
        Kind::CollectiveOp,
        Kind::CollectiveType,
        Kind::CollectiveCount,
    ];
    is_wrong(&disagreeing::model(), 2, &kinds);
}

/// The last one does not come.
#[tass::model]
fn barrier_without_one() {
    if mpi!(rank()) > 0 {
        let mut request = mpi!(ibarrier());
        mpi!(wait(&mut request));
    }
}

/// Nor does it here, but the root needs nobody, unless MPI synchronises.
#[tass::model]
fn bcast_without_one() {
    let mut x = 1;
    if mpi!(rank()) == 0 {
        let mut request = mpi!(ibcast(&mut x, root = 0));
        mpi!(wait(&mut request));
    }
}

/// It waits for a message first, which is sent behind the wait.
#[tass::model]
fn waited_for_too_early() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    if rank == 0 {
        mpi!(recv(&mut x, from = 1));
    }
    let mut request = mpi!(ibarrier());
    mpi!(wait(&mut request));
    if rank == 1 {
        mpi!(send(&rank, to = 0));
    }
}

/// It is sent before the wait: beginning a barrier waits for nobody.
#[tass::model]
fn waited_for_late_enough() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    if rank == 0 {
        mpi!(recv(&mut x, from = 1));
        assert!(x == 1);
    }
    let mut request = mpi!(ibarrier());
    if rank == 1 {
        mpi!(send(&rank, to = 0));
    }
    mpi!(wait(&mut request));
}

#[test]
fn completing_waits_for_those_who_are_needed() {
    is_wrong(&barrier_without_one::model(), 3, &[Kind::Deadlock]);
    depends(
        &bcast_without_one::model(),
        2,
        &[Kind::PotentialDeadlock, Kind::CollectiveIncomplete],
        &[Kind::CollectiveIncomplete],
    );
    is_wrong(&waited_for_too_early::model(), 2, &[Kind::Deadlock]);
    is_fine(&waited_for_late_enough::model(), 2);
}

/// In a communicator, which is freed while it is under way.
#[tass::model]
fn in_a_half(x: i64) {
    let rank = mpi!(rank());
    let mut half = mpi!(split(color = rank % 2));
    let (mine, mut sum) = (x + rank as i64, 0);
    let mut request = mpi!(iallreduce(&mine, &mut sum, op = SUM, comm = half));
    mpi!(free(&mut half));
    mpi!(wait(&mut request));
    let other = (rank + 2) % 4;
    assert!(sum == 2 * x + (rank + other) as i64);
}

#[test]
fn communicators_have_their_own() {
    is_fine(&in_a_half::model(), 4);
}
