#[tass::verify(nprocs = 2)]
#[test]
fn model() {}

#[tass::verify(nprocs = 2)]
#[should_panic]
fn other() {}

fn main() {}
