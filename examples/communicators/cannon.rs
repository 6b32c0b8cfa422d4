//! The same product by Cannon: the blocks go around in rows and columns of a grid that closes to a
//! torus, in one buffer each. Before the first round, row i is shifted by i and column j by j.

use tass::Model;
use tass::prelude::*;

use crate::summa::{add_product, block, put_together, sequential};

const B: usize = 2;
const P: usize = 2;
const N: usize = P * B;

#[tass::model]
fn parallel(a: [[i64; N]; N], b: [[i64; N]; N]) {
    let mut torus = mpi!(cart_create(dims = &[P, P], periodic = &[true, true]));
    let rank = mpi!(rank(comm = torus));
    let at = mpi!(cart_coords(rank = rank, comm = torus));
    let (mut my_a, mut my_b) = (block(&a, at[0], at[1]), block(&b, at[0], at[1]));
    let (from, to) = mpi!(cart_shift(
        dimension = 1,
        displacement = -(at[0] as i32),
        comm = torus
    ));
    mpi!(sendrecv_replace(
        &mut my_a,
        to = to,
        from = from,
        comm = torus
    ));
    let (from, to) = mpi!(cart_shift(
        dimension = 0,
        displacement = -(at[1] as i32),
        comm = torus
    ));
    mpi!(sendrecv_replace(
        &mut my_b,
        to = to,
        from = from,
        comm = torus
    ));
    let (right, left) = mpi!(cart_shift(dimension = 1, displacement = -1, comm = torus));
    let (down, up) = mpi!(cart_shift(dimension = 0, displacement = -1, comm = torus));
    let mut c = [0; B * B];
    for _ in 0..P {
        add_product(&mut c, &my_a, &my_b);
        mpi!(sendrecv_replace(
            &mut my_a,
            to = left,
            from = right,
            comm = torus
        ));
        mpi!(sendrecv_replace(
            &mut my_b,
            to = up,
            from = down,
            comm = torus
        ));
    }
    let mut blocks = vec![0; if rank == 0 { N * N } else { 0 }];
    mpi!(gather(&c, &mut blocks, root = 0, comm = torus));
    if rank == 0 {
        output!(c = put_together(&blocks));
    }
    mpi!(free(&mut torus));
}

/// The parallel product against the sequential one.
pub(crate) fn model() -> Model {
    parallel::model().spec(sequential::model())
}

/// One round on a torus of any size with single numbers, for the twins: `shifted` says whether rows
/// and columns are shifted first.
#[tass::model]
fn rounds(a: i64, b: i64, shifted: bool) -> i64 {
    let side = if mpi!(size()) == 9 { 3 } else { 2 };
    let mut torus = mpi!(cart_create(dims = &[side, side], periodic = &[true, true]));
    let at = mpi!(cart_coords(rank = mpi!(rank()), comm = torus));
    let (mut my_a, mut my_b, mut c) = (a, b, 0);
    if shifted {
        let (from, to) = mpi!(cart_shift(
            dimension = 1,
            displacement = -(at[0] as i32),
            comm = torus
        ));
        mpi!(sendrecv_replace(
            &mut my_a,
            to = to,
            from = from,
            comm = torus
        ));
        let (from, to) = mpi!(cart_shift(
            dimension = 0,
            displacement = -(at[1] as i32),
            comm = torus
        ));
        mpi!(sendrecv_replace(
            &mut my_b,
            to = to,
            from = from,
            comm = torus
        ));
    }
    let (right, left) = mpi!(cart_shift(dimension = 1, displacement = -1, comm = torus));
    let (down, up) = mpi!(cart_shift(dimension = 0, displacement = -1, comm = torus));
    for _ in 0..side {
        c += my_a * my_b;
        mpi!(sendrecv_replace(
            &mut my_a,
            to = left,
            from = right,
            comm = torus
        ));
        mpi!(sendrecv_replace(
            &mut my_b,
            to = up,
            from = down,
            comm = torus
        ));
    }
    mpi!(free(&mut torus));
    c
}

/// Nine processes with a number each.
#[tass::verify(nprocs = 9)]
fn three_by_three(a: [[i64; 3]; 3], b: [[i64; 3]; 3]) {
    let (i, j) = (mpi!(rank()) / 3, mpi!(rank()) % 3);
    let c = rounds(a[i][j], b[i][j], true);
    assert!(c == a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j]);
}

/// A broken twin: nothing is shifted before the first round, so what meets does not belong
/// together.
#[tass::verify(nprocs = 4, expect = assertion)]
fn not_shifted(a: [[i64; 2]; 2], b: [[i64; 2]; 2]) {
    let (i, j) = (mpi!(rank()) / 2, mpi!(rank()) % 2);
    let c = rounds(a[i][j], b[i][j], false);
    assert!(c == a[i][0] * b[0][j] + a[i][1] * b[1][j]);
}

/// A broken twin: the grid does not close, and what leaves it at one end does not come back.
#[tass::verify(nprocs = 4, expect = assertion)]
fn not_closed(a: [i64; 4]) {
    let mut row = mpi!(cart_create(dims = &[4], periodic = &[false]));
    let (rank, mut sum) = (mpi!(rank(comm = row)), 0);
    let mut mine = a[rank];
    let (right, left) = mpi!(cart_shift(dimension = 0, displacement = -1, comm = row));
    for _ in 0..4 {
        sum += mine;
        mpi!(sendrecv_replace(
            &mut mine,
            to = left,
            from = right,
            comm = row
        ));
    }
    assert!(sum == a.iter().sum::<i64>());
    mpi!(free(&mut row));
}
