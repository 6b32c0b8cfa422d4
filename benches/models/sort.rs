//! The sorts of VerifyThis 2017, as in Luo and Siegel (ISoLA 2018), Figures 2, 4 and 5.

use tass::prelude::*;

/// How often `x` occurs in `a`.
#[tass::model]
pub(crate) fn count(a: &[f64], x: f64) -> usize {
    (0..a.len()).filter(|&i| a[i] == x).count()
}

/// `after` is `before`, sorted.
#[tass::model]
pub(crate) fn assert_sort_of(before: &[f64], after: &[f64]) {
    let n = before.len();
    assert!((1..n).all(|i| after[i - 1] <= after[i]));
    assert!((0..n).all(|i| (0..n).any(|j| before[i] == after[j])));
    for i in 0..n {
        assert!(count(before, after[i]) == count(after, after[i]));
    }
}

/// Figure 5, verbatim: neighbours send before they receive, so it is checked with
/// `deadlock = absolute`.
#[tass::model]
pub(crate) fn odd_even_parallel(a: &[f64]) {
    let (id, n) = (mpi!(rank()), mpi!(size()));
    assume!(a.len() == n);
    let mut mine = a[id];
    for round in 0..n {
        let mut other = 0.0;
        if (round + id) % 2 == 0 {
            if id + 1 < n {
                mpi!(send(&mine, to = id + 1));
                mpi!(recv(&mut other, from = id + 1));
                if other < mine {
                    mine = other;
                }
            }
        } else if id > 0 {
            mpi!(send(&mine, to = id - 1));
            mpi!(recv(&mut other, from = id - 1));
            if other > mine {
                mine = other;
            }
        }
    }
    let mut sorted = vec![0.0; n];
    mpi!(gather(&mine, &mut sorted, root = 0));
    if id == 0 {
        assert_sort_of(a, &sorted);
    }
}

/// Figure 4: sequential, until nothing changes. At most `bound` elements, at least two.
#[tass::model]
pub(crate) fn odd_even_sequential(input: &[f64], bound: usize) {
    let n = input.len();
    assume!(1 < n && n <= bound);
    let mut list = input.to_vec();
    let mut sorted = false;
    while !sorted {
        sorted = true;
        let mut i = 1;
        while i + 1 < n {
            if list[i] > list[i + 1] {
                list.swap(i, i + 1);
                sorted = false;
            }
            i += 2;
        }
        i = 0;
        while i + 1 < n {
            if list[i] > list[i + 1] {
                list.swap(i, i + 1);
                sorted = false;
            }
            i += 2;
        }
    }
    assert_sort_of(input, &list);
}

#[tass::model]
pub(crate) fn odd_even_sequential_3(input: &[f64]) {
    odd_even_sequential(input, 3);
}

#[tass::model]
pub(crate) fn odd_even_sequential_4(input: &[f64]) {
    odd_even_sequential(input, 4);
}

#[tass::model]
pub(crate) fn odd_even_sequential_5(input: &[f64]) {
    odd_even_sequential(input, 5);
}

/// Figure 2: pair insertion sort of `input[lo..=hi]`, with the sentinel that it needs at `lo - 1`.
#[tass::model]
pub(crate) fn pair_insertion(input: &[i64], lo: usize, hi: usize, bound: usize) {
    let n = input.len();
    assume!(1 < n && n <= bound && 1 <= lo && lo <= hi && hi < n);
    for i in lo..=hi {
        assume!(input[lo - 1] <= input[i]);
    }
    let mut a = input.to_vec();
    let (mut left, mut right) = (lo, hi);
    let mut k = left;
    left += 1;
    while left <= right {
        let (mut a1, mut a2) = (a[k], a[left]);
        if a1 < a2 {
            a2 = a1;
            a1 = a[left];
        }
        k -= 1;
        while a1 < a[k] {
            a[k + 2] = a[k];
            k -= 1;
        }
        k += 1;
        a[k + 1] = a1;
        k -= 1;
        while a2 < a[k] {
            a[k + 1] = a[k];
            k -= 1;
        }
        a[k + 1] = a2;
        left += 1;
        k = left;
        left += 1;
    }
    let last = a[right];
    right -= 1;
    while last < a[right] {
        a[right + 1] = a[right];
        right -= 1;
    }
    a[right + 1] = last;
    assert!((0..lo).all(|i| a[i] == input[i]));
    assert!((hi + 1..n).all(|i| a[i] == input[i]));
    assert!((lo..hi).all(|i| a[i] <= a[i + 1]));
    assert!((lo..=hi).all(|i| (lo..=hi).any(|j| input[i] == a[j])));
    for i in lo..=hi {
        let before = (lo..=hi).filter(|&j| input[j] == a[i]).count();
        let after = (lo..=hi).filter(|&j| a[j] == a[i]).count();
        assert!(before == after);
    }
}

#[tass::model]
pub(crate) fn pair_insertion_4(input: &[i64], lo: usize, hi: usize) {
    pair_insertion(input, lo, hi, 4);
}

#[tass::model]
pub(crate) fn pair_insertion_5(input: &[i64], lo: usize, hi: usize) {
    pair_insertion(input, lo, hi, 5);
}

#[tass::model]
pub(crate) fn pair_insertion_6(input: &[i64], lo: usize, hi: usize) {
    pair_insertion(input, lo, hi, 6);
}
