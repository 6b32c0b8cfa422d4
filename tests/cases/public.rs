//! The cases of `conformance/public.tsv` that need only blocking operations, written from their
//! sketches.
//!
//! What a case must give is its label, read as its README says: `potential` is the union over mixed
//! buffering, `absolute` is full buffering. The label `deadlock` does not tell which of the two
//! kinds it is; the table does: `Deadlock` where some processes stay blocked whatever is buffered,
//! `PotentialDeadlock` where all could go on if a send were buffered, or a collective operation did
//! not synchronise.

use tass::Kind;
use tass::prelude::*;

use super::{Case, DEADLOCK, OK, POTENTIAL, case};

/// Two ranks receive before they send.
#[tass::model]
pub(crate) fn p01() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(recv(&mut x, from = 1));
        mpi!(send(&x, to = 1));
    } else if rank == 1 {
        mpi!(recv(&mut x, from = 0));
        mpi!(send(&x, to = 0));
    }
}

/// A tag that is not the one waited for.
#[tass::model]
pub(crate) fn p02() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1, tag = 0));
    } else {
        mpi!(recv(&mut x, from = 0, tag = 1));
    }
}

/// A ring in which everybody sends first.
#[tass::model]
pub(crate) fn p04() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut x = rank;
    mpi!(send(&rank, to = (rank + 1) % size));
    mpi!(recv(&mut x, from = (rank + size - 1) % size));
}

/// Whether a send was buffered decides a race, and the race decides whether two ranks send head to
/// head.
#[tass::model]
pub(crate) fn p05() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(recv(&mut x, from = ANY));
        mpi!(recv(&mut x, from = ANY));
    } else if rank == 1 {
        mpi!(recv(&mut x, from = 2));
        mpi!(send(&0, to = 0));
    } else {
        mpi!(send(&1, to = 0));
        mpi!(send(&7, to = 1));
    }
    mpi!(barrier());
    mpi!(bcast(&mut x, root = 0));
    if x != 0 && rank < 2 {
        mpi!(send(&x, to = 1 - rank));
        mpi!(recv(&mut x, from = 1 - rank));
    }
}

/// Two tags received in the other order.
#[tass::model]
pub(crate) fn p06() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1, tag = 0));
        mpi!(send(&x, to = 1, tag = 1));
    } else {
        mpi!(recv(&mut x, from = 0, tag = 1));
        mpi!(recv(&mut x, from = 0, tag = 0));
    }
}

/// A send before a broadcast, received after it.
#[tass::model]
pub(crate) fn p07() {
    let rank = mpi!(rank());
    let (mut x, mut y) = (0, 0);
    if rank == 0 {
        mpi!(bcast(&mut x, root = 2));
        mpi!(recv(&mut y, from = 1));
    } else if rank == 1 {
        mpi!(send(&y, to = 0));
        mpi!(bcast(&mut x, root = 2));
    } else {
        mpi!(bcast(&mut x, root = 2));
    }
}

/// A wildcard may take the only message that a later receive needs.
#[tass::model]
pub(crate) fn p08() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut x, from = ANY));
        mpi!(recv(&mut x, from = 2));
    } else {
        mpi!(send(&x, to = 0));
    }
}

/// Which sender the first wildcard takes decides, hops away, whether a rendezvous can complete.
#[tass::model]
pub(crate) fn p10() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(recv(&mut x, from = ANY));
        mpi!(send(&x, to = 3));
        mpi!(recv(&mut x, from = ANY));
    } else if rank == 1 {
        mpi!(send(&x, to = 0));
        mpi!(send(&x, to = 3));
    } else if rank == 2 {
        mpi!(recv(&mut x, from = ANY));
        mpi!(send(&x, to = 0));
    } else if rank == 3 {
        mpi!(recv(&mut x, from = 1));
        mpi!(recv(&mut x, from = 0));
    } else {
        mpi!(send(&x, to = 2));
    }
}

/// The order of two collectives depends on the parity of the rank.
#[tass::model]
pub(crate) fn p14() {
    let rank = mpi!(rank());
    let (mut x, mut sum) = (0, 0);
    mpi!(bcast(&mut x, root = 0));
    if rank.is_multiple_of(2) {
        mpi!(reduce(&x, &mut sum, op = SUM, root = 0));
        mpi!(bcast(&mut x, root = 0));
    } else {
        mpi!(bcast(&mut x, root = 0));
        mpi!(reduce(&x, &mut sum, op = SUM, root = 0));
    }
}

/// Two roots for one gather.
#[tass::model]
pub(crate) fn p15() {
    let rank = mpi!(rank());
    let mut all = vec![0; mpi!(size())];
    mpi!(gather(
        &rank,
        &mut all,
        root = if rank % 2 == 1 { 0 } else { 1 }
    ));
}

