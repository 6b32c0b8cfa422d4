//! Point-to-point messages from named sources: who waits for whom, with and without buffering.
//!
//! Defects 1 to 4, 8 and 24 of the conformance README.

use tass::Kind;
use tass::prelude::*;

use super::{Case, DEADLOCK, LOST, OK, POTENTIAL, case};

/// Nobody sends before it has received: a cycle of receives, whatever is buffered.
#[tass::model]
pub(crate) fn cycle_of_receives() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut x = rank;
    mpi!(recv(&mut x, from = (rank + 1) % size));
    mpi!(send(&rank, to = (rank + size - 1) % size));
}

/// A synchronous send to a process that has ended is never taken, and never buffered.
#[tass::model]
pub(crate) fn lone_synchronous_send() {
    if mpi!(rank()) == 0 {
        mpi!(ssend(&1, to = 1));
    }
}

/// The same in standard mode: buffered it is lost, unbuffered it waits for ever.
#[tass::model]
pub(crate) fn lone_send() {
    if mpi!(rank()) == 0 {
        mpi!(send(&1, to = 1));
    }
}

/// The last of three messages is not received; the first two are, so only the third send can wait
/// or be lost.
#[tass::model]
pub(crate) fn one_message_too_many() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        for i in 0..3 {
            mpi!(send(&i, to = 1));
        }
    } else {
        mpi!(recv(&mut x, from = 0));
        mpi!(recv(&mut x, from = 0));
        assert!(x == 1);
    }
}

/// A message to oneself cannot be received before its send is over: it must be buffered.
#[tass::model]
pub(crate) fn message_to_self() {
    let rank = mpi!(rank());
    let mut x = 0;
    mpi!(send(&rank, to = rank));
    mpi!(recv(&mut x, from = rank));
    assert!(x == rank);
}

/// `sendrecv` receives while it sends, so the other side may send first without buffering.
#[tass::model]
pub(crate) fn send_against_sendrecv() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(send(&rank, to = 1));
        mpi!(recv(&mut x, from = 1));
    } else {
        mpi!(sendrecv(&rank, to = 0, &mut x, from = 0));
    }
    assert!(x == 1 - rank);
}

/// A ring of `sendrecv`s never waits in a cycle.
#[tass::model]
pub(crate) fn ring_of_sendrecvs() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut left = 0;
    mpi!(sendrecv(
        &rank,
        to = (rank + 1) % size,
        &mut left,
        from = (rank + size - 1) % size
    ));
    assert!(left == (rank + size - 1) % size);
}

/// With an odd number of ranks two neighbours both send first, but the chain is freed from its
/// other end: rank 1 takes rank 0's message, rank 0 then takes rank 2's, rank 2 then takes rank
/// 1's.
#[tass::model]
pub(crate) fn odd_ring_by_parity() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (right, left) = ((rank + 1) % size, (rank + size - 1) % size);
    let mut x = 0;
    if rank % 2 == 0 {
        mpi!(send(&rank, to = right));
        mpi!(recv(&mut x, from = left));
    } else {
        mpi!(recv(&mut x, from = left));
        mpi!(send(&rank, to = right));
    }
    assert!(x == left);
}

/// The second of two sends is synchronous and taken first: it is enough that the first is buffered.
#[tass::model]
pub(crate) fn buffered_then_synchronous() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1, tag = 0));
        mpi!(ssend(&x, to = 1, tag = 1));
    } else {
        mpi!(recv(&mut x, from = 0, tag = 1));
        mpi!(recv(&mut x, from = 0, tag = 0));
    }
}

/// The first of the two is synchronous: the message that is waited for is never sent, whatever is
/// buffered.
#[tass::model]
pub(crate) fn synchronous_then_buffered() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(ssend(&x, to = 1, tag = 0));
        mpi!(send(&x, to = 1, tag = 1));
    } else {
        mpi!(recv(&mut x, from = 0, tag = 1));
        mpi!(recv(&mut x, from = 0, tag = 0));
    }
}

