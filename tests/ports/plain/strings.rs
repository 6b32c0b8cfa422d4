//! The models of the family `strings` with their predicates written out.
#![allow(
    clippy::all,
    unused_parens,
    reason = "as suites have them, written out"
)]

use tass::prelude::*;

use super::super::{Right, Wrong, check};

#[tass::model]
fn common_prefix_plain(a: &[u8], b: &[u8]) {
    let most = a.len().min(b.len());
    let mut n = 0;
    invariant!(I: n <= most && ((0..n).all(|k| a[k] == b[k])));
    while n < most && a[n] == b[n] {
        n += 1;
    }
    assert!(((0..n).all(|k| a[k] == b[k])));
    assert!(n == a.len() || n == b.len() || a[n] != b[n]);
}

/// Only one of the lengths is looked at.
#[tass::model]
fn common_prefix_wrong_plain(a: &[u8], b: &[u8]) {
    let mut n = 0;
    invariant!(I: n <= a.len() && n <= b.len() && ((0..n).all(|k| a[k] == b[k])));
    while n < a.len() && a[n] == b[n] {
        n += 1;
    }
}

/// -1, 0 or 1: which of them comes first in the dictionary.
#[tass::model]
fn compare(a: &[u8], b: &[u8]) -> i32 {
    let mut i = 0;
    invariant!(CMP: i <= a.len() && i <= b.len() && ((0..i).all(|k| a[k] == b[k])));
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    if i == a.len() && i == b.len() {
        0
    } else if i == a.len() || i < b.len() && a[i] < b[i] {
        -1
    } else {
        1
    }
}

#[tass::model]
fn string_compare_plain(a: &[u8], b: &[u8]) {
    let c = compare(a, b);
    assert!((c == 0) == (a.len() == b.len() && ((0..a.len()).all(|k| a[k] == b[k]))));
    assert!(
        (c < 0)
            == ((0..b.len()).any(|d| d <= a.len()
                && ((0..d).all(|k| a[k] == b[k]))
                && (d == a.len() || a[d] < b[d])))
    );
    assert!(
        (c > 0)
            == ((0..a.len()).any(|d| d <= b.len()
                && ((0..d).all(|k| b[k] == a[k]))
                && (d == b.len() || b[d] < a[d])))
    );
}

/// A prefix is taken for the same string.
#[tass::model]
fn string_compare_wrong_plain(a: &[u8], b: &[u8]) {
    let mut i = 0;
    let mut c = 0;
    invariant!(CMP: i <= a.len() && i <= b.len() && (c != 0 || ((0..i).all(|k| a[k] == b[k]))) && (c == 0 || i < a.len() && a[i] != b[i]));
    while c == 0 && i < a.len() && i < b.len() {
        if a[i] == b[i] {
            i += 1;
        } else {
            c = if a[i] < b[i] { -1 } else { 1 };
        }
    }
    assert!((c == 0) == (a.len() == b.len() && ((0..a.len()).all(|k| a[k] == b[k]))));
}

#[tass::model]
fn relaxed_prefix_plain(pat: &[u8], a: &[u8]) {
    let (n, m) = (pat.len(), a.len());
    let (mut i, mut shift, mut ok) = (0, 0, true);
    invariant!(I: i <= n && shift <= 1 && shift <= i && i - shift <= m
        && (shift > 0 || ((0..i).all(|k| pat[k] == a[k])))
        && (shift == 0 || (0..i).any(|p| ((0..p).all(|k| pat[k] == a[k])) && (p == m || pat[p] != a[p])
            && (p + 1..i).all(|k| pat[k] == a[k - 1])))
        && (ok || i < n && shift == 1 && (i - 1 == m || pat[i] != a[i - 1])));
    while ok && i < n {
        if i - shift < m && pat[i] == a[i - shift] {
            i += 1;
        } else if shift == 0 {
            shift = 1;
            i += 1;
        } else {
            ok = false;
        }
    }
    assert!(
        ok == (pat.len() <= a.len() && ((0..pat.len()).all(|k| pat[k] == a[k]))
            || pat.len() <= a.len() + 1
                && (0..pat.len()).any(|p| ((0..p).all(|k| pat[k] == a[k]))
                    && (p + 1..pat.len()).all(|k| pat[k] == a[k - 1])))
    );
}

/// As published: it does not ask how long the text is, and returns at once.
#[tass::model]
fn relaxed_prefix_wrong_plain(pat: &[u8], a: &[u8]) {
    let n = pat.len();
    let (mut shift, mut ok) = (0, true);
    invariant!(I: shift <= 1 && shift <= i);
    for i in 0..n {
        if ok && pat[i] != a[i - shift] {
            if shift == 0 {
                shift = 1;
            } else {
                ok = false;
            }
        }
    }
    assert!(
        ok == (pat.len() <= a.len() && ((0..pat.len()).all(|k| pat[k] == a[k]))
            || pat.len() <= a.len() + 1
                && (0..pat.len()).any(|p| ((0..p).all(|k| pat[k] == a[k]))
                    && (p + 1..pat.len()).all(|k| pat[k] == a[k - 1])))
    );
}

#[test]
fn plain_strings() {
    check(&[
        ("common_prefix_plain", common_prefix_plain::model, 1, Right),
        (
            "common_prefix_wrong_plain",
            common_prefix_wrong_plain::model,
            1,
            Wrong(&["out_of_bounds"]),
        ),
        (
            "string_compare_plain",
            string_compare_plain::model,
            1,
            Right,
        ),
        (
            "string_compare_wrong_plain",
            string_compare_wrong_plain::model,
            1,
            Wrong(&["assertion"]),
        ),
        (
            "relaxed_prefix_plain",
            relaxed_prefix_plain::model,
            1,
            Right,
        ),
        (
            "relaxed_prefix_wrong_plain",
            relaxed_prefix_wrong_plain::model,
            1,
            Wrong(&["out_of_bounds"]),
        ),
    ]);
}
