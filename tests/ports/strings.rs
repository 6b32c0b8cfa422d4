//! Strings, as arrays of bytes: comparison, prefixes, and sorted arrays without duplicates.

use tass::prelude::*;

use super::{Right, Wrong, check};

#[tass::model]
fn agree(a: &[u8], b: &[u8], n: usize) -> bool {
    (0..n).all(|k| a[k] == b[k])
}

#[tass::model]
fn common_prefix(a: &[u8], b: &[u8]) {
    let most = a.len().min(b.len());
    let mut n = 0;
    invariant!(I: n <= most && agree(a, b, n));
    while n < most && a[n] == b[n] {
        n += 1;
    }
    assert!(agree(a, b, n));
    assert!(n == a.len() || n == b.len() || a[n] != b[n]);
}

/// Only one of the lengths is looked at.
#[tass::model]
fn common_prefix_wrong(a: &[u8], b: &[u8]) {
    let mut n = 0;
    invariant!(I: n <= a.len() && n <= b.len() && agree(a, b, n));
    while n < a.len() && a[n] == b[n] {
        n += 1;
    }
}

/// The longest common prefix of two suffixes of one text (VerifyThis 2012).
#[tass::model]
fn lcp(text: &[u8], x: usize, y: usize) -> usize {
    let n = text.len();
    let mut l = 0;
    invariant!(LCP: x + l <= n && y + l <= n && (0..l).all(|k| text[x + k] == text[y + k]));
    while x + l < n && y + l < n && text[x + l] == text[y + l] {
        l += 1;
    }
    l
}

#[tass::model]
fn longest_common_prefix(text: &[u8], x: usize, y: usize) {
    let n = text.len();
    assume!(x <= n && y <= n);
    let l = lcp(text, x, y);
    assert!((0..l).all(|k| text[x + k] == text[y + k]));
    assert!(x + l == n || y + l == n || text[x + l] != text[y + l]);
    assert!(
        (l + 1..=n).all(|m| x + m > n || y + m > n || (0..m).any(|k| text[x + k] != text[y + k]))
    );
}

/// One too many where the texts end.
#[tass::model]
fn longest_common_prefix_wrong(text: &[u8], x: usize, y: usize) {
    let n = text.len();
    assume!(x < n && y < n);
    let l = lcp(text, x, y);
    assert!(text[x + l] != text[y + l]);
}

