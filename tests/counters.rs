//! Ghost counters of messages: `sent`, `received`, `in_flight`.

use tass::prelude::*;

const DATA: usize = 3;
const ACK: usize = 4;

#[tass::model]
fn plain(x: i64) {
    let rank = mpi!(rank());
    let mut y = 0i64;
    if rank == 0 {
        mpi!(send(&x, to = 1, tag = DATA));
        mpi!(send(&x, to = 1, tag = ACK));
        mpi!(ssend(&x, to = PROC_NULL, tag = ACK));
    } else {
        mpi!(recv(&mut y, from = ANY, tag = DATA));
        mpi!(recv(&mut y, from = 0, tag = ANY));
        mpi!(recv(&mut y, from = PROC_NULL));
    }
    mpi!(barrier());
    collective_assert!(ALL: proc[0].sent(1) == 2 && proc[1].received(0) == 2 && in_flight(0, 1) == 0);
    collective_assert!(NONE: proc[0].received(1) == 0 && proc[1].sent(0) == 0 && sent(PROC_NULL) == 0);
    collective_assert!(OWN: sent(1 - rank) == 2 - 2 * rank && received(1 - rank) == 2 * rank && sent(rank) == 0);
    collective_assert!(TAGS: in_flight(0, 1, tag = DATA) == 0 && proc[0].sent(1, tag = DATA) == 1 && proc[1].received(0, tag = 4) == 1 && proc[0].sent(1, tag = 0) == 0);
    collective_assert!(EACH: proc.iter().all(|p| p.sent(0) == 0 && p.sent(1) + p.received(0) == 2));
    collective_assert!(SUM: proc.iter().map(|p| p.sent(1)).sum::<usize>() == 2);
    collective_assert!(ANYONE: proc[1].received(ANY) == 2 && proc[0].received(ANY) == 0);
}

#[test]
fn plain_is_verified() {
    let report = plain::model().nprocs(2).check();
    assert!(report.is_verified(), "{report}");
}

/// Only half of what is exchanged is a send, and the halves of a `sendrecv` count both.
#[tass::model]
fn ring(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut y = 0i64;
    mpi!(sendrecv(
        &x,
        to = right,
        &mut y,
        from = left,
        sendtag = 1,
        recvtag = 1
    ));
    collective_assert!(ROUND: sent(right) == 1 && received(left) == 1 && in_flight(rank, right) == 0);
    collective_assert!(OTHERS: proc.iter().filter(|p| p.sent(0) > 0).count() == 1);
    let edge = if rank == 0 { PROC_NULL } else { rank - 1 };
    let next = if rank + 1 == size {
        PROC_NULL
    } else {
        rank + 1
    };
    mpi!(sendrecv(
        &x,
        to = next,
        &mut y,
        from = edge,
        sendtag = 2,
        recvtag = ANY
    ));
    collective_assert!(SHIFT: sent(next, tag = 2) == received(right, tag = 2) + (rank + 1 < size) as usize);
    collective_assert!(EDGE: received(edge, tag = 2) == (rank > 0) as usize);
    // Collective operations are nobody's messages.
    mpi!(allreduce(&x, &mut y, op = SUM));
    collective_assert!(STILL: received(ANY) == 1 + (rank > 0) as usize);
}

/// Whoever comes first: each sends one.
#[tass::model]
fn gather() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    universe!(workers: |p| p != 0);
    let mut x = rank;
    if rank == 0 {
        for k in 1..size {
            let status = mpi!(recv(&mut x, from = ANY));
            assert!(k <= size && status.source < size);
        }
    } else {
        mpi!(send(&x, to = 0));
        collective_assert!(workers::SENT: sent(0) == 1 && proc.iter().all(|p| p.sent(0) == 1));
    }
    collective_assert!(ALL: (1..size).all(|k| in_flight(k, 0) == 0) && proc[0].received(ANY) == size - 1);
}

/// Only the first worker is sent something, but each is said to be.
#[tass::model]
fn gather_wrong() {
    let rank = mpi!(rank());
    let mut x = rank;
    if rank == 0 {
        mpi!(recv(&mut x, from = ANY, tag = 7));
    } else if rank == 1 {
        mpi!(send(&x, to = 0, tag = 7));
    }
    collective_assert!(EACH: rank == 0 || proc[0].received(rank, tag = 7) == 1);
}

