//! For every change: random loops with random invariants, with fixed seeds and one fresh seed that
//! is printed.

use std::time::{SystemTime, UNIX_EPOCH};

use tass_oracle::compare::proofs::{EFFORT, Tally};
use tass_oracle::soak::seeds;

fn loops(seed: u64, count: usize) {
    println!("loops from seed {seed}");
    let mut tally = Tally::default();
    for seed in seeds(seed) {
        if tally.models >= count {
            break;
        }
        tally.add(seed, EFFORT);
    }
    println!(
        "{tally}\nviolations: {:?}\ninconclusive: {:?}",
        tally.kinds, tally.reasons
    );
    let findings: Vec<String> = tally.findings.iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "seed {seed}: {}", findings.join("\n"));
    let share = |part: usize| part * 100 / tally.models;
    assert!(
        share(tally.verified) > 20 && share(tally.refuted) > 20,
        "a poor mix: {tally}"
    );
    assert!(share(tally.skipped) < 35, "too many are skipped: {tally}");
}

#[test]
fn loops_of_a_fixed_seed() {
    loops(1, 200);
}

#[test]
fn loops_of_another_fixed_seed() {
    loops(2, 200);
}

#[test]
fn loops_of_a_fresh_seed() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    loops(now.expect("after 1970").as_secs(), 150);
}
