//! The models of the family `sorts` with their predicates written out.
#![allow(
    clippy::all,
    unused_parens,
    reason = "as suites have them, written out"
)]

use tass::prelude::*;

use super::super::{Right, Wrong, check};

#[tass::model]
fn selection_sort_plain(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: (input.len() == a.len() && (0..input.len()).all(|q| ((0..input.len()).filter(|&k| input[k] == input[q]).count()) == ((0..a.len()).filter(|&k| a[k] == input[q]).count()))) && ((0 + 1..i).all(|k| a[k - 1] <= a[k]))
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
    assert!(
        ((0 + 1..n).all(|k| a[k - 1] <= a[k]))
            && (input.len() == a.len()
                && (0..input.len()).all(|q| ((0..input.len())
                    .filter(|&k| input[k] == input[q])
                    .count())
                    == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
    );
}

/// The same, only that it is in order, without counts.
#[tass::model]
fn selection_sort_order_plain(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: a.len() == n && ((0 + 1..i).all(|k| a[k - 1] <= a[k]))
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
    assert!(((0 + 1..n).all(|k| a[k - 1] <= a[k])));
}

/// The inner loop leaves out the last item.
#[tass::model]
fn selection_sort_wrong_plain(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: a.len() == n && ((0 + 1..i).all(|k| a[k - 1] <= a[k]))
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
    assert!(((0 + 1..n).all(|k| a[k - 1] <= a[k])));
}

/// By swaps, from the right.
#[tass::model]
fn insertion_sort_plain(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: (input.len() == a.len() && (0..input.len()).all(|q| ((0..input.len()).filter(|&k| input[k] == input[q]).count()) == ((0..a.len()).filter(|&k| a[k] == input[q]).count()))) && ((0 + 1..(i.min(n))).all(|k| a[k - 1] <= a[k])));
    for i in 0..n {
        let mut j = i;
        invariant!(INNER: j <= i && (input.len() == a.len() && (0..input.len()).all(|q| ((0..input.len()).filter(|&k| input[k] == input[q]).count()) == ((0..a.len()).filter(|&k| a[k] == input[q]).count()))) && ((0 + 1..j).all(|k| a[k - 1] <= a[k])) && ((j + 1..(i + 1)).all(|k| a[k - 1] <= a[k]))
            && (j == 0 || j == i || a[j - 1] <= a[j + 1]));
        while j > 0 && a[j - 1] > a[j] {
            a.swap(j - 1, j);
            j -= 1;
        }
    }
    assert!(
        ((0 + 1..n).all(|k| a[k - 1] <= a[k]))
            && (input.len() == a.len()
                && (0..input.len()).all(|q| ((0..input.len())
                    .filter(|&k| input[k] == input[q])
                    .count())
                    == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
    );
}

/// By moving items up, as in books: only that it is in order.
#[tass::model]
fn insertion_sort_moving_plain(input: &[i64]) {
    let n = input.len();
    assume!(n > 0);
    let mut a = input.to_vec();
    invariant!(OUTER: a.len() == n && ((0 + 1..i).all(|k| a[k - 1] <= a[k])));
    for i in 1..n {
        let x = a[i];
        let mut j = i;
        invariant!(INNER: j <= i && a.len() == n && ((0 + 1..j).all(|k| a[k - 1] <= a[k])) && (((j + 1) + 1..(i + 1)).all(|k| a[k - 1] <= a[k]))
            && (j == i || a[j + 1] > x) && (j == 0 || j == i || a[j - 1] <= a[j + 1]));
        while j > 0 && a[j - 1] > x {
            a[j] = a[j - 1];
            j -= 1;
        }
        a[j] = x;
    }
    assert!(((0 + 1..n).all(|k| a[k - 1] <= a[k])));
}

/// The same with counts: while there is a hole, `x` in its place is a permutation.
#[tass::model]
fn insertion_sort_hole_plain(input: &[i64]) {
    let n = input.len();
    assume!(n > 0);
    let mut a = input.to_vec();
    invariant!(OUTER: (input.len() == a.len() && (0..input.len()).all(|q| ((0..input.len()).filter(|&k| input[k] == input[q]).count()) == ((0..a.len()).filter(|&k| a[k] == input[q]).count()))));
    for i in 1..n {
        let x = a[i];
        let mut j = i;
        invariant!(INNER: j <= i && a.len() == n && (0..n).all(|q| ((0..input.len()).filter(|&k| input[k] == input[q]).count())
            == (0..n).filter(|&k| (if k == j { x } else { a[k] }) == input[q]).count()));
        while j > 0 && a[j - 1] > x {
            a[j] = a[j - 1];
            j -= 1;
        }
        a[j] = x;
    }
    assert!(
        (input.len() == a.len()
            && (0..input.len()).all(|q| ((0..input.len())
                .filter(|&k| input[k] == input[q])
                .count())
                == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
    );
}

/// The item that is inserted is lost.
#[tass::model]
fn insertion_sort_wrong_plain(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: (input.len() == a.len() && (0..input.len()).all(|q| ((0..input.len()).filter(|&k| input[k] == input[q]).count()) == ((0..a.len()).filter(|&k| a[k] == input[q]).count()))));
    for i in 0..n {
        let x = a[i];
        let mut j = i;
        invariant!(INNER: j <= i && a.len() == n);
        while j > 0 && a[j - 1] > x {
            a[j] = a[j - 1];
            j -= 1;
        }
    }
    assert!(
        (input.len() == a.len()
            && (0..input.len()).all(|q| ((0..input.len())
                .filter(|&k| input[k] == input[q])
                .count())
                == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
    );
}

#[tass::model]
fn bubble_sort_plain(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: i <= n && (input.len() == a.len() && (0..input.len()).all(|q| ((0..input.len()).filter(|&k| input[k] == input[q]).count()) == ((0..a.len()).filter(|&k| a[k] == input[q]).count()))) && ((i + 1..n).all(|k| a[k - 1] <= a[k]))
        && (i == n || (0..i).all(|p| a[p] <= a[i])));
    for i in (0..n).rev() {
        invariant!(INNER: (input.len() == a.len() && (0..input.len()).all(|q| ((0..input.len()).filter(|&k| input[k] == input[q]).count()) == ((0..a.len()).filter(|&k| a[k] == input[q]).count()))) && (((i + 1) + 1..n).all(|k| a[k - 1] <= a[k]))
            && (i + 1 == n || (0..=i).all(|p| a[p] <= a[i + 1]))
            && (0..j).all(|p| a[p] <= a[j]));
        for j in 0..i {
            if a[j] > a[j + 1] {
                a.swap(j, j + 1);
            }
        }
    }
    assert!(
        ((0 + 1..n).all(|k| a[k - 1] <= a[k]))
            && (input.len() == a.len()
                && (0..input.len()).all(|q| ((0..input.len())
                    .filter(|&k| input[k] == input[q])
                    .count())
                    == ((0..a.len()).filter(|&k| a[k] == input[q]).count())))
    );
}

/// With a flag, and a `while`; only the order.
#[tass::model]
fn bubble_sort_order_plain(input: &[i64]) {
    let mut a = input.to_vec();
    let mut end = a.len();
    let mut swapped = true;
    invariant!(OUTER: end <= a.len() && ((end + 1..a.len()).all(|k| a[k - 1] <= a[k]))
        && (end == a.len() || (0..end).all(|p| a[p] <= a[end]))
        && (swapped || ((0 + 1..end).all(|k| a[k - 1] <= a[k]))));
    while swapped && end > 0 {
        swapped = false;
        let mut j = 1;
        invariant!(INNER: 1 <= j && j <= end && ((end + 1..a.len()).all(|k| a[k - 1] <= a[k]))
            && (end == a.len() || (0..end).all(|p| a[p] <= a[end]))
            && (0..j).all(|p| a[p] <= a[j - 1])
            && (swapped || ((0 + 1..j).all(|k| a[k - 1] <= a[k]))));
        while j < end {
            if a[j - 1] > a[j] {
                a.swap(j - 1, j);
                swapped = true;
            }
            j += 1;
        }
        end -= 1;
    }
    assert!(((0 + 1..a.len()).all(|k| a[k - 1] <= a[k])));
}

/// Stops after as many rounds, but one item short in each.
#[tass::model]
fn bubble_sort_wrong_plain(input: &[i64]) {
    let n = input.len();
    let mut a = input.to_vec();
    invariant!(OUTER: i <= n && a.len() == n && ((i + 1..n).all(|k| a[k - 1] <= a[k]))
        && (i == n || (0..i).all(|p| a[p] <= a[i])));
    for i in (0..n).rev() {
        invariant!(INNER: a.len() == n && (0..j).all(|p| a[p] <= a[j]));
        for j in 0..i - 1 {
            if a[j] > a[j + 1] {
                a.swap(j, j + 1);
            }
        }
    }
    assert!(((0 + 1..n).all(|k| a[k - 1] <= a[k])));
}

#[test]
fn plain_sorts() {
    check(&[
        (
            "selection_sort_plain",
            selection_sort_plain::model,
            1,
            Right,
        ),
        (
            "selection_sort_order_plain",
            selection_sort_order_plain::model,
            1,
            Right,
        ),
        (
            "selection_sort_wrong_plain",
            selection_sort_wrong_plain::model,
            1,
            Wrong(&["assertion", "invariant"]),
        ),
        (
            "insertion_sort_plain",
            insertion_sort_plain::model,
            1,
            Right,
        ),
        (
            "insertion_sort_moving_plain",
            insertion_sort_moving_plain::model,
            1,
            Right,
        ),
        (
            "insertion_sort_hole_plain",
            insertion_sort_hole_plain::model,
            1,
            Right,
        ),
        (
            "insertion_sort_wrong_plain",
            insertion_sort_wrong_plain::model,
            1,
            Wrong(&["assertion", "invariant"]),
        ),
        ("bubble_sort_plain", bubble_sort_plain::model, 1, Right),
        (
            "bubble_sort_order_plain",
            bubble_sort_order_plain::model,
            1,
            Right,
        ),
        (
            "bubble_sort_wrong_plain",
            bubble_sort_wrong_plain::model,
            1,
            Wrong(&["unsigned_underflow"]),
        ),
    ]);
}
