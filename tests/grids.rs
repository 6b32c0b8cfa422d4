//! Cartesian grids of processes: where everybody is, who its neighbours are, and what is no grid.

use tass::Kind;
use tass::prelude::*;

use crate::verdict::{is_fine, is_wrong};

/// A row with two ends.
#[tass::model]
fn open_row() {
    let size = mpi!(size());
    let mut row = mpi!(cart_create(dims = &[size], periodic = &[false]));
    let rank = mpi!(rank(comm = row));
    let at = mpi!(cart_coords(rank = rank, comm = row));
    assert!(at.len() == 1 && at[0] == rank && rank == mpi!(rank()));
    let (left, right) = mpi!(cart_shift(dimension = 0, displacement = 1, comm = row));
    assert!(left == if rank == 0 { PROC_NULL } else { rank - 1 });
    assert!(
        right
            == if rank == size - 1 {
                PROC_NULL
            } else {
                rank + 1
            }
    );
    // The other way around, and farther.
    let (from, to) = mpi!(cart_shift(dimension = 0, displacement = -1, comm = row));
    assert!(from == right && to == left);
    let (far, farther) = mpi!(cart_shift(dimension = 0, displacement = -2, comm = row));
    assert!(far == if rank + 2 < size { rank + 2 } else { PROC_NULL });
    assert!(farther == if rank < 2 { PROC_NULL } else { rank - 2 });
    let (me, myself) = mpi!(cart_shift(dimension = 0, displacement = 0, comm = row));
    assert!(me == rank && myself == rank);
    mpi!(free(&mut row));
}

/// A ring: however far, one gets somewhere.
#[tass::model]
fn ring(by: i32) {
    assume!(-7 <= by && by <= 7);
    let size = mpi!(size());
    let mut ring = mpi!(cart_create(dims = &[size], periodic = &[true]));
    let rank = mpi!(rank(comm = ring));
    let (from, to) = mpi!(cart_shift(dimension = 0, displacement = by, comm = ring));
    let n = size as i32;
    assert!(from as i32 == (rank as i32 - by).rem_euclid(n));
    assert!(to as i32 == (rank as i32 + by).rem_euclid(n));
    mpi!(free(&mut ring));
}

#[test]
fn one_dimension() {
    for nprocs in 1..=4 {
        is_fine(&open_row::model(), nprocs);
        is_fine(&ring::model(), nprocs);
    }
}

/// Two dimensions, the first one closed: who is where, from coordinates and back.
#[tass::model]
fn cylinder(x: [i64; 6]) {
    let mut grid = mpi!(cart_create(dims = &[2, 3], periodic = &[true, false]));
    let rank = mpi!(rank(comm = grid));
    for r in 0..6 {
        let at = mpi!(cart_coords(rank = r, comm = grid));
        assert!(at[0] == r / 3 && at[1] == r % 3);
    }
    let at = mpi!(cart_coords(rank = rank, comm = grid));
    let (up, down) = mpi!(cart_shift(dimension = 0, displacement = 1, comm = grid));
    let (left, right) = mpi!(cart_shift(dimension = 1, displacement = 1, comm = grid));
    assert!(up == (rank + 3) % 6 && down == up);
    // What comes from beyond an open end is nothing.
    let (mut a, mut b) = (-1, -1);
    mpi!(sendrecv(
        &x[rank],
        to = right,
        &mut a,
        from = left,
        comm = grid
    ));
    mpi!(sendrecv(
        &x[rank],
        to = down,
        &mut b,
        from = up,
        comm = grid
    ));
    assert!(a == if at[1] == 0 { -1 } else { x[rank - 1] });
    assert!(b == x[(rank + 3) % 6]);
    mpi!(free(&mut grid));
}

/// As if the open dimension were closed.
#[tass::model]
fn taken_for_a_torus(x: [i64; 4]) {
    let mut grid = mpi!(cart_create(dims = &[2, 2], periodic = &[true, false]));
    let rank = mpi!(rank(comm = grid));
    let (left, right) = mpi!(cart_shift(dimension = 1, displacement = 1, comm = grid));
    let mut a = -1;
    mpi!(sendrecv(
        &x[rank],
        to = right,
        &mut a,
        from = left,
        comm = grid
    ));
    assert!(a == x[rank / 2 * 2 + (rank + 1) % 2]);
    mpi!(free(&mut grid));
}

