//! What a call is given, and what only some inputs or some numbers of processes show.
//!
//! Defects 14, 15, 18, 20, 21, 26 and 29 of the conformance README. (25, a communicator that is not
//! freed, waits for communicators.)

use tass::Kind;
use tass::prelude::*;

use super::{Case, DEADLOCK, OK, case};

/// Four bytes sent, eight expected.
#[tass::model]
pub(crate) fn narrower_integer() {
    let (small, mut large) = (1i32, 2i64);
    if mpi!(rank()) == 0 {
        mpi!(send(&small, to = 1));
    } else {
        mpi!(recv(&mut large, from = 0, tag = ANY));
    }
}

/// A message of up to six elements into a buffer of four.
#[tass::model]
pub(crate) fn too_long_for_some_inputs(n: usize) {
    assume!(n <= 6);
    if mpi!(rank()) == 0 {
        let u = vec![1.0; n];
        mpi!(send(&u, to = 1));
    } else {
        let mut room = [0.0; 4];
        mpi!(recv(&mut room, from = 0));
    }
}

/// A message may be shorter than the buffer: what is beyond it stays.
#[tass::model]
pub(crate) fn shorter_than_the_buffer(n: usize) {
    assume!(n <= 4);
    if mpi!(rank()) == 0 {
        let u = vec![1; n];
        mpi!(send(&u, to = 1));
    } else {
        let mut room = [0; 4];
        let status = mpi!(recv(&mut room, from = 0));
        assert!(status.count == n);
        assert!((0..4).all(|i| (i < n && room[i] == 1) || (i >= n && room[i] == 0)));
    }
}

/// The right ghost cell is taken from the wrong end of the neighbour: right only where both ends
/// are equal.
#[tass::model]
pub(crate) fn wrong_ghost_cell(u: [f64; 2]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut ghost = 0.0;
    // A right neighbour's ghost cell needs our first element: `u[0]`.
    mpi!(sendrecv(&u[1], to = left, &mut ghost, from = right));
    assert!(ghost == u[0]);
}

/// No element, or one: more does not fit into a variable. Which it is decides what the variable
/// holds then.
#[tass::model]
pub(crate) fn few_elements_into_one_variable(n: usize, half: bool) {
    assume!(if half { n <= 3 } else { n <= 1 });
    let length = if half { n / 2 } else { n };
    if mpi!(rank()) == 0 {
        mpi!(send(&vec![5usize; length], to = 1));
    } else {
        let mut x = 4;
        let status = mpi!(recv(&mut x, from = 0));
        assert!(status.count == length && x == 4 + length);
    }
}

/// The same without a bound: too long for most.
#[tass::model]
pub(crate) fn any_number_into_one_variable(n: usize) {
    if mpi!(rank()) == 0 {
        mpi!(send(&vec![5; n], to = 1));
    } else {
        let mut x = 4;
        mpi!(recv(&mut x, from = 0));
        assert!(x == 5, "not if nothing came");
    }
}

/// A reduction of sequences whose length is an input.
#[tass::model]
pub(crate) fn sum_of_symbolic_length(n: usize) {
    assume!(n <= 3);
    let (mine, mut all) = (vec![mpi!(rank()) + 1; n], vec![9; n]);
    mpi!(allreduce(&mine, &mut all, op = SUM));
    assert!(all.len() == n && (0..n).all(|i| all[i] == 3));
}

/// Large inputs go out with a tag that nobody waits for. The send then stands unbuffered, or is
/// buffered; rank 1 waits.
#[tass::model]
pub(crate) fn tag_depends_on_the_input(n: usize) {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        let tag = if n > 3 { 1 } else { 0 };
        mpi!(send(&x, to = 1, tag = tag));
    } else {
        mpi!(recv(&mut x, from = 0, tag = 0));
    }
}

/// Rank 0 takes everything from rank 1: right only for two processes. With three, rank 2's send
/// stands unbuffered, or is buffered, and rank 0 waits for a second message of rank 1.
#[tass::model]
pub(crate) fn collects_from_one_rank() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        for _ in 1..mpi!(size()) {
            mpi!(recv(&mut x, from = 1));
        }
    } else {
        mpi!(send(&x, to = 0));
    }
}

/// Only rank 2 is faulty.
#[tass::model]
pub(crate) fn rank_two_is_faulty() {
    let mut rank = mpi!(rank());
    if rank == 2 {
        rank = 1;
    }
    let mut sum = 0;
    mpi!(allreduce(&rank, &mut sum, op = SUM));
    let size = mpi!(size());
    assert!(2 * sum == size * (size - 1));
}

