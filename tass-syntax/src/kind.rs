//! The kinds of violations: one row of a table each.
//!
//! Whatever knows kinds knows them from here: reports, `expect = ..`, the JSON form, the oracle. A
//! new one is a new row; the tests that go through [`Kind::ALL`] then ask for a pair of models, and
//! for the snapshots that list kinds.

use std::fmt;

/// Whom a kind befalls.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// One process, whatever the others do.
    One,
    /// One process, because of what others did: it need not have been this one.
    OneOfThem,
    /// Several together.
    Several,
    /// Several that disagree: whoever comes second is to blame.
    Disagreement,
}

macro_rules! kinds {
    ($(
        $(#[doc = $doc:literal])*
        $kind:ident: $name:ident, $scope:ident, $title:literal $(, $help:literal)?;
    )*) => {
        /// What sort of wrong a violation is.
        ///
        /// The [name](Kind::name) is what `expect =` takes and what snapshots show; it never
        /// changes.
        ///
        /// ```
        /// use tass_syntax::Kind;
        ///
        /// assert_eq!(Kind::PotentialDeadlock.name(), "potential_deadlock");
        /// assert_eq!(Kind::from_name("potential_deadlock"), Some(Kind::PotentialDeadlock));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[doc = $doc])* $kind,)*
        }

        impl Kind {
            /// Every kind, in the order of declaration.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind,)*];

            /// The stable name, in snake case.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => stringify!($name),)*
                }
            }

            /// The headline of a violation of this kind.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $(Kind::$kind => $title,)*
                }
            }

            /// What it means, in a sentence or two.
            #[must_use]
            pub fn explanation(self) -> &'static str {
                match self {
                    $(Kind::$kind => concat!($($doc),*).trim(),)*
                }
            }

            /// What a user could do about it, where that is the same for all of the kind.
            #[must_use]
            pub const fn help(self) -> Option<&'static str> {
                match self {
                    $(Kind::$kind => [$(Some($help),)? None][0],)*
                }
            }

            fn scope(self) -> Scope {
                match self {
                    $(Kind::$kind => Scope::$scope,)*
                }
            }
        }

        /// The kinds by their names, so that one that does not exist is rustc's own error.
        #[allow(non_upper_case_globals, reason = "the names are those of `expect =`")]
        pub mod kinds {
            $(
                /// The kind of this name.
                pub const $name: super::Kind = super::Kind::$kind;
            )*
        }
    };
}

