//! Collective operations in blocks: `reduce_scatter_block` and `reduce_scatter`, `gatherv`,
//! `scatterv`, `allgatherv` and `alltoallv`. Each with a model that is right, and one for each way
//! to get it wrong.

use tass::prelude::*;
use tass::{Kind, Model};

fn is_fine(model: &Model, nprocs: usize) {
    let report = model.clone().nprocs(nprocs).check();
    assert!(report.is_verified(), "{report}");
}

fn is_wrong(model: &Model, nprocs: usize, kind: Kind, message: &str) {
    let report = model.clone().nprocs(nprocs).check();
    assert_eq!(report.kinds(), [kind], "{report}");
    assert_eq!(report.violations()[0].message, message, "{report}");
}

/// Everyone gets one sum, of columns.
#[tass::model]
fn columns(base: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut row = vec![0; size];
    for column in 0..size {
        row[column] = base + (rank * 10 + column) as i64;
    }
    let mut sum = 0;
    mpi!(reduce_scatter_block(&row, &mut sum, op = SUM));
    let n = size as i64;
    assert!(sum == n * base + n * rank as i64 + 10 * (n * (n - 1) / 2));
}

/// Rank r gets r elements of the greatest; rank 0 nothing.
#[tass::model]
fn triangle(base: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut counts = vec![0; size];
    for r in 0..size {
        counts[r] = r;
    }
    let mut all = vec![base; size * (size - 1) / 2];
    if rank == size - 1 {
        for i in 0..all.len() {
            all[i] = base + i as i64;
        }
    }
    let mut mine = vec![0; size];
    mpi!(reduce_scatter(&all, &mut mine, counts = &counts, op = MAX));
    for i in 0..rank {
        assert!(mine[i] == base + (rank * (rank - 1) / 2 + i) as i64);
    }
    assert!((rank..size).all(|i| mine[i] == 0));
}

/// The lengths are inputs, as long as there are few.
#[tass::model]
fn dealt_as_told(n: usize, m: usize) {
    assume!(n <= 2 && m <= 2);
    let rank = mpi!(rank());
    let mut mine = [7; 2];
    mpi!(reduce_scatter(
        &vec![1; n + m],
        &mut mine,
        counts = &[n, m],
        op = SUM
    ));
    let got = if rank == 0 { n } else { m };
    assert!((0..2).all(|i| mine[i] == if i < got { 2 } else { 7 }));
}

#[test]
fn reductions_in_blocks() {
    is_fine(&columns::model(), 1);
    is_fine(&columns::model(), 3);
    is_fine(&triangle::model(), 3);
    is_fine(&dealt_as_told::model(), 2);
}

/// There and back again: what the root deals out is collected from all, where it was.
#[tass::model]
fn there_and_back(n: usize, u: Vec<i64>) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(u.len() == n + size);
    // The last one has all that is over.
    let mut counts = vec![1; size];
    counts[size - 1] += n;
    let mut mine = vec![0; counts[rank]];
    mpi!(scatterv(&u, &mut mine, counts = &counts, root = 0));
    assert!(mine[0] == u[rank]);
    let mut all = vec![0; u.len()];
    mpi!(gatherv(&mine, &mut all, counts = &counts, root = size - 1));
    if rank == size - 1 {
        assert!((0..all.len()).all(|i| all[i] == u[i]));
    }
    let mut everywhere = vec![0; u.len()];
    mpi!(allgatherv(&mine, &mut everywhere, counts = &counts));
    assert!((0..all.len()).all(|i| everywhere[i] == u[i]));
}

/// A gap between the blocks is left alone, and only the root has lists.
#[tass::model]
fn with_gaps(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut all = vec![-1; 2 * size];
    if rank == 1 {
        let mut displs = vec![0; size];
        for r in 0..size {
            displs[r] = 2 * (size - 1 - r);
        }
        let counts = vec![1; size];
        mpi!(gatherv(
            &(x + rank as i64),
            &mut all,
            counts = &counts,
            displs = &displs,
            root = 1
        ));
        for r in 0..size {
            assert!(all[2 * (size - 1 - r)] == x + r as i64 && all[2 * r + 1] == -1);
        }
    } else {
        mpi!(gatherv(
            &(x + rank as i64),
            &mut all,
            counts = &[],
            root = 1
        ));
        assert!((0..2 * size).all(|i| all[i] == -1));
    }
}

/// A transpose of a matrix whose rows have different owners: rank r gives r + 1 to each.
#[tass::model]
fn different_shares() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let give = vec![rank; size * (rank + 1)];
    let mut takes = vec![0; size];
    let mut displs = vec![0; size];
    for r in 0..size {
        takes[r] = r + 1;
        displs[r] = r * size;
    }
    let mut back = vec![99; size * size];
    mpi!(alltoallv(
        &give,
        sendcounts = &vec![rank + 1; size],
        &mut back,
        recvcounts = &takes,
        recvdispls = &displs
    ));
    for r in 0..size {
        for i in 0..size {
            assert!(back[r * size + i] == if i <= r { r } else { 99 });
        }
    }
}

