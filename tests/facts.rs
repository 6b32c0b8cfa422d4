//! Facts about folds that proofs need: signs of sums, extrema among the items, swaps, sums by rows,
//! ranges that end at a minimum. Each as a program with a loop invariant, as suites of verification
//! problems have it, and with a mistake.
#![allow(
    clippy::manual_contains,
    clippy::almost_swapped,
    clippy::len_zero,
    reason = "models are written as suites have them, right and wrong"
)]

use tass::prelude::*;
use tass::{Kind, Model};

fn verified(model: Model) {
    let report = model.nprocs(1).check();
    assert!(report.is_verified(), "{report}");
}

/// Refuted, or not decided; but not verified.
fn not_verified(model: Model) {
    let report = model.nprocs(1).check();
    assert!(!report.is_verified(), "{report}");
}

fn refuted(model: Model, kind: Kind) {
    let report = model.nprocs(1).check();
    assert_eq!(report.kinds(), [kind], "{report}");
}

/// The sum of squares of deviations is not negative.
#[tass::model]
fn sum_of_squares(a: &[f64]) {
    let n = a.len();
    let mut s = 0.0;
    let mut i = 0;
    invariant!(I: i <= n && s == (0..i).map(|k| a[k] * a[k]).sum::<f64>());
    while i < n {
        s += a[i] * a[i];
        i += 1;
    }
    assert!(s >= 0.0);
}

#[tass::model]
fn sum_of_weights(a: &[f64]) {
    let n = a.len();
    assume!((0..n).all(|k| a[k] >= 0.0));
    let mut s = 0.0;
    let mut i = 0;
    invariant!(I: i <= n && s == (0..i).map(|k| a[k]).sum::<f64>());
    while i < n {
        s += a[i];
        i += 1;
    }
    assert!(s >= 0.0);
    assert!((0..n).all(|k| a[k] <= s));
}

#[tass::model]
fn sum_of_any(a: &[f64]) {
    let n = a.len();
    assume!((0..n).all(|k| a[k] >= -1.0));
    let mut s = 0.0;
    let mut i = 0;
    invariant!(I: i <= n && s == (0..i).map(|k| a[k]).sum::<f64>());
    while i < n {
        s += a[i];
        i += 1;
    }
    assert!(s >= 0.0);
}

#[tass::model]
fn sum_of_sizes(a: &[u32]) {
    let s = (0..a.len()).map(|k| a[k] as i64).sum::<i64>();
    let t = (0..a.len()).map(|k| a[k] as i64 - 1).sum::<i64>();
    assert!(s >= 0 && t >= -(a.len() as i64));
}

#[test]
fn a_sum_of_non_negatives_is_not_negative() {
    verified(sum_of_squares::model());
    verified(sum_of_weights::model());
    verified(sum_of_sizes::model());
    not_verified(sum_of_any::model());
}

#[tass::model]
fn greatest(a: &[i64]) {
    let n = a.len();
    assume!(n > 0);
    let mut m = a[0];
    let mut i = 1;
    invariant!(I: 1 <= i && i <= n && m == (0..i).map(|k| a[k]).max().unwrap());
    while i < n {
        if a[i] > m {
            m = a[i];
        }
        i += 1;
    }
    assert!((0..n).any(|k| a[k] == m));
    assert!((0..n).all(|k| a[k] <= m));
    assert!(m == *a.iter().max().unwrap());
}

#[tass::model]
fn least(a: &[i64]) {
    assume!(!a.is_empty());
    let m = *a.iter().min().unwrap();
    assert!(a.iter().any(|&x| x == m));
}

/// The items from the second one on may all be less.
#[tass::model]
fn greatest_of_the_rest(a: &[i64]) {
    let n = a.len();
    assume!(n > 1);
    let m = (0..n).map(|k| a[k]).max().unwrap();
    assert!((1..n).any(|k| a[k] == m));
}

#[test]
fn an_extremum_is_one_of_the_items() {
    verified(greatest::model());
    verified(least::model());
    not_verified(greatest_of_the_rest::model());
}

#[tass::model]
fn swapped(a: &[i64], i: usize, j: usize, x: i64) {
    let n = a.len();
    assume!(i < n && j < n);
    let mut b = a.to_vec();
    b.swap(i, j);
    assert!((0..n).filter(|&k| b[k] == x).count() == (0..n).filter(|&k| a[k] == x).count());
    assert!((0..n).map(|k| b[k]).sum::<i64>() == (0..n).map(|k| a[k]).sum::<i64>());
}

/// The first item is written over before it is kept.
#[tass::model]
fn overwritten(a: &[i64], i: usize, j: usize, x: i64) {
    let n = a.len();
    assume!(i < n && j < n);
    let mut b = a.to_vec();
    b[i] = b[j];
    b[j] = b[i];
    assert!((0..n).filter(|&k| b[k] == x).count() == (0..n).filter(|&k| a[k] == x).count());
}

/// Reversal keeps the items: each occurs as often as before.
#[tass::model]
fn reversed(a: &[i64]) {
    let n = a.len();
    let mut b = a.to_vec();
    let mut i = 0;
    invariant!(I: 2 * i <= n + 1 && b.len() == n
        && (0..n).all(|q| (0..n).filter(|&k| b[k] == a[q]).count() == (0..n).filter(|&k| a[k] == a[q]).count()));
    while 2 * i + 1 < n {
        b.swap(i, n - 1 - i);
        i += 1;
    }
    assert!(
        (0..n).all(|q| (0..n).filter(|&k| b[k] == a[q]).count()
            == (0..n).filter(|&k| a[k] == a[q]).count())
    );
}

