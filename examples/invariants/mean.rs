//! Two ways to compute a mean (paper 000, section 3; paper 001, Fig. 5), for arrays of every
//! length.

use tass::prelude::*;

/// The sum, divided at the end.
#[tass::model]
pub(crate) fn by_sum(n: usize, a: Vec<f64>) {
    let mut x = 0.0;
    let mut i = 0;
    joint_invariant!(C: true);
    while i < n {
        x += a[i];
        i += 1;
    }
    output!(mean = x / n as f64);
}

/// A running mean.
#[tass::verify(nprocs = 1, spec = by_sum)]
pub(crate) fn mean(n: usize, a: Vec<f64>) {
    assume!(n > 0 && a.len() == n);
    let mut x = 0.0;
    let mut i = 0;
    joint_invariant!(C: i == spec.i && i <= n && x * i as f64 == spec.x);
    while i < n {
        i += 1;
        x = ((i - 1) as f64 * x + a[i - 1]) / i as f64;
    }
    output!(mean = x);
}

/// The invariant does not say how the values are related.
#[tass::verify(nprocs = 1, spec = by_sum, expect = not_inductive)]
pub(crate) fn weak(n: usize, a: Vec<f64>) {
    assume!(n > 0 && a.len() == n);
    let mut x = 0.0;
    let mut i = 0;
    joint_invariant!(C: i == spec.i && i <= n);
    while i < n {
        i += 1;
        x = ((i - 1) as f64 * x + a[i - 1]) / i as f64;
    }
    output!(mean = x);
}

/// Claims that the running mean is the sum.
#[tass::verify(nprocs = 1, spec = by_sum, expect = invariant)]
pub(crate) fn wrong(n: usize, a: Vec<f64>) {
    assume!(n > 0 && a.len() == n);
    let mut x = 0.0;
    let mut i = 0;
    joint_invariant!(C: i == spec.i && x == spec.x);
    while i < n {
        i += 1;
        x = ((i - 1) as f64 * x + a[i - 1]) / i as f64;
    }
    output!(mean = x);
}

/// Divides by one too few.
#[tass::verify(nprocs = 1, spec = by_sum, expect = invariant)]
pub(crate) fn defect(n: usize, a: Vec<f64>) {
    assume!(n > 0 && a.len() == n);
    let mut x = 0.0;
    let mut i = 0;
    joint_invariant!(C: i == spec.i && i <= n && x * i as f64 == spec.x);
    while i < n {
        i += 1;
        x = ((i - 1) as f64 * x + a[i - 1]) / (i + 1) as f64;
    }
    output!(mean = x);
}

#[cfg(test)]
#[test]
fn counts() {
    let model = mean::model().nprocs(1);
    assert_eq!(crate::verified(&model), (12, 10, 0));
}
