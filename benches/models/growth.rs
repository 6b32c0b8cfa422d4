//! Programs that should take twice as long for twice as much: each at N and at 2 N.

use tass::prelude::*;

/// Writes an array of N items at an index that is an input, and reads it there.
macro_rules! written {
    ($($name:ident $n:literal)*) => {$(
        #[tass::model]
        pub(crate) fn $name(i: usize) {
            assume!(i < $n);
            let mut v = [0; $n];
            v[i] = 1;
            assert!(v[i] == 1);
        }
    )*};
}
written! { written_800 800 written_1600 1600 }

/// N exchanges, one after the other: a path of 3 N steps.
macro_rules! exchanged {
    ($($name:ident $n:literal)*) => {$(
        #[tass::model]
        pub(crate) fn $name(x: i32) {
            let other = 1 - mpi!(rank());
            let mut y = 0;
            for _ in 0..$n {
                mpi!(sendrecv(&x, to = other, &mut y, from = other));
            }
            assert!(y == x);
        }
    )*};
}
exchanged! { exchanged_2000 2000 exchanged_4000 4000 }

/// Goes through N items up to the first that is not positive.
macro_rules! scanned {
    ($($name:ident $n:literal)*) => {$(
        #[tass::model]
        pub(crate) fn $name(a: &[i32]) {
            assume!(a.len() == $n);
            let mut i = 0;
            while i < $n && a[i] > 0 {
                i += 1;
            }
            assert!(i == $n || a[i] <= 0);
        }
    )*};
}
scanned! { scanned_250 250 scanned_500 500 }

/// Sorts N numbers below 4 by counting them: what is counted where is an input.
macro_rules! counted {
    ($($name:ident $n:literal)*) => {$(
        #[tass::model]
        pub(crate) fn $name(a: &[usize]) {
            assume!(a.len() == $n && a.iter().all(|&x| x < 4));
            let mut count = [0; 4];
            for i in 0..$n {
                count[a[i]] += 1;
            }
            let mut sorted = [0; $n];
            let mut next = 0;
            for bucket in 0..4 {
                for _ in 0..count[bucket] {
                    sorted[next] = bucket;
                    next += 1;
                }
            }
            assert!(next == $n && (1..$n).all(|i| sorted[i - 1] <= sorted[i]));
        }
    )*};
}
counted! { counted_3 3 counted_5 5 }