/// Counters of the specification, and of helpers.
#[tass::model]
fn give(x: i64, to: usize) {
    mpi!(send(&x, to = to));
}

#[tass::model]
fn by_two(x: i64) {
    let rank = mpi!(rank());
    let mut y = 0i64;
    if rank == 0 {
        give(x, 1);
        give(x, 1);
    } else {
        mpi!(recv(&mut y, from = 0));
        mpi!(recv(&mut y, from = 0));
    }
    joint_assert!(DONE: true);
}

#[tass::model]
fn by_one(x: i64) {
    let rank = mpi!(rank());
    let mut y = 0i64;
    if rank == 0 {
        give(x, 1);
    } else {
        mpi!(recv(&mut y, from = 0));
    }
    joint_assert!(DONE: 2 * proc[0].sent(1) == spec[0].sent(1) && spec[1].received(1 - 1) == 2 && in_flight(0, 1) == 0);
}

/// The snapshots are of different moments: the second process has received nothing yet, or the
/// first has sent more.
#[tass::model]
fn moments(x: i64) {
    let rank = mpi!(rank());
    let mut y = 0i64;
    if rank == 0 {
        mpi!(recv(&mut y, from = 1));
        collective_assert!(EARLY: true);
        mpi!(send(&x, to = 1));
    } else {
        mpi!(send(&x, to = 0));
        mpi!(recv(&mut y, from = 0));
        collective_assert!(EARLY: in_flight(0, 1) == -1 && in_flight(1, 0) == 0);
    }
}

/// As `usize`, the difference must not be negative.
#[tass::model]
fn below_zero(x: i64) {
    let rank = mpi!(rank());
    let mut y = 0i64;
    if rank == 0 {
        collective_assert!(EARLY: true);
        mpi!(send(&x, to = 1));
    } else {
        mpi!(recv(&mut y, from = 0));
        collective_assert!(EARLY: proc[0].sent(1) - proc[1].received(0) == 0);
    }
}

#[tass::model]
fn no_such_rank(n: usize) {
    collective_assert!(RANK: sent(n) == 0);
}

/// Two messages an iteration: with `overflow`, `n` is at most `usize::MAX`, but the number of
/// messages is not.
#[tass::model]
fn many(n: usize) {
    let rank = mpi!(rank());
    let mut y = 0usize;
    invariant!(I: i == proc[0].i && (i == 0 || proc[0].sent(1) >= 2));
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
            mpi!(send(&i, to = 1));
        } else {
            mpi!(recv(&mut y, from = 0));
            mpi!(recv(&mut y, from = 0));
        }
    }
    collective_assert!(FEW: n == 0 || proc[0].sent(1) - 2 <= usize::MAX);
}

fn verified(model: tass::Model) {
    for model in [
        model.clone(),
        model.clone().reduction(false),
        model.clone().native_prover(false),
        model.clone().schedule(tass::Schedule::First),
        model.violations(tass::Violations::All),
    ] {
        let report = model.check();
        assert!(report.is_verified(), "{report}");
    }
}

/// For loops: without reduction, processes run ahead of each other without end, and there is no
/// verdict.
fn proved(model: tass::Model) {
    let report = model.check();
    assert!(report.is_verified(), "{report}");
    for model in [
        model.clone().native_prover(false),
        model.clone().schedule(tass::Schedule::First),
        model.clone().violations(tass::Violations::All),
        model.reduction(false),
    ] {
        let report = model.check();
        let endless = report.snapshot().contains("not_converged");
        assert!(report.is_verified() || endless, "{report}");
    }
}

fn refuted(model: tass::Model, kind: &str) {
    let report = model.check();
    assert!(report.is_refuted(), "{report}");
    assert_eq!(report.kinds()[0].name(), kind, "{report}");
}

#[test]
fn every_operation_counts_its_messages() {
    verified(ring::model().nprocs(3));
    verified(ring::model().nprocs(4));
}

#[test]
fn wildcards_count_their_source() {
    verified(gather::model().nprocs(3));
    verified(gather::model().nprocs(4));
    refuted(gather_wrong::model().nprocs(3), "collective_assertion");
}

#[test]
fn counters_of_a_specification() {
    verified(
        by_one::model()
            .nprocs(2)
            .spec(by_two::model())
            .spec_nprocs(2),
    );
}