/// An empty block lies nowhere; where lengths are inputs, it may be one.
#[tass::model]
fn an_empty_block(n: usize) {
    assume!(n <= 1);
    let rank = mpi!(rank());
    let mut all = [0; 2];
    let mine = vec![5; if rank == 0 { n } else { 2 - n }];
    let displs = [if n == 0 { 100 } else { 0 }, n];
    mpi!(allgatherv(
        &mine,
        &mut all,
        counts = &[n, 2 - n],
        displs = &displs
    ));
    assert!(all[0] == 5 && all[1] == 5);
}

#[test]
fn varying_blocks() {
    for nprocs in [2, 3] {
        is_fine(&there_and_back::model(), nprocs);
        is_fine(&with_gaps::model(), nprocs);
        is_fine(&different_shares::model(), nprocs);
    }
    is_fine(&an_empty_block::model(), 2);
}

#[tass::model]
fn no_equal_blocks() {
    let mut mine = [0; 2];
    mpi!(reduce_scatter_block(&[1, 2, 3], &mut mine, op = SUM));
}

#[tass::model]
fn block_too_long() {
    let mut mine = 0;
    mpi!(reduce_scatter_block(&[1, 2, 3, 4], &mut mine, op = SUM));
}

#[tass::model]
fn lists_differ() {
    let mut mine = [0; 4];
    let counts = [2 + mpi!(rank()), 2 - mpi!(rank())];
    mpi!(reduce_scatter(
        &[1; 4],
        &mut mine,
        counts = &counts,
        op = SUM
    ));
}

#[tass::model]
fn not_for_all(n: usize) {
    assume!(n < 4);
    let mut mine = [0; 8];
    mpi!(reduce_scatter(
        &[1; 4],
        &mut mine,
        counts = &[n, 2],
        op = SUM
    ));
}

#[tass::model]
fn blocks_of_truth() {
    let mut mine = true;
    mpi!(reduce_scatter_block(&[true, false], &mut mine, op = SUM));
}

#[test]
fn wrong_reductions() {
    let count = Kind::CollectiveCount;
    is_wrong(
        &no_equal_blocks::model(),
        2,
        count,
        "`reduce_scatter_block` cannot deal 3 elements out to 2 processes in equal blocks",
    );
    is_wrong(
        &block_too_long::model(),
        2,
        count,
        "process 0 has room for 1 element in `reduce_scatter_block`, but gets 2 elements",
    );
    is_wrong(
        &lists_differ::model(),
        2,
        count,
        "process 0 calls `reduce_scatter` with 2 elements for process 0 where process 1 has 3 \
         elements",
    );
    is_wrong(
        &not_for_all::model(),
        2,
        count,
        "process 0 calls `reduce_scatter` with 4 elements, but its `counts` are for 2 elements",
    );
    is_wrong(
        &blocks_of_truth::model(),
        2,
        Kind::InvalidOperator,
        "process 0 calls `reduce_scatter_block` with SUM, which is not defined for elements of \
         type `bool`",
    );
}

#[tass::model]
fn more_than_expected() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut all = vec![0; 2 * size];
    let counts = vec![1; size];
    mpi!(gatherv(
        &vec![rank; 1 + rank],
        &mut all,
        counts = &counts,
        root = 0
    ));
}

#[tass::model]
fn less_room_than_dealt() {
    let rank = mpi!(rank());
    let mut mine = vec![0; 1];
    mpi!(scatterv(&[1, 2, 3], &mut mine, counts = &[1, 2], root = 0));
    assert!(mine[0] == rank + 1);
}

#[tass::model]
fn beyond_the_buffer(d: usize) {
    assume!(0 < d && d < 4);
    let mut all = [0; 4];
    mpi!(allgatherv(
        &[1, 2],
        &mut all,
        counts = &[2, 2],
        displs = &[0, d]
    ));
}

#[tass::model]
fn beyond_what_is_given() {
    let mut mine = 0;
    mpi!(scatterv(
        &[1, 2],
        &mut mine,
        counts = &[1, 1],
        displs = &[0, 2],
        root = 0
    ));
}

#[tass::model]
fn one_count_missing() {
    let mut all = [0; 4];
    mpi!(allgatherv(&1, &mut all, counts = &[1]));
}

#[tass::model]
fn one_displacement_too_many(n: usize) {
    assume!(2 <= n && n < 4);
    let mut all = [0; 8];
    let displs = vec![4; n];
    mpi!(allgatherv(
        &[1; 2][..mpi!(rank())],
        &mut all,
        counts = &[0, 1],
        displs = &displs
    ));
}

#[tass::model]
fn received_over_each_other() {
    let mut all = [0; 4];
    mpi!(allgatherv(
        &[1, 2],
        &mut all,
        counts = &[2, 2],
        displs = &[1, 2]
    ));
}

