//! `IN_PLACE`: what a process gives is what the buffer holds that it takes into.

use tass::prelude::*;
use tass::{Kind, Model};

#[tass::model]
fn reductions(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let n = size as i64;
    let mine = x + rank as i64;
    let mut all = mine;
    mpi!(allreduce(IN_PLACE, &mut all, op = SUM));
    assert!(all == n * x + n * (n - 1) / 2);
    let mut up_to = [mine, 1];
    mpi!(scan(IN_PLACE, &mut up_to, op = MAX));
    assert!(up_to[0] == mine && up_to[1] == 1);
    let mut before = mine;
    mpi!(exscan(IN_PLACE, &mut before, op = MAX));
    assert!(before == if rank == 0 { mine } else { mine - 1 });
    let mut at_root = mine;
    if rank == 1 {
        mpi!(reduce(IN_PLACE, &mut at_root, op = MIN, root = 1));
        assert!(at_root == x);
    } else {
        let mut none = 5;
        mpi!(reduce(&at_root, &mut none, op = MIN, root = 1));
        assert!(none == 5);
    }
    let mut parts = vec![rank; size + 1];
    let mut counts = vec![1; size];
    counts[0] = 2;
    mpi!(reduce_scatter(
        IN_PLACE,
        &mut parts,
        counts = &counts,
        op = SUM
    ));
    let sum = size * (size - 1) / 2;
    assert!(parts[0] == sum && parts[1] == if rank == 0 { sum } else { rank });
}

#[tass::model]
fn blocks(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    // Each has its own block of two.
    let mut all = vec![99; 2 * size];
    all[2 * rank] = n + rank;
    all[2 * rank + 1] = rank;
    mpi!(allgather(IN_PLACE, &mut all));
    assert!((0..size).all(|r| all[2 * r] == n + r && all[2 * r + 1] == r));
    let mut ranks = vec![rank; size];
    if rank == 0 {
        ranks[0] = 7;
        mpi!(gather(IN_PLACE, &mut ranks, root = 0));
        assert!(ranks[0] == 7 && (1..size).all(|r| ranks[r] == r));
    } else {
        mpi!(gather(&rank, &mut ranks, root = 0));
    }
    let mut swapped = vec![0; size];
    for r in 0..size {
        swapped[r] = 10 * rank + r;
    }
    mpi!(alltoall(IN_PLACE, &mut swapped));
    assert!((0..size).all(|r| swapped[r] == 10 * r + rank));
}

/// One process in place, the other not: it is the same operation.
#[tass::model]
fn one_of_them(n: usize) {
    let rank = mpi!(rank());
    let mut u = vec![rank; 2 * n];
    if rank == 0 {
        mpi!(allgather(IN_PLACE, &mut u));
    } else {
        mpi!(allgather(&vec![rank; n], &mut u));
    }
    assert!((0..2 * n).all(|i| u[i] == if i < n { 0 } else { 1 }));
}

#[test]
fn in_their_places() {
    for nprocs in [2, 3] {
        for model in [reductions::model(), blocks::model()] {
            let report = model.nprocs(nprocs).check();
            assert!(report.is_verified(), "{report}");
        }
    }
    let report = one_of_them::model().nprocs(2).check();
    assert!(report.is_verified(), "{report}");
}

fn is_wrong(model: Model, kind: Kind, message: &str) {
    let report = model.nprocs(2).check();
    assert_eq!(report.kinds(), [kind], "{report}");
    assert_eq!(report.violations()[0].message, message, "{report}");
}

/// What the buffer held is part of the sum.
#[tass::model]
fn added_twice() {
    let mut x = 1;
    mpi!(allreduce(IN_PLACE, &mut x, op = SUM));
    mpi!(allreduce(IN_PLACE, &mut x, op = SUM));
    assert!(x == 2);
}

#[tass::model]
fn not_the_root() {
    let mut all = [0; 2];
    mpi!(gather(IN_PLACE, &mut all, root = 1));
}

#[tass::model]
fn blocks_differ() {
    let mut all = vec![0; 4 + 2 * mpi!(rank())];
    mpi!(allgather(IN_PLACE, &mut all));
}

#[tass::model]
fn no_sum() {
    let mut x = mpi!(rank()) == 0;
    mpi!(allreduce(IN_PLACE, &mut x, op = SUM));
}

#[test]
fn out_of_place() {
    is_wrong(added_twice::model(), Kind::Assertion, "this is false");
    is_wrong(
        not_the_root::model(),
        Kind::InvalidInPlace,
        "process 0 calls `gather` with IN_PLACE, but is not its root",
    );
    is_wrong(
        blocks_differ::model(),
        Kind::CollectiveCount,
        "process 0 calls `allgather` with 2 elements where process 1 used 3 elements",
    );
    is_wrong(
        no_sum::model(),
        Kind::InvalidOperator,
        "process 0 calls `allreduce` with SUM, which is not defined for elements of type `bool`",
    );
}

/// The code may be any number.
#[tass::model]
fn gives_up(n: i64) {
    if n > 1000 && mpi!(rank()) == 0 {
        mpi!(abort(code = n));
    }
}

#[test]
fn a_program_that_aborts_has_failed() {
    let report = gives_up::model().nprocs(2).check();
    insta::assert_snapshot!(report.snapshot());
}
