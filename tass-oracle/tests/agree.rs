//! For every change: random models and random expressions, with fixed seeds and one fresh seed that
//! is printed.

use std::time::{SystemTime, UNIX_EPOCH};

use tass_oracle::compare::Effort;
use tass_oracle::expressions;
use tass_oracle::soak::{Tally, seeds};

/// A seed that differs from run to run; a failure says which it was.
fn fresh() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("after 1970");
    now.as_secs()
}

fn models(seed: u64, count: usize) {
    println!("models from seed {seed}");
    let mut tally = Tally::default();
    tally.run(seeds(seed), Effort::default(), |tally| tally.models < count);
    println!("{tally}\nviolations: {:?}", tally.kinds);
    let findings: Vec<String> = tally.findings.iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "seed {seed}: {}", findings.join("\n"));
    assert!(tally.unknown.is_empty(), "seed {seed}: {:?}", tally.unknown);
    let share = |part: usize| part * 100 / tally.models;
    assert!(
        share(tally.inconclusive) < 10,
        "too many without an opinion: {tally} {:?}",
        tally.reasons
    );
    assert!(
        share(tally.verified) >= 20 && share(tally.refuted) >= 20,
        "a poor mix: {tally}"
    );
}

fn terms(seed: u64, count: usize) {
    println!("expressions from seed {seed}");
    let mut tally = expressions::Tally::default();
    tally.run(seed, count);
    println!(
        "{} valid, {} invalid, {} unknown",
        tally.valid, tally.invalid, tally.unknown
    );
    assert!(
        tally.findings.is_empty(),
        "seed {seed}: {}",
        tally.findings.join("\n")
    );
}

#[test]
fn models_of_fixed_seeds() {
    models(1, 1000);
}

#[test]
fn models_of_other_fixed_seeds() {
    models(2, 700);
}

#[test]
fn models_of_a_fresh_seed() {
    models(fresh(), 400);
}

#[test]
fn expressions_of_fixed_seeds() {
    terms(1, 40_000);
}

#[test]
fn expressions_of_a_fresh_seed() {
    terms(fresh(), 12_000);
}