#[test]
fn snapshots_are_of_different_moments() {
    verified(moments::model().nprocs(2));
    refuted(below_zero::model().nprocs(2), "unsigned_underflow");
}

#[test]
fn a_peer_is_a_rank() {
    refuted(no_such_rank::model().nprocs(2), "invalid_rank");
}

/// A counter has no largest value, whatever the integers of the program have.
#[test]
fn counters_do_not_overflow() {
    let report = many::model().nprocs(2).overflow(true).check();
    assert!(!report.is_verified(), "{report}");
}

#[test]
fn a_false_count_is_explained() {
    insta::assert_snapshot!(gather_wrong::model().nprocs(3).check().snapshot());
}

#[test]
fn an_arbitrary_iteration_shows_counters() {
    insta::assert_snapshot!(unsaid::model().nprocs(2).check().snapshot());
}

/// The invariant does not say that everything was received.
#[tass::model]
fn unsaid(n: usize) {
    let rank = mpi!(rank());
    let mut x = 0usize;
    invariant!(STREAM: i == proc[0].i && proc[0].sent(1, tag = DATA) == i);
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1, tag = DATA));
        } else {
            mpi!(recv(&mut x, from = 0, tag = DATA));
        }
    }
    collective_assert!(DELIVERED: in_flight(0, 1, tag = DATA) == 0);
}

/// The loop is in a helper, and so are the sends; the counters belong to the process.
#[tass::model]
fn stream(n: usize) {
    let rank = mpi!(rank());
    let mut x = 0i64;
    invariant!(STREAM: i == proc[0].i && in_flight(0, 1) == 1 && proc[0].sent(1) == i + 1);
    for i in 0..n {
        if rank == 0 {
            give(5, 1);
        } else {
            mpi!(recv(&mut x, from = 0));
        }
    }
}

#[tass::model]
fn helped(n: usize) {
    if mpi!(rank()) == 0 {
        give(5, 1);
    }
    stream(n);
    let mut x = 0i64;
    if mpi!(rank()) == 1 {
        mpi!(recv(&mut x, from = 0));
    }
    collective_assert!(DONE: proc[1].received(0) == n + 1 && in_flight(0, 1) == 0);
}

/// One message more than is said.
#[tass::model]
fn helped_wrong(n: usize) {
    if mpi!(rank()) == 0 {
        give(5, 1);
    }
    stream(n);
    let mut x = 0i64;
    if mpi!(rank()) == 1 {
        mpi!(recv(&mut x, from = 0));
    }
    collective_assert!(DONE: proc[1].received(0) == n);
}

#[test]
fn counters_in_a_helper() {
    proved(helped::model().nprocs(2));
    refuted(helped_wrong::model().nprocs(2), "collective_assertion");
}

/// The specification counts what the implementation sends.
#[tass::model]
fn sent_on(n: usize) {
    let rank = mpi!(rank());
    let mut k = 0;
    joint_invariant!(STEP: i == spec._i && k == i && spec.k == i && proc[0].sent(1) == spec.k && in_flight(0, 1) == 0);
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
            k += 1;
        } else {
            mpi!(recv(&mut k, from = 0));
            k += 1;
        }
    }
    joint_assert!(END: proc[1].received(0) == spec.k);
    output!(k = k);
}

/// The same, with a message that the specification does not count.
#[tass::model]
fn sent_twice(n: usize) {
    let rank = mpi!(rank());
    let mut k = 0;
    joint_invariant!(STEP: i == spec._i && spec.k == i && proc[0].sent(1) == spec.k);
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
            mpi!(send(&i, to = 1));
        } else {
            mpi!(recv(&mut k, from = 0));
            mpi!(recv(&mut k, from = 0));
        }
        k = i + 1;
    }
    joint_assert!(END: true);
    output!(k = k);
}

#[test]
fn counters_across_two_programs() {
    proved(sent_on::model().nprocs(2).spec(counted_to_the_end::model()));
    refuted(
        sent_twice::model()
            .nprocs(2)
            .spec(counted_to_the_end::model()),
        "invariant",
    );
}

#[tass::model]
fn counted_to_the_end(n: usize) {
    let mut k = 0usize;
    joint_invariant!(STEP: true);
    for _i in 0..n {
        k += 1;
    }
    joint_assert!(END: true);
    output!(k = k);
}
