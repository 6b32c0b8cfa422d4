//! The engine with a communication model that is not MPI, and a front end that is not the macros:
//! nothing in `tass-core` may need either.
//!
//! `mailbox.rs` is the model to read for those who want to bring their own.

#![allow(missing_docs)]

mod mailbox;
mod source;

use tass_core::report::Kind;
use tass_core::{Options, Report, Violations, check};

use self::mailbox::Mailbox;
use self::source::parse;

fn options(nprocs: usize) -> Options {
    let mut options = Options::default();
    options.nprocs = nprocs;
    options
}

fn run(text: &str, nprocs: usize) -> Report {
    check(&parse(text), &Mailbox, &options(nprocs))
}

/// Reduced and not reduced, looking for everything: the same verdict and the same kinds.
fn kinds(text: &str, nprocs: usize) -> Vec<Kind> {
    let mut options = options(nprocs);
    options.violations = Violations::All;
    let reduced = check(&parse(text), &Mailbox, &options);
    options.reduction = false;
    let full = check(&parse(text), &Mailbox, &options);
    assert_eq!(reduced.verdict(), full.verdict(), "{reduced}\n{full}");
    assert_eq!(reduced.kinds(), full.kinds(), "{reduced}\n{full}");
    reduced.kinds()
}

/// Two letters, one after the other: the second finds room when the first is taken.
const HAND_OVER: &str = "
fn hand_over(n: i64) {
    if rank() == 0 {
        put(letter = n);
        put(letter = n + 1);
    } else {
        let mut x = 0;
        let mut y = 0;
        take(into = &mut x);
        take(into = &mut y);
        assert!(x == n);
        assert!(y == x + 1);
    }
}
";

/// Nothing keeps a process from taking its own letter before the other one does.
const THERE_AND_BACK: &str = "
fn there_and_back(n: i64) {
    let mut x = n;
    if rank() == 0 {
        put(letter = x);
        take(into = &mut x);
        assert!(x == n + 1);
    } else {
        take(into = &mut x);
        put(letter = x + 1);
    }
}
";

/// Everybody but process 0 puts its rank, one after the other in any order.
const SUM: &str = "
fn sum(n: i64) {
    if rank() == 0 {
        let mut sum = 0;
        let mut k = 1;
        while k < size() {
            let mut x = 0;
            take(into = &mut x);
            sum = sum + x;
            k = k + 1;
        }
        assert!(sum == n + n);
    } else {
        put(letter = n);
    }
}
";

/// As if the letters came in the order of ranks.
const RACE: &str = "
fn race(n: i64) {
    let mut x: i64 = 0;
    let mut y: i64 = 0;
    if rank() == 0 {
        take(into = &mut x);
        take(into = &mut y);
        assert!(x <= y);
    } else {
        if rank() == 1 {
            put(letter = n);
        } else {
            put(letter = n + 1);
        }
    }
}
";

/// All take before anybody puts.
const NOBODY_BEGINS: &str = "
fn nobody_begins() {
    let mut x = 0;
    take(into = &mut x);
    put(letter = x + 1);
}
";

/// The second of two letters finds no room, unless somebody takes the first.
const NO_ROOM: &str = "
fn no_room(n: i64) {
    let mut x = 0;
    if rank() == 0 {
        put(letter = n);
        put(letter = n);
    } else {
        put(letter = x);
        take(into = &mut x);
    }
}
";

const LEFT_BEHIND: &str = "
fn left_behind(n: i64) {
    if rank() == 0 {
        put(letter = n + 1);
    }
}
";

const ANOTHER_TYPE: &str = "
fn another_type() {
    if rank() == 0 {
        put(letter = true);
    } else {
        let mut x: i64 = 0;
        take(into = &mut x);
    }
}
";

const WRONG_USAGE: &str = "
fn wrong_usage() {
    let mut x = 0;
    post(letter = x);
    put();
    take(from = 1, into = &mut x);
    put(letter = nowhere);
}
";

const SEVERAL_VALUES: &str = "
fn several_values() {
    put(letter = [1, 2]);
}
";

/// States and steps are pinned: what a change to the engine costs shows here.
#[test]
fn verified() {
    let counts = |text, nprocs| {
        let report = run(text, nprocs);
        assert!(report.is_verified(), "{report}");
        let stats = report.stats();
        (stats.states, stats.steps)
    };
    assert_eq!([counts(HAND_OVER, 2), counts(SUM, 3)], [(7, 6), (11, 11)]);
}

#[test]
fn reduction_changes_nothing() {
    assert_eq!(kinds(HAND_OVER, 2), []);
    assert_eq!(kinds(THERE_AND_BACK, 2), [Kind::Assertion]);
    assert_eq!(kinds(SUM, 3), []);
    assert_eq!(kinds(SUM, 2), [Kind::Assertion]);
    assert_eq!(kinds(RACE, 3), [Kind::Assertion]);
    assert_eq!(kinds(NOBODY_BEGINS, 3), [Kind::Deadlock]);
    assert_eq!(kinds(NO_ROOM, 2), [Kind::Deadlock]);
    assert_eq!(kinds(LEFT_BEHIND, 2), [Kind::UnreceivedMessage]);
    assert_eq!(kinds(ANOTHER_TYPE, 2), [Kind::TypeMismatch]);
}

#[test]
fn there_and_back() {
    insta::assert_snapshot!(run(THERE_AND_BACK, 2).snapshot());
}

#[test]
fn race() {
    insta::assert_snapshot!(run(RACE, 3).snapshot());
}

#[test]
fn nobody_begins() {
    insta::assert_snapshot!(run(NOBODY_BEGINS, 2).snapshot());
}

#[test]
fn no_room() {
    insta::assert_snapshot!(run(NO_ROOM, 2).snapshot());
}

#[test]
fn left_behind() {
    insta::assert_snapshot!(run(LEFT_BEHIND, 2).snapshot());
}

#[test]
fn another_type() {
    insta::assert_snapshot!(run(ANOTHER_TYPE, 2).snapshot());
}

#[test]
fn wrong_usage() {
    insta::assert_snapshot!(run(WRONG_USAGE, 2).snapshot());
}

#[test]
fn several_values() {
    insta::assert_snapshot!(run(SEVERAL_VALUES, 1).snapshot());
}
