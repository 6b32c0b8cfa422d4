//! The one door between the engine and a communication model.
//!
//! The engine knows no MPI. An operation is *posted* when a process reaches it (its operands are
//! evaluated, messages are offered) and *completed* later by one of its [`Move`]s; in between the process
//! waits, and what it waits with is the model's [`CommModel::Pending`]. Posting commutes with every step of every
//! other process; what may not commute is told by the moves themselves:
//!
//! - a move with `sync` may happen even if the library buffers nothing and collectives synchronise;
//!   without it the move needs a buffering (eager) library;
//! - a move with `wildcard` is one of several matches, and another process could still add to them.
//!   Moves without it stay possible, with the same effect, whatever the others do first.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

pub use tass_syntax::operation::{Param, ParamKind, Pure, Returns, Signature};

use crate::exec::shown_input;
use crate::program::ast::{IntTy, StructDef, Type, Way};
use crate::report::{EventKind, Kind};
use crate::symbolic::{ExprId, Store};

/// An evaluated operand.
#[derive(Debug, Clone)]
pub enum Operand {
    /// A known integer.
    Known(i64),
    /// Data.
    In(Data),
    /// A variable to write.
    Out {
        /// A reference.
        place: ExprId,
        /// Element type.
        elem: Type,
        /// Number of elements it can hold, if it is a sequence.
        room: Option<ExprId>,
        /// What it held when the operation was posted.
        current: ExprId,
    },
}

/// Data in a message.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Data {
    /// The value: one element, or a sequence.
    pub value: ExprId,
    /// Element type.
    pub elem: Type,
    /// Number of elements, if it is a sequence.
    pub len: Option<ExprId>,
}

impl Data {
    /// Shows its expressions.
    pub fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Data {
            value,
            elem: _,
            len,
        } = self;
        f(*value);
        len.iter().for_each(|len| f(*len));
    }

    /// Rewrites its expressions.
    pub fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Data {
            value,
            elem: _,
            len,
        } = self;
        *value = f(*value);
        *len = len.map(f);
    }
}

/// An operation that a process has reached.
#[derive(Debug)]
pub struct Call<'a> {
    /// The calling process.
    pub process: usize,
    /// The number of processes.
    pub nprocs: usize,
    /// The operation.
    pub op: &'static str,
    /// Its operands in canonical order, defaults filled in.
    pub args: &'a [Operand],
}

/// Something that must hold for an operation to be legal.
#[derive(Debug, Clone)]
pub struct Check {
    /// What must hold.
    pub goal: ExprId,
    /// What it is a violation of.
    pub kind: Kind,
    /// What to tell the user if it does not.
    pub message: String,
}

/// A violation found by the model itself.
#[derive(Debug, Clone)]
pub struct Fault {
    /// Its kind.
    pub kind: Kind,
    /// What to tell the user.
    pub message: String,
    /// What somebody did before that has to do with it.
    pub cause: Option<Cause>,
    /// The operand that is wrong, if it is one of them.
    pub operand: Option<&'static str>,
}

impl Fault {
    /// A fault without a cause.
    #[must_use]
    pub fn new(kind: Kind, message: String) -> Fault {
        Fault {
            kind,
            message,
            cause: None,
            operand: None,
        }
    }

    /// The same, which is about this operand.
    #[must_use]
    pub fn about(self, operand: &'static str) -> Fault {
        Fault {
            operand: Some(operand),
            ..self
        }
    }

    /// The same, with what led to it.
    #[must_use]
    pub fn because(self, cause: Cause) -> Fault {
        Fault {
            cause: Some(cause),
            ..self
        }
    }
}

/// An earlier operation that has to do with a fault. The model says which; a replay knows its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The send of this message.
    Message(MessageRef),
    /// The call with which this process took the same turn in a [collective](CommModel::is_collective) operation.
    Turn(usize),
    /// A call of a [collective](CommModel::is_collective) operation.
    Collective {
        /// Who called it.
        process: usize,
        /// How many collective operations it has called since.
        since: usize,
    },
}

/// Why a model does not go on.
#[derive(Debug, Clone)]
pub enum CommError {
    /// The operation is a violation.
    Fault(Fault),
    /// The operation may be legal, but the model cannot execute it: what it is that it cannot do, as a
    /// noun phrase.
    Unsupported(String),
    /// The operation depends on a number that the inputs decide; the engine has to decide it first.
    Undecided(Undecided),
}

