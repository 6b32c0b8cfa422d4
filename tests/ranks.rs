//! Ranks and tags of any integer type.

use tass::Kind;
use tass::prelude::*;

/// Each argument has another type, and none is a `usize`.
#[tass::verify(nprocs = 2..=4)]
fn many_types(base: i64) {
    let (rank, size) = (mpi!(rank()) as i32, mpi!(size()) as i32);
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut got = 0;
    let status = mpi!(sendrecv(
        &base,
        to = right,
        &mut got,
        from = left as u8,
        sendtag = 3u16,
        recvtag = 3i128
    ));
    assert!(got == base && status.source == left as usize && status.tag == 3);
    let mut all = rank;
    mpi!(bcast(&mut all, root = 0i64));
    assert!(all == 0);
    if rank == 0 {
        mpi!(ssend(&base, to = 1isize, tag = 7u64));
    } else if rank == 1 {
        mpi!(recv(&mut got, from = 0u32, tag = 7i8));
    }
}

/// The neighbour below process 0.
#[tass::verify(nprocs = 2, expect = invalid_rank)]
fn below() {
    let rank = mpi!(rank()) as i32;
    mpi!(send(&rank, to = rank - 1));
}

/// Wider than any rank: nothing is cut off.
#[tass::verify(nprocs = 2, expect = invalid_rank)]
fn wide() {
    if mpi!(rank()) == 0 {
        mpi!(send(&1, to = 4_294_967_297u64));
    }
}

#[tass::verify(nprocs = 2, expect = invalid_rank)]
fn root_below() {
    let mut x = 0;
    mpi!(bcast(&mut x, root = -1));
}

/// A tag from an input: negative ones are wrong.
#[tass::verify(nprocs = 2, expect = invalid_tag)]
fn any_tag(tag: i32) {
    assume!(-1 <= tag && tag <= 1);
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1, tag = tag));
    } else {
        mpi!(recv(&mut x, from = 0, tag = tag));
    }
}

#[tass::verify(nprocs = 2)]
fn tags_from_zero(tag: i32) {
    assume!(0 <= tag && tag <= 1);
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1, tag = tag));
    } else {
        mpi!(recv(&mut x, from = 0, tag = tag));
    }
}

/// `tag` is a number that the engine uses for a constant itself.
#[tass::model]
fn receives(tag: i64) {
    let mut x = 0;
    assume!(tag == -1 || tag == -2);
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1));
    } else {
        mpi!(recv(&mut x, from = 0, tag = tag));
    }
}

#[test]
fn no_number_is_taken_for_a_constant() {
    let report = receives::model().nprocs(2).check();
    assert_eq!(report.kinds(), [Kind::InvalidTag], "{report}");
    let message = &report.violations()[0].message;
    assert!(message.ends_with("but tags are not negative"), "{report}");
}

/// What nothing else decides is an `i32`, to rustc as to tass: a `usize` could not be below zero.
#[tass::verify(nprocs = 2)]
fn a_literal() {
    let other = 1;
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = other, tag = other));
    } else {
        mpi!(recv(&mut x, from = 1 - other, tag = other));
    }
    let below = other - 2;
    assert!(below < 0);
}

/// And where something else does, that is its type.
#[tass::verify(nprocs = 2, expect = unsigned_underflow)]
fn a_literal_of_a_type() {
    let other = 1;
    let mut x = 0;
    if mpi!(rank()) != other {
        mpi!(send(&x, to = other));
    } else {
        mpi!(recv(&mut x, from = 1 - other));
    }
    let below = other - mpi!(size());
    assert!(below == 0);
}
