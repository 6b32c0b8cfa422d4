//! Enums where a program meets them: messages under way, collectives, outputs, other processes,
//! loops, any number of processes.

use tass::prelude::*;
use tass::{Kind, Violations};

use super::cases::Job;
use super::is_fine;

/// Looked at while it may still change.
#[tass::model]
fn too_early() {
    let rank = mpi!(rank());
    let mut job = Job::Idle;
    if rank == 0 {
        mpi!(send(&Job::Work(1, true), to = 1));
    } else {
        let mut request = mpi!(irecv(&mut job, from = 0));
        let idle = matches!(job, Job::Idle);
        mpi!(wait(&mut request));
        assert!(idle);
    }
}

/// It is a race; but a `match` copies what it looks at, and what becomes of copies is not known.
#[test]
fn what_is_under_way_is_not_looked_at() {
    let report = too_early::model().nprocs(2).check();
    assert!(
        !report.is_verified() && report.kinds().is_empty(),
        "{report}"
    );
}

/// Everybody's first choice, collected.
#[tass::model]
fn collected(jobs: [Option<Job>; 3]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mine = jobs[rank];
    let mut all = vec![None; size];
    mpi!(gather(&mine, &mut all, root = 0));
    let busy = match mine {
        Some(Job::Work(..) | Job::Move { .. }) => 1,
        None | Some(Job::Idle) => 0,
    };
    let mut sum = 0;
    mpi!(reduce(&busy, &mut sum, op = SUM, root = 0));
    if rank == 0 {
        assert!(all[1] == jobs[1]);
        assert!(
            sum == (0..size)
                .filter(|&r| !matches!(all[r], None | Some(Job::Idle)))
                .count()
        );
        output!(first = all[0]);
    }
    collective_assert!(SAME: proc.iter().all(|p| p.busy == 0 || p.mine.is_some()));
}

#[tass::model]
fn one_by_one(jobs: [Option<Job>; 3]) {
    output!(first = jobs[0]);
}

#[test]
fn enums_are_collected_and_compared() {
    is_fine(&collected::model(), 3);
    let report = collected::model()
        .nprocs(3)
        .spec(one_by_one::model())
        .check();
    assert!(report.is_verified(), "{report}");
}

/// Options of options.
#[tass::model]
fn nested(o: Option<Option<u8>>, pair: (Option<bool>, Result<u8, Option<i64>>)) {
    let n = match (o, pair) {
        (Some(Some(n)), _) => i64::from(n),
        (_, (_, Err(Some(n @ ..=-1)))) => n,
        (None, (flag, _)) if flag.unwrap_or(true) => -7,
        _ => 0,
    };
    assert!(n <= 255);
    assert!(n >= 0 || o != Some(Some(3)));
}

/// An assertion that fails for one of them.
#[tass::model]
fn nested_wrongly(o: Option<Option<u8>>) {
    assert!(o != Some(None), "it is {o:?}");
    assert!(o.unwrap_or_default().unwrap_or_default() < 255);
}

#[test]
fn options_of_options() {
    let report = nested::model().nprocs(1).overflow(true).check();
    assert!(report.is_verified(), "{report}");
    let report = nested_wrongly::model()
        .nprocs(1)
        .overflow(true)
        .violations(Violations::All)
        .check();
    assert_eq!(report.kinds(), [Kind::Assertion], "{report}");
    assert!(report.to_string().contains("Some(None)"), "{report}");
}

/// Protocols over shared variables, with a phase of one's own.
#[tass::data]
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Out,
    Asking,
    In,
}

#[tass::model]
fn lock() {
    let mut wants = shared!(false);
    loop {
        let mut phase = Phase::Out;
        while phase != Phase::In {
            phase = match phase {
                Phase::Out => {
                    wants = true;
                    Phase::Asking
                }
                Phase::Asking => {
                    let alone = !proc[..].iter().any(|p| p.wants);
                    if alone { Phase::In } else { Phase::Asking }
                }
                Phase::In => unreachable!(),
            };
        }
        critical!({});
        wants = false;
    }
}

#[test]
fn a_phase_can_be_an_enum_for_every_number_of_processes() {
    let report = lock::model().nprocs_any().check();
    // Who asks finds itself.
    assert_eq!(report.kinds(), [Kind::Deadlock], "{report}");
}
