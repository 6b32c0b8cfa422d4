//! Items on the move: partitions, reversal, rotation, merging. What comes out is a permutation.
#![allow(
    clippy::manual_rotate,
    clippy::manual_swap,
    clippy::needless_range_loop,
    reason = "as suites have them"
)]

use tass::prelude::*;

use super::{Right, Wrong, check};

#[tass::model]
fn count(a: &[i64], x: i64) -> usize {
    (0..a.len()).filter(|&k| a[k] == x).count()
}

#[tass::model]
fn permutation(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && (0..a.len()).all(|q| count(a, a[q]) == count(b, a[q]))
}

/// Small ones first.
#[tass::model]
fn partition(input: &[i64], pivot: i64) {
    let n = input.len();
    let mut a = input.to_vec();
    let mut m = 0;
    invariant!(I: m <= i && permutation(input, &a)
        && (0..m).all(|k| a[k] < pivot) && (m..i).all(|k| a[k] >= pivot));
    for i in 0..n {
        if a[i] < pivot {
            a.swap(i, m);
            m += 1;
        }
    }
    assert!(m <= n && (0..m).all(|k| a[k] < pivot) && (m..n).all(|k| a[k] >= pivot));
    assert!(permutation(input, &a));
}

/// From both ends, with two inner loops.
#[tass::model]
fn partition_hoare(input: &[i64], pivot: i64) {
    let n = input.len();
    let mut a = input.to_vec();
    let (mut i, mut j) = (0, n);
    invariant!(OUTER: i <= j && j <= n && permutation(input, &a)
        && (0..i).all(|k| a[k] < pivot) && (j..n).all(|k| a[k] >= pivot));
    while i < j {
        invariant!(UP: i <= j && (0..i).all(|k| a[k] < pivot));
        while i < j && a[i] < pivot {
            i += 1;
        }
        invariant!(DOWN: i <= j && j <= n && (j..n).all(|k| a[k] >= pivot));
        while i < j && a[j - 1] >= pivot {
            j -= 1;
        }
        if i < j {
            a.swap(i, j - 1);
            i += 1;
            j -= 1;
        }
    }
    assert!((0..i).all(|k| a[k] < pivot) && (i..n).all(|k| a[k] >= pivot));
    assert!(permutation(input, &a));
}

/// `<=` for `<`.
#[tass::model]
fn partition_wrong(input: &[i64], pivot: i64) {
    let n = input.len();
    let mut a = input.to_vec();
    let mut m = 0;
    invariant!(I: m <= i && a.len() == n && (0..m).all(|k| a[k] < pivot) && (m..i).all(|k| a[k] >= pivot));
    for i in 0..n {
        if a[i] <= pivot {
            a.swap(i, m);
            m += 1;
        }
    }
    assert!((0..m).all(|k| a[k] < pivot) && (m..n).all(|k| a[k] >= pivot));
}

/// Dijkstra's flag: 0, 1 and 2.
#[tass::model]
fn flag(input: &[i64]) {
    let n = input.len();
    assume!(input.iter().all(|&x| 0 <= x && x <= 2));
    let mut a = input.to_vec();
    let (mut r, mut w, mut b) = (0, 0, n);
    invariant!(I: r <= w && w <= b && b <= n && permutation(input, &a)
        && (0..n).all(|k| 0 <= a[k] && a[k] <= 2)
        && (0..r).all(|k| a[k] == 0) && (r..w).all(|k| a[k] == 1) && (b..n).all(|k| a[k] == 2));
    while w < b {
        if a[w] == 0 {
            a.swap(r, w);
            r += 1;
            w += 1;
        } else if a[w] == 1 {
            w += 1;
        } else {
            b -= 1;
            a.swap(w, b);
        }
    }
    assert!((1..n).all(|k| a[k - 1] <= a[k]));
    assert!(permutation(input, &a));
}

/// Goes on after a swap with the end, without a look at what came.
#[tass::model]
fn flag_wrong(input: &[i64]) {
    let n = input.len();
    assume!(input.iter().all(|&x| 0 <= x && x <= 2));
    let mut a = input.to_vec();
    let (mut r, mut w, mut b) = (0, 0, n);
    invariant!(I: r <= w && w <= b + 1 && b <= n && r <= n && a.len() == n && (0..r).all(|k| a[k] == 0)
        && (b..n).all(|k| a[k] == 2));
    while w < b {
        if a[w] == 0 {
            a.swap(r, w);
            r += 1;
        } else if a[w] == 2 {
            b -= 1;
            a.swap(w, b);
        }
        w += 1;
    }
    assert!((1..n).all(|k| a[k - 1] <= a[k]));
}

