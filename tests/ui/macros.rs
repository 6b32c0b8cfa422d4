use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn macros(n: usize) {
    dbg!(n);
    asume!(n > 0);
    assert!(matches!(n, 0 | 1));
    assert!();
    assert_eq!(n);
    print!("{n}");
}

fn main() {
    mpi!(barrier());
}