/// Dimensions mixed up.
#[tass::model]
fn along_the_other(x: [i64; 4]) {
    let mut grid = mpi!(cart_create(dims = &[2, 2], periodic = &[true, true]));
    let rank = mpi!(rank(comm = grid));
    let (left, right) = mpi!(cart_shift(dimension = 0, displacement = 1, comm = grid));
    let mut a = 0;
    mpi!(sendrecv(
        &x[rank],
        to = right,
        &mut a,
        from = left,
        comm = grid
    ));
    assert!(a == x[rank / 2 * 2 + 1 - rank % 2]);
    mpi!(free(&mut grid));
}

#[test]
fn two_dimensions() {
    // Six processes take any order in many ways: with reduction only.
    let report = cylinder::model().nprocs(6).check();
    assert!(report.is_verified(), "{report}");
    is_wrong(&taken_for_a_torus::model(), 4, &[Kind::Assertion]);
    is_wrong(&along_the_other::model(), 4, &[Kind::Assertion]);
}

/// Three dimensions of different kinds.
#[tass::model]
fn cube() {
    let mut cube = mpi!(cart_create(
        dims = &[2, 1, 2],
        periodic = &[false, true, true]
    ));
    let rank = mpi!(rank(comm = cube));
    let at = mpi!(cart_coords(rank = rank, comm = cube));
    assert!(rank == at[0] * 2 + at[1] * 2 + at[2] && at[1] == 0);
    let (before, after) = mpi!(cart_shift(dimension = 0, displacement = 1, comm = cube));
    assert!(before == if at[0] == 0 { PROC_NULL } else { rank - 2 });
    assert!(after == if at[0] == 0 { rank + 2 } else { PROC_NULL });
    let (back, forth) = mpi!(cart_shift(dimension = 1, displacement = -5, comm = cube));
    assert!(back == rank && forth == rank);
    let (one, other) = mpi!(cart_shift(dimension = 2, displacement = 1, comm = cube));
    assert!(one == rank / 2 * 2 + 1 - rank % 2 && other == one);
    mpi!(free(&mut cube));
}

#[test]
fn three_dimensions() {
    is_fine(&cube::model(), 4);
}

/// More processes than places: the last ones are nowhere.
#[tass::model]
fn crowded(x: i64) {
    let (rank, mut sum) = (mpi!(rank()), 0);
    let mut square = mpi!(cart_create(dims = &[2, 2], periodic = &[false, true]));
    if rank < 4 {
        assert!(mpi!(size(comm = square)) == 4);
        mpi!(allreduce(&x, &mut sum, op = SUM, comm = square));
        mpi!(free(&mut square));
    }
    assert!(sum == if rank < 4 { 4 * x } else { 0 });
}

/// The last ones ask where they are.
#[tass::model]
fn nowhere() {
    let mut square = mpi!(cart_create(dims = &[2, 2], periodic = &[false, true]));
    let (up, down) = mpi!(cart_shift(dimension = 1, displacement = 1, comm = square));
    assert!(up == down);
    mpi!(free(&mut square));
}

#[test]
fn there_may_be_more_processes_than_places() {
    is_fine(&crowded::model(), 5);
    is_fine(&nowhere::model(), 4);
    is_wrong(&nowhere::model(), 5, &[Kind::InvalidCommunicator]);
}

/// A copy of a grid is a grid, and a grid of a part is one of that part.
#[tass::model]
fn copied() {
    let mut half = mpi!(split(color = mpi!(rank()) % 2));
    let mut row = mpi!(cart_create(dims = &[2], periodic = &[true], comm = half));
    let mut again = mpi!(dup(comm = row));
    let rank = mpi!(rank(comm = again));
    assert!(rank == mpi!(rank()) / 2 && mpi!(size(comm = row)) == 2);
    let (left, right) = mpi!(cart_shift(dimension = 0, displacement = 1, comm = again));
    assert!(left == 1 - rank && right == 1 - rank);
    mpi!(free(&mut half));
    mpi!(free(&mut row));
    mpi!(free(&mut again));
}

#[test]
fn a_copy_of_a_grid_is_one() {
    is_fine(&copied::model(), 4);
}

