//! Two steps of the heat equation in two dimensions, on a cylinder: four processes, which lie in a
//! Cartesian communicator, hold a block of 3 by 3 cells each, with a frame of ghost cells. What
//! needs no ghost is computed while the ghosts are under way.

use tass::Model;
use tass::prelude::*;

/// Cells of a block in each direction, without and with ghosts.
const B: usize = 3;
const G: usize = B + 2;
/// Blocks in each direction, and cells of the whole grid.
const P: usize = 2;
const N: usize = P * B;
const STEPS: usize = 2;

/// The whole grid: left and right meet, above the top and below the bottom it is 0.
#[tass::model]
fn sequential(cells: [[f64; N]; N]) {
    let mut old = cells;
    for _ in 0..STEPS {
        let mut new = [[0.0; N]; N];
        for y in 0..N {
            for x in 0..N {
                let up = if y == 0 { 0.0 } else { old[y - 1][x] };
                let down = if y == N - 1 { 0.0 } else { old[y + 1][x] };
                let (left, right) = (old[y][(x + N - 1) % N], old[y][(x + 1) % N]);
                new[y][x] = up + down + left + right - 4.0 * old[y][x];
            }
        }
        old = new;
    }
    let mut total = 0.0;
    for y in 0..N {
        for x in 0..N {
            // Each place has a weight of its own: no two cells can be exchanged.
            total += old[y][x] * (y * N + x + 1) as f64;
        }
    }
    output!(total = total);
}

/// The block of a process: its rows and columns go to the neighbours, theirs come into the frame.
/// Where there is no neighbour, the frame stays as it is.
#[tass::model]
fn parallel(cells: [[f64; N]; N]) {
    let mut grid = mpi!(cart_create(dims = &[P, P], periodic = &[false, true]));
    let rank = mpi!(rank(comm = grid));
    let at = mpi!(cart_coords(rank = rank, comm = grid));
    let (up, down) = mpi!(cart_shift(dimension = 0, displacement = 1, comm = grid));
    let (left, right) = mpi!(cart_shift(dimension = 1, displacement = 1, comm = grid));
    let mut u = [[0.0; G]; G];
    for y in 0..B {
        for x in 0..B {
            u[y + 1][x + 1] = cells[at[0] * B + y][at[1] * B + x];
        }
    }
    for _ in 0..STEPS {
        // Columns do not lie together: they are packed.
        let (mut first, mut last) = ([0.0; B], [0.0; B]);
        for y in 0..B {
            first[y] = u[y + 1][1];
            last[y] = u[y + 1][B];
        }
        let (mut from_left, mut from_right) = ([0.0; B], [0.0; B]);
        let mut requests = [
            mpi!(irecv(&mut u[0][1..=B], from = up, tag = 1, comm = grid)),
            mpi!(irecv(
                &mut u[B + 1][1..=B],
                from = down,
                tag = 2,
                comm = grid
            )),
            mpi!(irecv(&mut from_left, from = left, tag = 3, comm = grid)),
            mpi!(irecv(&mut from_right, from = right, tag = 4, comm = grid)),
            mpi!(isend(&u[B][1..=B], to = down, tag = 1, comm = grid)),
            mpi!(isend(&u[1][1..=B], to = up, tag = 2, comm = grid)),
            mpi!(isend(&last, to = right, tag = 3, comm = grid)),
            mpi!(isend(&first, to = left, tag = 4, comm = grid)),
        ];
        // What lies inside needs no ghosts, and reading what is sent is fine.
        let mut new = [[0.0; G]; G];
        for y in 2..B {
            for x in 2..B {
                let around = u[y - 1][x] + u[y + 1][x] + u[y][x - 1] + u[y][x + 1];
                new[y][x] = around - 4.0 * u[y][x];
            }
        }
        mpi!(waitall(&mut requests));
        for y in 0..B {
            u[y + 1][0] = from_left[y];
            u[y + 1][B + 1] = from_right[y];
        }
        for y in 1..=B {
            for x in 1..=B {
                if y == 1 || y == B || x == 1 || x == B {
                    let around = u[y - 1][x] + u[y + 1][x] + u[y][x - 1] + u[y][x + 1];
                    new[y][x] = around - 4.0 * u[y][x];
                }
            }
        }
        u = new;
    }
    let (mut mine, mut total) = (0.0, 0.0);
    for y in 0..B {
        for x in 0..B {
            let place = (at[0] * B + y) * N + at[1] * B + x + 1;
            mine += u[y + 1][x + 1] * place as f64;
        }
    }
    mpi!(reduce(&mine, &mut total, op = SUM, root = 0, comm = grid));
    if rank == 0 {
        output!(total = total);
    }
    mpi!(free(&mut grid));
}

