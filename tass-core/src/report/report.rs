//! The report of one run.

use std::fmt;
use std::ops::{Deref, DerefMut};

use serde::Serialize;
use tass_syntax::REASONS;

use super::style::Style;
use super::{Every, Kind, Location, Rerun, Stats, Stopped, Verdict, Violation, text};
use crate::sides::Sides;

/// What checking one model with one number of processes gave.
///
/// A handle on [`ReportData`], small enough to be the error of a test's `Result`. `Display` is the
/// full text, always plain; `Debug`, which is what the test harness prints behind `Error: ` for a
/// failed test, says in one line what is wrong, and then the same text, coloured where colours are
/// wanted.
///
/// ```
/// use tass_core::report::{Outcome, Report, Verdict};
///
/// let outcome = Outcome::Checked { verdict: Verdict::Verified, violations: vec![] };
/// let report = Report::new("ring", 4, outcome);
/// assert_eq!(report.snapshot(), "model `ring` with 4 processes: verified");
/// assert!(report.into_test_result(None).is_ok());
/// ```
#[must_use = "a report that nobody reads lets every violation pass: call `into_test_result(None)?`"]
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Report(Box<ReportData>);

/// What a [`Report`] holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportData {
    /// The model's name.
    pub model: String,
    /// The number of processes.
    pub nprocs: usize,
    /// The number of processes of the specification that it was compared with; 0 if there is none.
    /// In a violation they are numbered after the model's own.
    pub spec_nprocs: usize,
    /// The options that are not the defaults, as the user would write them.
    pub options: Vec<(String, String)>,
    /// What came out.
    pub outcome: Outcome,
    /// Was every execution explored, and every obligation decided? A refuted run stops at its first
    /// violation unless all are asked for, and what could not be decided beside a violation is not
    /// its verdict.
    pub exhaustive: bool,
    /// What it cost.
    pub stats: Stats,
    /// What the test expects instead of a proof.
    pub expected: Option<Expected>,
    /// For a run that a limit ended: what it was doing.
    pub stopped: Option<Stopped>,
    /// For a run with every number of processes: what was enumerated. `nprocs` is then that of the
    /// violation, or 0.
    pub every: Option<Every>,
    /// What the full text says last; never in the stable form. A test says there where the page is.
    pub postscript: Option<String>,
    /// What [`Report::to_test`] needs to know of the run.
    pub rerun: Option<Rerun>,
}

/// What a test may expect instead of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Expected {
    /// A refutation by a violation of this kind.
    Violation(Kind),
    /// A run without a conclusion, for the reason of this name: invariants that are not inductive,
    /// or a loop that does not converge.
    Inconclusive(&'static str),
}

impl Expected {
    /// The expectation of that name: a kind of violation, `not_inductive` or `not_converged`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Expected> {
        let reason = REASONS.iter().copied().find(|reason| *reason == name);
        Kind::from_name(name)
            .map(Expected::Violation)
            .or(reason.map(Expected::Inconclusive))
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Violation(kind) => kind.fmt(f),
            Expected::Inconclusive(name) => f.write_str(name),
        }
    }
}

/// What came out of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The model was checked.
    Checked {
        /// The conclusion.
        verdict: Verdict,
        /// The violations found; empty unless the verdict is [`Verdict::Refuted`].
        violations: Vec<Violation>,
    },
    /// The model could not be built.
    NotBuilt(Vec<BuildError>),
}

/// Why a model cannot be built: a type that cannot be inferred, an unknown method, …
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BuildError {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub location: Option<Location>,
    /// What the user could do about it.
    pub help: Option<String>,
}

impl Report {
    /// A report with default options and no statistics; fill in those fields.
    pub fn new(model: impl Into<String>, nprocs: usize, outcome: Outcome) -> Report {
        Report(Box::new(ReportData {
            model: model.into(),
            nprocs,
            spec_nprocs: 0,
            options: Vec::new(),
            outcome,
            exhaustive: false,
            stats: Stats::default(),
            expected: None,
            stopped: None,
            every: None,
            postscript: None,
            rerun: None,
        }))
    }

    /// The report of a model that cannot be checked.
    pub(crate) fn not_built(model: &str, sides: Sides, errors: Vec<BuildError>) -> Report {
        let mut report = Report::new(model, sides.nprocs, Outcome::NotBuilt(errors));
        report.spec_nprocs = sides.spec_nprocs;
        report
    }

    /// The verdict; `None` if the model could not be built.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        match &self.outcome {
            Outcome::Checked { verdict, .. } => Some(verdict),
            Outcome::NotBuilt(_) => None,
        }
    }

    /// Does the property hold for every execution?
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.verdict() == Some(&Verdict::Verified)
    }

    /// Does some execution violate the property?
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.verdict() == Some(&Verdict::Refuted)
    }

    /// The violations found.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        match &self.outcome {
            Outcome::Checked { violations, .. } => violations,
            Outcome::NotBuilt(_) => &[],
        }
    }

    /// The kinds of the violations, sorted, each once.
    #[must_use]
    pub fn kinds(&self) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = self.violations().iter().map(|v| v.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    pub(super) fn sides(&self) -> Sides {
        Sides {
            nprocs: self.nprocs,
            spec_nprocs: self.spec_nprocs,
        }
    }

    /// What the run cost.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The text in its stable form, for snapshot tests: no times, no statistics, and lines that
    /// count from the first line of the function they are in.
    #[must_use]
    pub fn snapshot(&self) -> String {
        text::of(self, Style::SNAPSHOT)
    }

    /// What was checked and what is wrong, in one line. A failed test begins with it, since some
    /// tools show only the first line.
    #[must_use]
    pub fn headline(&self) -> String {
        text::in_short(self)
    }

    /// What was checked, what came out and what it cost, in one line.
    #[must_use]
    pub fn in_one_line(&self) -> String {
        text::summary(self, Style::FULL).replace('\n', "; ")
    }

    /// What a test makes of the report: without `expect` it passes exactly when the model is
    /// verified, with it exactly when the model is refuted by a violation of that kind.
    ///
    /// # Errors
    ///
    /// The report itself, which then also says what was expected.
    pub fn into_test_result(self, expect: Option<Kind>) -> Result<(), Report> {
        self.into_expected(expect.map(Expected::Violation))
    }

    /// The same, where the test may also expect a run without a conclusion.
    ///
    /// # Errors
    ///
    /// The report itself, which then also says what was expected.
    pub fn into_expected(mut self, expect: Option<Expected>) -> Result<(), Report> {
        let passes = match expect {
            None => self.is_verified(),
            Some(Expected::Violation(kind)) => self.is_refuted() && self.kinds().contains(&kind),
            Some(Expected::Inconclusive(name)) => {
                matches!(self.verdict(), Some(Verdict::Inconclusive(reason)) if reason.name() == name)
            }
        };
        if passes {
            return Ok(());
        }
        self.expected = expect;
        Err(self)
    }
}

impl Deref for Report {
    type Target = ReportData;

    fn deref(&self) -> &ReportData {
        &self.0
    }
}

impl DerefMut for Report {
    fn deref_mut(&mut self) -> &mut ReportData {
        &mut self.0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::of(self, Style::FULL))
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = text::of(self, Style::for_terminal());
        write!(f, "{}\n\n{whole}", self.headline())
    }
}

impl std::error::Error for Report {}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BuildError {}
