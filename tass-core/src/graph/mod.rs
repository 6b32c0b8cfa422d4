//! Program graphs: what the engine executes.
//!
//! A [`Program`] holds one [`Graph`] for each function reachable from the checked one; every
//! process runs the same graphs and differs from the others only in its rank. What always holds:
//!
//! - location 0 of a graph is its entry, and every successor of a location that can be reached from
//!   there exists. What cannot be reached, such as code behind an endless loop, may lead nowhere;
//! - a [`Term`] has no side effects; everything that has (calls, communication, assignments,
//!   splits) is an [`Action`];
//! - shared references are gone: `&T` is the value itself, since nobody can change it while it is
//!   borrowed; only `&mut T` is a reference at run time;
//! - types are fully inferred, and the ghost counters have their places: nothing is added to a
//!   program after lowering.

mod counter;
mod display;
mod dot;
mod memory;
mod mentions;
mod term;
mod terms;

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexSet;

use crate::comm::OwnOperator;
use crate::report::{Kind, SourceText};
use tass_syntax::tree::{Function, Layout, Span, Type};

pub use self::counter::{CommOf, Counted, CounterTerm, Holder};
pub use self::memory::{Membership, Memory, Pause, Region, SharedVar};
pub(crate) use self::mentions::Mentions;
pub use self::term::{
    BoundVar, Builtin, CastTo, FoldKind, Number, Place, Proj, Root, Term, TermKind,
};

/// A location: an index into [`Graph::nodes`].
pub type Loc = u32;

/// All graphs of a model; the checked function is graph 0.
#[derive(Debug)]
pub struct Program {
    /// The graphs.
    pub graphs: Vec<Graph>,
    /// Labels of `cover!` statements, in program order.
    pub covers: Vec<(usize, Span)>,
    /// `assert!` statements (graph, span), in program order: each should be reached.
    pub asserts: Vec<(usize, Span)>,
    /// The collective assertions, by name.
    pub labels: Vec<Label>,
    /// `output!` statements, in program order.
    pub outputs: Vec<Output>,
    /// The universes that are declared for some processes only.
    pub universes: Vec<Universe>,
    /// The messages that specifications count: each is a hidden local of every root graph.
    pub counted: Vec<Counted>,
    /// Shared variables and what is said of them.
    pub memory: Memory,
    /// The values and names of those constants of the communication model that numbers are taken
    /// for: none if the program names none.
    pub constants: &'static [(i128, &'static str)],
    /// The operators that it declares.
    pub operators: Vec<Operator>,
    /// The graph at which each program starts: the checked one, and the one it is compared with.
    pub roots: Vec<usize>,
}

/// `universe!(name: |p| member)`: the processes that take part in its assertions.
#[derive(Debug, Clone)]
pub struct Universe<N = Number> {
    /// Its name.
    pub name: String,
    /// Stands for a rank in `member`.
    pub var: BoundVar,
    /// Does that process belong to it?
    pub member: Term<N>,
    /// The graph it stands in.
    pub graph: usize,
    /// Where.
    pub span: Span,
}

/// An operator of the program's own.
#[derive(Debug)]
pub struct Operator {
    /// Its graph: one location, which returns a term of the two parameters.
    pub graph: usize,
    /// What communication models know of it.
    pub declared: Arc<OwnOperator>,
}

/// An `output!` statement.
#[derive(Debug, Clone)]
pub struct Output {
    /// The name of what is put out.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The graph it stands in.
    pub graph: usize,
    /// Where.
    pub span: Span,
}

/// The program graph of one function.
#[derive(Debug)]
pub struct Graph {
    /// The function's name.
    pub name: String,
    /// Its source, for reports.
    pub source: Arc<SourceText>,
    /// The function itself.
    pub function: Arc<Function>,
    /// Its parameters are its first locals.
    pub params: usize,
    /// Its local variables, temporaries included.
    pub locals: Vec<Local>,
    /// The actions, by location.
    pub nodes: Vec<Node>,
}

/// A part of the message of an assertion or a panic.
#[derive(Debug, Clone)]
pub enum Piece<N = Number> {
    /// Words.
    Text(String),
    /// The value of an argument.
    Value(Term<N>),
    /// An argument whose value is not looked at a second time: what is written there.
    Written(Span),
}

/// A local variable or temporary.
#[derive(Debug, Clone)]
pub struct Local {
    /// The user's name, or `None` for a temporary.
    pub name: Option<String>,
    /// Its type.
    pub ty: Type,
    /// Is it certainly an array, and no vector? (The type of a sequence does not tell.)
    pub array: bool,
}

