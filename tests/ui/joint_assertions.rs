use tass::prelude::*;

#[tass::model]
fn shapes(n: usize) {
    let x = n;
    joint_assert!(x == n);
    joint_assert!(halo::STEP: x == n);
    joint_assert!(STEP);
    joint_assert!(STEP: x == n, "a message");
    output!(x);
    output!(x + 1 = 3);
}

fn main() {}
