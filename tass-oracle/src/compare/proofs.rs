//! Proofs by induction, against all executions of a few rounds.
//!
//! Here the engine may be without an opinion, and its inputs may be larger than the oracle's. What
//! must hold: where it says Verified the oracle finds no violation, and a violation that it finds
//! is one that the oracle finds on the same inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::{Duration, Instant};

use tass_core::report::{Inconclusive, Kind, Outcome, Verdict, Violation};
use tass_syntax::tree::Function;

use super::confirm::parse;
use super::{Comparison, Disagreement, Effort, SETTINGS, Setting, ask};
use crate::generate::{Model, generate_rounds};
use crate::shrink::shrink;
use crate::soak::Finding;
use tass_naive::semantics::{Buffering, Outcomes, Unknown, Value, explore};

/// How much effort one loop is worth: what is not proved soon is not proved at all.
pub const EFFORT: Effort = Effort {
    oracle_states: 4_000,
    engine_states: 1_500,
    timeout: Duration::from_millis(700),
};

/// What came of many comparisons.
#[derive(Debug, Default)]
pub struct Tally {
    /// Models that the oracle had an opinion on.
    pub models: usize,
    /// Proved by the engine.
    pub verified: usize,
    /// Refuted by both.
    pub refuted: usize,
    /// No opinion although there is a violation.
    pub unfound: usize,
    /// No opinion, and no violation.
    pub unproved: usize,
    /// Too large for the oracle, or no legal program; not among the models.
    pub skipped: usize,
    /// What they did not agree on.
    pub findings: Vec<Finding>,
    /// How many models showed each kind of violation.
    pub kinds: BTreeMap<&'static str, usize>,
    /// Why the engine had no opinion.
    pub reasons: BTreeMap<String, usize>,
}

impl Tally {
    /// Compares the model of one seed.
    pub fn add(&mut self, seed: u64, effort: Effort) {
        let model = generate_rounds(seed);
        match compare(&model, effort) {
            (Comparison::Skipped(_), _) => {
                self.skipped += 1;
                return;
            }
            (Comparison::Verified, _) => self.verified += 1,
            (Comparison::Refuted(kinds), _) => {
                self.refuted += 1;
                for kind in kinds {
                    *self.kinds.entry(kind.name()).or_default() += 1;
                }
            }
            (Comparison::Inconclusive(reason), broken) => {
                *match broken {
                    true => &mut self.unfound,
                    false => &mut self.unproved,
                } += 1;
                *self.reasons.entry(reason).or_default() += 1;
            }
            (Comparison::Disagree(disagreement), _) => {
                let end = Instant::now() + Duration::from_secs(60);
                let shows = |candidate: &Model| match compare(candidate, effort).0 {
                    Comparison::Disagree(other) if other.like(&disagreement) => Some(other),
                    _ => None,
                };
                let small = shrink(&model, &mut |candidate| {
                    Instant::now() < end && shows(candidate).is_some()
                });
                let finding = Finding {
                    seed,
                    disagreement: shows(&small).unwrap_or(disagreement),
                    model: small,
                };
                eprintln!("{finding}");
                self.findings.push(finding);
            }
        }
        self.models += 1;
    }
}

