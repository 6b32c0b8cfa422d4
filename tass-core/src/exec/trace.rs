//! What a replay records: the story of a counterexample.

use std::collections::{BTreeMap, VecDeque};

use super::{Machine, Work};
use crate::comm::{CommModel, Event};
use crate::graph::{Place, Root};
use crate::program::ast::Span;
use crate::report::{EventKind, TraceEvent};
use crate::symbolic::ExprId;

/// The record of a replay.
#[derive(Default)]
pub(crate) struct Tracer {
    pub(crate) events: Vec<TraceEvent>,
    /// Conditions that the search found to depend on inputs.
    pub(crate) forks: Vec<(usize, Span)>,
    /// In a single execution: which conditions are shown, by their source text. It chooses for itself what nobody has chosen.
    pub(crate) cases: Option<Vec<String>>,
    /// Values that `choose!` gave, by process.
    pub(crate) chosen: BTreeMap<usize, VecDeque<ExprId>>,
    /// The choices made, by whom.
    pub(crate) made: Vec<(usize, ExprId)>,
    /// Numbers of the messages under way, by channel.
    under_way: BTreeMap<(usize, usize), Vec<u32>>,
    messages: u32,
}

impl<C: CommModel> Machine<'_, C> {
    pub(crate) fn record(
        &mut self,
        process: usize,
        graph: usize,
        span: Span,
        kind: EventKind,
        text: String,
        message: Option<u32>,
    ) {
        let location = Some(self.program.location(graph, span));
        if let Some(tracer) = &mut self.tracer {
            tracer.events.push(TraceEvent {
                process,
                location,
                text,
                kind,
                message,
            });
        }
    }

    pub(crate) fn trace_comm(
        &mut self,
        process: usize,
        graph: usize,
        span: Span,
        event: Option<Event>,
    ) {
        let (Some(event), Some(tracer)) = (event, &mut self.tracer) else {
            return;
        };
        let first = self.sides.processes(self.sides.of(process)).start;
        let number = event.message.map(|m| {
            let channel = tracer
                .under_way
                .entry((first + m.from, first + m.to))
                .or_default();
            if event.kind == EventKind::Send {
                tracer.messages += 1;
                channel.push(tracer.messages);
                tracer.messages
            } else if m.position < channel.len() {
                channel.remove(m.position)
            } else {
                0
            }
        });
        let text = event.text.show(&self.store);
        self.record(process, graph, span, event.kind, text, number);
    }

    /// A named variable changes.
    pub(crate) fn trace_assign(&mut self, work: &Work<C>, place: &Place, value: ExprId) {
        if self.tracer.is_none() {
            return;
        }
        let frame = work.frame();
        let Root::Local(slot) = place.root else {
            return;
        };
        let Some(name) = self.program.graphs[frame.graph].locals[slot as usize]
            .name
            .clone()
        else {
            return;
        };
        let mut text = name;
        if !place.path.is_empty() {
            text = self
                .program
                .location(frame.graph, place.span)
                .snippet()
                .to_owned();
        }
        let text = format!("{text} = {}", self.store.display(value));
        let shared = frame.graph == 0 && self.program.memory.is_shared(slot);
        let kind = if shared {
            EventKind::Write
        } else {
            EventKind::Assign
        };
        self.record(work.process, frame.graph, place.span, kind, text, None);
    }

    /// A branch that depends on inputs.
    pub(crate) fn trace_branch(&mut self, work: &Work<C>, taken: bool) {
        let Some(tracer) = &self.tracer else { return };
        let frame = work.frame();
        let span = self.program.graphs[frame.graph].nodes[frame.loc as usize].span;
        let location = self.program.location(frame.graph, span);
        let shown = match &tracer.cases {
            None => tracer.forks.contains(&(frame.graph, span)),
            Some(cases) => cases.iter().any(|case| case == location.snippet()),
        };
        if !shown {
            return;
        }
        let source = location.snippet();
        let text = if taken {
            source.to_owned()
        } else {
            format!("not ({source})")
        };
        self.record(
            work.process,
            frame.graph,
            span,
            EventKind::Branch,
            text,
            None,
        );
    }

    pub(crate) fn trace_snapshot(&mut self, work: &Work<C>, label: usize, span: Span) {
        if self.tracer.is_some() {
            let text = match self.times_met(work.process, label) {
                0 => format!("snapshot for {}", self.program.labels[label]),
                n => format!("snapshot {} for {}", n + 1, self.program.labels[label]),
            };
            self.record(
                work.process,
                work.frame().graph,
                span,
                EventKind::Snapshot,
                text,
                None,
            );
        }
    }

    /// How often a process has met an assertion in this replay.
    fn times_met(&self, process: usize, label: usize) -> usize {
        let suffix = format!(" for {}", self.program.labels[label]);
        let events = self.tracer.iter().flat_map(|tracer| &tracer.events);
        events
            .filter(|e| e.process == process && e.kind == EventKind::Snapshot)
            .filter(|e| e.text.ends_with(&suffix))
            .count()
    }

    /// Which time it is, in a replay, that the assertion is met by all: nothing to say of the first.
    pub(crate) fn occurrence(&self, process: usize, label: usize) -> String {
        match self.times_met(process, label) {
            0 | 1 => String::new(),
            2 => " the second time".into(),
            3 => " the third time".into(),
            n => format!(" the {n}th time"),
        }
    }

    pub(crate) fn trace_choice(&mut self, work: &Work<C>, value: ExprId) {
        if self.tracer.is_none() {
            return;
        }
        self.note_choice(work.process, value);
        let graph = work.frame().graph;
        let span = self.program.graphs[graph].nodes[work.frame().loc as usize].span;
        let text = format!("choose {}", self.store.display(value));
        self.record(work.process, graph, span, EventKind::Choice, text, None);
    }

    /// A choice was made.
    pub(crate) fn note_choice(&mut self, process: usize, value: ExprId) {
        if let Some(tracer) = &mut self.tracer {
            tracer.made.push((process, value));
        }
    }

    /// In a replay: the value that `choose!` gave in the search.
    pub(crate) fn replayed_choice(&mut self, process: usize) -> Option<ExprId> {
        self.tracer.as_mut()?.chosen.get_mut(&process)?.pop_front()
    }

    /// Is this a single execution, which makes every choice by itself?
    pub(crate) fn is_single(&self) -> bool {
        self.tracer.as_ref().is_some_and(|t| t.cases.is_some())
    }
}