kinds! {
    /// No process can move, and not all of them have ended, whatever the MPI library buffers.
    Deadlock: deadlock, Several,
        "processes wait forever";
    /// Processes would wait forever if the MPI library buffered less than it may, and could go on
    /// if it buffered more.
    PotentialDeadlock: potential_deadlock, Several,
        "processes can wait forever when MPI does not buffer a send";
    /// An `assert!` of any form does not hold.
    Assertion: assertion, One,
        "assertion failed";
    /// A collective assertion does not hold.
    CollectiveAssertion: collective_assertion, OneOfThem,
        "collective assertion failed";
    /// Processes meet the collective assertions of one universe in different orders.
    CollectiveAssertionOrder: collective_assertion_order, Disagreement,
        "processes meet collective assertions in different orders";
    /// The program has ended, and a collective assertion was not met by all.
    CollectiveAssertionIncomplete: collective_assertion_incomplete, Several,
        "collective assertion not met by all processes",
        "every process must meet it, as often as the others; `universe!` makes assertions of some \
         processes only";
    /// A process meets, or is named by, a collective assertion of a universe to which it does not
    /// belong.
    CollectiveUniverse: collective_universe, One,
        "process outside a collective assertion's universe";
    /// Implementation and specification put out different values.
    OutputMismatch: output_mismatch, One,
        "implementation and specification put out different values";
    /// One of implementation and specification puts something out, the other does not.
    OutputMissing: output_missing, Several,
        "an output is missing";
    /// A loop invariant does not hold when the loop is entered.
    InvariantEntry: invariant_entry, One,
        "loop invariant does not hold on entry";
    /// A loop invariant does not hold after an iteration.
    Invariant: invariant, One,
        "loop invariant not preserved";
    /// A loop writes what its `assigns!` does not name.
    Frame: frame, One,
        "a loop writes what its `assigns!` does not name";
    /// Of processes in the same iteration of a loop, some leave it and others do not.
    LoopExit: loop_exit, Several,
        "processes disagree about leaving a loop";
    /// An index or a slice bound outside the array.
    OutOfBounds: out_of_bounds, One,
        "index out of bounds";
    /// Division or remainder by zero.
    DivisionByZero: division_by_zero, One,
        "division by zero";
    /// An unsigned value below zero.
    UnsignedUnderflow: unsigned_underflow, One,
        "unsigned value below zero";
    /// A value outside the range of its type (checked under `overflow = true`).
    Overflow: overflow, One,
        "value out of range for its type";
    /// A message's element type is not the one the receive expects.
    TypeMismatch: type_mismatch, One,
        "received a message of another type";
    /// A message is longer than the receive's buffer.
    Truncation: truncation, One,
        "received a message longer than the buffer";
    /// The buffer that an operation reads and the one that it writes overlap.
    OverlappingBuffers: overlapping_buffers, One,
        "the buffers of one operation overlap",
        "receive into a variable of its own, and copy from there what is needed";
    /// A buffer is touched while an operation uses it that is not completed: one that a send reads
    /// is written, or one that a receive writes is read or written.
    BufferRace: buffer_race, One,
        "a buffer is touched while an operation uses it",
        "complete the operation before: `mpi!(wait(&mut request))`";
    /// A process ends without having completed an operation that it has begun.
    RequestLeak: request_leak, One,
        "an operation is never completed",
        "complete each request: `mpi!(wait(&mut request))`, or `waitall` for several";
    /// A request is begun that is under way or that cannot be begun again, one is freed that stands
    /// for nothing, or a message is received that stands for none.
    RequestMisused: request_misused, One,
        "a request is used wrongly";
    /// A buffered send that finds no space in the buffer that was attached, or an attached buffer
    /// that is used wrongly otherwise.
    BsendBuffer: bsend_buffer, One,
        "the buffer for buffered sends does not suffice",
        "attach what all messages need that may be under way at once: `mpi!(buffer_attach(size = \
         n))`, in elements";
    /// A ready send whose receive need not have been posted.
    NotReady: not_ready, One,
        "a ready send may come before its receive",
        "use `send`, or let the receiver begin with `irecv` and then tell the sender, with a barrier \
         or a message";
    /// A process ends without having freed a communicator that it has.
    CommunicatorLeak: communicator_leak, One,
        "a communicator is never freed",
        "free each communicator: `mpi!(free(&mut c))`";
    /// A communicator is used after it was freed.
    CommunicatorFreed: communicator_freed, One,
        "a communicator is used after it was freed",
        "free a communicator after its last use, and only once: `mpi!(free(&mut c))`";
    /// `COMM_NULL` where a communicator must be, or one freed that is not the program's to free.
    InvalidCommunicator: invalid_communicator, One,
        "a communicator is used wrongly",
        "who gives `color = UNDEFINED` to `split`, or has no place in a grid, gets COMM_NULL and \
         takes no part; WORLD and SELF are never freed";
    /// A grid of processes that does not fit its communicator, or a question about a grid where
    /// there is none.
    InvalidTopology: invalid_topology, OneOfThem,
        "no such grid of processes";
    /// No process can move, since some have called collective operations on two communicators in
    /// conflicting orders.
    CommunicatorOrder: communicator_order, Several,
        "processes wait forever in collective operations on different communicators",
        "all processes must call the collective operations of all their communicators in one order";
    /// Some processes call the blocking and others the nonblocking form of a collective operation
    /// at the same turn.
    CollectiveMixed: collective_mixed, Disagreement,
        "blocking and nonblocking collective operations do not match",
        "call the same form on all processes";
    /// The result of a reduction with an operator of the program's own depends on how the library
    /// groups its operands or, if it is declared commutative, on their order.
    OperatorClaim: operator_claim, OneOfThem,
        "the result of a reduction depends on how its operands are combined",
        "MPI groups the operands of a reduction as it likes, and puts those of a commutative \
         operator into any order: `ordered(f)` has to be associative, `commutative(f)` commutative, \
         too";
    /// `IN_PLACE` where MPI wants a buffer of its own: in a `reduce` or a `gather` only the root
    /// gives what its buffer holds.
    InvalidInPlace: invalid_in_place, One,
        "IN_PLACE on another process than the root";
    /// A rank outside the communicator.
    InvalidRank: invalid_rank, One,
        "rank out of range";
    /// A send without a tag of its own: `ANY`.
    InvalidTag: invalid_tag, One,
        "a tag that no message can have";
    /// `abort` was called: the program has given up, and MPI ends all of its processes.
    Aborted: aborted, One,
        "the program aborts";
    /// Processes call different collective operations at the same turn.
    CollectiveOrder: collective_order, Disagreement,
        "processes do not call the same collective operations in the same order",
        "all processes must call the same collective operations in the same order: look for a \
         branch on the rank around one of them";
    /// Processes name different roots in one collective operation.
    CollectiveRoot: collective_root, Disagreement,
        "processes name different roots in a collective operation";
    /// Processes name different operators in one reduction.
    CollectiveOp: collective_op, Disagreement,
        "processes name different operators in a reduction";
    /// A reduction with an operator that its element type does not have.
    InvalidOperator: invalid_operator, One,
        "the operator of a reduction does not fit the element type",
        "SUM, PROD, MIN and MAX are for numbers; LAND, LOR and LXOR for truth values and integers; \
         MINLOC and MAXLOC for pairs of a number and an integer";
    /// Processes give different element types to one collective operation.
    CollectiveType: collective_type, Disagreement,
        "processes give different element types to a collective operation";
    /// Processes give different lengths to one collective operation.
    CollectiveCount: collective_count, Disagreement,
        "processes give different lengths to a collective operation";
    /// All processes have ended, and some of them have not called a collective operation that
    /// others called.
    CollectiveIncomplete: collective_incomplete, Several,
        "collective operation not called by all processes";
    /// A message was sent and never received.
    UnreceivedMessage: unreceived_message, Several,
        "message never received";
    /// A `panic!` was reached.
    Panic: panic, One,
        "panic reached";
    /// An `unreachable!` was reached.
    Unreachable: unreachable, One,
        "code marked `unreachable!` reached";
    /// `init` or `finalize` used out of place.
    InitFinalize: init_finalize, One,
        "`init` or `finalize` out of place";
    /// A vector or an array of negative length.
    NegativeLength: negative_length, One,
        "array of negative length";
    /// An `as` cast whose value does not fit the target type.
    InvalidCast: invalid_cast, One,
        "value out of range in a cast";
    /// `unwrap` on `None`, or the minimum or maximum of nothing.
    UnwrapNone: unwrap_none, One,
        "unwrapped a `None`";
    /// Two processes are inside critical regions at once.
    MutualExclusion: mutual_exclusion, Several,
        "two processes are in the critical region at once";
    /// An `always!` condition does not hold.
    Always: always, Several,
        "a condition does not always hold";
}

