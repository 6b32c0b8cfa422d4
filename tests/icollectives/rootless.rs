//! Those in which all are alike.

use tass::prelude::*;

use super::{LEAK, RACE};
use crate::verdict::{is_fine, is_wrong_at};

#[tass::model]
fn allreduce(x: i64, how: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut mine, mut sum) = (x + rank as i64, 0);
    let mut request = mpi!(iallreduce(&mine, &mut sum, op = SUM));
    if how == 1 {
        let _early = sum;
    }
    if how == 2 {
        mine += 1;
    }
    if how == 3 {
        return;
    }
    mpi!(wait(&mut request));
    let n = size as i64;
    assert!(sum == n * x + n * (n - 1) / 2 && mine == x + rank as i64);
}

#[tass::model]
fn allgather(x: i64, how: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut mine, mut all) = (x + rank as i64, vec![0; size]);
    let mut request = mpi!(iallgather(&mine, &mut all));
    if how == 1 {
        let _early = all[rank];
    }
    if how == 2 {
        mine += 1;
    }
    if how == 3 {
        return;
    }
    mpi!(wait(&mut request));
    assert!((0..size).all(|r| all[r] == x + r as i64) && mine == all[rank]);
}

#[tass::model]
fn alltoall(x: i64, how: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut out, mut back) = (vec![0; size], vec![0; size]);
    for r in 0..size {
        out[r] = x + (10 * rank + r) as i64;
    }
    let mut request = mpi!(ialltoall(&out, &mut back));
    if how == 1 {
        let _early = back[rank];
    }
    if how == 2 {
        out[rank] += 1;
    }
    if how == 3 {
        return;
    }
    mpi!(wait(&mut request));
    assert!((0..size).all(|r| back[r] == x + (10 * r + rank) as i64));
}

#[tass::model]
fn scan(x: i64, how: usize) {
    let rank = mpi!(rank());
    let (mut mine, mut sum) = (x + rank as i64, 0);
    let mut request = mpi!(iscan(&mine, &mut sum, op = SUM));
    if how == 1 {
        let _early = sum;
    }
    if how == 2 {
        mine += 1;
    }
    if how == 3 {
        return;
    }
    mpi!(wait(&mut request));
    let r = rank as i64;
    assert!(sum == (r + 1) * x + r * (r + 1) / 2 && mine == x + r);
}

#[tass::model]
fn exscan(x: i64, how: usize) {
    let rank = mpi!(rank());
    let (mut mine, mut sum) = (x + rank as i64, -1);
    let mut request = mpi!(iexscan(&mine, &mut sum, op = SUM));
    if rank == 0 {
        // Nobody is before the first: it gets nothing.
        assert!(sum == -1);
    }
    if how == 1 {
        let _early = sum;
    }
    if how == 2 {
        mine += 1;
    }
    if how == 3 {
        return;
    }
    mpi!(wait(&mut request));
    let r = rank as i64;
    assert!(
        sum == if rank == 0 {
            -1
        } else {
            r * x + r * (r - 1) / 2
        }
    );
    assert!(mine == x + r);
}

#[tass::model]
fn reduce_scatter_block(x: i64, how: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut parts, mut mine) = (vec![0; size], 0);
    for r in 0..size {
        parts[r] = x + (rank * r) as i64;
    }
    let mut request = mpi!(ireduce_scatter_block(&parts, &mut mine, op = SUM));
    if how == 1 {
        let _early = mine;
    }
    if how == 2 {
        parts[0] = 1;
    }
    if how == 3 {
        return;
    }
    mpi!(wait(&mut request));
    let n = size as i64;
    assert!(mine == n * x + n * (n - 1) / 2 * rank as i64);
}