/// Waits for rank 1's message from rank 2, which only receives. Rank 1's send stands there
/// unbuffered, or is buffered; ranks 0 and 2 wait either way.
#[tass::model]
pub(crate) fn wrong_source() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(recv(&mut x, from = 2));
    } else if rank == 1 {
        mpi!(send(&x, to = 0));
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

/// Messages of one pair do not overtake, and a tag picks the first that matches: 1 and 3 have tag
/// 5, 2 has tag 6.
#[tass::model]
pub(crate) fn order_within_a_tag() {
    let (mut a, mut b, mut c) = (0, 0, 0);
    if mpi!(rank()) == 0 {
        mpi!(send(&1, to = 1, tag = 5));
        mpi!(send(&2, to = 1, tag = 6));
        mpi!(send(&3, to = 1, tag = 5));
    } else {
        mpi!(recv(&mut a, from = 0, tag = 5));
        let status = mpi!(recv(&mut b, from = 0, tag = ANY));
        mpi!(recv(&mut c, from = 0, tag = 5));
        assert!(a == 1 && b == 2 && c == 3 && status.tag == 6);
    }
}

/// Rank 2 gets on only if rank 1's first send is buffered, or rank 0 has taken it; rank 0 waits for
/// rank 2 first. So without buffering all three wait, and one buffered send is enough.
#[tass::model]
pub(crate) fn chain_behind_a_send() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(recv(&mut x, from = 2));
        mpi!(recv(&mut x, from = 1));
    } else if rank == 1 {
        mpi!(send(&x, to = 0));
        mpi!(send(&x, to = 2));
    } else {
        mpi!(recv(&mut x, from = 1));
        mpi!(send(&x, to = 0));
    }
}

/// The line's ends talk to nobody: `PROC_NULL` never waits and leaves the buffer alone.
#[tass::model]
pub(crate) fn line_with_null_ends() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let right = if rank + 1 == size {
        PROC_NULL
    } else {
        rank + 1
    };
    let left = if rank == 0 { PROC_NULL } else { rank - 1 };
    let mut x = 99;
    mpi!(sendrecv(&rank, to = right, &mut x, from = left));
    assert!(if rank == 0 { x == 99 } else { x == rank - 1 });
}

const UNRECEIVED: &[Kind] = &[Kind::UnreceivedMessage];

pub(crate) const CASES: &[Case] = &[
    case(
        "cycle of receives",
        cycle_of_receives::model,
        3,
        DEADLOCK,
        DEADLOCK,
    ),
    case(
        "lone ssend",
        lone_synchronous_send::model,
        2,
        DEADLOCK,
        DEADLOCK,
    ),
    case("lone send", lone_send::model, 2, LOST, UNRECEIVED),
    case(
        "one too many",
        one_message_too_many::model,
        2,
        LOST,
        UNRECEIVED,
    ),
    case("to self", message_to_self::model, 2, POTENTIAL, OK),
    case(
        "send against sendrecv",
        send_against_sendrecv::model,
        2,
        OK,
        OK,
    ),
    case("ring of sendrecvs", ring_of_sendrecvs::model, 3, OK, OK),
    case("odd ring by parity", odd_ring_by_parity::model, 3, OK, OK),
    case(
        "send then ssend",
        buffered_then_synchronous::model,
        2,
        POTENTIAL,
        OK,
    ),
    case(
        "ssend then send",
        synchronous_then_buffered::model,
        2,
        DEADLOCK,
        DEADLOCK,
    ),
    case("wrong source", wrong_source::model, 3, DEADLOCK, DEADLOCK),
    case("order within a tag", order_within_a_tag::model, 2, OK, OK),
    case(
        "chain behind a send",
        chain_behind_a_send::model,
        3,
        POTENTIAL,
        OK,
    ),
    case("null ends", line_with_null_ends::model, 3, OK, OK),
];
