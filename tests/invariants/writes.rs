//! Whatever a loop writes is forgotten: through references, into arrays, fields, tuples and
//! vectors.

use tass::prelude::*;

use super::{Not, Verified, check};

#[tass::model]
fn bump(x: &mut usize, by: usize) {
    *x += by;
}

#[tass::model]
fn bump_twice(x: &mut usize) {
    bump(x, 1);
    bump(x, 1);
}

/// Written through two references, one inside the other's function.
#[tass::model]
fn reference(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: x == 2 * i && i <= n);
    while i < n {
        bump_twice(&mut x);
        i += 1;
    }
    assert!(x == 2 * n);
}

#[tass::model]
fn reference_wrong(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n);
    while i < n {
        bump_twice(&mut x);
        i += 1;
    }
    assert!(x == 0);
}

#[tass::model]
fn reference_weak(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n);
    while i < n {
        bump_twice(&mut x);
        i += 1;
    }
    assert!(x == 2 * n);
}

/// An array of any length, filled at an index that is not known.
#[tass::model]
fn filled(n: usize) {
    let mut a = vec![0; n];
    let mut i = 0;
    invariant!(I: i <= n && a.len() == n && (0..i).all(|j| a[j] == j));
    while i < n {
        a[i] = i;
        i += 1;
    }
    assert!((0..n).all(|j| a[j] == j));
}

#[tass::model]
pub(super) fn filled_wrong(n: usize) {
    let mut a = vec![0; n];
    let mut i = 0;
    invariant!(I: i <= n && a.len() == n && (0..i).all(|j| a[j] == j));
    while i < n {
        a[i] = if i == 2 { 7 } else { i };
        i += 1;
    }
    assert!((0..n).all(|j| a[j] == j));
}

/// One element of an array of known length is written, by an index that wanders.
#[tass::model]
fn wandering(n: usize) {
    let mut a = [0, 0, 0];
    let mut i = 0;
    invariant!(I: i <= n && a[0] + a[1] + a[2] == i);
    while i < n {
        a[i % 3] += 1;
        i += 1;
    }
    assert!(a[0] + a[1] + a[2] == n);
}

#[tass::model]
fn wandering_wrong(n: usize) {
    let mut a = [0, 0, 0];
    let mut i = 0;
    invariant!(I: i <= n && a[0] + a[1] <= i);
    while i < n {
        a[i % 3] += 1;
        i += 1;
    }
    assert!(a[2] == 0);
}

#[tass::data]
#[derive(Clone, Copy)]
struct Pair {
    left: usize,
    right: usize,
}

/// A field that is written, and one that is not.
#[tass::model]
fn fields(n: usize) {
    let mut p = Pair { left: 0, right: 5 };
    let mut i = 0;
    invariant!(I: i <= n && p.left == i);
    while i < n {
        p.left += 1;
        i += 1;
    }
    assert!(p.left == n && p.right == 5);
}

#[tass::model]
fn fields_wrong(n: usize) {
    let mut p = Pair { left: 0, right: 5 };
    let mut i = 0;
    invariant!(I: i <= n && p.left == i);
    while i < n {
        p.left += 1;
        i += 1;
        if i == 3 {
            p.right = 6;
        }
    }
    assert!(p.right == 5);
}

/// The whole is written after its part.
#[tass::model]
fn whole_after_part(n: usize) {
    let mut p = Pair { left: 0, right: 0 };
    let mut i = 0;
    invariant!(I: i <= n && p.left == i && p.right <= i);
    while i < n {
        p.left += 1;
        if i > 0 {
            p = Pair {
                left: p.left,
                right: p.left,
            };
        }
        i += 1;
    }
    assert!(p.right <= n);
}

#[tass::model]
fn whole_after_part_wrong(n: usize) {
    let mut p = Pair { left: 0, right: 0 };
    let mut i = 0;
    invariant!(I: i <= n && p.left == i);
    while i < n {
        p.left += 1;
        if i > 0 {
            p = Pair {
                left: p.left,
                right: p.left,
            };
        }
        i += 1;
    }
    assert!(p.right == 0);
}

/// A tuple that takes turns.
#[tass::model]
fn tuple(n: usize) {
    let mut t = (1, 2);
    let mut i = 0;
    invariant!(I: i <= n && t.0 + t.1 == 3);
    while i < n {
        t = (t.1, t.0);
        i += 1;
    }
    assert!(t.0 + t.1 == 3);
}

#[tass::model]
fn tuple_wrong(n: usize) {
    let mut t = (1, 2);
    let mut i = 0;
    invariant!(I: i <= n && t.0 + t.1 == 3);
    while i < n {
        t = (t.1, t.0);
        i += 1;
    }
    assert!(t.0 == 1);
}

/// First written in the third iteration.
#[tass::model]
fn late(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n && (x == 0 || i > 2 && x == 9));
    while i < n {
        if i == 2 {
            x = 9;
        }
        i += 1;
    }
    assert!(x == 0 || x == 9);
}

