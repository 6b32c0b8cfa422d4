//! Ways out of loops with invariants other than their conditions: `break`, `return`, `continue` of
//! a loop around it, conditions with effects.
#![allow(
    clippy::blocks_in_conditions,
    clippy::needless_return,
    clippy::while_let_loop,
    reason = "what is tested"
)]

use tass::prelude::*;

use super::{Not, Verified, check};

#[tass::model]
fn breaks(a: &[i64], x: i64) {
    let n = a.len();
    let (mut i, mut found) = (0, false);
    invariant!(I: i <= n && !found && (0..i).all(|k| a[k] != x));
    while i < n {
        if a[i] == x {
            found = true;
            break;
        }
        i += 1;
    }
    assert!(found == (0..n).any(|k| a[k] == x));
    assert!(!found || a[i] == x);
}

/// The invariant holds where the loop is left by `break`, but says too little.
#[tass::model]
fn breaks_wrong(a: &[i64], x: i64) {
    let n = a.len();
    let (mut i, mut found) = (0, false);
    invariant!(I: i <= n && !found);
    while i < n {
        if a[i] == x || i == 2 {
            found = true;
            break;
        }
        i += 1;
    }
    assert!(found == (0..n).any(|k| a[k] == x));
}

/// At a `break` the invariant need not hold, and must not be taken to hold.
#[tass::model]
fn broken_off_wrong(n: usize) {
    let mut i = 0;
    invariant!(I: i <= n);
    while i < n {
        if i == 3 {
            i = n + 7;
            break;
        }
        i += 1;
    }
    assert!(i <= n);
}

#[tass::model]
fn find(a: &[i64], x: i64) -> usize {
    let n = a.len();
    let mut i = 0;
    invariant!(I: i <= n && (0..i).all(|k| a[k] != x));
    while i < n {
        if a[i] == x {
            return i;
        }
        i += 1;
    }
    n
}

#[tass::model]
fn returns(a: &[i64], x: i64) {
    let at = find(a, x);
    assert!(at == a.len() || a[at] == x);
    assert!((0..at).all(|k| a[k] != x));
}

#[tass::model]
fn returns_wrong(a: &[i64], x: i64) {
    let at = find(a, x);
    assert!(at < a.len() || a.len() < 2);
}

/// A helper that returns out of its loop, called in a loop: the inner loop is gone when it comes
/// again.
#[tass::model]
fn returns_in_a_loop(a: &[i64], n: usize) {
    let (mut i, mut last) = (0, 0);
    invariant!(OUTER: i <= n && last <= a.len());
    while i < n {
        last = find(a, 5);
        i += 1;
    }
    assert!(n == 0 || last == a.len() || a[last] == 5);
}

#[tass::model]
fn returns_in_a_loop_wrong(a: &[i64], n: usize) {
    let (mut i, mut last) = (0, 0);
    invariant!(OUTER: i <= n && last <= a.len());
    while i < n {
        last = find(a, 5);
        i += 1;
    }
    assert!(n < 2 || a.len() < 2 || last != 1);
}

/// `loop` is left by `break` only.
#[tass::model]
fn forever(n: usize) {
    let (mut i, mut twice) = (0, 0);
    invariant!(I: i <= n);
    loop {
        if i == n {
            twice = 2 * i;
            break;
        }
        i += 1;
    }
    assert!(twice == 2 * n);
}

/// Out of two loops at once, and on with the outer one.
#[tass::model]
fn nested(n: usize, m: usize) {
    let (mut i, mut hits, mut left) = (0, 0, false);
    invariant!(OUTER: i <= n && hits <= i && !left && (m <= 5 || hits == 0));
    'outer: while i < n {
        i += 1;
        let mut j = 0;
        invariant!(INNER: j <= m && j <= 5);
        while j < m {
            if j == 5 {
                continue 'outer;
            }
            if i == 9 && j == 2 {
                left = true;
                break 'outer;
            }
            j += 1;
        }
        hits += 1;
    }
    assert!(m <= 5 || hits == 0);
    assert!(!left || i == 9);
    assert!(left || i == n);
}

#[tass::model]
fn nested_wrong(n: usize, m: usize) {
    let (mut i, mut hits) = (0, 0);
    invariant!(OUTER: i <= n && hits <= i);
    'outer: while i < n {
        i += 1;
        let mut j = 0;
        invariant!(INNER: j <= m);
        while j < m {
            if j == 1 {
                continue 'outer;
            }
            if i == 3 {
                break 'outer;
            }
            j += 1;
        }
        hits += 1;
    }
    assert!(i == n);
}

/// The invariant is about the moment before the condition is evaluated.
#[tass::model]
fn effects(n: usize) {
    let (mut i, mut c) = (0, 0);
    invariant!(I: i <= n && c == i);
    while {
        i += 1;
        i <= n
    } {
        c += 1;
    }
    assert!(c == n && i == n + 1);
}

#[tass::model]
fn effects_wrong(n: usize) {
    let (mut i, mut c) = (0, 0);
    invariant!(I: i <= n && c == i);
    while {
        i += 1;
        i <= n
    } {
        c += 1;
    }
    assert!(i == n || n > 3);
}

/// Each process leaves as it likes.
#[tass::model]
fn each(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    invariant!(I: i <= n);
    while i < n {
        if i == rank + 1 {
            break;
        }
        i += 1;
    }
    let mut most = 0;
    mpi!(allreduce(&i, &mut most, op = MAX));
    assert!(i <= rank + 1 || i == n);
    assert!(most <= n);
}

#[tass::model]
fn each_wrong(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    invariant!(I: i <= n);
    while i < n {
        if i == rank + 1 {
            break;
        }
        i += 1;
    }
    let mut least = 0;
    mpi!(allreduce(&i, &mut least, op = MIN));
    assert!(least == i);
}

#[test]
fn right_and_wrong() {
    check(&[
        ("breaks", breaks::model, 1, Verified),
        ("breaks_wrong", breaks_wrong::model, 1, Not("assertion")),
        (
            "broken_off_wrong",
            broken_off_wrong::model,
            1,
            Not("assertion"),
        ),
        ("returns", returns::model, 1, Verified),
        ("returns_wrong", returns_wrong::model, 1, Not("assertion")),
        ("returns_in_a_loop", returns_in_a_loop::model, 1, Verified),
        (
            "returns_in_a_loop_wrong",
            returns_in_a_loop_wrong::model,
            1,
            Not("assertion"),
        ),
        ("forever", forever::model, 1, Verified),
        ("nested", nested::model, 1, Verified),
        ("nested_wrong", nested_wrong::model, 1, Not("assertion")),
        ("effects", effects::model, 1, Verified),
        ("effects_wrong", effects_wrong::model, 1, Not("assertion")),
        ("each", each::model, 2, Verified),
        ("each_wrong", each_wrong::model, 2, Not("assertion")),
    ]);
}

/// All leave a collective loop together.
#[tass::model]
fn together(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    invariant!(I: i == proc[1 - rank].i);
    while i < n {
        if i == 3 {
            break;
        }
        i += 1;
    }
}

#[test]
fn a_collective_loop_is_left_by_its_condition() {
    let report = together::model().nprocs(2).check();
    let text = report.to_string();
    assert!(
        text.contains("`break` leaves a loop with a collective invariant"),
        "{text}"
    );
}
