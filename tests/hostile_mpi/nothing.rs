//! Collective operations of nothing: whoever takes no element from another need not wait for it.
//!
//! In each model one process tells process 2 something before it takes part, and another one
//! afterwards. Who waits for the first can only be heard second.

use tass::Kind;
use tass::prelude::*;

use super::{always_gives, gives};

const OVERTAKES: &[Kind] = &[Kind::Assertion, Kind::PotentialDeadlock];

/// Process 1 takes nothing from process 0, and may be heard first.
#[tass::model]
fn broadcast(n: usize) {
    let (rank, mut x) = (mpi!(rank()), 0);
    let mut all = vec![7; n];
    if rank == 0 {
        mpi!(ssend(&0, to = 2));
        mpi!(bcast(&mut all, root = 0));
    } else if rank == 1 {
        mpi!(bcast(&mut all, root = 0));
        mpi!(send(&1, to = 2));
    } else {
        let first = mpi!(recv(&mut x, from = ANY));
        mpi!(recv(&mut x, from = ANY));
        mpi!(bcast(&mut all, root = 0));
        assert!(first.source == 0);
    }
}

#[tass::model]
fn broadcast_of_nothing() {
    broadcast(0);
}

#[tass::model]
fn broadcast_of_something(n: usize) {
    assume!(n > 0);
    broadcast(n);
}

#[test]
fn a_broadcast_of_nothing_waits_for_nobody() {
    gives(
        &broadcast_of_nothing::model(),
        3,
        OVERTAKES,
        &[Kind::Assertion],
    );
}

#[test]
fn a_length_that_inputs_decide_may_be_nothing() {
    gives(&broadcast::model(), 3, OVERTAKES, &[Kind::Assertion]);
}

#[test]
fn a_broadcast_of_something_waits_for_its_root() {
    let potential = &[Kind::PotentialDeadlock];
    gives(&broadcast_of_something::model(), 3, potential, &[]);
}

/// The root takes nothing from process 1.
#[tass::model]
fn collected() {
    let (rank, mut x) = (mpi!(rank()), 0);
    let (mine, mut all) = (vec![rank; (rank + 1) % 2], [9, 9]);
    let counts = [1, 0, 1];
    if rank == 1 {
        mpi!(ssend(&0, to = 2));
        mpi!(gatherv(&mine, &mut all, counts = &[], root = 0));
    } else if rank == 0 {
        mpi!(gatherv(&mine, &mut all, counts = &counts, root = 0));
        assert!(all[0] == 0 && all[1] == 2);
        mpi!(send(&1, to = 2));
    } else {
        mpi!(gatherv(&mine, &mut all, counts = &[], root = 0));
        let first = mpi!(recv(&mut x, from = ANY));
        mpi!(recv(&mut x, from = ANY));
        assert!(first.source == 1);
    }
}

#[test]
fn an_empty_block_is_not_waited_for() {
    gives(&collected::model(), 3, OVERTAKES, &[Kind::Assertion]);
}

/// The same of a request: it is complete when process 0 has not come.
#[tass::model]
fn under_way() {
    let (rank, mut x) = (mpi!(rank()), 0);
    let (mine, mut all): ([i32; 0], [i32; 0]) = ([], []);
    if rank == 0 {
        mpi!(ssend(&0, to = 2));
    }
    let mut request = mpi!(iallreduce(&mine, &mut all, op = SUM));
    if rank < 2 {
        mpi!(wait(&mut request));
    }
    if rank == 1 {
        mpi!(send(&1, to = 2));
    }
    if rank == 2 {
        let first = mpi!(recv(&mut x, from = ANY));
        mpi!(recv(&mut x, from = ANY));
        mpi!(wait(&mut request));
        assert!(first.source == 0);
    }
}

#[test]
fn a_request_of_nothing_is_complete() {
    always_gives(&under_way::model(), 3, &[Kind::Assertion]);
}

/// Who takes nothing and leaves is still told that something was to be taken.
#[tass::model]
fn root_gives() {
    let mut all = vec![7; (mpi!(rank()) + 1) % 2];
    mpi!(bcast(&mut all, root = 0));
}

#[tass::model]
fn member_gives() {
    let rank = mpi!(rank());
    let (mine, mut all) = (vec![1; rank], [0; 2]);
    mpi!(gather(&mine, &mut all, root = 0));
}

#[tass::model]
fn another_block() {
    let (mine, mut block) = ([1, 1], [0; 2]);
    let counts = if mpi!(rank()) == 0 { [0, 2] } else { [2, 0] };
    mpi!(reduce_scatter(
        &mine,
        &mut block,
        counts = &counts,
        op = SUM
    ));
}

#[tass::model]
fn unexpected() {
    let (mine, mut all) = ([1; 2], [0; 2]);
    let rank = mpi!(rank());
    let given = [1, 1];
    let taken = if rank == 0 { [1, 0] } else { [1, 1] };
    mpi!(alltoallv(
        &mine,
        sendcounts = &given,
        &mut all,
        recvcounts = &taken
    ));
}

#[test]
fn nothing_is_not_something() {
    for model in [
        root_gives::model(),
        member_gives::model(),
        another_block::model(),
        unexpected::model(),
    ] {
        always_gives(&model, 2, &[Kind::CollectiveCount]);
    }
}
