//! What one run may use, from its first search to its report.
//!
//! Searches that share it (bounded ones for a real execution, concrete ones for `nprocs = any`,
//! what is done to a counterexample) share its work and its time; each holds memory of its own.

use std::cell::Cell;
use std::time::Instant;

use crate::budget::{self, Limits, Spent, Underway};
use crate::options::Options;
use crate::report::Inconclusive;

/// What a run may use.
pub(crate) struct Allowance {
    pub(crate) start: Instant,
    limits: Limits,
    options: Options,
    used: Cell<u64>,
    /// What is not worth more work than that ends there.
    worth: Cell<u64>,
    /// While it is there, the run counts as one under way.
    _run: Underway,
}

impl Allowance {
    /// For a run that began then.
    pub(crate) fn new(options: &Options, start: Instant) -> Allowance {
        let run = Underway::begin();
        let memory = options.max_memory.or_else(budget::share);
        Allowance {
            start,
            limits: Limits {
                work: options.max_work,
                deadline: options.timeout.map(|limit| start + limit),
                memory,
                room: memory.map(|limit| run.room(limit)),
            },
            options: options.clone(),
            used: Cell::new(0),
            worth: Cell::new(u64::MAX),
            _run: run,
        }
    }

    /// The work that is done.
    pub(crate) fn used(&self) -> u64 {
        self.used.get()
    }

    /// From now on, searches end when so much work is done in all.
    pub(crate) fn worth(&self, most: u64) {
        self.worth.set(most);
    }

    /// Does something with what is left; an error if that was not enough.
    pub(crate) fn within<T>(&self, work: impl FnOnce() -> T) -> Result<T, Inconclusive> {
        let limits = Limits {
            work: self.limits.work.min(self.worth.get()),
            ..self.limits
        };
        self.run(limits, work)
    }

    /// The same for what must not fail because everything is used up: the replay of a violation
    /// that was found.
    pub(crate) fn reserve<T>(&self, work: impl FnOnce() -> T) -> Result<T, Inconclusive> {
        let time = self.options.timeout;
        self.run(self.limits.reserve(self.used.get(), time), work)
    }

    fn run<T>(&self, limits: Limits, work: impl FnOnce() -> T) -> Result<T, Inconclusive> {
        let mut used = self.used.get();
        let result = budget::within(limits, &mut used, work);
        self.used.set(used);
        result.map_err(|spent| match spent {
            Spent::Work => Inconclusive::MaxWork(self.options.max_work),
            Spent::Time => Inconclusive::Timeout(self.options.timeout.unwrap_or_default()),
            Spent::Number => Inconclusive::Unsupported {
                what: "a number of more than five million digits".into(),
                location: None,
            },
            Spent::Memory => Inconclusive::MaxMemory(self.limits.memory.unwrap_or_default()),
        })
    }
}
