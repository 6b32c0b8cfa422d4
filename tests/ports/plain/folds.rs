//! The models of the family `folds` with their predicates written out.
#![allow(
    clippy::all,
    unused_parens,
    reason = "as suites have them, written out"
)]

use tass::prelude::*;

use super::super::{Right, Wrong, check};

#[tass::model]
fn prefix_sums_plain(a: &[i64], lo: usize, hi: usize) {
    let n = a.len();
    assume!(lo <= hi && hi <= n);
    let mut p = vec![0; n + 1];
    invariant!(I: p.len() == n + 1 && (0..=i).all(|k| p[k] == ((0..k).map(|t| a[t]).sum::<i64>())));
    for i in 0..n {
        p[i + 1] = p[i] + a[i];
    }
    assert!((0..=n).all(|k| p[k] == ((0..k).map(|u| a[u]).sum::<i64>())));
    assert!(p[hi] - p[lo] == ((lo..hi).map(|k| a[k]).sum::<i64>()));
}

/// In place: what was read is written over.
#[tass::model]
fn prefix_sums_in_place_plain(a: &[i64]) {
    let n = a.len();
    assume!(n > 0);
    let mut p = a.to_vec();
    invariant!(I: p.len() == n && (0..i).all(|k| p[k] == ((0..(k + 1)).map(|t| a[t]).sum::<i64>())) && (i..n).all(|k| p[k] == a[k]));
    for i in 1..n {
        p[i] += p[i - 1];
    }
    assert!((0..n).all(|k| p[k] == ((0..(k + 1)).map(|u| a[u]).sum::<i64>())));
}

/// Differences by inclusive ends.
#[tass::model]
fn prefix_sums_wrong_plain(a: &[i64], lo: usize, hi: usize) {
    let n = a.len();
    assume!(lo < hi && hi < n);
    let mut p = vec![0; n];
    p[0] = a[0];
    invariant!(I: p.len() == n && (0..i).all(|k| p[k] == ((0..(k + 1)).map(|t| a[t]).sum::<i64>())));
    for i in 1..n {
        p[i] = p[i - 1] + a[i];
    }
    assert!(p[hi] - p[lo] == ((lo..hi).map(|k| a[k]).sum::<i64>()));
}

/// Kadane: the greatest sum of a range, which may be empty.
#[tass::model]
fn kadane_plain(a: &[i64]) {
    let n = a.len();
    let (mut best, mut here) = (0, 0);
    invariant!(I: (0..=i).all(|lo| ((lo..i).map(|k| a[k]).sum::<i64>()) <= here) && (0..=i).any(|lo| ((lo..i).map(|k| a[k]).sum::<i64>()) == here)
        && (0..=i).all(|hi| (0..=hi).all(|lo| ((lo..hi).map(|k| a[k]).sum::<i64>()) <= best))
        && (0..=i).any(|hi| (0..=hi).any(|lo| ((lo..hi).map(|k| a[k]).sum::<i64>()) == best)));
    for i in 0..n {
        here = (here + a[i]).max(0);
        best = best.max(here);
    }
    assert!((0..=n).all(|hi| (0..=hi).all(|lo| ((lo..hi).map(|k| a[k]).sum::<i64>()) <= best)));
    assert!((0..=n).any(|hi| (0..=hi).any(|lo| ((lo..hi).map(|k| a[k]).sum::<i64>()) == best)));
}

/// Where the best range is, with variables for its ends.
#[tass::model]
fn kadane_ends_plain(a: &[i64]) {
    let n = a.len();
    let (mut best, mut here, mut start, mut lo, mut hi) = (0, 0, 0, 0, 0);
    invariant!(I: start <= i && here == ((start..i).map(|k| a[k]).sum::<i64>()) && (0..=i).all(|l| ((l..i).map(|k| a[k]).sum::<i64>()) <= here)
        && lo <= hi && hi <= i && best == ((lo..hi).map(|k| a[k]).sum::<i64>())
        && (0..=i).all(|h| (0..=h).all(|l| ((l..h).map(|k| a[k]).sum::<i64>()) <= best)));
    for i in 0..n {
        here += a[i];
        if here < 0 {
            here = 0;
            start = i + 1;
        }
        if here > best {
            best = here;
            lo = start;
            hi = i + 1;
        }
    }
    assert!(best == ((lo..hi).map(|k| a[k]).sum::<i64>()));
    assert!((0..=n).all(|h| (0..=h).all(|l| ((l..h).map(|k| a[k]).sum::<i64>()) <= best)));
}

/// Never starts again.
#[tass::model]
fn kadane_wrong_plain(a: &[i64]) {
    let n = a.len();
    let (mut best, mut here) = (0, 0);
    invariant!(I: here == ((0..i).map(|k| a[k]).sum::<i64>()) && best >= 0);
    for i in 0..n {
        here += a[i];
        best = best.max(here);
    }
    assert!((0..=n).all(|h| (0..=h).all(|l| ((l..h).map(|k| a[k]).sum::<i64>()) <= best)));
}

#[test]
fn plain_folds() {
    check(&[
        ("prefix_sums_plain", prefix_sums_plain::model, 1, Right),
        (
            "prefix_sums_in_place_plain",
            prefix_sums_in_place_plain::model,
            1,
            Right,
        ),
        (
            "prefix_sums_wrong_plain",
            prefix_sums_wrong_plain::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("kadane_plain", kadane_plain::model, 1, Right),
        ("kadane_ends_plain", kadane_ends_plain::model, 1, Right),
        (
            "kadane_wrong_plain",
            kadane_wrong_plain::model,
            1,
            Wrong(&["assertion"]),
        ),
    ]);
}
