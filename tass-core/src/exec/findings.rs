//! What executions find out besides where they lead: what was met, what is open.
//!
//! Whoever explores keeps its own. What a detour comes across (a look at what becomes of a state, a
//! shorter way to a violation) is dropped with the detour's findings.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::exec::met::Met;
use crate::graph::Loc;
use crate::report::Inconclusive;
use tass_syntax::tree::Span;

/// What executions have found out.
#[derive(Default)]
pub(crate) struct Findings {
    /// Assertions reached, covers satisfied.
    pub(crate) met: Met,
    /// Operations that were called, by process and place, and whether they ever were through.
    pub(crate) called: IndexMap<(usize, usize, Loc), bool, FxBuildHasher>,
    /// Obligations that were neither proved nor refuted; the first is reported.
    pub(crate) undecided: Vec<Inconclusive>,
    /// Did a process fail that need not have been the one to fail, had the others come later?
    pub(crate) order_matters: bool,
    /// Did some path die at an `assume!`? Where the first did.
    pub(crate) dead_assumption: Option<(usize, Span)>,
}
