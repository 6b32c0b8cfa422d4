//! The product of two matrices by SUMMA: processes lie in rows and columns and have a block of each
//! matrix. Round by round, one column of processes tells its blocks of A along the rows, one row of
//! processes its blocks of B along the columns, and everybody adds a product of blocks.

use tass::Model;
use tass::prelude::*;

/// Rows and columns of a block, of processes, and of the matrices.
const B: usize = 2;
const P: usize = 2;
const N: usize = P * B;

/// The product as one writes it down.
#[tass::model]
pub(crate) fn sequential(a: [[i64; N]; N], b: [[i64; N]; N]) {
    let mut c = vec![0; N * N];
    for i in 0..N {
        for j in 0..N {
            for k in 0..N {
                c[i * N + j] += a[i][k] * b[k][j];
            }
        }
    }
    output!(c = c);
}

/// The block of a matrix at a place, row by row.
#[tass::model]
pub(crate) fn block(m: &[[i64; N]; N], down: usize, right: usize) -> [i64; B * B] {
    let mut block = [0; B * B];
    for i in 0..B {
        for j in 0..B {
            block[i * B + j] = m[down * B + i][right * B + j];
        }
    }
    block
}

/// Adds the product of two blocks.
#[tass::model]
pub(crate) fn add_product(c: &mut [i64; B * B], a: &[i64; B * B], b: &[i64; B * B]) {
    for i in 0..B {
        for j in 0..B {
            for k in 0..B {
                c[i * B + j] += a[i * B + k] * b[k * B + j];
            }
        }
    }
}

/// The blocks of all, by rank, as one matrix.
#[tass::model]
pub(crate) fn put_together(blocks: &[i64]) -> Vec<i64> {
    let mut c = vec![0; N * N];
    for rank in 0..P * P {
        for i in 0..B {
            for j in 0..B {
                let place = (rank / P * B + i) * N + rank % P * B + j;
                c[place] = blocks[rank * B * B + i * B + j];
            }
        }
    }
    c
}

#[tass::model]
fn parallel(a: [[i64; N]; N], b: [[i64; N]; N]) {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / P, key = rank));
    let mut column = mpi!(split(color = rank % P, key = rank));
    let (right, down) = (mpi!(rank(comm = row)), mpi!(rank(comm = column)));
    let (my_a, my_b) = (block(&a, down, right), block(&b, down, right));
    let mut c = [0; B * B];
    for k in 0..P {
        let (mut of_a, mut of_b) = (my_a, my_b);
        mpi!(bcast(&mut of_a, root = k, comm = row));
        mpi!(bcast(&mut of_b, root = k, comm = column));
        add_product(&mut c, &of_a, &of_b);
    }
    mpi!(free(&mut row));
    mpi!(free(&mut column));
    let mut blocks = vec![0; if rank == 0 { N * N } else { 0 }];
    mpi!(gather(&c, &mut blocks, root = 0));
    if rank == 0 {
        output!(c = put_together(&blocks));
    }
}

/// The parallel product against the sequential one.
pub(crate) fn model() -> Model {
    parallel::model().spec(sequential::model())
}

/// What each process has in the end, where blocks are single numbers.
#[tass::model]
fn entry(a: &[[i64; P]; P], b: &[[i64; P]; P], i: usize, j: usize) -> i64 {
    let mut sum = 0;
    for k in 0..P {
        sum += a[i][k] * b[k][j];
    }
    sum
}

/// A broken twin: A is told along the columns, B along the rows.
#[tass::verify(nprocs = 4, expect = assertion)]
fn mixed_up(a: [[i64; P]; P], b: [[i64; P]; P]) {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / P));
    let mut column = mpi!(split(color = rank % P));
    let (i, j) = (rank / P, rank % P);
    let mut c = 0;
    for k in 0..P {
        let (mut of_a, mut of_b) = (a[i][j], b[i][j]);
        mpi!(bcast(&mut of_a, root = k, comm = column));
        mpi!(bcast(&mut of_b, root = k, comm = row));
        c += of_a * of_b;
    }
    assert!(c == entry(&a, &b, i, j));
    mpi!(free(&mut row));
    mpi!(free(&mut column));
}

/// A broken twin: the root is named by its rank among all, which is none in a row.
#[tass::verify(nprocs = 4, expect = invalid_rank)]
fn root_of_the_world(a: [[i64; P]; P]) {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / P));
    let mut of_a = a[rank / P][rank % P];
    mpi!(bcast(&mut of_a, root = rank / P * P, comm = row));
    assert!(of_a == a[rank / P][0]);
    mpi!(free(&mut row));
}

/// A broken twin: on the diagonal, columns come before rows, and the others wait for each other.
#[tass::verify(nprocs = 4, expect = communicator_order)]
fn diagonal_first(a: [[i64; P]; P]) {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / P));
    let mut column = mpi!(split(color = rank % P));
    let (i, j) = (rank / P, rank % P);
    let (mut across, mut along) = (0, 0);
    if i == j {
        mpi!(allreduce(&a[i][j], &mut along, op = SUM, comm = column));
        mpi!(allreduce(&a[i][j], &mut across, op = SUM, comm = row));
    } else {
        mpi!(allreduce(&a[i][j], &mut across, op = SUM, comm = row));
        mpi!(allreduce(&a[i][j], &mut along, op = SUM, comm = column));
    }
    mpi!(free(&mut row));
    mpi!(free(&mut column));
}

/// A broken twin: the columns are never freed.
#[tass::verify(nprocs = 4, expect = communicator_leak)]
fn columns_kept() {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / P));
    let column = mpi!(split(color = rank % P));
    mpi!(barrier(comm = column));
    mpi!(free(&mut row));
}
