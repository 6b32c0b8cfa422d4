//! Values: what is computed, and what is said of it.

use tass::prelude::*;

#[tass::model]
pub(crate) fn assertion(n: i32) {
    assert!(n * n > 0);
}

#[tass::model]
pub(crate) fn assertion_repaired(n: i32) {
    assert!(n * n >= 0);
}

#[tass::model]
pub(crate) fn out_of_bounds(u: &[f64]) {
    assume!(u.len() == mpi!(size()));
    output!(mine = u[mpi!(rank()) + 1]);
}

#[tass::model]
pub(crate) fn out_of_bounds_repaired(u: &[f64]) {
    assume!(u.len() == mpi!(size()));
    output!(mine = u[mpi!(rank())]);
}

#[tass::model]
pub(crate) fn division_by_zero(a: i32, b: i32) {
    output!(quotient = a / b);
}

#[tass::model]
pub(crate) fn division_by_zero_repaired(a: i32, b: i32) {
    assume!(b != 0);
    output!(quotient = a / b);
}

#[tass::model]
pub(crate) fn unsigned_underflow() {
    output!(left = mpi!(rank()) - 1);
}

#[tass::model]
pub(crate) fn unsigned_underflow_repaired() {
    let size = mpi!(size());
    output!(left = (mpi!(rank()) + size - 1) % size);
}

#[tass::model]
pub(crate) fn overflow(n: u8) {
    output!(next = n + 1);
}

#[tass::model]
pub(crate) fn overflow_repaired(n: u8) {
    assume!(n < 255);
    output!(next = n + 1);
}

#[tass::model]
pub(crate) fn panic(n: u32) {
    if n == 5 {
        panic!("five is too many");
    }
}

#[tass::model]
pub(crate) fn panic_repaired(n: u32) {
    assume!(n < 5);
    if n == 5 {
        panic!("five is too many");
    }
}

#[tass::model]
pub(crate) fn unreachable(n: u32) {
    if n % 2 > 1 || n == 5 {
        unreachable!("a remainder by two is below two");
    }
}

#[tass::model]
pub(crate) fn unreachable_repaired(n: u32) {
    if n % 2 > 1 {
        unreachable!("a remainder by two is below two");
    }
}

#[tass::model]
pub(crate) fn invalid_cast(n: i64) {
    output!(length = n as usize);
}

#[tass::model]
pub(crate) fn invalid_cast_repaired(n: i64) {
    assume!(n >= 0);
    output!(length = n as usize);
}

#[tass::model]
pub(crate) fn unwrap_none(u: &[i32]) {
    output!(least = u.iter().copied().min().unwrap());
}

#[tass::model]
pub(crate) fn unwrap_none_repaired(u: &[i32]) {
    assume!(!u.is_empty());
    output!(least = u.iter().copied().min().unwrap());
}
