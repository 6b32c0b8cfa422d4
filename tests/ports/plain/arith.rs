//! The models of the family `arith` with their predicates written out.
#![allow(
    clippy::all,
    unused_parens,
    reason = "as suites have them, written out"
)]

use tass::prelude::*;

use super::super::{Right, check};

/// Euclid by subtraction: the common divisors stay the same.
#[tass::model]
fn gcd_by_subtraction_plain(a: u64, b: u64, d: u64) {
    assume!(a > 0 && b > 0 && d > 0);
    let (mut x, mut y) = (a, b);
    invariant!(I: x > 0 && y > 0 && ((a % d == 0) && (b % d == 0)) == ((x % d == 0) && (y % d == 0)));
    while x != y {
        if x > y {
            x -= y;
        } else {
            y -= x;
        }
    }
    assert!(((a % d == 0) && (b % d == 0)) == (x % d == 0));
}

/// For all divisors at once.
#[tass::model]
fn gcd_by_remainders_plain(a: u64, b: u64) {
    assume!(a > 0 && b > 0);
    let (mut x, mut y) = (a, b);
    invariant!(I: x > 0 && (1..=a).all(|d| ((a % d == 0) && (b % d == 0)) == ((x % d == 0) && (y % d == 0))));
    while y != 0 {
        let r = x % y;
        x = y;
        y = r;
    }
    assert!((1..=a).all(|d| ((a % d == 0) && (b % d == 0)) == (x % d == 0)));
}

#[test]
fn plain_arith() {
    check(&[
        (
            "gcd_by_subtraction_plain",
            gcd_by_subtraction_plain::model,
            1,
            Right,
        ),
        (
            "gcd_by_remainders_plain",
            gcd_by_remainders_plain::model,
            1,
            Right,
        ),
    ]);
}
