use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn ranks(x: f64) {
    let rank = mpi!(rank());
    assert!(rank == x);
    let wrong: bool = rank + 1;
}

fn main() {}
