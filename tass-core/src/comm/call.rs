//! An operation that a process has reached, and what may be wrong with it.

use std::sync::Arc;

use super::{MessageRef, OwnOperator, Question};
use crate::report::Kind;
use crate::symbolic::ExprId;
use tass_syntax::tree::Type;

/// An evaluated operand.
#[derive(Debug, Clone)]
pub enum Operand {
    /// A known integer.
    Known(i64),
    /// An operator of the program's own.
    Own(Arc<OwnOperator>),
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
    /// The buffers that the process has given to operations which do not use them now, by the
    /// numbers under which they are [held](super::Hold): what they hold, and their numbers of
    /// elements.
    pub resting: &'a [(u32, ExprId, Option<ExprId>)],
    /// What the model has [asked](CommError::Open), and whether it holds.
    pub decided: &'a [(ExprId, bool)],
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
    /// The types that do not fit together, if that is what is wrong.
    pub types: Option<Box<[Type; 2]>>,
    /// What must hold before: where it does not, that is what is wrong.
    pub after: Vec<Check>,
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
            types: None,
            after: Vec::new(),
        }
    }

    /// The same, since these two types differ.
    #[must_use]
    pub fn of_types(self, mine: &Type, other: &Type) -> Fault {
        Fault {
            types: Some(Box::new([mine.clone(), other.clone()])),
            ..self
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

/// An earlier operation that has to do with a fault. The model says which; a replay knows its
/// place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The send of this message.
    Message(MessageRef),
    /// The call with which this process took the same turn in a
    /// [collective](super::Semantics::is_collective) operation.
    Turn {
        /// Who called it.
        process: usize,
        /// In which [order](super::Semantics::lane) of collective operations.
        lane: u64,
        /// How many of that order the process that fails has called since.
        since: usize,
    },
    /// The call that uses a buffer, by the number under which it is [held](super::Hold).
    Held(u32),
    /// The call that gave the process that fails a communicator of this number.
    Made(u32),
    /// A call of a [collective](super::Semantics::is_collective) operation.
    Collective {
        /// Who called it.
        process: usize,
        /// In which [order](super::Semantics::lane) of collective operations.
        lane: u64,
        /// How many collective operations of that order it has called since.
        since: usize,
    },
}

/// Why a model does not go on.
#[derive(Debug, Clone)]
pub enum CommError {
    /// The operation is a violation.
    Fault(Fault),
    /// The operation may be legal, but the model cannot execute it: what it is that it cannot do,
    /// as a noun phrase.
    Unsupported(String),
    /// The operation depends on a number that the inputs decide; the engine has to decide it first.
    Undecided(Undecided),
    /// What reaching the operation comes to depends on this condition, which the inputs decide: the
    /// engine says whether it [holds](Call::decided). Where it can go both ways, both are gone.
    Open(ExprId),
    /// The model has to know something of an operator of the program's own.
    Asked(Question),
}

/// A number that an operation has to know to be completed.
#[derive(Debug, Clone)]
pub struct Undecided {
    /// The number, as it stands in the shared state or in what the process waits with: there it is
    /// replaced by its value.
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
