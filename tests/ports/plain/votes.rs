//! The models of the family `votes` with their predicates written out.
#![allow(
    clippy::all,
    unused_parens,
    reason = "as suites have them, written out"
)]

use tass::prelude::*;

use super::super::{Right, Wrong, check};

#[tass::model]
fn occurrences_plain(a: &[i64], x: i64) {
    let mut c = 0;
    invariant!(I: c == ((0..i).filter(|&k| a[k] == x).count()));
    for i in 0..a.len() {
        if a[i] == x {
            c += 1;
        }
    }
    assert!(c == a.iter().filter(|&&y| y == x).count());
    assert!(c <= a.len());
    assert!((c > 0) == a.contains(&x));
}

/// The same with an `if` in the specification.
#[tass::model]
fn occurrences_if_index_plain(a: &[i64], x: i64) {
    let mut c = 0;
    invariant!(I: c == (0..i).map(|k| if a[k] == x { 1 } else { 0 }).sum::<usize>());
    for i in 0..a.len() {
        if a[i] == x {
            c += 1;
        }
    }
    assert!(
        c == (0..a.len())
            .map(|k| if a[k] == x { 1 } else { 0 })
            .sum::<usize>()
    );
    assert!(c == ((0..a.len()).filter(|&k| a[k] == x).count()));
}

/// Counts neighbours.
#[tass::model]
fn occurrences_wrong_plain(a: &[i64], x: i64) {
    let mut c = 0;
    invariant!(I: c <= i);
    for i in 0..a.len() {
        if a[i] == x && (i == 0 || a[i - 1] != x) {
            c += 1;
        }
    }
    assert!(c == ((0..a.len()).filter(|&k| a[k] == x).count()));
}

/// An item that occurs more often than all others together is the candidate.
#[tass::model]
fn majority_plain(a: &[i64], x: i64) {
    let n = a.len();
    let (mut candidate, mut votes) = (0, 0);
    invariant!(I: votes <= i && (candidate != x || 2 * ((0..i).filter(|&k| a[k] == x).count()) <= i + votes) && (candidate == x || 2 * ((0..i).filter(|&k| a[k] == x).count()) + votes <= i));
    for i in 0..n {
        if votes == 0 {
            candidate = a[i];
            votes = 1;
        } else if a[i] == candidate {
            votes += 1;
        } else {
            votes -= 1;
        }
    }
    assert!(2 * ((0..n).filter(|&k| a[k] == x).count()) <= n || candidate == x);
}

/// The same about every item at once.
#[tass::model]
fn majority_all_plain(a: &[i64]) {
    let n = a.len();
    assume!(n > 0);
    let (mut candidate, mut votes) = (a[0], 0);
    invariant!(I: votes <= i && (0..n).all(|q| (a[q] != candidate || 2 * ((0..i).filter(|&k| a[k] == a[q]).count()) <= i + votes) && (a[q] == candidate || 2 * ((0..i).filter(|&k| a[k] == a[q]).count()) + votes <= i)));
    for i in 0..n {
        if votes == 0 {
            candidate = a[i];
            votes = 1;
        } else if a[i] == candidate {
            votes += 1;
        } else {
            votes -= 1;
        }
    }
    assert!(
        (0..n).all(|q| 2 * ((0..n).filter(|&k| a[k] == a[q]).count()) <= n || a[q] == candidate)
    );
}

/// The new candidate starts without its own vote.
#[tass::model]
fn majority_wrong_plain(a: &[i64], x: i64) {
    let n = a.len();
    let (mut candidate, mut votes) = (0, 0);
    invariant!(I: votes <= i);
    for i in 0..n {
        if votes == 0 {
            candidate = a[i];
        } else if a[i] == candidate {
            votes += 1;
        } else {
            votes -= 1;
        }
    }
    assert!(2 * ((0..n).filter(|&k| a[k] == x).count()) <= n || candidate == x);
}

#[test]
fn plain_votes() {
    check(&[
        ("occurrences_plain", occurrences_plain::model, 1, Right),
        (
            "occurrences_if_index_plain",
            occurrences_if_index_plain::model,
            1,
            Right,
        ),
        (
            "occurrences_wrong_plain",
            occurrences_wrong_plain::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("majority_plain", majority_plain::model, 1, Right),
        ("majority_all_plain", majority_all_plain::model, 1, Right),
        (
            "majority_wrong_plain",
            majority_wrong_plain::model,
            1,
            Wrong(&["assertion"]),
        ),
    ]);
}
