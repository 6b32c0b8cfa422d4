use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn stray(n: usize) {
    let mut i = 0;
    assigns!(i);
    while i < n {
        i += 1;
    }
    invariant!(I: i >= n);
    assigns!(i);
    i += 1;
    joint_invariant!(i == 2);
    while i < n {
        assigns!(i);
        i += 1;
    }
    joint_invariant!(A: i == 2);
    let x = 2;
}

fn main() {}
