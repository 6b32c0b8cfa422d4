use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn exchange() {
    let mut x = 0;
    mpi!(idup());
    mpi!(put(&x, to = 1));
    mpi!(startall());
}

fn main() {}
