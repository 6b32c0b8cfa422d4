use tass::prelude::*;

#[tass::verify(nproc = 4)]
fn one() {
    mpi!(barrier());
}

#[tass::verify(nprocs = 4, colour = blue)]
fn two() {
    mpi!(barrier());
}

fn main() {}
