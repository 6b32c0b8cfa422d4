//! Breadth-first search, for programs that share variables.
//!
//! Nothing is reduced there (see [`super::memory`]), so the order of the search is free, and the nearest states come first: a
//! violation is reached in as few steps as possible, which is what makes its trace readable.

use super::dfs::{Dfs, PathStep};
use crate::budget::hold;
use crate::comm::CommModel;
use crate::options::Violations;
use crate::report::Inconclusive;
use crate::state::{State, StateId};

/// How a state was first reached.
struct Reached {
    from: Option<(StateId, PathStep)>,
    depth: u64,
}

impl<C: CommModel> Dfs<'_, C> {
    /// Explores everything from a state, or up to the first violation, or until a budget runs out.
    pub(crate) fn breadth_first(&mut self, start: State) {
        let (first, _) = self.machine.states.state_id(start);
        let mut reached = vec![Reached {
            from: None,
            depth: 0,
        }];
        debug_assert_eq!(first.0, 0, "the first state of a search");
        let mut next = 0;
        while next < reached.len() && !self.finished() {
            let id = StateId(u32::try_from(next).expect("fewer than 2^32 states"));
            next += 1;
            let state = self.machine.states.state(id).clone();
            let enabled = self.enabled(&state);
            self.depth = self.depth.max(reached[id.0 as usize].depth + 1);
            let broken = self.broken(&state);
            if !broken.is_empty() || enabled.stuck() {
                self.trail = trail(&reached, id);
                self.at_rest(&state, &enabled);
                for violation in broken {
                    self.stuck_here(&state, violation);
                }
                if self.finished() {
                    return;
                }
            }
            let (todo, _) = self.ample(id, &enabled, None);
            for transition in todo {
                self.steps += 1;
                let outcomes = self
                    .machine
                    .step(&state, transition.process, transition.choice);
                for outcome in outcomes {
                    let step = PathStep {
                        transition,
                        notes: outcome.notes,
                    };
                    if let Some(failure) = outcome.failure {
                        self.trail = trail(&reached, id);
                        self.violation(*failure, Some(step.clone()), None);
                        if self.options.violations == Violations::First {
                            return;
                        }
                    }
                    let (_, new) = self.machine.states.state_id(outcome.state);
                    if !new {
                        continue;
                    }
                    let depth = reached[id.0 as usize].depth + 1;
                    hold(size_of::<Reached>() + step.notes.heap_bytes());
                    reached.push(Reached {
                        from: Some((id, step)),
                        depth,
                    });
                    if reached.len() as u64 > self.options.max_states {
                        self.exhausted = Some(Inconclusive::MaxStates(self.options.max_states));
                        return;
                    }
                    if depth >= self.options.max_depth {
                        self.exhausted = Some(Inconclusive::MaxDepth(self.options.max_depth));
                        return;
                    }
                }
            }
        }
    }
}

/// The steps to a state.
fn trail(reached: &[Reached], mut id: StateId) -> Vec<PathStep> {
    let mut steps = Vec::new();
    while let Some((from, step)) = &reached[id.0 as usize].from {
        steps.push(step.clone());
        id = *from;
    }
    steps.reverse();
    steps
}
