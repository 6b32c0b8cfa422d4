//! The changes of a trace, added up, are the variables of the processes at every step.

use std::collections::BTreeMap;

use tass::Report;
use tass::prelude::*;
use tass::report::{EventKind, TraceEvent, Violation};

/// The events of the only violation.
fn violation(report: &Report) -> &Violation {
    let [violation] = report.violations() else {
        panic!("one violation: {report}");
    };
    violation
}

/// One line an event: process, text, changes.
fn story(violation: &Violation) -> String {
    let line = |e: &TraceEvent| {
        let changes: Vec<String> = e
            .changes
            .iter()
            .map(|c| format!("{}={}", c.name, c.value.as_deref().unwrap_or("gone")))
            .collect();
        let hidden = if e.shown { ' ' } else { '-' };
        format!(
            "{hidden} {}: {} | {}\n",
            e.process,
            e.text,
            changes.join(" ")
        )
    };
    violation.trace.iter().map(line).collect()
}

/// The variables of a process after all its events.
fn at_the_end(violation: &Violation, process: usize) -> BTreeMap<&str, &str> {
    let mut variables = BTreeMap::new();
    for change in violation
        .trace
        .iter()
        .filter(|e| e.process == process)
        .flat_map(|e| &e.changes)
    {
        match &change.value {
            Some(value) => variables.insert(change.name.as_str(), value.as_str()),
            None => variables.remove(change.name.as_str()),
        };
    }
    variables
}

#[tass::model]
fn exchange(x: i64) {
    let other = 1 - mpi!(rank());
    let mut y = 0;
    let mut silent = vec![0];
    silent.push(5);
    mpi!(send(&x, to = other));
    mpi!(recv(&mut y, from = other));
    assert!(y == x + 1);
}

#[test]
fn a_receive_shows_what_it_received() {
    let report = exchange::model()
        .nprocs(2)
        .deadlock(tass::Deadlock::Absolute)
        .check();
    insta::assert_snapshot!(story(violation(&report)));
}

#[test]
fn a_deadlock_ends_with_where_the_processes_stand() {
    let report = exchange::model().nprocs(2).check();
    let violation = violation(&report);
    insta::assert_snapshot!(story(violation));
    // Nobody recorded the push, and it is visible all the same.
    assert_eq!(at_the_end(violation, 0)["silent"], "[0, 5]");
}

#[tass::model]
fn factorial(n: u32) -> u32 {
    let below = if n == 0 { 1 } else { factorial(n - 1) };
    assert!(n != 2);
    below * n
}

#[tass::model]
fn add(total: &mut [u32], by: u32) {
    let x = by * 2;
    total[1] += x;
}

#[tass::model]
fn helpers() {
    let mut x = [0, 0, 0];
    add(&mut x[1..3], 4);
    {
        let x = 7;
        assert!(x == 7);
        let y = x;
        mpi!(barrier());
        assert!(y == 7);
    }
    let f = factorial(3);
    assert!(f == 6);
}

#[test]
fn frames_scopes_and_recursion() {
    let report = helpers::model().nprocs(1).check();
    let violation = violation(&report);
    insta::assert_snapshot!(story(violation));
    let end = at_the_end(violation, 0);
    assert_eq!(end["x"], "[0, 0, 8]");
    assert_eq!(end["factorial::n"], "3");
    assert_eq!(end["factorial#2::n"], "2");
    assert!(!end.contains_key("add::x") && !end.contains_key("factorial#3::n"));
}

#[tass::model]
fn never_received() {
    let mut last = 0;
    if mpi!(rank()) == 0 {
        for i in 0..2 {
            mpi!(send(&i, to = 1));
            last = i + 10;
        }
        assert!(last == 11);
    } else {
        mpi!(recv(&mut last, from = 0));
    }
}

#[test]
fn an_ended_process_keeps_its_variables() {
    let report = never_received::model()
        .nprocs(2)
        .deadlock(tass::Deadlock::Absolute)
        .check();
    let violation = violation(&report);
    insta::assert_snapshot!(story(violation));
    assert_eq!(at_the_end(violation, 0)["last"], "11");
    assert_eq!(at_the_end(violation, 1)["last"], "0");
}

/// Both are inside at once.
#[tass::model]
fn no_lock() {
    let mut flag = shared!(false);
    flag = true;
    critical!({
        cover!(true);
    });
    flag = false;
}

#[test]
fn shared_variables_are_variables() {
    let report = no_lock::model().nprocs(2).check();
    insta::assert_snapshot!(story(violation(&report)));
}

#[tass::model]
fn long(n: usize) {
    assume!(n == 2_500);
    let rank = mpi!(rank());
    let mut a = vec![0; n];
    let mut x = 0;
    for i in 0..n {
        if rank == 0 {
            mpi!(send(&i, to = 1));
        } else {
            mpi!(recv(&mut x, from = 0));
        }
        a[i] = i + 1;
        collective_assert!(SAME: proc[0].i == i);
    }
    assert!(x + 1 != n);
}

#[test]
fn ten_thousand_events() {
    let report = long::model().nprocs(2).max_depth(100_000).check();
    let violation = violation(&report);
    assert!(violation.trace.len() > 10_000, "{}", violation.trace.len());
    let mut snapshots = violation
        .trace
        .iter()
        .filter(|e| e.kind == EventKind::Snapshot);
    assert_eq!(
        snapshots.next_back().unwrap().text,
        "snapshot 2500 for SAME"
    );
    // Of the long array only the beginning is told.
    let a = at_the_end(violation, 1)["a"].to_string();
    assert!(a.starts_with("[1, 2, 3, ") && a.ends_with(", …]"), "{a}");
    let told: usize = violation
        .trace
        .iter()
        .flat_map(|e| &e.changes)
        .map(|c| c.value.as_ref().map_or(0, String::len))
        .sum();
    assert!(told < 5_000_000, "{told}");
}
