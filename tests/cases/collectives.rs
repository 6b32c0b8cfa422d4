//! Collective operations: cycles through them, and what their members must agree on.
//!
//! Defects 7 and 9 to 11 of the conformance README. Who can leave an operation early if the library
//! lets it: nobody a `barrier`, an `allreduce`, an `allgather` or an `alltoall`; the root a `bcast`
//! or a `scatter`, all but the root a `reduce` or a `gather`; rank 0 a `scan`.

use tass::Kind;
use tass::prelude::*;

use super::{Case, DEADLOCK, OK, POTENTIAL, case};

/// Rank 0's send keeps it from the barrier in which rank 1 stands, unless it is buffered.
#[tass::model]
pub(crate) fn send_then_barrier() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1));
        mpi!(barrier());
    } else {
        mpi!(barrier());
        mpi!(recv(&mut x, from = 0));
    }
}

/// The same with a synchronous send: it is never buffered.
#[tass::model]
pub(crate) fn ssend_then_barrier() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(ssend(&x, to = 1));
        mpi!(barrier());
    } else {
        mpi!(barrier());
        mpi!(recv(&mut x, from = 0));
    }
}

/// Rank 0 needs a message that is sent only behind the barrier.
#[tass::model]
pub(crate) fn receive_then_barrier() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut x, from = 1));
        mpi!(barrier());
    } else {
        mpi!(barrier());
        mpi!(send(&x, to = 0));
    }
}

/// The root may leave the broadcast before rank 1 enters it, but need not.
#[tass::model]
pub(crate) fn root_leaves_a_bcast_early() {
    let (mut x, mut y) = (0, 0);
    if mpi!(rank()) == 0 {
        mpi!(bcast(&mut x, root = 0));
        mpi!(send(&y, to = 1));
    } else {
        mpi!(recv(&mut y, from = 0));
        mpi!(bcast(&mut x, root = 0));
    }
}

/// Rank 1 cannot leave the broadcast before its root enters it, and the root waits for rank 1.
#[tass::model]
pub(crate) fn bcast_waits_for_its_root() {
    let (mut x, mut y) = (0, 0);
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut y, from = 1));
        mpi!(bcast(&mut x, root = 0));
    } else {
        mpi!(bcast(&mut x, root = 0));
        mpi!(send(&y, to = 0));
    }
}

/// Rank 1 gives its part of the reduction and may go on before the root enters.
#[tass::model]
pub(crate) fn member_leaves_a_reduce_early() {
    let rank = mpi!(rank());
    let (mut sum, mut y) = (0, 0);
    if rank == 0 {
        mpi!(recv(&mut y, from = 1));
        mpi!(reduce(&rank, &mut sum, op = SUM, root = 0));
        assert!(sum == 1);
    } else {
        mpi!(reduce(&rank, &mut sum, op = SUM, root = 0));
        mpi!(send(&y, to = 0));
    }
}

/// The root cannot leave the reduction without rank 1's part, and rank 1 waits for the root.
#[tass::model]
pub(crate) fn reduce_waits_for_its_members() {
    let rank = mpi!(rank());
    let (mut sum, mut y) = (0, 0);
    if rank == 0 {
        mpi!(reduce(&rank, &mut sum, op = SUM, root = 0));
        mpi!(send(&y, to = 1));
    } else {
        mpi!(recv(&mut y, from = 0));
        mpi!(reduce(&rank, &mut sum, op = SUM, root = 0));
    }
}

/// A scan gives rank 0 its own value: it may leave first. Rank 1 needs rank 0.
#[tass::model]
pub(crate) fn first_leaves_a_scan_early() {
    let rank = mpi!(rank());
    let (mut sum, mut y) = (0, 0);
    if rank == 0 {
        mpi!(scan(&(rank + 1), &mut sum, op = SUM));
        mpi!(send(&y, to = 1));
    } else {
        mpi!(recv(&mut y, from = 0));
        mpi!(scan(&(rank + 1), &mut sum, op = SUM));
        assert!(sum == 3);
    }
}

/// Every other operation on the way gives what it should.
#[tass::model]
pub(crate) fn all_of_them_in_order() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut all = vec![0; size];
    mpi!(allgather(&rank, &mut all));
    assert!((0..size).all(|i| all[i] == i));
    let mut mine = 0;
    mpi!(scatter(&all, &mut mine, root = 0));
    assert!(mine == rank);
    let mut back = vec![0; size];
    mpi!(alltoall(&vec![rank; size], &mut back));
    assert!((0..size).all(|i| back[i] == i));
    let (mut greatest, mut before) = (0, 0);
    mpi!(allreduce(&rank, &mut greatest, op = MAX));
    assert!(greatest + 1 == size);
    mpi!(exscan(&1, &mut before, op = SUM));
    assert!(before == rank);
}

