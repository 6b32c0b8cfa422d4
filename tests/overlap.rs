//! MPI forbids that the two buffers of a `sendrecv` overlap: decided on fields and ranges of
//! indices.
//!
//! rustc does not refuse it, since `mpi!` reads what is sent before it borrows the other buffer:
//! parts of one array are fine.
#![allow(
    clippy::borrow_deref_ref,
    clippy::redundant_slicing,
    reason = "ways to write a buffer are what is tested"
)]

use tass::prelude::*;
use tass::{Kind, Model};

fn overlaps(model: &Model, message: &str) {
    let report = model.clone().nprocs(2).check();
    assert_eq!(report.kinds(), [Kind::OverlappingBuffers], "{report}");
    assert_eq!(report.violations()[0].message, message, "{report}");
}

fn is_fine(model: &Model) {
    let report = model.clone().nprocs(2).check();
    assert!(report.is_verified(), "{report}");
}

#[tass::model]
fn halves(n: usize) {
    assume!(n < 4);
    let other = 1 - mpi!(rank());
    let mut u = vec![other; 2 * n];
    mpi!(sendrecv(&u[..n], to = other, &mut u[n..], from = other));
}

#[tass::model]
fn shifted(n: usize) {
    assume!(n < 4);
    let other = 1 - mpi!(rank());
    let mut u = vec![other; 2 * n + 1];
    mpi!(sendrecv(&u[..n + 1], to = other, &mut u[n..], from = other));
}

/// Only where the two ends meet.
#[tass::model]
fn ends(n: usize) {
    assume!(n > 0 && n < 1000);
    let other = 1 - mpi!(rank());
    let mut u = vec![other; n];
    mpi!(sendrecv(&u[0], to = other, &mut u[n - 1], from = other));
}

/// What has no elements overlaps nothing.
#[tass::model]
fn nothing() {
    let other = 1 - mpi!(rank());
    let mut u = [other; 3];
    mpi!(sendrecv(&u[1..1], to = other, &mut u, from = other));
}

#[tass::model]
fn rows(i: usize, j: usize) {
    assume!(i < 2 && j < 2 && i != j);
    let other = 1 - mpi!(rank());
    let mut u = [[other; 2]; 2];
    mpi!(sendrecv(&u[i], to = other, &mut u[j], from = other));
}

#[tass::model]
fn row_and_item(i: usize) {
    assume!(i < 2);
    let other = 1 - mpi!(rank());
    let mut u = [[other; 2]; 2];
    mpi!(sendrecv(&u[i][0], to = other, &mut u[1], from = other));
}

#[tass::model]
fn fields() {
    let other = 1 - mpi!(rank());
    let mut pair = (other, other);
    mpi!(sendrecv(&pair.0, to = other, &mut pair.1, from = other));
}

#[test]
fn parts_of_one_variable() {
    is_fine(&halves::model());
    is_fine(&nothing::model());
    is_fine(&rows::model());
    is_fine(&fields::model());
    let message = "`u[..n + 1]` is sent while `u[n..]` is received into: elements 0..1 and 0..1";
    overlaps(&shifted::model(), message);
    let message = "`u[0]` is sent while `u[n - 1]` is received into: elements 0..1 and 0..1";
    overlaps(&ends::model(), message);
    let report = row_and_item::model().nprocs(2).check();
    assert_eq!(report.kinds(), [Kind::OverlappingBuffers], "{report}");
    assert_eq!(report.violations()[0].inputs, [("i".into(), "1".into())]);
}

/// The buffers of a caller.
#[tass::model]
fn exchange(u: &mut [usize], other: usize) {
    mpi!(sendrecv(&u[0], to = other, &mut u[1..], from = other));
    mpi!(sendrecv(&u[0], to = other, &mut u[..], from = other));
}

#[tass::model]
fn behind_a_reference() {
    let other = 1 - mpi!(rank());
    let mut u = [other; 3];
    exchange(&mut u, other);
}

#[tass::model]
fn through_two_names() {
    let other = 1 - mpi!(rank());
    let mut x = other;
    let r = &mut x;
    mpi!(sendrecv(&*r, to = other, &mut x, from = other));
}

#[tass::model]
fn copied() {
    let other = 1 - mpi!(rank());
    let mut x = [other; 2];
    let before = x;
    mpi!(sendrecv(&before, to = other, &mut x, from = other));
    mpi!(sendrecv(&x.clone(), to = other, &mut x, from = other));
}

/// The operand's side effects happen once.
#[tass::model]
fn counted() {
    let other = 1 - mpi!(rank());
    let (mut u, mut i) = ([other; 3], 0);
    mpi!(sendrecv(
        &u[{
            i += 1;
            i
        }],
        to = other,
        &mut u[{
            i += 1;
            i
        }],
        from = other
    ));
    assert!(i == 2);
}

#[test]
fn through_references() {
    overlaps(
        &behind_a_reference::model(),
        "`u[0]` is sent while `u[..]` is received into: elements 0..1 and 0..3",
    );
    overlaps(
        &through_two_names::model(),
        "`r` is sent while `x` is received into",
    );
    is_fine(&copied::model());
    is_fine(&counted::model());
}

/// A shared reference is a value to tass: what it refers to is not known where it is used.
#[tass::model]
fn kept() {
    let other = 1 - mpi!(rank());
    let mut u = [other; 3];
    let first = &u[0];
    mpi!(sendrecv(&*first, to = other, &mut u[0], from = other));
}

#[tass::model]
fn kept_from_another() {
    let other = 1 - mpi!(rank());
    let (v, mut u) = ([other; 3], [other; 3]);
    let first = &v[0];
    mpi!(sendrecv(&*first, to = other, &mut u[0], from = other));
}

#[tass::model]
fn from_an_input(u: &[usize]) {
    assume!(u.len() == 2);
    let other = 1 - mpi!(rank());
    let mut got = vec![other; 2];
    let mine = u[other];
    mpi!(sendrecv(&mine, to = other, &mut got[0], from = other));
    mpi!(sendrecv(&u[..], to = other, &mut got, from = other));
}

#[tass::model]
fn one_of_two(n: usize) {
    let other = 1 - mpi!(rank());
    let (v, w, mut u) = ([other; 3], [n; 3], [n; 3]);
    let one = if n == 0 { &v } else { &w };
    mpi!(sendrecv(&one[0], to = other, &mut u[0], from = other));
    let copies = (u.to_vec(), u[1]);
    mpi!(sendrecv(&copies.1, to = other, &mut u[1], from = other));
}

#[test]
fn kept_references() {
    let report = kept::model().nprocs(2).check();
    let text = report.to_string();
    let expected =
        "tass cannot tell whether this reference and the buffer that is received into overlap";
    assert!(text.contains(expected), "{text}");
    is_fine(&kept_from_another::model());
    is_fine(&from_an_input::model());
    is_fine(&one_of_two::model());
}
