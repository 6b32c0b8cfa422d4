//! Control flow.

#![allow(unused, clippy::all, reason = "odd forms on purpose")]

use tass::prelude::*;

/// Branches as statements and as values.
#[tass::model]
pub(super) fn conditions(a: i64, b: i64) -> i64 {
    let mut x = 0;
    if a > b {
        x = 1;
    }
    if a == 0 {
        x += 1;
    } else if b == 0 {
        x += 2;
    } else {
        x += 3;
    }
    let y = if x > 2 { a } else { -a };
    let z = {
        let shadow = y;
        shadow + 1
    };
    if z < 0 {
        return z;
    }
    let early = if z == 7 { return 0 } else { z };
    early
}

/// Every loop over numbers.
#[tass::model]
pub(super) fn loops(n: usize) -> usize {
    let mut sum = 0;
    let mut k = 0;
    while k < n {
        k += 1;
        if k == 3 {
            continue;
        }
        sum += k;
    }
    for i in 0..n {
        sum += i;
    }
    for i in (0..=n).rev() {
        sum += i;
    }
    for i in (1..n).step_by(3) {
        sum += i;
    }
    for i in (0..n).rev().step_by(2) {
        sum += i;
    }
    let found = loop {
        k += 1;
        if k > sum {
            break k;
        }
    };
    found
}

/// Jumps out of several loops at once, and out of a block.
#[tass::model]
pub(super) fn labels(n: i64) {
    let mut x = 0;
    'outer: for i in 0..n {
        let mut j = i;
        'inner: loop {
            j += 1;
            if j > 4 {
                continue 'outer;
            }
            if x > 10 {
                break 'outer;
            }
            if x > 5 {
                break 'inner;
            }
            x += j;
        }
    }
    'block: {
        if x == 0 {
            break 'block;
        }
        x = 1;
    }
    let y = 'value: {
        if x == 1 {
            break 'value 2;
        }
        3
    };
}

/// Loops over what is in something.
#[tass::model]
pub(super) fn elements(v: Vec<i64>, a: [bool; 3], s: &[f64]) {
    let mut sum = 0;
    for x in &v {
        sum += *x;
    }
    for x in v.iter() {
        sum += x;
    }
    for on in a {
        sum += on as i64;
    }
    let mut real = 0.0;
    for x in &s[1..] {
        real += x;
    }
}

#[tass::model]
pub(super) fn bump(x: &mut i64, by: i64) -> bool {
    *x += by;
    *x > 3
}

#[tass::model]
pub(super) fn total(v: &[i64]) -> i64 {
    v.iter().sum::<i64>()
}

#[tass::model]
pub(super) fn clear(v: &mut Vec<i64>, from: usize) {
    for i in from..v.len() {
        v[i] = 0;
    }
}

/// Arguments by value, by shared and by unique reference, and references that are passed on.
#[tass::model]
pub(super) fn calls(mut a: i64, mut v: Vec<i64>) {
    let big = bump(&mut a, 2);
    bump(&mut v[0], a);
    let r = &mut a;
    bump(r, 1);
    clear(&mut v, 1);
    let sum = total(&v) + total(&v[1..]);
    if bump(&mut a, 1) && big {
        clear(&mut v, 0);
    }
}

#[tass::model]
pub(super) fn even(n: u32) -> bool {
    if n == 0 {
        return true;
    }
    odd(n - 1)
}

#[tass::model]
pub(super) fn odd(n: u32) -> bool {
    n != 0 && even(n - 1)
}

/// Functions that call themselves, and each other.
#[tass::model]
pub(super) fn recursion(n: u32) -> u32 {
    if n < 2 || even(n) {
        1
    } else {
        n * recursion(n - 1)
    }
}
