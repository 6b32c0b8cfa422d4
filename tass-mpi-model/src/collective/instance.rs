//! One collective operation under way: who has entered, with what, and who has left.
//!
//! What always holds: whoever is in agrees about operation, root, operator and element type; data
//! is kept exactly while someone who has not left can ask for it.

use tass_core::comm::Data;
use tass_core::symbolic::ExprId;
use tass_syntax::tree::Type;

use super::layout::Layout;
use super::{Collective, find};
use crate::buffer::Place;
use crate::constants::Operator;

/// A collective operation under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Instance {
    pub(crate) op: &'static str,
    pub(crate) root: Option<usize>,
    pub(crate) operator: Option<Operator>,
    /// By process; `None` for those that have not entered.
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
    pub(super) left: bool,
}

/// An instance as seen by a process that leaves it.
pub(super) struct Inside<'a> {
    pub(super) instance: &'a Instance,
    pub(super) me: usize,
    pub(super) into: Option<&'a Place>,
    /// Where the blocks of the others go there.
    pub(super) takes: Option<&'a Layout>,
}

impl Instance {
    pub(super) fn collective(&self) -> &'static Collective {
        find(self.op).unwrap_or_else(|| unreachable!("`{}` is in the table", self.op))
    }

    pub(super) fn needs(&self, who: usize, other: usize) -> bool {
        (self.collective().needs)(who, other, self.root.unwrap_or(0))
    }

    pub(super) fn entered(&self, process: usize) -> bool {
        self.entries[process].is_some()
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

    /// A process leaves. `true`: it was the last.
    pub(super) fn leave(&mut self, process: usize) -> bool {
        if let Some(entry) = &mut self.entries[process] {
            entry.left = true;
        }
        let left = |entry: &Option<Entry>| entry.as_ref().is_some_and(|e| e.left);
        let stay: Vec<usize> = (0..self.entries.len())
            .filter(|p| !left(&self.entries[*p]))
            .collect();
        for other in 0..self.entries.len() {
            if !stay.iter().any(|who| self.needs(*who, other))
                && let Some(entry) = &mut self.entries[other]
            {
                entry.data = None;
                entry.gives = None;
            }
        }
        stay.is_empty()
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
