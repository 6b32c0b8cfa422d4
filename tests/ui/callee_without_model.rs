use tass::prelude::*;

fn helper(x: usize) -> usize {
    x + 1
}

mod other {
    pub fn helper(x: usize) -> usize {
        x + 1
    }
}

#[tass::verify(nprocs = 2)]
fn ranks() {
    let next = helper(mpi!(rank()));
    assert!(other::helper(next) > 0);
}

fn main() {}
