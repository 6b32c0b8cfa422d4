use tass::prelude::*;

#[tass::model]
fn factorial(n: usize) -> usize {
    if n == 0 { 1 } else { n * factorail(n - 1) }
}

fn main() {
    mpi!(barrier());
}
