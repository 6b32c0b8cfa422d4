//! Communicators as the universes of assertions and of loop invariants.

use tass::prelude::*;
use tass::{Kind, Model};

/// Each row agrees on its own, at its own pace.
#[tass::model]
fn rows(x: i64) {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / 2));
    let mut sum = x + rank as i64;
    mpi!(allreduce(IN_PLACE, &mut sum, op = SUM, comm = row));
    if rank / 2 == 0 {
        collective_assert!(row::FIRST: proc.iter().all(|p| p.sum == sum));
    }
    collective_assert!(row::SAME: proc.iter().all(|p| p.sum == sum) && sum == 2 * x + 4 * (rank / 2) as i64 + 1);
    mpi!(free(&mut row));
}

/// Two rows do not agree, and one says that they do.
#[tass::model]
fn not_the_same(x: i64) {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / 2));
    let y = if rank == 3 { x + 1 } else { x };
    collective_assert!(row::SAME: proc.iter().all(|p| p.y == y));
    mpi!(free(&mut row));
}

/// Of another row nothing can be said.
#[tass::model]
fn of_another_row(x: i64) {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / 2));
    collective_assert!(row::SAME: proc[0].x == x);
    mpi!(free(&mut row));
}

/// One member never gets there.
#[tass::model]
fn not_by_all() {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / 2));
    if rank != 3 {
        collective_assert!(row::MET: true);
    }
    mpi!(free(&mut row));
}

/// The next communicator has the name of the one that is gone, and makes nothing complete.
#[tass::model]
fn one_after_the_other() {
    let rank = mpi!(rank());
    for i in 0..2 {
        let mut team = mpi!(split(color = 0));
        if rank == i {
            collective_assert!(team::MET: true);
        }
        mpi!(free(&mut team));
    }
}

/// Two assertions in different orders: of one communicator, under two names.
#[tass::model]
fn two_names(world: bool) {
    let rank = mpi!(rank());
    let mut a = mpi!(dup());
    first(&a, rank, world);
    mpi!(free(&mut a));
}

#[tass::model]
fn first(b: &Comm, rank: usize, world: bool) {
    mpi!(barrier(comm = b));
    if rank == 0 {
        collective_assert!(b::ONE: true);
        collective_assert!(b::TWO: true);
    } else {
        collective_assert!(b::TWO: true);
        if world {
            collective_assert!(ALL: rank > 5);
        }
        collective_assert!(b::ONE: true);
    }
}

/// The same assertion, where one process calls the communicator by another name.
#[tass::model]
fn known_by_other_names(x: i64) {
    let rank = mpi!(rank());
    let mut a = mpi!(dup());
    if rank == 0 {
        named_otherwise(&a, x);
    } else {
        mpi!(barrier(comm = a));
        collective_assert!(a::SAME: proc.iter().all(|p| p.x == x));
    }
    mpi!(free(&mut a));
}

#[tass::model]
fn named_otherwise(b: &Comm, x: i64) {
    mpi!(barrier(comm = b));
    collective_assert!(b::SAME: proc.iter().all(|p| p.x <= x));
}

/// The same of loops, of which now one and now the other process comes first.
#[tass::model]
fn rounds_by_other_names(n: usize) {
    let rank = mpi!(rank());
    let mut a = mpi!(dup());
    if rank == 0 {
        rounds_otherwise(&a, n);
    } else {
        invariant!(a::I: proc.iter().all(|p| p.i == i));
        for i in 0..n {
            mpi!(barrier(comm = a));
        }
    }
    mpi!(free(&mut a));
}

#[tass::model]
fn rounds_otherwise(b: &Comm, n: usize) {
    invariant!(b::I: proc.iter().all(|p| p.i == i));
    for i in 0..n {
        mpi!(barrier(comm = b));
    }
}

#[tass::model]
fn of_none() {
    let rank = mpi!(rank());
    let mut some = mpi!(split(color = if rank == 0 { UNDEFINED } else { 1 }));
    collective_assert!(some::MET: true);
    if rank != 0 {
        mpi!(free(&mut some));
    }
}

#[tass::model]
fn of_a_freed_one() {
    let mut some = mpi!(dup());
    mpi!(free(&mut some));
    collective_assert!(some::MET: true);
}

/// Of each row, for any number of rounds.
#[tass::model]
fn rounds(n: usize) {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / 2));
    let me = mpi!(rank(comm = row));
    let (mut i, mut x) = (0, 0);
    invariant!(row::I: proc.iter().all(|p| p.i == i) && x == i * (2 * (rank / 2) + 1));
    while i < n {
        let mut both = rank;
        mpi!(allreduce(IN_PLACE, &mut both, op = SUM, comm = row));
        x += both - 2 * (rank / 2);
        i += 1;
    }
    mpi!(free(&mut row));
    assert!(x == n * (2 * (rank / 2) + 1) && me < 2);
}

