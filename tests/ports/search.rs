//! Searches: linear, binary, saddleback, and for a pair with two pointers.

use tass::prelude::*;

use super::{Right, Wrong, check};

#[tass::model]
fn sorted(a: &[i64], lo: usize, hi: usize) -> bool {
    (lo + 1..hi).all(|k| a[k - 1] <= a[k])
}

/// In order, as a statement about all pairs.
#[tass::model]
fn ordered(a: &[i64]) -> bool {
    (0..a.len()).all(|q| (0..q).all(|p| a[p] <= a[q]))
}

#[tass::model]
fn absent(a: &[i64], lo: usize, hi: usize, x: i64) -> bool {
    (lo..hi).all(|k| a[k] != x)
}

/// The guard has an index behind `&&`.
#[tass::model]
fn linear_search(a: &[i64], x: i64) {
    let n = a.len();
    let mut i = 0;
    invariant!(I: i <= n && absent(a, 0, i, x));
    while i < n && a[i] != x {
        i += 1;
    }
    assert!(absent(a, 0, i, x));
    assert!(if i < n { a[i] == x } else { !a.contains(&x) });
}

/// The guard looks before it asks whether there is something.
#[tass::model]
fn linear_search_wrong(a: &[i64], x: i64) {
    let n = a.len();
    let mut i = 0;
    invariant!(I: i <= n && absent(a, 0, i, x));
    while a[i] != x && i < n {
        i += 1;
    }
    assert!(if i < n { a[i] == x } else { !a.contains(&x) });
}

#[tass::model]
fn linear_search_break(a: &[i64], x: i64) {
    let n = a.len();
    let mut found = n;
    invariant!(I: found == n && absent(a, 0, i, x));
    for i in 0..n {
        if a[i] == x {
            found = i;
            break;
        }
    }
    assert!(found == n || a[found] == x);
    assert!(absent(a, 0, found, x));
}

#[tass::model]
fn find(a: &[i64], x: i64) -> usize {
    invariant!(I: absent(a, 0, i, x));
    for i in 0..a.len() {
        if a[i] == x {
            return i;
        }
    }
    a.len()
}

#[tass::model]
fn linear_search_return(a: &[i64], x: i64) {
    let k = find(a, x);
    assert!(absent(a, 0, k, x) && (k == a.len() || a[k] == x));
}

/// A guard that steps on.
#[tass::model]
fn step(i: &mut usize) -> usize {
    *i += 1;
    *i - 1
}

#[tass::model]
fn linear_search_stepping(a: &[i64], x: i64) {
    assume!(a.contains(&x));
    let mut i = 0;
    invariant!(I: i < a.len() && absent(a, 0, i, x));
    while a[step(&mut i)] != x {}
    assert!(i > 0 && a[i - 1] == x && absent(a, 0, i - 1, x));
}

/// The index after the one that was found.
#[tass::model]
fn linear_search_stepping_wrong(a: &[i64], x: i64) {
    assume!(a.contains(&x));
    let mut i = 0;
    invariant!(I: i < a.len() && absent(a, 0, i, x));
    while a[step(&mut i)] != x {}
    assert!(a[i] == x);
}

