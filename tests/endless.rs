//! Nothing is proved by never getting there: runs without a violation that say less than they seem.
#![allow(
    unreachable_code,
    unused_assignments,
    reason = "code that is never reached is what is tested"
)]

use tass::prelude::*;
use tass::report::{Outcome, Vacuous};
use tass::{Model, Verdict};

/// Why a run is vacuous.
#[track_caller]
fn reason(model: &Model) -> &'static str {
    let report = model.check();
    match &report.outcome {
        Outcome::Checked {
            verdict: Verdict::Vacuous(reason),
            ..
        } => Vacuous::name(reason),
        _ => panic!("{report}"),
    }
}

/// One process spins, so there is no deadlock; the other waits all the same.
#[tass::model]
fn spins() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        loop {
            x += 1;
            x -= 1;
        }
    } else {
        mpi!(recv(&mut x, from = 0));
        assert!(x > 0);
    }
}

#[test]
fn a_process_that_waits_for_one_that_spins() {
    assert_eq!(reason(&spins::model().nprocs(2)), "unreached_assertions");
}

#[tass::model]
fn spins_without_assertion() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        loop {
            x += 1;
            x -= 1;
        }
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

#[test]
fn nor_is_an_operation_that_never_completes() {
    let model = spins_without_assertion::model().nprocs(2);
    assert_eq!(reason(&model), "waits_forever");
    insta::assert_snapshot!(model.check().snapshot());
    let model = model.deadlock(tass::Deadlock::Off);
    assert!(model.check().is_verified());
}

#[tass::model]
fn doubled(n: u8) {
    output!(twice = 2 * n as i32);
}

#[tass::model]
fn for_ever(n: u8) {
    let mut x = n as i32;
    loop {
        x = 1 - x;
        x = 1 - x;
    }
    output!(twice = x);
}

/// It puts out nothing, wrong or right.
#[test]
fn an_implementation_that_never_ends() {
    let model = for_ever::model().nprocs(1).spec(doubled::model());
    assert_eq!(reason(&model), "nothing_compared");
    insta::assert_snapshot!(model.check().snapshot());
}

#[tass::model]
fn never_met(n: usize) {
    assume!(n < 3);
    if n > 5 {
        collective_assert!(A: proc.iter().all(|p| p.n == 7));
    }
}

#[test]
fn a_collective_assertion_that_is_never_met() {
    assert_eq!(
        reason(&never_met::model().nprocs(2)),
        "unreached_assertions"
    );
}

/// Process 1 never comes to it, and nobody ends.
#[tass::model]
fn met_by_one() {
    let rank = mpi!(rank());
    if rank == 0 {
        collective_assert!(A: rank == 7);
    }
    loop {
        mpi!(barrier());
    }
}

#[test]
fn a_collective_assertion_that_only_some_meet() {
    assert_eq!(
        reason(&met_by_one::model().nprocs(2)),
        "unreached_assertions"
    );
}

/// Runs for ever, and all of it is checked.
#[tass::model]
fn server() {
    let (rank, mut x) = (mpi!(rank()), 0);
    loop {
        if rank == 0 {
            mpi!(recv(&mut x, from = ANY));
            assert!(x == 1);
        } else {
            mpi!(send(&1, to = 0));
        }
        collective_assert!(A: rank < 2);
        mpi!(barrier());
    }
}

#[test]
fn a_program_that_runs_for_ever_is_verified() {
    let report = server::model().nprocs(2).check();
    assert!(report.is_verified(), "{report}");
}