#[tass::model]
fn too_large() {
    let mut grid = mpi!(cart_create(dims = &[2, 2], periodic = &[false, false]));
    mpi!(free(&mut grid));
}

#[tass::model]
fn without_places() {
    let mut grid = mpi!(cart_create(dims = &[2, 0], periodic = &[false, false]));
    mpi!(free(&mut grid));
}

#[tass::model]
fn of_two_minds() {
    let mut grid = mpi!(cart_create(dims = &[2, 1], periodic = &[false]));
    mpi!(free(&mut grid));
}

#[tass::model]
fn without_dimensions() {
    let dims: Vec<usize> = Vec::new();
    let periodic: Vec<bool> = Vec::new();
    let mut grid = mpi!(cart_create(dims = &dims, periodic = &periodic));
    mpi!(free(&mut grid));
}

/// Each thinks of another one.
#[tass::model]
fn different() {
    let dims = if mpi!(rank()) == 0 { [1, 3] } else { [3, 1] };
    let mut grid = mpi!(cart_create(dims = &dims, periodic = &[true, true]));
    mpi!(free(&mut grid));
}

/// And of other ends.
#[tass::model]
fn other_ends() {
    let mut grid = mpi!(cart_create(dims = &[2], periodic = &[mpi!(rank()) == 0]));
    mpi!(free(&mut grid));
}

/// All are in it, but it has no places.
#[tass::model]
fn no_grid() {
    let (left, right) = mpi!(cart_shift(dimension = 0, displacement = 1));
    assert!(left != right);
}

/// A part of a grid is none.
#[tass::model]
fn part_of_a_grid() {
    let mut grid = mpi!(cart_create(dims = &[3], periodic = &[true]));
    let mut part = mpi!(split(color = mpi!(rank()) % 2, comm = grid));
    let at = mpi!(cart_coords(rank = 0, comm = part));
    assert!(at[0] == 0);
    mpi!(free(&mut part));
    mpi!(free(&mut grid));
}

/// The third dimension of two.
#[tass::model]
fn third_dimension() {
    let mut grid = mpi!(cart_create(dims = &[3, 1], periodic = &[true, true]));
    let (left, right) = mpi!(cart_shift(dimension = 2, displacement = 1, comm = grid));
    assert!(left != right);
    mpi!(free(&mut grid));
}

#[test]
fn what_is_no_grid() {
    for model in [
        too_large::model(),
        without_places::model(),
        of_two_minds::model(),
        without_dimensions::model(),
        different::model(),
        other_ends::model(),
        no_grid::model(),
        part_of_a_grid::model(),
        third_dimension::model(),
    ] {
        is_wrong(&model, 3, &[Kind::InvalidTopology]);
    }
}

/// Who is at a place that there is not?
#[tass::model]
fn whose_place(r: usize) {
    assume!(r <= 3);
    let mut grid = mpi!(cart_create(dims = &[3], periodic = &[true]));
    let at = mpi!(cart_coords(rank = r, comm = grid));
    assert!(at[0] == r);
    mpi!(free(&mut grid));
}

/// A grid that is gone.
#[tass::model]
fn gone() {
    let mut grid = mpi!(cart_create(dims = &[3], periodic = &[true]));
    mpi!(free(&mut grid));
    let at = mpi!(cart_coords(rank = 0, comm = grid));
    assert!(at[0] == 0);
}

/// The neighbour of the last is none.
#[tass::model]
fn by_hand() {
    let mut grid = mpi!(cart_create(dims = &[3], periodic = &[false]));
    let (rank, mut x) = (mpi!(rank(comm = grid)), 0usize);
    let (left, _) = mpi!(cart_shift(dimension = 0, displacement = 1, comm = grid));
    mpi!(sendrecv(
        &rank,
        to = rank + 1,
        &mut x,
        from = left,
        comm = grid
    ));
    mpi!(free(&mut grid));
}

#[test]
fn places_and_ranks_are_those_of_the_grid() {
    is_wrong(&whose_place::model(), 3, &[Kind::InvalidRank]);
    is_wrong(&gone::model(), 3, &[Kind::CommunicatorFreed]);
    is_wrong(&by_hand::model(), 3, &[Kind::InvalidRank]);
}
