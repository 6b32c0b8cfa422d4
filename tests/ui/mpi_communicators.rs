use tass::prelude::*;

#[tass::verify(nprocs = 4)]
fn rows() {
    let (x, mut request) = (mpi!(rank()), REQUEST_NULL);
    let mut row = mpi!(split(x % 2));
    mpi!(barrier(row));
    mpi!(send(&x, to = 1, row));
    mpi!(send(&x, to = 1, com = row));
    mpi!(bcast(&mut x, root = 0, tag = 1, comm = row));
    mpi!(wait(&mut request, comm = row));
    mpi!(free(comm = row));
    mpi!(free(communicator = row));
    mpi!(init(comm = row));
    mpi!(split(colour = 1));
    mpi!(cart_create(dims = &[2, 2], periods = &[true, true]));
    mpi!(cart_shift(direction = 0, disp = 1, comm = row));
    mpi!(cart_coords(0, comm = row));
}

fn main() {}
