use tass::prelude::*;

#[tass::verify(nprocs = any)]
fn looks() {
    let rank = mpi!(rank());
    let mut s = shared!(false);
    while proc[rank + 1].s {}
    let all = proc;
    assert!(!proc.iter().any(|p| p.s));
    assume!(proc.iter().all(|p| p.s));
    while proc[1..].iter().any(|p| p.s) {}
    s = proc[0..2].iter().any(|p| p.s);
}

#[tass::verify(nprocs = any)]
fn hides() {
    let mut s = shared!(false);
    let proc = 3;
    while proc.iter().any(|p| p.s) {}
    s = true;
}

#[tass::model]
fn shapes() {
    let mut a = shared!();
    let mut b = shared!(false, true);
    always!();
    critical!();
    critical!(a = true);
    b = a;
}

#[tass::model]
fn types() {
    let mut x = shared!(0.5);
    let mut s = shared!(false);
    s = 3;
    while proc.iter().any(|p| p.s == 1) {}
    while proc.iter().any(|p| p.unknown) {}
    always!(proc.iter().any(|p| p.x));
    x = 1.0;
}

#[tass::verify(nprocs = any, tests = sometimes, aborts = 3)]
fn arguments() {}

fn main() {}
