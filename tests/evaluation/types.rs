//! Class 5: types as rustc infers them.

use super::*;

#[tass::model]
fn of_a_path() {
    let x = u8::pow(2, 9);
    assert!(x == 0);
}

#[tass::model]
fn of_a_block() {
    let x = { 200 } as u8;
    let y = { -3 } as i64;
    assert!(x == 200 && y == -3);
}

#[tass::model]
fn of_a_variable() {
    let x = 0;
    let y = x as usize;
    let z = x - 1;
    assert!(y == 0 && z == -1);
}

panics! {
    of_a_path(): Overflow;
}

holds! {
    of_a_block();
    of_a_variable();
}
