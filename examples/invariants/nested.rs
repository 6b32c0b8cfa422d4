//! Two nested loops each, for two forms of one double sum (paper 000, section 3).

use tass::prelude::*;

/// The sum over `i` of the sum over `j <= i` of `i * j`.
#[tass::model]
pub(crate) fn products(n: usize) {
    let mut s = 0;
    let mut i = 1;
    joint_invariant!(OUTER: true);
    while i <= n {
        let mut j = 1;
        joint_invariant!(INNER: true);
        while j <= i {
            s += i * j;
            j += 1;
        }
        i += 1;
    }
    output!(s = s);
}

/// The factor `i` taken out of the inner sum.
#[tass::verify(nprocs = 1, spec = products)]
pub(crate) fn nested(n: usize) {
    let mut s = 0;
    let mut i = 1;
    joint_invariant!(OUTER: i == spec.i && s == spec.s);
    while i <= n {
        let mut t = 0;
        let mut j = 1;
        joint_invariant!(INNER: i == spec.i && j == spec.j && s + i * t == spec.s);
        while j <= i {
            t += j;
            j += 1;
        }
        s += i * t;
        i += 1;
    }
    output!(s = s);
}

/// The inner invariant says nothing of the sums.
#[tass::verify(nprocs = 1, spec = products, expect = not_inductive)]
pub(crate) fn weak(n: usize) {
    let mut s = 0;
    let mut i = 1;
    joint_invariant!(OUTER: i == spec.i && s == spec.s);
    while i <= n {
        let mut t = 0;
        let mut j = 1;
        joint_invariant!(INNER: i == spec.i && j == spec.j);
        while j <= i {
            t += j;
            j += 1;
        }
        s += i * t;
        i += 1;
    }
    output!(s = s);
}

/// Adds the inner sum without its factor.
#[tass::verify(nprocs = 1, spec = products, expect = invariant)]
pub(crate) fn defect(n: usize) {
    let mut s = 0;
    let mut i = 1;
    joint_invariant!(OUTER: i == spec.i && s == spec.s);
    while i <= n {
        let mut t = 0;
        let mut j = 1;
        joint_invariant!(INNER: i == spec.i && j == spec.j && s + i * t == spec.s);
        while j <= i {
            t += j;
            j += 1;
        }
        s += t;
        i += 1;
    }
    output!(s = s);
}

#[cfg(test)]
#[test]
fn counts() {
    assert_eq!(crate::verified(&nested::model().nprocs(1)), (34, 30, 0));
}
