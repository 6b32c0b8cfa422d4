//! Ways through loops: nested, in helpers, recursive, with `continue`, without any iteration, with
//! choices and assumptions.
#![allow(
    clippy::nonminimal_bool,
    clippy::absurd_extreme_comparisons,
    reason = "orders of booleans are what is tested"
)]

use tass::prelude::*;

use super::{Not, Verified, check};

/// A loop in a helper, called before, in and after another loop of the same name.
#[tass::model]
fn count_to(n: usize) -> usize {
    let mut i = 0;
    invariant!(SAME: i <= n);
    while i < n {
        i += 1;
    }
    i
}

#[tass::model]
fn helper(n: usize) {
    let mut total = count_to(n);
    let mut i = 0;
    invariant!(OUTER: i <= n && total == n + i);
    while i < n {
        let c = count_to(2);
        total += c - 1;
        i += 1;
    }
    assert!(total == 2 * n);
}

#[tass::model]
fn helper_wrong(n: usize) {
    let mut total = count_to(n);
    let mut i = 0;
    invariant!(OUTER: i <= n && total >= n);
    while i < n {
        let c = count_to(2);
        total += c - 1;
        i += 1;
    }
    assert!(total <= n + 2);
}

/// The inner loop bears the outer one's name.
#[tass::model]
fn same_name(n: usize) {
    let (mut i, mut total) = (0, 0);
    invariant!(SAME: i <= n && total == 2 * i);
    while i < n {
        total += count_to(2);
        i += 1;
    }
    assert!(total == 2 * n);
}

#[tass::model]
fn same_name_wrong(n: usize) {
    let (mut i, mut total) = (0, 0);
    invariant!(SAME: i <= n);
    while i < n {
        total += count_to(2);
        i += 1;
    }
    assert!(total < 5);
}

/// A loop around a recursive call of the function that it is in.
#[tass::model]
fn dig(depth: usize, hits: &mut usize) {
    let mut i = 0;
    invariant!(DIG: i <= 2);
    while i < 2 {
        if depth > 0 {
            dig(depth - 1, hits);
        }
        *hits += 1;
        i += 1;
    }
}

#[tass::model]
fn recursion_wrong() {
    let mut hits = 0;
    dig(1, &mut hits);
    assert!(hits == 5);
}

/// The same with a frame.
#[tass::model]
fn dig_framed(depth: usize, a: &mut [usize]) {
    let mut i = 0;
    invariant!(DIG: i <= 2);
    assigns!(i, a[0..2]);
    while i < 2 {
        if depth > 0 {
            dig_framed(depth - 1, a);
        }
        a[1] += 1;
        i += 1;
    }
}

#[tass::model]
pub(super) fn framed_recursion_wrong() {
    let mut a = [0; 3];
    dig_framed(1, &mut a);
    assert!(a[1] == 5);
}

/// `continue` skips a part of the body.
#[tass::model]
fn skips(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n && x <= i);
    while i < n {
        i += 1;
        if i % 2 == 0 {
            continue;
        }
        x += 1;
    }
    assert!(x <= n);
}

#[tass::model]
fn skips_wrong(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n && x <= i);
    while i < n {
        i += 1;
        if i % 2 == 0 {
            continue;
        }
        x += 1;
    }
    assert!(x == n);
}

/// No iteration at all, or any number.
#[tass::model]
fn none_or_some(n: usize) {
    let (mut i, mut ran) = (0, false);
    invariant!(I: i <= n && ran == (i > 0));
    while i < n {
        ran = true;
        i += 1;
    }
    assert!(ran || n == 0);
}

#[tass::model]
fn none_or_some_wrong(n: usize) {
    let (mut i, mut ran) = (0, false);
    invariant!(I: i <= n && ran == (i > 0));
    while i < n {
        ran = true;
        i += 1;
    }
    assert!(ran);
}

/// Anything may be chosen in every iteration.
#[tass::model]
fn chosen(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n && x <= 2 * i);
    while i < n {
        let c = choose!(0..3);
        x += c;
        i += 1;
    }
    assert!(x <= 2 * n);
}

#[tass::model]
fn chosen_wrong(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n && x <= 2 * i);
    while i < n {
        let c = choose!(0..3);
        x += c;
        i += 1;
    }
    assert!(x <= n);
}

/// What is assumed of an iteration holds in that one only.
#[tass::model]
fn assumed_wrong(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n);
    while i < n {
        assume!(x == 0);
        i += 1;
        if i == 2 {
            x = 1;
        }
    }
    assert!(x == 0);
}

/// Assumptions on inputs stay: they are about the same inputs for ever.
#[tass::model]
fn assumed(n: usize, m: usize) {
    let mut i = 0;
    invariant!(I: i <= n && (i == 0 || m > 3));
    while i < n {
        assume!(m > 3);
        i += 1;
    }
    assert!(n == 0 || m > 3);
}

/// What is known of the iteration before is not known of the next.
#[tass::model]
fn stale_wrong(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n);
    while i < n {
        if x > 4 {
            assert!(i < 5);
        }
        x = i;
        i += 1;
    }
}

