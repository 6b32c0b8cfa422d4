//! Universes: assertions of some processes only, each ordered within itself.

use tass::Kind;
use tass::prelude::*;

use super::{must_be, show};

/// Workers compare what they hold; the manager is elsewhere.
#[tass::model]
fn workers_only(a: i64) {
    universe!(workers: |p| p != 0);
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        for to in 1..mpi!(size()) {
            mpi!(send(&a, to = to));
        }
    } else {
        mpi!(recv(&mut x, from = 0));
        collective_assert!(workers::SAME: proc.iter().all(|p| p.x == x) && proc[1].x == a);
    }
}

/// Who is a member may depend on how many there are.
#[tass::model]
fn ends(a: i64) {
    universe!(ends: |p| p == 0 || p + 1 == mpi!(size()));
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let x = a * rank as i64;
    if rank == 0 || rank + 1 == size {
        collective_assert!(ends::BOTH: proc[0].x + proc[size - 1].x == a * (size as i64 - 1));
    }
}

/// Two groups, each with its own order; the rest of the program has one too.
#[tass::model]
fn even_and_odd() {
    universe!(even: |p| p % 2 == 0);
    universe!(odd: |p| p % 2 == 1);
    let x = mpi!(rank());
    collective_assert!(START: proc.iter().all(|p| p.x < proc.len()));
    let odd = x % 2;
    if odd == 0 {
        collective_assert!(even::A: proc.iter().all(|p| p.odd == 0));
        collective_assert!(even::B: proc[0].x == 0);
    } else {
        collective_assert!(odd::A: proc.iter().all(|p| p.odd == 1));
    }
    collective_assert!(END: true);
}

#[test]
fn verified() {
    for nprocs in 2..=4 {
        must_be(&workers_only::model().nprocs(nprocs), &[]);
        must_be(&ends::model().nprocs(nprocs), &[]);
    }
    must_be(&even_and_odd::model().nprocs(4), &[]);
}

/// The manager meets an assertion that is not its own.
#[tass::model]
fn everybody_meets_it() {
    universe!(workers: |p| p != 0);
    let x = 1;
    collective_assert!(workers::SAME: x == 1);
}

/// A condition speaks of a process that does not take part.
#[tass::model]
fn speaks_of_an_outsider() {
    universe!(workers: |p| p != 0);
    let x = 1;
    if mpi!(rank()) != 0 {
        collective_assert!(workers::SAME: x == proc[0].x);
    }
}

/// One worker does not meet it.
#[tass::model]
fn one_does_not() {
    universe!(workers: |p| p != 0);
    let x = mpi!(rank());
    if x == 1 {
        collective_assert!(workers::SAME: x == 1);
    }
}

#[tass::model]
fn order_within() {
    universe!(workers: |p| p != 0);
    let x = mpi!(rank());
    if x == 1 {
        collective_assert!(workers::A: true);
        collective_assert!(workers::B: true);
    } else if x == 2 {
        collective_assert!(workers::B: true);
        collective_assert!(workers::A: true);
    }
}

#[test]
fn refuted() {
    let model = everybody_meets_it::model().nprocs(2);
    must_be(&model, &[Kind::CollectiveUniverse]);
    insta::assert_snapshot!("outsider_meets_it", show(&model));
    let model = speaks_of_an_outsider::model().nprocs(2);
    must_be(&model, &[Kind::CollectiveUniverse]);
    insta::assert_snapshot!("speaks_of_an_outsider", show(&model));
    let model = one_does_not::model().nprocs(3);
    must_be(&model, &[Kind::CollectiveAssertionIncomplete]);
    insta::assert_snapshot!("incomplete_within", show(&model));
    let model = order_within::model().nprocs(3);
    must_be(&model, &[Kind::CollectiveAssertionOrder]);
    insta::assert_snapshot!("out_of_order_within", show(&model));
}

/// Each program has universes of its own, of the same name or not.
#[tass::model]
fn with_output(a: i64) {
    workers_only(a);
    output!(a = a);
}

/// Here everybody is a worker, and nobody says so.
#[tass::model]
fn all_workers(a: i64) {
    let x = a;
    collective_assert!(workers::SAME: proc.iter().all(|p| p.x == x));
    output!(a = x);
}

/// Here it is the first.
#[tass::model]
fn first_worker(a: i64) {
    universe!(workers: |p| p == 0);
    let x = a;
    if mpi!(rank()) == 0 {
        collective_assert!(workers::SAME: x == a);
    }
    output!(a = x);
}

#[test]
fn of_the_same_name() {
    for spec in [all_workers::model(), first_worker::model()] {
        let model = with_output::model().nprocs(3).spec(spec);
        must_be(&model.spec_nprocs(2), &[]);
    }
}

#[test]
fn in_two_programs() {
    let model = with_output::model().nprocs(3).spec(with_output::model());
    must_be(&model.spec_nprocs(2), &[]);
}
