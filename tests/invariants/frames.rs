//! Frames: `assigns!` that is right, and that is wrong in ways that are easy to overlook.

use tass::prelude::*;

use super::{Not, Verified, check};

/// Only the upper part is written: what was known of the rest stays known, without a word in the
/// invariant.
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

/// Two ranges, and a gap between them.
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

/// An element of a slice.
#[tass::model]
fn inner(n: usize) {
    assume!(n > 4);
    let mut a = vec![0; n];
    a[2] = 5;
    let mut i = 0;
    invariant!(I: i <= n && a.len() == n);
    assigns!(i, a[1..n][0]);
    while i < n {
        a[1] = i;
        i += 1;
    }
    assert!(a[2] == 5);
}

#[tass::model]
fn inner_wrong(n: usize) {
    assume!(n > 4);
    let mut a = vec![0; n];
    let mut i = 0;
    invariant!(I: i <= n && a.len() == n);
    assigns!(i, a[1..n][1]);
    while i < n {
        a[1] = i;
        i += 1;
    }
    assert!(a[0] == 0);
}

/// A part of one row.
#[tass::model]
fn row(n: usize) {
    assume!(n > 4);
    let mut a = vec![vec![0; n]; n];
    a[2][0] = 5;
    a[1][3] = 6;
    let mut i = 1;
    invariant!(I: 1 <= i && i <= n && a.len() == n && (0..n).all(|p| a[p].len() == n));
    assigns!(i, a[2][1..n]);
    while i < n {
        a[2][i] = i;
        i += 1;
    }
    assert!(a[2][0] == 5 && a[1][3] == 6);
}

#[tass::model]
fn row_wrong(n: usize) {
    assume!(n > 4);
    let mut a = vec![vec![0; n]; n];
    let mut i = 1;
    invariant!(I: 1 <= i && i <= n && a.len() == n && (0..n).all(|p| a[p].len() == n));
    assigns!(i, a[2][2..n]);
    while i < n {
        a[2][i] = i;
        i += 1;
    }
    assert!(a[1][1] == 0);
}

#[tass::data]
#[derive(Clone)]
struct Pair {
    left: [i64; 3],
    right: i64,
}

/// A part of a field.
#[tass::model]
fn field(n: usize) {
    let mut p = Pair {
        left: [1, 2, 3],
        right: 4,
    };
    let mut i = 0;
    invariant!(I: i <= n);
    assigns!(i, p.left[1]);
    while i < n {
        p.left[1] += 1;
        i += 1;
    }
    assert!(p.left[0] == 1 && p.left[2] == 3 && p.right == 4);
}

#[tass::model]
fn field_wrong(n: usize) {
    let mut p = Pair {
        left: [1, 2, 3],
        right: 4,
    };
    let mut i = 0;
    invariant!(I: i <= n);
    assigns!(i, p.left[1]);
    while i < n {
        p = p.clone();
        p.right = 7;
        i += 1;
    }
    assert!(p.left[0] == 1);
}

#[test]
fn right_and_wrong() {
    check(&[
        ("upper", upper::model, 1, Verified),
        ("shrinking", shrinking::model, 1, Not("frame")),
        ("moving", moving::model, 1, Not("assertion")),
        ("gap", gap::model, 1, Verified),
        ("gap_wrong", gap_wrong::model, 1, Not("frame")),
        ("overlap", overlap::model, 1, Verified),
        (
            "whole_and_range",
            whole_and_range::model,
            1,
            Not("assertion"),
        ),
        ("unnamed", unnamed::model, 1, Not("frame")),
        ("element", element::model, 1, Not("frame")),
        ("restored", restored::model, 1, Verified),
        ("inner", inner::model, 1, Verified),
        ("inner_wrong", inner_wrong::model, 1, Not("frame")),
        ("row", row::model, 1, Verified),
        ("row_wrong", row_wrong::model, 1, Not("frame")),
        ("field", field::model, 1, Verified),
        ("field_wrong", field_wrong::model, 1, Not("frame")),
    ]);
}