/// The second calls differ: `barrier` against `allreduce`.
#[tass::model]
pub(crate) fn different_second_calls() {
    let rank = mpi!(rank());
    let mut sum = 0;
    mpi!(barrier());
    if rank == 0 {
        mpi!(allreduce(&rank, &mut sum, op = SUM));
        mpi!(barrier());
    } else {
        mpi!(barrier());
        mpi!(allreduce(&rank, &mut sum, op = SUM));
    }
}

/// The same calls in the same order, at different lines.
#[tass::model]
pub(crate) fn same_calls_elsewhere() {
    let rank = mpi!(rank());
    let mut x = rank;
    if rank == 0 {
        mpi!(bcast(&mut x, root = 1));
        mpi!(barrier());
        assert!(x == 1);
    } else {
        mpi!(bcast(&mut x, root = 1));
        mpi!(barrier());
    }
}

/// One rank takes the greatest where the others take the sum.
#[tass::model]
pub(crate) fn different_operators() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 1 {
        mpi!(allreduce(&rank, &mut x, op = MAX));
    } else {
        mpi!(allreduce(&rank, &mut x, op = SUM));
    }
}

/// One rank gives two elements, the others one.
#[tass::model]
pub(crate) fn different_counts() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut all = vec![0; 2 * size];
    if rank == 1 {
        mpi!(allgather(&[rank, rank], &mut all));
    } else {
        mpi!(allgather(&[rank], &mut all));
    }
}

/// Rank 1 broadcasts one element more than rank 0 when `n` is 3.
#[tass::model]
pub(crate) fn counts_differ_for_one_input(n: usize) {
    assume!(n > 0);
    let length = if mpi!(rank()) == 1 && n == 3 {
        n + 1
    } else {
        n
    };
    let mut u = vec![0.0; length];
    mpi!(bcast(&mut u, root = 0));
}

/// The last rank ends without the reduction that the others wait in; none of them can leave.
#[tass::model]
pub(crate) fn last_rank_skips_allreduce() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut sum = 0;
    if rank + 1 < size {
        mpi!(allreduce(&rank, &mut sum, op = SUM));
    }
}

/// The last rank ends without the broadcast. The others wait in it if it synchronises. If not, they
/// get through, and the program ends with a broadcast that rank 2 never called; whether that is a
/// violation of its own is not settled, so this one is not in the table.
#[tass::model]
pub(crate) fn last_rank_skips_bcast() {
    let mut x = 0;
    if mpi!(rank()) + 1 < mpi!(size()) {
        mpi!(bcast(&mut x, root = 0));
    }
}

const ORDER: &[Kind] = &[Kind::CollectiveOrder];
const OPERATOR: &[Kind] = &[Kind::CollectiveOp];
const COUNT: &[Kind] = &[Kind::CollectiveCount];

pub(crate) const CASES: &[Case] = &[
    case("send, barrier", send_then_barrier::model, 2, POTENTIAL, OK),
    case(
        "ssend, barrier",
        ssend_then_barrier::model,
        2,
        DEADLOCK,
        DEADLOCK,
    ),
    case(
        "recv, barrier",
        receive_then_barrier::model,
        2,
        DEADLOCK,
        DEADLOCK,
    ),
    case(
        "early root of bcast",
        root_leaves_a_bcast_early::model,
        2,
        POTENTIAL,
        OK,
    ),
    case(
        "late root of bcast",
        bcast_waits_for_its_root::model,
        2,
        DEADLOCK,
        DEADLOCK,
    ),
    case(
        "early member of reduce",
        member_leaves_a_reduce_early::model,
        2,
        POTENTIAL,
        OK,
    ),
    case(
        "late member of reduce",
        reduce_waits_for_its_members::model,
        2,
        DEADLOCK,
        DEADLOCK,
    ),
    case(
        "early first of scan",
        first_leaves_a_scan_early::model,
        2,
        POTENTIAL,
        OK,
    ),
    case("all of them", all_of_them_in_order::model, 3, OK, OK),
    case(
        "different second calls",
        different_second_calls::model,
        3,
        ORDER,
        ORDER,
    ),
    case(
        "same calls elsewhere",
        same_calls_elsewhere::model,
        2,
        OK,
        OK,
    ),
    case(
        "different operators",
        different_operators::model,
        3,
        OPERATOR,
        OPERATOR,
    ),
    case("different counts", different_counts::model, 2, COUNT, COUNT),
    case(
        "counts for one input",
        counts_differ_for_one_input::model,
        2,
        COUNT,
        COUNT,
    ),
    case(
        "allreduce skipped",
        last_rank_skips_allreduce::model,
        3,
        DEADLOCK,
        DEADLOCK,
    ),
];