/// The last rank waits for one that is not there; the ranks before it wait for messages that are
/// not sent then.
#[tass::model]
pub(crate) fn receives_beyond_the_end() {
    let rank = mpi!(rank());
    let mut x = 0;
    mpi!(recv(&mut x, from = rank + 1));
    mpi!(send(&x, to = if rank == 0 { PROC_NULL } else { rank - 1 }));
}

/// A root that does not exist.
#[tass::model]
pub(crate) fn root_beyond_the_end() {
    let mut x = 0;
    mpi!(bcast(&mut x, root = mpi!(size())));
}

/// A destination that exists for inputs up to 1 only; whoever else is meant gets its message.
#[tass::model]
pub(crate) fn destination_from_the_input(to: usize) {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(send(&x, to = to + 1));
    } else if rank == to + 1 {
        mpi!(recv(&mut x, from = 0));
    }
}

/// Rank 1 ends without `finalize`.
#[tass::model]
pub(crate) fn no_finalize_on_rank_one() {
    mpi!(init());
    mpi!(barrier());
    if mpi!(rank()) != 1 {
        mpi!(finalize());
    }
}

/// Rank 0 sends before `init`; rank 1 takes the message, so rank 0 gets to its `init` with and
/// without buffering.
#[tass::model]
pub(crate) fn send_before_init() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1));
        mpi!(init());
    } else {
        mpi!(init());
        mpi!(recv(&mut x, from = 0));
    }
    mpi!(finalize());
}

/// In order, by all, once.
#[tass::model]
pub(crate) fn init_and_finalize() {
    let mut x = 0;
    mpi!(init());
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1));
    } else if mpi!(rank()) == 1 {
        mpi!(recv(&mut x, from = 0));
    }
    mpi!(finalize());
}

const TYPES: &[Kind] = &[Kind::TypeMismatch];
const LONG: &[Kind] = &[Kind::Truncation];
const ASSERTION: &[Kind] = &[Kind::Assertion];
/// More than one element does not fit, and none leaves the variable as it was.
const TOO_LONG_OR_NOTHING: &[Kind] = &[Kind::Assertion, Kind::Truncation];
const RANK: &[Kind] = &[Kind::InvalidRank];
const INIT: &[Kind] = &[Kind::InitFinalize];

pub(crate) const CASES: &[Case] = &[
    case("narrower integer", narrower_integer::model, 2, TYPES, TYPES),
    case(
        "too long for some",
        too_long_for_some_inputs::model,
        2,
        LONG,
        LONG,
    ),
    case("shorter", shorter_than_the_buffer::model, 2, OK, OK),
    case(
        "none or one",
        few_elements_into_one_variable::model,
        2,
        OK,
        OK,
    ),
    case(
        "any number into one",
        any_number_into_one_variable::model,
        2,
        TOO_LONG_OR_NOTHING,
        TOO_LONG_OR_NOTHING,
    ),
    case("symbolic sum", sum_of_symbolic_length::model, 2, OK, OK),
    case(
        "wrong ghost cell",
        wrong_ghost_cell::model,
        3,
        ASSERTION,
        ASSERTION,
    ),
    case(
        "tag from input",
        tag_depends_on_the_input::model,
        2,
        DEADLOCK,
        DEADLOCK,
    ),
    case("one rank, with 2", collects_from_one_rank::model, 2, OK, OK),
    case(
        "one rank, with 3",
        collects_from_one_rank::model,
        3,
        DEADLOCK,
        DEADLOCK,
    ),
    case("rank 2, with 2", rank_two_is_faulty::model, 2, OK, OK),
    case(
        "rank 2, with 3",
        rank_two_is_faulty::model,
        3,
        ASSERTION,
        ASSERTION,
    ),
    case(
        "beyond the end",
        receives_beyond_the_end::model,
        3,
        RANK,
        RANK,
    ),
    case(
        "root beyond the end",
        root_beyond_the_end::model,
        2,
        RANK,
        RANK,
    ),
    case(
        "destination",
        destination_from_the_input::model,
        3,
        RANK,
        RANK,
    ),
    case("no finalize", no_finalize_on_rank_one::model, 2, INIT, INIT),
    case("late init", send_before_init::model, 2, INIT, INIT),
    case("init, finalize", init_and_finalize::model, 3, OK, OK),
];
