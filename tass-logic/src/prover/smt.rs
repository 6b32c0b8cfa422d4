//! Z3. This module (with its two parts) is the only one that names the `z3` crate.
//!
//! Invariants: **one live solver** answers every question of a run, in one thread of its own with
//! its own Z3 context, so that answers depend neither on other provers nor on the thread that asks.
//! The solver's stack follows the questions: what two consecutive questions have in common stays
//! asserted. Nothing is asserted that the question did not contain, and what cannot be translated
//! is left out, never guessed: `Unsat` is a proof of what was asked; `Sat` is a *candidate* that
//! the caller must evaluate.
//!
//! Nodes arrive children first and are translated once each; there is no recursion here.
//!
//! **A question ends.** Z3 is given a limit of time (and a brief question one of its own count of
//! work), which it looks at in most places and not in all. Whoever waits for an answer therefore
//! looks at the clock and at the memory of the process and interrupts Z3 (`waiting`); what it has
//! then is of no use, since an interrupt may come late and cancel the next question: that solver is
//! given up, and the next question has a new one. A thread that does not even stop when it is
//! interrupted is left alone.

mod model;
mod translate;
mod waiting;

use std::time::Duration;

use z3::{Params, SatResult, Solver};

use crate::symbolic::{ExprId, Extent, FunId, Node, Sort, SymId};

use super::candidate::Candidate;
use super::shape::{Applied, Argument};
use model::candidate;
use translate::Terms;

pub(super) use waiting::Smt;

/// The version of the library, as it gives it itself.
pub(super) fn version() -> &'static str {
    z3::full_version()
}

/// A node on its way to the solver, with what the store knows about it.
#[derive(Debug)]
pub(super) struct Shipment {
    pub(super) id: ExprId,
    pub(super) node: Node,
    pub(super) sort: Option<Sort>,
    /// For an application: the function never returns a negative number.
    pub(super) nonneg: bool,
    /// The heights of the bound variables free in the node.
    pub(super) free: Vec<u32>,
    /// For a binder: the height it binds.
    pub(super) height: u32,
    /// For a fold: which function's value it is.
    pub(super) applied: Option<Applied>,
}

/// A formula to hold, and the closed applications of nonnegative functions in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Assertion {
    pub(super) formula: ExprId,
    pub(super) nonneg: Vec<ExprId>,
}

/// A question: can all of this hold together?
#[derive(Debug)]
pub(super) struct Question {
    /// Is a quick answer wanted, or none?
    pub(super) brief: bool,
    /// The time that is left, if that is less than a question has.
    pub(super) time: Option<Duration>,
    /// Do the extents of symbols and functions belong to the question?
    pub(super) within: bool,
    /// Nodes not shipped before, children first.
    pub(super) nodes: Vec<Shipment>,
    /// In an order that consecutive questions are likely to share a prefix of.
    pub(super) path: Vec<Assertion>,
    pub(super) goal: Vec<Assertion>,
    pub(super) symbols: Vec<(SymId, Sort, Extent)>,
    pub(super) functions: Vec<Function>,
}

/// A function whose values the answer should give.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) id: FunId,
    pub(super) arity: usize,
    pub(super) sort: Sort,
    pub(super) extent: Extent,
}

/// The solver's answer.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    Unsat,
    Sat(Candidate),
    Unknown(String),
}

/// The solver's end.
struct Worker {
    solver: Solver,
    terms: Terms,
    stack: Vec<Assertion>,
    timeout: u32,
    /// The limits of the question before: is it brief, and how many milliseconds it had.
    limits: (bool, u32),
}

/// What Z3 may do for a brief answer, in its own unit: about a tenth of a second.
const BRIEF: u32 = 400_000;

fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX).max(1)
}

/// A little more, so that the time that is left is the same for many questions: setting a limit
/// costs Z3 more than most answers do. It is less than what a question is waited for beyond its
/// time.
fn coarse(milliseconds: u32) -> u32 {
    let step = (milliseconds / 8).clamp(1, 128);
    let coarse = milliseconds.checked_next_multiple_of(1 << step.ilog2());
    coarse.unwrap_or(u32::MAX)
}

