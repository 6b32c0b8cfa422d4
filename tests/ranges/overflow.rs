//! What a single operation computes, and what counts a loop.

use super::*;

#[tass::model]
fn remainder(a: i32, b: i32) {
    assume!(b != 0);
    let c = a % b;
}

#[tass::model]
fn quotient(a: i32, b: i32) {
    assume!(b != 0);
    let c = a / b;
}

#[tass::model]
fn euclidean_remainder(a: i64, b: i64) {
    assume!(b != 0);
    let c = a.rem_euclid(b);
}

#[tass::model]
fn euclidean_quotient(a: i8, b: i8) {
    assume!(b != 0);
    let c = a.div_euclid(b);
}

#[tass::model]
fn absolute(a: i16) {
    let b = a.abs();
}

#[tass::model]
fn opposite(a: i128) {
    let b = -a;
}

#[tass::model]
fn power(a: i8) {
    let b = a.pow(2);
}

#[tass::model]
fn total(a: i32, b: i32, c: i8) {
    assume!(b > 0 || b < -1);
    assert!(a % b > -2147483648 && (a / b) as i64 * b as i64 + (a % b) as i64 == a as i64);
    let d: u32 = a.abs_diff(b);
    assert!(d as i64 == (a as i64 - b as i64).abs());
    let e = c.abs_diff(127);
    assert!(e <= 255);
    assert!(c.signum() * c.signum() <= 1 && c.clamp(-3, 3).abs() <= 3);
    assume!(a > -11 && a < 12);
    assert!((a as i8).pow(2) <= 121);
}

/// The largest numbers there are can be counted up to, and nothing beyond is computed.
#[tass::model]
fn to_the_end() {
    let mut n = 0;
    for i in i128::MAX - 1..=i128::MAX {
        n += 1;
    }
    assert!(n == 2);
    let mut last = 0;
    for i in (250..=255_u8).rev() {
        last = i;
    }
    for i in (0..=250_u8).step_by(100) {
        last = i;
    }
    assert!(last == 200);
}

/// The loop ends: what follows is reached.
#[tass::model]
fn beyond_the_end() {
    let mut last = 0;
    invariant!(I: last <= 255);
    for i in 253..=255_u8 {
        last = i;
    }
    assert!(last < 255);
}

#[tass::model]
fn stepping_down(n: usize) {
    let mut rounds = 0;
    invariant!(I: rounds >= 0);
    for i in (0..n).rev().step_by(2) {
        rounds += 1;
    }
    assert!(n == 0);
}

#[test]
fn of_single_operations() {
    for model in [
        remainder::model,
        quotient::model,
        euclidean_remainder::model,
        euclidean_quotient::model,
        absolute::model,
        opposite::model,
        power::model,
    ] {
        verified(model().nprocs(1));
        refuted(model().nprocs(1).overflow(true), Kind::Overflow);
    }
    verified(total::model().nprocs(1).overflow(true));
}

#[test]
fn counters_are_not_checked() {
    verified(to_the_end::model().nprocs(1).overflow(true));
    refuted(
        beyond_the_end::model().nprocs(1).overflow(true),
        Kind::Assertion,
    );
    refuted(stepping_down::model().nprocs(1), Kind::Assertion);
}
