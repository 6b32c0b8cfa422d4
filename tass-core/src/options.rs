//! What a run is asked to do.

use std::time::Duration;

/// Which deadlocks count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deadlock {
    /// Some buffering choice of the library could block: the strictest, and the default.
    #[default]
    Potential,
    /// Blocked although every send is buffered.
    Absolute,
    /// None.
    Off,
}

/// Which of the processes that can be moved alone is moved first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// The one that is least ahead of the others: keeps processes close together.
    #[default]
    QueueMin,
    /// The one with the lowest rank.
    First,
}

/// How a membership test reads the shared variables of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tests {
    /// All at once.
    #[default]
    Atomic,
    /// One process after the other, in any order.
    Nonatomic,
}

/// When to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Violations {
    /// At the first violation.
    #[default]
    First,
    /// When everything is explored.
    All,
}

/// The options of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Number of processes.
    pub nprocs: usize,
    /// Number of processes of the specification, where there is one.
    pub spec_nprocs: usize,
    /// Every number of processes, instead of `nprocs`.
    pub every: bool,
    /// How membership tests read shared variables.
    pub tests: Tests,
    /// May a process fall back to its initial state at any point?
    pub aborts: bool,
    /// Which deadlocks count.
    pub deadlock: Deadlock,
    /// Is leaving an integer type's range a violation?
    pub overflow: bool,
    /// Partial order reduction; `false` explores every interleaving.
    pub reduction: bool,
    /// Which process first.
    pub schedule: Schedule,
    /// When to stop.
    pub violations: Violations,
    /// At most this many states.
    pub max_states: u64,
    /// At most this many steps along one execution.
    pub max_depth: u64,
    /// At most this many pieces of work: executed actions, evaluated terms, new expressions.
    pub max_work: u64,
    /// At most this much memory, in MiB, as the search itself counts what it holds; if not set,
    /// half of the machine's, and 4096 at most. Z3, and what lives for a moment, show in the memory
    /// of the process, which may grow by an eighth more (128 MiB at least).
    pub max_memory: Option<u64>,
    /// At most this long, if set.
    pub timeout: Option<Duration>,
    /// At most this long for one question to Z3.
    pub prover_timeout: Duration,
    /// `false` sends every obligation that is not trivial to Z3: the independent opinion that tests
    /// compare with.
    pub native_prover: bool,
    /// Looks for a shorter execution to each violation found, within a fixed effort; `false`
    /// reports the one that the search met first. Verdict and kinds are the same either way.
    pub shorten: bool,
    /// Are operations for which it matters who comes first asked for what they need whoever it is?
    /// Set by the driver, for a first try with reduction.
    pub(crate) careful: bool,
    /// The process that moves only where no other one can, if there is one. Set by the driver.
    pub(crate) latest: Option<usize>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            nprocs: 1,
            spec_nprocs: 1,
            every: false,
            tests: Tests::default(),
            aborts: false,
            deadlock: Deadlock::default(),
            overflow: false,
            reduction: true,
            schedule: Schedule::default(),
            violations: Violations::default(),
            max_states: 2_000_000,
            max_depth: 200_000,
            max_work: 200_000_000,
            max_memory: None,
            timeout: None,
            prover_timeout: Duration::from_secs(10),
            native_prover: true,
            shorten: true,
            careful: false,
            latest: None,
        }
    }
}

impl Options {
    /// The options that are not at their defaults, for reports.
    pub fn changed(&self) -> Vec<(String, String)> {
        let default = Options::default();
        let mut out = Vec::new();
        let mut note = |name: &str, value: String, is_default: bool| {
            if !is_default {
                out.push((name.to_owned(), value));
            }
        };
        let deadlock = match self.deadlock {
            Deadlock::Potential => "potential",
            Deadlock::Absolute => "absolute",
            Deadlock::Off => "off",
        };
        note(
            "deadlock",
            deadlock.into(),
            self.deadlock == default.deadlock,
        );
        note(
            "overflow",
            self.overflow.to_string(),
            self.overflow == default.overflow,
        );
        note("tests", "nonatomic".into(), self.tests == default.tests);
        note("aborts", "true".into(), !self.aborts);
        note("reduction", "off".into(), self.reduction);
        note(
            "schedule",
            "first".into(),
            self.schedule == default.schedule,
        );
        note(
            "violations",
            "all".into(),
            self.violations == default.violations,
        );
        out
    }
}
