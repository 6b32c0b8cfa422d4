//! What goes wrong in a step, and why a step stops.

use crate::prover::PcId;
use crate::report::{Inconclusive, Kind};
use crate::symbolic::{ExprId, Model};
use tass_syntax::tree::{Span, Type};

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
    /// Symbols that were eliminated in what the violation depends on, besides those of the path to
    /// it.
    pub(crate) solved: Vec<(ExprId, ExprId)>,
    /// The failed condition as written, if there is one.
    pub(crate) condition: Option<FailedTerm>,
    /// The variable that it is about, where that is not what its place names.
    pub(crate) variable: Option<String>,
    /// The types that do not fit together.
    pub(crate) types: Option<Box<[Type; 2]>>,
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
