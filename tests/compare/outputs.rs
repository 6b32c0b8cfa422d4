//! Outputs of two programs.

use tass::Kind;
use tass::prelude::*;

use super::{must_be, show};

#[tass::model]
fn sum(n: usize, a: &[i64]) {
    let mut total = 0;
    for i in 0..n {
        total += a[i];
    }
    output!(total = total);
}

/// The parts of the sum, each by one process, added up by process 0.
#[tass::model]
fn parallel_sum(n: usize, a: &[i64]) {
    assume!(n <= 3 && a.len() == n);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut part = 0;
    for i in n * rank / size..n * (rank + 1) / size {
        part += a[i];
    }
    let mut total = 0;
    mpi!(reduce(&part, &mut total, op = SUM, root = 0));
    if rank == 0 {
        output!(total = total);
    }
}

/// The last element is forgotten, if there are enough of them.
#[tass::model]
fn sum_but_one(n: usize, a: &[i64]) {
    assume!(n <= 3 && a.len() == n);
    let mut total = 0;
    for i in 0..n.min(2) {
        total += a[i];
    }
    output!(total = total);
}

#[test]
fn the_same_sum() {
    for nprocs in 1..=3 {
        let model = parallel_sum::model().nprocs(nprocs).spec(sum::model());
        must_be(&model, &[]);
    }
}

#[test]
fn a_parallel_specification() {
    for (nprocs, spec_nprocs) in [(1, 3), (3, 2), (2, 2)] {
        let model = parallel_sum::model()
            .nprocs(nprocs)
            .spec(parallel_sum::model())
            .spec_nprocs(spec_nprocs);
        must_be(&model, &[]);
    }
}

#[test]
fn another_sum() {
    let model = sum_but_one::model().nprocs(1).spec(sum::model());
    must_be(&model, &[Kind::OutputMismatch]);
    insta::assert_snapshot!(show(&model));
    // It takes three elements to see it, whatever the number of processes.
    let model = parallel_sum::model()
        .nprocs(2)
        .spec(sum_but_one::model())
        .spec_nprocs(2);
    must_be(&model, &[Kind::OutputMismatch]);
}

#[tass::verify(nprocs = 2..=3, spec = sum)]
fn by_attribute(n: usize, a: &[i64]) {
    parallel_sum(n, a);
}

#[tass::verify(nprocs = 2, spec = self::sum, expect = output_mismatch)]
fn by_path(n: usize, a: &[i64]) {
    sum_but_one(n, a);
}

/// Every process puts out what all have: one that does not is enough.
#[tass::model]
fn everybody(x: i64) {
    output!(x = x);
}

#[tass::model]
fn everybody_but_the_last(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    output!(x = if rank + 1 < size { x } else { x + 1 });
}

#[test]
fn every_process_that_puts_it_out_counts() {
    let spec = everybody::model();
    must_be(&everybody::model().nprocs(3).spec(spec.clone()), &[]);
    let model = everybody_but_the_last::model().nprocs(3);
    must_be(&model.clone().spec(spec), &[Kind::OutputMismatch]);
    // Nor is a specification right that contradicts itself.
    let own = model.spec(everybody_but_the_last::model()).spec_nprocs(3);
    must_be(&own, &[Kind::OutputMismatch]);
}

/// The last value counts; in a loop that is not executed there is none.
#[tass::model]
fn in_a_loop(n: usize, x: i64) {
    assume!(n <= 2);
    for i in 0..n {
        output!(last = x + i as i64);
    }
}

#[tass::model]
fn last(n: usize, x: i64) {
    if n > 0 {
        output!(last = x + n as i64 - 1);
    }
}

#[tass::model]
fn last_or_x(n: usize, x: i64) {
    output!(last = if n > 0 { x + n as i64 - 1 } else { x });
}

#[test]
fn outputs_in_loops() {
    must_be(&in_a_loop::model().nprocs(1).spec(last::model()), &[]);
    let model = in_a_loop::model().nprocs(1).spec(last_or_x::model());
    must_be(&model, &[Kind::OutputMissing]);
    insta::assert_snapshot!(show(&model));
    let model = in_a_loop::model().nprocs(2).spec(in_a_loop::model());
    must_be(&model, &[]);
}

