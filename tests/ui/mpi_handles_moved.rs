use tass::prelude::*;

#[tass::data]
struct Grid {
    comm: Comm,
    sum: i64,
}

#[tass::model]
fn used(comm: Comm) -> usize {
    mpi!(rank(comm = comm))
}

#[tass::verify(nprocs = 4)]
fn rows() {
    let row = mpi!(split(color = 0));
    let copy = row;
    mpi!(barrier(comm = row));
    mpi!(free(&mut copy));
    let mut comms = vec![mpi!(dup()), mpi!(dup())];
    let first = comms[0];
    mpi!(free(&mut comms[1]));
    let other = mpi!(dup());
    let rank = used(other);
    mpi!(free(&mut other));
    let mut grid = Grid { comm: first, sum: 0 };
    mpi!(bcast(&mut grid, root = rank, comm = grid.comm));
    mpi!(allreduce(&1, &mut grid.sum, op = SUM, comm = grid.comm));
}

fn main() {}
