//! What is met in an iteration that the invariant allows, and what an execution really meets.

use tass::prelude::*;
use tass::{Model, Report, Verdict};

/// An iteration with `i == 7` is allowed by the invariant, and there is none.
#[tass::model]
fn covers_nothing(n: usize) {
    assume!(n <= 3);
    let mut i = 0;
    invariant!(I: i <= 10);
    while i < n {
        cover!(i == 7);
        i += 1;
    }
    assert!(i <= 10);
}

/// There is one, for every number of iterations that an input may ask for.
#[tass::model]
fn covers(n: usize) {
    let mut i = 0;
    invariant!(I: i <= n);
    while i < n {
        cover!(i == 7);
        i += 1;
    }
    cover!(i == 3);
    assert!(i == n);
}

/// Nobody knows: no execution that is short enough to be tried gets there.
#[tass::model]
fn covers_far_away(n: usize) {
    let mut i = 0;
    invariant!(I: i <= n);
    while i < n {
        cover!(i == 5000);
        i += 1;
    }
}

/// Never: what the proof says of `k` is too weak to see it.
#[tass::model]
fn covers_the_impossible(n: usize) {
    let (mut i, mut k) = (0, 0);
    invariant!(I: i <= n);
    while i < n {
        cover!(k == 1);
        k += 2;
        i += 1;
    }
}

/// The assertion stands in an iteration that the invariant allows, and no execution reaches it.
#[tass::model]
fn asserts_nothing(n: usize) {
    assume!(n <= 3);
    let mut i = 0;
    invariant!(I: i <= 10);
    while i < n {
        if i == 7 {
            assert!(i == 7);
        }
        i += 1;
    }
}

/// A collective assertion that all would meet after six iterations, of which there are three.
#[tass::model]
fn meets_nobody(n: usize) {
    assume!(n <= 3);
    let mut i = 0;
    invariant!(I: i <= 10);
    while i < n {
        if i == 6 {
            collective_assert!(A: proc.iter().all(|p| p.n == n));
        }
        i += 1;
    }
}

/// The loop is too long to be gone through: what comes after it is proved all the same.
#[tass::model]
fn after_a_long_loop() {
    let mut i = 0;
    invariant!(I: i <= 1000);
    while i < 1000 {
        i += 1;
    }
    assert!(i == 1000);
}

/// The same, with a `cover!`: nothing that was tried gets there.
#[tass::model]
fn covered_after_a_long_loop() {
    let mut i = 0;
    invariant!(I: i <= 1000);
    while i < 1000 {
        i += 1;
    }
    cover!(true);
}

/// A model, for how many processes, and its verdict.
type Case = (fn() -> Model, usize, &'static str);

/// The reason of a vacuous run, or the verdict.
fn verdict(report: &Report) -> String {
    match report.verdict() {
        Some(Verdict::Vacuous(reason)) => reason.name().to_owned(),
        _ => super::verdict(report),
    }
}

#[test]
fn only_what_an_execution_meets_is_met() {
    let cases: [Case; 8] = [
        (covers::model, 1, "verified"),
        (covers_nothing::model, 1, "cover_failed"),
        (covers_far_away::model, 1, "not_covered"),
        (covers_the_impossible::model, 1, "not_covered"),
        (asserts_nothing::model, 1, "unreached_assertions"),
        (meets_nobody::model, 2, "unreached_assertions"),
        (after_a_long_loop::model, 1, "verified"),
        (covered_after_a_long_loop::model, 1, "not_covered"),
    ];
    for (model, nprocs, expected) in cases {
        for reduction in [true, false] {
            let report = model().nprocs(nprocs).reduction(reduction).check();
            assert_eq!(verdict(&report), expected, "{report}");
        }
    }
}

#[test]
fn what_the_user_sees() {
    let report = covers_far_away::model().nprocs(1).check();
    insta::assert_snapshot!(report.snapshot());
}
