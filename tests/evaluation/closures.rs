//! What closures are made of: terms, of which nothing is evaluated outside of them.

use super::*;

#[tass::model]
fn quotient(a: i64, b: i64) -> i64 {
    let c = if b == 0 { 1 } else { b };
    a / c
}

#[tass::model]
fn fails(a: i64, b: i64) -> bool {
    let _unused = a / b;
    true
}

/// The fields in another order than declared.
#[tass::model]
fn fields(z: i64) {
    assert!((0..3).all(|i| {
        Pt {
            b: 12 / (z - i),
            a: i,
        }
        .a == i
    }));
}

#[tass::model]
fn fields_hold() {
    assert!((0..3).all(|i| {
        Pt {
            b: 12 / (i + 1),
            a: i,
        }
        .b > 3
    }));
}

#[tass::model]
fn arms(z: i64) {
    assert!((0..3).all(|i| if i == z { 7 / (i - 1) > 0 } else { true } || z != 1));
}

#[tass::model]
fn arms_hold(z: i64) {
    let z = if z == 1 { 2 } else { z };
    assert!((0..3).all(|i| if i == z { 7 / (i - 1) != 0 } else { true }));
}

#[tass::model]
fn called(z: i64) {
    assert!((0..3).all(|i| fails(i, z)));
}

#[tass::model]
fn called_hold(z: i64) {
    let z = z % 4;
    assert!((0..3).map(|i| quotient(i * z, z)).sum::<i64>() == if z == 0 { 0 } else { 3 });
}

panics! {
    fields(1): DivisionByZero;
    arms(1): DivisionByZero;
    called(0): DivisionByZero;
}
holds! {
    fields_hold();
    arms_hold(2);
    called_hold(2);
}
