//! The models of the family `frames` with their predicates written out.
#![allow(
    clippy::all,
    unused_parens,
    reason = "as suites have them, written out"
)]

use tass::prelude::*;

use super::super::{Right, Wrong, check};

#[tass::model]
fn merge_plain(a: &[i64], b: &[i64], x: i64) {
    assume!(
        ((0 + 1..a.len()).all(|k| a[k - 1] <= a[k]))
            && ((0 + 1..b.len()).all(|k| b[k - 1] <= b[k]))
    );
    let n = a.len() + b.len();
    let mut c = vec![0; n];
    let (mut i, mut j) = (0, 0);
    invariant!(I: i <= a.len() && j <= b.len() && c.len() == n && k == i + j && ((0 + 1..k).all(|t| c[t - 1] <= c[t]))
        && (k == 0 || (i == a.len() || c[k - 1] <= a[i]) && (j == b.len() || c[k - 1] <= b[j]))
        && ((0..k).filter(|&u| c[u] == x).count()) == ((0..i).filter(|&k| a[k] == x).count()) + ((0..j).filter(|&k| b[k] == x).count()));
    for k in 0..n {
        if j == b.len() || i < a.len() && a[i] <= b[j] {
            c[k] = a[i];
            i += 1;
        } else {
            c[k] = b[j];
            j += 1;
        }
    }
    assert!(((0 + 1..n).all(|k| c[k - 1] <= c[k])));
    assert!(
        ((0..n).filter(|&k| c[k] == x).count())
            == ((0..a.len()).filter(|&k| a[k] == x).count())
                + ((0..b.len()).filter(|&k| b[k] == x).count())
    );
}

/// Three loops, with `push`, as one writes it.
#[tass::model]
fn merge_push_plain(a: &[i64], b: &[i64]) {
    assume!(
        ((0 + 1..a.len()).all(|k| a[k - 1] <= a[k]))
            && ((0 + 1..b.len()).all(|k| b[k - 1] <= b[k]))
    );
    let mut c = Vec::new();
    let (mut i, mut j) = (0, 0);
    invariant!(BOTH: i <= a.len() && j <= b.len() && c.len() == i + j && ((0 + 1..c.len()).all(|k| c[k - 1] <= c[k]))
        && (c.is_empty() || (i == a.len() || c[c.len() - 1] <= a[i]) && (j == b.len() || c[c.len() - 1] <= b[j])));
    while i < a.len() && j < b.len() {
        if a[i] <= b[j] {
            c.push(a[i]);
            i += 1;
        } else {
            c.push(b[j]);
            j += 1;
        }
    }
    invariant!(LEFT: i <= a.len() && c.len() == i + j && ((0 + 1..c.len()).all(|k| c[k - 1] <= c[k]))
        && (c.is_empty() || i == a.len() || c[c.len() - 1] <= a[i]));
    while i < a.len() {
        c.push(a[i]);
        i += 1;
    }
    assert!(
        j < b.len() || c.len() == a.len() + b.len() && ((0 + 1..c.len()).all(|k| c[k - 1] <= c[k]))
    );
}

/// Takes from the wrong one when the first is used up.
#[tass::model]
fn merge_wrong_plain(a: &[i64], b: &[i64]) {
    assume!(
        ((0 + 1..a.len()).all(|k| a[k - 1] <= a[k]))
            && ((0 + 1..b.len()).all(|k| b[k - 1] <= b[k]))
    );
    let n = a.len() + b.len();
    let mut c = vec![0; n];
    let (mut i, mut j) = (0, 0);
    invariant!(I: i <= a.len() && j <= b.len() && c.len() == n && k == i + j);
    for k in 0..n {
        if i < a.len() && (j == b.len() || a[i] >= b[j]) {
            c[k] = a[i];
            i += 1;
        } else {
            c[k] = b[j];
            j += 1;
        }
    }
    assert!(((0 + 1..n).all(|k| c[k - 1] <= c[k])));
}

#[test]
fn plain_frames() {
    check(&[
        ("merge_plain", merge_plain::model, 1, Right),
        ("merge_push_plain", merge_push_plain::model, 1, Right),
        (
            "merge_wrong_plain",
            merge_wrong_plain::model,
            1,
            Wrong(&["assertion"]),
        ),
    ]);
}
