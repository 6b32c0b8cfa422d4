use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn exchange(u: Vec<f64>) {
    let rank = mpi!(rank());
    let mut y = 0i32;
    let mut z = 0.0;
    mpi!(send(&u, to = -1));
    mpi!(send(&u, to = 1, tag = 0.5));
    mpi!(allreduce(&z, &mut y, op = SUM));
    mpi!(allreduce(&rank, &mut y, op = rank));
    mpi!(gather(&u, &mut z, root = 0));
}

fn main() {}
