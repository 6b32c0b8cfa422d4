use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn methods(mut v: Vec<f64>, n: usize) {
    v.sort_by(|a, b| a.total_cmp(b));
    let length = v.length();
    let root = v[0].sqrt();
    let next = n.wrapping_add(1);
    let last = v.get(0);
}

fn main() {
    mpi!(barrier());
}
