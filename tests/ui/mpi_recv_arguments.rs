use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn exchange() {
    let mut x = 0;
    mpi!(recv(&x, from = 1));
    mpi!(recv(x, from = 1));
    mpi!(recv(&mut x, to = 1));
    let status = mpi!(recv(&mut x));
    assert!(status.count == 1);
}

fn main() {}
