use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn chains(v: Vec<i64>, n: usize) {
    let doubled: Vec<i64> = v.iter().map(|x| 2 * x).collect();
    let pairs = v.iter().zip(v.iter()).all(|(a, b)| a == b);
    let least = v.iter().min();
    let positive = |x: usize| x > 0;
    assert!((0..n).all(positive));
    assert!((0..).any(|i| i > n));
    let lazy = v.iter().filter(|x| **x > 0);
}

fn main() {
    mpi!(barrier());
}
