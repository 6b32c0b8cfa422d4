//! Execution: one process moves from one visible point to the next, symbolically.
//!
//! A step starts with the completion of a communication operation (or at the program's start) and runs local
//! code until the process reaches the next operation, which is posted, or leaves the program. It ends in several
//! *outcomes* where the inputs decide: whenever an action needs a condition decided that the path condition
//! leaves open, the state *before the action* is split in two, and the action is executed again in both halves
//! ([`Stop::Split`]). So no half-evaluated expression ever meets a changed path condition.

mod access;
mod action;
mod blame;
mod cause;
mod check;
mod collective;
mod complete;
mod counter;
mod descent;
mod eval;
mod expressions;
mod fold;
mod frame;
mod given;
mod induction;
mod input;
mod items;
mod laps;
mod loops;
mod memory;
mod met;
mod number;
mod order;
mod outputs;
mod overlap;
mod peer;
mod rounds;
mod run;
mod shown;
mod trace;
mod variables;
mod work;

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::budget::heap;
use crate::comm::CommModel;
use crate::graph::{Loc, Program};
use crate::options::{Options, Tests, Violations};
use crate::program::ast::Span;
use crate::progress;
use crate::prover::{PcId, Prover, ProverOptions};
use crate::report::{Inconclusive, Kind};
use crate::sides::Sides;
use crate::state::{State, States};
use crate::symbolic::{ExprId, Model, Store};

pub(crate) use self::given::Mistake;
pub(crate) use self::induction::Pool;
pub(crate) use self::input::Input;
pub(crate) use self::laps::{Lap, Laps, Position};
pub(crate) use self::memory::Answer;
pub(crate) use self::met::Met;
pub(crate) use self::run::held;
pub(crate) use self::shown::shown_input;
pub(crate) use self::trace::Tracer;
pub(crate) use self::work::Work;
pub(crate) use crate::report::ABORT;

/// Everything that steps are executed with.
pub(crate) struct Machine<'a, C: CommModel> {
    pub(crate) comm: &'a C,
    pub(crate) program: Arc<Program>,
    pub(crate) sides: Sides,
    pub(crate) store: Store,
    pub(crate) prover: Prover,
    pub(crate) states: States<C>,
    pub(crate) settings: Settings,
    /// Assertions reached, covers satisfied.
    pub(crate) met: Met,
    /// Operations that were called, by process and place, and whether they ever were through.
    pub(crate) called: IndexMap<(usize, usize, Loc), bool, FxBuildHasher>,
    /// Obligations that were neither proved nor refuted; the first is reported.
    pub(crate) undecided: Vec<Inconclusive>,
    /// Where a step has come to the head of a loop that it goes through.
    pub(crate) heads: FxHashSet<State>,
    /// Obligations of what was evaluated without checking them.
    pub(crate) passed_over: Vec<ExprId>,
    /// Canonical names for what loops introduce.
    pub(crate) pool: Pool,
    /// Processes that take no part in a collective assertion, since they are outside its universe.
    pub(crate) outsiders: FxHashSet<(usize, usize)>,
    /// Set while a counterexample is replayed.
    pub(crate) tracer: Option<Tracer>,
    /// What the last step left out.
    pub(crate) cut: Cut,
    /// Ways followed in all steps.
    pub(crate) ways: u64,
    /// Did a process fail that need not have been the one to fail, had the others come later?
    pub(crate) order_matters: bool,
    /// Did some path die at an `assume!`? Where the first did.
    pub(crate) dead_assumption: Option<(usize, Span)>,
    /// What is being done: for the report, should the run end here.
    pub(crate) position: Position,
    /// For any number of processes: what stands for this one's rank and for their number.
    pub(crate) anonymous: Option<(ExprId, ExprId)>,
}

impl<'a, C: CommModel> Machine<'a, C> {
    /// A machine that has executed nothing yet.
    pub(crate) fn new(
        comm: &'a C,
        program: Arc<Program>,
        sides: Sides,
        options: &Options,
        loops: Loops,
    ) -> Machine<'a, C> {
        Machine {
            comm,
            program,
            sides,
            store: Store::new(),
            prover: Prover::new(ProverOptions {
                timeout: options.prover_timeout,
                native: options.native_prover,
                listener: progress::current().map(|counters| counters as _),
                ..ProverOptions::default()
            }),
            states: States::default(),
            settings: Settings {
                overflow: options.overflow,
                all_violations: options.violations == Violations::All,
                loops,
                fine_steps: !options.reduction,
                nonatomic: options.tests == Tests::Nonatomic,
                most_ways: None,
            },
            met: Met::default(),
            called: IndexMap::default(),
            undecided: Vec::new(),
            heads: FxHashSet::default(),
            passed_over: Vec::new(),
            pool: Pool::default(),
            outsiders: FxHashSet::default(),
            tracer: None,
            cut: Cut::default(),
            ways: 0,
            order_matters: false,
            dead_assumption: None,
            position: Position::default(),
            anonymous: None,
        }
    }
}

