//! Places, and what is kept in them.

#![allow(unused, clippy::all, reason = "odd forms on purpose")]

use tass::prelude::*;

#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Point {
    x: i64,
    y: (bool, f64),
}

#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pair(i64, usize);

#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Origin;

/// Every pattern, in every place that takes one.
#[tass::model]
pub(super) fn patterns((a, mut b): (i64, i64), p: Point, v: &[(usize, bool)]) {
    let _ = a;
    _ = b + 1;
    let later;
    let (first, (second, _)) = (1, (2.5, true));
    let Point {
        x,
        y: (on, mut real),
    } = p;
    let Point { x: other, .. } = p;
    let Pair(left, right) = Pair(a, 3);
    let &(index, flag) = &v[0];
    let (ref_like): usize = index;
    later = second;
    real = later;
    for &(k, on) in v {
        b = b + k as i64;
    }
}

/// Assignments to parts of variables.
#[tass::model]
pub(super) fn places(mut p: Point, mut a: [[i64; 2]; 3], i: usize) {
    p.y.1 = 2.0;
    p.x += a[i][1];
    a[i][0] = p.x;
    a[0] = a[2];
    let r = &mut a[1];
    r[0] -= 1;
    let x = &mut p.x;
    *x = *x + 1;
    let shared = &p;
    let read = shared.y.0;
}

/// Slices with all bounds, read and written.
#[tass::model]
pub(super) fn slices(v: &mut [i64], w: &[i64], lo: usize, hi: usize) {
    let some = &w[lo..hi];
    let inclusive = &w[lo..=hi];
    let (upper, lower, all) = (&w[lo..], &w[..hi], &w[..]);
    let inner = some[1..][0] + upper.len() as i64;
    v[lo..hi].copy_from_slice(&w[lo..hi]);
    let part = &mut v[1..hi];
    part[0] = 1;
    part.swap(0, 1);
    part.fill(inner);
}

/// What vectors can do.
#[tass::model]
pub(super) fn vectors(n: usize, w: &[i64]) {
    let mut v = vec![0; n];
    let mut listed = vec![1i64, 2, 3];
    let mut empty = Vec::new();
    let mut roomy: Vec<bool> = Vec::with_capacity(n + 1);
    empty.push(listed[0]);
    roomy.push(empty.is_empty());
    v.fill(7);
    listed.swap(0, 2);
    v.copy_from_slice(w);
    let copies = (v.clone(), w.to_vec());
    let has = copies.0.contains(&3) && v.len() == listed.len();
    let mut rows = vec![vec![0u8; 2]; n];
    rows[1][0] = 1;
    rows[0].push(2);
    let equal = v == listed;
}

/// Structs, tuples and arrays as values.
#[tass::model]
pub(super) fn structs(p: Point, n: i64) {
    let q = Point {
        y: (false, 0.5),
        x: n,
    };
    let moved = Point { x: n + 1, ..p };
    let pair = Pair(n, 2);
    let nothing = Origin;
    let tuple = (p.x, q.y.1, (pair.0, pair.1));
    let single = (n,);
    let zeros = [0.0; 4];
    let points = [p, q, moved.clone()];
    let equal = p == q || p < q || pair != Pair(0, 0);
    let nested = points[1].y.0;
}

#[tass::model]
pub(super) fn next(k: &mut usize) -> usize {
    *k += 1;
    *k
}

/// What has side effects is evaluated in Rust's order: values to its left are kept, places pinned.
#[tass::model]
pub(super) fn order(mut a: [usize; 4]) {
    let mut k = 0;
    let sum = k + next(&mut k) * k;
    a[k] = next(&mut k);
    a[next(&mut k)] += 1;
    let tuple = (k, next(&mut k), a[k]);
    let lazy = k > 1 && next(&mut k) > 2;
    let chosen = if next(&mut k) > 3 { k } else { next(&mut k) };
    let array = [
        a[0],
        {
            a[0] = 2;
            a[0]
        },
        a[0],
    ];
}
