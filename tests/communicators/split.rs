//! `split` and `dup`: who is in what they make, and in which order.

use tass::Kind;
use tass::prelude::*;

use crate::verdict::{is_fine, is_wrong};

/// Keys turn the ranks around.
#[tass::model]
fn reversed() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut back = mpi!(split(color = 0, key = size - rank));
    assert!(mpi!(rank(comm = back)) == size - 1 - rank);
    assert!(mpi!(size(comm = back)) == size);
    mpi!(free(&mut back));
}

/// Where keys are equal, the ranks of before decide; they may be below zero.
#[tass::model]
fn equal_keys() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut odd_first = mpi!(split(color = 7, key = -((rank % 2) as i32)));
    let odds = size / 2;
    let expected = if rank % 2 == 1 {
        rank / 2
    } else {
        odds + rank / 2
    };
    assert!(mpi!(rank(comm = odd_first)) == expected);
    mpi!(free(&mut odd_first));
}

/// As if keys did not count.
#[tass::model]
fn keys_forgotten() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut back = mpi!(split(color = 0, key = size - rank));
    assert!(mpi!(rank(comm = back)) == rank);
    mpi!(free(&mut back));
}

#[test]
fn ranks_are_in_the_order_of_keys() {
    for nprocs in [1, 3, 4] {
        is_fine(&reversed::model(), nprocs);
        is_fine(&equal_keys::model(), nprocs);
    }
    is_fine(&keys_forgotten::model(), 1);
    is_wrong(&keys_forgotten::model(), 2, &[Kind::Assertion]);
}

/// Inputs say who is with whom.
#[tass::model]
fn symbolic_colors(colors: [usize; 3]) {
    assume!(colors.iter().all(|color| *color < 2));
    let rank = mpi!(rank());
    let mut mine = mpi!(split(color = colors[rank]));
    let together = (0..3).filter(|r| colors[*r] == colors[rank]).count();
    let before = (0..rank).filter(|r| colors[*r] == colors[rank]).count();
    assert!(mpi!(size(comm = mine)) == together && mpi!(rank(comm = mine)) == before);
    mpi!(free(&mut mine));
}

/// They are together, whatever the inputs are: no.
#[tass::model]
fn always_together(colors: [usize; 2]) {
    assume!(colors.iter().all(|color| *color < 2));
    let mut mine = mpi!(split(color = colors[mpi!(rank())]));
    assert!(mpi!(size(comm = mine)) == 2);
    mpi!(free(&mut mine));
}

#[test]
fn colors_may_be_inputs() {
    is_fine(&symbolic_colors::model(), 3);
    is_wrong(&always_together::model(), 2, &[Kind::Assertion]);
}

/// The last is in none.
#[tass::model]
fn all_but_the_last(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let works = rank < size - 1;
    let mut workers = mpi!(split(color = if works { 0 } else { UNDEFINED }));
    let mut sum = -1;
    if works {
        assert!(mpi!(size(comm = workers)) == size - 1 && mpi!(rank(comm = workers)) == rank);
        mpi!(allreduce(&x, &mut sum, op = SUM, comm = workers));
        assert!(sum == x * (size as i64 - 1));
        mpi!(free(&mut workers));
    }
    mpi!(barrier());
    assert!(works || sum == -1);
}

/// It asks all the same.
#[tass::model]
fn the_last_asks() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut workers = mpi!(split(color = if rank < size - 1 { 0 } else { UNDEFINED }));
    assert!(mpi!(size(comm = workers)) == size - 1);
    mpi!(free(&mut workers));
}

/// It frees what it does not have.
#[tass::model]
fn the_last_frees() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut workers = mpi!(split(color = if rank < size - 1 { 0 } else { UNDEFINED }));
    mpi!(free(&mut workers));
}

#[test]
fn who_has_no_color_is_in_none() {
    is_fine(&all_but_the_last::model(), 2);
    is_fine(&all_but_the_last::model(), 4);
    is_wrong(&the_last_asks::model(), 3, &[Kind::InvalidCommunicator]);
    is_wrong(&the_last_frees::model(), 3, &[Kind::InvalidCommunicator]);
}

/// A color below zero that is not `UNDEFINED`.
#[tass::model]
fn negative_color() {
    let mut mine = mpi!(split(color = mpi!(rank()) as i32 - 1));
    mpi!(free(&mut mine));
}

#[test]
fn no_color_is_below_zero() {
    is_wrong(&negative_color::model(), 2, &[Kind::InvalidTag]);
}

/// Everybody is in a row and in a column: two worlds that overlap.
#[tass::model]
fn rows_and_columns(x: [i64; 4]) {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / 2));
    let mut column = mpi!(split(color = rank % 2));
    let (mut along, mut all) = (0, 0);
    mpi!(allreduce(&x[rank], &mut along, op = SUM, comm = row));
    mpi!(allreduce(&along, &mut all, op = SUM, comm = column));
    assert!(all == x.iter().sum::<i64>());
    assert!(along == x[rank / 2 * 2] + x[rank / 2 * 2 + 1]);
    mpi!(free(&mut row));
    mpi!(free(&mut column));
}

/// Twice along the rows.
#[tass::model]
fn rows_twice(x: [i64; 4]) {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / 2));
    let (mut along, mut all) = (0, 0);
    mpi!(allreduce(&x[rank], &mut along, op = SUM, comm = row));
    mpi!(allreduce(&along, &mut all, op = SUM, comm = row));
    assert!(all == x.iter().sum::<i64>());
    mpi!(free(&mut row));
}

#[test]
fn worlds_may_overlap() {
    is_fine(&rows_and_columns::model(), 4);
    is_wrong(&rows_twice::model(), 4, &[Kind::Assertion]);
}

/// A half, and a half of it.
#[tass::model]
fn split_twice() {
    let rank = mpi!(rank());
    let mut half = mpi!(split(color = rank / 4, key = 10 - rank));
    let inside = mpi!(rank(comm = half));
    assert!(inside == 3 - rank % 4);
    let mut quarter = mpi!(split(color = inside / 2, comm = half));
    assert!(mpi!(size(comm = quarter)) == 2 && mpi!(rank(comm = quarter)) == inside % 2);
    // The lowest number among all is that of the last rank.
    let mut least = rank;
    mpi!(bcast(&mut least, root = 1, comm = quarter));
    assert!(least == rank / 2 * 2);
    mpi!(free(&mut half));
    mpi!(barrier(comm = quarter));
    mpi!(free(&mut quarter));
}

#[test]
fn a_part_is_split_again() {
    is_fine(&split_twice::model(), 4);
    let report = split_twice::model().nprocs(8).check();
    assert!(report.is_verified(), "{report}");
}

/// Somebody does not come.
#[tass::model]
fn one_stays_away() {
    if mpi!(rank()) != 1 {
        let mut all = mpi!(dup());
        mpi!(free(&mut all));
    }
}

/// Who splits and who copies do not do the same.
#[tass::model]
fn split_or_dup() {
    let mut mine = if mpi!(rank()) == 0 {
        mpi!(split(color = 0))
    } else {
        mpi!(dup())
    };
    mpi!(free(&mut mine));
}

#[test]
fn all_members_make_a_communicator_together() {
    is_wrong(&one_stays_away::model(), 3, &[Kind::Deadlock]);
    is_wrong(&split_or_dup::model(), 2, &[Kind::CollectiveOrder]);
}
