use tass::prelude::*;

#[tass::verify]
fn model() {
    mpi!(barrier());
}

#[tass::verify(timeout = "2s")]
fn other() {
    mpi!(barrier());
}

fn main() {}
