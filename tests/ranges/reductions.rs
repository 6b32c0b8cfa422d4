//! Reductions, at each of their steps.

use super::*;

#[tass::model]
fn sum(x: i8) {
    let mut total = 0;
    mpi!(allreduce(&x, &mut total, op = SUM));
}

#[tass::model]
fn product(x: u8) {
    let mut total = 0;
    mpi!(reduce(&x, &mut total, op = PROD, root = 0));
}

#[tass::model]
fn scanned(x: u32) {
    let mut total = 0;
    mpi!(scan(&x, &mut total, op = SUM));
}

#[tass::model]
fn scanned_before(x: [u32; 2]) {
    let mut total = [0; 2];
    mpi!(exscan(&x, &mut total, op = SUM));
}

/// The sum fits, the way to it does not: 100 + 100 - 100.
#[tass::model]
fn on_the_way() {
    let rank = mpi!(rank());
    let x: i8 = if rank == 2 { -100 } else { 100 };
    let mut total = 0;
    mpi!(allreduce(&x, &mut total, op = SUM));
    assert!(total == 100);
}

#[tass::model]
fn bounded(x: i8) {
    let mut total = 0;
    assume!(x > -40 && x < 40);
    mpi!(allreduce(&x, &mut total, op = SUM));
    let mut most = 0;
    mpi!(allreduce(&x, &mut most, op = MAX));
    assert!(total == 3 * x && most == x);
}

#[test]
fn are_checked_on_the_way() {
    for model in [
        sum::model,
        product::model,
        scanned::model,
        scanned_before::model,
        on_the_way::model,
    ] {
        verified(model().nprocs(3));
        refuted(model().nprocs(3).overflow(true), Kind::Overflow);
    }
    verified(bounded::model().nprocs(3).overflow(true));
    // Process 0 gets nothing, process 1 the value of one.
    verified(scanned_before::model().nprocs(2).overflow(true));
}
