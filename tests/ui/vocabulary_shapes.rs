use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn shapes(n: usize) {
    assume!();
    assume!(n > 0, "positive");
    cover!(n);
    output!(n);
    let x: usize = choose!(n);
    let y = choose!(0..);
    elaborate!(0.5);
}

fn main() {}
