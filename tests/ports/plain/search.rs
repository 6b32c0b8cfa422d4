//! The models of the family `search` with their predicates written out.
#![allow(
    clippy::all,
    unused_parens,
    reason = "as suites have them, written out"
)]

use tass::prelude::*;

use super::super::{Right, Wrong, check};

/// The guard has an index behind `&&`.
#[tass::model]
fn linear_search_plain(a: &[i64], x: i64) {
    let n = a.len();
    let mut i = 0;
    invariant!(I: i <= n && ((0..i).all(|k| a[k] != x)));
    while i < n && a[i] != x {
        i += 1;
    }
    assert!(((0..i).all(|k| a[k] != x)));
    assert!(if i < n { a[i] == x } else { !a.contains(&x) });
}

/// The guard looks before it asks whether there is something.
#[tass::model]
fn linear_search_wrong_plain(a: &[i64], x: i64) {
    let n = a.len();
    let mut i = 0;
    invariant!(I: i <= n && ((0..i).all(|k| a[k] != x)));
    while a[i] != x && i < n {
        i += 1;
    }
    assert!(if i < n { a[i] == x } else { !a.contains(&x) });
}

#[tass::model]
fn linear_search_break_plain(a: &[i64], x: i64) {
    let n = a.len();
    let mut found = n;
    invariant!(I: found == n && ((0..i).all(|k| a[k] != x)));
    for i in 0..n {
        if a[i] == x {
            found = i;
            break;
        }
    }
    assert!(found == n || a[found] == x);
    assert!(((0..found).all(|k| a[k] != x)));
}

#[tass::model]
fn find(a: &[i64], x: i64) -> usize {
    invariant!(I: ((0..i).all(|k| a[k] != x)));
    for i in 0..a.len() {
        if a[i] == x {
            return i;
        }
    }
    a.len()
}

#[tass::model]
fn linear_search_return_plain(a: &[i64], x: i64) {
    let k = find(a, x);
    assert!(((0..k).all(|t| a[t] != x)) && (k == a.len() || a[k] == x));
}

/// A guard that steps on.
#[tass::model]
fn step(i: &mut usize) -> usize {
    *i += 1;
    *i - 1
}

#[tass::model]
fn linear_search_stepping_plain(a: &[i64], x: i64) {
    assume!(a.contains(&x));
    let mut i = 0;
    invariant!(I: i < a.len() && ((0..i).all(|k| a[k] != x)));
    while a[step(&mut i)] != x {}
    assert!(i > 0 && a[i - 1] == x && ((0..(i - 1)).all(|k| a[k] != x)));
}

/// The index after the one that was found.
#[tass::model]
fn linear_search_stepping_wrong_plain(a: &[i64], x: i64) {
    assume!(a.contains(&x));
    let mut i = 0;
    invariant!(I: i < a.len() && ((0..i).all(|k| a[k] != x)));
    while a[step(&mut i)] != x {}
    assert!(a[i] == x);
}

