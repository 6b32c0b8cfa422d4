//! Two programs side by side: which processes run which one.
//!
//! Processes are numbered through: first those of the implementation, then those of the
//! specification. Within its own program a process has a *rank*, and its program is all that it can
//! talk to: each side has a communication state of its own.

use std::ops::Range;

/// The side of the specification: the program that the checked one is compared with.
pub(crate) const SPECIFICATION: usize = 1;

/// How many processes each side has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    /// Of the implementation.
    pub(crate) nprocs: usize,
    /// Of the specification; 0 if a program is checked alone.
    pub(crate) spec_nprocs: usize,
}

impl Sides {
    /// Are two programs compared?
    pub(crate) fn compared(self) -> bool {
        self.spec_nprocs > 0
    }

    /// All processes together.
    pub(crate) fn total(self) -> usize {
        self.nprocs + self.spec_nprocs
    }

    /// The side on which a process runs.
    pub(crate) fn of(self, process: usize) -> usize {
        usize::from(process >= self.nprocs)
    }

    /// The processes of a side.
    pub(crate) fn processes(self, side: usize) -> Range<usize> {
        if side == SPECIFICATION {
            self.nprocs..self.total()
        } else {
            0..self.nprocs
        }
    }

    /// How many processes the program of a process has.
    pub(crate) fn size(self, process: usize) -> usize {
        self.processes(self.of(process)).len()
    }

    /// What a report calls a process in a sentence.
    pub(crate) fn name(self, process: usize) -> String {
        match (self.of(process), self.spec_nprocs) {
            (SPECIFICATION, 1) => "the specification".into(),
            (SPECIFICATION, _) => format!("process {} of the specification", self.rank(process)),
            _ => format!("process {process}"),
        }
    }

    /// Several processes in a sentence: `process 1`, `processes 0 and 2..=5`,
    /// `process 0 and the specification`.
    pub(crate) fn names(self, processes: &[usize]) -> String {
        let (ours, theirs): (Vec<usize>, Vec<usize>) = processes
            .iter()
            .partition(|&&p| self.of(p) != SPECIFICATION);
        let ours = (!ours.is_empty()).then(|| crate::report::processes(&ours));
        let theirs = theirs.iter().map(|&p| self.name(p));
        let all: Vec<String> = ours.into_iter().chain(theirs).collect();
        if all.is_empty() {
            "no process".into()
        } else {
            all.join(" and ")
        }
    }

    /// What a report calls a process in a table.
    pub(crate) fn heading(self, process: usize) -> String {
        match (self.of(process), self.spec_nprocs) {
            (SPECIFICATION, 1) => "specification".into(),
            (SPECIFICATION, _) => format!("specification {}", self.rank(process)),
            _ => format!("process {process}"),
        }
    }

    /// The rank of a process in its own program.
    pub(crate) fn rank(self, process: usize) -> usize {
        process - self.processes(self.of(process)).start
    }
}
