//! How a waiting operation can go on, and what comes of it.

use super::{Check, Text};
use crate::report::EventKind;
use crate::symbolic::ExprId;
use tass_syntax::tree::{IntTy, Way};

/// One way in which a waiting operation can go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Tells it from the others of the same operation.
    pub choice: u32,
    /// Possible without buffering.
    pub sync: bool,
    /// One of several matches that others could still add to.
    pub wildcard: bool,
    /// The answer that nothing has happened yet: it can always be given, but not for ever where
    /// something else can happen.
    pub idle: bool,
    /// Is the choice the rank of the process whose message is taken?
    pub takes: bool,
}

impl Move {
    /// The only move of an operation, possible without buffering, whatever the others do.
    pub fn certain(choice: u32) -> Move {
        Move {
            choice,
            sync: true,
            wildcard: false,
            idle: false,
            takes: false,
        }
    }

    /// One of several, of which there may be more.
    pub fn one_of_several(choice: u32) -> Move {
        Move {
            wildcard: true,
            ..Move::certain(choice)
        }
    }

    /// One of several messages that are there, and others may come.
    pub fn takes_from(source: u32) -> Move {
        Move {
            takes: true,
            ..Move::one_of_several(source)
        }
    }

    /// The answer that nothing has happened yet.
    pub fn not_yet(choice: u32) -> Move {
        Move {
            idle: true,
            ..Move::one_of_several(choice)
        }
    }

    /// The same, if the library buffers.
    #[must_use]
    pub fn if_buffered(self) -> Move {
        Move {
            sync: false,
            ..self
        }
    }
}

/// What comes of reaching an operation.
#[derive(Debug)]
pub struct Posted<P> {
    /// What the process waits with. `None`: the operation is over.
    pub pending: Option<P>,
    /// The value of an operation that is over.
    pub result: Option<ExprId>,
    /// Buffers that the operation goes on using when it is over for the process.
    pub held: Vec<Hold>,
    /// Buffers that were given to an operation before, and that it uses from now on.
    pub resumed: Vec<u32>,
    /// Messages that are under way from now on, and that nobody waits for.
    pub passed: Vec<Passed>,
    /// What must hold for the call to be legal.
    pub checks: Vec<Check>,
    /// References and what is written to them, where the operation is over.
    pub writes: Vec<(ExprId, ExprId)>,
    /// What to show of it, in order.
    pub events: Vec<Event>,
}

impl<P> Posted<P> {
    /// The process waits with this.
    pub fn waits(pending: P, event: Option<Event>) -> Posted<P> {
        Posted {
            pending: Some(pending),
            result: None,
            held: Vec::new(),
            resumed: Vec::new(),
            passed: Vec::new(),
            checks: Vec::new(),
            writes: Vec::new(),
            events: event.into_iter().collect(),
        }
    }

    /// The operation is over.
    pub fn over(event: Option<Event>) -> Posted<P> {
        Posted {
            pending: None,
            result: None,
            held: Vec::new(),
            resumed: Vec::new(),
            passed: Vec::new(),
            checks: Vec::new(),
            writes: Vec::new(),
            events: event.into_iter().collect(),
        }
    }
}

/// A buffer that is in use until it is [released](Completed::released).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hold {
    /// By which it is released: one that the process has not given to a buffer in use.
    pub id: u32,
    /// The operand that it is.
    pub operand: &'static str,
    /// Will it be written, so that the process must not even read it?
    pub written: bool,
    /// Is it in use from now on, or only from when it is [resumed](Posted::resumed)?
    pub now: bool,
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
    /// The communicator that the process has left for good, by its [lane](super::Group).
    pub left: Option<u64>,
    /// The number of a communicator that the process has from now on.
    pub made: Option<i64>,
    /// Buffers in use that the process has back.
    pub released: Vec<u32>,
    /// Buffers in use that the process has back until they are resumed.
    pub rested: Vec<u32>,
    /// What to show of it, in order.
    pub events: Vec<Event>,
}

impl<P> Default for Completed<P> {
    fn default() -> Completed<P> {
        Completed {
            writes: Vec::new(),
            result: None,
            checks: Vec::new(),
            computed: Vec::new(),
            again: None,
            passed: Vec::new(),
            left: None,
            made: None,
            released: Vec::new(),
            rested: Vec::new(),
            events: Vec::new(),
        }
    }
}

/// A message that a process has sent or received. Only messages between two processes: what a
/// collective operation moves is nobody's message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passed {
    /// Sent or received?
    pub way: Way,
    /// The other process.
    pub peer: usize,
    /// Its tag.
    pub tag: i64,
    /// Its communicator, by the number that the process has for it, if it still has one.
    pub comm: Option<i64>,
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

/// A message as a trace sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageRef {
    /// Sender.
    pub from: usize,
    /// Receiver.
    pub to: usize,
    /// Which of several orders of messages between the two it belongs to.
    pub lane: u64,
    /// For a receive: the message's position among those under way from `from` to `to`, there.
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