impl<C: CommModel> Machine<'_, C> {
    /// A step was left in the middle, since a budget ran out: what was under way is not any more.
    pub(crate) fn was_left(&mut self) {
        self.store.forget_traversal();
        self.tracer = None;
        self.passed_over.clear();
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
    /// What equations met on the way have put in the place of symbols: a branch on `n == 0` is visible only here.
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

/// What of the user's options execution depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) overflow: bool,
    /// Go on after a violation?
    pub(crate) all_violations: bool,
    /// How loops with invariants are executed.
    pub(crate) loops: Loops,
    /// Is the completion of an operation a step of its own? It may let another process go on before this one reaches what
    /// comes next. That matters only where it matters who comes first, and there nothing is reduced.
    pub(crate) fine_steps: bool,
    /// Does a membership test read one process after the other?
    pub(crate) nonatomic: bool,
    /// Ways that inputs and choices open in one step and that are followed; others are left out. Only where nothing is to be proved: while a
    /// counterexample is made smaller.
    pub(crate) most_ways: Option<u64>,
}

/// What is done with loop invariants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loops {
    /// They are used: a proof for any number of iterations. What is found wrong need not be reachable.
    Induction,
    /// They are checked like collective assertions, in at most this many iterations: what is found wrong really happens.
    Bounded(u32),
    /// They are checked, and nothing else: a loop is followed as if it had none.
    Plain,
}

/// Why the evaluation of an action stopped.
#[derive(Debug)]
pub(crate) enum Stop {
    /// This condition must be decided first.
    Split(ExprId),
    /// A violation.
    Fail(Box<Failure>),
    /// Nothing to explore here: the path condition is contradictory.
    Dead,
    /// The engine cannot go on from here.
    GiveUp(Box<Inconclusive>),
}

/// A violation as execution finds it.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) kind: Kind,
    pub(crate) process: Option<usize>,
    pub(crate) site: Option<(usize, Span)>,
    pub(crate) message: String,
    /// Values of the symbols for which it fails.
    pub(crate) model: Model,
    /// All such values: the path condition, and what goes wrong.
    pub(crate) pc: PcId,
    pub(crate) wrong: ExprId,
    /// Symbols that were eliminated in what the violation depends on, besides those of the path to it.
    pub(crate) solved: Vec<(ExprId, ExprId)>,
    /// The failed condition as written, if there is one.
    pub(crate) condition: Option<FailedTerm>,
    /// Other places that belong to it, and why.
    pub(crate) notes: Vec<(usize, Span, String)>,
}

/// The part of a condition that failed, with the values in it (known in a replay only).
#[derive(Debug, Clone)]
pub(crate) struct FailedTerm {
    pub(crate) span: Span,
    /// What it says, if that is not what is written there.
    pub(crate) text: Option<String>,
    pub(crate) values: Vec<FailedValue>,
}

/// The value of a part of a failed condition.
#[derive(Debug, Clone)]
pub(crate) struct FailedValue {
    pub(crate) span: Span,
    /// Its value, as text.
    pub(crate) shown: String,
    /// The process whose variable it is, in a condition that speaks of several.
    pub(crate) process: Option<usize>,
}

/// One outcome of a step.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) state: State,
    pub(crate) notes: Notes,
    /// The violation that ended this outcome.
    pub(crate) failure: Option<Box<Failure>>,
}

/// Some of the branches of a step, by their numbers. A step has an outcome for each that goes another way, and each has its own:
/// a bit for each branch.
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

/// What a counterexample needs to know of a step besides the states.
#[derive(Debug, Clone, Default)]
pub(crate) struct Notes {
    /// Symbols that were eliminated, and what they were.
    pub(crate) solved: Vec<(ExprId, ExprId)>,
    /// Values of `choose!`, in order.
    pub(crate) chosen: Vec<ExprId>,
    /// Where the state was last split: a condition that depends on inputs.
    pub(crate) fork: Option<(usize, Span)>,
    /// Of the branches met in the step, those that could have gone the other way, had the inputs been others.
    pub(crate) open: Branches,
    /// Loops (by label and side) that all have come around.
    pub(crate) completed: Vec<(usize, usize)>,
    /// Rounds through loops.
    pub(crate) laps: Laps,
    /// For any number of processes: the answers that membership tests were given.
    pub(crate) answers: Vec<Answer>,
}
