//! The variables that hold communicators, and how communicators end.

use tass::Kind;
use tass::prelude::*;

use crate::verdict::{is_fine, is_wrong};

#[tass::data]
struct Place {
    row: Comm,
    column: Comm,
    at: (usize, usize),
}

#[tass::model]
fn place_of(rank: usize, width: usize) -> Place {
    let row = mpi!(split(color = rank / width));
    let column = mpi!(split(color = rank % width));
    let at = (mpi!(rank(comm = column)), mpi!(rank(comm = row)));
    Place { row, column, at }
}

#[tass::model]
fn leave(place: &mut Place) {
    mpi!(free(&mut place.column));
    mpi!(free(&mut place.row));
}

#[tass::model]
fn sum_in(x: i64, comm: &Comm) -> i64 {
    let mut sum = 0;
    mpi!(allreduce(&x, &mut sum, op = SUM, comm = comm));
    sum
}

/// Held in a struct, made and freed by helpers.
#[tass::model]
fn in_a_struct(x: i64) {
    let rank = mpi!(rank());
    let mut place = place_of(rank, 2);
    assert!(place.at.0 == rank / 2 && place.at.1 == rank % 2);
    let row = sum_in(x, &place.row);
    let all = sum_in(row, &place.column);
    assert!(all == 4 * x && sum_in(1, &WORLD) == 4 && sum_in(x, &SELF) == x);
    leave(&mut place);
}

/// As many as there are levels.
#[tass::model]
fn in_a_vector() {
    let (mut levels, mut width) = (Vec::new(), 1);
    for _ in 0..3 {
        levels.push(mpi!(split(color = mpi!(rank()) / width)));
        width *= 2;
    }
    let mut expected = 1;
    for level in 0..3 {
        assert!(mpi!(size(comm = levels[level])) == expected);
        mpi!(free(&mut levels[level]));
        expected *= 2;
    }
}

/// The last one is forgotten.
#[tass::model]
fn one_of_a_vector() {
    let mut copies = vec![mpi!(dup()), mpi!(dup())];
    mpi!(barrier(comm = copies[1]));
    mpi!(free(&mut copies[0]));
}

#[test]
fn a_communicator_is_held_by_what_one_likes() {
    is_fine(&in_a_struct::model(), 4);
    is_fine(&in_a_vector::model(), 4);
    is_wrong(&one_of_a_vector::model(), 2, &[Kind::CommunicatorLeak]);
}

/// The variable is lost, the communicator is not.
#[tass::model]
fn overwritten() {
    let mut copy = mpi!(dup());
    mpi!(barrier(comm = copy));
    copy = mpi!(dup());
    mpi!(free(&mut copy));
}

/// One of them forgets.
#[tass::model]
fn forgotten_by_one() {
    let mut copy = mpi!(dup());
    if mpi!(rank()) == 0 {
        mpi!(free(&mut copy));
    }
}

/// `finalize` is too early for what is freed behind it.
#[tass::model]
fn freed_too_late() {
    mpi!(init());
    let mut copy = mpi!(dup());
    mpi!(finalize());
    mpi!(free(&mut copy));
}

/// For some inputs.
#[tass::model]
fn forgotten_for_some(n: i64) {
    let mut copy = mpi!(dup());
    if n != 3 {
        mpi!(free(&mut copy));
    }
}

#[test]
fn who_forgets_a_communicator_is_told() {
    is_wrong(&overwritten::model(), 2, &[Kind::CommunicatorLeak]);
    is_wrong(&forgotten_by_one::model(), 2, &[Kind::CommunicatorLeak]);
    is_wrong(&freed_too_late::model(), 2, &[Kind::CommunicatorLeak]);
    is_wrong(&forgotten_for_some::model(), 2, &[Kind::CommunicatorLeak]);
}

/// The report says which of them.
#[test]
fn the_forgotten_one_is_named() {
    for model in [overwritten::model(), freed_too_late::model()] {
        let report = model.nprocs(2).check().snapshot();
        assert!(report.contains("it was made here"), "{report}");
        assert!(report.contains("copy = mpi!(dup());"), "{report}");
    }
}

#[tass::model]
fn sent_after() {
    let (rank, mut copy) = (mpi!(rank()), mpi!(dup()));
    mpi!(free(&mut copy));
    if rank == 0 {
        mpi!(send(&rank, to = 1, comm = copy));
    }
}

