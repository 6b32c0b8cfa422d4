//! The nearest violations, breadth-first.
//!
//! Where a step fails, every move of the processes that take part is explored: a reduction would
//! move those first that have nothing to do with the failure. Where a state at rest shows the
//! violation, one free move will mostly do, as in the search: every execution that comes to rest
//! contains it, and it can be moved to the front (see [`crate::search::moves::reduction`]). Mostly,
//! since an operation may take two moves if it is early, and one if it is late: a `sendrecv` whose
//! own message was taken before the other one came. So a free move that ends its operation is
//! preferred, and everything is explored there, too, if there is effort left.

use rustc_hash::FxHashSet;

use crate::comm::CommModel;
use crate::exec::{Outcome, Transition};
use crate::graph::Loc;
use crate::report::Kind;
use crate::search::detour::Effort;
use crate::search::found::{Found, PathStep};
use crate::search::run::Run;
use crate::state::{Proc, State, StateId, Status};

/// What is explored.
pub(super) struct Circle {
    /// The processes that move.
    pub(super) movers: Vec<bool>,
    /// As in the search: one free move is enough.
    pub(super) reduced: bool,
    /// No violation with more steps is looked for.
    pub(super) longest: usize,
}

/// So many of the nearest are looked at for the smallest inputs.
const MOST: usize = 8;

/// A state, and how it was first reached.
struct Reached {
    id: StateId,
    from: Option<(usize, PathStep)>,
    depth: usize,
}

impl<C: CommModel> Run<'_, C> {
    /// The violations like this one that have the fewest steps.
    pub(super) fn nearest(
        &mut self,
        wanted: &Found,
        circle: &Circle,
        effort: &mut Effort,
    ) -> Vec<Found> {
        let mut nearest: Vec<Found> = Vec::new();
        let Some(first) = self.first.clone() else {
            return nearest;
        };
        let mut longest = circle.longest;
        let id = self.engine.states.state_id(first).0;
        let mut seen = FxHashSet::from_iter([id]);
        let mut reached = vec![Reached {
            id,
            from: None,
            depth: 0,
        }];
        let mut next = 0;
        while next < reached.len() && reached[next].depth <= longest && nearest.len() < MOST {
            let at = next;
            next += 1;
            let Reached { id, depth, .. } = reached[at];
            let state = self.engine.states.state(id).clone();
            let enabled = self.enabled(&state);
            // What becomes of states that need buffering is looked into only if they could be what
            // is looked for.
            let needs_buffering = enabled.stuck() && enabled.buffering_helps();
            let potential = wanted.failure.kind == Kind::PotentialDeadlock;
            if wanted.at_rest && (potential || !needs_buffering) {
                for what in self.wrong_at_rest(&state, &enabled) {
                    // A model costs questions: only of what is looked for.
                    if what.kind != wanted.failure.kind {
                        continue;
                    }
                    let Ok(failure) = self.failure_at_rest(&state, what) else {
                        continue;
                    };
                    if self.is_wanted(&failure, &wanted.failure) {
                        longest = depth;
                        nearest.push(Found {
                            failure,
                            path: trail(&reached, at),
                            state: Some(state.clone()),
                            at_rest: true,
                        });
                    }
                }
            }
            if depth == longest {
                continue;
            }
            let todo: Vec<Transition> = match circle.reduced {
                true => {
                    let whole = self.whole_move(&state, &enabled.free, effort);
                    whole.map_or_else(|| self.ample(id, &enabled, None).0, |t| vec![t])
                }
                false => enabled.all(),
            };
            for transition in todo.into_iter().filter(|t| circle.movers[t.process]) {
                let Some(step) = self.try_step(&state, transition, effort) else {
                    return nearest;
                };
                for outcome in step.outcomes {
                    let step = PathStep {
                        transition,
                        notes: outcome.notes,
                    };
                    if let Some(failure) = outcome.failure {
                        if !wanted.at_rest && self.is_wanted(&failure, &wanted.failure) {
                            longest = depth + 1;
                            let mut path = trail(&reached, at);
                            path.push(step);
                            nearest.push(Found {
                                failure: *failure,
                                path,
                                state: Some(outcome.state),
                                at_rest: false,
                            });
                        }
                        continue;
                    }
                    // A failing step comes after the state, a state at rest is its own.
                    let useful = depth + 1 + usize::from(!wanted.at_rest) <= longest;
                    let id = self.engine.states.state_id(outcome.state).0;
                    if useful && seen.insert(id) {
                        reached.push(Reached {
                            id,
                            from: Some((at, step)),
                            depth: depth + 1,
                        });
                    }
                }
            }
        }
        nearest
    }

    /// The first of the free moves that ends its operation.
    fn whole_move(
        &mut self,
        state: &State,
        free: &[Transition],
        effort: &mut Effort,
    ) -> Option<Transition> {
        for &transition in free {
            let outcomes = self.try_step(state, transition, effort)?.outcomes;
            let stays = |outcome: &Outcome| {
                let procs = [state, &outcome.state].map(|s| s.procs[transition.process]);
                let [before, after] = procs.map(|id| self.engine.states.proc(id));
                let waits = matches!(after.status, Status::Waiting(_));
                outcome.failure.is_none()
                    && waits
                    && self.stands_at(before) == self.stands_at(after)
            };
            if !outcomes.iter().all(stays) {
                return Some(transition);
            }
        }
        None
    }

    /// The operation at which a process stands.
    fn stands_at(&self, proc: &Proc<C::Pending>) -> Option<(usize, Loc)> {
        let frame = self.engine.states.frame(*proc.frames.last()?);
        matches!(proc.status, Status::Waiting(_)).then_some((proc.frames.len(), frame.loc))
    }
}

/// The steps to a state.
fn trail(reached: &[Reached], mut at: usize) -> Vec<PathStep> {
    let mut steps = Vec::new();
    while let Some((from, step)) = &reached[at].from {
        steps.push(step.clone());
        at = *from;
    }
    steps.reverse();
    steps
}
