//! The program diagraph: the local states of one process, and how it goes from one to the next.
//!
//! It is derived from the program graph by executing one process that knows nothing of the others:
//! a membership test is given both answers, and each edge says which. A node is a place where the
//! process pauses (before it writes a shared variable or tests others, or inside a critical region)
//! together with the values of its variables; so the nodes are those of Szymanski and Vidal, one
//! for each valuation. What always holds: every step of a process from one pause to the next, in
//! any global state with any number of processes, is an edge whose guards are true there; and what
//! a guard asks of another process depends only on that process's node.

use super::bits::Bits;
use crate::graph::{Loc, Pause};
use crate::report::Kind;
use crate::symbolic::ExprId;
use tass_syntax::tree::Span;

/// The local states of a process and the steps between them.
#[derive(Debug)]
pub struct Diagraph {
    /// The local states; the first ones are those where a process first pauses.
    pub nodes: Vec<LocalState>,
    /// How many of the nodes are initial.
    pub starts: usize,
    /// What tests ask.
    pub predicates: Vec<Predicate>,
    /// Failures before the first pause.
    pub(crate) false_starts: Vec<Failing>,
    /// `always!` conditions.
    pub(crate) always: Vec<(Formula, Span)>,
}

/// A local state: where the process stands, and with what.
#[derive(Debug)]
pub struct LocalState {
    /// `S3{a, w}`: the place, and the variables that are not at their initial values.
    pub name: String,
    /// What it is about to do.
    pub standing: Standing,
    /// Where.
    pub loc: Loc,
    /// Where that is written.
    pub span: Span,
    /// Is it inside a critical region?
    pub inside: bool,
    /// The values of its shared variables.
    pub(crate) shared: Vec<ExprId>,
    /// The ways to go on.
    pub edges: Vec<Edge>,
}

/// What a process is about to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// As the pause says.
    Paused(Pause),
    /// It is in the middle of a condition, where tests are not atomic.
    Testing,
    /// It runs local code that may not end.
    Spinning,
    /// It has ended.
    Ended,
}

/// A step of a process.
#[derive(Debug)]
pub struct Edge {
    /// The answers of the tests that it makes.
    pub guards: Vec<Guard>,
    /// Where it leads.
    pub to: End,
}

/// Where an edge leads.
#[derive(Debug)]
pub enum End {
    /// To a local state.
    Node(usize),
    /// To a violation.
    Failure(Failing),
}

/// A violation of one process on its own.
#[derive(Debug, Clone)]
pub struct Failing {
    /// Its kind.
    pub kind: Kind,
    /// Where it happens.
    pub span: Option<Span>,
}

/// The answer of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guard {
    /// Index into [`Diagraph::predicates`].
    pub predicate: usize,
    /// The answer.
    pub holds: bool,
}

/// What a test asks.
#[derive(Debug)]
pub struct Predicate {
    /// `all`?
    pub forall: bool,
    /// Only of the processes before this one?
    pub before: bool,
    /// Where it is written.
    pub span: Span,
    /// The local states that decide the test: for `any` those that satisfy it, for `all` those that
    /// do not.
    pub decisive: Bits,
}

/// The kinds of edges, by the node that they leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgeKind {
    /// No test.
    Unconditional,
    /// One of the answers leads back: the process waits.
    While,
    /// Both answers lead on.
    If,
    /// The process waits for those before it.
    Sequentialising,
}

/// A condition on the set of populated nodes.
#[derive(Debug)]
pub(crate) enum Formula {
    Const(bool),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Xor(Box<Formula>, Box<Formula>),
    /// Some process is in one of these nodes.
    Some(Bits),
}

impl Formula {
    pub(crate) fn holds(&self, populated: &Bits) -> bool {
        match self {
            Formula::Const(value) => *value,
            Formula::Not(a) => !a.holds(populated),
            Formula::And(a, b) => a.holds(populated) && b.holds(populated),
            Formula::Or(a, b) => a.holds(populated) || b.holds(populated),
            Formula::Xor(a, b) => a.holds(populated) != b.holds(populated),
            Formula::Some(nodes) => populated.meets(nodes),
        }
    }
}

impl Diagraph {
    /// The kind of a node's edges.
    pub fn kind(&self, node: usize) -> EdgeKind {
        let state = &self.nodes[node];
        let guards = || state.edges.iter().flat_map(|edge| &edge.guards);
        if guards().next().is_none() {
            return EdgeKind::Unconditional;
        }
        let loc_of = |edge: &Edge| match edge.to {
            End::Node(to) => Some(self.nodes[to].loc),
            End::Failure(_) => None,
        };
        // A loop whose body pauses comes back to its test by way of that pause.
        let back = |edge: &Edge| match edge.to {
            End::Node(to) => {
                loc_of(edge) == Some(state.loc)
                    || self.nodes[to]
                        .edges
                        .iter()
                        .any(|e| loc_of(e) == Some(state.loc))
            }
            End::Failure(_) => false,
        };
        let waits = state.edges.iter().any(back);
        match (
            waits,
            guards().any(|guard| self.predicates[guard.predicate].before),
        ) {
            (true, true) => EdgeKind::Sequentialising,
            (true, false) => EdgeKind::While,
            (false, _) => EdgeKind::If,
        }
    }
}

impl Predicate {
    /// Must a decisive process be found for this answer?
    pub(crate) fn wants_decisive(&self, holds: bool) -> bool {
        holds != self.forall
    }
}
