//! The kinds of violations, with their stable names.

use std::fmt;

use serde::Serialize;

/// What sort of wrong a [`Violation`](super::Violation) is.
///
/// The [name](Kind::name) is what `expect =` takes and what snapshots show; it never changes.
///
/// ```
/// use tass_core::report::Kind;
///
/// assert_eq!(Kind::PotentialDeadlock.name(), "potential_deadlock");
/// assert_eq!(Kind::from_name("potential_deadlock"), Some(Kind::PotentialDeadlock));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kind {
    /// No process can move, and not all of them have ended, whatever the MPI library buffers.
    Deadlock,
    /// Processes would wait forever if the MPI library buffered less than it may, and could go on if it buffered more.
    PotentialDeadlock,
    /// An `assert!` of any form does not hold.
    Assertion,
    /// A collective assertion does not hold.
    CollectiveAssertion,
    /// Processes meet the collective assertions of one universe in different orders.
    CollectiveAssertionOrder,
    /// The program has ended, and a collective assertion was not met by all.
    CollectiveAssertionIncomplete,
    /// A process meets, or is named by, a collective assertion of a universe to which it does not belong.
    CollectiveUniverse,
    /// Implementation and specification put out different values.
    OutputMismatch,
    /// One of implementation and specification puts something out, the other does not.
    OutputMissing,
    /// A loop invariant does not hold when the loop is entered.
    InvariantEntry,
    /// A loop invariant does not hold after an iteration.
    Invariant,
    /// A loop writes what its `assigns!` does not name.
    Frame,
    /// Of processes in the same iteration of a loop, some leave it and others do not.
    LoopExit,
    /// An index or a slice bound outside the array.
    OutOfBounds,
    /// Division or remainder by zero.
    DivisionByZero,
    /// An unsigned value below zero.
    UnsignedUnderflow,
    /// A value outside the range of its type (checked under `overflow = true`).
    Overflow,
    /// A message's element type is not the one the receive expects.
    TypeMismatch,
    /// A message is longer than the receive's buffer.
    Truncation,
    /// The buffer that an operation reads and the one that it writes overlap.
    OverlappingBuffers,
    /// A rank outside the communicator.
    InvalidRank,
    /// A send without a tag of its own: `ANY`.
    InvalidTag,
    /// Processes call different collective operations at the same turn.
    CollectiveOrder,
    /// Processes name different roots in one collective operation.
    CollectiveRoot,
    /// Processes name different operators in one reduction.
    CollectiveOp,
    /// A reduction with an operator that its element type does not have.
    InvalidOperator,
    /// Processes give different element types to one collective operation.
    CollectiveType,
    /// Processes give different lengths to one collective operation.
    CollectiveCount,
    /// All processes have ended, and some of them have not called a collective operation that others called.
    CollectiveIncomplete,
    /// A message was sent and never received.
    UnreceivedMessage,
    /// A `panic!` was reached.
    Panic,
    /// An `unreachable!` was reached.
    Unreachable,
    /// `init` or `finalize` used out of place.
    InitFinalize,
    /// A vector or an array of negative length.
    NegativeLength,
    /// An `as` cast whose value does not fit the target type.
    InvalidCast,
    /// `unwrap` on `None`, or the minimum or maximum of nothing.
    UnwrapNone,
    /// Two processes are inside critical regions at once.
    MutualExclusion,
    /// An `always!` condition does not hold.
    Always,
}

