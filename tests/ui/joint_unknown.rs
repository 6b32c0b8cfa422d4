use tass::prelude::*;

#[tass::model]
fn unknown(n: usize) {
    let x = n;
    joint_assert!(UNKNOWN: y == spec.y);
    joint_assert!(BOUND: (0..n).all(|i| spec.u[i] == x) && i == 0);
}

fn main() {}
