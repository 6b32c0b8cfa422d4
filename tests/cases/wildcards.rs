//! Receives from any source: what they may take, and what that decides.
//!
//! Defects 4, 5, 16 and 17 of the conformance README.

use tass::Kind;
use tass::prelude::*;

use super::{Case, DEADLOCK, OK, POTENTIAL, case};

/// Two wildcards may take both of rank 1's messages, and then the named receive starves. Rank 2's
/// message stands unbuffered or is buffered: blocked either way.
#[tass::model]
pub(crate) fn wildcards_starve_a_named_receive() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(recv(&mut x, from = ANY));
        mpi!(recv(&mut x, from = ANY));
        mpi!(recv(&mut x, from = 1));
    } else if rank == 1 {
        mpi!(send(&x, to = 0));
        mpi!(send(&x, to = 0));
    } else {
        mpi!(send(&x, to = 0));
    }
}

/// The named receive comes first, so the wildcards get what is left.
#[tass::model]
pub(crate) fn named_receive_first() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(recv(&mut x, from = 1));
        mpi!(recv(&mut x, from = ANY));
        mpi!(recv(&mut x, from = ANY));
    } else if rank == 1 {
        mpi!(send(&x, to = 0));
        mpi!(send(&x, to = 0));
    } else {
        mpi!(send(&x, to = 0));
    }
}

/// The tag keeps the wildcard away from rank 2's message.
#[tass::model]
pub(crate) fn tag_protects_a_message() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(recv(&mut x, from = ANY, tag = 1));
        mpi!(recv(&mut x, from = 2, tag = 0));
    } else {
        mpi!(send(&x, to = 0, tag = 2 - rank));
    }
}

/// Whoever comes first, the sum is the same: a benign race.
#[tass::model]
pub(crate) fn sum_of_any_order() {
    let rank = mpi!(rank());
    if rank == 0 {
        let (mut a, mut b) = (0usize, 0usize);
        mpi!(recv(&mut a, from = ANY));
        mpi!(recv(&mut b, from = ANY));
        assert!(a + b == 3);
    } else {
        mpi!(send(&rank, to = 0));
    }
}

/// The second message need not come from the higher rank.
#[tass::model]
pub(crate) fn order_of_sources() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        let first = mpi!(recv(&mut x, from = ANY)).source;
        let second = mpi!(recv(&mut x, from = ANY)).source;
        assert!(first < second);
    } else {
        mpi!(send(&x, to = 0));
    }
}

/// Rank 1 sends to rank 0 only after rank 2 is past its own send to rank 0. With that send buffered
/// rank 0 may take rank 1's message first, and then waits for another one from rank 1 for ever;
/// without buffering it cannot. No send stands unbuffered in the end.
#[tass::model]
pub(crate) fn overtaken_only_with_buffering() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(recv(&mut x, from = ANY));
        mpi!(recv(&mut x, from = 1));
    } else if rank == 1 {
        mpi!(recv(&mut x, from = 2));
        mpi!(send(&x, to = 0));
    } else {
        mpi!(send(&x, to = 0));
        mpi!(send(&x, to = 1));
    }
}

/// The same race, but with a synchronous first send: rank 0 must have taken it before rank 1 is set
/// going.
#[tass::model]
pub(crate) fn never_overtaken_when_synchronous() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        let first = mpi!(recv(&mut x, from = ANY)).source;
        assert!(first == 2);
        mpi!(recv(&mut x, from = 1));
    } else if rank == 1 {
        mpi!(recv(&mut x, from = 2));
        mpi!(send(&x, to = 0));
    } else {
        mpi!(ssend(&x, to = 0));
        mpi!(send(&x, to = 1));
    }
}

/// A buffered send lets rank 1's message overtake; rank 0 then ends with 1 and tells rank 1; both
/// send head to head, which blocks only if those sends are not buffered. All unbuffered: rank 0
/// ends with 0, and nobody sends.
#[tass::model]
pub(crate) fn buffering_decides_then_blocks() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(recv(&mut x, from = ANY));
        mpi!(recv(&mut x, from = ANY));
        mpi!(send(&x, to = 1));
    } else if rank == 1 {
        mpi!(recv(&mut x, from = 2));
        mpi!(send(&0, to = 0));
        mpi!(recv(&mut x, from = 0));
    } else {
        mpi!(send(&1, to = 0));
        mpi!(send(&9, to = 1));
    }
    if rank < 2 && x == 1 {
        mpi!(send(&x, to = 1 - rank));
        mpi!(recv(&mut x, from = 1 - rank));
    }
}

/// Rank 2 sends only after the barrier, rank 0 enters it only after its first receive: that can
/// only be rank 1's.
#[tass::model]
pub(crate) fn barrier_settles_the_race() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        let first = mpi!(recv(&mut x, from = ANY)).source;
        mpi!(barrier());
        mpi!(recv(&mut x, from = ANY));
        assert!(first == 1);
    } else if rank == 1 {
        mpi!(send(&x, to = 0));
        mpi!(barrier());
    } else {
        mpi!(barrier());
        mpi!(send(&x, to = 0));
    }
}

