//! A minimal model for each kind of violation, and its repaired twin.

use tass::prelude::*;
use tass::{Kind, Model};

use super::{Case, LOST, OK, POTENTIAL};

/// A kind, a model that has it and no other, and the same model put right.
pub(crate) struct Pair {
    pub(crate) kind: Kind,
    pub(crate) broken: fn() -> Model,
    pub(crate) repaired: fn() -> Model,
    /// The kinds under `deadlock = potential`: just that one, unless another comes with it whatever one does.
    pub(crate) potential: &'static [Kind],
    /// The kinds under `deadlock = absolute`.
    pub(crate) absolute: &'static [Kind],
}

impl Pair {
    pub(crate) fn broken(&self) -> Case {
        let Pair {
            kind,
            broken: model,
            potential,
            absolute,
            ..
        } = *self;
        Case {
            name: kind.name(),
            model,
            nprocs: 2,
            potential,
            absolute,
        }
    }

    pub(crate) fn repaired(&self) -> Case {
        Case {
            name: self.kind.name(),
            model: self.repaired,
            nprocs: 2,
            potential: OK,
            absolute: OK,
        }
    }
}

/// The kinds that the language has no way to show, and why.
pub(crate) const INEXPRESSIBLE: &[(Kind, &str)] = &[(
    Kind::NegativeLength,
    "a length is a `usize`, and what would be below zero is found where it arises: `unsigned_underflow`, `invalid_cast`",
)];

/// Both wait for the other's message before they send their own.
#[tass::model]
pub(crate) fn deadlock() {
    let other = 1 - mpi!(rank());
    let mut x = 0;
    mpi!(recv(&mut x, from = other));
    mpi!(send(&x, to = other));
}

#[tass::model]
pub(crate) fn deadlock_repaired() {
    let other = 1 - mpi!(rank());
    let (x, mut y) = (0, 0);
    mpi!(sendrecv(&x, to = other, &mut y, from = other));
}

/// Both send before they receive: fine as long as a send is buffered.
#[tass::model]
pub(crate) fn potential_deadlock() {
    let other = 1 - mpi!(rank());
    let mut x = 0;
    mpi!(send(&x, to = other));
    mpi!(recv(&mut x, from = other));
}

#[tass::model]
pub(crate) fn potential_deadlock_repaired() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(send(&x, to = 1));
        mpi!(recv(&mut x, from = 1));
    } else {
        mpi!(recv(&mut x, from = 0));
        mpi!(send(&x, to = 0));
    }
}

#[tass::model]
pub(crate) fn assertion(n: i32) {
    assert!(n * n > 0);
}

#[tass::model]
pub(crate) fn assertion_repaired(n: i32) {
    assert!(n * n >= 0);
}

#[tass::model]
pub(crate) fn out_of_bounds(u: &[f64]) {
    assume!(u.len() == mpi!(size()));
    output!(mine = u[mpi!(rank()) + 1]);
}

#[tass::model]
pub(crate) fn out_of_bounds_repaired(u: &[f64]) {
    assume!(u.len() == mpi!(size()));
    output!(mine = u[mpi!(rank())]);
}

#[tass::model]
pub(crate) fn division_by_zero(a: i32, b: i32) {
    output!(quotient = a / b);
}

#[tass::model]
pub(crate) fn division_by_zero_repaired(a: i32, b: i32) {
    assume!(b != 0);
    output!(quotient = a / b);
}

#[tass::model]
pub(crate) fn unsigned_underflow() {
    output!(left = mpi!(rank()) - 1);
}

#[tass::model]
pub(crate) fn unsigned_underflow_repaired() {
    let size = mpi!(size());
    output!(left = (mpi!(rank()) + size - 1) % size);
}

#[tass::model]
pub(crate) fn overflow(n: u8) {
    output!(next = n + 1);
}

#[tass::model]
pub(crate) fn overflow_repaired(n: u8) {
    assume!(n < 255);
    output!(next = n + 1);
}

/// The two do not count alike.
#[tass::model]
pub(crate) fn collective_assertion(n: i32) {
    let count = n + mpi!(rank()) as i32;
    collective_assert!(SAME: count == proc[0].count);
}

#[tass::model]
pub(crate) fn collective_assertion_repaired(n: i32) {
    let rank = mpi!(rank());
    let count = n + rank as i32;
    collective_assert!(SAME: count - rank as i32 == proc[0].count);
}