/// Rank 0 takes part only for odd inputs.
#[tass::model]
pub(crate) fn p17(n: usize) {
    let rank = mpi!(rank());
    let mut all = vec![0; mpi!(size())];
    if rank != 0 || n % 2 == 1 {
        mpi!(allgather(&rank, &mut all));
    }
}

/// Six elements into a buffer of four.
#[tass::model]
pub(crate) fn p18() {
    if mpi!(rank()) == 0 {
        mpi!(send(&[0i32; 6], to = 1));
    } else {
        let mut room = [0i32; 4];
        mpi!(recv(&mut room, from = 0));
    }
}

/// An integer on odd ranks, a float on even ones.
#[tass::model]
pub(crate) fn p19() {
    let (mut x, mut y) = (0i32, 0.0f32);
    if mpi!(rank()) % 2 == 1 {
        mpi!(bcast(&mut x, root = 0));
    } else {
        mpi!(bcast(&mut y, root = 0));
    }
}

/// The last match of a wildcard is not always from rank 1.
#[tass::model]
pub(crate) fn p23() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        let mut last = 0;
        for _ in 1..mpi!(size()) {
            last = mpi!(recv(&mut x, from = ANY)).source;
        }
        assert!(last == 1);
    } else {
        mpi!(send(&x, to = 0));
    }
}

/// A send to the rank after the last.
#[tass::model]
pub(crate) fn p25() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = mpi!(size())));
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

/// One side sends first, the other receives first.
#[tass::model]
pub(crate) fn p26() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(send(&x, to = 1));
        mpi!(recv(&mut x, from = 1));
    } else if rank == 1 {
        mpi!(recv(&mut x, from = 0));
        mpi!(send(&x, to = 0));
    }
}

/// What looks like a cycle of two sends is always freed by the third rank.
#[tass::model]
pub(crate) fn p32() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(send(&x, to = 1, tag = 20));
        mpi!(ssend(&x, to = 2, tag = 10));
    } else if rank == 1 {
        mpi!(ssend(&x, to = 2, tag = 10));
        mpi!(recv(&mut x, from = 0, tag = 20));
    } else {
        mpi!(recv(&mut x, from = ANY, tag = 10));
        mpi!(recv(&mut x, from = ANY, tag = 10));
    }
}

/// One barrier at two places. `(!rank) % 2` is C's: 1 for rank 0 and 0 for all others.
#[tass::model]
pub(crate) fn p33() {
    let rank = mpi!(rank());
    if rank % 2 == 1 {
        mpi!(barrier());
    }
    if rank == 0 {
        mpi!(barrier());
    }
}

/// A receive behind a condition on received data that never holds.
#[tass::model]
pub(crate) fn p35() {
    let mut x = 1;
    if mpi!(rank()) == 0 {
        mpi!(send(&0, to = 1));
    } else {
        mpi!(recv(&mut x, from = 0));
        if x == 1 {
            mpi!(recv(&mut x, from = 0));
        }
    }
}

const ORDER: &[Kind] = &[Kind::CollectiveOrder];
const ROOT: &[Kind] = &[Kind::CollectiveRoot];
const TRUNCATION: &[Kind] = &[Kind::Truncation];
const TYPE: &[Kind] = &[Kind::CollectiveType];
const ASSERTION: &[Kind] = &[Kind::Assertion];
const RANK: &[Kind] = &[Kind::InvalidRank];

pub(crate) const CASES: &[Case] = &[
    case("P01", p01::model, 4, DEADLOCK, DEADLOCK),
    // The send that nobody matches may also stand there unbuffered.
    case("P02", p02::model, 2, DEADLOCK, DEADLOCK),
    case("P04", p04::model, 4, POTENTIAL, OK),
    case("P05", p05::model, 3, POTENTIAL, OK),
    case("P06", p06::model, 2, POTENTIAL, OK),
    case("P07", p07::model, 3, POTENTIAL, OK),
    // When rank 2's message is gone, rank 1's send may also stand there unbuffered.
    case("P08", p08::model, 3, DEADLOCK, DEADLOCK),
    case("P10", p10::model, 5, POTENTIAL, OK),
    case("P14", p14::model, 4, ORDER, ORDER),
    case("P15", p15::model, 2, ROOT, ROOT),
    case("P17", p17::model, 2, DEADLOCK, DEADLOCK),
    case("P18", p18::model, 2, TRUNCATION, TRUNCATION),
    case("P19", p19::model, 2, TYPE, TYPE),
    case("P23", p23::model, 3, ASSERTION, ASSERTION),
    case("P25", p25::model, 2, RANK, RANK),
    case("P26", p26::model, 4, OK, OK),
    case("P32", p32::model, 3, OK, OK),
    case("P33", p33::model, 2, OK, OK),
    // The trap that the label tells of: with three ranks rank 2 skips the barrier.
    case("P33 with 3", p33::model, 3, DEADLOCK, DEADLOCK),
    case("P35", p35::model, 2, OK, OK),
];
