//! Messages counted in one communicator.

use tass::Kind;
use tass::prelude::*;

/// A library of its own communicator, and messages of the user around it.
#[tass::model]
fn library(n: usize) {
    assume!(n < 3);
    let (rank, mut x) = (mpi!(rank()), 0_usize);
    let mut own = mpi!(dup());
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
            mpi!(send(&i, to = 1, tag = 1, comm = own));
            mpi!(send(&i, to = 1, comm = own));
        } else {
            mpi!(recv(&mut x, from = 0));
            mpi!(recv(&mut x, from = 0, tag = 1, comm = own));
            mpi!(recv(&mut x, from = 0, comm = own));
        }
    }
    collective_assert!(COUNTS: proc[0].sent(1) == 3 * n && proc[1].received(0, comm = own) == 2 * n
        && proc[0].sent(1, tag = 1, comm = own) == n && proc[0].sent(1, comm = WORLD) == n
        && in_flight(0, 1, comm = own) == 0 && sent(rank, comm = SELF) == 0);
    mpi!(free(&mut own));
}

/// What was counted in one communicator is not in the next, though it has the same number.
#[tass::model]
fn anew() {
    let (rank, mut x) = (mpi!(rank()), 0_usize);
    for i in 0..3 {
        let mut team = mpi!(dup());
        for _ in 0..i {
            if rank == 0 {
                mpi!(send(&x, to = 1, comm = team));
            } else {
                mpi!(recv(&mut x, from = 0, comm = team));
            }
        }
        collective_assert!(team::COUNT: proc[0].sent(1, comm = team) == i);
        mpi!(free(&mut team));
    }
    collective_assert!(ALL: proc[1].received(0) == 3);
}

/// Names of processes are those of all, in a communicator in which they have other ranks.
#[tass::model]
fn turned() {
    let (rank, mut x) = (mpi!(rank()), 0_usize);
    let mut turned = mpi!(split(color = 0, key = -(rank as i64)));
    if rank == 0 {
        mpi!(ssend(&7_usize, to = 0, comm = turned));
    } else if rank == 2 {
        mpi!(recv(&mut x, from = 2, comm = turned));
    }
    collective_assert!(turned::ONE: proc[0].sent(2, comm = turned) == 1
        && proc[2].received(0, comm = turned) == 1 && proc[0].sent(0, comm = turned) == 0
        && in_flight(0, 2, comm = turned) == 0);
    mpi!(free(&mut turned));
}

/// One that is not there any more.
#[tass::model]
fn of_a_freed_one() {
    let mut team = mpi!(dup());
    mpi!(free(&mut team));
    collective_assert!(COUNT: sent(0, comm = team) == 0);
}

#[tass::model]
fn wrong() {
    let rank = mpi!(rank());
    let mut team = mpi!(dup());
    if rank == 0 {
        mpi!(send(&rank, to = 1));
    } else {
        let mut x = 0_usize;
        mpi!(recv(&mut x, from = 0));
    }
    collective_assert!(COUNT: proc[0].sent(1, comm = team) == 1);
    mpi!(free(&mut team));
}

/// A window of messages in a communicator, for any number of rounds.
#[tass::model]
fn rounds(n: usize) {
    let (rank, mut x) = (mpi!(rank()), 0_usize);
    let mut team = mpi!(dup());
    let mut i = 0;
    invariant!(I: proc.iter().all(|p| p.i == i)
        && proc[0].sent(1, comm = team) == i && in_flight(0, 1, comm = team) == 0);
    while i < n {
        if rank == 0 {
            mpi!(ssend(&i, to = 1, comm = team));
        } else {
            mpi!(recv(&mut x, from = 0, comm = team));
            assert!(x == i);
        }
        i += 1;
    }
    collective_assert!(DONE: proc[1].received(0, comm = team) == n);
    mpi!(free(&mut team));
}

#[test]
fn counts_are_those_of_the_communicator() {
    for (model, nprocs) in [
        (library::model(), 2),
        (anew::model(), 2),
        (turned::model(), 3),
        (rounds::model(), 2),
    ] {
        for reduction in [true, false] {
            let report = model.clone().nprocs(nprocs).reduction(reduction).check();
            assert!(report.is_verified(), "{report}");
        }
    }
}

#[test]
fn what_is_counted_wrongly_is_refuted() {
    for (model, kind) in [
        (wrong::model(), Kind::CollectiveAssertion),
        (of_a_freed_one::model(), Kind::InvalidCommunicator),
    ] {
        let report = model.nprocs(2).check();
        assert_eq!(report.kinds(), [kind], "{report}");
    }
}
