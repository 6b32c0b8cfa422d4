use tass::prelude::*;

#[tass::model]
fn f(x: i64) {
    let (mut y, mut all) = (0i64, [0i64; 4]);
    mpi!(send(IN_PLACE, to = 1));
    mpi!(allreduce(&x, IN_PLACE, op = SUM));
    mpi!(scatter(IN_PLACE, &mut y, root = 0));
    mpi!(allgather(IN_PLACE, &mut y));
    mpi!(abort(1));
    mpi!(allgatherv(&x, &mut all, counts = [1, 1]));
}

fn main() {}
