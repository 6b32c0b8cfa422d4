//! Merging; frames with two ranges of one array and with inner indices.
#![allow(clippy::needless_range_loop, reason = "as suites have them")]

use tass::prelude::*;

use super::{Right, Wrong, check};

#[tass::model]
fn sorted(a: &[i64], lo: usize, hi: usize) -> bool {
    (lo + 1..hi).all(|k| a[k - 1] <= a[k])
}

/// How often `x` is among the first `n`.
#[tass::model]
fn count(a: &[i64], n: usize, x: i64) -> usize {
    (0..n).filter(|&k| a[k] == x).count()
}

#[tass::model]
fn merge(a: &[i64], b: &[i64], x: i64) {
    assume!(sorted(a, 0, a.len()) && sorted(b, 0, b.len()));
    let n = a.len() + b.len();
    let mut c = vec![0; n];
    let (mut i, mut j) = (0, 0);
    invariant!(I: i <= a.len() && j <= b.len() && c.len() == n && k == i + j && sorted(&c, 0, k)
        && (k == 0 || (i == a.len() || c[k - 1] <= a[i]) && (j == b.len() || c[k - 1] <= b[j]))
        && count(&c, k, x) == count(a, i, x) + count(b, j, x));
    for k in 0..n {
        if j == b.len() || i < a.len() && a[i] <= b[j] {
            c[k] = a[i];
            i += 1;
        } else {
            c[k] = b[j];
            j += 1;
        }
    }
    assert!(sorted(&c, 0, n));
    assert!(count(&c, n, x) == count(a, a.len(), x) + count(b, b.len(), x));
}

/// Three loops, with `push`, as one writes it.
#[tass::model]
fn merge_push(a: &[i64], b: &[i64]) {
    assume!(sorted(a, 0, a.len()) && sorted(b, 0, b.len()));
    let mut c = Vec::new();
    let (mut i, mut j) = (0, 0);
    invariant!(BOTH: i <= a.len() && j <= b.len() && c.len() == i + j && sorted(&c, 0, c.len())
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
    invariant!(LEFT: i <= a.len() && c.len() == i + j && sorted(&c, 0, c.len())
        && (c.is_empty() || i == a.len() || c[c.len() - 1] <= a[i]));
    while i < a.len() {
        c.push(a[i]);
        i += 1;
    }
    assert!(j < b.len() || c.len() == a.len() + b.len() && sorted(&c, 0, c.len()));
}

/// Takes from the wrong one when the first is used up.
#[tass::model]
fn merge_wrong(a: &[i64], b: &[i64]) {
    assume!(sorted(a, 0, a.len()) && sorted(b, 0, b.len()));
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
    assert!(sorted(&c, 0, n));
}

/// Both ends, and nothing between.
#[tass::model]
fn two_ranges(n: usize, k: usize) {
    assume!(2 * k < n);
    let mut a = vec![0; n];
    let mut i = 0;
    invariant!(I: i <= k && a.len() == n && (0..i).all(|p| a[p] == 1) && (n - i..n).all(|p| a[p] == 2));
    assigns!(i, a[0..k], a[n - k..n]);
    while i < k {
        a[i] = 1;
        a[n - 1 - i] = 2;
        i += 1;
    }
    assert!((k..n - k).all(|p| a[p] == 0));
    assert!((0..k).all(|p| a[p] == 1) && (n - k..n).all(|p| a[p] == 2));
}

/// The middle is written at last.
#[tass::model]
fn two_ranges_wrong(n: usize, k: usize) {
    assume!(2 * k < n);
    let mut a = vec![0; n];
    let mut i = 0;
    invariant!(I: i <= k + 1 && a.len() == n);
    assigns!(i, a[0..k], a[n - k..n]);
    while i <= k {
        a[i] = 1;
        i += 1;
    }
    assert!((k..n - k).all(|p| a[p] == 0));
}

/// Two rows of a local matrix.
#[tass::model]
fn two_rows(n: usize, m: usize, r: usize) {
    assume!(r + 2 < n);
    let mut a = vec![vec![0; m]; n];
    invariant!(I: a.len() == n && a[r].len() == m && a[r + 1].len() == m
        && (0..j).all(|q| a[r][q] == 1 && a[r + 1][q] == 2));
    assigns!(a[r..r + 2]);
    for j in 0..m {
        a[r][j] = 1;
        a[r + 1][j] = 2;
    }
    assert!((0..m).all(|q| a[r][q] == 1 && a[r + 1][q] == 2 && a[r + 2][q] == 0));
}

/// An inner index that is not the loop's own.
#[tass::model]
fn indirect(n: usize, at: &[usize], x: i64) {
    assume!((0..at.len()).all(|k| at[k] < n));
    assume!((0..at.len()).all(|q| (0..q).all(|p| at[p] != at[q])));
    let mut a = vec![0; n];
    invariant!(I: a.len() == n && (0..i).all(|k| a[at[k]] == x) && (i..at.len()).all(|k| a[at[k]] == 0));
    for i in 0..at.len() {
        a[at[i]] += x;
    }
    assert!((0..at.len()).all(|k| a[at[k]] == x));
}

/// An index twice.
#[tass::model]
fn indirect_wrong(n: usize, at: &[usize], x: i64) {
    assume!((0..at.len()).all(|k| at[k] < n));
    let mut a = vec![0; n];
    invariant!(I: a.len() == n);
    for i in 0..at.len() {
        a[at[i]] += x;
    }
    assert!((0..at.len()).all(|k| a[at[k]] == x));
}

/// Fill, double, and sum: three loops over one local array.
#[tass::model]
fn one_after_the_other(n: usize) {
    let mut a = vec![0; n];
    invariant!(FILL: a.len() == n && (0..i).all(|k| a[k] == k));
    for i in 0..n {
        a[i] = i;
    }
    invariant!(DOUBLE: a.len() == n && (0..i).all(|k| a[k] == 2 * k) && (i..n).all(|k| a[k] == k));
    for i in 0..n {
        a[i] *= 2;
    }
    let mut s = 0;
    invariant!(SUM: s == i * i - i);
    for i in 0..n {
        s += a[i];
    }
    assert!(s + n == n * n);
}

/// The second loop starts late.
#[tass::model]
fn one_after_the_other_wrong(n: usize) {
    assume!(n > 0);
    let mut a = vec![1; n];
    invariant!(DOUBLE: a.len() == n && (1..i).all(|k| a[k] == 2));
    for i in 1..n {
        a[i] *= 2;
    }
    let mut s = 0;
    invariant!(SUM: s <= 2 * i);
    for i in 0..n {
        s += a[i];
    }
    assert!(s == 2 * n);
}

#[test]
fn frames() {
    check(&[
        ("merge", merge::model, 1, Right),
        ("merge_push", merge_push::model, 1, Right),
        ("merge_wrong", merge_wrong::model, 1, Wrong(&["assertion"])),
        ("two_ranges", two_ranges::model, 1, Right),
        (
            "two_ranges_wrong",
            two_ranges_wrong::model,
            1,
            Wrong(&["assertion", "frame"]),
        ),
        ("two_rows", two_rows::model, 1, Right),
        ("indirect", indirect::model, 1, Right),
        (
            "indirect_wrong",
            indirect_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("one_after_the_other", one_after_the_other::model, 1, Right),
        (
            "one_after_the_other_wrong",
            one_after_the_other_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
    ]);
}
