//! What other editions of Rust allow: this crate is of edition 2021.

#![allow(unused, clippy::all, reason = "odd forms on purpose")]

use tass::prelude::*;

#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pt {
    a: i64,
    b: i64,
}

/// `a` is a copy here, and `b` a reference.
#[tass::model]
fn tuple() {
    let mut p = (1i64, 2i64);
    let (mut a, b) = &mut p;
    a += 1;
    *b += a;
    assert!(p == (2, 4));
}

#[tass::model]
fn structure() {
    let mut p = Pt { a: 1, b: 2 };
    let Pt { mut a, b } = &mut p;
    a += 10;
    *b += a;
    assert!(p.a == 11);
}

#[tass::model]
fn set((mut a, b): &mut (i64, i64)) {
    a += 1;
    *b = a;
}

#[tass::model]
fn parameter() {
    let mut p = (1i64, 2i64);
    set(&mut p);
    assert!(p.0 == 2);
}

#[tass::model]
fn reference() {
    let x = 5i64;
    let mut t = (1i64, &x);
    let (a, &(mut b)) = &mut t;
    b += 1;
    *a = b;
    assert!(*t.1 == 6);
}

/// By value they mean the same in every edition.
#[tass::model]
fn by_value() {
    let x = 5i64;
    let (mut a, &b) = (1i64, &x);
    let &(mut c, d) = &(1i64, 2i64);
    a += b;
    c += d;
    assert!(a == 6 && c == 3);
}

#[test]
fn copies_behind_references_are_refused() {
    let models = [
        tuple::model(),
        structure::model(),
        parameter::model(),
        reference::model(),
    ];
    for model in models {
        let report = model.nprocs(1).check();
        let text = report.to_string();
        assert!(text.contains("in a pattern behind `&mut`"), "{report}");
    }
    by_value();
    let report = by_value::model().nprocs(1).check();
    assert!(report.is_verified(), "{report}");
}
