use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn items(n: usize) {
    fn inner() {}
    const K: usize = 3;
    let square = |x: usize| x * x;
    let y = square(n);
    let range = 0..n;
    println!("y = {}", y);
    let name = "ring";
    unsafe { inner() };
    #[cfg(test)]
    assert!(y > K);
    mpi!(barrier());
}

fn main() {}
