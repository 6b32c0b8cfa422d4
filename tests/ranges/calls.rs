//! Calls that panic in Rust, or have no value.

use super::*;

#[tass::model]
fn copied(n: usize, m: usize) {
    let mut a = vec![0; n];
    let b = vec![1; m];
    a.copy_from_slice(&b);
    assert!(a.len() == n);
}

#[tass::model]
fn copied_alike(n: usize) {
    let mut a = vec![0; n];
    let mut c = [0; 3];
    a.copy_from_slice(&vec![1; n]);
    c[1..].copy_from_slice(&[5, 6]);
    assert!(a.iter().all(|x| *x == 1) && c == [0, 5, 6]);
}

#[tass::model]
fn swapped(i: usize) {
    let mut a = [1, 2, 3];
    a.swap(1, i);
}

#[tass::model]
fn clamped(low: i32, high: i32) {
    let x = 3.clamp(low, high);
}

#[tass::model]
fn clamped_float(low: f64) {
    let x = 3.5_f64.clamp(low, 1.0);
}

#[tass::model]
fn no_step(n: usize) {
    let mut last = 0;
    for i in (0..3).step_by(n) {
        last = i;
        if last == 2 {
            break;
        }
    }
}

#[tass::model]
fn some_step(n: usize) {
    let mut last = 0;
    assume!(n > 0);
    for i in (0..3).step_by(n) {
        last = i;
    }
    assert!(last <= 2);
}

#[test]
fn panic_where_rust_does() {
    refuted(copied::model().nprocs(1), Kind::OutOfBounds);
    verified(copied_alike::model().nprocs(1));
    refuted(swapped::model().nprocs(1), Kind::OutOfBounds);
    refuted(clamped::model().nprocs(1), Kind::Panic);
    refuted(clamped_float::model().nprocs(1), Kind::Panic);
    refuted(no_step::model().nprocs(1), Kind::Panic);
    verified(some_step::model().nprocs(1));
}

#[tass::model]
fn sign(x: f64) {
    assume!(x != 0.0);
    assert!(x.signum() * x > 0.0);
}

#[tass::model]
fn sign_of_zero() {
    let x = 0.0_f64;
    assert!(x.signum() == 1.0);
}

/// A zero has a sign in Rust, and none here.
#[test]
fn the_sign_of_a_float() {
    verified(sign::model().nprocs(1));
    let report = sign_of_zero::model().nprocs(1).check();
    assert!(report.to_string().contains("-0.0"), "{report}");
    assert!(!report.is_verified() && !report.is_refuted());
}

#[tass::model]
fn without_a_value() {
    let rank = mpi!(rank());
    let x;
    if rank == 0 {
        collective_assert!(A: proc[0].rank == 0);
        x = 1;
    } else {
        x = 2;
        collective_assert!(A: proc[0].x == 1);
    }
    assert!(x > 0);
}

#[test]
fn a_variable_of_another_without_a_value() {
    let report = without_a_value::model().nprocs(2).check();
    let text = report.to_string();
    assert!(
        text.contains("`x` has no value yet where process 0 meets"),
        "{text}"
    );
}
