//! Arithmetic: greatest common divisors, roots, powers.
#![allow(clippy::manual_is_multiple_of, reason = "as suites have them")]

use tass::prelude::*;

use super::{Right, Wrong, check};

#[tass::model]
fn divides(d: u64, x: u64) -> bool {
    x % d == 0
}

/// Euclid by subtraction: the common divisors stay the same.
#[tass::model]
fn gcd_by_subtraction(a: u64, b: u64, d: u64) {
    assume!(a > 0 && b > 0 && d > 0);
    let (mut x, mut y) = (a, b);
    invariant!(I: x > 0 && y > 0 && (divides(d, a) && divides(d, b)) == (divides(d, x) && divides(d, y)));
    while x != y {
        if x > y {
            x -= y;
        } else {
            y -= x;
        }
    }
    assert!((divides(d, a) && divides(d, b)) == divides(d, x));
}

/// For all divisors at once.
#[tass::model]
fn gcd_by_remainders(a: u64, b: u64) {
    assume!(a > 0 && b > 0);
    let (mut x, mut y) = (a, b);
    invariant!(I: x > 0 && (1..=a).all(|d| (divides(d, a) && divides(d, b)) == (divides(d, x) && divides(d, y))));
    while y != 0 {
        let r = x % y;
        x = y;
        y = r;
    }
    assert!((1..=a).all(|d| (divides(d, a) && divides(d, b)) == divides(d, x)));
}

/// For a given divisor, of which the quotients are inputs: only that it divides.
#[tass::model]
fn gcd_keeps_divisors(p: u64, q: u64, d: u64) {
    assume!(p > 0 && q > 0 && d > 0);
    let (mut x, mut y) = (p * d, q * d);
    let (mut u, mut v) = (p, q);
    invariant!(I: x == u * d && y == v * d && u > 0 && v > 0);
    while u != v {
        if u > v {
            x -= y;
            u -= v;
        } else {
            y -= x;
            v -= u;
        }
    }
    assert!(x == y && x % d == 0);
}

/// Stops at one.
#[tass::model]
fn gcd_wrong(a: u64, b: u64, d: u64) {
    assume!(a > 0 && b > 0 && d > 0);
    let (mut x, mut y) = (a, b);
    invariant!(I: x > 0);
    while y > 1 {
        let r = x % y;
        x = y;
        y = r;
    }
    assert!(x <= a || x <= b);
    assert!(a % x == 0 && b % x == 0);
}

#[tass::model]
fn root(n: u64) {
    let mut r = 0;
    invariant!(I: r * r <= n);
    while (r + 1) * (r + 1) <= n {
        r += 1;
    }
    assert!(r * r <= n && n < (r + 1) * (r + 1));
}

/// By odd numbers, without a product.
#[tass::model]
fn root_by_odd_numbers(n: u64) {
    let (mut r, mut odd, mut square) = (0, 1, 1);
    invariant!(I: odd == 2 * r + 1 && square == (r + 1) * (r + 1) && r * r <= n);
    while square <= n {
        r += 1;
        odd += 2;
        square += odd;
    }
    assert!(r * r <= n && n < (r + 1) * (r + 1));
}

/// By halving.
#[tass::model]
fn root_by_halves(n: u64) {
    let (mut lo, mut hi) = (0, n + 1);
    invariant!(I: lo < hi && lo * lo <= n && n < hi * hi);
    while lo + 1 < hi {
        let mid = (lo + hi) / 2;
        if mid * mid <= n {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    assert!(lo * lo <= n && n < (lo + 1) * (lo + 1));
}

/// `<` for `<=`.
#[tass::model]
fn root_wrong(n: u64) {
    let mut r = 0;
    invariant!(I: r * r <= n);
    while (r + 1) * (r + 1) < n {
        r += 1;
    }
    assert!(n < (r + 1) * (r + 1));
}

/// By repeated multiplication.
#[tass::model]
fn power(x: i64, n: u32) {
    let mut p = 1;
    invariant!(I: p == x.pow(i));
    for i in 0..n {
        p *= x;
    }
    assert!(p == x.pow(n));
}

/// By a product over a range, which is what `pow` is.
#[tass::model]
fn power_product(x: i64, n: usize) {
    let mut p = 1;
    invariant!(I: p == (0..i).map(|_| x).product::<i64>());
    for i in 0..n {
        p *= x;
    }
    assert!(p == (0..n).map(|_| x).product::<i64>());
}

#[tass::model]
fn power_by_squaring(x: i64, n: u32) {
    let (mut base, mut e, mut p) = (x, n, 1);
    invariant!(I: p * base.pow(e) == x.pow(n));
    while e > 0 {
        if e % 2 == 1 {
            p *= base;
        }
        base *= base;
        e /= 2;
    }
    assert!(p == x.pow(n));
}

/// Squares before it multiplies.
#[tass::model]
fn power_by_squaring_wrong(x: i64, n: u32) {
    let (mut base, mut e, mut p) = (x, n, 1);
    invariant!(I: p * base.pow(e) == x.pow(n));
    while e > 0 {
        base *= base;
        if e % 2 == 1 {
            p *= base;
        }
        e /= 2;
    }
    assert!(p == x.pow(n));
}

/// The same for products: `x * n` by doubling.
#[tass::model]
fn russian_peasant(x: i64, n: u64) {
    assume!(n < 1000);
    let (mut base, mut e, mut p) = (x, n, 0);
    invariant!(I: e <= n && p + base * e as i64 == x * n as i64);
    while e > 0 {
        if e % 2 == 1 {
            p += base;
        }
        base += base;
        e /= 2;
    }
    assert!(p == x * n as i64);
}

#[test]
fn arithmetic() {
    check(&[
        ("gcd_by_subtraction", gcd_by_subtraction::model, 1, Right),
        ("gcd_by_remainders", gcd_by_remainders::model, 1, Right),
        ("gcd_keeps_divisors", gcd_keeps_divisors::model, 1, Right),
        ("gcd_wrong", gcd_wrong::model, 1, Wrong(&["assertion"])),
        ("root", root::model, 1, Right),
        ("root_by_odd_numbers", root_by_odd_numbers::model, 1, Right),
        ("root_by_halves", root_by_halves::model, 1, Right),
        ("root_wrong", root_wrong::model, 1, Wrong(&["assertion"])),
        ("power", power::model, 1, Right),
        ("power_product", power_product::model, 1, Right),
        ("power_by_squaring", power_by_squaring::model, 1, Right),
        (
            "power_by_squaring_wrong",
            power_by_squaring_wrong::model,
            1,
            Wrong(&["assertion", "invariant"]),
        ),
        ("russian_peasant", russian_peasant::model, 1, Right),
    ]);
}
