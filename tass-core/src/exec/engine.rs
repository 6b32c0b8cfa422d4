//! The engine: what all executions of a run share.
//!
//! It owns what is interned (expressions, path conditions, states) and knows the program and what
//! its operations mean. It does not say *how* steps are executed, keeps nothing of what was found,
//! and shows nothing to anybody: a [`Stepper`] is told all that, for one step at a time. So two
//! explorations of the same run, such as the search and a look ahead, share the engine and nothing
//! else.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::comm::{CommModel, Laws};
use crate::exec::findings::Findings;
use crate::exec::loops::induction::Pool;
use crate::exec::loops::laps::Position;
use crate::exec::mode::Mode;
use crate::exec::stepper::Stepper;
use crate::exec::watch::observer::Observer;
use crate::graph::{Action, Program};
use crate::options::Options;
use crate::progress;
use crate::prover::{Prover, ProverOptions};
use crate::sides::Sides;
use crate::state::States;
use crate::symbolic::{ExprId, Store};

/// What all executions of a run share.
pub(crate) struct Engine<'a, C: CommModel> {
    pub(crate) comm: &'a C,
    pub(crate) program: Arc<Program>,
    pub(crate) sides: Sides,
    pub(crate) store: Store,
    pub(crate) prover: Prover,
    pub(crate) states: States<C>,
    /// Canonical names for what loops introduce.
    pub(crate) pool: Pool,
    /// Processes that take no part in a collective assertion, since they are outside its universe.
    pub(crate) outsiders: FxHashSet<(usize, usize)>,
    /// For any number of processes: what stands for this one's rank and for their number.
    pub(crate) anonymous: Option<(ExprId, ExprId)>,
    /// Are operations asked for what they need in any order?
    pub(crate) careful: bool,
    /// Is leaving the range of a type a violation? Then what is computed is known to be within it.
    pub(crate) overflow: bool,
    /// What is known of the program's own operators, whatever their operands.
    pub(crate) laws: FxHashMap<usize, Laws>,
    /// What is being done: for the report, should the run end here.
    pub(crate) position: Position,
}

impl<'a, C: CommModel> Engine<'a, C> {
    /// An engine that has executed nothing yet.
    pub(crate) fn new(
        comm: &'a C,
        program: Arc<Program>,
        sides: Sides,
        options: &Options,
    ) -> Engine<'a, C> {
        Engine {
            comm,
            program,
            sides,
            careful: options.careful,
            store: Store::new(),
            prover: Prover::new(ProverOptions {
                timeout: options.prover_timeout,
                native: options.native_prover,
                listener: progress::current().map(|counters| counters as _),
                ..ProverOptions::default()
            }),
            states: States::default(),
            pool: Pool::default(),
            outsiders: FxHashSet::default(),
            anonymous: None,
            overflow: options.overflow,
            laws: FxHashMap::default(),
            position: Position::default(),
        }
    }

    /// Whoever executes one step: in this mode, before the eyes of `observer`. What it finds out
    /// besides goes to `findings`.
    pub(crate) fn stepper<'e>(
        &'e mut self,
        mode: Mode,
        findings: &'e mut Findings,
        observer: Observer<'e>,
    ) -> Stepper<'e, 'a, C> {
        Stepper::new(self, mode, findings, observer)
    }

    /// A step was left in the middle, since a budget ran out: what was under way is not any more.
    pub(crate) fn was_left(&mut self) {
        self.store.forget_traversal();
    }

    /// Does the program have loops with invariants?
    pub(crate) fn has_invariants(&self) -> bool {
        let mut nodes = self.program.graphs.iter().flat_map(|graph| &graph.nodes);
        nodes.any(|node| matches!(node.action, Action::Loop { .. }))
    }
}