/// Process 1 meets them the other way round.
#[tass::model]
pub(crate) fn collective_assertion_order() {
    let x = 0;
    if mpi!(rank()) == 0 {
        collective_assert!(FIRST: x == 0);
        collective_assert!(SECOND: x == 0);
    } else {
        collective_assert!(SECOND: x == 0);
        collective_assert!(FIRST: x == 0);
    }
}

#[tass::model]
pub(crate) fn collective_assertion_order_repaired() {
    let x = 0;
    collective_assert!(FIRST: x == proc[0].x);
    collective_assert!(SECOND: x == proc[1].x);
}

/// Process 1 never meets it.
#[tass::model]
pub(crate) fn collective_assertion_incomplete() {
    let x = 0;
    if mpi!(rank()) == 0 {
        collective_assert!(ALONE: x == 0);
    }
}

#[tass::model]
pub(crate) fn collective_assertion_incomplete_repaired() {
    let x = 0;
    collective_assert!(TOGETHER: x == 0);
}

/// Process 0 meets what is the others' affair.
#[tass::model]
pub(crate) fn collective_universe() {
    universe!(others: |p| p != 0);
    let x = 0;
    collective_assert!(others::X: x == 0);
}

#[tass::model]
pub(crate) fn collective_universe_repaired() {
    universe!(others: |p| p != 0);
    let x = 0;
    if mpi!(rank()) != 0 {
        collective_assert!(others::X: x == 0);
    }
}

#[tass::model]
pub(crate) fn twice(n: i64) {
    output!(twice = 2 * n);
}

#[tass::model]
pub(crate) fn squared(n: i64) {
    output!(twice = n * n);
}

#[tass::model]
pub(crate) fn added(n: i64) {
    output!(twice = n + n);
}

#[tass::model]
pub(crate) fn twice_if_positive(n: i64) {
    if n > 0 {
        output!(twice = 2 * n);
    }
}

#[tass::model]
pub(crate) fn type_mismatch() {
    if mpi!(rank()) == 0 {
        mpi!(send(&1.5, to = 1));
    } else {
        let mut x = 0i64;
        mpi!(recv(&mut x, from = 0));
    }
}

#[tass::model]
pub(crate) fn type_mismatch_repaired() {
    if mpi!(rank()) == 0 {
        mpi!(send(&1.5, to = 1));
    } else {
        let mut x = 0.0f64;
        mpi!(recv(&mut x, from = 0));
    }
}

#[tass::model]
pub(crate) fn truncation() {
    let mut u = [0; 3];
    if mpi!(rank()) == 0 {
        mpi!(send(&u, to = 1));
    } else {
        mpi!(recv(&mut u[..2], from = 0));
    }
}

#[tass::model]
pub(crate) fn truncation_repaired() {
    let mut u = [0; 3];
    if mpi!(rank()) == 0 {
        mpi!(send(&u[..2], to = 1));
    } else {
        mpi!(recv(&mut u, from = 0));
    }
}

/// The last rank has no right neighbour. The others send to a process that has failed: no verdict about those.
#[tass::model]
pub(crate) fn invalid_rank() {
    let rank = mpi!(rank());
    mpi!(send(&rank, to = rank + 1));
}

#[tass::model]
pub(crate) fn invalid_rank_repaired() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut x = rank;
    mpi!(sendrecv(
        &rank,
        to = (rank + 1) % size,
        &mut x,
        from = (rank + size - 1) % size
    ));
}

/// What comes in is written over what goes out.
#[tass::model]
pub(crate) fn overlapping_buffers() {
    let other = 1 - mpi!(rank());
    let mut x = other;
    mpi!(sendrecv(&x, to = other, &mut x, from = other));
}

#[tass::model]
pub(crate) fn overlapping_buffers_repaired() {
    let other = 1 - mpi!(rank());
    let mut x = [other; 2];
    mpi!(sendrecv(&x[0], to = other, &mut x[1], from = other));
    assert!(x[1] == 1 - other);
}

/// Only a receive can leave its tag open.
#[tass::model]
pub(crate) fn invalid_tag() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1, tag = ANY));
    } else {
        mpi!(recv(&mut x, from = 0, tag = ANY));
    }
}

