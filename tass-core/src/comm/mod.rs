//! The one door between the engine and a communication model.
//!
//! The engine knows no MPI. An operation is *posted* when a process reaches it (its operands are
//! evaluated, messages are offered) and *completed* later by one of its [`Move`]s; in between the
//! process waits, and what it waits with is the model's [`Semantics::Pending`]. Posting commutes
//! with every step of every other process; what may not commute is told by the moves themselves:
//!
//! - a move with `sync` may happen even if the library buffers nothing and collectives synchronise;
//!   without it the move needs a buffering (eager) library;
//! - a move with `wildcard` is one of several matches, and another process could still add to them.
//!   Moves without it stay possible, with the same effect, whatever the others do first.
//!
//! A model says three things, each in a trait of its own: [what operations there are](Vocabulary),
//! [what they do](Semantics), and [how they explain themselves](Explain).

mod call;
mod care;
mod group;
mod operator;
mod outcome;
mod text;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;

pub use tass_syntax::operation::{Param, ParamKind, Pure, Returns, Signature};

pub use self::call::{Call, Cause, Check, CommError, Data, Fault, Operand, Undecided};
pub use self::care::Care;
pub use self::group::Group;
pub use self::operator::{Applied, Laws, OwnOperator, Question};
pub use self::outcome::{Awaited, Completed, Event, Hold, MessageRef, Move, Passed, Posted};
pub use self::text::Text;
use crate::report::Kind;
use crate::symbolic::{ExprId, Store};
use tass_syntax::tree::Type;

/// What operations there are: all that lowering has to know of a communication model.
pub trait Vocabulary {
    /// The signature of an operation.
    fn signature(&self, op: &str) -> Option<&'static Signature>;
    /// The value of a named constant, and its type.
    fn constant(&self, name: &str) -> Option<(i128, Type)>;
    /// Constants by which numbers are called where they occur, such as `ANY`.
    fn names(&self) -> &'static [(i128, &'static str)] {
        &[]
    }
    /// Values that may stand for a rank (or tag) in this operand although they are none, such as
    /// `ANY`: the value in the program (the native constant's), and the code by which
    /// [`Operand::Known`] gives it to the model.
    fn special_ranks(&self, param: &str) -> &'static [(i128, i64)];
    /// How a program asks for the number of processes, as advice names it.
    fn size_in_words(&self) -> &'static str {
        "the number of processes"
    }
}

/// What operations do.
pub trait Semantics: Vocabulary {
    /// Messages in flight, collective operations under way.
    type Shared: Clone + Eq + Hash + Debug;
    /// What one process waits with.
    type Pending: Clone + Eq + Hash + Debug;

