//! Processes that ask, and will never be told anything else.
//!
//! A test or a probe may be answered in the negative, and asked again: a process that does so for
//! ever is not blocked, it moves. Where nothing else can happen in a state, and nothing else in any
//! state that negative answers and the local code behind them lead to, every one of these processes
//! waits for what never comes: that is a deadlock, like any other. Where they lead to a state in
//! which something else can happen, nothing is wrong: the library does not give negative answers
//! for ever.
//!
//! The effort is counted in steps. If it is used up (since a process counts how often it has asked,
//! for example), nothing is claimed.

use rustc_hash::FxHashSet;

use crate::comm::CommModel;
use crate::exec::Transition;
use crate::search::detour::Effort;
use crate::search::moves::reduction::Enabled;
use crate::search::run::Run;
use crate::state::State;

/// Steps, and questions to Z3, for one state.
const STEPS: u64 = 2_000;
const QUESTIONS: u64 = 50;

impl<C: CommModel> Run<'_, C> {
    /// Is there nothing but negative answers from here on?
    pub(super) fn asks_in_vain(&mut self, state: &State) -> bool {
        let mut effort = Effort::of(STEPS, QUESTIONS);
        let mut seen = FxHashSet::from_iter([state.clone()]);
        let mut todo = vec![state.clone()];
        while let Some(state) = todo.pop() {
            let enabled = self.enabled(&state);
            if !enabled.only_asks() {
                return false;
            }
            let local = enabled.free.iter().chain(&enabled.spinning);
            let moves: Vec<Transition> = enabled.idle.iter().chain(local).copied().collect();
            for transition in moves {
                let Some(step) = self.try_step(&state, transition, &mut effort) else {
                    return false;
                };
                let fails = step
                    .outcomes
                    .iter()
                    .any(|outcome| outcome.failure.is_some());
                if fails || !step.cut.is_empty() {
                    return false;
                }
                let states = step.outcomes.into_iter().map(|outcome| outcome.state);
                todo.extend(states.filter(|state| seen.insert(state.clone())));
            }
        }
        true
    }
}

impl Enabled {
    /// Is there nothing to do without buffering but to ask in vain, and local code?
    fn only_asks(&self) -> bool {
        let local = |t: &Transition| t.choice.is_none();
        self.free.iter().all(local) && self.without_buffering().is_none()
    }
}