/// Vectors: equal if their lengths are, and all elements.
#[tass::model]
fn copied(a: Vec<f64>) {
    output!(b = a.clone());
}

#[tass::model]
fn cut(a: Vec<f64>) {
    assume!(a.len() <= 2);
    let n = a.len().min(1);
    output!(b = a[..n].to_vec());
}

#[tass::model]
fn by_element(a: Vec<f64>) {
    assume!(a.len() <= 2);
    let mut b = vec![0.0; a.len()];
    for i in 0..a.len() {
        b[i] = a[i];
    }
    output!(b = b);
}

#[test]
fn vectors() {
    must_be(&by_element::model().nprocs(1).spec(copied::model()), &[]);
    let model = cut::model().nprocs(1).spec(copied::model());
    must_be(&model, &[Kind::OutputMismatch]);
    insta::assert_snapshot!(show(&model));
}

/// A wildcard makes the implementation's output depend on who is first.
#[tass::model]
fn whoever_is_first(x: i64, y: i64) {
    let rank = mpi!(rank());
    if rank == 0 {
        let (mut first, mut second) = (0i64, 0i64);
        mpi!(recv(&mut first, from = ANY));
        mpi!(recv(&mut second, from = ANY));
        output!(difference = first - second);
    } else {
        mpi!(send(&(if rank == 1 { x } else { y }), to = 0));
    }
}

#[tass::model]
fn difference(x: i64, y: i64) {
    output!(difference = x - y);
}

#[test]
fn a_race() {
    let model = whoever_is_first::model()
        .nprocs(3)
        .spec(difference::model());
    must_be(&model, &[Kind::OutputMismatch]);
    insta::assert_snapshot!(show(&model));
    // A program with a race is not even equal to itself.
    let model = whoever_is_first::model()
        .nprocs(3)
        .spec(whoever_is_first::model())
        .spec_nprocs(3);
    must_be(&model, &[Kind::OutputMismatch]);
}

/// What is wrong with a specification is found as in any other program.
#[tass::model]
fn stuck(x: i64) {
    let mut y = x;
    mpi!(recv(&mut y, from = 1 - mpi!(rank())));
    output!(x = y);
}

#[tass::model]
fn left_over(x: i64) {
    if mpi!(rank()) == 0 {
        mpi!(send(&x, to = 1));
    }
    output!(x = x);
}

#[tass::model]
fn false_assertion(x: i64) {
    assert!(x != 7);
    output!(x = x);
}

#[test]
fn mistakes_of_the_specification() {
    let model = |spec| everybody::model().nprocs(2).spec(spec).spec_nprocs(2);
    let deadlock = model(stuck::model());
    must_be(&deadlock, &[Kind::Deadlock]);
    insta::assert_snapshot!("deadlock_in_the_specification", show(&deadlock));
    let unreceived = model(left_over::model()).deadlock(tass::Deadlock::Absolute);
    must_be(&unreceived, &[Kind::UnreceivedMessage]);
    insta::assert_snapshot!("unreceived_in_the_specification", show(&unreceived));
    let assertion = model(false_assertion::model());
    must_be(&assertion, &[Kind::Assertion]);
    insta::assert_snapshot!("assertion_in_the_specification", show(&assertion));
}

/// The implementation's precondition is the specification's, wherever the specification would fail
/// without it.
#[tass::model]
fn quotient(x: i64, y: i64) {
    output!(q = x / y);
}

#[tass::model]
fn guarded(x: i64, y: i64) {
    assume!(y != 0);
    mpi!(barrier());
    output!(q = x / y);
}

#[tass::model]
fn guarded_too_late(x: i64, y: i64) {
    mpi!(barrier());
    assume!(y != 0);
    output!(q = x / y);
}

#[test]
fn preconditions() {
    must_be(&guarded::model().nprocs(2).spec(quotient::model()), &[]);
    let late = guarded_too_late::model().nprocs(2).spec(quotient::model());
    must_be(&late, &[Kind::DivisionByZero]);
    // The specification's own precondition excuses nothing that the implementation does.
    let model = quotient::model().nprocs(1).spec(guarded::model());
    must_be(&model, &[Kind::DivisionByZero]);
}
