//! Two programs for the limit of the quotients of Fibonacci numbers (paper 000, Fig. 4).

use tass::prelude::*;

/// With three variables and a temporary one.
#[tass::model]
pub(crate) fn plain(tol: f64) {
    let (mut j, mut k) = (1.0, 1.0);
    let mut p = 1.0;
    let mut err = 1.0;
    joint_invariant!(LOOP: true);
    while err >= tol {
        let i = j;
        j = k;
        k = i + j;
        let tmp = k / j;
        if tmp >= p {
            err = tmp - p;
        } else {
            err = p - tmp;
        }
        p = tmp;
    }
    output!(phi = p);
}

/// Without temporaries.
#[tass::verify(nprocs = 1, spec = plain)]
pub(crate) fn fibonacci(tol: f64) {
    let (mut j, mut k) = (1.0, 1.0);
    let mut p = 1.0;
    let mut err = 1.0;
    joint_invariant!(LOOP: err == spec.err && p == spec.p && j > 0.0 && j == spec.j && k == spec.k && k > 0.0);
    while err >= tol {
        k += j;
        j = k - j;
        err = k / j - p;
        p += err;
        if err < 0.0 {
            err = -err;
        }
    }
    output!(phi = p);
}

/// Says nothing of the quotient that the next error is computed from.
#[tass::verify(nprocs = 1, spec = plain, expect = not_inductive)]
pub(crate) fn weak(tol: f64) {
    let (mut j, mut k) = (1.0, 1.0);
    let mut p = 1.0;
    let mut err = 1.0;
    joint_invariant!(LOOP: err == spec.err && j > 0.0 && j == spec.j && k == spec.k && k > 0.0);
    while err >= tol {
        k += j;
        j = k - j;
        err = k / j - p;
        p += err;
        if err < 0.0 {
            err = -err;
        }
    }
    output!(phi = p);
}

/// Forgets the absolute value.
#[tass::verify(nprocs = 1, spec = plain, expect = invariant)]
pub(crate) fn defect(tol: f64) {
    let (mut j, mut k) = (1.0, 1.0);
    let mut p = 1.0;
    let mut err = 1.0;
    joint_invariant!(LOOP: err == spec.err && p == spec.p && j > 0.0 && j == spec.j && k == spec.k && k > 0.0);
    while err >= tol {
        k += j;
        j = k - j;
        err = k / j - p;
        p += err;
    }
    output!(phi = p);
}

#[cfg(test)]
#[test]
fn counts() {
    let (states, steps, z3) = crate::verified(&fibonacci::model().nprocs(1));
    assert_eq!((states, steps), (19, 16));
    assert!(z3 < 29, "published: 29 calls of the prover");
}