/// The first row needs fewer rounds than the second.
#[tass::model]
fn own_rounds(n: usize) {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / 2));
    let most = if rank < 2 { n } else { 2 * n };
    let mut i = 0;
    invariant!(row::I: i <= most && proc.iter().all(|p| p.i == i));
    while i < most {
        mpi!(barrier(comm = row));
        i += 1;
    }
    mpi!(free(&mut row));
    assert!(i == most);
}

/// In every second round one process of each row falls behind.
#[tass::model]
fn false_rounds(n: usize) {
    let rank = mpi!(rank());
    let mut row = mpi!(split(color = rank / 2));
    let (mut i, mut x) = (0, 0);
    invariant!(row::I: proc.iter().all(|p| p.i == i && p.x == x));
    while i < n {
        mpi!(barrier(comm = row));
        x += rank / 3;
        i += 1;
    }
    mpi!(free(&mut row));
}

#[test]
fn what_holds_in_each_communicator_is_verified() {
    for (model, nprocs) in [
        (rows::model(), 4),
        (rows::model(), 6),
        (rounds::model(), 4),
        (own_rounds::model(), 4),
        (known_by_other_names::model(), 2),
        (rounds_by_other_names::model(), 2),
    ] {
        for reduction in [true, false] {
            let report = model
                .clone()
                .nprocs(nprocs)
                .reduction(reduction || nprocs > 4)
                .check();
            assert!(report.is_verified(), "{report}");
        }
    }
}

#[test]
fn what_does_not_is_refuted() {
    let cases: [(Model, Kind); 8] = [
        (not_the_same::model(), Kind::CollectiveAssertion),
        (of_another_row::model(), Kind::CollectiveUniverse),
        (not_by_all::model(), Kind::CollectiveAssertionIncomplete),
        (
            one_after_the_other::model(),
            Kind::CollectiveAssertionIncomplete,
        ),
        (two_names::model(), Kind::CollectiveAssertionOrder),
        (of_none::model(), Kind::InvalidCommunicator),
        (of_a_freed_one::model(), Kind::CommunicatorFreed),
        (false_rounds::model(), Kind::Invariant),
    ];
    for (model, kind) in cases {
        for reduction in [true, false] {
            let report = model.clone().nprocs(4).reduction(reduction).check();
            assert_eq!(report.kinds(), [kind], "{report}");
        }
    }
}

#[test]
fn reports() {
    for (name, model) in [
        ("not_by_all", not_by_all::model()),
        ("one_after_the_other", one_after_the_other::model()),
        ("not_the_same", not_the_same::model()),
        ("of_none", of_none::model()),
    ] {
        let report = model.nprocs(4).check();
        insta::assert_snapshot!(name, report.snapshot());
    }
}

/// The assertion after the loop says more than the invariant.
#[tass::model]
fn says_too_little(n: usize) {
    let mut team = mpi!(dup());
    let (mut i, mut sum) = (0, 0);
    invariant!(team::I: i <= n && proc.iter().all(|p| p.i == i));
    while i < n {
        mpi!(barrier(comm = team));
        sum += 1;
        i += 1;
    }
    mpi!(free(&mut team));
    assert!(sum == n);
}

#[test]
fn an_arbitrary_iteration_shows_communicators() {
    let text = says_too_little::model().nprocs(2).check().snapshot();
    assert!(text.starts_with("inconclusive[not_inductive]"), "{text}");
    let mut rows = text.lines().filter(|line| line.contains(" team "));
    assert!(
        rows.all(|row| row.contains("Comm(2)") || row.ends_with("freed")),
        "{text}"
    );
}

/// Each process alone, one of them once more; and all together.
#[tass::model]
fn with_names() {
    let x = mpi!(rank());
    collective_assert!(SELF::ALONE: proc.iter().all(|p| p.x == x));
    if x == 0 {
        collective_assert!(SELF::ONCE_MORE: proc[0].x == x);
    }
    collective_assert!(WORLD::TOGETHER: proc.iter().all(|p| p.x < 3) && proc[1].x == 1);
}

/// Another process is no member of it.
#[tass::model]
fn of_another_alone() {
    let x = mpi!(rank());
    collective_assert!(SELF::ALONE: proc[0].x == 0 || x > 0);
}

#[tass::model]
fn not_by_the_world() {
    let x = mpi!(rank());
    if x == 0 {
        collective_assert!(WORLD::MET: true);
    }
}

#[tass::model]
fn of_nobody() {
    let x = mpi!(rank());
    collective_assert!(COMM_NULL::MET: x < 2);
}

#[test]
fn communicators_with_names_are_universes() {
    for reduction in [true, false] {
        let check = |model: Model| model.nprocs(3).reduction(reduction).check();
        let report = check(with_names::model());
        assert!(report.is_verified(), "{report}");
        for (model, kind) in [
            (of_another_alone::model(), Kind::CollectiveUniverse),
            (
                not_by_the_world::model(),
                Kind::CollectiveAssertionIncomplete,
            ),
            (of_nobody::model(), Kind::InvalidCommunicator),
        ] {
            let report = check(model);
            assert_eq!(report.kinds(), [kind], "{report}");
        }
    }
}
