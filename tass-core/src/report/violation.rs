//! One violation: what, where, why, and how to get there.

use serde::Serialize;

use super::value::{BigInteger, Value};
use super::{BlockedProcess, Kind, Location, ScheduleStep, TraceEvent};

/// Something that goes wrong in a concrete execution of the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// What sort of wrong it is.
    pub kind: Kind,
    /// The process it befalls, if it is one process.
    pub process: Option<usize>,
    /// Where.
    pub location: Option<Location>,
    /// One line: what went wrong here. It becomes the label at the carets.
    pub message: String,
    /// The condition that does not hold, if the violation is about one.
    pub failed: Option<FailedCondition>,
    /// Further places and facts that explain it.
    pub notes: Vec<Note>,
    /// What the user could do about it.
    pub help: Option<String>,
    /// The inputs and their values, as text.
    #[serde(skip)]
    pub inputs: Vec<(String, String)>,
    /// The inputs and their values.
    #[serde(rename = "inputs")]
    pub values: Vec<InputValue>,
    /// The values that `choose!` gave, in order. Where membership tests are not atomic, a test
    /// chooses whom to read next.
    pub choices: Vec<Choice>,
    /// What the processes did, in one possible order: everything, also what the text leaves out.
    pub trace: Vec<TraceEvent>,
    /// For a deadlock: where every process stands.
    pub blocked: Vec<BlockedProcess>,
    /// The choices that lead here, for replay.
    pub schedule: Vec<ScheduleStep>,
    /// A headline that says more than that of its kind.
    #[serde(skip)]
    pub headline: Option<&'static str>,
}

impl Violation {
    /// A violation about which nothing more is known; fill in the other fields.
    #[must_use]
    pub fn new(kind: Kind, message: impl Into<String>) -> Violation {
        Violation {
            kind,
            process: None,
            location: None,
            message: message.into(),
            failed: None,
            notes: Vec::new(),
            help: None,
            inputs: Vec::new(),
            values: Vec::new(),
            choices: Vec::new(),
            trace: Vec::new(),
            blocked: Vec::new(),
            schedule: Vec::new(),
            headline: None,
        }
    }

    /// The headline: its own, or that of its kind.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.headline.unwrap_or(self.kind.title())
    }
}

/// An input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InputValue {
    /// Its name.
    pub name: String,
    /// Its value; `None` if that is too large to be written down.
    pub value: Option<Value>,
    /// Its value, as text.
    pub text: String,
}

/// A choice that a process made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// Who.
    pub process: usize,
    /// What.
    pub value: BigInteger,
}

/// A condition that does not hold: the failed conjunct, and the values in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailedCondition {
    /// The source text of the failed conjunct.
    pub text: String,
    /// Where it is; the carets go here rather than to the violation's own location.
    pub location: Option<Location>,
    /// The parts of the conjunct, as written, and their values.
    #[serde(serialize_with = "super::json::parts")]
    pub parts: Vec<(String, String)>,
}

/// A further fact about a violation, with its place if it has one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// Where.
    pub location: Option<Location>,
    /// What.
    pub text: String,
}
