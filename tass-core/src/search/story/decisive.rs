//! Of several wildcard receives that had a choice, the one that decided: had it taken another
//! message, the violation would not have happened.
//!
//! Each of them, the last first, is taken another way, and everything is explored that can happen
//! then, on the same inputs. If the violation is not among it, whichever other message is taken,
//! that receive is decisive. The effort is counted in steps; if it is used up, or nothing is
//! decisive, the last one is told, and nothing is claimed of it.
//!
//! What is explored is reduced as in the search, by free moves. Where a step leads to what was seen
//! before, or leaves something out, everything is explored: so nobody is left out for ever.

use rustc_hash::FxHashSet;

use crate::comm::CommModel;
use crate::exec::{Failure, Step, Transition};
use crate::search::detour::Effort;
use crate::search::moves::reduction::Enabled;
use crate::search::run::Run;
use crate::search::story::Story;
use crate::search::story::explain::Race;
use crate::state::State;

/// Steps, and questions to Z3, for one violation.
const STEPS: u64 = 5_000;
const QUESTIONS: u64 = 100;

impl<C: CommModel> Story<'_, '_, C> {
    /// The race to tell of, and whether it is known to be decisive among several.
    pub(in crate::search) fn decisive(&mut self, failure: &Failure) -> Option<(Race, bool)> {
        let races = &mut self.races;
        // Where it matters who comes first, more than one message decides.
        if races.len() > 1 && !failure.kind.is_disagreement() {
            let mut effort = Effort::of(STEPS, QUESTIONS);
            let run = &mut *self.run;
            let found = (0..races.len())
                .rev()
                .find(|&at| run.is_needed(&races[at], failure, &mut effort) == Some(true));
            if let Some(at) = found {
                return Some((races.swap_remove(at), true));
            }
        }
        races.pop().map(|race| (race, false))
    }
}

impl<C: CommModel> Run<'_, C> {
    /// Does the violation happen only if this receive takes the message that it took? `None`: that
    /// is not known.
    fn is_needed(&mut self, race: &Race, failure: &Failure, effort: &mut Effort) -> Option<bool> {
        for &(other, _) in &race.ways[1..] {
            let transition = Transition {
                process: race.process,
                choice: Some(other),
            };
            if self.comes_about(&race.state, transition, failure, effort)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Can a violation like this one happen after a transition?
    fn comes_about(
        &mut self,
        state: &State,
        first: Transition,
        failure: &Failure,
        effort: &mut Effort,
    ) -> Option<bool> {
        let mut seen = FxHashSet::default();
        let mut todo = vec![(state.clone(), vec![first])];
        let mut is_first = true;
        while let Some((state, mut moves)) = todo.pop() {
            // Of the first state only that one transition is asked about.
            let all = match std::mem::take(&mut is_first) {
                true => moves.clone(),
                false => self.enabled(&state).all(),
            };
            let mut at = 0;
            while let Some(&transition) = moves.get(at) {
                at += 1;
                let Step { outcomes, cut, .. } = self.try_step(&state, transition, effort)?;
                if cut.gave_up {
                    return None;
                }
                let mut again = !cut.is_empty();
                for outcome in outcomes {
                    if let Some(other) = outcome.failure {
                        if other.kind == failure.kind && other.site == failure.site {
                            return Some(true);
                        }
                        continue;
                    }
                    if !seen.insert(outcome.state.clone()) {
                        again = true;
                        continue;
                    }
                    let enabled = self.enabled(&outcome.state);
                    let wrong = self.wrong_at_rest(&outcome.state, &enabled);
                    if wrong.iter().any(|wrong| wrong.kind == failure.kind) {
                        return Some(true);
                    }
                    let moves = self.few(&outcome.state, &enabled);
                    todo.push((outcome.state, moves));
                }
                if again {
                    let rest = all.iter().filter(|t| !moves.contains(t));
                    let rest: Vec<Transition> = rest.copied().collect();
                    moves.extend(rest);
                }
            }
        }
        Some(false)
    }

    /// The moves to explore first.
    fn few(&self, state: &State, enabled: &Enabled) -> Vec<Transition> {
        let free = self.closest(state, &enabled.free);
        let blocked = enabled.wildcard.is_empty() && enabled.spinning.is_empty();
        let eager = enabled.eager.first().copied().filter(|_| blocked);
        match free.or(eager) {
            Some(one) if self.options.reduction => vec![one],
            _ => enabled.all(),
        }
    }
}
