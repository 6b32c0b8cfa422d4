//! What a newcomer reads in the first hour: the words of reports on small models, with small
//! mistakes.

use tass::prelude::*;

#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    x: i64,
    y: i64,
}

#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pair(i64, bool);

/// The text of a refuted model.
fn refuted(model: tass::Model) -> String {
    let report = model.check();
    assert!(report.is_refuted(), "{report}");
    report.snapshot()
}

#[track_caller]
fn says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

#[tass::model]
fn equal(a: i64, b: i64) {
    assert_eq!(a + 1, b, "{a} and {} differ by {:?}", b, a);
}

#[tass::model]
fn unequal(a: i64) {
    assert_ne!(a, 3);
}

#[test]
fn assert_eq_shows_a_comparison_and_both_sides() {
    let text = refuted(equal::model().nprocs(1));
    says(
        &text,
        &[
            "values in `a + 1 == b`:\n  a + 1 = 1\n  b     = 0\n  a     = 0\n",
            "^ 0 and 0 differ by 0\n",
        ],
    );
    let text = refuted(unequal::model().nprocs(1));
    says(&text, &["values in `a != 3`:\n  a = 3\n"]);
}

const LIMIT: i64 = 3;

#[tass::model]
fn too_large(a: i64, p: Point) {
    if a > LIMIT {
        panic!(
            "{} is above {LIMIT}, by {}; {{{p:?}}} and {0}",
            a,
            a - LIMIT
        );
    }
}

#[tass::model]
fn never_here(a: i64) {
    if a > 3 {
        unreachable!("but a is {a}, not {}, and {b}", 3, b = a);
    }
}

#[test]
fn messages_have_their_values() {
    let text = refuted(too_large::model().nprocs(1));
    // What only rustc knows stays as it is written.
    let message = "4 is above {LIMIT}, by 1; {Point { x: 0, y: 0 }} and 4\n";
    says(&text, &[message]);
    let text = refuted(never_here::model().nprocs(1));
    says(&text, &["^ but a is 4, not 3, and 4\n"]);
}

#[tass::model]
fn structs(p: Point, q: Pair) {
    let both = [p, Point { y: 7, ..p }];
    assert!(both[1].x + q.0 < 4);
}

#[test]
fn structs_are_shown_as_rust_writes_them() {
    let text = refuted(structs::model().nprocs(1));
    says(
        &text,
        &[
            "  p = Point { x: 0, y: 0 }\n  q = Pair(4, false)\n",
            "both = [Point { x: 0, y: 0 }, Point { x: 0, y: 7 }]",
        ],
    );
}

#[tass::model]
fn send_point() {
    let mut p = Point { x: 1, y: 2 };
    if mpi!(rank()) == 0 {
        mpi!(send(&p, to = 1));
    } else {
        let status = mpi!(recv(&mut p, from = 0));
        assert!(p.x == 2 && status.count == 1);
    }
}

#[test]
fn what_is_sent_is_shown_as_rust_writes_it() {
    let text = refuted(send_point::model().nprocs(2));
    says(&text, &["send Point { x: 1, y: 2 } to 1"]);
}

#[tass::model]
fn ends_early() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut x, from = 1, tag = 3));
    } else {
        mpi!(send(&x, to = 0, tag = 4));
    }
}

#[test]
fn who_has_ended_is_said_of_the_process() {
    let model = ends_early::model().nprocs(2);
    let report = model.deadlock(tass::Deadlock::Absolute).check();
    let blocked = &report.violations()[0].blocked;
    assert_eq!(
        blocked[0].waits_for,
        "a message from process 1 with tag 3, but it has ended; a message with tag 4 from process 1 is there, but \
         does not match"
    );
}

#[tass::model]
fn nobody() {
    let rank = mpi!(rank());
    let next = if rank == 0 { PROC_NULL } else { rank - 1 };
    mpi!(send(&rank, to = next));
    assert!(next < 2);
}

#[tass::model]
fn to_any() {
    mpi!(send(&1, to = ANY));
}

