use tass::prelude::*;

#[tass::model]
fn stagger(n: usize) {
    let rank = mpi!(rank());
    let mut i = 0;
    let mut x = 0;
    invariant!(I: i == proc[1 - rank].i && x == 2 * ((i + 1 - rank) / 2));
    while i < 2 * n {
        if rank == 0 && i % 2 == 0 {
            mpi!(recv(&mut x, from = 1));
        } else if rank == 1 && i % 2 == 1 {
            x = i + 1;
            mpi!(send(&x, to = 0));
        }
        i += 1;
    }
    assert!(x == 2 * n);
}

#[tass::model]
fn count(n: usize) {
    let mut i = 0;
    invariant!(C: i <= n && i == proc[0].i);
    while i < n {
        i += 1;
    }
    assert!(i == n);
}

#[tass::model]
fn ring(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut x = rank;
    invariant!(R: i == proc[0].i);
    for i in 0..n {
        mpi!(sendrecv(&x, to = (rank + 1) % size, &mut x, from = (rank + size - 1) % size));
    }
}

#[tass::model]
fn race() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut s = size * (size - 1) / 2;
    let t = s;
    invariant!(I: s == t);
    loop {
        if rank == 0 {
            s = 0;
            for _ in 1..size {
                let mut x = 0;
                mpi!(recv(&mut x, from = ANY));
                s += x;
            }
        } else {
            mpi!(send(&rank, to = 0));
        }
    }
}

#[tass::model]
fn sum_to(n: usize) {
    let mut s = 0;
    let mut i = 0;
    invariant!(S: i <= n && 2 * s == i * (i + 1));
    while i < n {
        i += 1;
        s += i;
    }
    assert!(2 * s == n * (n + 1));
}

#[tass::model]
fn fill(n: usize) {
    let mut a = vec![0; n];
    invariant!(F: (0..i).all(|j| a[j] == 2 * j));
    for i in 0..n {
        a[i] = 2 * i;
    }
    assert!((0..n).all(|j| a[j] == 2 * j));
}

#[tass::model]
fn weak(n: usize) {
    let mut s = 0;
    let mut i = 0;
    invariant!(S: i <= n);
    while i < n {
        i += 1;
        s += i;
    }
    assert!(2 * s == n * (n + 1));
}

fn show(name: &str, m: tass::Model) {
    let t = std::time::Instant::now();
    let r = m.max_states(20000).check();
    println!("== {name} {:?}\n{r}", t.elapsed());
}

fn main() {
    let which: Vec<String> = std::env::args().skip(1).collect();
    let w = |n: &str| which.is_empty() || which.iter().any(|x| x == n);
    if w("count") { show("count 1", count::model().nprocs(1)); show("count 3", count::model().nprocs(3)); show("count 10", count::model().nprocs(10)); }
    if w("sum_to") { show("sum_to", sum_to::model().nprocs(1)); }
    if w("fill") { show("fill", fill::model().nprocs(1)); }
    if w("weak") { show("weak", weak::model().nprocs(1)); }
    if w("stagger") { show("stagger", stagger::model().nprocs(2)); }
    if w("ring") { show("ring", ring::model().nprocs(3)); show("ring 10", ring::model().nprocs(10)); }
    if w("race") { show("race", race::model().nprocs(4)); show("race 10", race::model().nprocs(10)); }
}