#[tass::model]
pub(crate) fn invalid_tag_repaired() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1, tag = 3));
    } else {
        mpi!(recv(&mut x, from = 0, tag = ANY));
    }
}

/// MPI adds numbers, not truth values.
#[tass::model]
pub(crate) fn invalid_operator() {
    let (mine, mut any) = (mpi!(rank()) == 0, false);
    mpi!(allreduce(&mine, &mut any, op = SUM));
}

#[tass::model]
pub(crate) fn invalid_operator_repaired() {
    let (mine, mut any) = (mpi!(rank()) == 0, false);
    mpi!(allreduce(&mine, &mut any, op = LOR));
    assert!(any);
}

#[tass::model]
pub(crate) fn collective_order() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(barrier());
    } else {
        mpi!(bcast(&mut x, root = 0));
    }
}

#[tass::model]
pub(crate) fn collective_order_repaired() {
    let mut x = 0;
    mpi!(barrier());
    mpi!(bcast(&mut x, root = 0));
}

#[tass::model]
pub(crate) fn collective_root() {
    let mut x = 0;
    mpi!(bcast(&mut x, root = mpi!(rank())));
}

#[tass::model]
pub(crate) fn collective_root_repaired() {
    let mut x = 0;
    mpi!(bcast(&mut x, root = mpi!(size()) - 1));
}

#[tass::model]
pub(crate) fn collective_op() {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        mpi!(allreduce(&rank, &mut x, op = SUM));
    } else {
        mpi!(allreduce(&rank, &mut x, op = MAX));
    }
}

#[tass::model]
pub(crate) fn collective_op_repaired() {
    let rank = mpi!(rank());
    let mut x = 0;
    mpi!(allreduce(&rank, &mut x, op = MAX));
    assert!(x == 1);
}

#[tass::model]
pub(crate) fn collective_type() {
    let (mut x, mut y) = (0, 0.0);
    if mpi!(rank()) == 0 {
        mpi!(bcast(&mut x, root = 0));
    } else {
        mpi!(bcast(&mut y, root = 0));
    }
}

#[tass::model]
pub(crate) fn collective_type_repaired() {
    let (mut x, mut y) = (0.0, 1.0);
    if mpi!(rank()) == 0 {
        mpi!(bcast(&mut x, root = 0));
    } else {
        mpi!(bcast(&mut y, root = 0));
        assert!(y == x);
    }
}

#[tass::model]
pub(crate) fn collective_count() {
    let mut u = vec![0; mpi!(rank()) + 1];
    mpi!(bcast(&mut u, root = 0));
}

#[tass::model]
pub(crate) fn collective_count_repaired() {
    let mut u = vec![0; mpi!(size()) + 1];
    mpi!(bcast(&mut u, root = 0));
}

/// The root need not wait for process 1, unless MPI synchronises.
#[tass::model]
pub(crate) fn collective_incomplete() {
    let mut x = 7;
    if mpi!(rank()) == 0 {
        mpi!(bcast(&mut x, root = 0));
    }
}

#[tass::model]
pub(crate) fn collective_incomplete_repaired() {
    let mut x = 7;
    mpi!(bcast(&mut x, root = 0));
    assert!(x == 7);
}

/// Without buffering the send waits for ever, so under `deadlock = potential` that comes first, whatever one does.
#[tass::model]
pub(crate) fn unreceived_message() {
    if mpi!(rank()) == 0 {
        mpi!(send(&7, to = 1));
    }
}

#[tass::model]
pub(crate) fn unreceived_message_repaired() {
    if mpi!(rank()) == 0 {
        mpi!(send(&7, to = 1));
    } else {
        let mut x = 0;
        mpi!(recv(&mut x, from = 0));
        assert!(x == 7);
    }
}

#[tass::model]
pub(crate) fn panic(n: u32) {
    if n == 5 {
        panic!("five is too many");
    }
}

#[tass::model]
pub(crate) fn panic_repaired(n: u32) {
    assume!(n < 5);
    if n == 5 {
        panic!("five is too many");
    }
}

#[tass::model]
pub(crate) fn unreachable(n: u32) {
    if n % 2 > 1 || n == 5 {
        unreachable!("a remainder by two is below two");
    }
}

#[tass::model]
pub(crate) fn unreachable_repaired(n: u32) {
    if n % 2 > 1 {
        unreachable!("a remainder by two is below two");
    }
}

