//! `<` and its kin on tuples, arrays, vectors and structs; and models that are out of any
//! proportion, which must end in a verdict.

#![allow(clippy::all, reason = "odd forms on purpose")]

use tass::prelude::*;
use tass::{Kind, Model};

fn verified(model: Model) {
    let report = model.nprocs(1).check();
    assert!(report.is_verified(), "{report}");
}

fn refuted(model: Model) {
    let report = model.nprocs(1).check();
    assert_eq!(report.kinds(), [Kind::Assertion], "{report}");
}

#[tass::model]
fn tuples(a: (i64, i64), b: (i64, i64), c: (i64, i64)) {
    assert!((1, 5) < (2, 0) && (1, 5) < (1, 6) && (1, 5) <= (1, 5) && (2, 0) > (1, 9));
    assert!((a < b) == (a.0 < b.0 || a.0 == b.0 && a.1 < b.1));
    assert!((a <= b) == !(b < a) && (a >= b) == (b <= a));
    assert!(!(a < b && b < c) || a < c);
    assert!((a <= b && b <= a) == (a == b));
    assert!((false, a.0) < (true, b.0));
}

#[tass::model]
fn wrong_tuples(a: (i64, i64), b: (i64, i64)) {
    assert!(!(a < b) || a.1 < b.1);
}

#[tass::model]
fn arrays(a: [i64; 3], b: [i64; 3]) {
    assert!([1, 2, 3] < [1, 3, 0] && [[1, 2], [3, 4]] < [[1, 2], [3, 5]]);
    assert!(!(a < b) || a[0] <= b[0]);
    assert!((a >= b) == !(a < b));
    assert!(vec![1, 2] < vec![1, 2, 0] && !(vec![1, 2] < vec![1, 2]) && vec![2] > vec![1, 9]);
}

#[tass::model]
fn wrong_arrays(a: [i64; 3], b: [i64; 3]) {
    assert!(!(a < b) || a[2] <= b[2]);
}

#[tass::model]
fn vectors(a: Vec<i64>, b: Vec<i64>) {
    assume!(a.len() > 0 && b.len() > 0);
    if a[0] < b[0] {
        assert!(a < b);
    }
    if a < b {
        assert!(a[0] <= b[0]);
    }
}

#[tass::model]
fn wrong_vectors(a: Vec<i64>, b: Vec<i64>) {
    assume!(a.len() < b.len());
    assert!(a < b);
}

#[test]
fn order_of_aggregates() {
    verified(tuples::model());
    refuted(wrong_tuples::model());
    verified(arrays::model());
    refuted(wrong_arrays::model());
}

#[test]
fn order_of_vectors_of_any_length() {
    verified(vectors::model());
    refuted(wrong_vectors::model());
}

/// So many writes that nothing is known of: too many to follow, but that is a verdict.
#[tass::model]
fn many_writes(a: Vec<i64>, k: Vec<usize>) {
    let mut a = a;
    assume!(k.len() == 20000 && k.iter().all(|i| *i < a.len()));
    for i in 0..20000 {
        a[k[i]] = 1;
    }
    assert!(a[0] == 1);
}

#[tass::model]
fn some_writes(a: Vec<i64>, k: Vec<usize>) {
    let mut a = a;
    assume!(k.len() == 1200 && k.iter().all(|i| *i < a.len()));
    for i in 0..1200 {
        a[k[i]] = 1;
    }
    assert!(a[k[0]] == 1);
}

#[test]
fn writes_that_depend_on_inputs() {
    let report = some_writes::model().nprocs(1).check();
    assert!(!report.is_refuted(), "{report}");
    let report = many_writes::model().nprocs(1).max_depth(1_000_000).check();
    println!("{report}");
    assert!(!report.is_verified() && !report.is_refuted(), "{report}");
}
