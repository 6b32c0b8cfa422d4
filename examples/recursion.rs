//! Recursive functions. Recursion works as in Rust, and ends when the path condition says so: a
//! bound on the input is a bound on the depth.

use tass::prelude::*;

/// The factorial.
#[tass::model]
fn fact(n: u64) -> u64 {
    if n == 0 { 1 } else { n * fact(n - 1) }
}

/// The greatest common divisor, by Euclid.
#[tass::model]
fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The recursive factorial is the product.
#[tass::verify(nprocs = 1)]
fn factorial(n: u64) {
    assume!(n <= 10);
    assert!(fact(n) == (1..=n).product::<u64>());
}

/// What Euclid finds divides both, and everything that divides both divides it.
#[tass::verify(nprocs = 1)]
fn greatest_common_divisor(a: u64, b: u64) {
    assume!((1..=12).contains(&a) && b <= 12);
    elaborate!(a);
    elaborate!(b);
    let g = gcd(a, b);
    assert!(a.is_multiple_of(g) && b.is_multiple_of(g));
    assert!((1..=a).all(|d| !a.is_multiple_of(d) || !b.is_multiple_of(d) || g.is_multiple_of(d)));
}

/// Euclid's algorithm for all numbers, as far as three steps go: no case is split on what `a` and
/// `b` are.
#[tass::verify(nprocs = 1)]
fn three_steps(a: u64, b: u64) {
    assume!(b > 0 && !a.is_multiple_of(b) && b.is_multiple_of(a % b));
    assert!(gcd(a, b) == a % b);
}

/// Recursion across processes: a value is broadcast down a binary tree. The caller is the root of
/// the processes `lo..hi`.
#[tass::model]
fn spread(x: &mut i64, lo: usize, hi: usize) {
    if hi - lo > 1 {
        let middle = hi - (hi - lo) / 2;
        let rank = mpi!(rank());
        if rank == lo {
            mpi!(send(&*x, to = middle));
        } else if rank == middle {
            mpi!(recv(&mut *x, from = lo));
        }
        if rank < middle {
            spread(x, lo, middle);
        } else {
            spread(x, middle, hi);
        }
    }
}

/// Everybody gets the root's value.
#[tass::verify(nprocs = [1, 2, 3, 5, 8, 64])]
fn broadcast(value: i64) {
    let mut x = if mpi!(rank()) == 0 { value } else { 0 };
    spread(&mut x, 0, mpi!(size()));
    assert!(x == value);
}

/// A factorial that starts at one: the broken twin of [`fn@fact`] that `n == 0` finds.
#[tass::model]
fn fact_from_one(n: u64) -> u64 {
    if n == 1 { 1 } else { n * fact_from_one(n - 1) }
}

#[tass::verify(nprocs = 1, expect = unsigned_underflow)]
fn factorial_from_one(n: u64) {
    assume!(n <= 10);
    assert!(fact_from_one(n) == (1..=n).product::<u64>());
}

/// Euclid with the wrong end: the broken twin of [`fn@gcd`].
#[tass::model]
fn gcd_to_one(a: u64, b: u64) -> u64 {
    if b == 1 { 1 } else { gcd_to_one(b, a % b) }
}

#[tass::verify(nprocs = 1, expect = division_by_zero)]
fn divisor_to_one(a: u64, b: u64) {
    assume!((1..=12).contains(&a) && b <= 12);
    elaborate!(a);
    elaborate!(b);
    let g = gcd_to_one(a, b);
    assert!(a.is_multiple_of(g) && b.is_multiple_of(g));
}

fn main() {
    println!("{}\n", factorial::model().check());
    println!("{}\n", greatest_common_divisor::model().check());
    println!("{}\n", three_steps::model().check());
    println!("{}\n", broadcast::model().nprocs(8).check());
    println!("{}\n", factorial_from_one::model().check());
    println!("{}", divisor_to_one::model().check());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(model: tass::Model, nprocs: usize) -> (u64, u64, u64) {
        let report = model.nprocs(nprocs).check();
        let stats = report.stats();
        (stats.states, stats.steps, stats.by_z3)
    }

    #[test]
    fn counts_are_pinned() {
        let counts = [
            counts(factorial::model(), 1),
            counts(greatest_common_divisor::model(), 1),
            counts(three_steps::model(), 1),
            counts(broadcast::model(), 8),
        ];
        assert_eq!(counts, [(2, 1, 0), (2, 1, 0), (2, 1, 1), (23, 22, 0)]);
    }
}
