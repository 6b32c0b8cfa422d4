//! Can the other processes still add to the choices of a wildcard receive?
//!
//! The receivers of all wildcards that have something to receive are frozen, and everybody else is
//! moved as far as possible, with buffering. Their moves commute, so one order is as good as any.
//! If that ends, and nobody got a new choice, the answer is no. Where a step splits on inputs,
//! fails, or too many steps were made, the answer is *perhaps*, and the caller explores more.

use crate::comm::CommModel;
use crate::exec::{Step, Transition};
use crate::search::moves::reduction::Enabled;
use crate::search::run::Run;
use crate::state::{State, StateId};

/// Steps for each process before the answer is *perhaps*.
const EFFORT: usize = 32;

impl<C: CommModel> Run<'_, C> {
    /// Is it certain that no wildcard receive gets another choice, unless one of their receivers
    /// moves first?
    pub(crate) fn sources_are_final(&mut self, id: StateId, enabled: &Enabled) -> bool {
        // What the library decides is not its process's to do: that one may go on.
        let answers = enabled.wildcard.iter().filter(|t| !t.is_decision());
        let frozen: Vec<usize> = answers.map(|t| t.process).collect();
        let mut state: State = self.engine.states.state(id).clone();
        for _ in 0..EFFORT * self.engine.sides.total() {
            let now = self.enabled(&state);
            if now.wildcard != enabled.wildcard {
                return false;
            }
            let free = |t: &&Transition| !frozen.contains(&t.process);
            let Some(&next) = now
                .free
                .iter()
                .chain(&now.eager)
                .chain(&now.spinning)
                .find(free)
            else {
                return true;
            };
            let Step {
                mut outcomes, cut, ..
            } = self.step(&state, next);
            if !cut.is_empty() {
                return false;
            }
            match (outcomes.pop(), outcomes.is_empty()) {
                (Some(outcome), true) if outcome.failure.is_none() => state = outcome.state,
                _ => return false,
            }
        }
        false
    }
}
