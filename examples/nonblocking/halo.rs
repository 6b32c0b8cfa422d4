//! A step of the heat equation in two dimensions: four processes hold a block of 2 by 2 cells each,
//! with a frame of ghost cells. What needs no ghost is computed while the ghosts are under way.

use tass::Model;
use tass::prelude::*;

/// Cells of a block in each direction, without and with ghosts.
const B: usize = 2;
const G: usize = B + 2;
/// Blocks in each direction, and cells of the whole grid.
const P: usize = 2;
const N: usize = P * B;

/// The whole grid, whose ends meet.
#[tass::model]
fn sequential(cells: [[f64; N]; N]) {
    let mut total = 0.0;
    for y in 0..N {
        for x in 0..N {
            let (up, down) = (cells[(y + N - 1) % N][x], cells[(y + 1) % N][x]);
            let (left, right) = (cells[y][(x + N - 1) % N], cells[y][(x + 1) % N]);
            let new = up + down + left + right - 4.0 * cells[y][x];
            // Each place has a weight of its own: no two cells can be exchanged.
            total += new * (y * N + x + 1) as f64;
        }
    }
    output!(total = total);
}

/// The block of a process: its rows and columns go to the neighbours, theirs come into the frame.
#[tass::model]
fn parallel(cells: [[f64; N]; N]) {
    let rank = mpi!(rank());
    let (px, py) = (rank % P, rank / P);
    let (left, right) = (py * P + (px + P - 1) % P, py * P + (px + 1) % P);
    let (up, down) = ((py + P - 1) % P * P + px, (py + 1) % P * P + px);
    let mut u = [[0.0; G]; G];
    for y in 0..B {
        for x in 0..B {
            u[y + 1][x + 1] = cells[py * B + y][px * B + x];
        }
    }
    // Columns do not lie together: they are packed.
    let (first, last) = ([u[1][1], u[2][1]], [u[1][B], u[2][B]]);
    let (mut from_left, mut from_right) = ([0.0; B], [0.0; B]);
    let mut requests = [
        mpi!(irecv(&mut u[0][1..=B], from = up, tag = 1)),
        mpi!(irecv(&mut u[B + 1][1..=B], from = down, tag = 2)),
        mpi!(irecv(&mut from_left, from = left, tag = 3)),
        mpi!(irecv(&mut from_right, from = right, tag = 4)),
        mpi!(isend(&u[B][1..=B], to = down, tag = 1)),
        mpi!(isend(&u[1][1..=B], to = up, tag = 2)),
        mpi!(isend(&last, to = right, tag = 3)),
        mpi!(isend(&first, to = left, tag = 4)),
    ];
    // Reading what is sent is fine.
    let mut new = [[0.0; B]; B];
    for y in 0..B {
        for x in 0..B {
            new[y][x] = -4.0 * u[y + 1][x + 1];
        }
    }
    mpi!(waitall(&mut requests));
    for y in 0..B {
        u[y + 1][0] = from_left[y];
        u[y + 1][B + 1] = from_right[y];
    }
    let mut mine = 0.0;
    for y in 0..B {
        for x in 0..B {
            let (gy, gx) = (y + 1, x + 1);
            let around = u[gy - 1][gx] + u[gy + 1][gx] + u[gy][gx - 1] + u[gy][gx + 1];
            let place = (py * B + y) * N + px * B + x + 1;
            mine += (new[y][x] + around) * place as f64;
        }
    }
    let mut total = 0.0;
    mpi!(reduce(&mine, &mut total, op = SUM, root = 0));
    if rank == 0 {
        output!(total = total);
    }
}

/// A broken twin: the ghosts are used before they are there.
#[tass::verify(nprocs = 2, expect = buffer_race)]
fn ghosts_too_early(a: f64, b: f64) {
    let other = 1 - mpi!(rank());
    let mut u = [0.0, a, b, 0.0];
    let mut requests = [
        mpi!(irecv(&mut u[0], from = other, tag = 1)),
        mpi!(irecv(&mut u[3], from = other, tag = 2)),
        mpi!(isend(&u[2], to = other, tag = 1)),
        mpi!(isend(&u[1], to = other, tag = 2)),
    ];
    let new = u[0] + u[2] - 2.0 * u[1];
    mpi!(waitall(&mut requests));
    assert!(new == b + u[2] - 2.0 * a);
}

/// The parallel step against the sequential one.
pub(crate) fn model() -> Model {
    parallel::model().spec(sequential::model())
}
