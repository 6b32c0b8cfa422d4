//! Does a process wait for ever, as long as nobody else moves?
//!
//! Its steps are followed, the others staying as they are. It gets somewhere if it changes a
//! shared variable, enters or leaves a critical region, fails or ends. Tests are taken to be
//! atomic: while nothing changes, it makes no difference. Aborts do not count: nobody has to
//! abort.
//!
//! Local code that takes more than a step is a part of waiting as well, unless there is nothing
//! else: who goes round in it for ever and asks nobody does not wait.
//!
//! **Without invariants** one way that gets somewhere is enough. (If it does so for some inputs
//! only, the others are a state of their own after the next step.)
//!
//! **With invariants** a state stands for many, and what one of them does shows nothing of the
//! rest: what an iteration has decided is forgotten at the loop's head, so that a way out of
//! which only some make use is there in every round. So nothing is generalised here, and a state
//! gets somewhere only if each of those that it stands for does: by a step that all of them can
//! take, or since all steps lead to such states. Where that is not shown it may wait for ever,
//! and bounded runs are asked whether it does.
//!
//! **In bounded runs** a process that waits comes back to where it was; or never, if something
//! grows. Then loops are generalised after all: that adds ways out and takes none away.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::comm::CommModel;
use crate::exec::{Loops, Mode, Observer, Outcome, Step, Transition};
use crate::graph::{Action, Pause};
use crate::search::run::Run;
use crate::state::{State, Status};
use crate::symbolic::ExprId;

/// States of one process that are looked at.
const MOST: usize = 1_000;

/// The same where there are invariants: such states are dear, and most loops end soon or never.
const MOST_WITH_INVARIANTS: usize = 64;

/// What becomes of a process while nobody else moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waiting {
    /// It can get somewhere.
    No,
    /// It never does.
    ForEver,
    /// One or the other.
    Unclear,
}

/// A step that a waiting process can take.
struct Way {
    /// Can it be taken by all that the state stands for?
    by_all: bool,
    /// Where it leads; `None`: somewhere.
    to: Option<usize>,
}

impl<C: CommModel> Run<'_, C> {
    /// What becomes of a process that stands somewhere, as long as nobody else moves?
    pub(crate) fn waits(&mut self, state: &State, process: usize) -> Waiting {
        let invariants = self.engine.has_invariants();
        let general = invariants && self.mode.loops == Loops::Induction;
        let most = if invariants {
            MOST_WITH_INVARIANTS
        } else {
            MOST
        };
        let result = self.alone(state, process, Loops::Plain, most, general);
        if result == Waiting::Unclear
            && invariants
            && !general
            && self.alone(state, process, Loops::Induction, most, false) == Waiting::ForEver
        {
            return Waiting::ForEver;
        }
        result
    }

    /// Follows the steps of a process. `general`: the state stands for many, and all of them must
    /// get somewhere.
    fn alone(
        &mut self,
        state: &State,
        process: usize,
        loops: Loops,
        most: usize,
        general: bool,
    ) -> Waiting {
        let mode = Mode {
            nonatomic: false,
            loops,
            ..self.mode
        };
        let start = self.engine.states.proc(state.procs[process]).clone();
        let shared = self.engine.shared_values(&start);
        let was_inside = self.engine.is_inside(&start);
        let mut seen: IndexSet<State, FxBuildHasher> = IndexSet::default();
        seen.insert(state.clone());
        let mut ways: Vec<Vec<Way>> = Vec::new();
        let (mut leaves, mut asks) = (false, false);
        while let Some(here) = seen.get_index(ways.len()).cloned() {
            if seen.len() > most {
                return match asks {
                    true => known(&ways, Waiting::Unclear),
                    false => Waiting::No,
                };
            }
            let proc = self.engine.states.proc(here.procs[process]).clone();
            let at_rest = match self.engine.standing_at(&proc) {
                Some(Action::Pause(Pause::Test | Pause::Write, _) | Action::Loop { .. }) => {
                    asks = true;
                    true
                }
                Some(Action::LoopHead(_) | Action::CountingHead(_) | Action::Call { .. }) => true,
                _ => false,
            };
            let mut found = Vec::new();
            if !at_rest {
                found.push(Way {
                    by_all: true,
                    to: None,
                });
            }
            let step = match at_rest {
                true => self.tried(mode, &here, process),
                false => Step::default(),
            };
            if step.cut.gave_up {
                return Waiting::Unclear;
            }
            for Outcome {
                state: after,
                failure,
                ..
            } in step.outcomes
            {
                let proc = self.engine.states.proc(after.procs[process]).clone();
                let now = self.engine.shared_values(&proc);
                let moved = failure.is_some()
                    || proc.status != Status::Ready
                    || self.engine.is_inside(&proc) != was_inside
                    || self.differ(&shared, &now, general);
                found.push(Way {
                    by_all: failure.is_none() && after.pc == here.pc,
                    to: (!moved).then(|| seen.insert_full(after).0),
                });
            }
            leaves |= found.iter().any(|way| way.to.is_none());
            ways.push(found);
            if leaves && (!general || known(&ways[..1], Waiting::Unclear) == Waiting::No) {
                return Waiting::No;
            }
        }
        match leaves {
            true => known(&ways, Waiting::Unclear),
            false if asks => Waiting::ForEver,
            false => Waiting::No,
        }
    }

    /// One step of a process that nobody watches. What it leaves open is left open by the run.
    fn tried(&mut self, mode: Mode, state: &State, process: usize) -> Step {
        let choice = None;
        let nobody = Observer::nobody();
        let stepper = self.engine.stepper(mode, &mut self.findings, nobody);
        stepper.step(state, Transition { process, choice })
    }

    /// Have shared variables changed? `general`: whatever the symbols in them stand for.
    fn differ(&self, before: &[ExprId], now: &[ExprId], general: bool) -> bool {
        let mut pairs = before.iter().zip(now);
        pairs.any(|(&a, &b)| {
            a != b && (!general || (self.engine.store.is_const(a) && self.engine.store.is_const(b)))
        })
    }
}

/// Do all that the first state stands for get somewhere? Otherwise, what is said of it.
fn known(ways: &[Vec<Way>], otherwise: Waiting) -> Waiting {
    let mut gets = vec![false; ways.len()];
    loop {
        let good = |way: &Way| match way.to {
            Some(to) => gets.get(to).is_some_and(|&gets| gets),
            None => true,
        };
        let shown = |ways: &Vec<Way>| {
            let all = !ways.is_empty() && ways.iter().all(good);
            all || ways.iter().any(|way| way.by_all && good(way))
        };
        let new: Vec<bool> = ways.iter().map(shown).collect();
        if new.first() == Some(&true) {
            return Waiting::No;
        }
        if new == gets {
            return otherwise;
        }
        gets = new;
    }
}
