//! The JSON of reports: pinned for each verdict, and the same as its documentation says.

use tass::prelude::*;
use tass::{Model, Report};

#[tass::data]
#[derive(Clone, Copy)]
struct Point {
    x: i64,
    y: f64,
}

#[tass::model]
fn refuted(n: u128, p: Point, all: Vec<(bool, i64)>) {
    assume!(n == 9_007_199_254_740_993 && 3.0 * p.y == 1.0 && all.len() == 1);
    let (rank, pick) = (mpi!(rank()), choose!(0..3));
    let mut x = 0i64;
    if rank == 0 {
        mpi!(send(&p.x, to = 1));
    } else {
        mpi!(recv(&mut x, from = 0));
        assert!(all[0].0 || pick != 1 && x == 0, "as it should be");
    }
}

#[tass::model]
fn deadlocked() {
    let mut x = 0;
    mpi!(recv(&mut x, from = 1 - mpi!(rank())));
}

#[tass::model]
fn verified(n: i64) {
    assert!(n * n >= 0);
}

#[tass::model]
fn vacuous(n: i64) {
    assume!(n > 3);
    assume!(n < 3);
}

#[tass::model]
fn inconclusive() {
    let mut n = 0;
    loop {
        n += 1;
        mpi!(barrier());
        assert!(n > 0);
    }
}

#[tass::model]
fn any_number() {
    let mut taken = shared!(false);
    while proc.iter().any(|p| p.taken) {}
    taken = true;
    critical!({});
    taken = false;
}

/// Without the times, which differ.
fn json(mut report: Report) -> String {
    report.stats.total_time = Default::default();
    report.stats.prover_time = Default::default();
    report.to_json()
}

fn reports() -> Vec<(&'static str, Report)> {
    let checked = |model: Model| model.check();
    vec![
        (
            "refuted",
            checked(refuted::model().nprocs(2).overflow(true)),
        ),
        ("deadlocked", checked(deadlocked::model().nprocs(2))),
        ("verified", checked(verified::model().nprocs(2))),
        ("vacuous", checked(vacuous::model().nprocs(1))),
        (
            "inconclusive",
            checked(inconclusive::model().nprocs(1).max_depth(5)),
        ),
        ("not_built", checked(verified::model().nprocs(0))),
        ("every", checked(any_number::model().nprocs_any())),
    ]
}

#[test]
fn one_of_each_verdict() {
    for (name, mut report) in reports() {
        // What it cost changes with the engine.
        report.stats = Default::default();
        insta::assert_snapshot!(name, report.to_json());
    }
}

/// The times are the only difference between two runs.
#[test]
fn same_bytes_again() {
    for ((name, one), (_, two)) in reports().into_iter().zip(reports()) {
        assert_eq!(json(one), json(two), "{name}");
    }
}

/// Every field is documented, and no other: the fields of the objects that the tables of
/// `src/json.md` describe.
#[test]
fn the_documentation_names_every_field() {
    let text = include_str!("../src/json.md");
    let section = |title: &str| -> Vec<String> {
        let (_, rest) = text.split_once(title).expect("a section");
        let rest = rest.split("\n## ").next().expect("its text");
        let rows = rest.lines().filter(|line| line.starts_with("| `"));
        let cells = rows.filter_map(|row| row.split('|').nth(1));
        let names = cells.flat_map(|cell| cell.split(','));
        let mut names: Vec<String> = names.map(|n| n.trim().trim_matches('`').into()).collect();
        names.sort();
        names
    };
    // The keys of the first object that starts after a text: they have its indentation.
    let report = refuted::model().nprocs(2).check().to_json();
    let keys = |after: &str| -> Vec<String> {
        let (_, object) = report.split_once(after).expect("there");
        let object = object.trim_start_matches('\n');
        let indent = &object[..object.len() - object.trim_start().len()];
        let lines = object.lines().take_while(|line| line.starts_with(indent));
        let own = lines.filter_map(|line| line.strip_prefix(indent)?.strip_prefix('"'));
        let mut keys: Vec<String> = own
            .filter_map(|key| Some(key.split_once('"')?.0.into()))
            .collect();
        keys.sort();
        keys
    };
    assert_eq!(keys("{"), section("\n## The report"));
    assert_eq!(
        keys("\"violations\": [\n    {"),
        section("\n## A violation")
    );
    assert_eq!(keys("\"location\": {"), section("\n## A location"));
    assert_eq!(keys("\"trace\": [\n        {"), section("\n## An event"));
    assert_eq!(keys("\"stats\": {"), section("\n## What it cost"));
}
