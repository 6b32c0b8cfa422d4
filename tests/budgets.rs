//! Models that would take for ever, or all memory: each ends in time, and says why.

#![allow(clippy::needless_range_loop, reason = "models index")]

use std::time::{Duration, Instant};

use tass::Model;
use tass::prelude::*;

#[path = "../benches/hostile/models.rs"]
mod hostile;

/// A model of the table of hostile ones.
fn model(name: &str) -> Model {
    let all = hostile::all().into_iter();
    let mut found = all.filter(|row| row.0 == name).map(|row| row.1);
    found.next().expect("a name of the table")
}

/// Each ends within a second of its limit, and never as verified unless it is.
fn ends(model: Model, most: f64) {
    let start = Instant::now();
    let report = model
        .timeout(Duration::from_secs(1))
        .max_memory(2048)
        .check();
    let took = start.elapsed().as_secs_f64();
    assert!(took < most, "it took {took:.1} s\n{report}");
    assert!(!report.is_verified(), "{report}");
}

#[test]
fn time_is_kept() {
    for name in [
        "unbounded",
        "paths",
        "quantifiers",
        "squares",
        "two_variables",
        "nonlinear",
        "recursion",
        "symbolic_indices",
        "huge_numbers",
        "wildcards",
        "shared_values",
    ] {
        ends(model(name), 3.0);
    }
}

/// Work ends a search at the same place on every machine.
#[test]
fn work_is_counted() {
    let check = || model("unbounded").max_work(2_000_000).check();
    let report = check();
    assert!(
        report.to_string().contains("inconclusive[max_work]"),
        "{report}"
    );
    assert_eq!(report.stats().states, check().stats().states);
    assert_eq!(report.snapshot(), check().snapshot());
}

/// Where a search ends is said: which loop, how often, and what bounds it.
#[test]
fn the_loop_is_named() {
    let text = |report: tass::Report| report.snapshot();
    let unbounded = text(model("unbounded").max_work(2_000_000).check());
    for part in [
        "while i < n {",
        "times on one path",
        "how often depends on `n`",
        "bound it with `assume!(n <= 8)`, or give the loop an `invariant!`",
    ] {
        assert!(unbounded.contains(part), "{part}: {unbounded}");
    }
    let quantifiers = text(model("quantifiers").max_work(200_000).check());
    let expected = "this range was being gone through";
    assert!(quantifiers.contains(expected), "{quantifiers}");
    let deep = text(model("ping_pong").max_depth(100).check());
    assert!(deep.contains("how often depends on `n`"), "{deep}");
    let wildcards = text(model("wildcards").max_states(500).check());
    let expected = "receives could have taken another message";
    assert!(wildcards.contains(expected), "{wildcards}");
    // What is measured is not the same twice.
    let late = model("unbounded").timeout(Duration::from_millis(200));
    let late = text(late.check());
    assert!(!late.contains("times on one path"), "{late}");
}

#[tass::model]
fn small(n: usize) {
    assume!(n < 300);
    let mut i = 0;
    while i < n {
        i += 1;
    }
    assert!(i == n);
}

/// A search counts what it holds itself, so that it ends at the same place every time.
#[test]
fn memory_is_bounded() {
    let check = || model("unbounded").max_memory(8).check();
    let report = check();
    assert!(
        report.to_string().contains("inconclusive[max_memory]"),
        "{report}"
    );
    assert_eq!(report.stats().memory >> 20, 8);
    assert_eq!(report.stats().states, check().stats().states);
    // What others in the process have is not held against it.
    let neighbour = std::hint::black_box(vec![1u8; 400 << 20]);
    let report = small::model().max_memory(64).check();
    assert!(report.is_verified(), "{report}");
    assert!(report.stats().memory > 0);
    drop(neighbour);
}

/// The child's part of the next test: a model of the table, alone in its process.
#[test]
#[ignore = "run by others"]
fn one_alone() {
    let Ok(name) = std::env::var("TASS_HOSTILE") else {
        return;
    };
    let before = memory("VmRSS:");
    let report = model(&name).max_memory(48).check();
    let verdict = match report.verdict() {
        Some(tass::Verdict::Inconclusive(reason)) => reason.name(),
        Some(verdict) => verdict.name(),
        None => "not built",
    };
    let grown = memory("VmHWM:").zip(before).map_or(0, |(a, b)| a - b);
    println!("alone: {verdict} {grown} {}", report.stats().memory >> 10);
}

/// A line of what the operating system says of this process, in KiB.
fn memory(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// What a search says that it holds is about what it has.
#[test]
fn the_account_is_right() {
    if memory("VmRSS:").is_none() {
        return;
    }
    for name in ["unbounded", "paths", "quantifiers", "ping_pong", "growing"] {
        let this = std::env::current_exe().unwrap();
        let output = std::process::Command::new(this)
            .args(["--exact", "one_alone", "--ignored", "--nocapture"])
            .env("TASS_HOSTILE", name)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let words = text.split("alone: ").nth(1).expect(&text);
        let mut words = words.split_whitespace();
        assert_eq!(words.next(), Some("max_memory"), "{name}: {text}");
        let mut number = || words.next().unwrap().parse::<f64>().unwrap();
        let (grown, held) = (number(), number());
        let ratio = held / grown;
        println!("{name}: {held} KiB of {grown}, {ratio:.2}");
        assert!((0.6..1.5).contains(&ratio), "{name}: {held} of {grown}");
    }
}

/// The violation of a model for every number of processes is looked for, and confirmed, within one
/// budget.
#[test]
fn every_number_of_processes_has_one_budget() {
    for (work, doing) in [
        (
            300_000,
            "the local states of one process were being derived",
        ),
        (20_000_000, "sets of local states were being enumerated"),
    ] {
        let text = model("shared_values").max_work(work).check().to_string();
        assert!(text.contains("inconclusive[max_work]"), "{text}");
        assert!(text.contains(doing), "{text}");
    }
}

#[tass::model]
fn wrong_and_endless(n: usize, x: i64) {
    assert!(x != 3);
    let (mut i, mut f) = (0, x);
    while i < n {
        i += 1;
        f = f * x + 1;
    }
    assert!(i == n);
}

/// Wherever a search is left, what it has found is found.
#[test]
fn what_was_found_stays() {
    let mut found = false;
    for work in (1..20).map(|k| k * 10_000) {
        let model = wrong_and_endless::model().nprocs(1);
        let report = model
            .violations(tass::Violations::All)
            .max_work(work)
            .check();
        assert!(report.is_refuted() || !found, "{work}: {report}");
        found |= report.is_refuted();
    }
    assert!(found);
}

/// A story that cannot be made shorter in time is a longer story, and no other verdict: with the
/// least work that finds a violation, looking for a shorter one uses up what is left, and there is
/// a reserve for the replay.
#[test]
fn shortening_has_the_same_budget() {
    let check = |work, shorten| {
        model("late_violation")
            .max_work(work)
            .shorten(shorten)
            .check()
    };
    let mut works = (0..40).map(|step| (20_000.0 * 1.25f64.powi(step)) as u64);
    let least = works.find(|&work| check(work, false).is_refuted());
    let least = least.expect("it is found at last");
    for work in [least, least * 5 / 4, 4 * least] {
        let report = check(work, true);
        let kinds: Vec<_> = report.kinds().iter().map(|kind| kind.name()).collect();
        assert_eq!(kinds, ["assertion"], "{work}: {report}");
    }
}
