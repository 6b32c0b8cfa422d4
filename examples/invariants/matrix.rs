//! The sum of two N x N matrices (paper 000, section 3): functional correctness for every N.

use tass::prelude::*;

/// Two loops, one within the other; the matrices are stored row by row.
#[tass::verify(nprocs = 1)]
pub(crate) fn matrix(n: usize, a: Vec<f64>, b: Vec<f64>) {
    assume!(a.len() == n * n && b.len() == n * n);
    let mut c = vec![0.0; n * n];
    invariant!(ROWS: (0..n * i).all(|k| c[k] == a[k] + b[k]));
    for i in 0..n {
        invariant!(COLUMNS: (0..n * i + j).all(|k| c[k] == a[k] + b[k]));
        for j in 0..n {
            c[n * i + j] = a[n * i + j] + b[n * i + j];
        }
    }
    assert!((0..n * n).all(|k| c[k] == a[k] + b[k]));
}

/// The inner invariant forgets the rows that are done.
#[tass::verify(nprocs = 1, expect = not_inductive)]
pub(crate) fn weak(n: usize, a: Vec<f64>, b: Vec<f64>) {
    assume!(a.len() == n * n && b.len() == n * n);
    let mut c = vec![0.0; n * n];
    invariant!(ROWS: (0..n * i).all(|k| c[k] == a[k] + b[k]));
    for i in 0..n {
        invariant!(COLUMNS: (n * i..n * i + j).all(|k| c[k] == a[k] + b[k]));
        for j in 0..n {
            c[n * i + j] = a[n * i + j] + b[n * i + j];
        }
    }
    assert!((0..n * n).all(|k| c[k] == a[k] + b[k]));
}

/// One element too many on entry.
#[tass::verify(nprocs = 1, expect = invariant_entry)]
pub(crate) fn not_established(n: usize, a: Vec<f64>, b: Vec<f64>) {
    assume!(n > 0 && a.len() == n * n && b.len() == n * n);
    let mut c = vec![0.0; n * n];
    invariant!(ROWS: (0..n * i + 1).all(|k| k >= n * n || c[k] == a[k] + b[k]));
    for i in 0..n {
        for j in 0..n {
            c[n * i + j] = a[n * i + j] + b[n * i + j];
        }
    }
}

/// A difference in place of the sum.
#[tass::verify(nprocs = 1, expect = invariant)]
pub(crate) fn defect(n: usize, a: Vec<f64>, b: Vec<f64>) {
    assume!(a.len() == n * n && b.len() == n * n);
    let mut c = vec![0.0; n * n];
    invariant!(ROWS: (0..n * i).all(|k| c[k] == a[k] + b[k]));
    for i in 0..n {
        invariant!(COLUMNS: (0..n * i + j).all(|k| c[k] == a[k] + b[k]));
        for j in 0..n {
            c[n * i + j] = a[n * i + j] - b[n * i + j];
        }
    }
}

#[cfg(test)]
#[test]
fn counts() {
    assert_eq!(crate::verified(&matrix::model().nprocs(1)), (15, 12, 0));
}