#[tass::model]
fn binary_search(a: &[i64], x: i64) {
    assume!(ordered(a));
    let (mut lo, mut hi) = (0, a.len());
    invariant!(I: lo <= hi && hi <= a.len()
        && (0..lo).all(|k| a[k] < x) && (hi..a.len()).all(|k| a[k] >= x));
    while lo < hi {
        let mid = lo + (hi - lo) / 2;
        if a[mid] < x {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    assert!((lo < a.len() && a[lo] == x) == a.contains(&x));
}

/// Sorted as one says it: each is at most the next.
#[tass::model]
fn binary_search_neighbours(a: &[i64], x: i64) {
    assume!(sorted(a, 0, a.len()));
    let (mut lo, mut hi) = (0, a.len());
    invariant!(I: lo <= hi && hi <= a.len()
        && (0..lo).all(|k| a[k] < x) && (hi..a.len()).all(|k| a[k] >= x));
    while lo < hi {
        let mid = lo + (hi - lo) / 2;
        if a[mid] < x {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    assert!((lo < a.len() && a[lo] == x) == a.contains(&x));
}

/// `hi` is exclusive, but moves as if it were not.
#[tass::model]
fn binary_search_wrong(a: &[i64], x: i64) {
    assume!(ordered(a));
    let (mut lo, mut hi) = (0, a.len());
    invariant!(I: lo <= hi && hi <= a.len()
        && absent(a, 0, lo, x) && absent(a, hi, a.len(), x));
    while lo < hi {
        let mid = lo + (hi - lo) / 2;
        if a[mid] < x {
            lo = mid + 1;
        } else if a[mid] > x {
            hi = mid - 1;
        } else {
            lo = mid;
            hi = mid;
        }
    }
    assert!(lo < a.len() && a[lo] == x || absent(a, 0, a.len(), x));
}

/// Found at once, by a flag; three ways.
#[tass::model]
fn binary_search_found(a: &[i64], x: i64) {
    assume!(ordered(a));
    let (mut lo, mut hi, mut found) = (0, a.len(), a.len());
    invariant!(I: lo <= hi && hi <= a.len() && (found == a.len() || a[found] == x)
        && (found < a.len() || absent(a, 0, lo, x) && absent(a, hi, a.len(), x)));
    while found == a.len() && lo < hi {
        let mid = (lo + hi) / 2;
        if a[mid] < x {
            lo = mid + 1;
        } else if a[mid] > x {
            hi = mid;
        } else {
            found = mid;
        }
    }
    assert!((found < a.len()) == a.contains(&x));
}

/// In a matrix whose rows and columns grow, from the upper right corner.
#[tass::model]
fn saddleback(a: Vec<Vec<i64>>, m: usize, x: i64) {
    let n = a.len();
    assume!((0..n).all(|i| a[i].len() == m));
    assume!((0..n).all(|i| (0..m).all(|q| (0..q).all(|p| a[i][p] <= a[i][q]))));
    assume!((0..m).all(|j| (0..n).all(|q| (0..q).all(|p| a[p][j] <= a[q][j]))));
    let (mut i, mut j) = (0, m);
    let mut found = false;
    invariant!(I: i <= n && j <= m && (!found || i < n && 0 < j && a[i][j - 1] == x)
        && (0..i).all(|p| (0..m).all(|q| a[p][q] != x))
        && (0..n).all(|p| (j..m).all(|q| a[p][q] != x)));
    while !found && i < n && j > 0 {
        if a[i][j - 1] == x {
            found = true;
        } else if a[i][j - 1] < x {
            i += 1;
        } else {
            j -= 1;
        }
    }
    assert!(found == (0..n).any(|p| (0..m).any(|q| a[p][q] == x)));
}

/// Starts in the upper left corner.
#[tass::model]
fn saddleback_wrong(a: Vec<Vec<i64>>, m: usize, x: i64) {
    let n = a.len();
    assume!((0..n).all(|i| a[i].len() == m));
    assume!((0..n).all(|i| (0..m).all(|q| (0..q).all(|p| a[i][p] <= a[i][q]))));
    assume!((0..m).all(|j| (0..n).all(|q| (0..q).all(|p| a[p][j] <= a[q][j]))));
    let (mut i, mut j) = (0, 0);
    let mut found = false;
    invariant!(I: i <= n && j <= m && (!found || i < n && j < m && a[i][j] == x));
    while !found && i < n && j < m {
        if a[i][j] == x {
            found = true;
        } else if a[i][j] < x {
            i += 1;
        } else {
            j += 1;
        }
    }
    assert!(found == (0..n).any(|p| (0..m).any(|q| a[p][q] == x)));
}

/// Two items of an ordered array whose sum is `x`.
#[tass::model]
fn pair_sum(a: &[i64], x: i64) {
    assume!(ordered(a));
    let n = a.len();
    let (mut i, mut j) = (0, n);
    invariant!(I: i <= j && j <= n
        && (0..n).all(|q| (0..q).all(|p| i <= p && q < j || a[p] + a[q] != x)));
    while i + 1 < j && a[i] + a[j - 1] != x {
        if a[i] + a[j - 1] < x {
            i += 1;
        } else {
            j -= 1;
        }
    }
    let found = i + 1 < j;
    assert!(!found || a[i] + a[j - 1] == x);
    assert!(found || (0..n).all(|q| (0..q).all(|p| a[p] + a[q] != x)));
}

/// Takes an item twice.
#[tass::model]
fn pair_sum_wrong(a: &[i64], x: i64) {
    assume!(ordered(a));
    let n = a.len();
    let (mut i, mut j) = (0, n);
    invariant!(I: i <= j && j <= n
        && (0..n).all(|q| (0..q).all(|p| i <= p && q < j || a[p] + a[q] != x)));
    while i < j && a[i] + a[j - 1] != x {
        if a[i] + a[j - 1] < x {
            i += 1;
        } else {
            j -= 1;
        }
    }
    assert!((i < j) == (0..n).any(|q| (0..q).any(|p| a[p] + a[q] == x)));
}

#[test]
fn searches() {
    check(&[
        ("linear_search", linear_search::model, 1, Right),
        (
            "linear_search_wrong",
            linear_search_wrong::model,
            1,
            Wrong(&["out_of_bounds"]),
        ),
        ("linear_search_break", linear_search_break::model, 1, Right),
        (
            "linear_search_return",
            linear_search_return::model,
            1,
            Right,
        ),
        (
            "linear_search_stepping",
            linear_search_stepping::model,
            1,
            Right,
        ),
        (
            "linear_search_stepping_wrong",
            linear_search_stepping_wrong::model,
            1,
            Wrong(&["assertion", "out_of_bounds"]),
        ),
        ("binary_search", binary_search::model, 1, Right),
        (
            "binary_search_neighbours",
            binary_search_neighbours::model,
            1,
            Right,
        ),
        (
            "binary_search_wrong",
            binary_search_wrong::model,
            1,
            Wrong(&["unsigned_underflow", "invariant"]),
        ),
        ("binary_search_found", binary_search_found::model, 1, Right),
        ("saddleback", saddleback::model, 1, Right),
        (
            "saddleback_wrong",
            saddleback_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
        ("pair_sum", pair_sum::model, 1, Right),
        (
            "pair_sum_wrong",
            pair_sum_wrong::model,
            1,
            Wrong(&["assertion"]),
        ),
    ]);
}
