//! Folds by loops: maxima, prefix sums, maximum subarrays, counts; loops one after the other.

use tass::prelude::*;

use super::{Right, Wrong, check};

#[tass::model]
fn sum(a: &[i64], lo: usize, hi: usize) -> i64 {
    (lo..hi).map(|k| a[k]).sum::<i64>()
}

/// Squares, and the greatest of them: two loops over a local array.
#[tass::model]
fn fill_then_max(n: usize, c: i64) {
    assume!(0 < n && n < 1_000_000);
    let mut a = vec![0; n];
    invariant!(FILL: a.len() == n && (0..i).all(|k| a[k] == (k as i64 - c) * (k as i64 - c)));
    for i in 0..n {
        a[i] = (i as i64 - c) * (i as i64 - c);
    }
    let mut m = a[0];
    invariant!(MAX: (0..i).all(|k| a[k] <= m) && (0..i).any(|k| a[k] == m));
    for i in 1..n {
        if a[i] > m {
            m = a[i];
        }
    }
    assert!((0..n).all(|k| (k as i64 - c) * (k as i64 - c) <= m));
    assert!((0..n).any(|k| a[k] == m));
}

/// Starts the maximum at zero.
#[tass::model]
fn fill_then_max_wrong(n: usize, c: i64) {
    assume!(0 < n && n < 1_000_000);
    let mut a = vec![0; n];
    invariant!(FILL: a.len() == n && (0..i).all(|k| a[k] == k as i64 - c));
    for i in 0..n {
        a[i] = i as i64 - c;
    }
    let mut m = 0;
    invariant!(MAX: (0..i).all(|k| a[k] <= m));
    for i in 0..n {
        if a[i] > m {
            m = a[i];
        }
    }
    assert!((0..n).any(|k| a[k] == m));
}

#[tass::model]
fn index_of_max(a: &[i64]) {
    assume!(!a.is_empty());
    let mut m = 0;
    invariant!(I: m < a.len() && (0..i).all(|k| a[k] <= a[m]) && (0..m).all(|k| a[k] < a[m]));
    for i in 1..a.len() {
        if a[i] > a[m] {
            m = i;
        }
    }
    assert!(a[m] == *a.iter().max().unwrap());
    assert!((0..m).all(|k| a[k] < a[m]));
}

/// `>=` gives the last, not the first.
#[tass::model]
fn index_of_max_wrong(a: &[i64]) {
    assume!(!a.is_empty());
    let mut m = 0;
    invariant!(I: m < a.len() && (0..i).all(|k| a[k] <= a[m]));
    for i in 1..a.len() {
        if a[i] >= a[m] {
            m = i;
        }
    }
    assert!((0..m).all(|k| a[k] < a[m]));
}

#[tass::model]
fn prefix_sums(a: &[i64], lo: usize, hi: usize) {
    let n = a.len();
    assume!(lo <= hi && hi <= n);
    let mut p = vec![0; n + 1];
    invariant!(I: p.len() == n + 1 && (0..=i).all(|k| p[k] == sum(a, 0, k)));
    for i in 0..n {
        p[i + 1] = p[i] + a[i];
    }
    assert!((0..=n).all(|k| p[k] == sum(a, 0, k)));
    assert!(p[hi] - p[lo] == sum(a, lo, hi));
}

/// In place: what was read is written over.
#[tass::model]
fn prefix_sums_in_place(a: &[i64]) {
    let n = a.len();
    assume!(n > 0);
    let mut p = a.to_vec();
    invariant!(I: p.len() == n && (0..i).all(|k| p[k] == sum(a, 0, k + 1)) && (i..n).all(|k| p[k] == a[k]));
    for i in 1..n {
        p[i] += p[i - 1];
    }
    assert!((0..n).all(|k| p[k] == sum(a, 0, k + 1)));
}

/// Differences by inclusive ends.
#[tass::model]
fn prefix_sums_wrong(a: &[i64], lo: usize, hi: usize) {
    let n = a.len();
    assume!(lo < hi && hi < n);
    let mut p = vec![0; n];
    p[0] = a[0];
    invariant!(I: p.len() == n && (0..i).all(|k| p[k] == sum(a, 0, k + 1)));
    for i in 1..n {
        p[i] = p[i - 1] + a[i];
    }
    assert!(p[hi] - p[lo] == sum(a, lo, hi));
}

/// Kadane: the greatest sum of a range, which may be empty.
#[tass::model]
fn kadane(a: &[i64]) {
    let n = a.len();
    let (mut best, mut here) = (0, 0);
    invariant!(I: (0..=i).all(|lo| sum(a, lo, i) <= here) && (0..=i).any(|lo| sum(a, lo, i) == here)
        && (0..=i).all(|hi| (0..=hi).all(|lo| sum(a, lo, hi) <= best))
        && (0..=i).any(|hi| (0..=hi).any(|lo| sum(a, lo, hi) == best)));
    for i in 0..n {
        here = (here + a[i]).max(0);
        best = best.max(here);
    }
    assert!((0..=n).all(|hi| (0..=hi).all(|lo| sum(a, lo, hi) <= best)));
    assert!((0..=n).any(|hi| (0..=hi).any(|lo| sum(a, lo, hi) == best)));
}

/// Where the best range is, with variables for its ends.
#[tass::model]
fn kadane_ends(a: &[i64]) {
    let n = a.len();
    let (mut best, mut here, mut start, mut lo, mut hi) = (0, 0, 0, 0, 0);
    invariant!(I: start <= i && here == sum(a, start, i) && (0..=i).all(|l| sum(a, l, i) <= here)
        && lo <= hi && hi <= i && best == sum(a, lo, hi)
        && (0..=i).all(|h| (0..=h).all(|l| sum(a, l, h) <= best)));
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
    assert!(best == sum(a, lo, hi));
    assert!((0..=n).all(|h| (0..=h).all(|l| sum(a, l, h) <= best)));
}

/// Never starts again.
#[tass::model]
fn kadane_wrong(a: &[i64]) {
    let n = a.len();
    let (mut best, mut here) = (0, 0);
    invariant!(I: here == sum(a, 0, i) && best >= 0);
    for i in 0..n {
        here += a[i];
        best = best.max(here);
    }
    assert!((0..=n).all(|h| (0..=h).all(|l| sum(a, l, h) <= best)));
}

#[test]
fn folds() {
    check(&[
        ("fill_then_max", fill_then_max::model, 1, Right),
        (
            "fill_then_max_wrong",
            fill_then_max_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("index_of_max", index_of_max::model, 1, Right),
        (
            "index_of_max_wrong",
            index_of_max_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("prefix_sums", prefix_sums::model, 1, Right),
        (
            "prefix_sums_in_place",
            prefix_sums_in_place::model,
            1,
            Right,
        ),
        (
            "prefix_sums_wrong",
            prefix_sums_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("kadane", kadane::model, 1, Right),
        ("kadane_ends", kadane_ends::model, 1, Right),
        (
            "kadane_wrong",
            kadane_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
    ]);
}
