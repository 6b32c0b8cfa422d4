//! Named predicates and `if` in invariants and in closures.

use tass::prelude::*;

use super::{Not, Verified, check};

#[tass::model]
fn sorted(a: &[i64], lo: usize, hi: usize) -> bool {
    (lo..hi).all(|p| (p..hi).all(|q| a[p] <= a[q]))
}

#[tass::model]
fn near(x: i64, y: i64) -> bool {
    let apart = if x < y { y - x } else { x - y };
    apart <= 1
}

#[tass::model]
fn reciprocal(x: i64) -> bool {
    10 / x > 0
}

/// Selection sort: what is known of the items behind is in a predicate.
#[tass::model]
fn selection(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    let mut i = 0;
    invariant!(OUTER: i <= n && a.len() == n && sorted(&a, 0, i)
        && (0..i).all(|p| (i..n).all(|q| a[p] <= a[q])));
    while i < n {
        let (mut m, mut j) = (i, i + 1);
        invariant!(INNER: i <= m && m < n && i < j && j <= n && (i..j).all(|k| a[m] <= a[k]));
        while j < n {
            if a[j] < a[m] {
                m = j;
            }
            j += 1;
        }
        a.swap(i, m);
        i += 1;
    }
    assert!(sorted(&a, 0, n));
}

#[tass::model]
fn selection_wrong(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    let mut i = 0;
    invariant!(OUTER: i <= n && a.len() == n);
    while i < n {
        let (mut m, mut j) = (i, i + 1);
        invariant!(INNER: i <= m && m < n && i < j && j <= n);
        while j < n {
            if a[j] < a[i] {
                m = j;
            }
            j += 1;
        }
        a.swap(i, m);
        i += 1;
    }
    assert!(sorted(&a, 0, n));
}

/// In closures, with `if` and `let`.
#[tass::model]
fn closures(a: &[i64]) {
    let n = a.len();
    let mut i = 0;
    assume!((1..n).all(|k| near(a[k - 1], a[k])));
    invariant!(I: i <= n && (1..i).all(|k| near(a[k - 1], a[k])));
    while i < n {
        i += 1;
    }
    assert!((0..n).all(|k| if k == 0 { true } else { near(a[k], a[k - 1]) }));
}

#[tass::model]
fn closures_wrong(a: &[i64]) {
    let n = a.len();
    assume!(n == 3 && (1..n).all(|k| near(a[k - 1], a[k])));
    assert!((0..n).all(|k| if k < 2 { true } else { near(a[k], a[k - 2]) }));
}

/// What a predicate computes is computed in it: here a division, in one arm only.
#[tass::model]
fn obligations(x: i64) {
    let n = if x > 3 { 2 } else { 1 };
    assert!((0..n).all(|k| if x == 0 {
        k == 0
    } else {
        reciprocal(x) || x > 10 || x < 0
    }));
}

#[tass::model]
fn obligations_wrong(x: i64) {
    assert!((0..2).all(|_| reciprocal(x) || x > 10 || x < 0));
}

/// Arguments are evaluated once, whether the function looks at them or not.
#[tass::model]
fn ignores(_x: i64) -> bool {
    true
}

#[tass::model]
fn arguments_wrong(x: i64) {
    assert!((0..2).all(|_| ignores(10 / x)));
}

#[test]
fn right_and_wrong() {
    check(&[
        ("selection", selection::model, 1, Verified),
        (
            "selection_wrong",
            selection_wrong::model,
            1,
            Not("assertion"),
        ),
        ("closures", closures::model, 1, Verified),
        ("closures_wrong", closures_wrong::model, 1, Not("assertion")),
        ("obligations", obligations::model, 1, Verified),
        (
            "obligations_wrong",
            obligations_wrong::model,
            1,
            Not("division_by_zero"),
        ),
        (
            "arguments_wrong",
            arguments_wrong::model,
            1,
            Not("division_by_zero"),
        ),
    ]);
}
