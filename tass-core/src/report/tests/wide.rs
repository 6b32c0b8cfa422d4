//! Traces and waits of many processes.

use insta::assert_snapshot;

use super::*;

const MODEL: &str = "\
fn gather(a: [i64; 4]) {
    mpi!(send(&a, to = 0));
    mpi!(recv(&mut a, from = ANY));
    assert!(a[0] == 1);
}
";

/// A violation on process 0 after the given processes sent something.
fn after_sends(nprocs: usize, senders: &[usize], what: &str) -> Report {
    let f = function("gather", MODEL);
    let mut violation = Violation::new(Kind::Assertion, "false");
    violation.process = Some(0);
    violation.location = Some(at(&f, "a[0] == 1"));
    for (i, sender) in senders.iter().enumerate() {
        let number = Some(i as u32 + 1);
        violation.trace.push(event(
            *sender,
            EventKind::Send,
            &format!("send {what} -> 0"),
            at(&f, "mpi!(send(&a, to = 0))"),
            number,
        ));
        violation.trace.push(event(
            0,
            EventKind::Receive,
            &format!("recv {what} <- {sender}"),
            at(&f, "mpi!(recv(&mut a, from = ANY))"),
            number,
        ));
    }
    let at = at(&f, "a[0] == 1");
    violation
        .trace
        .push(event(0, EventKind::Failure, "a[0] == 1", at, None));
    refuted("gather", nprocs, violation)
}

/// The part of the text after the snippet.
fn story(report: &Report) -> String {
    let text = report.snapshot();
    let start = text.find("\n\n").expect("a section");
    text[start..].trim_start().to_string()
}

#[test]
fn four_processes_with_long_values() {
    let report = after_sends(4, &[1, 3], "a=[1, 200, 3000, 40000]");
    assert_snapshot!(story(&report));
}

#[test]
fn eight_processes_with_short_values() {
    assert_snapshot!(story(&after_sends(8, &[7], "a")));
}

#[test]
fn eight_processes_with_long_values() {
    let report = after_sends(8, &[7, 2], "a=[1, 200, 3000, 40000]");
    assert_snapshot!(story(&report));
}

#[test]
fn few_of_many_processes() {
    assert_snapshot!(story(&after_sends(64, &[17, 63], "a=1")));
}

#[test]
fn many_of_many_processes() {
    assert_snapshot!(story(&after_sends(12, &[2, 3, 4, 5, 6, 7, 8], "a=1")));
}

#[test]
fn very_long_traces_lose_their_middle() {
    let text = story(&after_sends(2, &[1; 300], "a=1"));
    assert_eq!(text.lines().filter(|l| l.contains("recv")).count(), 100);
    assert!(text.contains("\n  ... 401 events left out ...\n"), "{text}");
    assert!(text.contains("FAIL: a[0] == 1"));
}

#[test]
fn equal_waits_of_many_processes_share_a_row() {
    let f = function("gather", MODEL);
    let send = at(&f, "mpi!(send(&a, to = 0))");
    let recv = at(&f, "mpi!(recv(&mut a, from = ANY))");
    let mut violation = Violation::new(Kind::Deadlock, "every other process waits for process 0");
    violation.blocked.push(waiting(
        0,
        &recv,
        "a message from any process, on the communicator that was split off in line 3",
    ));
    for process in 1..16 {
        let place = if process == 5 { &recv } else { &send };
        let waits = waiting(process, place, "process 0 to receive");
        violation.blocked.push(waits);
    }
    assert_snapshot!(refuted("gather", 16, violation).snapshot());
}