#[tass::model]
fn late_wrong(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n);
    while i < n {
        if i == 2 {
            x = 9;
        }
        i += 1;
    }
    assert!(x == 0);
}

/// So late that no bounded search finds it.
#[tass::model]
pub(super) fn very_late_wrong(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n);
    while i < n {
        if i == 1000 {
            x = 9;
        }
        i += 1;
    }
    assert!(x == 0);
}

/// A parameter is a variable like any other.
#[tass::model]
fn parameter(mut n: usize, m: usize) {
    assume!(n == m);
    let mut i = 0;
    invariant!(I: i + n == m);
    while n > 0 {
        n -= 1;
        i += 1;
    }
    assert!(i == m && n == 0);
}

#[tass::model]
fn parameter_wrong(mut n: usize, m: usize) {
    assume!(n == m);
    let mut i = 0;
    invariant!(I: i + n == m);
    while n > 0 {
        n -= 1;
        i += 1;
    }
    assert!(n == m);
}

/// A vector that grows does not converge, or is generalised: it is never proved to stay short.
#[tass::model]
fn grows_wrong(n: usize) {
    let mut v = vec![0; 1];
    let mut i = 0;
    invariant!(I: i <= n);
    while i < n {
        v.push(i);
        i += 1;
    }
    assert!(v.len() < 9);
}

/// An array of arrays: a row that is written.
#[tass::model]
fn rows_wrong(n: usize) {
    let mut a = vec![vec![0; n]; n];
    let mut i = 0;
    invariant!(I: i <= n && a.len() == n);
    while i < n {
        a[i][i] = if i == 3 { 1 } else { 0 };
        i += 1;
    }
    assert!((0..n).all(|j| a[j][j] == 0));
}

/// An element of a field of an element, through a reference.
#[tass::model]
fn deep_wrong(n: usize) {
    let mut a = [Pair { left: 0, right: 0 }, Pair { left: 0, right: 0 }];
    let mut i = 0;
    invariant!(I: i <= n);
    while i < n {
        bump(&mut a[i % 2].right, 1);
        i += 1;
    }
    assert!(a[1].right == 0);
}

/// Process 1 finds out that the array of process 0 is empty, which is one round ahead: the name of
/// its elements must not go to those of process 3, which lags.
#[tass::model]
fn found_to_be_empty(n: usize, m: usize, t: usize) {
    assume!(m >= 2);
    let rank = mpi!(rank());
    let mut a = vec![1; if rank == 0 { n } else { m }];
    let (mut k, mut z) = (0, 0);
    invariant!(I: k <= t && k == proc[0].k && z <= 1 && (rank != 3 || a[1] == 1));
    while k < t {
        if rank == 0 && k < 1 {
            a = vec![1; n];
        }
        if rank == 1 && k >= 2 && n == 0 {
            z = 1;
        }
        if rank == 3 {
            a[0] = 5;
        }
        k += 1;
    }
}

#[test]
fn right_and_wrong() {
    check(&[
        ("reference", reference::model, 1, Verified),
        (
            "reference_wrong",
            reference_wrong::model,
            1,
            Not("assertion"),
        ),
        (
            "reference_weak",
            reference_weak::model,
            1,
            Not("not_inductive"),
        ),
        ("filled", filled::model, 1, Verified),
        ("filled_wrong", filled_wrong::model, 1, Not("invariant")),
        ("wandering", wandering::model, 1, Verified),
        (
            "wandering_wrong",
            wandering_wrong::model,
            1,
            Not("assertion"),
        ),
        ("fields", fields::model, 1, Verified),
        ("fields_wrong", fields_wrong::model, 1, Not("assertion")),
        ("whole_after_part", whole_after_part::model, 1, Verified),
        (
            "whole_after_part_wrong",
            whole_after_part_wrong::model,
            1,
            Not("assertion"),
        ),
        ("tuple", tuple::model, 1, Verified),
        ("tuple_wrong", tuple_wrong::model, 1, Not("assertion")),
        ("late", late::model, 1, Verified),
        ("late_wrong", late_wrong::model, 1, Not("assertion")),
        (
            "very_late_wrong",
            very_late_wrong::model,
            1,
            Not("not_inductive"),
        ),
        ("parameter", parameter::model, 1, Verified),
        (
            "parameter_wrong",
            parameter_wrong::model,
            1,
            Not("assertion"),
        ),
        ("grows_wrong", grows_wrong::model, 1, Not("assertion")),
        ("rows_wrong", rows_wrong::model, 1, Not("assertion")),
        ("deep_wrong", deep_wrong::model, 1, Not("assertion")),
    ]);
}

/// In one way only: where the name is given away, `violations = all` takes minutes.
#[test]
fn names_are_not_given_away() {
    let report = found_to_be_empty::model().nprocs(4).check();
    assert!(report.is_verified(), "{report}");
}