/// Reasons for a run without a conclusion that `expect = ..` may name as well.
pub const REASONS: &[&str] = &["not_inductive", "not_converged"];

impl Kind {
    /// The kind of that [name](Kind::name), if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Does somebody go no further because of what others did: do processes disagree about a
    /// collective operation, or is a collective assertion false when the last of them comes to it?
    #[must_use]
    pub fn is_disagreement(self) -> bool {
        matches!(self.scope(), Scope::OneOfThem | Scope::Disagreement)
    }

    /// Do processes wait for ever?
    #[must_use]
    pub fn is_deadlock(self) -> bool {
        matches!(
            self,
            Kind::Deadlock | Kind::PotentialDeadlock | Kind::CommunicatorOrder
        )
    }

    /// Does this kind befall one process (rather than several together)?
    #[must_use]
    pub fn is_local(self) -> bool {
        matches!(self.scope(), Scope::One | Scope::OneOfThem)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Kind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn names_are_unique_and_read_back() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_name(kind.name()), Some(*kind));
        }
        assert_eq!(Kind::from_name("no_such_kind"), None);
    }

    #[test]
    fn every_kind_is_explained_in_whole_sentences() {
        for kind in Kind::ALL {
            let explanation = kind.explanation();
            let sentence = explanation.starts_with(|c: char| c.is_uppercase() || c == '`')
                && explanation.ends_with('.')
                && !explanation.contains("  ");
            assert!(sentence, "{kind}: {explanation}");
        }
        let help = Kind::CollectiveOrder.help().expect("it has one");
        assert!(help.starts_with("all processes must call") && !help.contains("  "));
        assert_eq!(Kind::Assertion.help(), None);
    }
}
