use tass::prelude::*;

#[tass::verify(nprocs = 0, tiemout = 3)]
fn many(name: String) {
    let x = n << 2;
    mpi!(send(&x, from = 1));
    match x {
        _ => println!("{x}"),
    }
}

fn main() {}
