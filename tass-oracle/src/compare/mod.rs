//! The comparison: what the oracle and the engine say about one model.
//!
//! They agree when, for `deadlock = potential` and for `absolute`, the engine's set of violation
//! kinds is the oracle's, however the engine is asked to search and to prove, and when every
//! refutation replays in the oracle. A run without a conclusion is no disagreement, unless it is
//! because a violation did not replay.

mod confirm;
pub mod minimal;
pub mod proofs;

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tass_core::report::{Inconclusive, Kind, Outcome, Verdict};
use tass_core::{Deadlock, Options, Report, Violations, check};
use tass_mpi_model::Mpi;
use tass_syntax::tree::Function;

use crate::generate::Model;
use confirm::{Unconfirmed, confirm};
use tass_naive::semantics::{Buffering, Outcomes, Unknown, explore};

/// What came of a comparison.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// Both say that nothing can go wrong.
    Verified,
    /// Both say that these things can.
    Refuted(BTreeSet<Kind>),
    /// The engine does not know, and why.
    Inconclusive(String),
    /// The oracle does not know.
    Skipped(Unknown),
    /// They contradict each other.
    Disagree(Disagreement),
}

/// How the engine is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Only deadlocks that no buffering can prevent?
    pub absolute: bool,
    /// With partial order reduction?
    pub reduction: bool,
    /// With its own decision procedures in front of Z3?
    pub native: bool,
}

/// What oracle and engine do not agree on.
#[derive(Clone, Debug)]
pub enum Disagreement {
    /// The sets of kinds.
    Kinds {
        /// How the engine was asked.
        setting: Setting,
        /// What it found.
        engine: BTreeSet<Kind>,
        /// What there is.
        oracle: Outcomes,
    },
    /// The engine does not accept the model.
    NotBuilt(String),
    /// A violation that the engine itself could not replay.
    ReplayFailed(Setting, String),
    /// A violation that the oracle cannot replay.
    NoSuchViolation {
        /// How the engine was asked.
        setting: Setting,
        /// What it found.
        kind: Kind,
        /// What is wrong with it.
        detail: String,
    },
    /// The engine panicked.
    Panicked(Setting, String),
    /// The oracle panicked.
    OraclePanicked(String),
}

/// Every way in which the engine is asked, the default first.
pub const SETTINGS: [Setting; 5] = [
    Setting {
        absolute: false,
        reduction: true,
        native: true,
    },
    Setting {
        absolute: false,
        reduction: false,
        native: true,
    },
    Setting {
        absolute: false,
        reduction: true,
        native: false,
    },
    Setting {
        absolute: true,
        reduction: true,
        native: true,
    },
    Setting {
        absolute: true,
        reduction: false,
        native: true,
    },
];

/// How much effort one model is worth.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// States of the oracle, for one assignment of the inputs.
    pub oracle_states: usize,
    /// States of the engine.
    pub engine_states: u64,
    /// Time for one run of the engine.
    pub timeout: Duration,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            oracle_states: 20_000,
            engine_states: 50_000,
            timeout: Duration::from_secs(5),
        }
    }
}

/// Asks both.
pub fn compare(model: &Model, effort: Effort) -> Comparison {
    let function = model.function();
    let mut expected = [Outcomes::default(), Outcomes::default()];
    for inputs in model.assignments() {
        for (buffering, outcomes) in [Buffering::Mixed, Buffering::Buffered]
            .into_iter()
            .zip(&mut expected)
        {
            let inputs = inputs.clone();
            let found = caught(|| {
                let states = effort.oracle_states;
                explore(&function, model.nprocs, inputs, buffering, states)
            });
            match found {
                Ok(Ok(found)) => outcomes.extend(&found),
                Ok(Err(unknown)) => return Comparison::Skipped(unknown),
                Err(message) => {
                    return Comparison::Disagree(Disagreement::OraclePanicked(message));
                }
            }
        }
    }
    let mut result = None;
    for setting in SETTINGS {
        let oracle = &expected[usize::from(setting.absolute)];
        let one = compare_one(model, &function, setting, oracle, effort);
        match one {
            Comparison::Disagree(_) => return one,
            _ => result = result.or(Some(one)),
        }
    }
    result.unwrap_or(Comparison::Verified)
}

