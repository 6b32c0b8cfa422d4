//! Sorts: in order, and a permutation (each item of the input occurs as often as before).
#![allow(
    clippy::needless_range_loop,
    clippy::implicit_saturating_sub,
    reason = "as suites have them"
)]

use tass::prelude::*;

use super::{Right, Wrong, check};

#[tass::model]
fn sorted(a: &[i64], lo: usize, hi: usize) -> bool {
    (lo + 1..hi).all(|k| a[k - 1] <= a[k])
}

/// How often `x` occurs.
#[tass::model]
fn count(a: &[i64], x: i64) -> usize {
    (0..a.len()).filter(|&k| a[k] == x).count()
}

#[tass::model]
fn permutation(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && (0..a.len()).all(|q| count(a, a[q]) == count(b, a[q]))
}

#[tass::model]
fn selection_sort(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: permutation(input, &a) && sorted(&a, 0, i)
        && (0..i).all(|p| (i..n).all(|q| a[p] <= a[q])));
    for i in 0..n {
        let mut least = i;
        invariant!(INNER: i <= least && least < n && (i..j).all(|k| a[least] <= a[k]));
        for j in i + 1..n {
            if a[j] < a[least] {
                least = j;
            }
        }
        a.swap(i, least);
    }
    assert!(sorted(&a, 0, n) && permutation(input, &a));
}

/// The same, only that it is in order, without counts.
#[tass::model]
fn selection_sort_order(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: a.len() == n && sorted(&a, 0, i)
        && (0..i).all(|p| (i..n).all(|q| a[p] <= a[q])));
    for i in 0..n {
        let mut least = i;
        invariant!(INNER: i <= least && least < n && (i..j).all(|k| a[least] <= a[k]));
        for j in i + 1..n {
            if a[j] < a[least] {
                least = j;
            }
        }
        a.swap(i, least);
    }
    assert!(sorted(&a, 0, n));
}

/// The inner loop leaves out the last item.
#[tass::model]
fn selection_sort_wrong(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: a.len() == n && sorted(&a, 0, i)
        && (0..i).all(|p| (i..n).all(|q| a[p] <= a[q])));
    for i in 0..n {
        let mut least = i;
        invariant!(INNER: i <= least && least < n && (i..j).all(|k| a[least] <= a[k]));
        for j in i + 1..n - 1 {
            if a[j] < a[least] {
                least = j;
            }
        }
        a.swap(i, least);
    }
    assert!(sorted(&a, 0, n));
}

/// By swaps, from the right.
#[tass::model]
fn insertion_sort(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: permutation(input, &a) && sorted(&a, 0, i.min(n)));
    for i in 0..n {
        let mut j = i;
        invariant!(INNER: j <= i && permutation(input, &a) && sorted(&a, 0, j) && sorted(&a, j, i + 1)
            && (j == 0 || j == i || a[j - 1] <= a[j + 1]));
        while j > 0 && a[j - 1] > a[j] {
            a.swap(j - 1, j);
            j -= 1;
        }
    }
    assert!(sorted(&a, 0, n) && permutation(input, &a));
}

/// By moving items up, as in books: only that it is in order.
#[tass::model]
fn insertion_sort_moving(input: &[i64]) {
    let n = input.len();
    assume!(n > 0);
    let mut a = input.to_vec();
    invariant!(OUTER: a.len() == n && sorted(&a, 0, i));
    for i in 1..n {
        let x = a[i];
        let mut j = i;
        invariant!(INNER: j <= i && a.len() == n && sorted(&a, 0, j) && sorted(&a, j + 1, i + 1)
            && (j == i || a[j + 1] > x) && (j == 0 || j == i || a[j - 1] <= a[j + 1]));
        while j > 0 && a[j - 1] > x {
            a[j] = a[j - 1];
            j -= 1;
        }
        a[j] = x;
    }
    assert!(sorted(&a, 0, n));
}

