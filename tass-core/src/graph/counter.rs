//! Ghost counters: how many messages a process has sent to, and received from, each other process.
//!
//! They are hidden locals of a process's first frame, the last ones of every root graph, and there
//! are only those that some specification of the program asks for. As locals they are part of
//! snapshots and write sets, and get new symbols where a loop is generalised, like any other
//! variable. Each has a component for each process, so that a loop that talks to one process
//! forgets nothing of the others; how many processes there are is not known to a graph.

use super::{Graph, Local, Number, Program, Term};
use tass_syntax::tree::{IntTy, Type, Way};

/// Messages that are counted: sent or received ones, with one tag or with any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counted {
    /// Sent or received?
    pub way: Way,
    /// Only those with this tag.
    pub tag: Option<i64>,
}

/// A counter in a condition.
#[derive(Debug, Clone)]
pub struct CounterTerm<N = Number> {
    /// An index into [`Program::counted`].
    pub counted: usize,
    /// Whose it is.
    pub holder: Holder<N>,
    /// The process at the other end.
    pub peer: Term<N>,
}

/// The process whose counter is meant.
#[derive(Debug, Clone)]
pub enum Holder<N = Number> {
    /// The one whose condition it is.
    Own,
    /// `proc[e]`
    Process(Term<N>),
    /// `spec`, `spec[e]`
    Spec(Option<Term<N>>),
}

impl Counted {
    /// How a report calls the counter for one process.
    pub(crate) fn shown(self, peer: usize) -> String {
        match self.tag {
            None => format!("{}({peer})", self.way),
            Some(tag) => format!("{}({peer}, tag = {tag})", self.way),
        }
    }
}

impl Local {
    /// The hidden local that holds a counter: a number for each process.
    pub(crate) fn counter() -> Local {
        Local {
            name: None,
            ty: Type::Slice(Box::new(Type::Int(IntTy::Usize))),
            array: true,
        }
    }
}

impl Program {
    /// The local of a root graph that holds a counter.
    pub(crate) fn counter_slot(&self, root: usize, counted: usize) -> u32 {
        let slot = self.graphs[root].locals.len() - self.counted.len() + counted;
        u32::try_from(slot).expect("a function has fewer than 2^32 variables")
    }
}

impl Graph {
    pub(super) fn counter(&self, counter: &CounterTerm) -> String {
        let holder = match &counter.holder {
            Holder::Own => String::new(),
            Holder::Process(process) => format!("proc[{}].", self.term(process)),
            Holder::Spec(None) => "spec.".into(),
            Holder::Spec(Some(process)) => format!("spec[{}].", self.term(process)),
        };
        let peer = self.term(&counter.peer);
        format!("{holder}counter{}({peer})", counter.counted)
    }
}
