//! Models that would take for ever, or all memory: each ends in time, and says why.

#![allow(clippy::needless_range_loop, reason = "models index")]

use std::time::{Duration, Instant};

use tass::Model;
use tass::prelude::*;

/// The first mistake that everybody makes.
#[tass::model]
fn unbounded(n: usize) {
    let mut i = 0;
    while i < n {
        i += 1;
    }
    assert!(i == n);
}

/// Two to the power of 22 paths, in one step.
#[tass::model]
fn paths(b: [bool; 22]) {
    let mut c = 0;
    for i in 0..22 {
        if b[i] {
            c += 1;
        }
    }
    assert!(c <= 22);
}

#[tass::model]
fn nested(a: [i64; 60]) {
    let sorted =
        (0..60).all(|i| (0..60).all(|j| (0..60).all(|k| a[i] <= a[j] || a[k] <= a[j] + a[i])));
    assert!(!sorted);
}

#[tass::model]
fn squares(x: i64) {
    let mut f = x + 1;
    for _ in 0..12 {
        f = f * f;
    }
    assert!(f >= 0);
}

#[tass::model]
fn quadratic(y: i64, x: i64) {
    let mut z = x;
    for _ in 0..9 {
        z = z * z + y;
    }
    assert!(z != 7);
}

#[tass::model]
fn hard(a: i64, b: i64, c: i64) {
    assume!(a > 1 && b > 1 && c > 1);
    assert!(a * a * a + b * b * b != c * c * c);
    assert!(a * b * c * (a - b) * (b - c) != 12_345_677);
    assert!(a * a * b + b * b * c != c * c * a + 91);
}

#[tass::model]
fn deep(n: u64) -> u64 {
    if n == 0 { 0 } else { deep(n - 1) + 1 }
}

#[tass::model]
fn recursion(n: u64) {
    assert!(deep(n) == n);
}

#[tass::model]
fn many_writes(at: [usize; 40]) {
    let mut v = vec![0i64; 400];
    for i in 0..40 {
        assume!(at[i] < 400);
        v[at[i]] += 1;
    }
    assert!(v[0] <= 40);
}

/// Each ends within a second of its limit, and never as verified unless it is.
fn ends(model: Model, most: f64) {
    let start = Instant::now();
    let report = model
        .nprocs(1)
        .timeout(Duration::from_secs(1))
        .max_memory(2048)
        .check();
    let took = start.elapsed().as_secs_f64();
    assert!(took < most, "it took {took:.1} s\n{report}");
    assert!(!report.is_verified(), "{report}");
}

#[test]
fn time_is_kept() {
    for model in [
        unbounded::model(),
        paths::model(),
        nested::model(),
        squares::model(),
        quadratic::model(),
        hard::model(),
        recursion::model(),
        many_writes::model(),
    ] {
        ends(model, 3.0);
    }
}

/// Work ends a search at the same place on every machine.
#[test]
fn work_is_counted() {
    let check = || unbounded::model().nprocs(1).max_work(2_000_000).check();
    let report = check();
    assert!(
        report.to_string().contains("inconclusive[max_work]"),
        "{report}"
    );
    assert_eq!(report.stats().states, check().stats().states);
    assert_eq!(report.snapshot(), check().snapshot());
}

#[test]
fn memory_is_bounded() {
    if !std::path::Path::new("/proc/self/status").exists() {
        return;
    }
    let report = unbounded::model().nprocs(1).max_memory(1).check();
    assert!(
        report.to_string().contains("inconclusive[max_memory]"),
        "{report}"
    );
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
