#[tass::verify(nprocs = 2, nprocs = 3)]
fn duplicate() {}

#[tass::verify(nprocs = 2, overflow)]
fn no_value() {}

#[tass::verify(nprocs: 2)]
fn colon() {}

#[tass::verify(4)]
fn bare() {}

#[tass::model(nprocs = 2)]
fn model() {}

fn main() {}
