use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn loops(n: usize) {
    let mut i = 0;
    invariant!(FAR: i <= n);
    i += 1;
    invariant!(ONE: i <= n);
    invariant!(TWO: i > 0);
    while i < n {
        i += 1;
        invariant!(LAST: i <= n);
    }
}

fn main() {
    mpi!(barrier());
}