impl Kind {
    /// Every kind, in the order in which reports list them.
    pub const ALL: &'static [Kind] = &[
        Kind::Deadlock,
        Kind::PotentialDeadlock,
        Kind::Assertion,
        Kind::CollectiveAssertion,
        Kind::CollectiveAssertionOrder,
        Kind::CollectiveAssertionIncomplete,
        Kind::CollectiveUniverse,
        Kind::OutputMismatch,
        Kind::OutputMissing,
        Kind::InvariantEntry,
        Kind::Invariant,
        Kind::Frame,
        Kind::LoopExit,
        Kind::OutOfBounds,
        Kind::DivisionByZero,
        Kind::UnsignedUnderflow,
        Kind::Overflow,
        Kind::TypeMismatch,
        Kind::Truncation,
        Kind::OverlappingBuffers,
        Kind::InvalidRank,
        Kind::InvalidTag,
        Kind::CollectiveOrder,
        Kind::CollectiveRoot,
        Kind::CollectiveOp,
        Kind::InvalidOperator,
        Kind::CollectiveType,
        Kind::CollectiveCount,
        Kind::CollectiveIncomplete,
        Kind::UnreceivedMessage,
        Kind::Panic,
        Kind::Unreachable,
        Kind::InitFinalize,
        Kind::NegativeLength,
        Kind::InvalidCast,
        Kind::UnwrapNone,
        Kind::MutualExclusion,
        Kind::Always,
    ];

    /// The stable name, in snake case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Deadlock => "deadlock",
            Kind::PotentialDeadlock => "potential_deadlock",
            Kind::Assertion => "assertion",
            Kind::CollectiveAssertion => "collective_assertion",
            Kind::CollectiveAssertionOrder => "collective_assertion_order",
            Kind::CollectiveAssertionIncomplete => "collective_assertion_incomplete",
            Kind::CollectiveUniverse => "collective_universe",
            Kind::OutputMismatch => "output_mismatch",
            Kind::OutputMissing => "output_missing",
            Kind::InvariantEntry => "invariant_entry",
            Kind::Invariant => "invariant",
            Kind::Frame => "frame",
            Kind::LoopExit => "loop_exit",
            Kind::OutOfBounds => "out_of_bounds",
            Kind::DivisionByZero => "division_by_zero",
            Kind::UnsignedUnderflow => "unsigned_underflow",
            Kind::Overflow => "overflow",
            Kind::TypeMismatch => "type_mismatch",
            Kind::Truncation => "truncation",
            Kind::OverlappingBuffers => "overlapping_buffers",
            Kind::InvalidRank => "invalid_rank",
            Kind::InvalidTag => "invalid_tag",
            Kind::CollectiveOrder => "collective_order",
            Kind::CollectiveRoot => "collective_root",
            Kind::CollectiveOp => "collective_op",
            Kind::InvalidOperator => "invalid_operator",
            Kind::CollectiveType => "collective_type",
            Kind::CollectiveCount => "collective_count",
            Kind::CollectiveIncomplete => "collective_incomplete",
            Kind::UnreceivedMessage => "unreceived_message",
            Kind::Panic => "panic",
            Kind::Unreachable => "unreachable",
            Kind::InitFinalize => "init_finalize",
            Kind::NegativeLength => "negative_length",
            Kind::InvalidCast => "invalid_cast",
            Kind::UnwrapNone => "unwrap_none",
            Kind::MutualExclusion => "mutual_exclusion",
            Kind::Always => "always",
        }
    }

    /// The headline of a violation of this kind.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Kind::Deadlock => "processes wait forever",
            Kind::PotentialDeadlock => "processes can wait forever when MPI does not buffer a send",
            Kind::Assertion => "assertion failed",
            Kind::CollectiveAssertion => "collective assertion failed",
            Kind::CollectiveAssertionOrder => {
                "processes meet collective assertions in different orders"
            }
            Kind::CollectiveAssertionIncomplete => "collective assertion not met by all processes",
            Kind::CollectiveUniverse => "process outside a collective assertion's universe",
            Kind::OutputMismatch => "implementation and specification put out different values",
            Kind::OutputMissing => "an output is missing",
            Kind::InvariantEntry => "loop invariant does not hold on entry",
            Kind::Invariant => "loop invariant not preserved",
            Kind::Frame => "a loop writes what its `assigns!` does not name",
            Kind::LoopExit => "processes disagree about leaving a loop",
            Kind::OutOfBounds => "index out of bounds",
            Kind::DivisionByZero => "division by zero",
            Kind::UnsignedUnderflow => "unsigned value below zero",
            Kind::Overflow => "value out of range for its type",
            Kind::TypeMismatch => "received a message of another type",
            Kind::Truncation => "received a message longer than the buffer",
            Kind::OverlappingBuffers => "the buffers of one operation overlap",
            Kind::InvalidRank => "rank out of range",
            Kind::InvalidTag => "a tag that no message can have",
            Kind::CollectiveOrder => {
                "processes do not call the same collective operations in the same order"
            }
            Kind::CollectiveRoot => "processes name different roots in a collective operation",
            Kind::CollectiveOp => "processes name different operators in a reduction",
            Kind::InvalidOperator => "the operator of a reduction does not fit the element type",
            Kind::CollectiveType => {
                "processes give different element types to a collective operation"
            }
            Kind::CollectiveCount => "processes give different lengths to a collective operation",
            Kind::CollectiveIncomplete => "collective operation not called by all processes",
            Kind::UnreceivedMessage => "message never received",
            Kind::Panic => "panic reached",
            Kind::Unreachable => "code marked `unreachable!` reached",
            Kind::InitFinalize => "`init` or `finalize` out of place",
            Kind::NegativeLength => "array of negative length",
            Kind::InvalidCast => "value out of range in a cast",
            Kind::UnwrapNone => "unwrapped a `None`",
            Kind::MutualExclusion => "two processes are in the critical region at once",
            Kind::Always => "a condition does not always hold",
        }
    }

    /// The kind of that [name](Kind::name), if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Does somebody go no further because of what others did: do processes disagree about a collective operation, or is a
    /// collective assertion false when the last of them comes to it?
    pub(crate) fn is_disagreement(self) -> bool {
        matches!(
            self,
            Kind::CollectiveAssertion
                | Kind::CollectiveAssertionOrder
                | Kind::CollectiveOrder
                | Kind::CollectiveRoot
                | Kind::CollectiveOp
                | Kind::CollectiveType
                | Kind::CollectiveCount
        )
    }

    /// Does this kind befall one process (rather than several together)?
    pub(crate) fn is_local(self) -> bool {
        !matches!(
            self,
            Kind::Deadlock
                | Kind::PotentialDeadlock
                | Kind::CollectiveOrder
                | Kind::CollectiveAssertionOrder
                | Kind::CollectiveAssertionIncomplete
                | Kind::OutputMissing
                | Kind::LoopExit
                | Kind::CollectiveRoot
                | Kind::CollectiveOp
                | Kind::CollectiveType
                | Kind::CollectiveCount
                | Kind::CollectiveIncomplete
                | Kind::UnreceivedMessage
                | Kind::MutualExclusion
                | Kind::Always
        )
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn names_are_unique_and_read_back() {
        for (i, kind) in Kind::ALL.iter().enumerate() {
            assert_eq!(Kind::from_name(kind.name()), Some(*kind));
            assert_eq!(*kind as usize, i, "ALL is in declaration order");
        }
        assert_eq!(Kind::ALL.len(), Kind::Always as usize + 1);
        assert_eq!(Kind::from_name("no_such_kind"), None);
    }
}
