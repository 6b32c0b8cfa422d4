//! What a replay records: the story of a counterexample.

use std::collections::{BTreeMap, VecDeque};

use crate::comm::{self, CommModel};
use crate::exec::watch::cause::{Calls, Site};
use crate::exec::watch::event::{Event, What};
use crate::exec::watch::variables::Variables;
use crate::exec::{Engine, Stepper, Work};
use crate::graph::{Place, Root};
use crate::report::{Change, EventKind};
use crate::state::{Frame, State};
use crate::symbolic::ExprId;
use tass_syntax::tree::Span;

/// The record of a replay.
#[derive(Default)]
pub(crate) struct Tracer {
    pub(crate) events: Vec<Event>,
    /// Of the step under way: the branches that could have gone the other way, had the inputs been
    /// others. Only these are shown.
    pub(crate) open: crate::exec::Branches,
    /// Values that `choose!` gave, by process.
    pub(crate) chosen: BTreeMap<usize, VecDeque<ExprId>>,
    /// The choices made, by whom.
    pub(crate) made: Vec<(usize, ExprId)>,
    /// In a single execution nobody has searched, so it chooses for itself what nobody has chosen.
    pub(crate) single: bool,
    /// Where operations were called that others may have to do with.
    pub(in crate::exec) calls: Calls,
    /// Numbers of collective operations and assertions.
    groups: BTreeMap<Group, u32>,
    /// How often a process has met an assertion.
    met: BTreeMap<(usize, usize), usize>,
    /// The variables as the last events left them.
    variables: Variables,
}

/// What joins the events of several processes; each belongs to a side, and is numbered there.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Collective(usize, u64, usize),
    Assertion(usize, usize, usize),
}

impl Tracer {
    /// Says of the last event with what it belongs together.
    fn join(&mut self, group: Group) {
        let next = self.groups.len() as u32 + 1;
        let number = *self.groups.entry(group).or_insert(next);
        if let Some(event) = self.events.last_mut() {
            event.group = Some(number);
        }
    }
}

impl<C: CommModel> Engine<'_, C> {
    /// What a process has changed between its last event and a state.
    pub(crate) fn last_changes(
        &self,
        tracer: &mut Tracer,
        state: &State,
        process: usize,
    ) -> Vec<Change> {
        let frames = &self.states.proc(state.procs[process]).frames;
        let frames: Vec<Frame> = frames
            .iter()
            .map(|&id| self.states.frame(id).clone())
            .collect();
        tracer
            .variables
            .changes(&self.store, &self.program, process, &frames)
    }
}

impl<C: CommModel> Stepper<'_, '_, C> {
    /// An event at a place of a graph, after which the variables are those of `work`.
    pub(in crate::exec) fn record(
        &mut self,
        work: &Work<C>,
        site: Site,
        what: What,
        message: Option<u32>,
        peer: Option<usize>,
    ) {
        let Some(tracer) = self.observer.tracer() else {
            return;
        };
        let (process, variables) = (work.process, &mut tracer.variables);
        let changes = match what {
            What::End => variables.last_changes(process),
            _ => {
                let engine = &*self.engine;
                variables.changes(&engine.store, &engine.program, process, &work.frames)
            }
        };
        tracer.events.push(Event {
            process,
            site,
            what,
            message,
            peer,
            group: None,
            changes,
        });
    }

    pub(in crate::exec) fn trace_comm(
        &mut self,
        work: &Work<C>,
        span: Span,
        event: Option<comm::Event>,
    ) {
        let (Some(event), Some(tracer)) = (event, self.observer.tracer()) else {
            return;
        };
        let side = self.engine.sides.of(work.process);
        let first = self.engine.sides.processes(side).start;
        let site = (work.frame().graph, span);
        let sends = event.kind == EventKind::Send;
        let number = event.message.and_then(|m| {
            let channel = (first + m.from, first + m.to, m.lane);
            match sends {
                true => Some(tracer.calls.send(channel, site)),
                false => tracer.calls.receive(channel, m.position),
            }
        });
        let peer = event.message.map(|m| match sends {
            true => first + m.to,
            false => first + m.from,
        });
        let what = What::Comm(event.kind, event.text);
        self.record(work, site, what, number, peer);
        if event.kind == EventKind::Collective
            && let Some(tracer) = self.observer.tracer()
            && let Some((lane, turn)) = tracer.calls.last_turn(work.process)
        {
            // The processes of a side go through the collective operations of a lane in one order.
            tracer.join(Group::Collective(side, lane, turn));
        }
    }

