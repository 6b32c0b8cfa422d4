//! A minimal model for each kind of violation, and its repaired twin.

mod collectives;
mod communicators;
mod loops;
mod messages;
mod modes;
mod outputs;
mod requests;
mod together;
mod values;

use tass::{Kind, Model};

use super::{Case, LOST, OK, POTENTIAL};
// The tests that are printed find all models here.
pub(crate) use collectives::*;
pub(crate) use communicators::*;
pub(crate) use loops::*;
pub(crate) use messages::*;
pub(crate) use modes::*;
pub(crate) use outputs::*;
pub(crate) use requests::*;
pub(crate) use together::*;
pub(crate) use values::*;

/// A kind, a model that has it and no other, and the same model put right.
pub(crate) struct Pair {
    pub(crate) kind: Kind,
    pub(crate) broken: fn() -> Model,
    pub(crate) repaired: fn() -> Model,
    /// The kinds under `deadlock = potential`: just that one, unless another comes with it whatever
    /// one does.
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

/// A pair of which nothing but its own kind is to be expected.
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
    pair!(BufferRace, buffer_race, buffer_race_repaired),
    pair!(RequestLeak, request_leak, request_leak_repaired),
    pair!(RequestMisused, request_misused, request_misused_repaired),
    pair!(BsendBuffer, bsend_buffer, bsend_buffer_repaired),
    pair!(NotReady, not_ready, not_ready_repaired),
    pair!(
        CommunicatorLeak,
        communicator_leak,
        communicator_leak_repaired
    ),
    pair!(
        CommunicatorFreed,
        communicator_freed,
        communicator_freed_repaired
    ),
    pair!(
        InvalidCommunicator,
        invalid_communicator,
        invalid_communicator_repaired
    ),
    pair!(InvalidTopology, invalid_topology, invalid_topology_repaired),
    pair!(
        CommunicatorOrder,
        communicator_order,
        communicator_order_repaired
    ),
    pair!(CollectiveMixed, collective_mixed, collective_mixed_repaired),
    pair!(InvalidInPlace, invalid_in_place, invalid_in_place_repaired),
    pair!(InvalidRank, invalid_rank, invalid_rank_repaired),
    pair!(InvalidTag, invalid_tag, invalid_tag_repaired),
    pair!(Aborted, aborted, aborted_repaired),
    pair!(CollectiveOrder, collective_order, collective_order_repaired),
    pair!(CollectiveRoot, collective_root, collective_root_repaired),
    pair!(CollectiveOp, collective_op, collective_op_repaired),
    pair!(InvalidOperator, invalid_operator, invalid_operator_repaired),
    pair!(OperatorClaim, operator_claim, operator_claim_repaired),
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