/// A number that an operation has to know to be completed.
#[derive(Debug, Clone)]
pub struct Undecided {
    /// The number, as it stands in the shared state or in what the process waits with: there it is replaced by its value.
    pub value: ExprId,
    /// What must hold before it matters which number it is.
    pub checks: Vec<Check>,
    /// What it is that the model cannot do for just any number, as a noun phrase.
    pub what: String,
}

impl From<Fault> for CommError {
    fn from(fault: Fault) -> CommError {
        CommError::Fault(fault)
    }
}

/// One way in which a waiting operation can go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Tells it from the others of the same operation; of a `wildcard` move it is the rank of the source.
    pub choice: u32,
    /// Possible without buffering.
    pub sync: bool,
    /// One of several matches that others could still add to.
    pub wildcard: bool,
}

/// The result of a completed move.
#[derive(Debug)]
pub struct Completed<P> {
    /// References and what is written to them.
    pub writes: Vec<(ExprId, ExprId)>,
    /// The operation's value.
    pub result: Option<ExprId>,
    /// What must hold for this to be legal; checked before the writes.
    pub checks: Vec<Check>,
    /// Integers that were computed, partial results included, and their types: where overflow is
    /// checked, they must fit.
    pub computed: Vec<(ExprId, IntTy)>,
    /// The operation is not over yet.
    pub again: Option<P>,
    /// Messages of which the process's part is over now, for those who count them.
    pub passed: Vec<Passed>,
    /// What to show of it.
    pub event: Option<Event>,
}

/// A message that a process has sent or received. Only messages between two processes: what a collective
/// operation moves is nobody's message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passed {
    /// Sent or received?
    pub way: Way,
    /// The other process.
    pub peer: usize,
    /// Its tag.
    pub tag: i64,
}

/// What a trace shows of an operation.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its kind.
    pub kind: EventKind,
    /// The text, values included.
    pub text: Text,
    /// The message it sends or takes.
    pub message: Option<MessageRef>,
}

/// Words with values between them, put together only when somebody reads them: nearly all events
/// are of executions that no trace is ever shown of.
#[derive(Debug, Clone, Default)]
pub struct Text(Vec<Piece>);

#[derive(Debug, Clone)]
enum Piece {
    Words(Cow<'static, str>),
    Value(ExprId),
    /// Structs, or a sequence of them.
    Structs(ExprId, Arc<StructDef>, bool),
}

impl Text {
    /// A text that starts with these words.
    #[must_use]
    pub fn new(words: impl Into<Cow<'static, str>>) -> Text {
        Text(vec![Piece::Words(words.into())])
    }

    /// The text with these words behind it.
    #[must_use]
    pub fn words(mut self, words: impl Into<Cow<'static, str>>) -> Text {
        self.0.push(Piece::Words(words.into()));
        self
    }

    /// The text with this value behind it.
    #[must_use]
    pub fn value(mut self, value: ExprId) -> Text {
        self.0.push(Piece::Value(value));
        self
    }

    /// The text with this data behind it: structs by their names.
    #[must_use]
    pub fn data(mut self, data: &Data) -> Text {
        self.0.push(match &data.elem {
            Type::Struct(def) => Piece::Structs(data.value, def.clone(), data.len.is_some()),
            _ => Piece::Value(data.value),
        });
        self
    }

    /// The text as it is read.
    #[must_use]
    pub fn show(&self, store: &Store) -> String {
        let pieces = self.0.iter().map(|piece| match piece {
            Piece::Words(words) => words.to_string(),
            Piece::Value(value) => store.display(*value).to_string(),
            Piece::Structs(value, def, several) => {
                let one = Type::Struct(def.clone());
                let ty = match several {
                    true => Type::Slice(Box::new(one)),
                    false => one,
                };
                shown_input(store, &ty, *value)
            }
        });
        pieces.collect()
    }
}

/// A message as a trace sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageRef {
    /// Sender.
    pub from: usize,
    /// Receiver.
    pub to: usize,
    /// For a receive: the message's position among those under way from `from` to `to`.
    pub position: usize,
}

/// The processes that a blocked one waits for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Awaited {
    /// Who, in ascending order.
    pub processes: Vec<usize>,
    /// Would one of them be enough?
    pub any: bool,
}

