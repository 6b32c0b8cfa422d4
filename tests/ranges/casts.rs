//! Casts that fit are exact, others are violations.

use super::*;

#[tass::model]
fn narrowed(x: u32) {
    assert!((x as u8) as u32 == x);
}

#[tass::model]
fn narrowed_signed(x: i64) {
    let y = x as i32;
}

#[tass::model]
fn negative(x: i8) {
    let y = x as u64;
}

#[tass::model]
fn too_large(x: usize) {
    let y = x as i64;
}

/// Widening costs nothing, not even of a number that has left its type.
#[tass::model]
fn widened(a: u32, b: usize, c: i32, d: u8, e: bool) {
    assert!((a + 1) as u64 == a as u64 + 1);
    assert!((b + 1) as u64 > b as u64);
    assert!((c - 1) as i64 == c as i64 - 1);
    assert!(d as i16 >= 0 && d as i16 <= 255 && e as u8 <= 1);
}

#[tass::model]
fn guarded(x: i64) {
    if x >= 0 && x <= 255 {
        assert!((x as u8) as i64 == x);
    }
    if x >= -128 && x < 128 {
        assert!((x as i8) as i64 == x);
    }
}

#[tass::model]
fn truncated(x: f64) {
    assert!(-0.5 as u32 == 0 && 1.9 as u32 == 1 && -1.9 as i32 == -1);
    assume!(x > -1.0 && x < 256.0);
    let y = x as u8;
    assert!(y as f64 <= x || x < 0.0 && y == 0);
}

#[tass::model]
fn saturated(x: f64) {
    assume!(x >= -1.5 && x <= 0.0);
    let y = x as u32;
}

#[tass::model]
fn saturated_above(x: f64) {
    assume!(x >= 0.0 && x <= 256.0);
    let y = x as u8;
}

/// A cast tells nothing about the type of a variable: `x` is an `i32`, the literal a `u64`.
#[tass::model]
fn of_a_variable() {
    let x = 0;
    let y = x as usize;
    let z = x - 1;
    assert!(z == -1 && y == 0);
    assert!(5000000000 as u64 > 4294967295 && -1 as i64 == -1);
    let w = 200;
    let v = w as u8;
    assert!(w + 100 == 300 && v == 200);
}

#[test]
fn that_fit_are_exact() {
    for model in [
        widened::model,
        guarded::model,
        truncated::model,
        of_a_variable::model,
    ] {
        verified(model().nprocs(1));
    }
    verified(of_a_variable::model().nprocs(1).overflow(true));
}

#[test]
fn that_would_wrap_or_saturate_are_violations() {
    for model in [
        narrowed::model,
        narrowed_signed::model,
        negative::model,
        too_large::model,
        saturated::model,
        saturated_above::model,
    ] {
        refuted(model().nprocs(1), Kind::InvalidCast);
        refuted(model().nprocs(1).overflow(true), Kind::InvalidCast);
    }
}