/// The parallel steps against the sequential ones.
pub(crate) fn model() -> Model {
    parallel::model().spec(sequential::model())
}

/// The same in one dimension, with two cells for each process: the ends are 0.
#[tass::verify(nprocs = [1, 2, 4])]
fn row(cells: [f64; 8]) {
    let mut row = mpi!(cart_create(dims = &[mpi!(size())], periodic = &[false]));
    let rank = mpi!(rank(comm = row));
    let (left, right) = mpi!(cart_shift(dimension = 0, displacement = 1, comm = row));
    let mut u = [0.0, cells[2 * rank], cells[2 * rank + 1], 0.0];
    let mut requests = [
        mpi!(irecv(&mut u[0], from = left, tag = 1, comm = row)),
        mpi!(irecv(&mut u[3], from = right, tag = 2, comm = row)),
        mpi!(isend(&u[2], to = right, tag = 1, comm = row)),
        mpi!(isend(&u[1], to = left, tag = 2, comm = row)),
    ];
    let inside = u[1] + u[2];
    mpi!(waitall(&mut requests));
    let before = if rank == 0 { 0.0 } else { cells[2 * rank - 1] };
    assert!(u[0] + inside == before + cells[2 * rank] + cells[2 * rank + 1]);
    mpi!(free(&mut row));
}

/// A broken twin: the ghosts are used before they are there.
#[tass::verify(nprocs = 2, expect = buffer_race)]
fn ghosts_too_early(cells: [f64; 4]) {
    let mut row = mpi!(cart_create(dims = &[mpi!(size())], periodic = &[false]));
    let rank = mpi!(rank(comm = row));
    let (left, right) = mpi!(cart_shift(dimension = 0, displacement = 1, comm = row));
    let mut u = [0.0, cells[2 * rank], cells[2 * rank + 1], 0.0];
    let mut requests = [
        mpi!(irecv(&mut u[0], from = left, tag = 1, comm = row)),
        mpi!(irecv(&mut u[3], from = right, tag = 2, comm = row)),
        mpi!(isend(&u[2], to = right, tag = 1, comm = row)),
        mpi!(isend(&u[1], to = left, tag = 2, comm = row)),
    ];
    let new = u[0] + u[2] - 2.0 * u[1];
    mpi!(waitall(&mut requests));
    assert!(new == u[0] + u[2] - 2.0 * u[1]);
    mpi!(free(&mut row));
}

/// A broken twin: on a ring of two both neighbours are the same, and only tags tell their ghosts
/// apart.
#[tass::verify(nprocs = 2, expect = assertion)]
fn without_tags(cells: [f64; 4]) {
    let mut ring = mpi!(cart_create(dims = &[2], periodic = &[true]));
    let rank = mpi!(rank(comm = ring));
    let (left, right) = mpi!(cart_shift(dimension = 0, displacement = 1, comm = ring));
    let mut u = [0.0, cells[2 * rank], cells[2 * rank + 1], 0.0];
    let mut requests = [
        mpi!(irecv(&mut u[0], from = left, comm = ring)),
        mpi!(irecv(&mut u[3], from = right, comm = ring)),
        mpi!(isend(&u[1], to = left, comm = ring)),
        mpi!(isend(&u[2], to = right, comm = ring)),
    ];
    mpi!(waitall(&mut requests));
    assert!(u[0] == cells[2 * left + 1] && u[3] == cells[2 * right]);
    mpi!(free(&mut ring));
}

/// A broken twin: the row has ends, and behind them is nobody.
#[tass::verify(nprocs = 3, expect = invalid_rank)]
fn behind_the_end(cells: [f64; 3]) {
    let mut row = mpi!(cart_create(dims = &[3], periodic = &[false]));
    let (rank, mut ghost) = (mpi!(rank(comm = row)), 0.0);
    let (left, _) = mpi!(cart_shift(dimension = 0, displacement = 1, comm = row));
    let mut requests = [
        mpi!(irecv(&mut ghost, from = left, comm = row)),
        mpi!(isend(&cells[rank], to = rank + 1, comm = row)),
    ];
    mpi!(waitall(&mut requests));
    mpi!(free(&mut row));
}
