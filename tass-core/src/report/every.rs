//! What a run for every number of processes has enumerated.

use serde::Serialize;

use super::Location;

/// The cost of a run for every number of processes, and the abstract trace to what it could not
/// exclude.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Every {
    /// Local states of a process.
    pub local_states: u64,
    /// Global states: sets of populated local states.
    pub global_states: u64,
    /// Ordered pairs of local states that two processes may be in.
    pub pairs: u64,
    /// How a violation comes about in the abstraction, step by step.
    pub trace: Vec<GlobalStep>,
}

/// A step from one global state to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GlobalStep {
    /// Which local state a process leaves, and for which.
    pub step: String,
    /// Where the process stands before.
    pub location: Option<Location>,
    /// The local states populated after it.
    pub populated: String,
}