#[test]
fn constants_are_called_by_their_names() {
    let text = refuted(nobody::model().nprocs(1));
    says(&text, &["values in `next < 2`:\n  next = PROC_NULL\n"]);
    let text = refuted(to_any::model().nprocs(1));
    says(&text, &["`to` is ANY, but ranks go from 0 to 0"]);
}

#[tass::model]
fn largest(n: usize) {
    let other = n;
    assert!(other != PROC_NULL);
}

#[test]
fn an_input_is_a_number() {
    let text = refuted(largest::model().nprocs(1));
    says(&text, &["inputs:\n  n = 18446744073709551615\n"]);
}

#[tass::model]
fn returns_a_sum(a: i64) -> i64 {
    a + 1
}

#[tass::model]
fn puts_out_a_sum(a: i64) {
    output!(sum = a + 1);
}

#[tass::model]
fn puts_out_nothing(a: i64) {
    assert!(a + 1 > a);
}

#[test]
fn a_returned_value_is_no_output() {
    let model = puts_out_a_sum::model().nprocs(1);
    let text = model.spec(returns_a_sum::model()).check().snapshot();
    says(
        &text,
        &["a returned value is not an output: add `output!(sum = ..)` in `returns_a_sum`"],
    );
    let model = puts_out_nothing::model().nprocs(1);
    let text = model.spec(returns_a_sum::model()).check().snapshot();
    says(&text, &["a returned value is not an output: say in both"]);
}

#[tass::model]
fn untyped_literal() {
    let mut x = 0u64;
    if mpi!(rank()) == 0 {
        mpi!(send(&7, to = 1));
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

#[tass::model]
fn untyped_variable() {
    let y = 7;
    let mut x = 0u64;
    if mpi!(rank()) == 0 {
        mpi!(send(&y, to = 1));
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

#[tass::model]
fn typed() {
    let mut x = 0u64;
    if mpi!(rank()) == 0 {
        mpi!(send(&7i64, to = 1));
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

#[test]
fn a_number_whose_type_nothing_says_is_named() {
    let text = refuted(untyped_literal::model().nprocs(2));
    says(
        &text,
        &["nothing says the type of `7`, so it is `i32`, as in Rust: write `7_u64`"],
    );
    let text = refuted(untyped_variable::model().nprocs(2));
    says(
        &text,
        &[
            "nothing says the type of `y`, so it is `i32`, as in Rust: say that it is `u64` where it is declared",
        ],
    );
    let text = refuted(typed::model().nprocs(2));
    assert!(!text.contains("nothing says"), "{text}");
}

#[tass::model]
fn quotient(a: i64, b: i64) {
    let k = 3 + a / (b - 1);
    assert!(2 * k == k + k);
}

#[tass::model]
fn own_root() {
    let rank = mpi!(rank());
    let mut x = 0;
    mpi!(bcast(&mut x, root = rank));
}

#[test]
fn carets_are_under_the_part_that_is_meant() {
    let report = quotient::model().nprocs(1).check();
    let location = report.violations()[0].location.as_ref();
    assert_eq!(location.map(|l| l.snippet()), Some("b - 1"), "{report}");
    let report = own_root::model().nprocs(2).check();
    let location = report.violations()[0].location.as_ref();
    assert_eq!(location.map(|l| l.snippet()), Some("rank"), "{report}");
}

#[tass::model]
fn nothing_asserted() {
    let mut x = 0usize;
    let other = 1 - mpi!(rank());
    mpi!(sendrecv(&other, to = other, &mut x, from = other));
}

#[test]
fn a_proof_says_what_was_checked() {
    let text = nothing_asserted::model().nprocs(2).check().to_string();
    says(
        &text,
        &[
            "no condition left to prove",
            "checked: no assertions; as always deadlocks, messages, indices and arithmetic",
        ],
    );
    assert!(!text.contains(" 0 obligations"), "{text}");
}

#[test]
fn the_first_line_says_what_is_wrong() {
    let report = unequal::model().nprocs(1).check();
    let first = "model `unequal` with 1 process: assertion failed: `a != 3`";
    assert_eq!(report.headline(), first);
    assert!(format!("{report:?}").starts_with(first));
}