impl Local {
    /// May it own memory that lies elsewhere, and can be moved to another variable?
    pub fn may_own_vectors(&self) -> bool {
        match (self.array, self.ty.item()) {
            (true, Some(item)) => may_be_vector(item),
            _ => may_be_vector(&self.ty),
        }
    }
}

/// May there be a vector in values of the type?
pub(crate) fn may_be_vector(ty: &Type) -> bool {
    match (ty, ty.layout()) {
        (Type::Array(item, _), _) => may_be_vector(item),
        (_, Layout::Sequence(..)) => true,
        (_, Layout::Parts(parts)) => parts.types().any(may_be_vector),
        (_, Layout::Variants(def)) => def.types().any(may_be_vector),
        (_, Layout::Reference { .. } | Layout::Scalar(_) | Layout::Handle(_)) => false,
    }
}

/// A location's action.
#[derive(Debug, Clone)]
pub struct Node<N = Number> {
    /// What happens here.
    pub action: Action<N>,
    /// Where it was written.
    pub span: Span,
}

/// What a process does at a location.
#[derive(Debug, Clone)]
pub enum Action<N = Number> {
    /// Goes on.
    Goto(Loc),
    /// A loop's head: as `Goto`, but a process that comes here often gives way to the others.
    LoopHead(Loc),
    /// The same of a loop that counts, and so never comes back to a state that it was in.
    CountingHead(Loc),
    /// Leaves a loop with an invariant of each process alone by another way than its condition:
    /// the loop's head, and where it goes on.
    Leave(Loc, Loc),
    /// `place = value`
    Assign(Place<N>, Term<N>, Loc),
    /// Forgets locals `from..to`, which are out of scope, so that states that differ only in dead
    /// variables are one. It stands where a block ends and where a loop begins anew. A jump does
    /// not pass it, except for a `continue` of a loop with an invariant: what was in scope there
    /// keeps its value until it is written or forgotten, which can make states that differ in
    /// nothing else two, and means nothing to the program.
    Kill {
        /// First local.
        from: u32,
        /// One past the last.
        to: u32,
        /// Successor.
        next: Loc,
    },
    /// Two ways to go.
    Branch {
        /// The guard of the first way.
        cond: Term<N>,
        /// If it holds.
        then: Loc,
        /// If it does not.
        otherwise: Loc,
    },
    /// Calls `graphs[graph]`.
    Call {
        /// The callee.
        graph: usize,
        /// Its arguments.
        args: Vec<Term<N>>,
        /// Where the result goes.
        dest: Option<u32>,
        /// Successor.
        next: Loc,
    },
    /// Leaves the function.
    Return(Term<N>),
    /// Must hold.
    Assert {
        /// The condition.
        cond: Term<N>,
        /// The user's message.
        message: Option<Vec<Piece<N>>>,
        /// Index into [`Program::asserts`].
        id: usize,
        /// Successor.
        next: Loc,
    },
    /// Only executions where it holds are looked at.
    Assume(Term<N>, Loc),
    /// Must be satisfiable on some path.
    Cover(usize, Term<N>, Loc),
    /// Fails: `panic!`, `unreachable!`, `unwrap()`.
    Fail {
        /// What it is called.
        kind: Kind,
        /// The user's message.
        message: Option<Vec<Piece<N>>>,
    },
    /// `output!(name = value)`
    Output {
        /// An index into [`Program::outputs`].
        id: u32,
        /// Its name.
        name: String,
        /// What is put out.
        value: Term<N>,
        /// Successor.
        next: Loc,
    },
    /// `dest = choose!(lo..hi)`, half-open.
    Choose {
        /// Where the value goes.
        dest: u32,
        /// Lowest value.
        lo: Term<N>,
        /// One past the highest.
        hi: Term<N>,
        /// Successor.
        next: Loc,
    },
    /// Splits on the values of an integer or boolean term.
    Elaborate(Term<N>, Loc),
    /// Appends to a vector.
    Push(Place<N>, Term<N>, Loc),
    /// A communication operation.
    Comm(Box<CommAction<N>>, Loc),
    /// A collective assertion.
    Collective(Box<CollectiveAction<N>>, Loc),
    /// The head of a loop with an invariant.
    Loop {
        /// The invariant.
        at: Box<CollectiveAction<N>>,
        /// Is the body entered?
        guard: Term<N>,
        /// The body.
        then: Loc,
        /// Behind the loop.
        otherwise: Loc,
    },
    /// Others may come between: the next action is seen by them, or sees them.
    Pause(Pause, Loc),
    /// A membership test.
    Test(Box<Membership<N>>, Loc),
}