/// Asks both, and whether the oracle knows a violation.
pub fn compare(model: &Model, effort: Effort) -> (Comparison, bool) {
    let function = model.function();
    // The default, and one of the others: proofs take their time.
    let other = SETTINGS[1 + function.source.len() % (SETTINGS.len() - 1)];
    let mut expected = [Outcomes::default(), Outcomes::default()];
    for inputs in model.assignments() {
        // What nobody will ask for is not explored.
        let asked = 1 + usize::from(other.absolute);
        for (absolute, outcomes) in expected.iter_mut().enumerate().take(asked) {
            match outcomes_of(model, &function, inputs.clone(), absolute == 1, effort) {
                Ok(found) => outcomes.extend(&found),
                Err(unknown) => return (Comparison::Skipped(unknown), false),
            }
        }
    }
    let broken = !expected[0].kinds.is_empty();
    let mut result = None;
    for setting in [SETTINGS[0], other] {
        let oracle = &expected[usize::from(setting.absolute)];
        let one = compare_one(model, &function, setting, oracle, effort);
        if let Comparison::Disagree(_) | Comparison::Skipped(_) = one {
            return (one, broken);
        }
        let undecided = matches!(one, Comparison::Inconclusive(_));
        result = result.or(Some(one));
        if undecided && setting == SETTINGS[0] {
            // Where the engine does not know, it takes its time: once is enough.
            break;
        }
    }
    (result.expect("there are settings"), broken)
}

fn outcomes_of(
    model: &Model,
    function: &Function,
    inputs: Vec<Value>,
    absolute: bool,
    effort: Effort,
) -> Result<Outcomes, Unknown> {
    let buffering = match absolute {
        true => Buffering::Buffered,
        false => Buffering::Mixed,
    };
    explore(
        function,
        model.nprocs,
        inputs,
        buffering,
        effort.oracle_states,
    )
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
    let Outcome::Checked {
        verdict,
        violations,
    } = &report.outcome
    else {
        // A change made no program of it.
        return Comparison::Skipped(Unknown::Unsupported("no program".into()));
    };
    match verdict {
        Verdict::Inconclusive(Inconclusive::ReplayFailed { detail }) => {
            Comparison::Disagree(Disagreement::ReplayFailed(setting, detail.clone()))
        }
        Verdict::Inconclusive(reason) => Comparison::Inconclusive(reason.name().into()),
        Verdict::Verified | Verdict::Vacuous(_) if oracle.kinds.is_empty() => Comparison::Verified,
        Verdict::Verified | Verdict::Vacuous(_) => Comparison::Disagree(Disagreement::Kinds {
            setting,
            engine: BTreeSet::new(),
            oracle: oracle.clone(),
        }),
        Verdict::Refuted => {
            for violation in violations {
                if let Err(detail) = confirm(model, function, setting, violation, effort) {
                    let kind = violation.kind;
                    return Comparison::Disagree(Disagreement::NoSuchViolation {
                        setting,
                        kind,
                        detail,
                    });
                }
            }
            Comparison::Refuted(
                violations
                    .iter()
                    .map(|v| v.kind)
                    .collect::<BTreeSet<Kind>>(),
            )
        }
    }
}

/// The oracle finds the kind on the violation's inputs. (Inputs that are too large for it are taken
/// for granted.)
fn confirm(
    model: &Model,
    function: &Function,
    setting: Setting,
    violation: &Violation,
    effort: Effort,
) -> Result<(), String> {
    let mut inputs = Vec::new();
    for input in &model.inputs {
        let given = violation.inputs.iter().find(|(n, _)| *n == input.name);
        let (_, text) = given.ok_or_else(|| format!("no value for `{}`", input.name))?;
        let value = parse(text).ok_or_else(|| format!("`{}` is {text}", input.name))?;
        if !model.open && !input.values.contains(&value) {
            return Err(format!("`{}` is {text}, which is excluded", input.name));
        }
        inputs.push(value);
    }
    match outcomes_of(model, function, inputs.clone(), setting.absolute, effort) {
        Ok(outcomes) if outcomes.kinds.contains(&violation.kind) => Ok(()),
        Ok(outcomes) => Err(format!("inputs {inputs:?} allow {outcomes}")),
        Err(_) => Ok(()),
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            models,
            verified,
            refuted,
            unfound,
            unproved,
            skipped,
            findings,
            ..
        } = self;
        write!(
            f,
            "{models} loops, {verified} verified, {refuted} refuted, {unproved} right but inconclusive, {unfound} wrong but inconclusive, {} disagreements ({skipped} skipped)",
            findings.len()
        )
    }
}
