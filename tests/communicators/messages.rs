//! Messages stay in their communicator, and ranks are those in it.

use tass::Kind;
use tass::prelude::*;

use crate::verdict::{depends, is_fine, is_wrong};

/// The same sender, receiver and tag; received in the other order.
#[tass::model]
fn apart(x: i64, y: i64) {
    let rank = mpi!(rank());
    let mut library = mpi!(dup());
    if rank == 0 {
        let mut requests = [
            mpi!(isend(&x, to = 1)),
            mpi!(isend(&y, to = 1, comm = library)),
        ];
        mpi!(waitall(&mut requests));
    } else {
        let (mut a, mut b) = (0, 0);
        mpi!(recv(&mut b, from = 0, comm = library));
        mpi!(recv(&mut a, from = 0));
        assert!(a == x && b == y);
    }
    mpi!(free(&mut library));
}

/// The library takes the message of its user.
#[tass::model]
fn not_apart(x: i64, y: i64) {
    if mpi!(rank()) == 0 {
        let mut requests = [mpi!(isend(&x, to = 1)), mpi!(isend(&y, to = 1))];
        mpi!(waitall(&mut requests));
    } else {
        let (mut a, mut b) = (0, 0);
        mpi!(recv(&mut b, from = 0));
        mpi!(recv(&mut a, from = 0));
        assert!(a == x && b == y);
    }
}

/// The library waits for what is in the other communicator.
#[tass::model]
fn elsewhere(x: i64) {
    let mut library = mpi!(dup());
    let mut y = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1));
    } else {
        mpi!(recv(&mut y, from = 0, comm = library));
    }
    mpi!(free(&mut library));
}

#[test]
fn a_copy_has_messages_of_its_own() {
    is_fine(&apart::model(), 2);
    is_wrong(&not_apart::model(), 2, &[Kind::Assertion]);
    is_wrong(&elsewhere::model(), 2, &[Kind::Deadlock]);
}

/// A wildcard in a communicator takes what was sent in it, from anybody.
#[tass::model]
fn any_inside() {
    let rank = mpi!(rank());
    let mut library = mpi!(dup());
    if rank == 0 {
        let (mut x, mut y) = (0usize, 0usize);
        let inside = mpi!(recv(&mut x, from = ANY, tag = ANY, comm = library));
        let outside = mpi!(recv(&mut y, from = ANY, tag = ANY));
        assert!(inside.source == 2 && x == 2 && outside.source == 1 && y == 1);
    } else if rank == 1 {
        mpi!(send(&rank, to = 0, tag = 5));
    } else {
        mpi!(send(&rank, to = 0, tag = 5, comm = library));
    }
    mpi!(free(&mut library));
}

/// Both are in one.
#[tass::model]
fn any_of_all() {
    let rank = mpi!(rank());
    if rank == 0 {
        let (mut x, mut y) = (0usize, 0usize);
        let inside = mpi!(recv(&mut x, from = ANY, tag = ANY));
        mpi!(recv(&mut y, from = ANY, tag = ANY));
        assert!(inside.source == 2 && x == 2);
    } else {
        mpi!(send(&rank, to = 0, tag = 5));
    }
}

/// The same for a probe, and for a receive that is under way while others come.
#[tass::model]
fn probed_inside() {
    let rank = mpi!(rank());
    let mut library = mpi!(dup());
    let (mut x, mut y) = (0usize, 0usize);
    if rank == 0 {
        let mut request = mpi!(irecv(&mut x, from = ANY));
        let seen = mpi!(probe(from = ANY, comm = library));
        assert!(seen.source == 2);
        mpi!(recv(&mut y, from = ANY, comm = library));
        mpi!(wait(&mut request));
        assert!(x == 1 && y == 2);
    } else if rank == 1 {
        mpi!(send(&rank, to = 0));
    } else {
        mpi!(send(&rank, to = 0, comm = library));
    }
    mpi!(free(&mut library));
}

#[test]
fn a_wildcard_sees_the_messages_of_its_communicator() {
    is_fine(&any_inside::model(), 3);
    is_wrong(&any_of_all::model(), 3, &[Kind::Assertion]);
    is_fine(&probed_inside::model(), 3);
}