/// -1, 0 or 1: which of them comes first in the dictionary.
#[tass::model]
fn compare(a: &[u8], b: &[u8]) -> i32 {
    let mut i = 0;
    invariant!(CMP: i <= a.len() && i <= b.len() && agree(a, b, i));
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

/// `a` comes before `b`.
#[tass::model]
fn before(a: &[u8], b: &[u8]) -> bool {
    (0..b.len()).any(|d| d <= a.len() && agree(a, b, d) && (d == a.len() || a[d] < b[d]))
}

#[tass::model]
fn string_compare(a: &[u8], b: &[u8]) {
    let c = compare(a, b);
    assert!((c == 0) == (a.len() == b.len() && agree(a, b, a.len())));
    assert!((c < 0) == before(a, b));
    assert!((c > 0) == before(b, a));
}

/// A prefix is taken for the same string.
#[tass::model]
fn string_compare_wrong(a: &[u8], b: &[u8]) {
    let mut i = 0;
    let mut c = 0;
    invariant!(CMP: i <= a.len() && i <= b.len() && (if c == 0 { agree(a, b, i) } else { i < a.len() && a[i] != b[i] }));
    while c == 0 && i < a.len() && i < b.len() {
        if a[i] == b[i] {
            i += 1;
        } else {
            c = if a[i] < b[i] { -1 } else { 1 };
        }
    }
    assert!((c == 0) == (a.len() == b.len() && agree(a, b, a.len())));
}

/// `pat` is a prefix of `a`, perhaps without one of its bytes (VerifyThis 2015).
#[tass::model]
fn relaxed(pat: &[u8], a: &[u8]) -> bool {
    let (n, m) = (pat.len(), a.len());
    n <= m && agree(pat, a, n)
        || n <= m + 1 && (0..n).any(|p| agree(pat, a, p) && (p + 1..n).all(|k| pat[k] == a[k - 1]))
}

#[tass::model]
fn relaxed_prefix(pat: &[u8], a: &[u8]) {
    let (n, m) = (pat.len(), a.len());
    let (mut i, mut shift, mut ok) = (0, 0, true);
    invariant!(I: i <= n && shift <= 1 && shift <= i && i - shift <= m
        && (shift > 0 || agree(pat, a, i))
        && (shift == 0 || (0..i).any(|p| agree(pat, a, p) && (p == m || pat[p] != a[p])
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
    assert!(ok == relaxed(pat, a));
}

/// As published: it does not ask how long the text is, and returns at once.
#[tass::model]
fn relaxed_prefix_wrong(pat: &[u8], a: &[u8]) {
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
    assert!(ok == relaxed(pat, a));
}

/// Sorted, and nothing twice.
#[tass::model]
fn remove_duplicates(a: &[i64]) {
    let n = a.len();
    assume!(n > 0 && (1..n).all(|k| a[k - 1] <= a[k]));
    let mut b = a.to_vec();
    let mut m = 1;
    let mut i = 1;
    invariant!(I: 1 <= m && m <= i && i <= n && b.len() == n
        && (1..m).all(|k| b[k - 1] < b[k]) && b[m - 1] == a[i - 1]
        && (0..i).all(|k| (0..m).any(|j| b[j] == a[k]))
        && (0..m).all(|j| (0..i).any(|k| a[k] == b[j])));
    while i < n {
        if a[i] != b[m - 1] {
            b[m] = a[i];
            m += 1;
        }
        i += 1;
    }
    assert!((1..m).all(|k| b[k - 1] < b[k]));
    assert!((0..n).all(|k| (0..m).any(|j| b[j] == a[k])));
    assert!((0..m).all(|j| (0..n).any(|k| a[k] == b[j])));
}

/// In place, and compared with the item before: which is right, too.
#[tass::model]
fn remove_duplicates_in_place(a: &[i64]) {
    let n = a.len();
    assume!(n > 0 && (1..n).all(|k| a[k - 1] <= a[k]));
    let mut b = a.to_vec();
    let mut m = 1;
    invariant!(I: 1 <= m && m <= i && b.len() == n
        && (1..m).all(|k| b[k - 1] < b[k]) && b[m - 1] == a[i - 1]
        && (i..n).all(|k| b[k] == a[k])
        && (0..i).all(|k| (0..m).any(|j| b[j] == a[k])));
    assigns!(m, b[1..n]);
    for i in 1..n {
        if b[i] != b[m - 1] {
            b[m] = b[i];
            m += 1;
        }
    }
    assert!((1..m).all(|k| b[k - 1] < b[k]));
    assert!((0..n).all(|k| (0..m).any(|j| b[j] == a[k])));
}

/// Forgets the last item.
#[tass::model]
fn remove_duplicates_wrong(a: &[i64]) {
    let n = a.len();
    assume!(n > 0 && (1..n).all(|k| a[k - 1] <= a[k]));
    let mut b = a.to_vec();
    let mut m = 0;
    invariant!(I: m <= i && b.len() == n && (i..n).all(|k| b[k] == a[k]));
    for i in 0..n - 1 {
        if b[i] != b[i + 1] {
            b[m] = b[i];
            m += 1;
        }
    }
    assert!((0..n).all(|k| (0..m).any(|j| b[j] == a[k])));
}

#[test]
fn strings() {
    check(&[
        ("common_prefix", common_prefix::model, 1, Right),
        (
            "common_prefix_wrong",
            common_prefix_wrong::model,
            1,
            Wrong(&["out_of_bounds"]),
        ),
        (
            "longest_common_prefix",
            longest_common_prefix::model,
            1,
            Right,
        ),
        (
            "longest_common_prefix_wrong",
            longest_common_prefix_wrong::model,
            1,
            Wrong(&["out_of_bounds"]),
        ),
        ("string_compare", string_compare::model, 1, Right),
        (
            "string_compare_wrong",
            string_compare_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("relaxed_prefix", relaxed_prefix::model, 1, Right),
        (
            "relaxed_prefix_wrong",
            relaxed_prefix_wrong::model,
            1,
            Wrong(&["out_of_bounds"]),
        ),
        ("remove_duplicates", remove_duplicates::model, 1, Right),
        (
            "remove_duplicates_in_place",
            remove_duplicates_in_place::model,
            1,
            Right,
        ),
        (
            "remove_duplicates_wrong",
            remove_duplicates_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
    ]);
}
