//! Collective operations: each communicator has an order and members of its own.

use tass::Kind;
use tass::prelude::*;

use crate::verdict::{depends, is_fine, is_wrong};

/// Two copies, entered in two orders.
#[tass::model]
fn crossed() {
    let (mut a, mut b) = (mpi!(dup()), mpi!(dup()));
    if mpi!(rank()) == 0 {
        mpi!(barrier(comm = a));
        mpi!(barrier(comm = b));
    } else {
        mpi!(barrier(comm = b));
        mpi!(barrier(comm = a));
    }
    mpi!(free(&mut a));
    mpi!(free(&mut b));
}

/// Begun in two orders: nobody waits before both are begun.
#[tass::model]
fn crossed_and_begun() {
    let (mut a, mut b) = (mpi!(dup()), mpi!(dup()));
    let mut requests = if mpi!(rank()) == 0 {
        [mpi!(ibarrier(comm = a)), mpi!(ibarrier(comm = b))]
    } else {
        [mpi!(ibarrier(comm = b)), mpi!(ibarrier(comm = a))]
    };
    mpi!(waitall(&mut requests));
    mpi!(free(&mut a));
    mpi!(free(&mut b));
}

/// Whoever has what is told need not wait, unless MPI synchronises.
#[tass::model]
fn crossed_and_told() {
    let (mut other, mut x) = (mpi!(dup()), 0);
    if mpi!(rank()) == 0 {
        mpi!(bcast(&mut x, root = 0));
        mpi!(bcast(&mut x, root = 0, comm = other));
    } else {
        mpi!(bcast(&mut x, root = 0, comm = other));
        mpi!(bcast(&mut x, root = 0));
    }
    mpi!(free(&mut other));
}

/// Three in a circle, each with one at its left and another at its right.
#[tass::model]
fn in_a_circle() {
    let rank = mpi!(rank());
    let mut pairs = vec![
        mpi!(split(color = if rank != 2 { 0 } else { UNDEFINED })),
        mpi!(split(color = if rank != 0 { 0 } else { UNDEFINED })),
        mpi!(split(color = if rank != 1 { 0 } else { UNDEFINED })),
    ];
    let (right, left) = (rank, (rank + 2) % 3);
    mpi!(barrier(comm = pairs[right]));
    mpi!(barrier(comm = pairs[left]));
    mpi!(free(&mut pairs[right]));
    mpi!(free(&mut pairs[left]));
}

/// The last one goes the other way around.
#[tass::model]
fn in_a_row() {
    let rank = mpi!(rank());
    let mut pairs = vec![
        mpi!(split(color = if rank != 2 { 0 } else { UNDEFINED })),
        mpi!(split(color = if rank != 0 { 0 } else { UNDEFINED })),
        mpi!(split(color = if rank != 1 { 0 } else { UNDEFINED })),
    ];
    let (right, left) = (rank, (rank + 2) % 3);
    let first = if rank == 2 { left } else { right };
    let second = left + right - first;
    mpi!(barrier(comm = pairs[first]));
    mpi!(barrier(comm = pairs[second]));
    mpi!(free(&mut pairs[first]));
    mpi!(free(&mut pairs[second]));
}

/// Everybody frees the one to its right first, and the library may wait in it for the other member.
#[tass::model]
fn freed_in_a_circle() {
    let rank = mpi!(rank());
    let mut pairs = vec![
        mpi!(split(color = if rank != 2 { 0 } else { UNDEFINED })),
        mpi!(split(color = if rank != 0 { 0 } else { UNDEFINED })),
        mpi!(split(color = if rank != 1 { 0 } else { UNDEFINED })),
    ];
    mpi!(free(&mut pairs[rank]));
    mpi!(free(&mut pairs[(rank + 2) % 3]));
}

#[test]
fn communicators_are_entered_in_one_order() {
    is_wrong(&crossed::model(), 2, &[Kind::CommunicatorOrder]);
    is_wrong(&crossed::model(), 3, &[Kind::CommunicatorOrder]);
    is_fine(&crossed_and_begun::model(), 2);
    depends(
        &crossed_and_told::model(),
        2,
        &[Kind::PotentialDeadlock],
        &[],
    );
    is_wrong(&in_a_circle::model(), 3, &[Kind::CommunicatorOrder]);
    is_fine(&in_a_row::model(), 3);
    depends(
        &freed_in_a_circle::model(),
        3,
        &[Kind::PotentialDeadlock],
        &[],
    );
}

/// Two copies have the same members: the report tells which one it is about.
#[test]
fn copies_are_told_apart() {
    let report = crossed::model().nprocs(2).check().snapshot();
    let table = report.split("where the processes stand").last();
    let table = table.expect("it is a deadlock");
    for comm in ["comm = {0, 1} (1st)", "comm = {0, 1} (2nd)"] {
        assert_eq!(table.matches(comm).count(), 1, "{report}");
    }
}

