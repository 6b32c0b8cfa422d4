//! The cases of `conformance/public.tsv` with operations that go on while their process does,
//! written from their sketches.

use tass::Kind;
use tass::prelude::*;

use super::{Case, DEADLOCK, OK, case};

/// A pending receive from anybody may steal the first message of the partner in a dialogue.
#[tass::model]
pub(crate) fn p09() {
    let rank = mpi!(rank());
    let (mut a, mut b, mut c) = (0usize, 0usize, 0usize);
    mpi!(barrier());
    if rank == 0 {
        let mut request = mpi!(irecv(&mut a, from = ANY));
        mpi!(recv(&mut b, from = 1));
        mpi!(send(&rank, to = 1));
        mpi!(recv(&mut c, from = ANY));
        mpi!(wait(&mut request));
    } else if rank == 1 {
        mpi!(send(&rank, to = 0));
        mpi!(recv(&mut a, from = 0));
        mpi!(send(&rank, to = 0));
    } else {
        mpi!(send(&rank, to = 0));
    }
    mpi!(barrier());
}

/// For one input a pending wildcard may take the message that the next receive needs.
#[tass::model]
pub(crate) fn p11(c: bool) {
    let rank = mpi!(rank());
    let (mut x, mut y, mut z) = (0usize, 0usize, 0usize);
    if rank > 0 {
        mpi!(send(&rank, to = 0));
        return;
    }
    let mut request = REQUEST_NULL;
    if c {
        mpi!(recv(&mut x, from = 1));
    } else {
        request = mpi!(irecv(&mut x, from = ANY));
    }
    mpi!(recv(&mut y, from = 3));
    mpi!(wait(&mut request));
    // Whoever is left.
    mpi!(recv(&mut z, from = ANY));
}

/// Both receives are waited for before the reply that the second message follows.
#[tass::model]
pub(crate) fn p12() {
    let (mut x, mut y) = (0, 0);
    if mpi!(rank()) == 0 {
        let mut requests = [
            mpi!(irecv(&mut x, from = ANY, tag = 0)),
            mpi!(irecv(&mut y, from = ANY, tag = 0)),
        ];
        mpi!(waitall(&mut requests));
        mpi!(send(&0, to = 1, tag = 1));
    } else {
        mpi!(send(&1, to = 0, tag = 0));
        mpi!(recv(&mut x, from = 0, tag = 1));
        mpi!(send(&2, to = 0, tag = 0));
    }
}

/// Nobody waits for the sends of a ring.
#[tass::model]
pub(crate) fn p20() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut x = 0usize;
    let _send = mpi!(isend(&rank, to = (rank + 1) % size));
    let mut receive = mpi!(irecv(&mut x, from = (rank + size - 1) % size));
    mpi!(wait(&mut receive));
}

/// Both buffers are touched too early.
#[tass::model]
pub(crate) fn p22() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        let mut request = mpi!(isend(&x, to = 1));
        x = 1;
        mpi!(wait(&mut request));
        assert!(x == 1);
    } else {
        let mut request = mpi!(irecv(&mut x, from = 0));
        let y = x;
        mpi!(wait(&mut request));
        assert!(y == 0);
    }
}

/// A test that succeeds is taken for an error.
#[tass::model]
pub(crate) fn p24() {
    let rank = mpi!(rank());
    let mut x = 0usize;
    if rank == 0 {
        let mut request = mpi!(irecv(&mut x, from = 1));
        let flag = mpi!(test(&mut request));
        assert!(!flag);
        mpi!(wait(&mut request));
    } else {
        let mut request = mpi!(isend(&rank, to = 0));
        mpi!(wait(&mut request));
    }
}

/// Two wildcards see the messages of one sender in their order.
#[tass::model]
pub(crate) fn p27() {
    if mpi!(rank()) == 0 {
        let (first, second) = (500, 1000);
        let mut a = mpi!(isend(&first, to = 1));
        let mut b = mpi!(isend(&second, to = 1));
        mpi!(wait(&mut a));
        mpi!(wait(&mut b));
    } else {
        let (mut x, mut y) = (0, 0);
        let mut requests = [
            mpi!(irecv(&mut x, from = ANY)),
            mpi!(irecv(&mut y, from = ANY)),
        ];
        mpi!(waitall(&mut requests));
        assert!(x == 500 && y == 1000);
    }
}

/// Tags put the messages in their places, whatever the order of the receives.
#[tass::model]
pub(crate) fn p28() {
    let (data, mut got) = ([1, 2, 3, 4], [0; 4]);
    let mut requests = Vec::new();
    for i in 0..4 {
        if mpi!(rank()) == 0 {
            requests.push(mpi!(isend(&data[i], to = 1, tag = i)));
        } else {
            requests.push(mpi!(irecv(&mut got[3 - i], from = 0, tag = 3 - i)));
        }
    }
    mpi!(waitall(&mut requests));
    assert!(mpi!(rank()) == 0 || got == data);
}

/// Two wildcards around a barrier: either may take either message, and nothing breaks.
#[tass::model]
pub(crate) fn p31() {
    let rank = mpi!(rank());
    let (mut x, mut y) = (0usize, 0usize);
    if rank == 1 {
        let mut a = mpi!(irecv(&mut x, from = ANY, tag = ANY));
        mpi!(barrier());
        let mut b = mpi!(irecv(&mut y, from = ANY, tag = ANY));
        mpi!(wait(&mut a));
        mpi!(wait(&mut b));
        assert!(x + y == 2);
    } else {
        mpi!(barrier());
        if rank != 3 {
            let mut request = mpi!(isend(&rank, to = 1));
            mpi!(wait(&mut request));
        }
    }
}

const LEAK: &[Kind] = &[Kind::RequestLeak];
const RACE: &[Kind] = &[Kind::BufferRace];
const ASSERTION: &[Kind] = &[Kind::Assertion];

pub(crate) const CASES: &[Case] = &[
    case("P09", p09::model, 3, DEADLOCK, DEADLOCK),
    case("P11", p11::model, 4, DEADLOCK, DEADLOCK),
    case("P12", p12::model, 2, DEADLOCK, DEADLOCK),
    case("P20", p20::model, 2, LEAK, LEAK),
    case("P22", p22::model, 2, RACE, RACE),
    case("P24", p24::model, 2, ASSERTION, ASSERTION),
    case("P27", p27::model, 2, OK, OK),
    case("P28", p28::model, 2, OK, OK),
    case("P31", p31::model, 4, OK, OK),
];
