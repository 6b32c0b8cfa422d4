use tass::prelude::*;

#[tass::model]
fn sequential(n: usize) {
    output!(n = n);
}

#[tass::verify(nprocs = 2, spec = "sequential")]
fn as_text(n: usize) {
    output!(n = n);
}

#[tass::verify(nprocs = 2, spec = sequential(3))]
fn as_a_call(n: usize) {
    output!(n = n);
}

#[tass::verify(nprocs = 2, spec = sequentail)]
fn misspelt(n: usize) {
    output!(n = n);
}

#[tass::verify(nprocs = 2, spec_nprocs = 2)]
fn without_a_specification(n: usize) {
    output!(n = n);
}

#[tass::verify(nprocs = 2, spec = sequential, spec_nprocs = 0)]
fn no_process(n: usize) {
    output!(n = n);
}

#[tass::verify(nprocs = 2, spec = sequential, spec_nprocs = 1..=2)]
fn several(n: usize) {
    output!(n = n);
}

fn main() {}