fn compare_one(
    model: &Model,
    function: &Function,
    setting: Setting,
    oracle: &Outcomes,
    effort: Effort,
) -> Comparison {
    let report = match ask(function, model.nprocs, setting, effort) {
        Ok(report) => report,
        Err(message) => return Comparison::Disagree(Disagreement::Panicked(setting, message)),
    };
    let (verdict, violations) = match &report.outcome {
        Outcome::NotBuilt(errors) => {
            let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
            return Comparison::Disagree(Disagreement::NotBuilt(messages.join("; ")));
        }
        Outcome::Checked {
            verdict,
            violations,
        } => (verdict, violations),
    };
    match verdict {
        Verdict::Inconclusive(Inconclusive::ReplayFailed { detail }) => {
            return Comparison::Disagree(Disagreement::ReplayFailed(setting, detail.clone()));
        }
        Verdict::Inconclusive(reason) => return Comparison::Inconclusive(reason.name().into()),
        Verdict::Verified | Verdict::Vacuous(_) | Verdict::Refuted => {}
    }
    let engine: BTreeSet<Kind> = report.kinds().into_iter().collect();
    // A search that was left early (by the clock, where the machine is busy) has not seen
    // everything.
    let complete = report.exhaustive || *verdict != Verdict::Refuted;
    let agree = match complete {
        true => engine == oracle.kinds,
        false => engine.is_subset(&oracle.kinds),
    };
    if !agree {
        return Comparison::Disagree(Disagreement::Kinds {
            setting,
            engine,
            oracle: oracle.clone(),
        });
    }
    for violation in violations {
        match confirm(model, function, setting, violation, effort) {
            Ok(()) => {}
            Err(Unconfirmed::Beyond(unknown)) => return Comparison::Skipped(unknown),
            Err(Unconfirmed::Wrong(detail)) => {
                let kind = violation.kind;
                return Comparison::Disagree(Disagreement::NoSuchViolation {
                    setting,
                    kind,
                    detail,
                });
            }
        }
    }
    if !complete {
        Comparison::Inconclusive("not exhaustive".into())
    } else if engine.is_empty() {
        Comparison::Verified
    } else {
        Comparison::Refuted(engine)
    }
}

/// Asks the engine. An error is the message of a panic.
pub fn ask(
    function: &Function,
    nprocs: usize,
    setting: Setting,
    effort: Effort,
) -> Result<Report, String> {
    let mut options = Options::default();
    options.nprocs = nprocs;
    options.deadlock = if setting.absolute {
        Deadlock::Absolute
    } else {
        Deadlock::Potential
    };
    options.reduction = setting.reduction;
    options.native_prover = setting.native;
    options.violations = Violations::All;
    options.max_states = effort.engine_states;
    options.timeout = Some(effort.timeout);
    caught(|| check(function, &Mpi, &options))
}

/// The result, or the message of a panic.
fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string))
            .unwrap_or_default()
    })
}

impl Disagreement {
    /// Is this a disagreement of the same sort? What shrinking keeps.
    pub fn like(&self, other: &Disagreement) -> bool {
        match (self, other) {
            (
                Disagreement::Kinds {
                    engine: a,
                    oracle: b,
                    ..
                },
                Disagreement::Kinds {
                    engine: c,
                    oracle: d,
                    ..
                },
            ) => {
                let differences = |engine: &BTreeSet<Kind>, oracle: &Outcomes| {
                    (
                        engine.difference(&oracle.kinds).next().is_some(),
                        oracle.kinds.difference(engine).next().copied(),
                    )
                };
                differences(a, b) == differences(c, d)
            }
            (
                Disagreement::NoSuchViolation { kind: a, .. },
                Disagreement::NoSuchViolation { kind: b, .. },
            ) => a == b,
            (Disagreement::NotBuilt(a), Disagreement::NotBuilt(b)) => a == b,
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deadlock = if self.absolute {
            "absolute"
        } else {
            "potential"
        };
        let reduction = if self.reduction { "on" } else { "off" };
        write!(
            f,
            "deadlock = {deadlock}, reduction {reduction}, native prover {}",
            if self.native { "on" } else { "off" }
        )
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disagreement::Kinds {
                setting,
                engine,
                oracle,
            } => {
                let names: Vec<&str> = engine.iter().map(|kind| kind.name()).collect();
                write!(
                    f,
                    "[{setting}] engine {{{}}}, oracle {oracle}",
                    names.join(", ")
                )
            }
            Disagreement::NotBuilt(errors) => write!(f, "not built: {errors}"),
            Disagreement::ReplayFailed(setting, detail) => {
                write!(f, "[{setting}] replay failed: {detail}")
            }
            Disagreement::NoSuchViolation {
                setting,
                kind,
                detail,
            } => {
                write!(f, "[{setting}] no such violation: {kind}: {detail}")
            }
            Disagreement::Panicked(setting, message) => {
                write!(f, "[{setting}] panicked: {message}")
            }
            Disagreement::OraclePanicked(message) => write!(f, "the oracle panicked: {message}"),
        }
    }
}
