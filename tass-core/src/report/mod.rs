//! What a run says: verdict, violations, trace, statistics.
//!
//! The centre is [`Report`]: the outcome of checking one model with one number of processes. What
//! must hold of it:
//!
//! - *Same report, same bytes.* Nothing here consults a clock, a hash order, or the environment;
//!   [`Report::snapshot`] leaves out even the measured times and counts, and counts lines from the
//!   model's own first line.
//! - *Only [`Verdict::Verified`] passes a test.* [`Report::into_test_result`] is the single place
//!   that decides it.
//! - *Rendering never fails.* Any [`Location`], even one that lies outside its source text, is
//!   shown as well as it can be.
//!
//! The data types come first (`kind`, `verdict`, `location`, `violation`, `trace`, `stats`), the
//! text is made from them (`headline` for what looks like rustc, `story` for inputs, values, trace
//! and waits, `explain` for runs without a verdict, `text` for the whole), and nothing flows back.

mod every;
mod explain;
mod headline;
mod json;
mod literal;
mod location;
mod picture;
mod pin;
#[allow(clippy::module_inception, reason = "the type is the module's centre")]
mod report;
mod schedule;
mod stats;
mod stopped;
mod story;
mod style;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod trace;
mod value;
mod verdict;
mod violation;

pub use every::{Every, GlobalStep};
pub use json::VERSION;
pub use location::{Location, SourceText};
pub use pin::{Declared, NotPinned, Rerun};
pub use report::{BuildError, Expected, Outcome, Report, ReportData};
pub(crate) use schedule::{ABORT, DECISION, decision};
pub use schedule::{NotASchedule, Steps};
pub use stats::Stats;
pub use stopped::Stopped;
pub(crate) use story::processes;
pub(crate) use table::char_width;
pub use tass_syntax::Kind;
pub use trace::{BlockedProcess, Change, EventKind, ScheduleStep, TraceEvent};
pub use value::{BigInteger, NotAnInteger, Ratio, Record, Value, Variant};
pub use verdict::{HypotheticalVariable, Inconclusive, Vacuous, Verdict};
pub use violation::{Choice, FailedCondition, InputValue, Note, Violation};
