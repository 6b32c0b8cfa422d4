use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn ranks() {
    let rank = mpi!(rank());
    assert!(rnak < 2);
    let point: Pnt = rank;
}

fn main() {}
