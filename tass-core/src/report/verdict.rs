//! The verdicts, and why a run may have none.

use std::time::Duration;

use serde::Serialize;

use super::{Kind, Location, Note};

/// What a run concludes. Only [`Verdict::Verified`] passes a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No violation in any execution.
    Verified,
    /// A concrete execution violates; the report holds it.
    Refuted,
    /// Neither: not everything could be decided.
    Inconclusive(Inconclusive),
    /// No violation, but the run says less than it seems to.
    Vacuous(Vacuous),
}

impl Verdict {
    /// The verdict in one word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Verified => "verified",
            Verdict::Refuted => "refuted",
            Verdict::Inconclusive(_) => "inconclusive",
            Verdict::Vacuous(_) => "vacuous",
        }
    }

    /// Did a limit end the run?
    pub(crate) fn is_out_of_budget(&self) -> bool {
        matches!(
            self,
            Verdict::Inconclusive(
                Inconclusive::MaxStates(_)
                    | Inconclusive::MaxDepth(_)
                    | Inconclusive::MaxWork(_)
                    | Inconclusive::MaxMemory(_)
                    | Inconclusive::Timeout(_)
            )
        )
    }
}

/// Why a run could not conclude.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "name", content = "detail")]
#[non_exhaustive]
pub enum Inconclusive {
    /// The search met this many states (`max_states`).
    MaxStates(u64),
    /// An execution was longer than this (`max_depth`).
    MaxDepth(u64),
    /// This much work was not enough (`max_work`).
    MaxWork(u64),
    /// The search holds more memory than this, in MiB (`max_memory`).
    MaxMemory(u64),
    /// The time given by the user is over (`timeout`).
    Timeout(#[serde(serialize_with = "super::stats::seconds")] Duration),
    /// The prover could neither prove nor refute an obligation.
    ProverUnknown {
        /// What had to be proved.
        obligation: String,
        /// Where it arose.
        location: Option<Location>,
        /// What the prover says.
        reason: String,
    },
    /// The model uses something that this version cannot check.
    Unsupported {
        /// What, as a noun phrase.
        what: String,
        /// Where.
        location: Option<Location>,
    },
    /// A condition speaks of something that is not there when it is checked, such as a variable
    /// that another process has not got.
    NoMeaning {
        /// What, and why, as a sentence.
        what: String,
        /// Where.
        location: Option<Location>,
    },
    /// A violation was found that its own replay does not confirm: a defect of tass.
    ReplayFailed {
        /// What the replay did instead.
        detail: String,
    },
    /// For every number of processes: the abstraction does not exclude a violation, and no small
    /// number of processes shows one.
    Unconfirmed {
        /// The kind of the violation.
        kind: Kind,
        /// Where it would be.
        location: Option<Location>,
        /// No such violation with this many processes or fewer.
        tried: usize,
    },
    /// Something goes wrong in an arbitrary iteration of a loop as its invariant describes it,
    /// which need not be reachable: the invariant is wrong, or says too little, or a longer
    /// execution than those tried goes wrong.
    NotInductive {
        /// What goes wrong.
        kind: Kind,
        /// In words.
        message: String,
        /// Where.
        location: Option<Location>,
        /// The process it befalls.
        process: Option<usize>,
        /// The variables of the processes in such an iteration.
        variables: Vec<HypotheticalVariable>,
        /// How many iterations of every loop were tried for a real execution.
        iterations: u32,
    },
    /// A loop with an invariant does not come back to a state that was met before.
    NotConverged {
        /// The loop's label.
        invariant: String,
        /// Where.
        location: Option<Location>,
        /// What still changes from one iteration to the next.
        changes: Vec<String>,
    },
    /// `cover!` conditions that loop invariants allow, and that no execution tried satisfies.
    NotCovered {
        /// Where they are.
        locations: Vec<Location>,
        /// How many iterations of every loop were tried.
        iterations: u32,
    },
    /// What a replay was given is no execution of the model: an assumption does not hold, or an
    /// input is missing.
    NotAnExecution {
        /// What is wrong, and where.
        mistakes: Vec<Note>,
    },
    /// A value had to be split into cases, and there are too many of them.
    TooManyValues {
        /// The expression.
        what: String,
        /// Where.
        location: Option<Location>,
    },
}

/// A variable in an arbitrary iteration of a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HypotheticalVariable {
    /// Whose.
    pub process: usize,
    /// Its name.
    pub name: String,
    /// Its value at the head of the loop.
    pub before: Option<String>,
    /// Its value when something goes wrong.
    pub now: String,
}

impl Inconclusive {
    /// The stable name of the reason, in snake case.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Inconclusive::MaxStates(_) => "max_states",
            Inconclusive::MaxDepth(_) => "max_depth",
            Inconclusive::MaxWork(_) => "max_work",
            Inconclusive::MaxMemory(_) => "max_memory",
            Inconclusive::Timeout(_) => "timeout",
            Inconclusive::ProverUnknown { .. } => "prover_unknown",
            Inconclusive::Unsupported { .. } => "unsupported",
            Inconclusive::NoMeaning { .. } => "no_meaning",
            Inconclusive::ReplayFailed { .. } => "replay_failed",
            Inconclusive::TooManyValues { .. } => "too_many_values",
            Inconclusive::Unconfirmed { .. } => "unconfirmed",
            Inconclusive::NotInductive { .. } => "not_inductive",
            Inconclusive::NotConverged { .. } => "not_converged",
            Inconclusive::NotCovered { .. } => "not_covered",
            Inconclusive::NotAnExecution { .. } => "not_an_execution",
        }
    }
}

/// Why a run without violations does not mean much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "name", content = "detail")]
#[non_exhaustive]
pub enum Vacuous {
    /// No input satisfies the assumptions.
    ContradictoryAssumptions {
        /// The assumption that contradicts those before it.
        location: Option<Location>,
    },
    /// `cover!` conditions that no execution satisfies.
    CoverFailed {
        /// Where they are.
        locations: Vec<Location>,
    },
    /// Assertions that no execution reaches; collective ones that no execution has all processes
    /// meet.
    UnreachedAssertions {
        /// Where they are.
        locations: Vec<Location>,
    },
    /// Operations at which a process waits for ever in every execution, since another one never
    /// ends.
    WaitsForever {
        /// Where they are.
        locations: Vec<Location>,
    },
    /// Two programs are compared of which one never ends, so that no outputs are.
    NothingCompared {
        /// Where an output is.
        location: Option<Location>,
    },
}

impl Vacuous {
    /// The stable name of the reason, in snake case.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Vacuous::ContradictoryAssumptions { .. } => "contradictory_assumptions",
            Vacuous::CoverFailed { .. } => "cover_failed",
            Vacuous::UnreachedAssertions { .. } => "unreached_assertions",
            Vacuous::WaitsForever { .. } => "waits_forever",
            Vacuous::NothingCompared { .. } => "nothing_compared",
        }
    }
}
