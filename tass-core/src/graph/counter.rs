//! Ghost counters: how many messages a process has sent to, and received from, each other process.
//!
//! They are hidden locals of a process's first frame, the last ones of every root graph, and there
//! are only those that some specification of the program asks for. As locals they are part of
//! snapshots and write sets, and get new symbols where a loop is generalised, like any other
//! variable. Each has a component for each process, so that a loop that talks to one process
//! forgets nothing of the others; how many processes there are is not known to a graph. Where each
//! communicator counts for itself, it has as many for each number that the process has for one.

use super::{Graph, Local, Number, Program, Term};
use tass_syntax::tree::{IntTy, Type, Way};

/// Messages that are counted: sent or received ones, with one tag or with any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counted {
    /// Sent or received?
    pub way: Way,
    /// Only those with this tag.
    pub tag: Option<i64>,
    /// Each communicator for itself?
    pub by_comm: bool,
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
    /// The communicator that is meant, if not all.
    pub comm: Option<CommOf<N>>,
}

/// A communicator in a condition.
#[derive(Debug, Clone)]
pub enum CommOf<N = Number> {
    /// This one.
    Value(Term<N>),
    /// The one that the process whose counter it is has in this variable.
    Variable(String),
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

/// As many communicators of a process are counted, by its own numbers for them.
const COMMS: usize = 8;

impl Counted {
    /// How many numbers there are, with so many processes.
    pub(crate) fn width(self, most: usize) -> usize {
        match self.by_comm {
            true => COMMS * most,
            false => most,
        }
    }

    /// Where the number for a process is, in the communicator of this number: `None` if there is
    /// none.
    pub(crate) fn at(self, most: usize, peer: usize, comm: Option<i64>) -> Option<usize> {
        if !self.by_comm {
            return Some(peer);
        }
        let comm = usize::try_from(comm?).ok().filter(|comm| *comm < COMMS)?;
        Some(comm * most + peer)
    }

    /// How a report calls the number at this place.
    pub(crate) fn shown(self, most: usize, at: usize) -> String {
        let tag = self.tag.map(|tag| format!(", tag = {tag}"));
        let comm = self.by_comm.then(|| format!(", comm = #{}", at / most));
        let (tag, comm) = (tag.unwrap_or_default(), comm.unwrap_or_default());
        format!("{}({}{tag}{comm})", self.way, at % most)
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
        let comm = match &counter.comm {
            None => String::new(),
            Some(CommOf::Value(comm)) => format!(", {}", self.term(comm)),
            Some(CommOf::Variable(name)) => format!(", its {name}"),
        };
        format!("{holder}counter{}({peer}{comm})", counter.counted)
    }
}
