//! What a replay records of an execution: events that say what they are about. Their text is made
//! last, by whoever tells the story.

use crate::comm::{CommModel, Text};
use crate::exec::Engine;
use crate::exec::watch::cause::Site;
use crate::graph::{Action, Place};
use crate::report::{Change, EventKind, TraceEvent};
use crate::symbolic::ExprId;

/// Something that a process did.
pub(crate) struct Event {
    pub(crate) process: usize,
    pub(crate) site: Site,
    pub(crate) what: What,
    /// The number that pairs a send with the receive that takes its message.
    pub(crate) message: Option<u32>,
    /// Of a send or a receive: the process at the other end.
    pub(crate) peer: Option<usize>,
    /// The number that joins the events of one collective operation, or of one assertion.
    pub(crate) group: Option<u32>,
    /// The variables of the process that have other values than at its previous event.
    pub(crate) changes: Vec<Change>,
}

/// What it did.
pub(crate) enum What {
    /// A communication operation, in the words of its model.
    Comm(EventKind, Text),
    /// A variable, or a part of one, got a value; others may see it, or not.
    Assign {
        slot: u32,
        place: Place,
        value: ExprId,
        shared: bool,
    },
    /// A branch at this location. Could it have gone the other way, had the inputs been others?
    Branch {
        at: u32,
        taken: bool,
        open: bool,
    },
    /// An assumption that holds.
    Assume,
    /// A contribution to a collective assertion, the how many-th.
    Snapshot {
        label: usize,
        times: usize,
    },
    /// A value that `choose!` gave.
    Choice(ExprId),
    /// The answer of a test of shared variables.
    Tested(bool),
    /// The process whose variables a test has read.
    Read(usize),
    Abort,
    End,
}

impl What {
    /// What sort of event that is.
    pub(crate) fn kind(&self) -> EventKind {
        match self {
            What::Comm(kind, _) => *kind,
            What::Assign { shared: true, .. } => EventKind::Write,
            What::Assign { .. } => EventKind::Assign,
            What::Branch { .. } => EventKind::Branch,
            What::Assume => EventKind::Assume,
            What::Snapshot { .. } => EventKind::Snapshot,
            What::Choice(_) => EventKind::Choice,
            What::Tested(_) | What::Read(_) => EventKind::Test,
            What::Abort => EventKind::Abort,
            What::End => EventKind::End,
        }
    }
}

impl<C: CommModel> Engine<'_, C> {
    /// The event as a report has it. `shown`: does it belong to the story?
    pub(crate) fn told(&self, event: Event, shown: bool) -> TraceEvent {
        let (graph, span) = event.site;
        TraceEvent {
            process: event.process,
            text: self.in_words(&event),
            location: Some(self.program.location(graph, span)),
            kind: event.what.kind(),
            message: event.message,
            peer: event.peer,
            group: event.group,
            shown,
            changes: event.changes,
        }
    }

    fn in_words(&self, event: &Event) -> String {
        let (graph, span) = event.site;
        let location = self.program.location(graph, span);
        let source = location.snippet();
        match &event.what {
            What::Comm(_, text) => text.show(&self.store),
            What::Assign {
                slot, place, value, ..
            } => {
                let local = &self.program.graphs[graph].locals[*slot as usize];
                let name = match place.path.is_empty() {
                    true => local.name.as_deref().unwrap_or_default(),
                    false => source,
                };
                let value = self.shown_at(graph, *slot, &place.path, *value);
                format!("{name} = {value}")
            }
            What::Branch { at, taken, .. } => {
                let mut nodes = self.program.graphs[graph].nodes.iter();
                // A `for` has no condition that one could write down.
                let counts =
                    nodes.any(|n| matches!(n.action, Action::CountingHead(next) if next == *at));
                match (counts, taken) {
                    (true, true) => format!("{source} goes on"),
                    (true, false) => format!("{source} ends"),
                    (false, true) => source.to_owned(),
                    (false, false) => format!("not ({source})"),
                }
            }
            What::Assume => source.to_owned(),
            What::Snapshot { label, times: 1 } => {
                format!("snapshot for {}", self.program.labels[*label])
            }
            What::Snapshot { label, times } => {
                format!("snapshot {times} for {}", self.program.labels[*label])
            }
            What::Choice(value) => format!("choose {}", self.store.display(*value)),
            What::Tested(holds) => format!("{source} is {holds}"),
            What::Read(process) => format!("test: read process {process}"),
            What::Abort => "abort".into(),
            What::End => "ends".into(),
        }
    }
}