    /// A named variable changes.
    pub(in crate::exec) fn trace_assign(&mut self, work: &Work<C>, place: &Place, value: ExprId) {
        if !self.observer.watches() {
            return;
        }
        let graph = work.frame().graph;
        let Root::Local(slot) = place.root else {
            return;
        };
        let local = &self.engine.program.graphs[graph].locals[slot as usize];
        if local.name.is_none() {
            return;
        }
        let what = What::Assign {
            slot,
            place: place.clone(),
            value,
            shared: graph == 0 && self.engine.program.memory.is_shared(slot),
        };
        self.record(work, (graph, place.span), what, None, None);
    }

    /// A branch, the how many-th of its step. It is shown if the inputs decide it, and nothing
    /// before it did.
    pub(in crate::exec) fn trace_branch(&mut self, work: &Work<C>, index: u32, taken: bool) {
        let Some(tracer) = self.observer.tracer() else {
            return;
        };
        let open = tracer.open.contains(index);
        let at = work.frame().loc;
        self.record_here(work, What::Branch { at, taken, open });
    }

    /// An event where the process stands.
    pub(in crate::exec) fn record_here(&mut self, work: &Work<C>, what: What) {
        if self.observer.watches() {
            let frame = work.frame();
            let nodes = &self.engine.program.graphs[frame.graph].nodes;
            let span = nodes[frame.loc as usize].span;
            self.record(work, (frame.graph, span), what, None, None);
        }
    }

    pub(in crate::exec) fn trace_snapshot(&mut self, work: &Work<C>, label: usize, span: Span) {
        if let Some(tracer) = self.observer.tracer() {
            let met = tracer.met.entry((work.process, label)).or_default();
            *met += 1;
            let times = *met;
            let graph = work.frame().graph;
            let what = What::Snapshot { label, times };
            self.record(work, (graph, span), what, None, None);
            let side = self.engine.side_of(label, work.process);
            if let Some(tracer) = self.observer.tracer() {
                tracer.join(Group::Assertion(side, label, times));
            }
        }
    }

    /// Variables go out of scope: what they were is not lost.
    pub(crate) fn trace_kill(&mut self, work: &Work<C>) {
        if let Some(tracer) = self.observer.tracer() {
            let (process, frames) = (work.process, &work.frames);
            tracer
                .variables
                .look(&self.engine.store, &self.engine.program, process, frames);
        }
    }

    /// How often a process has met an assertion in this replay.
    fn times_met(&self, process: usize, label: usize) -> usize {
        let tracer = self.observer.seen();
        let met = tracer.and_then(|tracer| tracer.met.get(&(process, label)));
        met.copied().unwrap_or(0)
    }

    /// Which time it is, in a replay, that the assertion is met by all: nothing to say of the
    /// first.
    pub(crate) fn occurrence(&self, process: usize, label: usize) -> String {
        match self.times_met(process, label) {
            0 | 1 => String::new(),
            2 => " the second time".into(),
            3 => " the third time".into(),
            n => format!(" the {n}{} time", ordinal_ending(n)),
        }
    }

    pub(in crate::exec) fn trace_choice(&mut self, work: &Work<C>, value: ExprId) {
        if self.observer.watches() {
            self.note_choice(work.process, value);
            self.record_here(work, What::Choice(value));
        }
    }

    /// A choice was made.
    pub(crate) fn note_choice(&mut self, process: usize, value: ExprId) {
        if let Some(tracer) = self.observer.tracer() {
            tracer.made.push((process, value));
        }
    }

    /// In a replay: the value that `choose!` gave in the search.
    pub(crate) fn replayed_choice(&mut self, process: usize) -> Option<ExprId> {
        self.observer
            .tracer()?
            .chosen
            .get_mut(&process)?
            .pop_front()
    }

    /// Is this a single execution, which makes every choice by itself?
    pub(crate) fn is_single(&self) -> bool {
        self.observer.seen().is_some_and(|t| t.single)
    }
}

/// What makes an ordinal of a number: `21st`, `22nd`, `23rd`, `24th`, but `111th`.
fn ordinal_ending(n: usize) -> &'static str {
    match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    use super::ordinal_ending;

    #[test]
    fn ordinals_end_as_in_english() {
        let written: Vec<String> = [4, 11, 12, 13, 20, 21, 22, 23, 24, 101, 111, 1012]
            .iter()
            .map(|&n| format!("{n}{}", ordinal_ending(n)))
            .collect();
        assert_eq!(
            written.join(" "),
            "4th 11th 12th 13th 20th 21st 22nd 23rd 24th 101st 111th 1012th"
        );
    }
}
