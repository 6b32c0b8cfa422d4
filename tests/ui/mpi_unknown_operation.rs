use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn exchange() {
    let mut x = 0;
    mpi!(sned(&x, to = 1));
    mpi!(MPI_Recv(&mut x, from = 1));
    mpi!(broadcast(&mut x, root = 0));
}

fn main() {}
