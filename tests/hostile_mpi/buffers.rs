//! What an operation under way uses, and what it does not.

use tass::Kind;
use tass::prelude::*;

use super::always_gives;

/// No elements lie in nobody's buffer, wherever they would be.
#[tass::model]
fn no_elements() {
    let (rank, mut all, mut more) = (mpi!(rank()), [0; 5], [0; 2]);
    let mut request = mpi!(irecv(&mut all, from = 1 - rank));
    mpi!(sendrecv(
        &all[3..3],
        to = 1 - rank,
        &mut more[..0],
        from = 1 - rank,
        tag = 1
    ));
    mpi!(sendrecv(
        &more,
        to = 1 - rank,
        &mut all[..0],
        from = PROC_NULL
    ));
    mpi!(wait(&mut request));
}

#[test]
fn no_elements_are_in_nobodys_way() {
    always_gives(&no_elements::model(), 2, &[]);
}

/// One is.
#[tass::model]
fn an_element() {
    let (rank, mut all, mut more) = (mpi!(rank()), [0; 5], [0; 2]);
    let mut request = mpi!(irecv(&mut all, from = 1 - rank));
    mpi!(sendrecv(
        &all[3..4],
        to = 1 - rank,
        &mut more,
        from = 1 - rank,
        tag = 1
    ));
    mpi!(sendrecv(
        &more,
        to = 1 - rank,
        &mut all[..0],
        from = PROC_NULL
    ));
    mpi!(wait(&mut request));
}

#[test]
fn an_element_is_in_the_way() {
    always_gives(&an_element::model(), 2, &[Kind::BufferRace]);
}