/// The same with counts: while there is a hole, `x` in its place is a permutation.
#[tass::model]
fn insertion_sort_hole(input: &[i64]) {
    let n = input.len();
    assume!(n > 0);
    let mut a = input.to_vec();
    invariant!(OUTER: permutation(input, &a));
    for i in 1..n {
        let x = a[i];
        let mut j = i;
        invariant!(INNER: j <= i && a.len() == n && (0..n).all(|q| count(input, input[q])
            == (0..n).filter(|&k| (if k == j { x } else { a[k] }) == input[q]).count()));
        while j > 0 && a[j - 1] > x {
            a[j] = a[j - 1];
            j -= 1;
        }
        a[j] = x;
    }
    assert!(permutation(input, &a));
}

/// The item that is inserted is lost.
#[tass::model]
fn insertion_sort_wrong(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: permutation(input, &a));
    for i in 0..n {
        let x = a[i];
        let mut j = i;
        invariant!(INNER: j <= i && a.len() == n);
        while j > 0 && a[j - 1] > x {
            a[j] = a[j - 1];
            j -= 1;
        }
    }
    assert!(permutation(input, &a));
}

#[tass::model]
fn bubble_sort(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: i <= n && permutation(input, &a) && sorted(&a, i, n)
        && (i == n || (0..i).all(|p| a[p] <= a[i])));
    for i in (0..n).rev() {
        invariant!(INNER: permutation(input, &a) && sorted(&a, i + 1, n)
            && (i + 1 == n || (0..=i).all(|p| a[p] <= a[i + 1]))
            && (0..j).all(|p| a[p] <= a[j]));
        for j in 0..i {
            if a[j] > a[j + 1] {
                a.swap(j, j + 1);
            }
        }
    }
    assert!(sorted(&a, 0, n) && permutation(input, &a));
}

/// With a flag, and a `while`; only the order.
#[tass::model]
fn bubble_sort_order(input: &[i64]) {
    let mut a = input.to_vec();
    let mut end = a.len();
    let mut swapped = true;
    invariant!(OUTER: end <= a.len() && sorted(&a, end, a.len())
        && (end == a.len() || (0..end).all(|p| a[p] <= a[end]))
        && (swapped || sorted(&a, 0, end)));
    while swapped && end > 0 {
        swapped = false;
        let mut j = 1;
        invariant!(INNER: 1 <= j && j <= end && sorted(&a, end, a.len())
            && (end == a.len() || (0..end).all(|p| a[p] <= a[end]))
            && (0..j).all(|p| a[p] <= a[j - 1])
            && (swapped || sorted(&a, 0, j)));
        while j < end {
            if a[j - 1] > a[j] {
                a.swap(j - 1, j);
                swapped = true;
            }
            j += 1;
        }
        end -= 1;
    }
    assert!(sorted(&a, 0, a.len()));
}

/// Stops after as many rounds, but one item short in each.
#[tass::model]
fn bubble_sort_wrong(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: i <= n && a.len() == n && sorted(&a, i, n)
        && (i == n || (0..i).all(|p| a[p] <= a[i])));
    for i in (0..n).rev() {
        invariant!(INNER: a.len() == n && (0..j).all(|p| a[p] <= a[j]));
        for j in 0..i - 1 {
            if a[j] > a[j + 1] {
                a.swap(j, j + 1);
            }
        }
    }
    assert!(sorted(&a, 0, n));
}

#[test]
fn sorts() {
    check(&[
        ("selection_sort", selection_sort::model, 1, Right),
        (
            "selection_sort_order",
            selection_sort_order::model,
            1,
            Right,
        ),
        (
            "selection_sort_wrong",
            selection_sort_wrong::model,
            1,
            Wrong(&["assertion", "invariant"]),
        ),
        ("insertion_sort", insertion_sort::model, 1, Right),
        (
            "insertion_sort_moving",
            insertion_sort_moving::model,
            1,
            Right,
        ),
        ("insertion_sort_hole", insertion_sort_hole::model, 1, Right),
        (
            "insertion_sort_wrong",
            insertion_sort_wrong::model,
            1,
            Wrong(&["assertion", "invariant"]),
        ),
        ("bubble_sort", bubble_sort::model, 1, Right),
        ("bubble_sort_order", bubble_sort_order::model, 1, Right),
        (
            "bubble_sort_wrong",
            bubble_sort_wrong::model,
            1,
            Wrong(&["unsigned_underflow"]),
        ),
    ]);
}
