use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn exchange() {
    let x = 0;
    mpi!(send(&x));
    mpi!(send(&x, from = 1));
    mpi!(send(&x, 1));
    mpi!(send(&x, to = 1, tga = 3));
    mpi!(send(&x, to = 1, to = 2));
    mpi!(send(x, to = 1));
    mpi!(send(to = 1));
}

fn main() {}
