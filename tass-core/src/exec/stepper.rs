//! Steps: one process moves from one visible point to the next.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::{
    ABORT, Cut, Engine, Failure, Findings, Mode, Notes, Observer, Outcome, Step, Stop, Transition,
    Work, decision,
};
use crate::budget::{self, heap, hold, release};
use crate::comm::CommModel;
use crate::report::Inconclusive;
use crate::state::{State, Status};
use crate::symbolic::{DEEPEST, ExprId};

/// Executes one step over an engine: it is told how, and who watches.
pub(crate) struct Stepper<'e, 'a, C: CommModel> {
    pub(crate) engine: &'e mut Engine<'a, C>,
    pub(super) mode: Mode,
    pub(super) findings: &'e mut Findings,
    pub(super) observer: Observer<'e>,
    /// What the step leaves out.
    pub(super) cut: Cut,
    /// Where the step has come to the head of a loop that it goes through.
    pub(super) heads: FxHashSet<State>,
    /// Obligations of what was evaluated without checking them.
    pub(super) passed_over: Vec<ExprId>,
}

/// What an action came to.
pub(crate) enum Flow<C: CommModel> {
    /// The process goes on.
    On,
    /// A visible point: the step ends here.
    Visible,
    /// Several ways to go on, each already taken.
    Fork(Vec<Work<C>>),
}

/// The bytes that a way out of a step takes.
pub(crate) fn held(state: &State, notes: &Notes) -> usize {
    size_of::<Outcome>() + heap(size_of_val(&*state.procs)) + notes.heap_bytes()
}

/// Arrivals at loop heads (and calls) after which a process gives way, so that one that spins
/// cannot hide the others.
const TURNS: u32 = 256;

/// The same where processes share variables: all the states of one are enumerated, so a loop that
/// chooses and shows nothing must not multiply.
const TURNS_IN_MEMORY: u32 = 4;

impl<'e, 'a, C: CommModel> Stepper<'e, 'a, C> {
    pub(super) fn new(
        engine: &'e mut Engine<'a, C>,
        mode: Mode,
        findings: &'e mut Findings,
        observer: Observer<'e>,
    ) -> Stepper<'e, 'a, C> {
        Stepper {
            engine,
            mode,
            findings,
            observer,
            cut: Cut::default(),
            heads: FxHashSet::default(),
            passed_over: Vec::new(),
        }
    }

    /// Moves one process: completes its operation by its choice (if it waits) and runs it to the
    /// next visible point.
    pub(crate) fn step(mut self, state: &State, transition: Transition) -> Step {
        let Transition { process, choice } = transition;
        let mut todo = VecDeque::from([self.engine.load(state, process, choice)]);
        self.engine.position.process = process;
        let mut outcomes = Vec::new();
        let mut ways = 0;
        let most = self.mode.most_ways;
        // Where not all are followed, those with the fewest decisions come first: a loop is left
        // before it is gone through once more.
        while let Some(work) = match most {
            None => todo.pop_back(),
            Some(_) => todo.pop_front(),
        } {
            ways += 1;
            self.engine.position.laps = work.notes.laps;
            if most.is_some_and(|most| ways > most) {
                self.cut.gave_up = true;
                break;
            }
            outcomes.extend(self.way(work, &mut todo));
        }
        // From here on they belong to whoever asked.
        for outcome in &outcomes {
            release(held(&outcome.state, &outcome.notes));
        }
        Step {
            outcomes,
            cut: self.cut,
            ways,
        }
    }

    /// Follows one way to its end, or to where it parts: those ways are still to be followed.
    fn way(&mut self, mut work: Work<C>, todo: &mut VecDeque<Work<C>>) -> Option<Outcome> {
        if let Some(decision) = work.choice.and_then(decision) {
            self.decide(&mut work, decision);
            return Some(self.outcome(work, None));
        }
        if work.status == Status::Crashed {
            return Some(self.outcome(work, None));
        }
        loop {
            match self.advance(&mut work) {
                Ok(Flow::On) => {
                    work.splits = 0;
                    work.acted = true;
                }
                Ok(Flow::Visible) => return Some(self.outcome(work, None)),
                Ok(Flow::Fork(mut ways)) => {
                    ways.reverse();
                    ways.iter_mut().for_each(|way| way.acted = true);
                    todo.extend(ways);
                    return None;
                }
                Err(Stop::Split(cond)) => {
                    let mut otherwise = work.clone();
                    let negated = self.engine.store.not(cond);
                    self.note_fork(&mut work);
                    for (way, cond) in [(&mut otherwise, negated), (&mut work, cond)] {
                        way.splits += 1;
                        let mut way = way.clone();
                        if self.engine.assume(&mut way, cond) {
                            todo.push_back(way);
                        }
                    }
                    return None;
                }
                Err(Stop::Fail(failure)) => {
                    work.status = Status::Crashed;
                    return Some(self.outcome(work, Some(failure)));
                }
                // A contradiction, or an assumption that holds for none: recorded where it was met.
                Err(Stop::Dead) => return None,
                Err(Stop::GiveUp(reason)) => {
                    self.cut.gave_up = true;
                    self.findings.undecided.push(*reason);
                    return None;
                }
            }
        }
    }

    /// The library decides something for a process, whatever that does meanwhile.
    fn decide(&mut self, work: &mut Work<C>, decision: u32) {
        let rank = self.engine.sides.rank(work.process);
        let mut shared = work.shared.clone();
        self.engine.comm.decide(&mut shared, rank, decision);
        work.shared = shared;
        work.choice = None;
    }

    /// Arrivals at loop heads after which a process gives way.
    pub(crate) fn turns(&self) -> u32 {
        if self.engine.program.memory.is_used() {
            TURNS_IN_MEMORY
        } else {
            TURNS
        }
    }

    /// A way that the step goes.
    fn outcome(&mut self, work: Work<C>, failure: Option<Box<Failure>>) -> Outcome {
        let (state, notes) = self.engine.unload(work);
        hold(held(&state, &notes));
        Outcome {
            state,
            notes,
            failure,
        }
    }

    /// Executes one action, or the completion of the operation that the process waits with. On
    /// error `work` is as before.
    fn advance(&mut self, work: &mut Work<C>) -> Result<Flow<C>, Stop> {
        budget::tick();
        self.engine.position.at = work.frames.last().map(|frame| (frame.graph, frame.loc));
        if self.engine.store.is_too_deep() {
            return Err(self.too_deep(work));
        }
        if let Some(choice) = work.choice {
            if choice == ABORT {
                return self.abort(work);
            }
            return self.complete(work, choice);
        }
        self.act(work)
    }

    /// Values have become larger than the stack allows for.
    fn too_deep(&self, work: &Work<C>) -> Stop {
        let location = work.frames.last().map(|frame| {
            let span = self.engine.program.graphs[frame.graph].nodes[frame.loc as usize].span;
            self.engine.program.location(frame.graph, span)
        });
        Stop::GiveUp(Box::new(Inconclusive::Unsupported {
            what: format!(
                "a value nested more than {DEEPEST} deep (of so many writes, or choices, that depend on inputs)"
            ),
            location,
        }))
    }

    /// Remembers that what happens here depends on the inputs.
    pub(crate) fn note_fork(&self, work: &mut Work<C>) {
        let Some(frame) = work.frames.last() else {
            return;
        };
        let span = self.engine.program.graphs[frame.graph].nodes[frame.loc as usize].span;
        work.notes.fork = Some((frame.graph, span));
    }
}
