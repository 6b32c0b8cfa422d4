//! The variables of the processes as a trace tells them: what has changed since a process's last
//! event.
//!
//! What must hold: whoever adds up the changes of a process has, after each of its events, the
//! named variables that are in scope there, with their values. A name means what it means in the
//! source: of two variables of one name the inner one. Variables of a called function are
//! `helper::x`, those of its second activation on the stack `helper#2::x`.
//!
//! Only what differs is looked at further: expressions are interned, so that equal values have
//! equal ids.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::exec::values::shown::shown;
use crate::graph::Program;
use crate::report::Change;
use crate::state::Frame;
use crate::symbolic::{ExprId, Node, PathElem, Store};
use tass_syntax::tree::Type;

/// How many parts of a value are written out: a long trace may change a long array in every step.
const PARTS: usize = 128;

/// What was last seen of each process.
#[derive(Default)]
pub(crate) struct Variables {
    seen: Vec<Vec<Seen>>,
    /// What has been seen to change since the last event.
    unsaid: BTreeMap<usize, Vec<Change>>,
}

/// One activation of a function, as it was.
struct Seen {
    graph: usize,
    locals: Vec<ExprId>,
}

impl Variables {
    /// What has changed since the last event of a process, whose frames are these.
    pub(crate) fn changes(
        &mut self,
        store: &Store,
        program: &Program,
        process: usize,
        frames: &[Frame],
    ) -> Vec<Change> {
        self.look(store, program, process, frames);
        self.unsaid.remove(&process).unwrap_or_default()
    }

    /// The same for one that ends here, and keeps what it has left.
    pub(crate) fn last_changes(&mut self, process: usize) -> Vec<Change> {
        self.unsaid.remove(&process).unwrap_or_default()
    }

    /// Notes what has changed, for the next event of the process.
    pub(crate) fn look(
        &mut self,
        store: &Store,
        program: &Program,
        process: usize,
        frames: &[Frame],
    ) {
        let new = self.differences(store, program, process, frames);
        let unsaid = self.unsaid.entry(process).or_default();
        unsaid.retain(|old| new.iter().all(|c| c.name != old.name));
        unsaid.extend(new);
    }

    /// What has changed since the process was last looked at.
    fn differences(
        &mut self,
        store: &Store,
        program: &Program,
        process: usize,
        frames: &[Frame],
    ) -> Vec<Change> {
        if frames.is_empty() {
            return Vec::new();
        }
        if self.seen.len() <= process {
            self.seen.resize_with(process + 1, Vec::new);
        }
        let seen = &mut self.seen[process];
        let both = seen.iter().zip(frames);
        let same = both.take_while(|(s, f)| s.graph == f.graph).count();
        let mut gone: IndexMap<String, ExprId> = IndexMap::new();
        for at in same..seen.len() {
            let prefix = prefix(program, seen[..=at].iter().map(|s| s.graph));
            for (name, (value, _)) in in_scope(store, program, seen[at].graph, &seen[at].locals) {
                gone.insert(format!("{prefix}{name}"), value);
            }
        }
        seen.truncate(same);
        let mut changes = Vec::new();
        let mut keep = |name: String, value: Option<Slot<'_>>| {
            let value = value.map(|v| show(store, program, frames, v));
            changes.push(Change { name, value });
        };
        for (at, (seen, frame)) in seen.iter_mut().zip(frames).enumerate() {
            let names = changed_names(program, seen, frame);
            if names.is_empty() {
                continue;
            }
            let prefix = prefix(program, frames[..=at].iter().map(|f| f.graph));
            let before = in_scope(store, program, seen.graph, &seen.locals);
            let after = in_scope(store, program, frame.graph, &frame.locals);
            for name in names {
                let value = |slots: &IndexMap<&str, Slot<'_>>| slots.get(name).map(|slot| slot.0);
                if value(&before) != value(&after) {
                    keep(format!("{prefix}{name}"), after.get(name).copied());
                }
            }
            seen.locals.clone_from(&frame.locals);
        }
        for (at, frame) in frames.iter().enumerate().skip(same) {
            let prefix = prefix(program, frames[..=at].iter().map(|f| f.graph));
            for (name, slot) in in_scope(store, program, frame.graph, &frame.locals) {
                let name = format!("{prefix}{name}");
                if gone.shift_remove(&name) != Some(slot.0) {
                    keep(name, Some(slot));
                }
            }
            seen.push(Seen {
                graph: frame.graph,
                locals: frame.locals.clone(),
            });
        }
        for (name, _) in gone {
            keep(name, None);
        }
        changes
    }
}

/// A variable: its value and its type.
type Slot<'a> = (ExprId, &'a Type);

/// The names of the variables that differ, in order of declaration, each once.
fn changed_names<'a>(program: &'a Program, seen: &Seen, frame: &Frame) -> Vec<&'a str> {
    let mut names = Vec::new();
    if seen.locals == frame.locals {
        return names;
    }
    let locals = &program.graphs[frame.graph].locals;
    for (slot, local) in locals.iter().enumerate() {
        if let Some(name) = &local.name
            && seen.locals[slot] != frame.locals[slot]
            && !names.contains(&name.as_str())
        {
            names.push(name.as_str());
        }
    }
    names
}

/// The named variables that have values, in order of declaration; of one name, the innermost.
fn in_scope<'a>(
    store: &Store,
    program: &'a Program,
    graph: usize,
    values: &[ExprId],
) -> IndexMap<&'a str, Slot<'a>> {
    let locals = program.graphs[graph].locals.iter();
    locals
        .zip(values)
        .filter(|(_, value)| !is_unset(store, **value))
        .filter_map(|(local, &value)| Some((local.name.as_deref()?, (value, &local.ty))))
        .collect()
}

/// A dead or unset variable holds the unit value.
fn is_unset(store: &Store, value: ExprId) -> bool {
    matches!(store.node(value), Node::Tuple(parts) if parts.is_empty())
}

/// What stands before the names of the last of these activations.
fn prefix(program: &Program, stack: impl DoubleEndedIterator<Item = usize>) -> String {
    let mut stack = stack.rev();
    let Some(graph) = stack.next() else {
        return String::new();
    };
    let (mut depth, mut times) = (0, 1);
    for other in stack {
        depth += 1;
        times += usize::from(other == graph);
    }
    let name = &program.graphs[graph].name;
    match (depth, times) {
        (0, _) => String::new(),
        (_, 1) => format!("{name}::"),
        (_, times) => format!("{name}#{times}::"),
    }
}

/// A value; of a reference, the place that it leads to.
fn show(store: &Store, program: &Program, frames: &[Frame], (value, ty): Slot<'_>) -> String {
    let Node::Ref { frame, local, path } = store.node(value) else {
        return shown(store, program.constants, ty, value, PARTS);
    };
    let frame = *frame as usize;
    let target = frames.get(frame).and_then(|f| {
        let local = &program.graphs[f.graph].locals[*local as usize];
        local.name.as_deref()
    });
    let Some(target) = target else {
        return "a reference".into();
    };
    let prefix = prefix(program, frames[..=frame].iter().map(|f| f.graph));
    let mut text = format!("&mut {prefix}{target}");
    for part in path {
        let part = match part {
            PathElem::Field(i) => format!(".{i}"),
            PathElem::Index(i) => format!("[{}]", store.display(*i)),
            PathElem::Range(start, len) => match (store.as_int(*start), store.as_int(*len)) {
                (Some(start), Some(len)) => format!("[{start}..{}]", start.saturating_add(len)),
                _ => "[..]".into(),
            },
        };
        text.push_str(&part);
    }
    text
}
