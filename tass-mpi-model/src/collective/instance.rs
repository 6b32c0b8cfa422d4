//! One collective operation under way: who has entered, with what, and who has left.
//!
//! What always holds: whoever is in agrees about operation, root, operator and element type; data
//! is kept exactly while someone who has not left can ask for it. An instance that all have left
//! stays while there is an older one that some have not, so that turns can be counted.

use std::rc::Rc;

use tass_core::comm::{Applied, Cause, Data, Text};
use tass_core::symbolic::ExprId;
use tass_syntax::tree::Type;

use super::layout::Layout;
use super::making::Making;
use super::operator::Operator;
use super::{Collective, find, is_immediate};
use crate::buffer::Place;
use crate::communicator::Comm;
use crate::shared::Shared;

/// A collective operation under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Instance {
    pub(crate) op: &'static str,
    pub(crate) root: Option<usize>,
    pub(crate) operator: Option<Operator>,
    /// By rank; `None` for those that have not entered.
    pub(super) entries: Vec<Option<Entry>>,
}

/// The part of one process in an instance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Entry {
    /// What it gives, while someone can ask for it.
    pub(super) data: Option<Data>,
    /// Where the blocks of the others lie in it.
    pub(super) gives: Option<Layout>,
    /// Element type that all must agree on.
    pub(super) elem: Option<Type>,
    /// Number of elements that all must agree on.
    pub(super) count: Option<ExprId>,
    /// Those that it would need, but who have nothing for it.
    pub(super) spared: Vec<usize>,
    /// Its part in a communicator that is made here.
    pub(super) making: Option<Making>,
    /// The request that will leave, if it is not the process itself that waits here.
    pub(super) by: Option<u32>,
    pub(super) left: bool,
}

/// An instance as seen by a process that leaves it.
pub(super) struct Inside<'a> {
    pub(super) instance: &'a Instance,
    pub(super) lane: u64,
    /// How many turns the process has taken since it entered.
    pub(super) since: usize,
    /// The processes, by rank.
    pub(super) members: &'a [usize],
    /// The rank of the process that leaves.
    pub(super) me: usize,
    pub(super) into: Option<&'a Place>,
    /// Where the blocks of the others go there.
    pub(super) takes: Option<&'a Layout>,
    /// What is known of the program's own operators.
    pub(super) applied: &'a Applied,
}

impl Instance {
    pub(super) fn collective(&self) -> &'static Collective {
        find(self.op).unwrap_or_else(|| unreachable!("`{}` is in the table", self.op))
    }

    /// Would it need `other`, if that had something for it?
    fn looks_at(&self, who: usize, other: usize) -> bool {
        (self.collective().needs)(who, other, self.root.unwrap_or(0))
    }

    pub(super) fn needs(&self, who: usize, other: usize) -> bool {
        let spared = |entry: &Entry| entry.spared.contains(&other);
        self.looks_at(who, other) && !self.entries[who].as_ref().is_some_and(spared)
    }

    pub(super) fn entered(&self, rank: usize) -> bool {
        self.entries[rank].is_some()
    }

    /// The request by which a process has entered that it has not left.
    pub(super) fn entered_by(&self, rank: usize) -> Option<u32> {
        self.entries[rank].as_ref()?.by
    }

    /// Have all left?
    pub(super) fn is_over(&self) -> bool {
        let mut entries = self.entries.iter();
        entries.all(|entry| entry.as_ref().is_some_and(|entry| entry.left))
    }

    /// Those that have not entered.
    pub(crate) fn missing(&self) -> Vec<usize> {
        let all = 0..self.entries.len();
        all.filter(|p| !self.entered(*p)).collect()
    }

    /// Those that have not entered, and without whom `who` can never leave.
    pub(crate) fn needed(&self, who: usize) -> Vec<usize> {
        let mut missing = self.missing();
        missing.retain(|other| self.needs(who, *other));
        missing
    }

    /// A process leaves.
    pub(super) fn leave(&mut self, rank: usize) {
        if let Some(entry) = &mut self.entries[rank] {
            entry.left = true;
            entry.by = None;
        }
        let left = |entry: &Option<Entry>| entry.as_ref().is_some_and(|e| e.left);
        let stay: Vec<usize> = (0..self.entries.len())
            .filter(|p| !left(&self.entries[*p]))
            .collect();
        for other in 0..self.entries.len() {
            if !stay.iter().any(|who| self.looks_at(*who, other))
                && let Some(entry) = &mut self.entries[other]
            {
                entry.data = None;
                entry.gives = None;
            }
        }
    }

    /// Shows every expression, by process.
    pub(crate) fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Instance {
            op: _,
            root: _,
            operator: _,
            entries,
        } = self;
        entries.iter().flatten().for_each(|entry| entry.visit(f));
    }

    /// Rewrites every expression, by process.
    pub(crate) fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Instance {
            op: _,
            root: _,
            operator: _,
            entries,
        } = self;
        entries.iter_mut().flatten().for_each(|entry| entry.map(f));
    }
}