/// In place, and where each item is.
#[tass::model]
fn reverse(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(I: permutation(input, &a)
        && (0..n).all(|k| a[k] == if k < i || k >= n - i { input[n - 1 - k] } else { input[k] }));
    for i in 0..n / 2 {
        a.swap(i, n - 1 - i);
    }
    assert!((0..n).all(|k| a[k] == input[n - 1 - k]));
    assert!(permutation(input, &a));
}

/// With two pointers, by three assignments.
#[tass::model]
fn reverse_pointers(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    let (mut lo, mut hi) = (0, n);
    invariant!(I: lo <= hi + 1 && lo + hi == n && a.len() == n
        && (0..lo).all(|k| a[k] == input[n - 1 - k])
        && (hi..n).all(|k| a[k] == input[n - 1 - k])
        && (lo..hi).all(|k| a[k] == input[k]));
    while lo + 1 < hi {
        hi -= 1;
        let x = a[lo];
        a[lo] = a[hi];
        a[hi] = x;
        lo += 1;
    }
    assert!((0..n).all(|k| a[k] == input[n - 1 - k]));
}

/// To the end: reversed twice.
#[tass::model]
fn reverse_wrong(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(I: permutation(input, &a));
    for i in 0..n {
        a.swap(i, n - 1 - i);
    }
    assert!((0..n).all(|k| a[k] == input[n - 1 - k]));
}

/// To the left by one: the first becomes the last.
#[tass::model]
fn rotate(input: &[i64]) {
    let n = input.len();
    assume!(n > 0);
    let mut a = input.to_vec();
    let first = a[0];
    invariant!(I: a.len() == n && (0..i - 1).all(|k| a[k] == input[k + 1]) && (i - 1..n).all(|k| a[k] == input[k]));
    for i in 1..n {
        a[i - 1] = a[i];
    }
    a[n - 1] = first;
    assert!((0..n).all(|k| a[k] == input[(k + 1) % n]));
}

/// The same, and a permutation.
#[tass::model]
fn rotate_counts(input: &[i64]) {
    let n = input.len();
    assume!(n > 0);
    let mut a = input.to_vec();
    let first = a[0];
    invariant!(I: a.len() == n && (0..i - 1).all(|k| a[k] == input[k + 1]) && (i - 1..n).all(|k| a[k] == input[k]));
    for i in 1..n {
        a[i - 1] = a[i];
    }
    a[n - 1] = first;
    assert!(permutation(input, &a));
}

/// To the left by `d`, into another array.
#[tass::model]
fn rotate_by(input: &[i64], d: usize) {
    let n = input.len();
    assume!(d < n);
    let mut a = vec![0; n];
    invariant!(I: a.len() == n && (0..i).all(|k| a[k] == input[(k + d) % n]));
    for i in 0..n {
        a[i] = input[(i + d) % n];
    }
    assert!(
        (0..n - d).all(|k| a[k] == input[k + d]) && (n - d..n).all(|k| a[k] == input[k + d - n])
    );
}

/// To the right, from the left: the first is copied everywhere.
#[tass::model]
fn rotate_wrong(input: &[i64]) {
    let n = input.len();
    assume!(n > 0);
    let mut a = input.to_vec();
    let last = a[n - 1];
    invariant!(I: a.len() == n);
    for i in 1..n {
        a[i] = a[i - 1];
    }
    a[0] = last;
    assert!((1..n).all(|k| a[k] == input[k - 1]));
}

#[test]
fn moves() {
    check(&[
        ("partition", partition::model, 1, Right),
        ("partition_hoare", partition_hoare::model, 1, Right),
        (
            "partition_wrong",
            partition_wrong::model,
            1,
            Wrong(&["assertion", "invariant"]),
        ),
        ("flag", flag::model, 1, Right),
        ("flag_wrong", flag_wrong::model, 1, Wrong(&["assertion"])),
        ("reverse", reverse::model, 1, Right),
        ("reverse_pointers", reverse_pointers::model, 1, Right),
        (
            "reverse_wrong",
            reverse_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("rotate", rotate::model, 1, Right),
        ("rotate_counts", rotate_counts::model, 1, Right),
        ("rotate_by", rotate_by::model, 1, Right),
        (
            "rotate_wrong",
            rotate_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
    ]);
}
