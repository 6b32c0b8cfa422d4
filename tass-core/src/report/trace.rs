//! The execution that leads to a violation.

use serde::Serialize;

use super::Location;

/// One thing that a process did on the way to a violation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceEvent {
    /// Who did it.
    pub process: usize,
    /// Where.
    pub location: Option<Location>,
    /// What, with values: `send x=3 -> 1`, `i = 2`, `n > 3`.
    pub text: String,
    /// What sort of event it is.
    pub kind: EventKind,
    /// The number that pairs a send with the receive that takes its message.
    pub message: Option<u32>,
    /// Of a send or a receive: the process at the other end.
    pub peer: Option<usize>,
    /// The number that joins the events of one collective operation, or of one collective assertion
    /// each time that it is met.
    pub group: Option<u32>,
    /// Does it matter to the violation? The text shows only these.
    pub shown: bool,
    /// The variables of the process that have other values than at its previous event. Added up
    /// they are the variables in scope, at every step.
    pub changes: Vec<Change>,
}

impl TraceEvent {
    /// What it says in one line, as text and pictures show it.
    pub(super) fn told(&self) -> String {
        let text = super::headline::one_line(&self.text);
        match self.kind {
            EventKind::Branch if !text.starts_with("for ") => format!("case {text}"),
            EventKind::Failure => format!("FAIL: {text}"),
            _ => text,
        }
    }
}

/// A variable that has another value than before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Its name; `helper::x` in a called function, `helper#2::x` in its second activation.
    pub name: String,
    /// Its value; `None` if it is not in scope any more.
    pub value: Option<String>,
}

/// The sorts of events that a trace shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// A message leaves.
    Send,
    /// A message is taken.
    Receive,
    /// A request is made, or completed, or asked about; or the process looks for a message.
    Request,
    /// The process takes part in a collective operation.
    Collective,
    /// A condition decides where the process goes; the text is what holds.
    Branch,
    /// The process assumes something of the inputs.
    Assume,
    /// A variable gets a value.
    Assign,
    /// A nondeterministic choice was made.
    Choice,
    /// The process contributes to a collective assertion.
    Snapshot,
    /// A shared variable gets a value.
    Write,
    /// The process tests the shared variables of others.
    Test,
    /// The process falls back to its initial state.
    Abort,
    /// The process ends.
    End,
    /// The process stands here when the violation happens.
    Stand,
    /// The step that violates.
    Failure,
}

/// A process of a deadlock: where it stands and what it waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BlockedProcess {
    /// Who.
    pub process: usize,
    /// Where it stands; `None` for a process that has ended.
    pub location: Option<Location>,
    /// What it is doing: `recv(&mut x, from = 1)`.
    pub operation: String,
    /// What would let it go on: `a message from process 1`.
    pub waits_for: String,
}

/// One step of a replay: the process that moves, and which of its alternatives it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ScheduleStep {
    /// Who moves.
    pub process: usize,
    /// Which of the moves open to it.
    pub choice: u32,
}