impl Entry {
    fn visit(&self, f: &mut dyn FnMut(ExprId)) {
        let Entry {
            data,
            gives,
            elem: _,
            count,
            spared: _,
            making: _,
            by: _,
            left: _,
        } = self;
        if let Some(data) = data {
            data.visit(f);
        }
        if let Some(gives) = gives {
            gives.visit(f);
        }
        count.iter().for_each(|count| f(*count));
    }

    fn map(&mut self, f: &mut dyn FnMut(ExprId) -> ExprId) {
        let Entry {
            data,
            gives,
            elem: _,
            count,
            spared: _,
            making: _,
            by: _,
            left: _,
        } = self;
        if let Some(data) = data {
            data.map(f);
        }
        if let Some(gives) = gives {
            gives.map(f);
        }
        *count = count.map(f);
    }
}

impl Inside<'_> {
    pub(super) fn nprocs(&self) -> usize {
        self.instance.entries.len()
    }

    /// Those who have nothing for this process, and may not be there.
    pub(super) fn spared(&self) -> &[usize] {
        let entry = self.instance.entries[self.me].as_ref();
        entry.map_or(&[], |entry| &entry.spared)
    }

    /// The operation as it was called, and what follows.
    pub(super) fn said(&self, then: &str) -> Text {
        let over = match is_immediate(self.instance.op) && then.is_empty() {
            true => " complete",
            false => then,
        };
        Text::new(format!("{}{over}", self.instance.op))
    }

    /// The root as a trace names it: by its number among all, and its rank if that is another one.
    pub(super) fn root(&self, root: usize) -> String {
        match self.members[root] {
            process if process == root => format!(" (root {root})"),
            process => format!(" (root {process}, rank {root})"),
        }
    }

    /// The process that leaves.
    pub(super) fn process(&self) -> usize {
        self.members[self.me]
    }

    /// The call with which the process of this rank entered.
    pub(super) fn turn_of(&self, rank: usize) -> Cause {
        Cause::Turn {
            process: self.members[rank],
            lane: self.lane,
            since: self.since,
        }
    }

    /// What a process has given: one that this process needs.
    pub(super) fn data(&self, process: usize) -> &Data {
        let entry = self.instance.entries[process].as_ref();
        let data = entry.and_then(|e| e.data.as_ref());
        data.unwrap_or_else(|| unreachable!("what is needed is kept"))
    }

    /// Where the blocks lie in what a process has given: one that this process needs.
    pub(super) fn gives(&self, process: usize) -> &Layout {
        let entry = self.instance.entries[process].as_ref();
        let gives = entry.and_then(|e| e.gives.as_ref());
        gives.unwrap_or_else(|| unreachable!("what is needed is kept"))
    }

    /// The number of elements that all agree on.
    pub(super) fn count(&self) -> ExprId {
        let entry = self.instance.entries[self.me].as_ref();
        let count = entry.and_then(|e| e.count);
        count.unwrap_or_else(|| unreachable!("`{}` has data", self.instance.op))
    }
}

impl Shared {
    /// The instances of a communicator, oldest first.
    pub(super) fn instances(&self, comm: Comm) -> &[Instance] {
        self.collectives.get(&comm).map_or(&[], |all| all)
    }

    pub(super) fn add_instance(&mut self, comm: Comm, instance: Instance) {
        Rc::make_mut(self.collectives.entry(comm).or_default()).push(instance);
    }

    pub(super) fn instance_mut(&mut self, comm: Comm, index: usize) -> &mut Instance {
        &mut Rc::make_mut(self.collectives.entry(comm).or_default())[index]
    }

    /// The process of this rank leaves an instance; what is over is gone.
    pub(super) fn leave_instance(&mut self, comm: Comm, index: usize, rank: usize) {
        self.instance_mut(comm, index).leave(rank);
        let over = self
            .instances(comm)
            .iter()
            .take_while(|i| i.is_over())
            .count();
        if over == self.instances(comm).len() {
            self.collectives.remove(&comm);
        } else if over > 0 {
            Rc::make_mut(self.collectives.entry(comm).or_default()).drain(..over);
        }
    }
}
