//! The models of the family `moves` with their predicates written out.
#![allow(
    clippy::all,
    unused_parens,
    reason = "as suites have them, written out"
)]

use tass::prelude::*;

use super::super::{Right, Wrong, check};

/// Small ones first.
#[tass::model]
fn partition_plain(input: &[i64], pivot: i64) {
    let n = input.len();
    let mut a = input.to_vec();
    let mut m = 0;
    invariant!(I: m <= i && (input.len() == a.len() && (0..input.len()).all(|q| ((0..input.len()).filter(|&k| input[k] == input[q]).count()) == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
        && (0..m).all(|k| a[k] < pivot) && (m..i).all(|k| a[k] >= pivot));
    for i in 0..n {
        if a[i] < pivot {
            a.swap(i, m);
            m += 1;
        }
    }
    assert!(m <= n && (0..m).all(|k| a[k] < pivot) && (m..n).all(|k| a[k] >= pivot));
    assert!(
        (input.len() == a.len()
            && (0..input.len()).all(|q| ((0..input.len())
                .filter(|&k| input[k] == input[q])
                .count())
                == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
    );
}

/// From both ends, with two inner loops.
#[tass::model]
fn partition_hoare_plain(input: &[i64], pivot: i64) {
    let n = input.len();
    let mut a = input.to_vec();
    let (mut i, mut j) = (0, n);
    invariant!(OUTER: i <= j && j <= n && (input.len() == a.len() && (0..input.len()).all(|q| ((0..input.len()).filter(|&k| input[k] == input[q]).count()) == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
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
    assert!(
        (input.len() == a.len()
            && (0..input.len()).all(|q| ((0..input.len())
                .filter(|&k| input[k] == input[q])
                .count())
                == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
    );
}

/// Dijkstra's flag: 0, 1 and 2.
#[tass::model]
fn flag_plain(input: &[i64]) {
    let n = input.len();
    assume!(input.iter().all(|&x| 0 <= x && x <= 2));
    let mut a = input.to_vec();
    let (mut r, mut w, mut b) = (0, 0, n);
    invariant!(I: r <= w && w <= b && b <= n && (input.len() == a.len() && (0..input.len()).all(|q| ((0..input.len()).filter(|&k| input[k] == input[q]).count()) == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
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
    assert!(
        (input.len() == a.len()
            && (0..input.len()).all(|q| ((0..input.len())
                .filter(|&k| input[k] == input[q])
                .count())
                == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
    );
}

/// In place, and where each item is.
#[tass::model]
fn reverse_plain(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(I: (input.len() == a.len() && (0..input.len()).all(|q| ((0..input.len()).filter(|&k| input[k] == input[q]).count()) == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
        && (0..i).all(|k| a[k] == input[n - 1 - k]) && (n - i..n).all(|k| a[k] == input[n - 1 - k]) && (i..n - i).all(|k| a[k] == input[k]));
    for i in 0..n / 2 {
        a.swap(i, n - 1 - i);
    }
    assert!((0..n).all(|k| a[k] == input[n - 1 - k]));
    assert!(
        (input.len() == a.len()
            && (0..input.len()).all(|q| ((0..input.len())
                .filter(|&k| input[k] == input[q])
                .count())
                == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
    );
}

/// To the end: reversed twice.
#[tass::model]
fn reverse_wrong_plain(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(I: (input.len() == a.len() && (0..input.len()).all(|q| ((0..input.len()).filter(|&k| input[k] == input[q]).count()) == ((0..a.len()).filter(|&k| a[k] == input[q]).count()))));
    for i in 0..n {
        a.swap(i, n - 1 - i);
    }
    assert!((0..n).all(|k| a[k] == input[n - 1 - k]));
}

/// The same, and a permutation.
#[tass::model]
fn rotate_counts_plain(input: &[i64]) {
    let n = input.len();
    assume!(n > 0);
    let mut a = input.to_vec();
    let first = a[0];
    invariant!(I: a.len() == n && (0..i - 1).all(|k| a[k] == input[k + 1]) && (i - 1..n).all(|k| a[k] == input[k]));
    for i in 1..n {
        a[i - 1] = a[i];
    }
    a[n - 1] = first;
    assert!(
        (input.len() == a.len()
            && (0..input.len()).all(|q| ((0..input.len())
                .filter(|&k| input[k] == input[q])
                .count())
                == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
    );
}

#[test]
fn plain_moves() {
    check(&[
        ("partition_plain", partition_plain::model, 1, Right),
        (
            "partition_hoare_plain",
            partition_hoare_plain::model,
            1,
            Right,
        ),
        ("flag_plain", flag_plain::model, 1, Right),
        ("reverse_plain", reverse_plain::model, 1, Right),
        (
            "reverse_wrong_plain",
            reverse_wrong_plain::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("rotate_counts_plain", rotate_counts_plain::model, 1, Right),
    ]);
}
