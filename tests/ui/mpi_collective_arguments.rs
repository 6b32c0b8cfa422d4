use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn collect() {
    let x = 1.0;
    let mut y = 0.0;
    mpi!(reduce(&x, &mut y, op = SUM));
    mpi!(allreduce(&x, &mut y, op = SUM, root = 0));
    mpi!(bcast(&mut y, root = 0, tag = 1));
    mpi!(reduce(&mut y, &x, op = SUM, root = 0));
    mpi!(barrier(1));
}

fn main() {}
