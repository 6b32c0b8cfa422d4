use tass::prelude::*;

#[tass::verify(nprocs = 2)]
fn states(n: usize) {
    let rank = mpi!(rank());
    let mut x = n;
    assert!(proc[0].x == n);
    collective_assert!(WHOLE: proc[0] == proc[1]);
    collective_assert!(ITEM: proc.iter().all(|p| p == x));
    collective_assert!(RANGE: proc[1..].iter().all(|p| p.x == n));
    collective_assert!(UNKNOWN: proc[rank].y == n);
    collective_assert!(TYPE: proc[rank].x == 0.5);
    x += 1;
}

#[tass::verify(nprocs = 2)]
fn hidden(proc: Vec<usize>) {
    collective_assert!(MINE: proc[0].x == 1);
}

fn main() {}