    /// Do all processes take part in this operation, each with its first call, its second, and so
    /// on?
    fn is_collective(&self, op: &str) -> bool;
    /// In which of several orders of collective operations a call of one takes its turn.
    fn lane(&self, _store: &Store, _shared: &Self::Shared, _call: &Call<'_>) -> u64 {
        0
    }
    /// Does it make a difference, in a program with these operations, in which order processes
    /// reach them? Then posting does not commute, and nothing is left out of the search.
    fn order_matters(&self, _ops: &BTreeSet<&'static str>) -> bool {
        false
    }
    /// Can others notice, where that makes a difference, that a process has called this operation,
    /// if it does not wait in it?
    fn is_noticed(&self, _op: &str) -> bool {
        true
    }
    /// Where it does: what a careful run has to see to, before reaching operations can be taken to
    /// commute.
    fn care(&self, _ops: &BTreeSet<&'static str>) -> Option<Care> {
        None
    }
    /// The processes of `nprocs` that a special rank stands for, given by its code: where messages
    /// are counted, theirs are added.
    fn stands_for(&self, code: i64, nprocs: usize) -> Range<usize>;
    /// The number of processes that this one can name in a communicator, given by its number;
    /// `None` if it is none.
    fn size_of(&self, _shared: &Self::Shared, _process: usize, _comm: i64) -> Option<usize> {
        None
    }
    /// The processes of a communicator that this one names by its number.
    ///
    /// # Errors
    /// If it is none.
    fn group_of(&self, _shared: &Self::Shared, _process: usize, comm: i64) -> Result<Group, Fault> {
        unreachable!("a model without communicators has none with the number {comm}")
    }
    /// What must hold of an operand that is a rank or a tag, among this many processes.
    fn legal(&self, store: &mut Store, param: &Param, value: ExprId, nprocs: usize) -> ExprId;
    /// The state before anything happened. `ops` are the operations that occur in the program: the
    /// model need not keep track of what only others could make matter. `careful`: operations are
    /// asked for what they need in any order.
    fn initial(&self, nprocs: usize, ops: &BTreeSet<&'static str>, careful: bool) -> Self::Shared;
    /// A process reaches an operation.
    fn post(
        &self,
        store: &mut Store,
        shared: &mut Self::Shared,
        call: &Call<'_>,
    ) -> Result<Posted<Self::Pending>, CommError>;
    /// How a waiting process can go on, given where the others stand. In order of `choice`.
    fn moves(&self, shared: &Self::Shared, process: usize, pending: &Self::Pending) -> Vec<Move>;
    /// What the library can decide by itself for an operation of a process that goes on by itself:
    /// each is one of several, to which other processes could still add, and which stays possible
    /// until one of them is taken. In ascending order; below 2^30.
    fn decisions(&self, _shared: &Self::Shared, _process: usize) -> Vec<u32> {
        Vec::new()
    }
    /// Performs a decision.
    fn decide(&self, _shared: &mut Self::Shared, _process: usize, _decision: u32) {}
    /// Performs a move. After [`CommError::Undecided`] it is asked again, with the number's value
    /// in the place of the number; after [`CommError::Asked`], with the answer in `applied`.
    fn complete(
        &self,
        store: &mut Store,
        shared: &mut Self::Shared,
        process: usize,
        pending: &Self::Pending,
        choice: u32,
        applied: &Applied,
    ) -> Result<Completed<Self::Pending>, CommError>;
    /// A process leaves the program.
    fn exit(&self, shared: &mut Self::Shared, process: usize) -> Result<(), Fault>;
    /// Every process has left the program: what is left behind, and the process to blame.
    fn leftovers(&self, store: &Store, shared: &Self::Shared) -> Vec<(usize, Fault)>;
    /// About how many bytes a shared state has on the heap: it is kept with every state that has
    /// it.
    fn heap_bytes(shared: &Self::Shared) -> usize {
        size_of_val(shared)
    }
    /// Shows every expression in the shared state, in an order that depends on nothing else.
    /// Symbols that loops introduce are named in this order, so that states come back.
    fn visit_shared(&self, shared: &Self::Shared, f: &mut dyn FnMut(ExprId));
    /// Rewrites every expression that [`Semantics::visit_shared`] shows, in the same order. One
    /// that is forgotten would be a wrong value later, so take structs apart without `..`.
    fn map_shared(&self, shared: &mut Self::Shared, f: &mut dyn FnMut(ExprId) -> ExprId);
    /// Shows every expression in what a process waits with, in an order that depends on nothing
    /// else.
    fn visit_pending(&self, pending: &Self::Pending, f: &mut dyn FnMut(ExprId));
    /// Rewrites every expression that [`Semantics::visit_pending`] shows, in the same order.
    fn map_pending(&self, pending: &mut Self::Pending, f: &mut dyn FnMut(ExprId) -> ExprId);
}

/// How operations explain themselves, where something is wrong with them.
pub trait Explain: Semantics {
    /// What is wrong with an operand that is not [legal](Semantics::legal), given as it is shown.
    fn illegal(&self, param: &Param, value: &str, nprocs: usize) -> (Kind, String);
    /// For a blocked process: the operation, and what it waits for.
    fn describe(
        &self,
        store: &Store,
        shared: &Self::Shared,
        process: usize,
        pending: &Self::Pending,
    ) -> (String, String);
    /// For a blocked process: who could let it go on.
    fn awaits(&self, shared: &Self::Shared, process: usize, pending: &Self::Pending) -> Awaited;
    /// What a [decision](Semantics::decisions) is about: the receive, by the number under which its
    /// buffer is [held](Hold), and the process whose message it takes.
    fn receive_of(
        &self,
        _shared: &Self::Shared,
        _process: usize,
        _decision: u32,
    ) -> Option<(u32, usize)> {
        None
    }
    /// For a state in which nothing is left but moves that are not `sync`, of these processes: a
    /// headline, and what the library would have to do for a process to go on.
    fn held_back(
        &self,
        waiting: &[(&Self::Shared, usize, &Self::Pending)],
    ) -> (&'static str, &'static str);
    /// What a deadlock of these processes is, if there is a word for it.
    fn deadlock(&self, _shared: &Self::Shared, _waiting: &[(usize, &Self::Pending)]) -> Kind {
        Kind::Deadlock
    }
    /// Advice for a deadlock of these processes, if there is an obvious remedy.
    fn advise(&self, shared: &Self::Shared, waiting: &[(usize, &Self::Pending)]) -> Option<String>;
}

/// A communication model: all that the engine knows of operations.
pub trait CommModel: Explain {}

impl<C: Explain> CommModel for C {}
