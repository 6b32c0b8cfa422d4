//! Many models, one after the other: counts, and what was found.

use std::fmt;
use std::time::{Duration, Instant};

use crate::compare::{Comparison, Disagreement, Effort, compare};
use crate::generate::{Families, Model, Rng, generate_from};
use crate::shrink::shrink;
use tass_naive::semantics::Unknown;

/// What came of many comparisons.
///
/// It prints as the last line of a soak.
#[derive(Debug, Default)]
pub struct Tally {
    /// How often some operations come.
    pub families: Families,
    /// Models that both had an opinion on, or the engine none.
    pub models: usize,
    /// Verified by both.
    pub verified: usize,
    /// Refuted by both.
    pub refuted: usize,
    /// The engine had no opinion.
    pub inconclusive: usize,
    /// The oracle had no opinion; not among the models.
    pub skipped: usize,
    /// Why it had none.
    pub skips: std::collections::BTreeMap<String, usize>,
    /// Models with constructs that the oracle does not know, and which: the generator is ahead of
    /// it.
    pub unknown: Vec<(u64, String)>,
    /// What they did not agree on.
    pub findings: Vec<Finding>,
    /// How many models showed each kind of violation.
    pub kinds: std::collections::BTreeMap<&'static str, usize>,
    /// Why the engine had no opinion.
    pub reasons: std::collections::BTreeMap<String, usize>,
    /// Is each seed printed before its model is compared? For one that takes for ever.
    pub shows_seeds: bool,
}

/// A disagreement.
#[derive(Debug)]
pub struct Finding {
    /// The seed of the model.
    pub seed: u64,
    /// The model, as small as it got.
    pub model: Model,
    /// What is wrong.
    pub disagreement: Disagreement,
}

impl Tally {
    /// Compares the models of one seed after the other, until told to stop.
    pub fn run(
        &mut self,
        seeds: impl Iterator<Item = u64>,
        effort: Effort,
        mut go_on: impl FnMut(&Tally) -> bool,
    ) {
        for seed in seeds {
            if !go_on(self) {
                return;
            }
            self.add(seed, effort);
        }
    }

    /// Compares the model of one seed.
    pub fn add(&mut self, seed: u64, effort: Effort) {
        if self.shows_seeds {
            println!("seed {seed}");
        }
        self.judge(seed, &generate_from(seed, self.families), effort);
    }

    /// Compares a model.
    pub fn judge(&mut self, seed: u64, model: &Model, effort: Effort) {
        let comparison = compare(model, effort);
        if let Comparison::Skipped(unknown) = comparison {
            self.skipped += 1;
            let why = match unknown {
                Unknown::TooManyStates => "too many states".to_string(),
                Unknown::TooLarge(what) => what,
                Unknown::Unsupported(what) => {
                    eprintln!("seed {seed} is beyond the oracle: {what}\n{model}");
                    self.unknown.push((seed, what));
                    "a construct that the oracle does not know".to_string()
                }
            };
            *self.skips.entry(why).or_default() += 1;
            return;
        }
        self.models += 1;
        match comparison {
            Comparison::Verified => self.verified += 1,
            Comparison::Refuted(kinds) => {
                self.refuted += 1;
                for kind in kinds {
                    *self.kinds.entry(kind.name()).or_default() += 1;
                }
            }
            Comparison::Inconclusive(reason) => {
                self.inconclusive += 1;
                *self.reasons.entry(reason).or_default() += 1;
            }
            Comparison::Disagree(disagreement) => {
                let finding = reduced(seed, model, disagreement, effort);
                eprintln!("{finding}");
                self.findings.push(finding);
            }
            Comparison::Skipped(_) => unreachable!("handled above"),
        }
    }
}

/// The smallest model that shows the same disagreement.
fn reduced(seed: u64, model: &Model, disagreement: Disagreement, effort: Effort) -> Finding {
    let end = Instant::now() + Duration::from_secs(120);
    let found = disagreement.clone();
    let small = shrink(model, &mut |candidate| {
        Instant::now() < end
            && matches!(compare(candidate, effort), Comparison::Disagree(other) if other.like(&found))
    });
    let disagreement = match compare(&small, effort) {
        Comparison::Disagree(disagreement) => disagreement,
        _ => disagreement,
    };
    Finding {
        seed,
        model: small,
        disagreement,
    }
}

/// The seeds that follow from one.
pub fn seeds(seed: u64) -> impl Iterator<Item = u64> {
    let mut rng = Rng::new(seed);
    std::iter::repeat_with(move || rng.seed())
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "disagreement (seed {}): {}\n{}",
            self.seed, self.disagreement, self.model
        )
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            models,
            verified,
            refuted,
            inconclusive,
            findings,
            ..
        } = self;
        let disagreements = findings.len();
        write!(
            f,
            "{models} models, {verified} verified, {refuted} refuted, {inconclusive} inconclusive, {disagreements} disagreements"
        )
    }
}
