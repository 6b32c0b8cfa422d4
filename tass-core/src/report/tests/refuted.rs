//! Refutations as users meet them.

use insta::assert_snapshot;

use super::*;

const STAGGER: &str = "\
/// Process 1 sends, process 0 receives.
#[tass::verify(nprocs = 2)]
fn stagger(n: usize) {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut x, from = 1));
    } else {
        if n > 3 {
            x = n + 1;
        }
        mpi!(send(&x, to = 0));
    }
    assert!(x <= 10 && x == 2 * n);
}
";

const EXCHANGE: &str = "\
#[tass::verify(nprocs = 2)]
fn exchange(x: i64) {
    let other = 1 - mpi!(rank());
    let mut y = 0;
    mpi!(send(&x, to = other));
    mpi!(recv(&mut y, from = other));
    assert!(y == x);
}
";

const RING: &str = "\
fn ring() {
    let rank = mpi!(rank());
    let size = mpi!(size());
    let mut token = 0;
    mpi!(recv(&mut token, from = (rank + size - 1) % size));
    if rank == 0 {
        mpi!(barrier());
    }
    mpi!(send(&token, to = (rank + 1) % size));
}
";

/// The assertion of [`STAGGER`] fails.
pub(super) fn stagger() -> Report {
    use EventKind::*;
    let f = function("stagger", STAGGER);
    let send = at(&f, "mpi!(send(&x, to = 0))");
    let recv = at(&f, "mpi!(recv(&mut x, from = 1))");
    let assert = at(&f, "assert!(x <= 10 && x == 2 * n)");
    let condition = at(&f, "x == 2 * n");
    let mut violation = Violation::new(Kind::Assertion, "false: 5 == 8");
    violation.process = Some(0);
    violation.location = Some(assert);
    violation.failed = Some(FailedCondition {
        text: "x == 2 * n".to_string(),
        location: Some(condition.clone()),
        parts: vec![pair("x", "5"), pair("2 * n", "8")],
    });
    violation.inputs = vec![pair("n", "4")];
    violation.trace = vec![
        event(1, Branch, "n > 3", at(&f, "n > 3"), None),
        event(1, Assign, "x = 5", at(&f, "x = n + 1"), None),
        event(1, Send, "send x=5 -> 0", send, Some(1)),
        event(0, Receive, "recv x=5 <- 1", recv, Some(1)),
        event(0, Failure, "x == 2 * n", condition, None),
    ];
    violation.schedule = vec![ScheduleStep {
        process: 1,
        choice: 0,
    }];
    refuted("stagger", 2, violation)
}

#[test]
fn assertion() {
    assert_snapshot!(stagger().to_string());
}

#[test]
fn assertion_stable_form() {
    assert_snapshot!(stagger().snapshot());
}

#[test]
fn potential_deadlock() {
    let f = function("exchange", EXCHANGE);
    let send = at(&f, "mpi!(send(&x, to = other))");
    let mut violation = Violation::new(
        Kind::PotentialDeadlock,
        "neither send returns before the other process receives",
    );
    violation.location = Some(send.clone());
    violation.help = Some("use `sendrecv`, or let one process receive first".to_string());
    violation.inputs = vec![pair("x", "0")];
    violation.blocked = vec![
        waiting(0, &send, "process 1 to receive"),
        waiting(1, &send, "process 0 to receive"),
    ];
    assert_snapshot!(refuted("exchange", 2, violation).to_string());
}

#[test]
fn deadlock_with_processes_at_different_places() {
    let f = function("ring", RING);
    let recv = at(
        &f,
        "mpi!(recv(&mut token, from = (rank + size - 1) % size))",
    );
    let barrier = at(&f, "mpi!(barrier())");
    let mut violation = Violation::new(Kind::Deadlock, "no process sends what this one waits for");
    violation.location = Some(recv.clone());
    violation.trace = vec![event(
        0,
        EventKind::Collective,
        "barrier",
        barrier.clone(),
        None,
    )];
    violation.blocked = vec![
        waiting(0, &barrier, "processes 1 and 2 to call `barrier`"),
        waiting(1, &recv, "a message from process 0"),
        waiting(2, &recv, "a message from process 1"),
        BlockedProcess {
            process: 3,
            location: None,
            operation: "ended".to_string(),
            waits_for: String::new(),
        },
    ];
    assert_snapshot!(refuted("ring", 4, violation).to_string());
}

#[test]
fn notes_with_and_without_a_place() {
    let f = function("ring", RING);
    let mut violation = Violation::new(
        Kind::CollectiveOrder,
        "process 0 calls `barrier`, process 1 has ended",
    );
    violation.process = Some(0);
    violation.location = Some(at(&f, "mpi!(barrier())"));
    violation.notes = vec![
        Note {
            location: Some(at(&f, "rank == 0")),
            text: "only process 0 gets here".to_string(),
        },
        Note {
            location: None,
            text: "every process of a communicator has to take part in its collectives".to_string(),
        },
    ];
    violation.help = Some("move the `barrier` out of the `if`".to_string());
    assert_snapshot!(refuted("ring", 2, violation).to_string());
}

#[test]
fn several_violations_and_options() {
    let f = function("ring", RING);
    let mut first = Violation::new(Kind::UnsignedUnderflow, "0 - 1 is below zero");
    first.location = Some(at(&f, "rank + size - 1"));
    first.process = Some(0);
    let mut second = Violation::new(Kind::UnreceivedMessage, "sent to process 1, never received");
    second.location = Some(at(&f, "mpi!(send(&token, to = (rank + 1) % size))"));
    second.process = Some(0);
    let mut report = checked("ring", 2, Verdict::Refuted, vec![first, second]);
    report.options = vec![pair("violations", "all"), pair("overflow", "true")];
    assert_snapshot!(report.to_string());
}

#[test]
fn every_kind_has_a_headline() {
    let f = function("ring", RING);
    let lines = Kind::ALL.iter().map(|kind| {
        let mut violation = Violation::new(*kind, "");
        violation.process = Some(1);
        violation.location = Some(at(&f, "size - 1"));
        let text = refuted("ring", 2, violation).to_string();
        text.lines().next().expect("a headline").to_string()
    });
    assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}
