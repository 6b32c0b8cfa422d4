use tass::prelude::*;

#[tass::model]
fn meanings(n: usize) {
    let x = n;
    assert!(spec.x == n);
    collective_assert!(A: spec.x == n);
    joint_assert!(WHOLE: spec == n);
    joint_assert!(POSITION: spec.0 == n);
    joint_assert!(ITERATED: spec.iter().all(|p| p.x == n));
    let _ = x;
}

#[tass::model]
fn hidden(spec: Vec<usize>) {
    joint_assert!(MINE: spec[0].x == 1);
}

fn main() {}