#[tass::model]
fn binary_search_plain(a: &[i64], x: i64) {
    assume!(((0..a.len()).all(|q| (0..q).all(|p| a[p] <= a[q]))));
    let (mut lo, mut hi) = (0, a.len());
    invariant!(I: lo <= hi && hi <= a.len()
        && (0..lo).all(|k| a[k] < x) && (hi..a.len()).all(|k| a[k] >= x));
    while lo < hi {
        let mid = lo + (hi - lo) / 2;
        if a[mid] < x {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    assert!((lo < a.len() && a[lo] == x) == a.contains(&x));
}

/// Sorted as one says it: each is at most the next.
#[tass::model]
fn binary_search_neighbours_plain(a: &[i64], x: i64) {
    assume!(((0 + 1..a.len()).all(|k| a[k - 1] <= a[k])));
    let (mut lo, mut hi) = (0, a.len());
    invariant!(I: lo <= hi && hi <= a.len()
        && (0..lo).all(|k| a[k] < x) && (hi..a.len()).all(|k| a[k] >= x));
    while lo < hi {
        let mid = lo + (hi - lo) / 2;
        if a[mid] < x {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    assert!((lo < a.len() && a[lo] == x) == a.contains(&x));
}

/// `hi` is exclusive, but moves as if it were not.
#[tass::model]
fn binary_search_wrong_plain(a: &[i64], x: i64) {
    assume!(((0..a.len()).all(|q| (0..q).all(|p| a[p] <= a[q]))));
    let (mut lo, mut hi) = (0, a.len());
    invariant!(I: lo <= hi && hi <= a.len()
        && ((0..lo).all(|k| a[k] != x)) && ((hi..a.len()).all(|k| a[k] != x)));
    while lo < hi {
        let mid = lo + (hi - lo) / 2;
        if a[mid] < x {
            lo = mid + 1;
        } else if a[mid] > x {
            hi = mid - 1;
        } else {
            lo = mid;
            hi = mid;
        }
    }
    assert!(lo < a.len() && a[lo] == x || ((0..a.len()).all(|k| a[k] != x)));
}

/// Found at once, by a flag; three ways.
#[tass::model]
fn binary_search_found_plain(a: &[i64], x: i64) {
    assume!(((0..a.len()).all(|q| (0..q).all(|p| a[p] <= a[q]))));
    let (mut lo, mut hi, mut found) = (0, a.len(), a.len());
    invariant!(I: lo <= hi && hi <= a.len() && (found == a.len() || a[found] == x)
        && (found < a.len() || ((0..lo).all(|k| a[k] != x)) && ((hi..a.len()).all(|k| a[k] != x))));
    while found == a.len() && lo < hi {
        let mid = (lo + hi) / 2;
        if a[mid] < x {
            lo = mid + 1;
        } else if a[mid] > x {
            hi = mid;
        } else {
            found = mid;
        }
    }
    assert!((found < a.len()) == a.contains(&x));
}

/// Two items of an ordered array whose sum is `x`.
#[tass::model]
fn pair_sum_plain(a: &[i64], x: i64) {
    assume!(((0..a.len()).all(|q| (0..q).all(|p| a[p] <= a[q]))));
    let n = a.len();
    let (mut i, mut j) = (0, n);
    invariant!(I: i <= j && j <= n
        && (0..n).all(|q| (0..q).all(|p| i <= p && q < j || a[p] + a[q] != x)));
    while i + 1 < j && a[i] + a[j - 1] != x {
        if a[i] + a[j - 1] < x {
            i += 1;
        } else {
            j -= 1;
        }
    }
    let found = i + 1 < j;
    assert!(!found || a[i] + a[j - 1] == x);
    assert!(found || (0..n).all(|q| (0..q).all(|p| a[p] + a[q] != x)));
}

/// Takes an item twice.
#[tass::model]
fn pair_sum_wrong_plain(a: &[i64], x: i64) {
    assume!(((0..a.len()).all(|q| (0..q).all(|p| a[p] <= a[q]))));
    let n = a.len();
    let (mut i, mut j) = (0, n);
    invariant!(I: i <= j && j <= n
        && (0..n).all(|q| (0..q).all(|p| i <= p && q < j || a[p] + a[q] != x)));
    while i < j && a[i] + a[j - 1] != x {
        if a[i] + a[j - 1] < x {
            i += 1;
        } else {
            j -= 1;
        }
    }
    assert!((i < j) == (0..n).any(|q| (0..q).any(|p| a[p] + a[q] == x)));
}

#[test]
fn plain_search() {
    check(&[
        ("linear_search_plain", linear_search_plain::model, 1, Right),
        (
            "linear_search_wrong_plain",
            linear_search_wrong_plain::model,
            1,
            Wrong(&["out_of_bounds"]),
        ),
        (
            "linear_search_break_plain",
            linear_search_break_plain::model,
            1,
            Right,
        ),
        (
            "linear_search_return_plain",
            linear_search_return_plain::model,
            1,
            Right,
        ),
        (
            "linear_search_stepping_plain",
            linear_search_stepping_plain::model,
            1,
            Right,
        ),
        (
            "linear_search_stepping_wrong_plain",
            linear_search_stepping_wrong_plain::model,
            1,
            Wrong(&["assertion", "out_of_bounds"]),
        ),
        ("binary_search_plain", binary_search_plain::model, 1, Right),
        (
            "binary_search_neighbours_plain",
            binary_search_neighbours_plain::model,
            1,
            Right,
        ),
        (
            "binary_search_wrong_plain",
            binary_search_wrong_plain::model,
            1,
            Wrong(&["unsigned_underflow", "invariant"]),
        ),
        (
            "binary_search_found_plain",
            binary_search_found_plain::model,
            1,
            Right,
        ),
        ("pair_sum_plain", pair_sum_plain::model, 1, Right),
        (
            "pair_sum_wrong_plain",
            pair_sum_wrong_plain::model,
            1,
            Wrong(&["assertion"]),
        ),
    ]);
}
