use tass::prelude::*;

#[tass::verify(nprocs = 4)]
fn rows() {
    let rank = mpi!(rank());
    let mut request = mpi!(ibarrier());
    let mut row = mpi!(split(color = 0.5));
    mpi!(barrier(comm = 3));
    mpi!(send(&rank, to = 1, comm = request));
    mpi!(wait(&mut row));
    mpi!(free(&mut request));
    mpi!(free(row));
    let copy = row;
    mpi!(barrier(comm = row));
    let grid = mpi!(cart_create(dims = [2, 2], periodic = &[1, 0]));
    mpi!(cart_create(dims = &[2, 2], periodic = &[true, true], comm = &copy));
}

fn main() {}
