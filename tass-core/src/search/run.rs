//! A run: an engine, what is asked of it, and what was found so far.
//!
//! Everything that looks at the states of one program is built on it: the searches, what becomes of
//! a state that is stuck, replays and their stories, shorter counterexamples. They share what is
//! found out about the model, and have nothing to do with each other's way of going through states.

use std::sync::Arc;
use std::time::Instant;

use crate::comm::CommModel;
use crate::exec::{Engine, Failure, Findings, Input, Mode, Observer, Step, Transition};
use crate::options::{Options, Violations};
use crate::progress::{self, Counters};
use crate::report::Inconclusive;
use crate::search::found::{Found, PathStep};
use crate::search::rest::fate::Fates;
use crate::state::State;
use tass_syntax::tree::Function;

/// A run under way.
pub(crate) struct Run<'a, C: CommModel> {
    pub(crate) engine: Engine<'a, C>,
    pub(crate) options: &'a Options,
    /// How the run's own steps are executed.
    pub(crate) mode: Mode,
    pub(crate) start: Instant,
    /// What its own steps have found out.
    pub(crate) findings: Findings,
    /// What the processes are given, once the search has started.
    pub(crate) inputs: Vec<Input>,
    /// The state in which nothing has happened, once the search has started.
    pub(crate) first: Option<State>,
    pub(crate) found: Vec<Found>,
    pub(crate) exhausted: Option<Inconclusive>,
    pub(crate) steps: u64,
    pub(crate) depth: u64,
    /// Did an execution come to an end, good or bad?
    pub(crate) ended: bool,
    /// Was there anything to choose, such as between messages, or did somebody spin?
    pub(crate) chose: bool,
    /// What becomes of states that are stuck without buffering.
    pub(crate) fates: Fates,
    /// Who waits for us is told how far we have got.
    progress: Option<Arc<Counters>>,
}

impl<'a, C: CommModel> Run<'a, C> {
    /// A run that has not begun.
    pub(crate) fn new(
        engine: Engine<'a, C>,
        mode: Mode,
        options: &'a Options,
        start: Instant,
    ) -> Run<'a, C> {
        Run {
            engine,
            options,
            mode,
            start,
            findings: Findings::default(),
            chose: false,
            inputs: Vec::new(),
            first: None,
            found: Vec::new(),
            exhausted: None,
            steps: 0,
            depth: 0,
            ended: false,
            fates: Fates::new(options.reduction),
            progress: progress::current(),
        }
    }

    /// The state from which everything starts, with symbolic inputs.
    pub(crate) fn begin(&mut self, function: &Function) -> State {
        let engine = &mut self.engine;
        let (inputs, conditions) = engine.inputs(function);
        let mut pc = engine.prover.top();
        for condition in conditions {
            if let Some(assumed) = engine.prover.assume(&mut engine.store, pc, condition) {
                pc = assumed.pc;
            }
        }
        engine.inputs_end_here();
        let state = engine.initial(pc, &inputs);
        self.inputs = inputs;
        self.first = Some(state.clone());
        state
    }

    /// A step of the run itself.
    pub(crate) fn step(&mut self, state: &State, transition: Transition) -> Step {
        let nobody = Observer::nobody();
        let stepper = self.engine.stepper(self.mode, &mut self.findings, nobody);
        stepper.step(state, transition)
    }

    /// Is there no need to look further?
    pub(crate) fn finished(&mut self) -> bool {
        if self.exhausted.is_some()
            || (self.options.violations == Violations::First && !self.found.is_empty())
        {
            return true;
        }
        if let Some(progress) = &self.progress
            && self.steps.is_multiple_of(16)
        {
            let obligations = self.engine.prover.stats().obligations;
            progress.search(self.engine.states.len() as u64, self.depth, obligations);
        }
        if let Some(limit) = self.options.timeout
            && self.start.elapsed() > limit
        {
            self.exhausted = Some(Inconclusive::Timeout(limit));
            return true;
        }
        false
    }

    /// Records a violation, unless the same was found before. `path` leads to the state from which
    /// `step` fails, or to the state that shows it.
    pub(crate) fn violation(
        &mut self,
        failure: Failure,
        path: impl FnOnce() -> Vec<PathStep>,
        step: Option<PathStep>,
        state: Option<State>,
    ) {
        let same = |f: &Found| {
            f.failure.kind == failure.kind
                && f.failure.site == failure.site
                && f.failure.process == failure.process
        };
        if self.found.iter().any(same) {
            return;
        }
        let at_rest = step.is_none();
        let mut path = path();
        path.extend(step);
        self.found.push(Found {
            failure,
            path,
            state,
            at_rest,
        });
    }
}
