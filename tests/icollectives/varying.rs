//! Those with blocks of different lengths: the lists that say where they lie are in use, too, and
//! `how == 4` writes one of them.

use tass::prelude::*;

use super::{LEAK, RACE};
use crate::verdict::{is_fine, is_wrong_at};

#[tass::model]
fn reduce_scatter(x: i64, how: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut parts, mut mine) = (vec![x; size * (size + 1) / 2], vec![0; rank + 1]);
    let mut counts = vec![0; size];
    for r in 0..size {
        counts[r] = r + 1;
    }
    let mut request = mpi!(ireduce_scatter(
        &parts,
        &mut mine,
        counts = &counts,
        op = SUM
    ));
    if how == 1 {
        let _early = mine[rank];
    }
    if how == 2 {
        parts[0] = 1;
    }
    if how == 3 {
        return;
    }
    if how == 4 {
        counts[0] = 2;
    }
    mpi!(wait(&mut request));
    assert!(mine.iter().all(|y| *y == size as i64 * x));
}

#[tass::model]
fn gatherv(x: i64, how: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut mine, mut all) = (
        vec![x + rank as i64; rank + 1],
        vec![0; size * (size + 1) / 2],
    );
    let mut counts = vec![0; size];
    for r in 0..size {
        counts[r] = r + 1;
    }
    let mut request = mpi!(igatherv(&mine, &mut all, counts = &counts, root = 0));
    if how == 1 && rank == 0 {
        let _early = all[0];
    }
    if how == 2 {
        mine[rank] = 1;
    }
    if how == 3 {
        return;
    }
    if how == 4 && rank == 0 {
        counts[0] = 2;
    }
    mpi!(wait(&mut request));
    assert!(rank > 0 || (all[0] == x && all[all.len() - 1] == x + size as i64 - 1));
}

#[tass::model]
fn scatterv(x: i64, how: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut all, mut mine) = (vec![x; size * (size + 1) / 2], vec![0; rank + 1]);
    let (mut counts, mut displs) = (vec![0; size], vec![0; size]);
    for r in 0..size {
        counts[r] = r + 1;
        displs[r] = r * (r + 1) / 2;
        all[displs[r]] = x + 1;
    }
    let mut request = mpi!(iscatterv(
        &all,
        &mut mine,
        counts = &counts,
        displs = &displs,
        root = 0
    ));
    if how == 1 {
        let _early = mine[0];
    }
    if how == 2 && rank == 0 {
        all[1] = 1;
    }
    if how == 3 {
        return;
    }
    if how == 4 && rank == 0 {
        displs[0] = 1;
    }
    mpi!(wait(&mut request));
    assert!(mine[0] == x + 1 && (1..=rank).all(|i| mine[i] == x));
}

#[tass::model]
fn allgatherv(x: i64, how: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut mine, mut all) = (
        vec![x + rank as i64; rank + 1],
        vec![0; size * (size + 1) / 2],
    );
    let mut counts = vec![0; size];
    for r in 0..size {
        counts[r] = r + 1;
    }
    let mut request = mpi!(iallgatherv(&mine, &mut all, counts = &counts));
    if how == 1 {
        let _early = all[0];
    }
    if how == 2 {
        mine[rank] = 1;
    }
    if how == 3 {
        return;
    }
    if how == 4 {
        counts[0] = 2;
    }
    mpi!(wait(&mut request));
    assert!(all[0] == x && all[all.len() - 1] == x + size as i64 - 1);
}

#[tass::model]
fn alltoallv(x: i64, how: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    // Rank r gives r + 1 elements to each.
    let mut out = vec![x + rank as i64; size * (rank + 1)];
    let mut back = vec![0; size * (size + 1) / 2];
    let (mut give, mut take) = (vec![rank + 1; size], vec![0; size]);
    for r in 0..size {
        take[r] = r + 1;
    }
    let mut request = mpi!(ialltoallv(
        &out,
        sendcounts = &give,
        &mut back,
        recvcounts = &take
    ));
    if how == 1 {
        let _early = back[0];
    }
    if how == 2 {
        out[0] = 1;
    }
    if how == 3 {
        return;
    }
    if how == 4 {
        give[0] = 2;
    }
    if how == 5 {
        take[0] = 2;
    }
    mpi!(wait(&mut request));
    assert!(back[0] == x && back[back.len() - 1] == x + size as i64 - 1);
}

#[test]
fn they_race_and_leak() {
    is_wrong_at(
        &reduce_scatter::model(),
        2,
        &[
            (RACE, "let _early = mine[rank];"),
            (RACE, "parts[0] = 1;"),
            (RACE, "counts[0] = 2;"),
            (LEAK, "let mut request = mpi!(ireduce_scatter("),
        ],
    );
    is_wrong_at(
        &gatherv::model(),
        2,
        &[
            (RACE, "let _early = all[0];"),
            (RACE, "mine[rank] = 1;"),
            (RACE, "counts[0] = 2;"),
            (
                LEAK,
                "let mut request = mpi!(igatherv(&mine, &mut all, counts = &counts, root = 0));",
            ),
        ],
    );
    is_wrong_at(
        &scatterv::model(),
        2,
        &[
            (RACE, "let _early = mine[0];"),
            (RACE, "all[1] = 1;"),
            (RACE, "displs[0] = 1;"),
            (LEAK, "let mut request = mpi!(iscatterv("),
        ],
    );
    is_wrong_at(
        &allgatherv::model(),
        2,
        &[
            (RACE, "let _early = all[0];"),
            (RACE, "mine[rank] = 1;"),
            (RACE, "counts[0] = 2;"),
            (
                LEAK,
                "let mut request = mpi!(iallgatherv(&mine, &mut all, counts = &counts));",
            ),
        ],
    );
    is_wrong_at(
        &alltoallv::model(),
        2,
        &[
            (RACE, "let _early = back[0];"),
            (RACE, "out[0] = 1;"),
            (RACE, "give[0] = 2;"),
            (RACE, "take[0] = 2;"),
            (LEAK, "let mut request = mpi!(ialltoallv("),
        ],
    );
}

#[tass::model]
fn right(x: i64) {
    reduce_scatter(x, 0);
    gatherv(x, 0);
    scatterv(x, 0);
    allgatherv(x, 0);
    alltoallv(x, 0);
}

#[test]
fn they_are_what_their_namesakes_are() {
    for nprocs in 2..=3 {
        is_fine(&right::model(), nprocs);
    }
}
