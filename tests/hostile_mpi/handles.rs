//! Communicators that come and go: none is taken for another, and states come back.

use tass::Kind;
use tass::prelude::*;

use super::{always_gives, gives};

/// Freed while messages are under way, for ever.
#[tass::model]
fn without_end() {
    let rank = mpi!(rank());
    let (other, mut x) = (1 - rank, 0);
    loop {
        let mut team = mpi!(dup());
        let mut requests = [
            mpi!(irecv(&mut x, from = other, comm = team)),
            mpi!(isend(&rank, to = other, comm = team)),
        ];
        mpi!(free(&mut team));
        mpi!(waitall(&mut requests));
        assert!(x == other);
        x = 0;
    }
}

#[test]
fn a_loop_without_end_comes_back() {
    always_gives(&without_end::model(), 2, &[]);
}

/// A wildcard in a communicator that its process has freed, and one in the next.
#[tass::model]
fn one_after_the_other() {
    let rank = mpi!(rank());
    let (one, two, mut x, mut y) = (1, 2, 0, 0);
    let mut first = mpi!(dup());
    let a = if rank == 0 {
        mpi!(irecv(&mut x, from = ANY, comm = first))
    } else {
        mpi!(isend(&one, to = 0, comm = first))
    };
    mpi!(free(&mut first));
    let mut second = mpi!(dup());
    let b = if rank == 0 {
        mpi!(irecv(&mut y, from = ANY, comm = second))
    } else {
        mpi!(isend(&two, to = 0, comm = second))
    };
    mpi!(free(&mut second));
    let mut requests = [b, a];
    mpi!(waitall(&mut requests));
    assert!(rank == 1 || x == 1 && y == 2);
}

#[test]
fn what_is_freed_is_not_taken_for_the_next() {
    always_gives(&one_after_the_other::model(), 2, &[]);
}

/// Each round makes its communicator from that of the round before.
#[tass::model]
fn carried(n: usize) {
    let (mut team, mut i) = (mpi!(dup()), 0);
    invariant!(all::I: i <= n && i == proc[0].i);
    while i < n {
        let next = mpi!(dup(comm = team));
        mpi!(free(&mut team));
        mpi!(barrier(comm = next));
        team = next;
        i += 1;
    }
    mpi!(free(&mut team));
}

#[test]
fn one_is_carried_through_any_number_of_rounds() {
    always_gives(&carried::model(), 2, &[]);
}

/// What one process said in the first and the other in the second was never met by both.
#[tass::model]
fn met_by_one_each() {
    let rank = mpi!(rank());
    let mut first = mpi!(dup());
    if rank == 1 {
        collective_assert!(first::MET: true);
    }
    mpi!(free(&mut first));
    let mut second = mpi!(dup());
    if rank == 0 {
        collective_assert!(second::MET: true);
    }
    mpi!(free(&mut second));
}

#[test]
fn an_assertion_is_not_met_in_the_next() {
    let incomplete = &[Kind::CollectiveAssertionIncomplete];
    always_gives(&met_by_one_each::model(), 2, incomplete);
}

/// The handle of the first message is lost: nobody can receive it any more.
#[tass::model]
fn lost() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&1, to = 1));
        mpi!(send(&2, to = 1));
    } else {
        let (_lost, _) = mpi!(mprobe(from = 0));
        let (mut message, _) = mpi!(mprobe(from = 0));
        mpi!(mrecv(&mut x, &mut message));
        assert!(x == 2);
    }
}

#[test]
fn a_message_whose_handle_is_lost_is_never_received() {
    let potential = &[Kind::PotentialDeadlock, Kind::UnreceivedMessage];
    gives(&lost::model(), 2, potential, &[Kind::UnreceivedMessage]);
}
