//! Two programs side by side: which processes run which one.
//!
//! Processes are numbered through: first those of the implementation, then those of the specification. Within its own program a process
//! has a *rank*, and its program is all that it can talk to: each side has a communication state of its own.

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

    /// What reports call a process.
    pub(crate) fn name(self, process: usize) -> String {
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
