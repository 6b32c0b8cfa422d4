use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn loops(n: usize) {
    let mut i = 0;
    invariant!(i <= n);
    while i < n {
        i += 1;
    }
    collective_assert!(proc[0].i == n);
    collective_assert!(a::b::C: i == n);
    collective_assert!(END: i == n, "at the end");
    collective_assert!(EMPTY:);
}

fn main() {}
