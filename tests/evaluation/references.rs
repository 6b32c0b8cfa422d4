//! References in vectors, through `min` and `max`, and on the right of `+=`.

use super::*;

#[tass::model]
fn in_a_vector() {
    let (mut a, mut b) = (1i64, 2i64);
    let mut rs = Vec::new();
    rs.push(&mut a);
    rs.push(&mut b);
    *rs[1] = 7;
    *rs[0] += 1;
    assert!(a == 1 || b != 7);
}

#[tass::model]
fn in_a_declared_vector() {
    let mut a = 1i64;
    let mut rs: Vec<&mut i64> = vec![];
    rs.push(&mut a);
    *rs[0] = 5;
    assert!(a == 5);
}

#[tass::model]
fn coerced() {
    let (a, mut b) = (1i64, 2i64);
    let mut rs: Vec<&i64> = Vec::new();
    rs.push(&a);
    rs.push(&mut b);
    assert!(*rs[0] == 1 && *rs[1] == 2);
}

#[tass::model]
fn division_first(z: i64) {
    let mut a = 1i64;
    let rs = [&mut a];
    let k = rs.len();
    *rs[k] += 1 / z;
}

#[tass::model]
fn number_first() {
    let mut i = 0;
    let mut a = [0i64; 3];
    a[i] += {
        i = 1;
        let t = 5;
        t
    };
    a[i] *= if next(&mut i) > 3 { a[i] } else { i as i64 };
    i -= 1;
    assert!(a == [0, 5, 0] && i == 1);
}

panics! {
    in_a_vector(): Assertion;
    division_first(0): DivisionByZero;
}

holds! {
    in_a_declared_vector();
    coerced();
    number_first();
}

#[tass::model]
fn greater() {
    let (mut a, mut b) = (1i64, 2i64);
    *std::cmp::max(&mut a, &mut b) = 9;
    assert!(b == 2);
}

#[tass::model]
fn greater_named() {
    let (mut a, mut b) = (1i64, 2i64);
    let m = std::cmp::max(&mut a, &mut b);
    *m += 9;
    assert!(b == 2);
}

#[tass::model]
fn greater_by_method() {
    let (mut a, mut b) = (1i64, 2i64);
    let (r, s) = (&mut a, &mut b);
    *r.max(s) = 9;
    assert!(b == 2);
}

#[tass::model]
fn set(r: &mut i64) {
    *r = 9;
}

#[tass::model]
fn greater_handed_on() {
    let (mut a, mut b) = (1i64, 2i64);
    set((&mut a).max(&mut b));
    assert!(b == 2);
}

#[tass::model]
fn borrowed_again() {
    let (mut a, mut b, mut c) = (1i64, 2i64, 7i64);
    let r = &mut *(&mut a).clamp(&mut b, &mut c);
    *r = 9;
    assert!(b == 2);
}

/// What is written to the greater one would be lost.
#[test]
fn are_not_lost() {
    let models = [
        greater::model(),
        greater_named::model(),
        greater_by_method::model(),
        greater_handed_on::model(),
        borrowed_again::model(),
    ];
    for model in models {
        let report = model.nprocs(1).check();
        assert!(!report.is_verified() && !report.is_refuted(), "{report}");
    }
}
