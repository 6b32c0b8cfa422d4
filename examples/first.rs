//! scratch
use tass::prelude::*;
#[tass::verify(nprocs = 2..=4)]
fn ring(x: i64) {
    let rank = mpi!(rank());
    let n = mpi!(size());
    let mut y = 0;
    if rank % 2 == 0 {
        mpi!(send(&x, to = (rank + 1) % n));
        mpi!(recv(&mut y, from = (rank + n - 1) % n));
    } else {
        mpi!(recv(&mut y, from = (rank + n - 1) % n));
        mpi!(send(&x, to = (rank + 1) % n));
    }
    assert!(y == x);
}
#[tass::model]
fn head(x: i64) {
    let rank = mpi!(rank());
    let n = mpi!(size());
    let mut y = 0;
    mpi!(send(&x, to = (rank + 1) % n));
    mpi!(recv(&mut y, from = (rank + n - 1) % n));
    assert!(y == x && x < 5);
}
#[tass::model]
fn any(x: usize) {
    let rank = mpi!(rank());
    let n = mpi!(size());
    if rank == 0 {
        let mut s = 0;
        let mut last = 0;
        for _i in 1..n {
            let mut v = 0;
            let st = mpi!(recv(&mut v, from = ANY));
            s += v;
            last = st.source;
        }
        assert!(s == n * (n - 1) / 2 + (n - 1) * x);
        assert!(last == 1, "the last one is from 1");
    } else {
        mpi!(send(&(rank + x), to = 0));
    }
}
fn main() {
    for n in [2, 3, 4, 64] { println!("{}", ring::model().nprocs(n).check()); }
    println!("{}", head::model().nprocs(3).check());
    println!("{}", head::model().nprocs(2).deadlock(tass::Deadlock::Absolute).check());
    for n in 2..=5 { println!("{}", any::model().nprocs(n).check());}
}
