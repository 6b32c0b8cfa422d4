//! Breadth-first search, for programs that share variables.
//!
//! Nothing is reduced there (see [`crate::search::rest::shared`]), so the order of the search is
//! free, and the nearest states come first: a violation is reached in as few steps as possible,
//! which is what makes its trace readable.

use crate::budget::hold;
use crate::comm::CommModel;
use crate::options::Violations;
use crate::report::Inconclusive;
use crate::search::found::PathStep;
use crate::search::run::Run;
use crate::state::{State, StateId};

/// A search under way: how each state was first reached, in the order of their ids.
pub(crate) struct Breadth<'r, 'a, C: CommModel> {
    run: &'r mut Run<'a, C>,
    reached: Vec<Reached>,
}

/// How a state was first reached.
struct Reached {
    from: Option<(StateId, PathStep)>,
    depth: u64,
}

impl<'r, 'a, C: CommModel> Breadth<'r, 'a, C> {
    pub(crate) fn new(run: &'r mut Run<'a, C>) -> Breadth<'r, 'a, C> {
        Breadth {
            run,
            reached: Vec::new(),
        }
    }

    /// Explores everything from a state, or up to the first violation, or until a budget runs out.
    pub(crate) fn explore(&mut self, first: State) {
        let (id, _) = self.run.engine.states.state_id(first);
        debug_assert_eq!(id.0, 0, "the first state of a search");
        self.reached.push(Reached {
            from: None,
            depth: 0,
        });
        let mut next = 0;
        while next < self.reached.len() && !self.run.finished() {
            let id = StateId(u32::try_from(next).expect("fewer than 2^32 states"));
            next += 1;
            if self.visit(id).is_none() {
                return;
            }
        }
    }

    /// Looks at a state, and at where its transitions lead. `None`: that was the last one.
    fn visit(&mut self, id: StateId) -> Option<()> {
        let run = &mut *self.run;
        let state = run.engine.states.state(id).clone();
        let enabled = run.enabled(&state);
        let depth = self.reached[id.0 as usize].depth + 1;
        run.depth = run.depth.max(depth);
        let broken = run.broken(&state);
        if !broken.is_empty() || enabled.stuck() {
            let mut wrong = run.at_rest(&state, &enabled);
            wrong.extend(run.failures_at_rest(&state, broken));
            for failure in wrong {
                let path = || trail(&self.reached, id);
                run.violation(failure, path, None, Some(state.clone()));
            }
            if run.finished() {
                return None;
            }
        }
        let (todo, _) = run.ample(id, &enabled, None);
        for transition in todo {
            run.steps += 1;
            for outcome in run.step(&state, transition).outcomes {
                let notes = outcome.notes;
                let step = PathStep { transition, notes };
                if let Some(failure) = outcome.failure {
                    let path = || trail(&self.reached, id);
                    run.violation(*failure, path, Some(step.clone()), None);
                    if run.options.violations == Violations::First {
                        return None;
                    }
                }
                let (_, new) = run.engine.states.state_id(outcome.state);
                if !new {
                    continue;
                }
                hold(size_of::<Reached>() + step.notes.heap_bytes());
                let from = Some((id, step));
                self.reached.push(Reached { from, depth });
                if self.reached.len() as u64 > run.options.max_states {
                    run.exhausted = Some(Inconclusive::MaxStates(run.options.max_states));
                    return None;
                }
                if depth >= run.options.max_depth {
                    run.exhausted = Some(Inconclusive::MaxDepth(run.options.max_depth));
                    return None;
                }
            }
        }
        Some(())
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