/// In a half turned around, everybody passes its number on; sources are ranks there.
#[tass::model]
fn passed_on(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut half = mpi!(split(color = rank % 2, key = size - rank));
    let (me, n) = (mpi!(rank(comm = half)), mpi!(size(comm = half)));
    let (mine, mut other) = (x + rank as i64, 0);
    let status = mpi!(sendrecv(
        &mine,
        to = (me + 1) % n,
        &mut other,
        from = (me + n - 1) % n,
        comm = half
    ));
    assert!(status.source == (me + n - 1) % n);
    // The one before me in the half has the next higher number of my parity.
    let before = if me == 0 { rank % 2 } else { rank + 2 };
    assert!(other == x + before as i64);
    mpi!(free(&mut half));
}

#[test]
fn ranks_are_those_of_the_communicator() {
    is_fine(&passed_on::model(), 4);
    let report = passed_on::model().nprocs(6).check();
    assert!(report.is_verified(), "{report}");
}

/// A rank of the world that is none in its half.
#[tass::model]
fn rank_of_the_world() {
    let rank = mpi!(rank());
    let mut half = mpi!(split(color = rank / 2));
    if rank == 2 {
        mpi!(send(&rank, to = 3, comm = half));
    }
    mpi!(free(&mut half));
}

/// One that an input decides: some of them are none.
#[tass::model]
fn rank_from_an_input(r: usize) {
    assume!(r <= 2);
    let rank = mpi!(rank());
    let mut half = mpi!(split(color = rank / 2));
    if mpi!(rank(comm = half)) == 0 {
        let mut request = mpi!(isend(&rank, to = r, comm = half));
        mpi!(wait(&mut request));
    } else {
        let mut x = 0usize;
        mpi!(recv(&mut x, from = 0, comm = half));
    }
    mpi!(free(&mut half));
}

/// A root is a rank as well.
#[tass::model]
fn root_of_the_world() {
    let rank = mpi!(rank());
    let mut half = mpi!(split(color = rank / 2));
    let mut x = rank;
    mpi!(bcast(&mut x, root = rank / 2 * 2, comm = half));
    mpi!(free(&mut half));
}

#[test]
fn a_smaller_communicator_has_fewer_ranks() {
    is_wrong(&rank_of_the_world::model(), 4, &[Kind::InvalidRank]);
    is_wrong(&root_of_the_world::model(), 4, &[Kind::InvalidRank]);
    // To itself it sends what nobody receives: unbuffered it waits, and its partner does in any
    // case.
    let kinds = [Kind::Deadlock, Kind::InvalidRank];
    depends(&rank_from_an_input::model(), 4, &kinds, &kinds);
}

/// What is under way when its communicator is freed comes to its end.
#[tass::model]
fn freed_meanwhile(x: i64) {
    let mut library = mpi!(dup());
    let mut y = 0;
    let mut request = if mpi!(rank()) == 0 {
        mpi!(isend(&x, to = 1, comm = library))
    } else {
        mpi!(irecv(&mut y, from = 0, comm = library))
    };
    mpi!(free(&mut library));
    mpi!(wait(&mut request));
    assert!(mpi!(rank()) == 0 || y == x);
}

/// Another one, made when the first is freed, is another one.
#[tass::model]
fn made_meanwhile(x: i64, y: i64) {
    let rank = mpi!(rank());
    let mut first = mpi!(dup());
    let (mut a, mut b) = (0, 0);
    let mut one = if rank == 0 {
        mpi!(isend(&x, to = 1, comm = first))
    } else {
        mpi!(irecv(&mut a, from = 0, comm = first))
    };
    mpi!(free(&mut first));
    let mut second = mpi!(dup());
    if rank == 0 {
        mpi!(send(&y, to = 1, comm = second));
    } else {
        mpi!(recv(&mut b, from = 0, comm = second));
    }
    mpi!(wait(&mut one));
    assert!(rank == 0 || (a == x && b == y));
    mpi!(free(&mut second));
}

/// Nobody receives it before the end of its communicator, or after it.
#[tass::model]
fn left_behind(x: i64) {
    let mut library = mpi!(dup());
    let mut request = REQUEST_NULL;
    if mpi!(rank()) == 0 {
        request = mpi!(isend(&x, to = 1, comm = library));
    }
    mpi!(free(&mut library));
    mpi!(wait(&mut request));
}

#[test]
fn what_is_under_way_outlives_its_communicator() {
    is_fine(&freed_meanwhile::model(), 2);
    is_fine(&made_meanwhile::model(), 2);
    depends(
        &left_behind::model(),
        2,
        &[Kind::PotentialDeadlock, Kind::UnreceivedMessage],
        &[Kind::UnreceivedMessage],
    );
}
