//! Counting occurrences, and the majority vote of Boyer and Moore.

use tass::prelude::*;

use super::{Right, Wrong, check};

#[tass::model]
fn count(a: &[i64], n: usize, x: i64) -> usize {
    (0..n).filter(|&k| a[k] == x).count()
}

#[tass::model]
fn occurrences(a: &[i64], x: i64) {
    let mut c = 0;
    invariant!(I: c == count(a, i, x));
    for i in 0..a.len() {
        if a[i] == x {
            c += 1;
        }
    }
    assert!(c == a.iter().filter(|&&y| y == x).count());
    assert!(c <= a.len());
    assert!((c > 0) == a.contains(&x));
}

/// The same with an `if` in the specification.
#[tass::model]
fn occurrences_if_index(a: &[i64], x: i64) {
    let mut c = 0;
    invariant!(I: c == (0..i).map(|k| if a[k] == x { 1 } else { 0 }).sum::<usize>());
    for i in 0..a.len() {
        if a[i] == x {
            c += 1;
        }
    }
    assert!(
        c == (0..a.len())
            .map(|k| if a[k] == x { 1 } else { 0 })
            .sum::<usize>()
    );
    assert!(c == count(a, a.len(), x));
}

/// Counts neighbours.
#[tass::model]
fn occurrences_wrong(a: &[i64], x: i64) {
    let mut c = 0;
    invariant!(I: c <= i);
    for i in 0..a.len() {
        if a[i] == x && (i == 0 || a[i - 1] != x) {
            c += 1;
        }
    }
    assert!(c == count(a, a.len(), x));
}

/// An item that occurs more often than all others together is the candidate.
#[tass::model]
fn majority(a: &[i64], x: i64) {
    let n = a.len();
    let (mut candidate, mut votes) = (0, 0);
    invariant!(I: votes <= i && (if candidate == x { 2 * count(a, i, x) <= i + votes } else { 2 * count(a, i, x) + votes <= i }));
    for i in 0..n {
        if votes == 0 {
            candidate = a[i];
            votes = 1;
        } else if a[i] == candidate {
            votes += 1;
        } else {
            votes -= 1;
        }
    }
    assert!(2 * count(a, n, x) <= n || candidate == x);
}

/// The same about every item at once.
#[tass::model]
fn majority_all(a: &[i64]) {
    let n = a.len();
    assume!(n > 0);
    let (mut candidate, mut votes) = (a[0], 0);
    invariant!(I: votes <= i && (0..n).all(|q| if a[q] == candidate {
        2 * count(a, i, a[q]) <= i + votes
    } else {
        2 * count(a, i, a[q]) + votes <= i
    }));
    for i in 0..n {
        if votes == 0 {
            candidate = a[i];
            votes = 1;
        } else if a[i] == candidate {
            votes += 1;
        } else {
            votes -= 1;
        }
    }
    assert!((0..n).all(|q| 2 * count(a, n, a[q]) <= n || a[q] == candidate));
}

/// The new candidate starts without its own vote.
#[tass::model]
fn majority_wrong(a: &[i64], x: i64) {
    let n = a.len();
    let (mut candidate, mut votes) = (0, 0);
    invariant!(I: votes <= i);
    for i in 0..n {
        if votes == 0 {
            candidate = a[i];
        } else if a[i] == candidate {
            votes += 1;
        } else {
            votes -= 1;
        }
    }
    assert!(2 * count(a, n, x) <= n || candidate == x);
}

/// A histogram: the counts of all kinds are as many as there are items.
#[tass::model]
fn histogram(a: &[usize], m: usize) {
    let n = a.len();
    assume!((0..n).all(|k| a[k] < m));
    let mut h = vec![0; m];
    invariant!(I: h.len() == m && (0..m).all(|v| h[v] == (0..i).filter(|&k| a[k] == v).count()));
    for i in 0..n {
        h[a[i]] += 1;
    }
    assert!((0..m).all(|v| h[v] == (0..n).filter(|&k| a[k] == v).count()));
}

/// The total, by a sum of the counts.
#[tass::model]
fn histogram_total(a: &[usize], m: usize) {
    let n = a.len();
    assume!((0..n).all(|k| a[k] < m));
    let mut h = vec![0; m];
    invariant!(I: h.len() == m && (0..m).map(|v| h[v]).sum::<usize>() == i);
    for i in 0..n {
        h[a[i]] += 1;
    }
    assert!(h.iter().sum::<usize>() == n);
}

/// One kind has no room.
#[tass::model]
fn histogram_wrong(a: &[usize], m: usize) {
    let n = a.len();
    assume!((0..n).all(|k| a[k] <= m));
    let mut h = vec![0; m];
    invariant!(I: h.len() == m);
    for i in 0..n {
        h[a[i]] += 1;
    }
}

#[test]
fn votes() {
    check(&[
        ("occurrences", occurrences::model, 1, Right),
        (
            "occurrences_if_index",
            occurrences_if_index::model,
            1,
            Right,
        ),
        (
            "occurrences_wrong",
            occurrences_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("majority", majority::model, 1, Right),
        ("majority_all", majority_all::model, 1, Right),
        (
            "majority_wrong",
            majority_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("histogram", histogram::model, 1, Right),
        ("histogram_total", histogram_total::model, 1, Right),
        (
            "histogram_wrong",
            histogram_wrong::model,
            1,
            Wrong(&["out_of_bounds"]),
        ),
    ]);
}
