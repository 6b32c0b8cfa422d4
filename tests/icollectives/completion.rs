//! Requests of all sorts are completed together.

use tass::Kind;
use tass::prelude::*;

use crate::verdict::{is_fine, is_wrong};

/// Messages, a collective operation, a persistent request and nothing at all.
#[tass::model]
fn all_sorts(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let (mine, mut from_left, mut from_right, mut sum) = (x + rank as i64, 0, 0, 0);
    let mut requests = vec![
        mpi!(irecv(&mut from_left, from = left, tag = 1)),
        mpi!(isend(&mine, to = right, tag = 1)),
        mpi!(iallreduce(&mine, &mut sum, op = SUM)),
        mpi!(send_init(&mine, to = left, tag = 2)),
        mpi!(recv_init(&mut from_right, from = right, tag = 2)),
        REQUEST_NULL,
        mpi!(ibarrier()),
    ];
    mpi!(start(&mut requests[3]));
    mpi!(start(&mut requests[4]));
    let statuses = mpi!(waitall(&mut requests));
    assert!(statuses[0].source == left && statuses[4].source == right);
    let n = size as i64;
    assert!(sum == n * x + n * (n - 1) / 2);
    assert!(from_left == x + left as i64 && from_right == x + right as i64);
    mpi!(request_free(&mut requests[3]));
    mpi!(request_free(&mut requests[4]));
}

#[test]
fn requests_of_different_sorts() {
    is_fine(&all_sorts::model(), 2);
    let report = all_sorts::model().nprocs(3).check();
    assert!(report.is_verified(), "{report}");
}

/// Whichever is over first: the barrier or the message.
#[tass::model]
fn first_of_two() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    if rank == 0 {
        let mut requests = [mpi!(ibarrier()), mpi!(irecv(&mut x, from = 1))];
        let (first, _) = mpi!(waitany(&mut requests));
        let (second, _) = mpi!(waitany(&mut requests));
        assert!(first + second == 1 && x == 1);
        let (none, _) = mpi!(waitany(&mut requests));
        assert!(none == UNDEFINED);
    } else {
        let mut request = mpi!(ibarrier());
        mpi!(send(&rank, to = 0));
        mpi!(wait(&mut request));
    }
}

/// It may be the message.
#[tass::model]
fn barrier_first() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    if rank == 0 {
        let mut requests = [mpi!(ibarrier()), mpi!(irecv(&mut x, from = 1))];
        let (first, _) = mpi!(waitany(&mut requests));
        mpi!(waitall(&mut requests));
        assert!(first == 0);
    } else {
        let mut request = mpi!(ibarrier());
        mpi!(send(&rank, to = 0));
        mpi!(wait(&mut request));
    }
}

/// And if the message is sent behind the barrier, it cannot be.
#[tass::model]
fn message_behind() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    if rank == 0 {
        let mut requests = [mpi!(ibarrier()), mpi!(irecv(&mut x, from = 1))];
        let (first, _) = mpi!(waitany(&mut requests));
        mpi!(waitall(&mut requests));
        assert!(first == 0 || first == 1);
        assert!(x == 1);
    } else {
        let mut request = mpi!(ibarrier());
        mpi!(wait(&mut request));
        mpi!(send(&rank, to = 0));
    }
}

/// The message behind the barrier may still be noticed first: both are there.
#[tass::model]
fn behind_but_first() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    if rank == 0 {
        let mut requests = [mpi!(ibarrier()), mpi!(irecv(&mut x, from = 1))];
        let (first, _) = mpi!(waitany(&mut requests));
        mpi!(waitall(&mut requests));
        assert!(first == 0);
    } else {
        let mut request = mpi!(ibarrier());
        mpi!(wait(&mut request));
        mpi!(send(&rank, to = 0));
    }
}

#[test]
fn any_of_them_may_be_noticed_first() {
    is_fine(&first_of_two::model(), 2);
    is_wrong(&barrier_first::model(), 2, &[Kind::Assertion]);
    is_fine(&message_behind::model(), 2);
    is_wrong(&behind_but_first::model(), 2, &[Kind::Assertion]);
}

/// Work goes on until all have come.
#[tass::model]
fn asked_for(x: i64) {
    let (rank, mut sum) = (mpi!(rank()), 0);
    let mut request = mpi!(iallreduce(&x, &mut sum, op = SUM));
    if rank == 0 {
        while !mpi!(test(&mut request)) {}
    } else {
        mpi!(wait(&mut request));
    }
    assert!(sum == mpi!(size()) as i64 * x);
}

/// A test may say no.
#[tass::model]
fn asked_once() {
    let mut request = mpi!(ibarrier());
    mpi!(barrier());
    let over = mpi!(test(&mut request));
    mpi!(wait(&mut request));
    assert!(over);
}

/// And may not say yes while somebody is missing.
#[tass::model]
fn asked_too_early() {
    let rank = mpi!(rank());
    if rank == 0 {
        let mut request = mpi!(ibarrier());
        assert!(!mpi!(test(&mut request)));
        mpi!(send(&rank, to = 1));
        mpi!(wait(&mut request));
    } else {
        let mut x = 0usize;
        mpi!(recv(&mut x, from = 0));
        let mut request = mpi!(ibarrier());
        mpi!(wait(&mut request));
    }
}

/// Somebody never comes.
#[tass::model]
fn asked_in_vain() {
    if mpi!(rank()) == 0 {
        let mut request = mpi!(ibarrier());
        while !mpi!(test(&mut request)) {}
    }
}

#[test]
fn a_test_says_when_all_have_come() {
    is_fine(&asked_for::model(), 3);
    is_wrong(&asked_once::model(), 2, &[Kind::Assertion]);
    is_fine(&asked_too_early::model(), 2);
    is_wrong(&asked_in_vain::model(), 2, &[Kind::Deadlock]);
}

/// Begun again, as if it were persistent; waited for twice, which is nothing.
#[tass::model]
fn begun_again() {
    let mut request = mpi!(ibarrier());
    mpi!(wait(&mut request));
    mpi!(wait(&mut request));
    mpi!(start(&mut request));
}

/// Two operations do not write one buffer.
#[tass::model]
fn into_one(x: i64) {
    let mut sum = 0;
    let mut requests = [
        mpi!(iallreduce(&x, &mut sum, op = SUM)),
        mpi!(iallreduce(&x, &mut sum, op = MAX)),
    ];
    mpi!(waitall(&mut requests));
}

/// Nor does one read what another writes; two may read it.
#[tass::model]
fn from_one(x: i64, how: usize) {
    let (mut sum, mut most) = (0, 0);
    let mut a = mpi!(iallreduce(&x, &mut sum, op = SUM));
    let mut b = if how == 0 {
        mpi!(iallreduce(&x, &mut most, op = MAX))
    } else {
        mpi!(iallreduce(&sum, &mut most, op = MAX))
    };
    mpi!(wait(&mut b));
    mpi!(wait(&mut a));
    assert!(how > 0 || (sum == 2 * x && most == x));
}

#[test]
fn buffers_and_requests_are_those_of_one_operation() {
    is_wrong(&begun_again::model(), 2, &[Kind::RequestMisused]);
    is_wrong(&into_one::model(), 2, &[Kind::BufferRace]);
    is_wrong(&from_one::model(), 2, &[Kind::BufferRace]);
}
