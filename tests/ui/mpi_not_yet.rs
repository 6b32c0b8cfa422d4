use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn exchange() {
    let mut x = 0;
    mpi!(ibarrier());
    mpi!(recv(&mut x, from = 1, comm = 3));
    mpi!(startall());
}

fn main() {}
