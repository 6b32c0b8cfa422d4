//! A gather with a wildcard, twice in a row (*Collective assertions*, Fig. 6): a message of the second round can overtake.
//!
//! Process 0 takes the others' numbers in whatever order they come, and puts each where its sender's belongs. In the first round it
//! may receive a fast process's *second* number, and then it leaves the round without some slow one's first. A checker that made
//! everybody wait at the assertion would never see it: [`fn@with_a_barrier`] is right.

use tass::prelude::*;

/// One round, as process 0 sees it.
#[tass::model]
fn root(a: &mut Vec<f64>) {
    let mut x = 0.0;
    for _ in 1..a.len() {
        let status = mpi!(recv(&mut x, from = ANY));
        a[status.source] = x;
    }
    collective_assert!(C: true);
}

/// One round, as the others see it: what I sent is in the root's array. (Nobody but the root uses its own.)
#[tass::model]
fn worker(rank: usize, a: &[f64]) {
    let x = rank as f64;
    mpi!(send(&x, to = 0));
    collective_assert!(C: x == proc[0].a[rank]);
}

/// The race.
#[tass::verify(nprocs = 3..=5, expect = collective_assertion)]
pub(crate) fn wildcard_gather() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    for _ in 0..2 {
        let mut a = vec![0.0; size];
        if rank == 0 {
            root(&mut a);
        } else {
            worker(rank, &a);
        }
    }
}

/// With a barrier after each round nobody can be overtaken.
#[tass::verify(nprocs = 2..=5)]
pub(crate) fn with_a_barrier() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    for _ in 0..2 {
        let mut a = vec![0.0; size];
        if rank == 0 {
            root(&mut a);
        } else {
            worker(rank, &a);
        }
        mpi!(barrier());
    }
}

/// Another way to mend it: a tag for each round.
#[tass::verify(nprocs = 2..=5)]
pub(crate) fn with_tags() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    for round in 0..2 {
        let mut a = vec![0.0; size];
        let mut x = rank as f64;
        if rank == 0 {
            for _ in 1..size {
                let status = mpi!(recv(&mut x, from = ANY, tag = round));
                a[status.source] = x;
            }
        } else {
            mpi!(send(&x, to = 0, tag = round));
        }
        collective_assert!(C: rank == 0 || x == proc[0].a[rank]);
    }
}

fn main() {
    println!("{}\n", wildcard_gather::model().nprocs(3).check());
    println!("{}\n", wildcard_gather::model().nprocs(10).check());
    println!("{}\n", with_a_barrier::model().nprocs(5).check());
    println!("{}", with_tags::model().nprocs(5).check());
}