#[test]
fn they_race_and_leak() {
    is_wrong_at(
        &allreduce::model(),
        3,
        &[
            (RACE, "let _early = sum;"),
            (RACE, "mine += 1;"),
            (
                LEAK,
                "let mut request = mpi!(iallreduce(&mine, &mut sum, op = SUM));",
            ),
        ],
    );
    is_wrong_at(
        &allgather::model(),
        3,
        &[
            (RACE, "let _early = all[rank];"),
            (RACE, "mine += 1;"),
            (LEAK, "let mut request = mpi!(iallgather(&mine, &mut all));"),
        ],
    );
    is_wrong_at(
        &alltoall::model(),
        3,
        &[
            (RACE, "let _early = back[rank];"),
            (RACE, "out[rank] += 1;"),
            (LEAK, "let mut request = mpi!(ialltoall(&out, &mut back));"),
        ],
    );
    is_wrong_at(
        &scan::model(),
        3,
        &[
            (RACE, "let _early = sum;"),
            (RACE, "mine += 1;"),
            (
                LEAK,
                "let mut request = mpi!(iscan(&mine, &mut sum, op = SUM));",
            ),
        ],
    );
    is_wrong_at(
        &exscan::model(),
        3,
        &[
            (RACE, "let _early = sum;"),
            (RACE, "mine += 1;"),
            (
                LEAK,
                "let mut request = mpi!(iexscan(&mine, &mut sum, op = SUM));",
            ),
        ],
    );
    is_wrong_at(
        &reduce_scatter_block::model(),
        3,
        &[
            (RACE, "let _early = mine;"),
            (RACE, "parts[0] = 1;"),
            (
                LEAK,
                "let mut request = mpi!(ireduce_scatter_block(&parts, &mut mine, op = SUM));",
            ),
        ],
    );
}

#[tass::model]
fn right(x: i64) {
    allreduce(x, 0);
    allgather(x, 0);
    alltoall(x, 0);
    scan(x, 0);
    exscan(x, 0);
    reduce_scatter_block(x, 0);
}

#[test]
fn they_are_what_their_namesakes_are() {
    for nprocs in 2..=3 {
        is_fine(&right::model(), nprocs);
    }
    let report = right::model().nprocs(6).check();
    assert!(report.is_verified(), "{report}");
}

/// Given where it is taken.
#[tass::model]
fn in_place(x: i64, how: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut sum, mut before) = (x + rank as i64, x + rank as i64);
    let mut all = vec![0; size];
    all[rank] = x - rank as i64;
    let mut requests = [
        mpi!(iallreduce(IN_PLACE, &mut sum, op = MAX)),
        mpi!(iscan(IN_PLACE, &mut before, op = MAX)),
        mpi!(iallgather(IN_PLACE, &mut all)),
    ];
    if how == 1 {
        let _early = sum;
    }
    if how == 2 {
        before += 1;
    }
    if how == 3 {
        all[rank] = 1;
    }
    mpi!(waitall(&mut requests));
    assert!(sum == x + size as i64 - 1 && before == x + rank as i64);
    assert!((0..size).all(|r| all[r] == x - r as i64));
}

#[tass::model]
fn in_place_right(x: i64) {
    in_place(x, 0);
}

#[test]
fn what_is_given_in_place_is_in_use() {
    is_fine(&in_place_right::model(), 3);
    is_wrong_at(
        &in_place::model(),
        2,
        &[
            (RACE, "let _early = sum;"),
            (RACE, "before += 1;"),
            (RACE, "all[rank] = 1;"),
        ],
    );
}

/// The first process of an `exscan` gets nothing, but gives what is in its buffer.
#[tass::model]
#[allow(unused_assignments, reason = "a request does not borrow its buffer")]
fn first_in_place(x: i64) {
    let mut sum = x;
    let mut request = mpi!(iexscan(IN_PLACE, &mut sum, op = SUM));
    if mpi!(rank()) == 0 {
        sum = 0;
    }
    mpi!(wait(&mut request));
}

/// Given elsewhere, its buffer is not in use.
#[tass::model]
fn first_elsewhere(x: i64) {
    let mut sum = 0;
    let mut request = mpi!(iexscan(&x, &mut sum, op = SUM));
    if mpi!(rank()) == 0 {
        sum = 7;
    }
    mpi!(wait(&mut request));
    assert!(if mpi!(rank()) == 0 {
        sum == 7
    } else {
        sum == x
    });
}

#[test]
fn what_the_first_process_gives_is_in_use() {
    is_wrong_at(&first_in_place::model(), 2, &[(RACE, "sum = 0;")]);
    is_fine(&first_elsewhere::model(), 2);
}