/// One half is done long before the other; they never meet.
#[tass::model]
fn halves(x: i64) {
    let rank = mpi!(rank());
    let mut half = mpi!(split(color = rank % 2));
    let (mut sum, mut most) = (0, 0);
    if rank % 2 == 1 {
        mpi!(barrier(comm = half));
        mpi!(allreduce(&x, &mut most, op = MAX, comm = half));
        mpi!(barrier(comm = half));
    } else {
        mpi!(allreduce(&x, &mut sum, op = SUM, comm = half));
    }
    assert!(sum == x * (mpi!(size(comm = half)) as i64) || most == x);
    mpi!(free(&mut half));
}

#[test]
fn each_communicator_has_an_order_of_its_own() {
    is_fine(&halves::model(), 4);
    is_fine(&halves::model(), 5);
}

/// Rank 1 of a half ends its communicator where the others have a barrier.
#[tass::model]
fn freed_instead() {
    let mut half = mpi!(split(color = mpi!(rank()) / 2));
    if mpi!(rank(comm = half)) == 0 {
        mpi!(barrier(comm = half));
    }
    mpi!(free(&mut half));
}

/// Rank 1 of a half waits for a message before it comes.
#[tass::model]
fn missing() {
    let mut half = mpi!(split(color = mpi!(rank()) / 2));
    let mut x = 0;
    if mpi!(rank(comm = half)) == 0 {
        mpi!(barrier(comm = half));
        mpi!(send(&x, to = 1, comm = half));
    } else {
        mpi!(recv(&mut x, from = 0, comm = half));
        mpi!(barrier(comm = half));
    }
    mpi!(free(&mut half));
}

#[test]
fn every_member_takes_part() {
    is_wrong(&freed_instead::model(), 4, &[Kind::CollectiveOrder]);
    is_wrong(&missing::model(), 4, &[Kind::Deadlock]);
}

/// One of the halves agrees about nothing, as an input says.
#[tass::model]
fn disagreeing(what: usize) {
    let rank = mpi!(rank());
    let mut half = mpi!(split(color = rank / 2));
    let odd = rank == 3;
    let (mut x, mut y, mut u) = (rank, 0, vec![0; 2]);
    if what == 0 {
        mpi!(bcast(&mut x, root = if odd { 1 } else { 0 }, comm = half));
    } else if what == 1 {
        if odd {
            mpi!(allreduce(&x, &mut y, op = MAX, comm = half));
        } else {
            mpi!(allreduce(&x, &mut y, op = SUM, comm = half));
        }
    } else if what == 2 {
        let (mut a, mut b) = (0i32, 0.0f32);
        if odd {
            mpi!(bcast(&mut a, root = 0, comm = half));
        } else {
            mpi!(bcast(&mut b, root = 0, comm = half));
        }
    } else if what == 3 {
        let length = if odd { 1 } else { 2 };
        mpi!(bcast(&mut u[..length], root = 0, comm = half));
    } else if what == 4 {
        if odd {
            mpi!(barrier(comm = half));
        } else {
            mpi!(bcast(&mut x, root = 0, comm = half));
        }
    } else if what == 5 {
        if odd {
            let mut request = mpi!(ibcast(&mut x, root = 0, comm = half));
            mpi!(wait(&mut request));
        } else {
            mpi!(bcast(&mut x, root = 0, comm = half));
        }
    }
    mpi!(free(&mut half));
}

#[test]
fn members_agree_about_what_they_do() {
    let kinds = [
        Kind::CollectiveMixed,
        Kind::CollectiveOrder,
        Kind::CollectiveRoot,
        Kind::CollectiveOp,
        Kind::CollectiveType,
        Kind::CollectiveCount,
    ];
    is_wrong(&disagreeing::model(), 4, &kinds);
}

/// Nobody has to agree with somebody in another communicator.
#[tass::model]
fn of_their_own() {
    let rank = mpi!(rank());
    let mut half = mpi!(split(color = rank / 2));
    let (mut x, mut y) = (rank, 0.5);
    if rank < 2 {
        mpi!(bcast(&mut x, root = 0, comm = half));
        assert!(x == 0);
    } else {
        mpi!(bcast(&mut y, root = 1, comm = half));
    }
    mpi!(free(&mut half));
}

#[test]
fn others_may_do_as_they_like() {
    is_fine(&of_their_own::model(), 4);
}

/// Whoever frees goes on, unless the library waits in it for all.
#[tass::model]
fn freed_first(x: i64) {
    let (mut copy, mut y) = (mpi!(dup()), 0);
    if mpi!(rank()) == 0 {
        mpi!(free(&mut copy));
        mpi!(ssend(&x, to = 1));
    } else {
        mpi!(recv(&mut y, from = 0));
        assert!(y == x);
        mpi!(free(&mut copy));
    }
}

/// Two, freed in two orders.
#[tass::model]
fn freed_crosswise() {
    let (mut a, mut b) = (mpi!(dup()), mpi!(dup()));
    if mpi!(rank()) == 0 {
        mpi!(free(&mut a));
        mpi!(free(&mut b));
    } else {
        mpi!(free(&mut b));
        mpi!(free(&mut a));
    }
}

#[test]
fn to_free_may_wait_for_all() {
    depends(&freed_first::model(), 2, &[Kind::PotentialDeadlock], &[]);
    depends(
        &freed_crosswise::model(),
        2,
        &[Kind::PotentialDeadlock],
        &[],
    );
}
