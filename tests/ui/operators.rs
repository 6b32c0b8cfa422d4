use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn bits(n: usize, mut m: usize) {
    let half = n >> 1;
    let low = n & 1;
    m <<= 2;
    (m, _) = (half, low);
    assert!(m > f64::INFINITY as usize);
}

fn main() {
    mpi!(barrier());
}