#[tass::model]
fn asked_after() {
    let mut copy = mpi!(dup());
    mpi!(free(&mut copy));
    assert!(mpi!(rank(comm = copy)) < mpi!(size()));
}

#[tass::model]
fn freed_twice() {
    let mut copy = mpi!(dup());
    mpi!(free(&mut copy));
    mpi!(free(&mut copy));
}

#[tass::model]
fn copied_after() {
    let mut copy = mpi!(dup());
    mpi!(free(&mut copy));
    let mut again = mpi!(dup(comm = copy));
    mpi!(free(&mut again));
}

#[tass::model]
fn begun_after() {
    let mut copy = mpi!(dup());
    mpi!(free(&mut copy));
    let mut request = mpi!(ibarrier(comm = copy));
    mpi!(wait(&mut request));
}

#[test]
fn what_is_freed_is_not_used() {
    for model in [
        sent_after::model(),
        asked_after::model(),
        freed_twice::model(),
        copied_after::model(),
        begun_after::model(),
    ] {
        is_wrong(&model, 2, &[Kind::CommunicatorFreed]);
    }
}

/// A copy of a copy does not need the first.
#[tass::model]
fn copies_of_copies(x: i64) {
    let mut first = mpi!(dup());
    let mut second = mpi!(dup(comm = first));
    mpi!(free(&mut first));
    let mut third = mpi!(dup(comm = second));
    mpi!(free(&mut second));
    assert!(sum_in(x, &third) == x * mpi!(size(comm = third)) as i64);
    mpi!(free(&mut third));
}

/// Made and freed again and again: the states repeat.
#[tass::model]
fn again_and_again(n: usize) {
    for _ in 0..n {
        let mut copy = mpi!(dup());
        mpi!(barrier(comm = copy));
        mpi!(free(&mut copy));
    }
}

#[test]
fn a_communicator_is_on_its_own() {
    is_fine(&copies_of_copies::model(), 3);
    // However often: `n` has no bound, and is not looked at by anything but the loop.
    let report = bounded::model().nprocs(3).check();
    assert!(report.is_verified(), "{report}");
}

#[tass::model]
fn bounded(n: usize) {
    assume!(n <= 3);
    again_and_again(n);
}

/// Alone, one is rank 0 of 1, and needs nobody.
#[tass::model]
fn alone(x: i64) {
    assert!(mpi!(rank(comm = SELF)) == 0 && mpi!(size(comm = SELF)) == 1);
    let (mut sum, mut got) = (0, 0);
    if mpi!(rank()) == 0 {
        mpi!(barrier(comm = SELF));
        mpi!(reduce(&x, &mut sum, op = SUM, root = 0, comm = SELF));
        let mut mine = mpi!(dup(comm = SELF));
        mpi!(sendrecv(&x, to = 0, &mut got, from = 0, comm = mine));
        assert!(sum == x && got == x);
        mpi!(free(&mut mine));
    }
}

/// What one says to oneself is no message among all.
#[tass::model]
fn to_oneself() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    let mut request = mpi!(isend(&rank, to = 0, comm = SELF));
    if rank == 0 {
        mpi!(recv(&mut x, from = 0));
    }
    mpi!(recv(&mut x, from = 0, comm = SELF));
    mpi!(wait(&mut request));
}

/// There is nobody else.
#[tass::model]
fn to_another() {
    let rank = mpi!(rank());
    mpi!(send(&rank, to = 1, comm = SELF));
}

#[test]
fn everybody_has_a_communicator_of_its_own() {
    is_fine(&alone::model(), 2);
    is_wrong(&to_oneself::model(), 2, &[Kind::Deadlock]);
    is_wrong(&to_another::model(), 2, &[Kind::InvalidRank]);
}

#[tass::model]
fn world_freed() {
    let mut world = WORLD;
    mpi!(free(&mut world));
}

#[tass::model]
fn self_freed() {
    let mut me = SELF;
    mpi!(free(&mut me));
}

#[tass::model]
fn null_used() {
    let nothing = COMM_NULL;
    mpi!(barrier(comm = nothing));
}

#[tass::model]
fn null_asked() {
    let nothing = COMM_NULL;
    assert!(mpi!(size(comm = nothing)) == 0);
}

#[test]
fn what_the_program_has_not_made_is_not_its_own() {
    for model in [
        world_freed::model(),
        self_freed::model(),
        null_used::model(),
        null_asked::model(),
    ] {
        is_wrong(&model, 2, &[Kind::InvalidCommunicator]);
    }
}
