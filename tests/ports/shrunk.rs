//! The smallest models that show what is missing.

use tass::prelude::*;

use super::{Right, Wrong, check};

/// What the second loop's invariant says of an array that the first one wrote is not known behind
/// it.
#[tass::model]
fn known_behind(n: usize) {
    let mut a = vec![0; n];
    let mut i = 0;
    invariant!(FIRST: i <= n && a.len() == n);
    while i < n {
        a[i] = i;
        i += 1;
    }
    let mut j = 0;
    invariant!(SECOND: j <= n && (0..j).all(|k| a[k] == 0));
    while j < n && a[j] == 0 {
        j += 1;
    }
    assert!((0..j).all(|k| a[k] == 0));
}

/// A frame with two indices leaves the other rows alone.
#[tass::model]
fn other_rows(n: usize, m: usize, r: usize) {
    assume!(0 < r && r < n);
    let mut a = vec![vec![0; m]; n];
    invariant!(ROW: a[r].len() == m);
    assigns!(a[r][0..m]);
    for j in 0..m {
        a[r][j] = 7;
    }
    assert!(a[r - 1].len() == m);
}

/// A fact about all prefix sums, at two of them.
#[tass::model]
fn at_two_places(a: &[i64], p: &[i64], i: usize) {
    let n = a.len();
    assume!(i < n && p.len() == n + 1);
    assume!((0..=n).all(|k| p[k] == (0..k).map(|t| a[t]).sum::<i64>()));
    assert!(p[i + 1] == p[i] + a[i]);
}

/// A count over a range that is shifted by one.
#[tass::model]
fn shifted(a: &[i64], b: &[i64], x: i64) {
    let n = a.len();
    assume!(b.len() == n + 1 && (0..n).all(|k| b[k + 1] == a[k]));
    assert!((0..n).filter(|&k| a[k] == x).count() == (1..n + 1).filter(|&k| b[k] == x).count());
}

/// A sum is that of the even items and that of the odd ones.
#[tass::model]
fn even_and_odd(a: &[i64]) {
    let n = a.len();
    let even = (0..n).filter(|k| k % 2 == 0).map(|k| a[k]).sum::<i64>();
    let odd = (0..n).filter(|k| k % 2 == 1).map(|k| a[k]).sum::<i64>();
    assert!((0..n).map(|k| a[k]).sum::<i64>() == even + odd);
}

/// The exponent is an input.
#[tass::model]
fn next_power(x: i64, n: u32) {
    assert!(x.pow(n + 1) == x * x.pow(n));
}

/// Rows in order: the time limit is not seen.
#[tass::model]
fn rows_in_order(a: &[Vec<i64>], m: usize) {
    let n = a.len();
    assume!((0..n).all(|i| a[i].len() == m));
    assume!((0..n).all(|i| (1..m).all(|q| a[i][q - 1] <= a[i][q])));
    assert!(n == 0 || m < 2 || a[0][0] <= a[0][1]);
}

/// The same without rows: an index of the assumption is out of bounds.
#[tass::model]
fn in_no_order_wrong(a: &[i64], m: usize) {
    assume!(m > 0 && (0..a.len()).all(|i| (1..m).all(|q| a[q] <= a[i])));
    assert!(a.is_empty() || m < 2);
}

/// An index that is cast, in two quantifiers.
#[tass::model]
fn cast_index(a: &[i64], m: i64) {
    let n = a.len();
    assume!((0..n).all(|k| a[k] == k as i64) && (0..n).all(|k| a[k] <= m));
    assert!((0..n).all(|k| k as i64 <= m));
}

#[test]
fn shrunk() {
    check(&[
        ("known_behind", known_behind::model, 1, Right),
        ("other_rows", other_rows::model, 1, Right),
        ("at_two_places", at_two_places::model, 1, Right),
        ("shifted", shifted::model, 1, Right),
        ("even_and_odd", even_and_odd::model, 1, Right),
        ("next_power", next_power::model, 1, Right),
        ("rows_in_order", rows_in_order::model, 1, Right),
        (
            "in_no_order_wrong",
            in_no_order_wrong::model,
            1,
            Wrong(&["out_of_bounds", "assertion"]),
        ),
        ("cast_index", cast_index::model, 1, Right),
    ]);
}