#[tass::model]
pub(crate) fn init_finalize() {
    mpi!(init());
    mpi!(barrier());
}

#[tass::model]
pub(crate) fn init_finalize_repaired() {
    mpi!(init());
    mpi!(barrier());
    mpi!(finalize());
}

#[tass::model]
pub(crate) fn invalid_cast(n: i64) {
    output!(length = n as usize);
}

#[tass::model]
pub(crate) fn invalid_cast_repaired(n: i64) {
    assume!(n >= 0);
    output!(length = n as usize);
}

#[tass::model]
pub(crate) fn unwrap_none(u: &[i32]) {
    output!(least = u.iter().copied().min().unwrap());
}

#[tass::model]
pub(crate) fn unwrap_none_repaired(u: &[i32]) {
    assume!(!u.is_empty());
    output!(least = u.iter().copied().min().unwrap());
}

/// A pair of which nothing but its own kind is to be expected.
/// The invariant holds after an iteration only.
#[tass::model]
pub(crate) fn invariant_entry(n: usize) {
    let (mut i, mut x) = (0, 1);
    invariant!(I: i <= n && i == proc[0].i && x == 2);
    while i < n {
        mpi!(barrier());
        x = 2;
        i += 1;
    }
    assert!(x < 3);
}

#[tass::model]
pub(crate) fn invariant_entry_repaired(n: usize) {
    let (mut i, mut x) = (0, 2);
    invariant!(I: i <= n && i == proc[0].i && x == 2);
    while i < n {
        mpi!(barrier());
        x = 2;
        i += 1;
    }
    assert!(x < 3);
}

/// The third iteration breaks it.
#[tass::model]
pub(crate) fn invariant(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n && i == proc[0].i && x == i);
    while i < n {
        mpi!(barrier());
        x += if i == 2 { 2 } else { 1 };
        i += 1;
    }
}

#[tass::model]
pub(crate) fn invariant_repaired(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n && i == proc[0].i && x == i);
    while i < n {
        mpi!(barrier());
        x += 1;
        i += 1;
    }
}

/// Process 1 goes on when process 0 leaves.
#[tass::model]
pub(crate) fn loop_exit(n: usize) {
    let mut i = 0;
    let bound = n + mpi!(rank());
    invariant!(I: i == proc[0].i);
    while i < bound {
        mpi!(barrier());
        i += 1;
    }
}

#[tass::model]
pub(crate) fn loop_exit_repaired(n: usize) {
    let mut i = 0;
    invariant!(I: i == proc[0].i);
    while i < n {
        mpi!(barrier());
        i += 1;
    }
}

/// The loop writes an element that its frame does not name.
#[tass::model]
pub(crate) fn frame(n: usize) {
    let mut a = [0; 3];
    let mut i = 0;
    invariant!(I: i <= n);
    assigns!(i, a[0..2]);
    while i < n {
        a[i % 3] = 1;
        i += 1;
    }
}

#[tass::model]
pub(crate) fn frame_repaired(n: usize) {
    let mut a = [0; 3];
    let mut i = 0;
    invariant!(I: i <= n);
    assigns!(i, a[0..2]);
    while i < n {
        a[i % 2] = 1;
        i += 1;
    }
    assert!(a[2] == 0);
}

macro_rules! pair {
    ($kind:ident, $broken:ident, $repaired:ident) => {
        Pair {
            kind: Kind::$kind,
            broken: $broken::model,
            repaired: $repaired::model,
            potential: &[Kind::$kind],
            absolute: &[Kind::$kind],
        }
    };
}

