//! Frames: `assigns!` that is right, and that is wrong in ways that are easy to overlook.

use tass::prelude::*;

use super::{Not, Verified, check};

/// Only the upper part is written: what was known of the rest stays known, without a word in the invariant.
#[tass::model]
fn upper(n: usize) {
    assume!(n > 2);
    let mut a = vec![0; n];
    a[0] = 5;
    let mut i = 1;
    invariant!(I: 1 <= i && i <= n && a.len() == n);
    assigns!(i, a[1..n]);
    while i < n {
        a[i] = 1;
        i += 1;
    }
    assert!(a[0] == 5);
}

/// The range shrinks while the loop runs: what was outside in one iteration was inside in another.
#[tass::model]
fn shrinking(n: usize) {
    assume!(n > 4);
    let mut a = vec![0; n];
    let mut i = 0;
    invariant!(I: i <= n && a.len() == n);
    assigns!(i, a[i..n]);
    while i < n {
        a[i] = 1;
        i += 1;
    }
    assert!(a[0] == 0);
}

/// As before, with a range that ends where the loop will be.
#[tass::model]
pub(super) fn moving(n: usize) {
    assume!(n > 4);
    let mut a = vec![0; n];
    let mut i = 0;
    invariant!(I: i <= n && a.len() == n);
    assigns!(i, a[0..i]);
    while i < n {
        a[i] = 1;
        i += 1;
    }
    assert!(a[0] == 0);
}

/// Two ranges, and a gap between them. (Right, but with two ranges the loop does not converge.)
#[tass::model]
fn gap(n: usize) {
    assume!(n > 4);
    let mut a = vec![0; n];
    let mut i = 0;
    invariant!(I: i <= n && a.len() == n);
    assigns!(i, a[0..1], a[2..n]);
    while i < n {
        if i != 1 {
            a[i] = 1;
        }
        i += 1;
    }
    assert!(a[1] == 0);
}

#[tass::model]
fn gap_wrong(n: usize) {
    assume!(n > 4);
    let mut a = vec![0; n];
    let mut i = 0;
    invariant!(I: i <= n && a.len() == n);
    assigns!(i, a[0..1], a[2..n]);
    while i < n {
        a[i] = 1;
        i += 1;
    }
    assert!(a[1] == 0);
}

/// Two ranges that overlap.
#[tass::model]
fn overlap(n: usize) {
    assume!(n > 4);
    let mut a = vec![0; n];
    let mut i = 1;
    invariant!(I: 1 <= i && i <= n && a.len() == n);
    assigns!(i, a[1..3], a[2..n]);
    while i < n {
        a[i] = 1;
        i += 1;
    }
    assert!(a[0] == 0);
}

/// The whole and a range of it: the whole counts.
#[tass::model]
fn whole_and_range(n: usize) {
    assume!(n > 4);
    let mut a = vec![0; n];
    let mut i = 0;
    invariant!(I: i <= n && a.len() == n);
    assigns!(i, a, a[2..n]);
    while i < n {
        a[i] = 1;
        i += 1;
    }
    assert!(a[0] == 0);
}

/// A variable that is not named.
#[tass::model]
fn unnamed(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n);
    assigns!(i);
    while i < n {
        x += 1;
        i += 1;
    }
    assert!(x == 0);
}

/// An element by an index that the loop changes.
#[tass::model]
fn element(n: usize) {
    let mut a = [0, 0, 0];
    let (mut i, mut k) = (0, 0);
    invariant!(I: i <= n && k <= 2);
    assigns!(i, k, a[k]);
    while i < n {
        a[k] = 1;
        k = (k + 1) % 3;
        i += 1;
    }
    assert!(a[0] == 0);
}

/// Written and written back: nothing has changed at the head.
#[tass::model]
fn restored(n: usize) {
    assume!(n > 2);
    let mut a = vec![3; n];
    let mut i = 1;
    invariant!(I: 1 <= i && i <= n && a.len() == n);
    assigns!(i, a[1..n]);
    while i < n {
        let old = a[0];
        a[0] = 9;
        a[i] = 1;
        a[0] = old;
        i += 1;
    }
    assert!(a[0] == 3);
}

#[test]
fn right_and_wrong() {
    check(&[
        ("upper", upper::model, 1, Verified),
        ("shrinking", shrinking::model, 1, Not("assertion")),
        ("moving", moving::model, 1, Not("assertion")),
        ("gap", gap::model, 1, Not("not_converged")),
        ("gap_wrong", gap_wrong::model, 1, Not("assertion")),
        ("overlap", overlap::model, 1, Not("not_converged")),
        (
            "whole_and_range",
            whole_and_range::model,
            1,
            Not("assertion"),
        ),
        ("unnamed", unnamed::model, 1, Not("assertion")),
        ("element", element::model, 1, Not("assertion")),
        ("restored", restored::model, 1, Verified),
    ]);
}
