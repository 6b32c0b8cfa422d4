//! What a run cost, and how it is written.

use std::fmt;
use std::time::Duration;

use serde::ser::{Serialize, Serializer};

/// Counters and times of one run. They never reach a snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Stats {
    /// Global states visited.
    pub states: u64,
    /// Steps taken.
    pub steps: u64,
    /// Length of the longest execution.
    pub max_depth: u64,
    /// What the model itself asks for: assertions that were reached, collective ones, invariants,
    /// conditions on every state, and mutual exclusion.
    pub assertions: u64,
    /// Things that had to be proved: conditions whose value was not known.
    pub obligations: u64,
    /// Obligations decided when their expressions were built.
    pub by_simplification: u64,
    /// Obligations decided by a known model of the path condition.
    pub by_model: u64,
    /// Obligations decided by linear reasoning.
    pub by_linear: u64,
    /// Obligations decided earlier.
    pub by_cache: u64,
    /// Obligations decided by Z3.
    pub by_z3: u64,
    /// Obligations that nobody could decide.
    pub unknown: u64,
    /// Z3 solvers created.
    pub solvers: u64,
    /// The bytes that the search held when it ended, by its own account: what `max_memory` bounds.
    #[serde(skip)]
    pub memory: u64,
    /// Time spent in the prover.
    #[serde(rename = "prover_seconds", serialize_with = "seconds")]
    pub prover_time: Duration,
    /// Time of the whole run.
    #[serde(rename = "total_seconds", serialize_with = "seconds")]
    pub total_time: Duration,
}

/// One line.
impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // None does not mean that nothing was checked: whatever was had known values.
        let obligations = match self.obligations {
            0 => "no condition left to prove".to_string(),
            n => counted(n, "obligation"),
        };
        write!(
            f,
            "{}, {}, {obligations}",
            counted(self.states, "state"),
            counted(self.steps, "step"),
        )?;
        let native = self.by_simplification + self.by_model + self.by_linear;
        let by = [
            (native, "proved natively"),
            (self.by_cache, "cached"),
            (self.by_z3, "by Z3"),
            (self.unknown, "unknown"),
        ];
        let by: Vec<String> = by
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, how)| format!("{count} {how}"))
            .collect();
        if !by.is_empty() {
            write!(f, " ({})", by.join(", "))?;
        }
        write!(f, ", {:.2} s", self.total_time.as_secs_f64())
    }
}

/// `1 state`, `2 states`.
pub(super) fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Serializes a time as a number of seconds.
pub(super) fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    time.as_secs_f64().serialize(serializer)
}
