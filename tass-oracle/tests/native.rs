//! rustc and tass agree on random Rust functions: on what fails, how, and on what comes out.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tass_oracle::native::soak::{Effort, soak};

/// Compares functions from a seed.
fn agree(seed: u64, functions: u64) {
    println!("functions from seed {seed}");
    let effort = Effort {
        batch: functions as usize,
        shrink: Duration::from_secs(30),
        shrunk: 1,
        known: Vec::new(),
    };
    let tally = soak(u64::MAX / 120, Some(functions), seed, true, effort).expect("a batch runs");
    println!("{tally}");
    let found: Vec<String> = tally.findings.iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "{tally}\n\n{}", found.join("\n\n"));
}

#[test]
fn on_functions_of_a_fixed_seed() {
    agree(1, 210);
}

/// A test of its own, so that both are compiled and run at the same time.
#[test]
fn on_functions_of_a_fresh_seed() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    agree(now.expect("after 1970").as_secs(), 210);
}