/// Rank 0 receives after the barrier: rank 1's send must be buffered to get there, and then either
/// comes first.
#[tass::model]
pub(crate) fn barrier_before_both_receives() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(barrier());
        let first = mpi!(recv(&mut x, from = ANY)).source;
        mpi!(recv(&mut x, from = ANY));
        assert!(first == 1);
    } else if rank == 1 {
        mpi!(send(&x, to = 0));
        mpi!(barrier());
    } else {
        mpi!(barrier());
        mpi!(send(&x, to = 0));
    }
}

/// The first receive wants an integer, but may match the float.
#[tass::model]
pub(crate) fn match_decides_the_type() {
    let rank = mpi!(rank());
    let (mut i, mut f) = (0i64, 0.0f64);
    if rank == 0 {
        mpi!(recv(&mut i, from = ANY));
        mpi!(recv(&mut f, from = ANY));
    } else if rank == 1 {
        mpi!(send(&i, to = 0));
    } else {
        mpi!(send(&f, to = 0));
    }
}

/// Tags keep the types apart.
#[tass::model]
pub(crate) fn tag_decides_the_type() {
    let rank = mpi!(rank());
    let (mut i, mut f) = (0i64, 0.0f64);
    if rank == 0 {
        mpi!(recv(&mut i, from = ANY, tag = 1));
        mpi!(recv(&mut f, from = ANY, tag = 2));
    } else if rank == 1 {
        mpi!(send(&i, to = 0, tag = 1));
    } else {
        mpi!(send(&f, to = 0, tag = 2));
    }
}

/// Rank 0 answers whoever it has just served; the others wait until their turn comes. Nobody
/// starves.
#[tass::model]
pub(crate) fn server_answers_the_source() {
    let rank = mpi!(rank());
    let mut x = rank;
    if rank == 0 {
        for _ in 1..mpi!(size()) {
            let source = mpi!(recv(&mut x, from = ANY)).source;
            mpi!(send(&(x + 10), to = source));
        }
    } else {
        mpi!(send(&rank, to = 0));
        mpi!(recv(&mut x, from = 0));
        assert!(x == rank + 10);
    }
}

/// The server answers rank 1 first, whoever came first. If rank 2 was served first, rank 1 stands
/// at its send, which is taken next only after the answer: the answer to rank 1 waits unless it, or
/// rank 1's send, is buffered. Buffered, all is well.
#[tass::model]
pub(crate) fn server_answers_in_order() {
    let rank = mpi!(rank());
    let mut x = rank;
    if rank == 0 {
        for i in 1..mpi!(size()) {
            mpi!(recv(&mut x, from = ANY));
            mpi!(send(&x, to = i));
        }
    } else {
        mpi!(send(&rank, to = 0));
        mpi!(recv(&mut x, from = 0));
    }
}

const ASSERTION: &[Kind] = &[Kind::Assertion];
const WAITS_OR_FAILS: &[Kind] = &[Kind::PotentialDeadlock, Kind::Assertion];
const TYPES: &[Kind] = &[Kind::TypeMismatch];

pub(crate) const CASES: &[Case] = &[
    case(
        "starved",
        wildcards_starve_a_named_receive::model,
        3,
        DEADLOCK,
        DEADLOCK,
    ),
    case("named first", named_receive_first::model, 3, OK, OK),
    case("tag protects", tag_protects_a_message::model, 3, OK, OK),
    case("sum of any order", sum_of_any_order::model, 3, OK, OK),
    case(
        "order of sources",
        order_of_sources::model,
        3,
        ASSERTION,
        ASSERTION,
    ),
    case(
        "overtaken",
        overtaken_only_with_buffering::model,
        3,
        DEADLOCK,
        DEADLOCK,
    ),
    case(
        "not overtaken",
        never_overtaken_when_synchronous::model,
        3,
        OK,
        OK,
    ),
    case(
        "buffering decides",
        buffering_decides_then_blocks::model,
        3,
        POTENTIAL,
        OK,
    ),
    case(
        "barrier settles",
        barrier_settles_the_race::model,
        3,
        OK,
        OK,
    ),
    case(
        "barrier first",
        barrier_before_both_receives::model,
        3,
        WAITS_OR_FAILS,
        ASSERTION,
    ),
    case(
        "match decides type",
        match_decides_the_type::model,
        3,
        TYPES,
        TYPES,
    ),
    case("tag decides type", tag_decides_the_type::model, 3, OK, OK),
    case(
        "server answers",
        server_answers_the_source::model,
        3,
        OK,
        OK,
    ),
    case(
        "server in order",
        server_answers_in_order::model,
        3,
        POTENTIAL,
        OK,
    ),
];
