//! Pair insertion sort, sorted for arrays of every length, with the invariants of paper 004,
//! Fig. 10.

use tass::prelude::*;

/// The sort of the JDK's dual-pivot quicksort: two elements at a time, with the element before the
/// range as a sentinel.
#[tass::verify(nprocs = 1)]
pub(crate) fn pair_insertion_sort(input: Vec<i32>, lo: usize, hi: usize) {
    let n = input.len();
    assume!(1 < n && 1 <= lo && lo <= hi && hi < n);
    assume!((lo..=hi).all(|j| input[j] >= input[lo - 1]));
    let mut a = input.clone();
    let mut right = hi;
    let mut k = lo;
    let mut left = lo + 1;
    invariant!(PAIRS: left <= right + 2 && k + 1 == left && lo <= k && k <= hi + 1
        && (lo..k).all(|t| a[t - 1] <= a[t])
        && (lo..=hi).all(|t| a[lo - 1] <= a[t]));
    assigns!(k, left, a[lo..n]);
    while left <= right {
        let mut a1 = a[k];
        let mut a2 = a[left];
        if a1 < a2 {
            a2 = a1;
            a1 = a[left];
        }
        k -= 1;
        invariant!(GREATER: lo - 1 <= k && k + 1 < left && (a[k] <= a1 || k >= lo)
            && (lo..=k).all(|t| a[t - 1] <= a[t])
            && (k + 4..=left).all(|t| a[t - 1] <= a[t])
            && (lo..=hi).all(|t| a[lo - 1] <= a[t])
            && (k + 3 > left || a[k + 3] >= a1 && a[k + 3] >= a[k]));
        assigns!(k, a[lo..n]);
        while a1 < a[k] {
            a[k + 2] = a[k];
            k -= 1;
        }
        a[k + 2] = a1;
        invariant!(SMALLER: lo - 1 <= k && k + 1 < left && (a[k] <= a2 || k >= lo)
            && (lo..=k).all(|t| a[t - 1] <= a[t])
            && (k + 3..=left).all(|t| a[t - 1] <= a[t])
            && (lo..=hi).all(|t| a[lo - 1] <= a[t])
            && (k + 2 > left || a[k + 2] >= a2 && a[k + 2] >= a[k]));
        assigns!(k, a[lo..n]);
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
    invariant!(LAST: lo - 1 <= right && right < hi && (right + 1 >= hi || last < a[right + 1])
        && (right + 1 >= hi || (lo..=hi).all(|i| a[i - 1] <= a[i]))
        && (right + 1 != hi || (lo..hi).all(|i| a[i - 1] <= a[i]))
        && (lo..=hi).all(|t| a[lo - 1] <= a[t]));
    assigns!(right, a[lo..hi + 1]);
    while last < a[right] {
        a[right + 1] = a[right];
        right -= 1;
    }
    a[right + 1] = last;
    assert!((lo..hi).all(|i| a[i] <= a[i + 1]));
}

/// A loop that writes more than its frame says.
#[tass::verify(nprocs = 1, expect = frame)]
pub(crate) fn outside_its_frame(n: usize) {
    assume!(n > 2);
    let mut a = vec![0; n];
    invariant!(FILL: a.len() == n);
    assigns!(a[1..n]);
    for i in 0..n {
        a[i] = 1;
    }
}

#[cfg(test)]
#[test]
fn counts() {
    let model = pair_insertion_sort::model().nprocs(1);
    let (states, steps, z3) = crate::verified(&model);
    assert_eq!((states, steps), (82, 66));
    assert!(z3 < 226, "published: 226 calls of the prover");
}
