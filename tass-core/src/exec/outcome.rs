//! What a step comes to: where it leads, what it leaves out, and what a counterexample needs to
//! know of it.

use crate::budget::heap;
use crate::exec::decision;
use crate::exec::failure::Failure;
use crate::exec::loops::laps::Laps;
use crate::exec::memory::Answer;
use crate::prover::PcId;
use crate::state::State;
use crate::symbolic::ExprId;
use tass_syntax::tree::Span;

/// A process and how it moves: `None` for one that runs local code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Transition {
    pub(crate) process: usize,
    pub(crate) choice: Option<u32>,
}

impl Transition {
    /// Does the library decide something, whatever the process does?
    pub(crate) fn is_decision(&self) -> bool {
        self.choice.is_some_and(|choice| decision(choice).is_some())
    }
}

/// What a step has come to.
#[derive(Debug, Default)]
pub(crate) struct Step {
    /// Where it may lead, in a fixed order.
    pub(crate) outcomes: Vec<Outcome>,
    /// What it leaves out.
    pub(crate) cut: Cut,
    /// How many ways were followed.
    pub(crate) ways: u64,
}

/// One outcome of a step.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) state: State,
    pub(crate) notes: Notes,
    /// The violation that ended this outcome.
    pub(crate) failure: Option<Box<Failure>>,
}

/// What a counterexample needs to know of a step besides the states.
#[derive(Debug, Clone, Default)]
pub(crate) struct Notes {
    /// Symbols that were eliminated, and what they were.
    pub(crate) solved: Vec<(ExprId, ExprId)>,
    /// Values of `choose!`, in order.
    pub(crate) chosen: Vec<ExprId>,
    /// Where the state was last split: a condition that depends on inputs.
    pub(crate) fork: Option<(usize, Span)>,
    /// Of the branches met in the step, those that could have gone the other way, had the inputs
    /// been others.
    pub(crate) open: Branches,
    /// Loops (by label and side) that all have come around.
    pub(crate) completed: Vec<(usize, usize)>,
    /// Rounds through loops.
    pub(crate) laps: Laps,
    /// For any number of processes: the answers that membership tests were given.
    pub(crate) answers: Vec<Answer>,
}

impl Notes {
    /// The bytes that it has on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        heap(size_of_val(&*self.solved))
            + heap(size_of_val(&*self.chosen))
            + heap(size_of_val(&*self.open.words))
            + heap(size_of_val(&*self.completed))
            + heap(size_of_val(&*self.answers))
    }
}

/// Some of the branches of a step, by their numbers. A step has an outcome for each that goes
/// another way, and each has its own: a bit for each branch.
#[derive(Debug, Clone, Default)]
pub(crate) struct Branches {
    words: Vec<u64>,
}

impl Branches {
    pub(crate) fn insert(&mut self, branch: u32) {
        let word = branch as usize / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (branch % 64);
    }

    pub(crate) fn contains(&self, branch: u32) -> bool {
        let word = self.words.get(branch as usize / 64);
        word.is_some_and(|word| word >> (branch % 64) & 1 == 1)
    }
}

/// Executions that a step leaves out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cut {
    /// Assumptions that do not hold for all.
    pub(crate) assumptions: Vec<Assumption>,
    /// Did the engine give up on some?
    pub(crate) gave_up: bool,
}

/// An assumption as it was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assumption {
    pub(crate) pc: PcId,
    /// What equations met on the way have put in the place of symbols: a branch on `n == 0` is
    /// visible only here.
    pub(crate) solved: Vec<(ExprId, ExprId)>,
    pub(crate) cond: ExprId,
    /// Had the process done something on its way that others can see?
    pub(crate) seen: bool,
}

impl Cut {
    pub(crate) fn is_empty(&self) -> bool {
        self.assumptions.is_empty() && !self.gave_up
    }
}