#[tass::model]
fn scattered_twice(d: usize) {
    assume!(d <= 2);
    let mut mine = [0; 2];
    mpi!(scatterv(
        &[1; 4],
        &mut mine,
        counts = &[2, 2],
        displs = &[0, d],
        root = 0
    ));
}

#[tass::model]
fn shares_do_not_fit() {
    let rank = mpi!(rank());
    let mut back = [0; 4];
    mpi!(alltoallv(
        &[1, 2, 3, 4],
        sendcounts = &[1 + rank, 1],
        &mut back,
        recvcounts = &[1, 1]
    ));
}

#[tass::model]
fn different_types() {
    let (mut a, mut b) = ([0i64; 4], [0i32; 4]);
    if mpi!(rank()) == 0 {
        mpi!(allgatherv(&1i64, &mut a, counts = &[1, 1]));
    } else {
        mpi!(allgatherv(&1, &mut b, counts = &[1, 1]));
    }
}

#[tass::model]
fn different_roots() {
    let mut a = [0; 4];
    mpi!(gatherv(&1, &mut a, counts = &[1, 1], root = mpi!(rank())));
}

#[tass::model]
fn waits_for_all() {
    let mut a = [0; 4];
    if mpi!(rank()) == 0 {
        mpi!(allgatherv(&1, &mut a, counts = &[1, 1]));
    }
}

#[test]
fn wrong_blocks() {
    let count = Kind::CollectiveCount;
    let cases: [(Model, Kind, &str); 9] = [
        (
            more_than_expected::model(),
            count,
            "process 0 expects 1 element in `gatherv`, but process 1 gives 2 elements",
        ),
        (
            less_room_than_dealt::model(),
            count,
            "process 1 expects 1 element in `scatterv`, but process 0 gives 2 elements",
        ),
        (
            beyond_the_buffer::model(),
            count,
            "the block of process 1 in `allgatherv` is elements 3..5 of what process 0 has, \
             but there are 4 elements",
        ),
        (
            beyond_what_is_given::model(),
            count,
            "the block of process 1 in `scatterv` is elements 2..3 of what process 0 has, but \
             there are 2 elements",
        ),
        (
            one_count_missing::model(),
            count,
            "process 0 calls `allgatherv` with 1 element in `counts` for 2 processes",
        ),
        (
            one_displacement_too_many::model(),
            count,
            // It takes nothing from process 0, and need not wait for it.
            "process 1 calls `allgatherv` with 3 elements in `displs` for 2 processes",
        ),
        (
            received_over_each_other::model(),
            Kind::OverlappingBuffers,
            "the blocks of processes 0 and 1 overlap where process 0 calls `allgatherv`: elements \
             1..3 and 2..4",
        ),
        (
            scattered_twice::model(),
            Kind::OverlappingBuffers,
            "the blocks of processes 0 and 1 overlap where process 0 calls `scatterv`: elements \
             0..2 and 0..2",
        ),
        (
            shares_do_not_fit::model(),
            count,
            "process 0 expects 1 element in `alltoallv`, but process 1 gives 2 elements",
        ),
    ];
    for (model, kind, message) in cases {
        is_wrong(&model, 2, kind, message);
    }
}

#[test]
fn what_all_agree_on() {
    let wrong = |model: Model, kind| {
        let report = model.nprocs(2).check();
        assert_eq!(report.kinds(), [kind], "{report}");
    };
    wrong(different_types::model(), Kind::CollectiveType);
    wrong(different_roots::model(), Kind::CollectiveRoot);
    wrong(waits_for_all::model(), Kind::Deadlock);
}

/// What a trace says.
#[tass::model]
fn told() {
    let rank = mpi!(rank());
    let mut all = [0; 3];
    let mine = [7, 8];
    mpi!(allgatherv(&mine[..rank + 1], &mut all, counts = &[1, 2]));
    let mut sum = 0;
    mpi!(reduce_scatter(&mine, &mut sum, counts = &[1, 1], op = SUM));
    assert!(sum != 16);
}

#[test]
fn a_trace_of_blocks() {
    let report = told::model().nprocs(2).check();
    insta::assert_snapshot!(report.snapshot());
}

/// Two things are wrong: the second for every input, the first for some.
#[tass::model]
fn wrong_twice(n: usize) {
    assume!(n <= 2);
    let (g, mut w) = ([0; 5], [0; 5]);
    mpi!(scatterv(
        &g,
        &mut w[..n],
        counts = &[n, n + 1],
        displs = &[2, 0],
        root = 1
    ));
}

#[test]
fn what_is_wrong_first_is_found_too() {
    let model = wrong_twice::model().nprocs(2);
    let report = model.violations(tass::Violations::All).check();
    let kinds = [Kind::OverlappingBuffers, Kind::CollectiveCount];
    assert!(
        kinds.iter().all(|kind| report.kinds().contains(kind)),
        "{report}"
    );
}
