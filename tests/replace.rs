//! `sendrecv_replace`: what the buffer held is sent, what comes is put there, and everything that
//! can go wrong with a send or a receive can go wrong here.

use tass::prelude::*;
use tass::{Kind, Model};

fn is_fine(model: &Model, nprocs: usize) {
    let report = model.clone().nprocs(nprocs).check();
    assert!(report.is_verified(), "{report}");
}

fn is_wrong(model: &Model, nprocs: usize, kind: Kind, message: &str) {
    let report = model.clone().nprocs(nprocs).check();
    assert_eq!(report.kinds(), [kind], "{report}");
    assert_eq!(report.violations()[0].message, message, "{report}");
}

/// After `size` rounds everybody has what it had.
#[tass::model]
fn around(base: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mine = base + rank as i64;
    let mut x = mine;
    for k in 0..size {
        let status = mpi!(sendrecv_replace(
            &mut x,
            to = (rank + 1) % size,
            from = (rank + size - 1) % size
        ));
        assert!(status.count == 1 && status.source == (rank + size - 1) % size);
        assert!(x == base + ((rank + 2 * size - 1 - k) % size) as i64);
    }
    assert!(x == mine);
}

/// For any number of rounds.
#[tass::model]
fn for_ever(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut x = 0;
    invariant!(R: i == proc[0].i && x == i);
    for i in 0..n {
        let (to, from) = ((rank + 1) % size, (rank + size - 1) % size);
        mpi!(sendrecv_replace(&mut x, to = to, from = from, tag = 3));
        x += 1;
    }
    assert!(x == n);
}

/// A part of an array, and nobody at the ends of a line.
#[tass::model]
fn shift(u: [i64; 4]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut v = u;
    let right = if rank + 1 < size { rank + 1 } else { PROC_NULL };
    let left = if rank > 0 { rank - 1 } else { PROC_NULL };
    v[1] += rank as i64;
    let status = mpi!(sendrecv_replace(&mut v[1..3], to = right, from = left));
    assert!(v[0] == u[0] && v[2] == u[2] && v[3] == u[3]);
    if rank == 0 {
        assert!(status.source == PROC_NULL && status.count == 0 && v[1] == u[1]);
    } else {
        assert!(status.count == 2 && v[1] == u[1] + rank as i64 - 1);
    }
}

/// What comes may be shorter than what was there.
#[tass::model]
fn shorter() {
    let other = 1 - mpi!(rank());
    let mut v = vec![other; 2 + other];
    if mpi!(rank()) == 0 {
        mpi!(sendrecv_replace(&mut v[..2], to = other, from = other));
    } else {
        mpi!(sendrecv_replace(&mut v, to = other, from = other));
    }
    assert!(v[1] == 1 - other);
}

#[test]
fn swapped() {
    for nprocs in [1, 2, 3] {
        is_fine(&around::model(), nprocs);
    }
    for nprocs in [2, 3] {
        is_fine(&shift::model(), nprocs);
    }
    is_fine(&for_ever::model(), 3);
    is_fine(&shorter::model(), 2);
}

/// The value is the one that was there before: what is received does not go out again.
#[tass::model]
fn forwards() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut x = rank;
    let (to, from) = ((rank + 1) % size, (rank + size - 1) % size);
    mpi!(sendrecv_replace(&mut x, to = to, from = from));
    assert!(x == rank);
}

#[tass::model]
fn tags() {
    let other = 1 - mpi!(rank());
    let mut x = 0;
    let mine = mpi!(rank());
    mpi!(sendrecv_replace(
        &mut x,
        to = other,
        from = other,
        sendtag = mine,
        recvtag = mine
    ));
}

#[tass::model]
fn types() {
    let (rank, other) = (mpi!(rank()), 1 - mpi!(rank()));
    let (mut x, mut y) = (1i64, 1i32);
    if rank == 0 {
        mpi!(sendrecv_replace(&mut x, to = other, from = other));
    } else {
        mpi!(sendrecv_replace(&mut y, to = other, from = other));
    }
}

#[tass::model]
fn too_long() {
    let rank = mpi!(rank());
    let mut v = vec![0; 2 + rank];
    mpi!(sendrecv_replace(&mut v, to = 1 - rank, from = 1 - rank));
}

#[tass::model]
fn nobody_answers() {
    let mut x = mpi!(rank());
    if x == 0 {
        mpi!(sendrecv_replace(&mut x, to = 1, from = 1));
    }
}

#[tass::model]
fn open_tag() {
    let mut x = 0;
    let other = 1 - mpi!(rank());
    mpi!(sendrecv_replace(
        &mut x,
        to = other,
        from = other,
        tag = ANY
    ));
}

#[test]
fn what_goes_wrong() {
    is_wrong(&forwards::model(), 2, Kind::Assertion, "this is false");
    is_wrong(&tags::model(), 2, Kind::Deadlock, "no process can go on");
    is_wrong(
        &types::model(),
        2,
        Kind::TypeMismatch,
        "process 0 receives into `i64`, but process 1 sent `i32`",
    );
    is_wrong(
        &too_long::model(),
        2,
        Kind::Truncation,
        "process 0 has room for 2 elements, but process 1 sent 3 elements",
    );
    is_wrong(
        &nobody_answers::model(),
        2,
        Kind::Deadlock,
        "no process can go on",
    );
    is_wrong(
        &open_tag::model(),
        2,
        Kind::InvalidTag,
        "process 0 calls `sendrecv_replace` with the tag ANY: only a receive can leave its tag open",
    );
}

/// The table names the operation as it is called.
#[test]
fn who_waits() {
    let report = tags::model().nprocs(2).check();
    let rows = &report.violations()[0].blocked;
    assert_eq!(rows[0].operation, "sendrecv_replace(to = 1, from = 1)");
}
