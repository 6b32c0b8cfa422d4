//! Processes that ask, and will never be told anything else.
//!
//! A test or a probe may be answered in the negative, and asked again: a process that does so for
//! ever is not blocked, it moves. Where nothing else can happen in a state, and nothing else in any
//! state that negative answers and the local code behind them lead to, every one of these processes
//! waits for what never comes: that is a deadlock, like any other. Where they lead to a state in
//! which something else can happen, nothing is wrong: the library does not give negative answers
//! for ever.
//!
//! A state counts only if it comes back: one that nobody comes back to is on the way to others, and
//! it is there that everything stands still.
//!
//! The effort is counted in steps. If it is used up (since a process counts how often it has asked,
//! for example), nothing is claimed.

use indexmap::IndexSet;

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
    /// Is there nothing but negative answers from here on, and does this state come back?
    pub(super) fn asks_in_vain(&mut self, state: &State) -> bool {
        let mut effort = Effort::of(STEPS, QUESTIONS);
        let mut seen = IndexSet::from([state.clone()]);
        // For each state, those that lead to it.
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        let mut next = 0;
        while let Some(state) = seen.get_index(next).cloned() {
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
                for outcome in step.outcomes {
                    let (at, _) = seen.insert_full(outcome.state);
                    before.resize_with(seen.len(), Vec::new);
                    before[at].push(next);
                }
            }
            next += 1;
        }
        all_come_back(&before)
    }
}

/// Does the first state come back from each of the others? `before` has those that lead to each.
fn all_come_back(before: &[Vec<usize>]) -> bool {
    let mut comes_back = vec![false; before.len()];
    let mut todo = vec![0];
    while let Some(at) = todo.pop() {
        for &earlier in &before[at] {
            if !std::mem::replace(&mut comes_back[earlier], true) {
                todo.push(earlier);
            }
        }
    }
    comes_back.into_iter().all(|back| back)
}

impl Enabled {
    /// Is there nothing to do without buffering but to ask in vain, and local code?
    fn only_asks(&self) -> bool {
        let local = |t: &Transition| t.choice.is_none();
        self.free.iter().all(local) && self.without_buffering().is_none()
    }
}