impl Worker {
    fn new(timeout: Duration) -> Worker {
        let timeout = milliseconds(timeout);
        let worker = Worker {
            solver: Solver::new(),
            terms: Terms::default(),
            stack: Vec::new(),
            timeout,
            limits: (false, timeout),
        };
        worker.limit((false, timeout));
        worker
    }

    /// A brief answer is bounded by work rather than by time: the same question gets the same
    /// answer on a slow machine.
    fn limit(&self, (brief, milliseconds): (bool, u32)) {
        let mut params = Params::new();
        params.set_u32("timeout", milliseconds);
        params.set_u32("rlimit", if brief { BRIEF } else { 0 });
        self.solver.set_params(&params);
    }

    fn answer(&mut self, mut question: Question) -> Answer {
        for shipment in std::mem::take(&mut question.nodes) {
            self.terms.add(shipment);
        }
        let time = question.time.map_or(self.timeout, |time| {
            coarse(milliseconds(time)).min(self.timeout)
        });
        let limits = (question.brief, time);
        if limits != self.limits {
            self.limits = limits;
            self.limit(limits);
        }
        self.follow(std::mem::take(&mut question.path));
        self.solver.push();
        if question.within {
            self.assert_extents(&question);
        }
        let mut complete = true;
        for assertion in &question.goal {
            complete &= self.assert(assertion);
        }
        let answer = if complete {
            match self.solver.check() {
                SatResult::Unsat => Answer::Unsat,
                SatResult::Sat => match self.solver.get_model() {
                    Some(model) => {
                        let (symbols, functions) = (&question.symbols, &question.functions);
                        Answer::Sat(candidate(&mut self.terms, &model, symbols, functions))
                    }
                    None => Answer::Unknown("Z3 found a model but does not give it".into()),
                },
                SatResult::Unknown => Answer::Unknown(self.reason()),
            }
        } else {
            Answer::Unknown("the goal contains what Z3 is not told about (an array value)".into())
        };
        self.solver.pop(1);
        answer
    }

    /// Asserts what symbols and functions may stand for.
    fn assert_extents(&mut self, question: &Question) {
        for &(id, sort, extent) in &question.symbols {
            let ends = translate::within(&translate::symbol(id, sort), extent);
            ends.iter().for_each(|end| self.solver.assert(end));
        }
        for function in &question.functions {
            if let Some(everywhere) = self.terms.everywhere_within(function) {
                self.solver.assert(everywhere);
            }
        }
    }

    /// Why there is no answer, in words that do not depend on the moment at which time ran out.
    fn reason(&self) -> String {
        let reason = self.solver.get_reason_unknown().unwrap_or_default();
        let late = ["timeout", "cancel", "interrupt", "resource"];
        if late.iter().any(|word| reason.contains(word)) {
            "Z3 found no answer within its time limit".into()
        } else {
            format!("Z3 gave up: {reason}")
        }
    }

    /// Brings the solver's stack to `path`, keeping the common prefix.
    fn follow(&mut self, path: Vec<Assertion>) {
        let pairs = self.stack.iter().zip(&path);
        let common = pairs.take_while(|(old, new)| old == new).count();
        let extra = u32::try_from(self.stack.len() - common).unwrap_or(u32::MAX);
        if extra > 0 {
            self.solver.pop(extra);
        }
        for assertion in &path[common..] {
            self.solver.push();
            self.assert(assertion);
        }
        self.stack = path;
    }

    /// Asserts; false when the formula has no translation (then less is asserted).
    fn assert(&self, assertion: &Assertion) -> bool {
        for &app in &assertion.nonneg {
            if let Some(sign) = self.terms.not_negative(app) {
                self.solver.assert(sign);
            }
        }
        let formula = self.terms.bool(assertion.formula);
        if let Some(formula) = formula {
            self.solver.assert(formula);
        }
        formula.is_some()
    }
}
