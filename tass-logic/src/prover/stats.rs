//! What the prover did, for the statistics line of a report.

use std::time::Duration;

/// Counters of one prover. Every obligation is counted once under the layer that settled it, or as
/// unknown.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct ProverStats {
    /// Questions asked: checks, and both sides of decisions.
    pub obligations: u64,
    /// Settled by rewriting under the path condition.
    pub by_simplification: u64,
    /// Settled by evaluating a model that was already known.
    pub by_model: u64,
    /// Settled by the native linear solver.
    pub by_linear: u64,
    /// Settled by an earlier answer.
    pub by_cache: u64,
    /// Settled by Z3.
    pub by_z3: u64,
    /// Not settled.
    pub unknowns: u64,
    /// Queries sent to Z3, those of model minimisation included.
    pub z3_queries: u64,
    /// Time spent waiting for Z3.
    pub z3_time: Duration,
    /// Z3 solvers ever created: one, unless Z3 had to be given up.
    pub solvers_created: u64,
}
