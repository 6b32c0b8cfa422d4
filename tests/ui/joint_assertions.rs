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

#[tass::model]
fn meanings(n: usize) {
    let x = n;
    assert!(spec.x == n);
    collective_assert!(A: spec.x == n);
    joint_assert!(WHOLE: spec == n);
    joint_assert!(POSITION: spec.0 == n);
    joint_assert!(ITERATED: spec.iter().all(|p| p.x == n));
    joint_assert!(UNKNOWN: y == spec.y);
    let _ = x;
}

#[tass::model]
fn hidden(spec: Vec<usize>) {
    joint_assert!(MINE: spec[0].x == 1);
}

fn main() {}
