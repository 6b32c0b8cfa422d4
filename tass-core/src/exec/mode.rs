//! How steps are executed. A mode is a value that a step is given: nobody changes that of another.

use crate::options::{Options, Tests, Violations};

/// How a step is executed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    /// Go on after a violation?
    pub(crate) all_violations: bool,
    /// How loops with invariants are executed.
    pub(crate) loops: Loops,
    /// Is the completion of an operation a step of its own? It may let another process go on before
    /// this one reaches what comes next. That matters only where it matters who comes first, and
    /// there nothing is reduced, or one process waits for all others. (Where the model says so of
    /// the whole program, reaching one that waits for nobody is a step as well:
    /// `operations/complete.rs`, `is_step`.)
    pub(crate) fine_steps: bool,
    /// Does a membership test read one process after the other?
    pub(crate) nonatomic: bool,
    /// Ways that inputs and choices open in one step and that are followed; others are left out.
    /// Only where nothing is to be proved: while a counterexample is made smaller.
    pub(crate) most_ways: Option<u64>,
}

/// What is done with loop invariants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loops {
    /// They are used: a proof for any number of iterations. What is found wrong need not be
    /// reachable.
    Induction,
    /// They are checked like collective assertions, in at most this many iterations: what is found
    /// wrong really happens.
    Bounded(u32),
    /// They are checked, and nothing else: a loop is followed as if it had none.
    Plain,
}

impl Mode {
    /// As the user's options ask for.
    pub(crate) fn of(options: &Options, loops: Loops) -> Mode {
        Mode {
            all_violations: options.violations == Violations::All,
            loops,
            fine_steps: !options.reduction || options.latest.is_some(),
            nonatomic: options.tests == Tests::Nonatomic,
            most_ways: None,
        }
    }

    /// Are loops gone through a few times only?
    pub(crate) fn is_bounded(self) -> bool {
        matches!(self.loops, Loops::Bounded(_))
    }
}
