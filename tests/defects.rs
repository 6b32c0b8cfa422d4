//! The 29 defects that a verifier of MPI programs must tell apart, as `conformance/README.md`
//! numbers them: which model shows which.
//!
//! Most have a kind of their own. Where several share one, what the report says makes the
//! difference: a phrase that is in the report of this defect, and in no other of the same kind.

use crate::cases::{communicators, kinds as pairs, public, requests};

use tass::prelude::*;
use tass::{Deadlock, Kind, Model};

/// A defect, and the model that shows it.
struct Defect {
    number: usize,
    model: fn() -> Model,
    nprocs: usize,
    kind: Kind,
    /// What its report says and none of the others of the kind; empty where it is the only one.
    says: &'static str,
}

/// Nobody sends.
#[tass::model]
fn lone_receive() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut x, from = 1));
    }
}

/// The message is sent behind the barrier that its receiver has not entered.
#[tass::model]
fn behind_a_barrier() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut x, from = 1));
        mpi!(barrier());
    } else {
        mpi!(barrier());
        mpi!(send(&x, to = 0));
    }
}

/// Numbers of one sender, a float of the other: the receive may take the other message than the
/// one that was seen.
#[tass::model]
fn seen_and_taken() {
    let rank = mpi!(rank());
    let (mut x, mut y) = (0, 0.0);
    if rank == 0 {
        for _ in 0..2 {
            let status = mpi!(probe(from = ANY));
            if status.source == 1 {
                mpi!(recv(&mut x, from = ANY));
            } else {
                mpi!(recv(&mut y, from = ANY));
            }
        }
    } else if rank == 1 {
        mpi!(send(&7, to = 0));
    } else {
        mpi!(send(&1.5, to = 0));
    }
}

/// The left ghost cell gets what belongs to the right.
#[tass::model]
fn wrong_ghost(u: [f64; 2]) {
    let (rank, mut ghost) = (mpi!(rank()), 0.0);
    mpi!(sendrecv(
        &u[rank],
        to = 1 - rank,
        &mut ghost,
        from = 1 - rank
    ));
    assert!(ghost == u[rank]);
}

/// What is sent to oneself is never received.
#[tass::model]
fn sent_to_itself() {
    let (rank, mut request) = (mpi!(rank()), REQUEST_NULL);
    if rank == 0 {
        request = mpi!(isend(&rank, to = 0));
    }
    mpi!(wait(&mut request));
}

macro_rules! defects {
    ($($number:literal $kind:ident: $($model:ident)::+, $nprocs:literal, $says:literal;)*) => {
        &[$(Defect {
            number: $number,
            model: $($model)::+::model,
            nprocs: $nprocs,
            kind: Kind::$kind,
            says: $says,
        }),*]
    };
}

