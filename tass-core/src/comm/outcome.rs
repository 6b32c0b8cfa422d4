//! How a waiting operation can go on, and what comes of it.

use super::{Check, Text};
use crate::report::EventKind;
use crate::symbolic::ExprId;
use tass_syntax::tree::{IntTy, Way};

/// One way in which a waiting operation can go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Tells it from the others of the same operation; of a `wildcard` move it is the rank of the
    /// source.
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