/// A guard that becomes false for ever once it is.
#[tass::model]
fn flag(n: usize) {
    let (mut i, mut done) = (0, false);
    invariant!(I: i <= n && (!done || i > 0));
    while !done && i < n {
        i += 1;
        if i == 7 {
            done = true;
        }
    }
    assert!(done || i == n);
}

#[tass::model]
fn flag_wrong(n: usize) {
    let (mut i, mut done) = (0, false);
    invariant!(I: i <= n && (!done || i > 0));
    while !done && i < n {
        i += 1;
        if i == 3 {
            done = true;
        }
    }
    assert!(i == n);
}

/// Counting down to below zero.
#[tass::model]
fn underflow_wrong(n: usize) {
    let (mut i, mut x) = (0, 3usize);
    invariant!(I: i <= n);
    while i < n {
        x -= 1;
        i += 1;
    }
    assert!(x <= 3);
}

/// `false < true`, in invariants and elsewhere.
#[tass::model]
fn booleans(n: usize) {
    let (mut i, mut b) = (0, false);
    invariant!(I: i <= n && b <= (i > 0) && b >= false);
    while i < n {
        b = choose!(0..2) == 1;
        i += 1;
    }
    assert!(b <= (n > 0) && !(b > true));
}

/// `for` loops: up, down, by steps, over elements.
#[tass::model]
fn counted(n: usize) {
    let mut x = 0;
    invariant!(UP: x == i);
    for i in 0..n {
        x = i + 1;
    }
    assert!(x == n);
    let mut y = 0;
    invariant!(DOWN: y + i == n);
    for i in (0..n).rev() {
        y = n - i;
    }
    assert!(y == n);
}

#[tass::model]
fn counted_wrong(n: usize) {
    let mut x = 0;
    invariant!(UP: x <= i);
    for i in (0..n).step_by(2) {
        x += 1;
    }
    assert!(x <= 1);
}

#[test]
fn right_and_wrong() {
    check(&[
        ("helper", helper::model, 1, Verified),
        ("helper_wrong", helper_wrong::model, 1, Not("assertion")),
        ("same_name", same_name::model, 1, Verified),
        (
            "same_name_wrong",
            same_name_wrong::model,
            1,
            Not("assertion"),
        ),
        (
            "recursion_wrong",
            recursion_wrong::model,
            1,
            Not("assertion"),
        ),
        (
            "framed_recursion_wrong",
            framed_recursion_wrong::model,
            1,
            Not("assertion"),
        ),
        ("skips", skips::model, 1, Verified),
        ("skips_wrong", skips_wrong::model, 1, Not("assertion")),
        ("none_or_some", none_or_some::model, 1, Verified),
        (
            "none_or_some_wrong",
            none_or_some_wrong::model,
            1,
            Not("assertion"),
        ),
        ("chosen", chosen::model, 1, Verified),
        ("chosen_wrong", chosen_wrong::model, 1, Not("assertion")),
        ("assumed", assumed::model, 1, Verified),
        ("assumed_wrong", assumed_wrong::model, 1, Not("assertion")),
        ("stale_wrong", stale_wrong::model, 1, Not("assertion")),
        ("flag", flag::model, 1, Verified),
        ("flag_wrong", flag_wrong::model, 1, Not("assertion")),
        (
            "underflow_wrong",
            underflow_wrong::model,
            1,
            Not("unsigned_underflow"),
        ),
        ("booleans", booleans::model, 1, Verified),
        ("counted", counted::model, 1, Verified),
        ("counted_wrong", counted_wrong::model, 1, Not("assertion")),
    ]);
}

/// Bounded integers: what a type can hold is no more known than it is checked.
#[test]
fn overflow() {
    let model = overflows::model().nprocs(1).overflow(true);
    assert_eq!(super::verdict(&model.check()), "not_inductive");
    let model = fits::model().nprocs(1).overflow(true);
    assert_eq!(super::verdict(&model.check()), "verified");
}

#[tass::model]
fn overflows(n: u8) {
    let (mut i, mut x) = (0u8, 0u8);
    invariant!(I: i <= n);
    while i < n {
        x += 2;
        i += 1;
    }
    assert!(i <= n || x == 0);
}

#[tass::model]
fn fits(n: u8) {
    let (mut i, mut x) = (0u8, 0u8);
    invariant!(I: i <= n && x == i);
    while i < n {
        x += 1;
        i += 1;
    }
    assert!(x == n);
}

/// One thing goes wrong at once, the other in the fifth iteration only.
#[tass::model]
fn early_and_late(n: usize, d: i64) {
    let mut i = 0;
    invariant!(I: i <= n);
    while i < n {
        assert!(i != 4);
        i += 1;
    }
    assert!(10 / d < 11);
}

/// All violations are all, however many iterations they take.
#[test]
fn all_violations() {
    let model = early_and_late::model().nprocs(1);
    let report = model.violations(tass::Violations::All).check();
    assert_eq!(super::verdict(&report), "assertion division_by_zero");
}
