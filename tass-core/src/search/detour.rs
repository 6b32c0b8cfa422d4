//! Steps that are only tried, within an effort: what becomes of a state, whether a violation can be
//! had in fewer steps, whether a race decided it. What they find out besides is nobody's concern.
//!
//! An effort is counted in steps (each way counts that inputs or choices open in one) and in
//! questions to Z3, never in time, so that the same model gives the same report on any machine.

use crate::comm::CommModel;
use crate::exec::{Findings, Mode, Observer, Step, Transition};
use crate::search::run::Run;
use crate::state::State;

/// Ways that are followed in one step, where inputs and choices open more.
const MOST_WAYS: u64 = 32;

/// What a detour may still spend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(super) steps: u64,
    pub(super) questions: u64,
}

impl Effort {
    /// So many steps, and questions to Z3.
    pub(crate) fn of(steps: u64, questions: u64) -> Effort {
        Effort { steps, questions }
    }

    /// An equal share for one of several.
    pub(crate) fn share(&mut self, among: u64) -> Effort {
        let share = Effort {
            steps: self.steps / among.max(1),
            questions: self.questions / among.max(1),
        };
        self.steps -= share.steps;
        self.questions -= share.questions;
        share
    }

    /// What was not spent.
    pub(crate) fn take_back(&mut self, rest: Effort) {
        self.steps += rest.steps;
        self.questions += rest.questions;
    }
}

impl<C: CommModel> Run<'_, C> {
    /// One more step, if there is effort left for it. Steps are executed as if all violations were
    /// wanted, since one that is possible must not hide what lies behind it.
    pub(super) fn try_step(
        &mut self,
        state: &State,
        transition: Transition,
        effort: &mut Effort,
    ) -> Option<Step> {
        let limit = self.options.timeout;
        let out_of_time = limit.is_some_and(|limit| self.start.elapsed() > limit);
        if effort.steps == 0 || effort.questions == 0 || out_of_time {
            return None;
        }
        let asked = self.engine.prover.stats().z3_queries;
        let mode = Mode {
            all_violations: true,
            most_ways: Some(MOST_WAYS),
            ..self.mode
        };
        let mut findings = Findings::default();
        let stepper = self.engine.stepper(mode, &mut findings, Observer::nobody());
        let step = stepper.step(state, transition);
        effort.steps = effort.steps.saturating_sub(step.ways);
        let asked = self.engine.prover.stats().z3_queries - asked;
        effort.questions = effort.questions.saturating_sub(asked);
        Some(step)
    }
}