/// Copies instead of swapping.
#[tass::model]
fn mirrored(a: &[i64]) {
    let n = a.len();
    let mut b = a.to_vec();
    let mut i = 0;
    invariant!(I: 2 * i <= n + 1 && b.len() == n
        && (0..n).all(|q| (0..n).filter(|&k| b[k] == a[q]).count() == (0..n).filter(|&k| a[k] == a[q]).count()));
    while 2 * i + 1 < n {
        b[i] = b[n - 1 - i];
        i += 1;
    }
}

#[test]
fn a_swap_keeps_counts() {
    verified(swapped::model());
    refuted(overwritten::model(), Kind::Assertion);
}

#[test]
fn a_swap_keeps_permutations() {
    verified(reversed::model());
    not_verified(mirrored::model());
}

/// Matrix times vector, by rows; the matrix in one array.
#[tass::model]
fn by_rows(n: usize, m: usize, a: &[f64], x: &[f64]) {
    assume!(a.len() == n * m && x.len() == m);
    let mut y = vec![0.0; n];
    let mut r = 0;
    invariant!(ROWS: r <= n && y.len() == n
        && (0..r).all(|q| y[q] == (0..m).map(|k| a[q * m + k] * x[k]).sum::<f64>()));
    while r < n {
        let mut s = 0.0;
        let mut j = 0;
        invariant!(ROW: j <= m && s == (0..j).map(|k| a[r * m + k] * x[k]).sum::<f64>());
        while j < m {
            s += a[r * m + j] * x[j];
            j += 1;
        }
        y[r] = s;
        r += 1;
    }
    assert!((0..n).all(|q| y[q] == (0..m).map(|k| a[q * m + k] * x[k]).sum::<f64>()));
}

/// Compressed rows.
#[tass::model]
fn sparse(ptr: &[usize], col: &[usize], val: &[f64], x: &[f64]) {
    assume!(ptr.len() > 0 && col.len() == val.len());
    let n = ptr.len() - 1;
    assume!((0..n).all(|q| ptr[q] <= ptr[q + 1]) && (0..n + 1).all(|q| ptr[q] <= val.len()));
    assume!((0..col.len()).all(|k| col[k] < x.len()));
    let mut y = vec![0.0; n];
    let mut r = 0;
    invariant!(ROWS: r <= n && y.len() == n
        && (0..r).all(|q| y[q] == (ptr[q]..ptr[q + 1]).map(|k| val[k] * x[col[k]]).sum::<f64>()));
    while r < n {
        let mut s = 0.0;
        let mut j = ptr[r];
        invariant!(ROW: ptr[r] <= j && j <= ptr[r + 1]
            && s == (ptr[r]..j).map(|k| val[k] * x[col[k]]).sum::<f64>());
        while j < ptr[r + 1] {
            s += val[j] * x[col[j]];
            j += 1;
        }
        y[r] = s;
        r += 1;
    }
    assert!((0..n).all(|q| {
        y[q] == (ptr[q]..ptr[q + 1])
            .map(|k| val[k] * x[col[k]])
            .sum::<f64>()
    }));
}

/// Forgets to start each row at zero.
#[tass::model]
fn sparse_without_a_start(ptr: &[usize], val: &[f64]) {
    assume!(ptr.len() > 0);
    let n = ptr.len() - 1;
    assume!((0..n).all(|q| ptr[q] <= ptr[q + 1]) && (0..n + 1).all(|q| ptr[q] <= val.len()));
    let mut y = vec![0.0; n];
    let mut r = 0;
    let mut s = 0.0;
    invariant!(ROWS: r <= n && y.len() == n
        && (0..r).all(|q| y[q] == (ptr[q]..ptr[q + 1]).map(|k| val[k]).sum::<f64>()));
    while r < n {
        let mut j = ptr[r];
        invariant!(ROW: ptr[r] <= j && j <= ptr[r + 1]
            && s == (ptr[r]..j).map(|k| val[k]).sum::<f64>());
        while j < ptr[r + 1] {
            s += val[j];
            j += 1;
        }
        y[r] = s;
        r += 1;
    }
}

#[test]
fn sums_by_rows() {
    verified(by_rows::model());
}

#[test]
fn sums_by_compressed_rows() {
    verified(sparse::model());
    not_verified(sparse_without_a_start::model());
}

/// A block of at most `width` items.
#[tass::model]
fn block(first: usize, width: usize, a: &[f64]) {
    let n = a.len();
    assume!(first <= n);
    let last = (first + width).min(n);
    let mut s = 0.0;
    let mut i = first;
    invariant!(I: first <= i && i <= last && s == (first..i).map(|k| a[k]).sum::<f64>());
    while i < last {
        s += a[i];
        i += 1;
    }
    assert!(s == (first..(first + width).min(n)).map(|k| a[k]).sum::<f64>());
    assert!(s + (last..n).map(|k| a[k]).sum::<f64>() == (first..n).map(|k| a[k]).sum::<f64>());
    if first + width <= n {
        assert!(s == (first..first + width).map(|k| a[k]).sum::<f64>());
    } else {
        assert!(s == (first..n).map(|k| a[k]).sum::<f64>());
    }
}

#[tass::model]
fn too_long_a_block(first: usize, width: usize, a: &[f64]) {
    let n = a.len();
    assume!(first <= n && n < first + width);
    let last = (first + width).min(n);
    let s = (first..last).map(|k| a[k]).sum::<f64>();
    assert!(s == (first + 1..n).map(|k| a[k]).sum::<f64>());
}

#[test]
fn sums_up_to_a_minimum() {
    verified(block::model());
    refuted(too_long_a_block::model(), Kind::Assertion);
}
