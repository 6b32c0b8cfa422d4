use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn loops(mut v: Vec<i64>, n: usize) {
    for x in &mut v {
        *x += 1;
    }
    for (i, x) in v.iter().enumerate() {
        assert!(i < n && *x > 0);
    }
    for i in (0..n).step_by(2).rev() {
        assert!(i < n);
    }
    for i in 0.. {
        assert!(i < n);
    }
    for x in v.iter().rev() {
        assert!(*x > 0);
    }
}

fn main() {
    mpi!(barrier());
}
