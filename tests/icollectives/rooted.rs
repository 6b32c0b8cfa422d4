//! Those with a root, and the barrier.

use tass::prelude::*;

use super::{LEAK, RACE};
use crate::verdict::{is_fine, is_wrong_at};

#[tass::model]
fn barrier(x: i64, how: usize) {
    let mut request = mpi!(ibarrier());
    // It uses no buffer.
    let y = x + 1;
    if how == 3 {
        return;
    }
    mpi!(wait(&mut request));
    assert!(y > x);
}

#[tass::model]
fn bcast(x: i64, how: usize) {
    let rank = mpi!(rank());
    let mut y = if rank == 0 { x } else { 0 };
    let mut request = mpi!(ibcast(&mut y, root = 0));
    if rank == 0 {
        // What is told may be looked at.
        assert!(y == x);
    }
    if how == 1 && rank > 0 {
        let _early = y;
    }
    if how == 2 && rank == 0 {
        y += 1;
    }
    if how == 3 {
        return;
    }
    mpi!(wait(&mut request));
    assert!(y == x);
}

#[tass::model]
fn reduce(x: i64, how: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut mine, mut sum) = (x + rank as i64, 5);
    let mut request = mpi!(ireduce(&mine, &mut sum, op = SUM, root = size - 1));
    if rank < size - 1 {
        // What only the root gets is not used elsewhere.
        assert!(sum == 5 && mine == x + rank as i64);
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
    let n = size as i64;
    assert!(rank < size - 1 || sum == n * x + n * (n - 1) / 2);
    assert!(mine == x + rank as i64);
}

#[tass::model]
fn gather(x: i64, how: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut mine, mut all) = (x + rank as i64, vec![0; size]);
    let mut request = mpi!(igather(&mine, &mut all, root = 0));
    if how == 1 && rank == 0 {
        let _early = all[size - 1];
    }
    if how == 2 {
        mine += 1;
    }
    if how == 3 {
        return;
    }
    mpi!(wait(&mut request));
    assert!(rank > 0 || (0..size).all(|r| all[r] == x + r as i64));
    assert!(mine == x + rank as i64);
}

#[tass::model]
fn scatter(x: i64, how: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (mut all, mut mine) = (vec![x; size], 0);
    all[rank] = x + rank as i64;
    if rank == 0 {
        for r in 0..size {
            all[r] = x + 2 * r as i64;
        }
    }
    let mut request = mpi!(iscatter(&all, &mut mine, root = 0));
    if how == 1 {
        let _early = mine;
    }
    if how == 2 && rank == 0 {
        all[size - 1] += 1;
    }
    if how == 3 {
        return;
    }
    mpi!(wait(&mut request));
    assert!(mine == x + 2 * rank as i64);
}

#[test]
fn they_race_and_leak() {
    is_wrong_at(
        &barrier::model(),
        3,
        &[(LEAK, "let mut request = mpi!(ibarrier());")],
    );
    is_wrong_at(
        &bcast::model(),
        3,
        &[
            (RACE, "let _early = y;"),
            (RACE, "y += 1;"),
            (LEAK, "let mut request = mpi!(ibcast(&mut y, root = 0));"),
        ],
    );
    is_wrong_at(
        &reduce::model(),
        3,
        &[
            (RACE, "let _early = sum;"),
            (RACE, "mine += 1;"),
            (
                LEAK,
                "let mut request = mpi!(ireduce(&mine, &mut sum, op = SUM, root = size - 1));",
            ),
        ],
    );
    is_wrong_at(
        &gather::model(),
        3,
        &[
            (RACE, "let _early = all[size - 1];"),
            (RACE, "mine += 1;"),
            (
                LEAK,
                "let mut request = mpi!(igather(&mine, &mut all, root = 0));",
            ),
        ],
    );
    is_wrong_at(
        &scatter::model(),
        3,
        &[
            (RACE, "let _early = mine;"),
            (RACE, "all[size - 1] += 1;"),
            (
                LEAK,
                "let mut request = mpi!(iscatter(&all, &mut mine, root = 0));",
            ),
        ],
    );
}

#[tass::model]
fn right(x: i64) {
    barrier(x, 0);
    bcast(x, 0);
    reduce(x, 0);
    gather(x, 0);
    scatter(x, 0);
}

#[test]
fn they_are_what_their_namesakes_are() {
    for nprocs in 2..=3 {
        is_fine(&right::model(), nprocs);
    }
    let report = right::model().nprocs(6).check();
    assert!(report.is_verified(), "{report}");
}

/// The root has its part where the result goes.
#[tass::model]
fn in_place(x: i64, how: usize) {
    let rank = mpi!(rank());
    let (mut sum, mut nothing) = (x + rank as i64, 0);
    let mut request = if rank == 0 {
        mpi!(ireduce(IN_PLACE, &mut sum, op = SUM, root = 0))
    } else {
        mpi!(ireduce(&sum, &mut nothing, op = SUM, root = 0))
    };
    if how == 1 && rank == 0 {
        let _early = sum;
    }
    mpi!(wait(&mut request));
    assert!(rank > 0 || sum == 3 * x + 3);
}

#[tass::model]
fn in_place_right(x: i64) {
    in_place(x, 0);
}

/// Another one has no place.
#[tass::model]
fn in_place_elsewhere(x: i64) {
    let mut sum = x;
    let mut request = mpi!(ireduce(IN_PLACE, &mut sum, op = SUM, root = 0));
    mpi!(wait(&mut request));
}

#[test]
fn the_root_may_give_in_place() {
    is_fine(&in_place_right::model(), 3);
    is_wrong_at(&in_place::model(), 3, &[(RACE, "let _early = sum;")]);
    is_wrong_at(
        &in_place_elsewhere::model(),
        2,
        &[(
            tass::Kind::InvalidInPlace,
            "let mut request = mpi!(ireduce(IN_PLACE, &mut sum, op = SUM, root = 0));",
        )],
    );
}