/// What operations there are: all that lowering has to know of a communication model.
pub trait Vocabulary {
    /// The signature of an operation.
    fn signature(&self, op: &str) -> Option<&'static Signature>;
    /// The value of a named constant.
    fn constant(&self, name: &str) -> Option<i128>;
    /// Constants by which numbers are called where they occur, such as `ANY`.
    fn names(&self) -> &'static [(i128, &'static str)] {
        &[]
    }
    /// Values that may stand for a rank (or tag) in this operand although they are none, such as `ANY`: the value in the
    /// program (the native constant's), and the code by which [`Operand::Known`] gives it to the model.
    fn special_ranks(&self, param: &str) -> &'static [(i128, i64)];
    /// How a program asks for the number of processes, as advice names it.
    fn size_in_words(&self) -> &'static str {
        "the number of processes"
    }
}

/// A communication model.
pub trait CommModel: Vocabulary {
    /// Messages in flight, collective operations under way.
    type Shared: Clone + Eq + Hash + Debug;
    /// What one process waits with.
    type Pending: Clone + Eq + Hash + Debug;

    /// Do all processes take part in this operation, each with its first call, its second, and so on?
    fn is_collective(&self, op: &str) -> bool;
    /// The processes of `nprocs` that a special rank stands for, given by its code: where messages are counted, theirs are added.
    fn stands_for(&self, code: i64, nprocs: usize) -> Range<usize>;
    /// What must hold of an operand that is a rank or a tag, among this many processes.
    fn legal(&self, store: &mut Store, param: &Param, value: ExprId, nprocs: usize) -> ExprId;
    /// What is wrong with one of which that does not hold, given as it is shown.
    fn illegal(&self, param: &Param, value: &str, nprocs: usize) -> (Kind, String);
    /// The state before anything happened. `ops` are the operations that occur in the program: the model need
    /// not keep track of what only others could make matter.
    fn initial(&self, nprocs: usize, ops: &BTreeSet<&'static str>) -> Self::Shared;
    /// A process reaches an operation. `None`: it is already over.
    fn post(
        &self,
        store: &mut Store,
        shared: &mut Self::Shared,
        call: &Call<'_>,
    ) -> Result<(Option<Self::Pending>, Option<Event>), CommError>;
    /// How a waiting process can go on, given where the others stand. In order of `choice`.
    fn moves(&self, shared: &Self::Shared, process: usize, pending: &Self::Pending) -> Vec<Move>;
    /// Performs a move. After [`CommError::Undecided`] it is asked again, with the number's value in the place of the number.
    fn complete(
        &self,
        store: &mut Store,
        shared: &mut Self::Shared,
        process: usize,
        pending: &Self::Pending,
        choice: u32,
    ) -> Result<Completed<Self::Pending>, CommError>;
    /// A process leaves the program.
    fn exit(&self, shared: &mut Self::Shared, process: usize) -> Result<(), Fault>;
    /// Every process has left the program: what is left behind, and the process to blame.
    fn leftovers(&self, store: &Store, shared: &Self::Shared) -> Vec<(usize, Fault)>;
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
    /// For a state in which nothing is left but moves that are not `sync`, of these operations: a
    /// headline, and what the library would have to do for a process to go on.
    fn held_back(&self, ops: &[&str]) -> (&'static str, &'static str);
    /// Advice for a deadlock of these processes, if there is an obvious remedy.
    fn advise(&self, shared: &Self::Shared, waiting: &[(usize, &Self::Pending)]) -> Option<String>;
    /// About how many bytes a shared state has on the heap: it is kept with every state that has
    /// it.
    fn heap_bytes(shared: &Self::Shared) -> usize {
        size_of_val(shared)
    }
    /// Shows every expression in the shared state, in an order that depends on nothing else.
    /// Symbols that loops introduce are named in this order, so that states come back.
    fn visit_shared(&self, shared: &Self::Shared, f: &mut dyn FnMut(ExprId));
    /// Rewrites every expression that [`CommModel::visit_shared`] shows, in the same order. One
    /// that is forgotten would be a wrong value later, so take structs apart without `..`.
    fn map_shared(&self, shared: &mut Self::Shared, f: &mut dyn FnMut(ExprId) -> ExprId);
    /// Shows every expression in what a process waits with, in an order that depends on nothing
    /// else.
    fn visit_pending(&self, pending: &Self::Pending, f: &mut dyn FnMut(ExprId));
    /// Rewrites every expression that [`CommModel::visit_pending`] shows, in the same order.
    fn map_pending(&self, pending: &mut Self::Pending, f: &mut dyn FnMut(ExprId) -> ExprId);
}
