//! Class 2: a pattern behind `&mut` binds references.

use super::*;

#[tass::model]
fn tuple() {
    let mut p = (1i64, 2i64);
    let (a, b) = &mut p;
    *a += 10;
    *b += *a;
    assert!(p == (1, 2));
}

#[tass::model]
fn structure() {
    let mut p = Pt { a: 1, b: 2 };
    let Pt { a, b } = &mut p;
    *a = *b + 1;
    *b = 0;
    assert!(p == Pt { a: 1, b: 2 });
}

#[tass::model]
fn nested() {
    let mut p = ((1i64, 2i64), [3i64, 4]);
    let ((a, _), c) = &mut p;
    *a = 7;
    c[1] = *a;
    assert!(p.0.0 == 1 || p.1[1] == 4);
}

#[tass::model]
fn parameter((a, b): &mut (i64, i64)) {
    *a = *b;
}

#[tass::model]
fn through_a_parameter() {
    let mut p = (1i64, 2i64);
    parameter(&mut p);
    assert!(p.0 == 1);
}

#[tass::model]
fn of_a_variable() {
    let mut p = (1i64, 2i64);
    let r = &mut p;
    let (a, b) = r;
    *b = 5;
    *a = 6;
    assert!(p == (6, 5));
}

#[tass::model]
fn compared() {
    let (mut a, mut b) = (1i64, 1i64);
    let (t, u) = ([&mut a], [&mut b]);
    assert!(t != u);
}

/// What they refer to is equal; their addresses are not.
#[test]
fn are_not_compared() {
    let report = compared::model().nprocs(1).check();
    assert!(!report.is_verified() && !report.is_refuted(), "{report}");
}

panics! {
    tuple(): Assertion;
    structure(): Assertion;
    nested(): Assertion;
    through_a_parameter(): Assertion;
}

holds! {
    of_a_variable();
}
