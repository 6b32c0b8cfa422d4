//! A process that works, and asks between two pieces of work whether somebody wants something.

use tass::prelude::*;

const WORD: usize = 1;
const ENOUGH: usize = 2;

/// Messages of different lengths, by their tags: one is looked at before there is room for it.
#[tass::verify(nprocs = 2..=3)]
pub(crate) fn polling(words: [i64; 3]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank > 0 {
        let mine = vec![words[rank]; rank];
        mpi!(send(&mine, to = 0, tag = WORD));
        mpi!(send(&rank, to = 0, tag = ENOUGH));
        return;
    }
    let mut open = size - 1;
    let mut status = Status {
        source: ANY,
        tag: ANY,
        count: 0,
    };
    while open > 0 {
        // Here would be the work of this process.
        if mpi!(iprobe(from = ANY, tag = ANY, status = &mut status)) {
            if status.tag == ENOUGH {
                let mut who = 0usize;
                mpi!(recv(&mut who, from = status.source, tag = ENOUGH));
                assert!(who == status.source);
                open -= 1;
            } else {
                let mut word = vec![0i64; status.count];
                mpi!(recv(&mut word, from = status.source, tag = WORD));
                assert!(word.len() == status.source);
                assert!(word.iter().all(|w| *w == words[status.source]));
            }
        }
    }
}

/// A broken twin: between the look and the receive, the message of somebody else may come first.
#[tass::verify(nprocs = 3, expect = truncation)]
fn from_anybody(words: [i64; 3]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank > 0 {
        let mine = vec![words[rank]; rank];
        mpi!(send(&mine, to = 0));
        return;
    }
    for _ in 1..size {
        let status = mpi!(probe(from = ANY));
        let mut word = vec![0i64; status.count];
        mpi!(recv(&mut word, from = ANY));
    }
}