pub(crate) const PAIRS: &[Pair] = &[
    pair!(Deadlock, deadlock, deadlock_repaired),
    Pair {
        kind: Kind::PotentialDeadlock,
        broken: potential_deadlock::model,
        repaired: potential_deadlock_repaired::model,
        potential: POTENTIAL,
        absolute: OK,
    },
    pair!(Assertion, assertion, assertion_repaired),
    pair!(OutOfBounds, out_of_bounds, out_of_bounds_repaired),
    pair!(DivisionByZero, division_by_zero, division_by_zero_repaired),
    pair!(
        UnsignedUnderflow,
        unsigned_underflow,
        unsigned_underflow_repaired
    ),
    Pair {
        kind: Kind::Overflow,
        // Leaving a type's range is a violation only if asked for.
        broken: || overflow::model().overflow(true),
        repaired: || overflow_repaired::model().overflow(true),
        potential: &[Kind::Overflow],
        absolute: &[Kind::Overflow],
    },
    pair!(
        CollectiveAssertion,
        collective_assertion,
        collective_assertion_repaired
    ),
    pair!(
        CollectiveAssertionOrder,
        collective_assertion_order,
        collective_assertion_order_repaired
    ),
    pair!(
        CollectiveAssertionIncomplete,
        collective_assertion_incomplete,
        collective_assertion_incomplete_repaired
    ),
    pair!(
        CollectiveUniverse,
        collective_universe,
        collective_universe_repaired
    ),
    Pair {
        kind: Kind::OutputMismatch,
        broken: || squared::model().spec(twice::model()),
        repaired: || added::model().spec(twice::model()),
        potential: &[Kind::OutputMismatch],
        absolute: &[Kind::OutputMismatch],
    },
    Pair {
        kind: Kind::OutputMissing,
        broken: || twice_if_positive::model().spec(twice::model()),
        repaired: || twice_if_positive::model().spec(twice_if_positive::model()),
        potential: &[Kind::OutputMissing],
        absolute: &[Kind::OutputMissing],
    },
    pair!(InvariantEntry, invariant_entry, invariant_entry_repaired),
    pair!(Invariant, invariant, invariant_repaired),
    pair!(LoopExit, loop_exit, loop_exit_repaired),
    pair!(Frame, frame, frame_repaired),
    pair!(TypeMismatch, type_mismatch, type_mismatch_repaired),
    pair!(Truncation, truncation, truncation_repaired),
    pair!(
        OverlappingBuffers,
        overlapping_buffers,
        overlapping_buffers_repaired
    ),
    pair!(InvalidRank, invalid_rank, invalid_rank_repaired),
    pair!(InvalidTag, invalid_tag, invalid_tag_repaired),
    pair!(CollectiveOrder, collective_order, collective_order_repaired),
    pair!(CollectiveRoot, collective_root, collective_root_repaired),
    pair!(CollectiveOp, collective_op, collective_op_repaired),
    pair!(InvalidOperator, invalid_operator, invalid_operator_repaired),
    pair!(CollectiveType, collective_type, collective_type_repaired),
    pair!(CollectiveCount, collective_count, collective_count_repaired),
    Pair {
        kind: Kind::CollectiveIncomplete,
        broken: collective_incomplete::model,
        repaired: collective_incomplete_repaired::model,
        potential: &[Kind::PotentialDeadlock, Kind::CollectiveIncomplete],
        absolute: &[Kind::CollectiveIncomplete],
    },
    Pair {
        kind: Kind::UnreceivedMessage,
        broken: unreceived_message::model,
        repaired: unreceived_message_repaired::model,
        potential: LOST,
        absolute: &[Kind::UnreceivedMessage],
    },
    pair!(Panic, panic, panic_repaired),
    pair!(Unreachable, unreachable, unreachable_repaired),
    pair!(InitFinalize, init_finalize, init_finalize_repaired),
    pair!(InvalidCast, invalid_cast, invalid_cast_repaired),
    pair!(UnwrapNone, unwrap_none, unwrap_none_repaired),
    pair!(MutualExclusion, mutual_exclusion, mutual_exclusion_repaired),
    pair!(Always, always_broken, always_repaired),
];

/// Looks first, then takes.
#[tass::model]
pub(crate) fn mutual_exclusion() {
    let mut taken = shared!(false);
    while proc.iter().any(|p| p.taken) {}
    taken = true;
    critical!({});
    taken = false;
}

/// In order of ranks.
#[tass::model]
pub(crate) fn mutual_exclusion_repaired() {
    let rank = mpi!(rank());
    let mut done = shared!(false);
    while !proc[..rank].iter().all(|p| p.done) {}
    critical!({});
    done = true;
}

#[tass::model]
pub(crate) fn always_broken() {
    let mut x = shared!(0);
    always!(proc.iter().all(|p| p.x <= 1));
    x = 1;
    x = 2;
}

#[tass::model]
pub(crate) fn always_repaired() {
    let mut x = shared!(0);
    always!(proc.iter().all(|p| p.x <= 1));
    x = 1;
    x = 0;
}
