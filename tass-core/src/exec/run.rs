//! Steps: from one visible point to the next.

use std::collections::VecDeque;

use super::{ABORT, Cut, Failure, Machine, Notes, Outcome, Stop, Work};
use crate::budget::{self, heap, hold, release};
use crate::comm::CommModel;
use crate::report::Inconclusive;
use crate::state::{State, Status};
use crate::symbolic::DEEPEST;

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

/// Arrivals at loop heads (and calls) after which a process gives way, so that one that spins cannot hide the others.
const TURNS: u32 = 256;

/// The same where processes share variables: all the states of one are enumerated, so a loop that chooses and shows nothing must not multiply.
const TURNS_IN_MEMORY: u32 = 4;

impl<C: CommModel> Machine<'_, C> {
    /// Arrivals at loop heads after which a process gives way.
    pub(crate) fn turns(&self) -> u32 {
        if self.program.memory.is_used() {
            TURNS_IN_MEMORY
        } else {
            TURNS
        }
    }

    /// Moves one process: completes its operation by `choice` (if it waits) and runs it to the next visible point.
    /// The outcomes come in a fixed order.
    pub(crate) fn step(
        &mut self,
        state: &State,
        process: usize,
        choice: Option<u32>,
    ) -> Vec<Outcome> {
        self.cut = Cut::default();
        self.heads.clear();
        let mut todo = VecDeque::from([self.load(state, process, choice)]);
        self.position.process = process;
        let mut outcomes = Vec::new();
        let before = self.ways;
        let most = self.settings.most_ways;
        // Where not all are followed, those with the fewest decisions come first: a loop is left before it is gone through once more.
        while let Some(mut work) = match most {
            None => todo.pop_back(),
            Some(_) => todo.pop_front(),
        } {
            self.ways += 1;
            self.position.laps = work.notes.laps;
            if most.is_some_and(|most| self.ways - before > most) {
                self.cut.gave_up = true;
                break;
            }
            if work.status == Status::Crashed {
                outcomes.push(self.outcome(work, None));
                continue;
            }
            loop {
                match self.advance(&mut work) {
                    Ok(Flow::On) => {
                        work.splits = 0;
                        work.acted = true;
                    }
                    Ok(Flow::Visible) => {
                        outcomes.push(self.outcome(work, None));
                        break;
                    }
                    Ok(Flow::Fork(mut ways)) => {
                        ways.reverse();
                        ways.iter_mut().for_each(|way| way.acted = true);
                        todo.extend(ways);
                        break;
                    }
                    Err(Stop::Split(cond)) => {
                        let mut otherwise = work.clone();
                        let negated = self.store.not(cond);
                        self.note_fork(&mut work);
                        for (way, cond) in [(&mut otherwise, negated), (&mut work, cond)] {
                            way.splits += 1;
                            let mut way = way.clone();
                            if self.assume(&mut way, cond) {
                                todo.push_back(way);
                            }
                        }
                        break;
                    }
                    Err(Stop::Fail(failure)) => {
                        work.status = Status::Crashed;
                        outcomes.push(self.outcome(work, Some(failure)));
                        break;
                    }
                    // A contradiction, or an assumption that holds for none: recorded where it was met.
                    Err(Stop::Dead) => break,
                    Err(Stop::GiveUp(reason)) => {
                        self.cut.gave_up = true;
                        self.undecided.push(*reason);
                        break;
                    }
                }
            }
        }
        // From here on they belong to whoever asked.
        for outcome in &outcomes {
            release(held(&outcome.state, &outcome.notes));
        }
        outcomes
    }

    /// A way that the step goes.
    fn outcome(&mut self, work: Work<C>, failure: Option<Box<Failure>>) -> Outcome {
        let (state, notes) = self.unload(work);
        hold(held(&state, &notes));
        Outcome {
            state,
            notes,
            failure,
        }
    }

    /// Executes one action, or the completion of the operation that the process waits with. On error `work` is as before.
    fn advance(&mut self, work: &mut Work<C>) -> Result<Flow<C>, Stop> {
        budget::tick();
        self.position.at = work.frames.last().map(|frame| (frame.graph, frame.loc));
        if self.store.is_too_deep() {
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
            let span = self.program.graphs[frame.graph].nodes[frame.loc as usize].span;
            self.program.location(frame.graph, span)
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
        let span = self.program.graphs[frame.graph].nodes[frame.loc as usize].span;
        work.notes.fork = Some((frame.graph, span));
    }
}
