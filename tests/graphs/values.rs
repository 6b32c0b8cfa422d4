//! Expressions without a place.

#![allow(unused, clippy::all, reason = "odd forms on purpose")]

use std::cmp;

use tass::prelude::*;

const LIMIT: usize = 5;
const HALF: f64 = 0.5;
const ON: bool = true;

/// Every operator, on integers, reals and booleans.
#[tass::model]
pub(super) fn operators(a: i64, b: i64, x: f64, y: f64, p: bool, q: bool) {
    let sum = -a + b - 2 * a / b % 3;
    let real = -x + y - 2.0 * x / y;
    let compared = (a == b, a != b, a < b, a <= b, x > y, x >= y);
    let logic = (p && !q) || (p & q) | (p ^ q);
    let lazy = b != 0 && a / b > 1 || p == q;
    let mut c = a;
    c += 1;
    c -= b;
    c *= 2;
    c /= 3;
    c %= 4;
    let mut r = p;
    r &= q;
    r |= compared.0;
    r ^= logic;
}

/// Literals and constants: their types come from where they are used.
#[tass::model]
pub(super) fn literals() {
    let small = 200u8;
    let wide: i128 = -170141183460469231731687303715884105727;
    let defaulted = 7;
    let inferred = 7;
    let as_usize: usize = inferred;
    let real = 0.1;
    let single: f32 = 1e3;
    let constants = (LIMIT, HALF, ON, usize::MAX, i8::MIN);
    let unit = ();
}

/// Casts from and to everything.
#[tass::model]
pub(super) fn casts(n: i64, x: f64, p: bool) {
    let same = n as i64;
    let narrow = n as u8;
    let from_real = x as i32;
    let from_bool = p as usize;
    let real = n as f64;
    let single = x as f32;
    let widened = i64::from(3u8) + i64::from(p);
}

/// Functions of numbers, as methods and by their paths.
#[tass::model]
pub(super) fn numbers(a: i64, b: i64, n: usize) {
    let order = a.min(b).max(0).clamp(-3, 3);
    let size = a.abs().pow(2) + a.signum();
    let euclid = a.rem_euclid(3) + a.div_euclid(3);
    let apart = n.abs_diff(3);
    let even = n.is_multiple_of(2);
    let paths = cmp::min(a, b) + cmp::max(a, b) + i64::abs(a) + i64::pow(b, 3);
}

/// Ranges that are asked whether they have something.
#[tass::model]
pub(super) fn ranges(n: usize, x: f64) {
    let within = (0..n).contains(&3) && (1..=n).contains(&n);
    let half = (2..).contains(&n) || (..=4).contains(&n);
    let real = (0.0..1.0).contains(&x);
}

/// Chains of every source, step and end.
#[tass::model]
pub(super) fn folds(n: usize, v: &[i64]) {
    let all = (0..n).all(|i| v[i] > 0);
    let any = v.iter().any(|x| *x == 3);
    let sum = (1..=n).map(|i| 2 * i).sum::<usize>();
    let product: i64 = v.iter().copied().product();
    let count = v.iter().filter(|x| **x > 1).count();
    let both = v
        .iter()
        .map(|x| x * x)
        .filter(|x| *x > 4)
        .map(|x| x + 1)
        .sum::<i64>();
    let least = (3..n).map(|i| n - i).min().unwrap();
    let most = *v.iter().max().unwrap();
    let nested = (0..n).all(|i| (0..i).all(|j| v[j] <= v[i]));
    let pairs = [(1, true), (2, false)];
    let bound = pairs.iter().all(|p| p.1 || p.0 > 1);
}
