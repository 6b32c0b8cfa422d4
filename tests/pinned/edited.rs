//! Replays whose model has changed, and replays that say too little, or nonsense.

use tass::prelude::*;
use tass::report::{Steps, Value};
use tass::{Kind, Model, Replay, Report};

use crate::cases::kinds::PAIRS;
use crate::models::{Pair, Span, lists, lock, starts_once, structs};

/// What a test would run that was printed from this report, with another model.
fn pinned(report: &Report, model: Model) -> Replay {
    let violation = &report.violations()[0];
    let mut replay = tass::replay(model);
    for input in &violation.values {
        replay = replay.input(&input.name, input.value.clone().expect("small"));
    }
    for choice in &violation.choices {
        replay = replay.choices(choice.process, [choice.value.clone()]);
    }
    replay.schedule(&Steps(violation.schedule.clone()).to_string())
}

/// A pinned test passes when its model has been repaired, unless the repair excludes the execution.
#[test]
fn repaired_models_pass() {
    let mut excluded = Vec::new();
    for pair in PAIRS {
        let report = (pair.broken)().nprocs(2).check();
        match pinned(&report, (pair.repaired)().nprocs(2)).run() {
            Ok(()) => {}
            Err(report) => {
                let text = report.snapshot();
                assert!(text.contains("inconclusive[not_an_execution]"), "{text}");
                excluded.push(pair.kind.name());
            }
        }
    }
    // Those are the ones that were repaired by an assumption.
    let by_assumption = [
        "division_by_zero",
        "overflow",
        "aborted",
        "panic",
        "invalid_cast",
        "unwrap_none",
    ];
    assert_eq!(excluded, by_assumption);
}

#[tass::model]
fn doubles(n: u8, list: [i64; 2], span: Span) {
    assume!(n != 3);
    assert!(2 * n != 8 || list[0] != list[1] || span.first as i64 == span.len);
}

fn span(first: u8, len: i64) -> Span {
    Span { first, len }
}

#[test]
fn rust_values_are_inputs() {
    let replay = |n: u8| {
        tass::replay(doubles::model().nprocs(1))
            .input("n", n)
            .input("list", [1i64, 1])
            .input("span", span(1, 2))
    };
    assert_eq!(replay(4).run().unwrap_err().kinds(), [Kind::Assertion]);
    replay(5).run().expect("10 is not 8");
    let pair = Pair(true, (0.5, [1, 2]));
    assert_eq!(Value::from(pair).to_string(), "{0: true, 1: (1/2, [1, 2])}");
}

#[test]
fn mistakes_in_the_inputs() {
    let report = tass::replay(doubles::model().nprocs(1))
        .input("m", 1)
        .input("list", [1, 2, 3])
        .input("span", tass::record().field("first", true).field("len", 1))
        .run()
        .unwrap_err();
    insta::assert_snapshot!("inputs_of_scalars", report.snapshot());
    let report = tass::replay(structs::model().nprocs(1))
        .input("s", 5)
        .input("all", [tass::record().field("first", 1)])
        .input("pair", (1, 2))
        .run()
        .unwrap_err();
    insta::assert_snapshot!("inputs_of_structs", report.snapshot());
}

#[test]
fn assumptions_count() {
    let report = tass::replay(doubles::model().nprocs(1))
        .input("n", 3)
        .input("list", [1, 2])
        .input("span", span(0, 0))
        .run()
        .unwrap_err();
    insta::assert_snapshot!("assumption", report.snapshot());
}

#[test]
fn schedules_are_read() {
    let report = tass::replay(doubles::model().nprocs(1))
        .schedule("0 one")
        .run()
        .unwrap_err();
    assert!(report.snapshot().contains("`one` is no step"), "{report}");
    // Nothing, very often.
    let empty = tass::replay(doubles::model().nprocs(1)).schedule("()*99999999999999");
    let report = empty.run().unwrap_err();
    assert!(
        report.snapshot().contains("nothing in the parentheses"),
        "{report}"
    );
}

/// A choice that nobody asks for any more does not keep an execution from coming back to where it
/// was.
#[test]
fn choices_that_nobody_asks_for() {
    let spinning = tass::replay(crate::models::lock::model().nprocs(1));
    spinning.choices(9, [1]).run().expect("fine");
}

#[test]
fn the_range_of_an_unsigned_input() {
    let replay = |model: Model, n: i64| {
        tass::replay(model.nprocs(1))
            .input("n", n)
            .input("list", [1, 2])
            .input("span", span(0, 0))
            .run()
    };
    let bytes = |model: Model, n: i64| tass::replay(model.nprocs(1)).input("a", [n]).run();
    for overflow in [true, false] {
        let doubles = || doubles::model().overflow(overflow);
        assert!(replay(doubles(), -1).is_err());
        replay(doubles(), 100).expect("fine");
        assert!(replay(doubles(), 300).is_err());
        let bytes_only = || bytes_only::model().overflow(overflow);
        bytes(bytes_only(), 255).expect("fine");
        let text = bytes(bytes_only(), 256).unwrap_err().to_string();
        let wanted = "`a[0]` is 256, but an integer from 0 to 255 is wanted";
        assert!(text.contains(wanted), "{text}");
    }
}

#[tass::model]
fn bytes_only(a: &[u8]) {
    assert!(a.len() < 2);
}

#[test]
fn empty_lists_and_wrong_arrays() {
    let report = tass::replay(lists::model().nprocs(1))
        .input("none", [0; 0])
        .input("deep", [vec![], vec![(false, 1)]])
        .input("_unit", ())
        .input("zeros", vec![0; 20])
        .run()
        .unwrap_err();
    assert_eq!(report.kinds(), [Kind::Assertion], "{report}");
}

#[tass::model]
fn counts() {
    let mut n = 0u64;
    loop {
        n += 1;
        assert!(n > 0);
        mpi!(barrier());
    }
}

#[test]
fn executions_without_end() {
    // Back where it was: for ever fine.
    tass::replay(lock::model().nprocs(1)).run().expect("alone");
    // Everybody waits: a deadlock, even if the schedule does not say so.
    let report = tass::replay(starts_once::model().nprocs(1)).run();
    assert_eq!(report.unwrap_err().kinds(), [Kind::Deadlock]);
    // Never where it was: who knows.
    let report = tass::replay(counts::model().nprocs(2).max_depth(1000)).run();
    let text = report.unwrap_err().snapshot();
    assert!(text.contains("inconclusive[max_depth]"), "{text}");
}

#[test]
fn replays_have_a_number_of_processes() {
    let report = tass::replay(starts_once::model().nprocs_any()).run();
    let text = report.unwrap_err().snapshot();
    assert!(
        text.contains("a replay needs a number of processes"),
        "{text}"
    );
}
