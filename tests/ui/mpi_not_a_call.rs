use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn ranks() {
    let rank = mpi!(rank);
    let size = mpi!(1 + 1);
    mpi!();
}

fn main() {}