/// A place where a process contributes to a collective assertion.
#[derive(Debug, Clone)]
pub struct CollectiveAction<N = Number> {
    /// Index into [`Program::labels`].
    pub label: usize,
    /// The communicator whose members it is about, if it is not a universe's.
    pub comm: Option<Term<N>>,
    /// The condition, which may speak of other processes.
    pub cond: Term<N>,
    /// The variables that are visible here, by name: what other processes see of this one.
    pub scope: Vec<(String, u32)>,
    /// For a loop: all that it may change, if that is said.
    pub assigns: Option<Vec<Place<N>>>,
    /// Where that is said.
    pub frame: Span,
    /// Where it was written.
    pub span: Span,
}

impl<N> Action<N> {
    /// The collective assertion or loop invariant to which a process contributes here.
    pub fn collective(&self) -> Option<&CollectiveAction<N>> {
        match self {
            Action::Collective(action, _) | Action::Loop { at: action, .. } => Some(action),
            _ => None,
        }
    }
}

/// The name of a collective assertion.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Label {
    /// Its universe; assertions are ordered only within it.
    pub universe: String,
    /// Is the universe a communicator, which has this name here, and may have others elsewhere?
    pub communicator: bool,
    /// Its name.
    pub name: String,
    /// Does it relate two programs?
    pub joint: bool,
    /// Is it a loop's invariant?
    pub invariant: bool,
    /// Does it belong to each process alone? Of invariants that do not speak of other processes.
    pub local: bool,
}

impl Label {
    /// Do both name the same assertion, in the same communicator if it is about one?
    pub fn agrees(&self, other: &Label) -> bool {
        let universe = match self.communicator {
            true => other.communicator,
            false => !other.communicator && self.universe == other.universe,
        };
        let flags = |l: &Label| (l.joint, l.invariant, l.local);
        universe && self.name == other.name && flags(self) == flags(other)
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.universe.as_str() {
            "" => write!(f, "{}", self.name),
            universe => write!(f, "{universe}::{}", self.name),
        }
    }
}

/// A communication operation with its operands.
#[derive(Debug, Clone)]
pub struct CommAction<N = Number> {
    /// The operation's name.
    pub op: &'static str,
    /// Its operands, in the order of the operation's signature; an absent optional one is `None`.
    pub args: Vec<Option<CommOperand<N>>>,
    /// Where the result goes.
    pub dest: Option<u32>,
    /// Buffers whose element type nothing says, so that it is Rust's default.
    pub untyped: Vec<Span>,
}

/// An operand of a communication operation.
#[derive(Debug, Clone)]
pub enum CommOperand<N = Number> {
    /// A plain value: a rank, a tag, an operator.
    Value(Term<N>),
    /// An operator of the program's own: an index into [`Program::operators`].
    Operator(usize),
    /// Data to be sent, of this element type; a sequence if `seq`.
    In {
        /// The data.
        value: Term<N>,
        /// Element type.
        elem: Type,
        /// A sequence of elements, or a single one?
        seq: bool,
        /// Where it is, if the operation may write there, or goes on reading it when it is over:
        /// nothing with side effects.
        place: Option<Place<N>>,
        /// Is the place that of a shared reference, which stands for what it refers to?
        borrowed: bool,
    },
    /// A variable to receive into.
    Out {
        /// Where.
        place: Place<N>,
        /// Element type.
        elem: Type,
        /// A sequence of elements, or a single one?
        seq: bool,
    },
}

impl Program {
    /// The graphs that a side can come to.
    pub(crate) fn reachable(&self, side: usize) -> IndexSet<usize> {
        let mut reached: IndexSet<usize> = IndexSet::from([self.roots[side]]);
        let mut next = 0;
        while let Some(&graph) = reached.get_index(next) {
            next += 1;
            for node in &self.graphs[graph].nodes {
                if let Action::Call { graph, .. } = node.action {
                    reached.insert(graph);
                }
            }
        }
        reached
    }

    /// The communication operations that occur.
    pub(crate) fn operations(&self) -> BTreeSet<&'static str> {
        let nodes = self.graphs.iter().flat_map(|graph| &graph.nodes);
        let operations = nodes.filter_map(|node| match &node.action {
            Action::Comm(action, _) => Some(action.op),
            _ => None,
        });
        operations.collect()
    }

    /// The location in the source of a span of one of its graphs.
    pub fn location(&self, graph: usize, span: Span) -> crate::report::Location {
        crate::report::Location {
            function: self.graphs[graph].source.clone(),
            span,
        }
    }
}
