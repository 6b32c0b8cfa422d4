use tass::prelude::*;

const TABLE: [usize; 3] = [1, 2, 3];
const NAME: &str = "ring";

#[tass::verify(nprocs = 2)]
fn constants(n: usize) {
    assume!(n < 3);
    assert!(TABLE[n] > 0);
    assert!(NAME.len() > n);
}

fn main() {}
