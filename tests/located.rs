//! `MINLOC` and `MAXLOC`: the least and the greatest value, and where it is. Of equal ones the
//! lower index counts, in whatever order the processes have them.

use tass::Kind;
use tass::prelude::*;

#[tass::model]
fn where_the_least_is(x: Vec<i64>) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(x.len() == size);
    let mut least = (0, 0);
    mpi!(allreduce(&(x[rank], rank), &mut least, op = MINLOC));
    let (value, place) = least;
    assert!((0..size).all(|i| value <= x[i]));
    assert!(value == x[place]);
    assert!((0..place).all(|i| x[i] > value));
}

/// The indices fall as ranks rise.
#[tass::model]
fn from_behind(x: Vec<f64>) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(x.len() == size);
    let mut greatest = (0.0, 0);
    let mine = (x[rank], size - 1 - rank);
    mpi!(reduce(&mine, &mut greatest, op = MAXLOC, root = 0));
    if rank == 0 {
        let place = size - 1 - greatest.1;
        assert!(greatest.0 == x[place]);
        assert!((0..size).all(|i| x[i] <= greatest.0));
        assert!((place + 1..size).all(|i| x[i] < greatest.0));
    }
}

/// Element by element, and over those before this one.
#[tass::model]
fn of_several() {
    let rank = mpi!(rank());
    let mine = [(rank as i64, rank), (7, rank), (-(rank as i64), rank)];
    let mut all = [(0, 9); 3];
    mpi!(scan(&mine, &mut all, op = MAXLOC));
    assert!(all == [(rank as i64, rank), (7, 0), (0, 0)]);
}

#[test]
fn found() {
    for nprocs in [1, 2, 3] {
        for model in [
            where_the_least_is::model(),
            from_behind::model(),
            of_several::model(),
        ] {
            let report = model.nprocs(nprocs).check();
            assert!(report.is_verified(), "{report}");
        }
    }
}

/// Who has it last is not who has it.
#[tass::model]
fn the_last_one(x: Vec<i64>) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    assume!(x.len() == size);
    let mut least = (0, 0);
    mpi!(allreduce(&(x[rank], rank), &mut least, op = MINLOC));
    assert!((least.1 + 1..size).all(|i| x[i] > least.0));
}

/// Pairs have no sum.
#[tass::model]
fn sum_of_pairs() {
    let mut sum = (0, 0);
    mpi!(allreduce(&(1, 2), &mut sum, op = SUM));
}

/// Numbers have no index.
#[tass::model]
fn place_of_numbers() {
    let mut least = 0;
    mpi!(allreduce(&1, &mut least, op = MINLOC));
}

#[test]
fn not_found() {
    let cases = [
        (the_last_one::model(), Kind::Assertion),
        (sum_of_pairs::model(), Kind::InvalidOperator),
        (place_of_numbers::model(), Kind::InvalidOperator),
    ];
    for (model, kind) in cases {
        let report = model.nprocs(2).check();
        assert_eq!(report.kinds(), [kind], "{report}");
    }
}
