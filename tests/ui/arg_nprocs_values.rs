use tass::prelude::*;

const N: usize = 4;

#[tass::verify(nprocs = 0)]
fn none() {}

#[tass::verify(nprocs = 4..2)]
fn backwards() {}

#[tass::verify(nprocs = N)]
fn constant() {}

#[tass::verify(nprocs = many)]
fn every() {}

#[tass::verify(nprocs = 2..)]
fn open() {}

#[tass::verify(nprocs = [2, 2])]
fn twice() {}

fn main() {
    mpi!(barrier());
}