const DEFECTS: &[Defect] = defects! {
    // Definite deadlock.
    1 Deadlock: public::p01, 4, "every process receives before anyone sends";
    // Unmatched operation.
    2 Deadlock: lone_receive, 2, "a message from process 1 with tag 0, but it has";
    // Synchronous-only deadlock.
    3 PotentialDeadlock: public::p04, 4, "waits for process 3, which waits for process 0";
    // Mixed-buffering deadlock.
    4 PotentialDeadlock: public::p05, 3, "could have taken that of process 2";
    // Wildcard deadlock.
    5 Deadlock: public::p08, 3, "process 0 took the message of process 2 here";
    // Completion deadlock.
    6 Deadlock: requests::p12, 2, "waitall(irecv(";
    // Point-to-point/collective deadlock.
    7 Deadlock: behind_a_barrier, 2, "process 0 to call barrier";
    // The same with a barrier under way.
    7 Deadlock: communicators::p13, 3, "process 0 to call ibarrier";
    // Envelope mismatch.
    8 Deadlock: public::p02, 2, "use the same tag";
    // Collective order or kind.
    9 CollectiveOrder: public::p14, 4, "";
    // Collective argument.
    10 CollectiveRoot: public::p15, 2, "";
    10 CollectiveOp: pairs::collective_op, 2, "";
    10 CollectiveType: public::p19, 2, "";
    10 CollectiveCount: pairs::collective_count, 2, "";
    // Missing collective.
    11 CollectiveIncomplete: pairs::collective_incomplete, 2, "";
    // Blocking/nonblocking mix.
    12 CollectiveMixed: pairs::collective_mixed, 2, "";
    // Cross-communicator order.
    13 CommunicatorOrder: pairs::communicator_order, 2, "";
    // Type mismatch.
    14 TypeMismatch: pairs::type_mismatch, 2, "process 1 receives into `i64`";
    // Truncation.
    15 Truncation: public::p18, 2, "";
    // Match-dependent type error.
    16 TypeMismatch: seen_and_taken, 3, "could have taken the message of process 1";
    // Message race.
    17 Assertion: public::p23, 3, "could have taken that of process 2";
    // Functional violation.
    18 Assertion: wrong_ghost, 2, "u = [0.0, 1.0]";
    // Test/iprobe nondeterminism.
    19 Assertion: requests::p24, 2, "flag = true";
    // Input-dependent defect.
    20 Deadlock: public::p17, 2, "n = 0";
    // Size-dependent defect: with 2 processes it is verified, see below.
    21 Deadlock: public::p33, 3, "process 2 to call barrier, but it has ended";
    // Local buffer race.
    22 BufferRace: requests::p22, 2, "";
    // Request leak or lost handle.
    23 RequestLeak: requests::p20, 2, "";
    // Lost message.
    24 UnreceivedMessage: sent_to_itself, 1, "";
    // Object leak.
    25 CommunicatorLeak: communicators::p21, 3, "";
    // Invalid argument.
    26 InvalidRank: public::p25, 2, "";
    26 InvalidTag: pairs::invalid_tag, 2, "";
    26 InvalidCommunicator: pairs::invalid_communicator, 2, "";
    26 InvalidTopology: pairs::invalid_topology, 2, "";
    26 InvalidOperator: pairs::invalid_operator, 2, "";
    26 InvalidInPlace: pairs::invalid_in_place, 2, "";
    // Request misuse.
    27 RequestMisused: pairs::request_misused, 2, "";
    // Ready or buffered send misuse.
    28 NotReady: pairs::not_ready, 2, "";
    28 BsendBuffer: pairs::bsend_buffer, 2, "";
    // Init/finalize misuse.
    29 InitFinalize: pairs::init_finalize, 2, "";
};

/// All are there, each is found as what it is, and its report tells it from the others.
#[test]
fn each_is_told_apart() {
    for number in 1..=29 {
        let there = DEFECTS.iter().any(|defect| defect.number == number);
        assert!(there, "defect {number} has no model");
    }
    let reports = DEFECTS.iter().map(|defect| {
        // What a defect comes with where nothing is buffered would be found before it.
        let deadlock = match defect.kind {
            Kind::PotentialDeadlock => Deadlock::Potential,
            _ => Deadlock::Absolute,
        };
        let report = (defect.model)().nprocs(defect.nprocs).deadlock(deadlock);
        let report = report.check();
        assert_eq!(report.kinds(), [defect.kind], "{}: {report}", defect.number);
        (defect, report.snapshot())
    });
    let reports: Vec<_> = reports.collect();
    for (defect, _) in &reports {
        let same = reports
            .iter()
            .filter(|(other, _)| other.kind == defect.kind);
        let mut saying = same.filter(|(_, report)| report.contains(defect.says));
        let mine = saying
            .next()
            .is_some_and(|(other, _)| other.number == defect.number);
        let says = defect.says;
        assert!(
            mine && saying.next().is_none(),
            "{}: `{says}`",
            defect.number
        );
    }
}

/// What depends on the number of processes does not show with another one.
#[test]
fn another_size_is_fine() {
    let report = public::p33::model().nprocs(2).check();
    assert!(report.is_verified(), "{report}");
}
