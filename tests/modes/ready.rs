//! `rsend`, and the receive that it relies on.

use tass::Kind;
use tass::prelude::*;

use crate::verdict::{is_fine, is_wrong};

const EARLY: &[Kind] = &[Kind::NotReady];

/// The receiver says that it has begun.
#[tass::model]
fn told(x: i64) {
    let mut y = 0;
    if mpi!(rank()) == 0 {
        let mut request = mpi!(irecv(&mut y, from = 1, tag = 1));
        mpi!(send(&0, to = 1, tag = 2));
        mpi!(wait(&mut request));
        assert!(y == x);
    } else {
        let mut go = 0;
        mpi!(recv(&mut go, from = 0, tag = 2));
        mpi!(rsend(&x, to = 0, tag = 1));
    }
}

/// It says so before it has.
#[tass::model]
fn told_too_early(x: i64) {
    let mut y = 0;
    if mpi!(rank()) == 0 {
        mpi!(send(&0, to = 1, tag = 2));
        mpi!(recv(&mut y, from = 1, tag = 1));
        assert!(y == x);
    } else {
        let mut go = 0;
        mpi!(recv(&mut go, from = 0, tag = 2));
        mpi!(rsend(&x, to = 0, tag = 1));
    }
}

/// Nobody says anything.
#[tass::model]
fn raced(x: i64) {
    let mut y = 0i64;
    if mpi!(rank()) == 0 {
        let mut request = mpi!(irecv(&mut y, from = 1));
        mpi!(wait(&mut request));
    } else {
        mpi!(rsend(&x, to = 0));
    }
}

#[test]
fn somebody_must_have_told_the_sender() {
    is_fine(&told::model(), 2);
    is_wrong(&told_too_early::model(), 2, EARLY);
    is_wrong(&raced::model(), 2, EARLY);
}

/// A receive is posted, but for another tag.
#[tass::model]
fn another_tag() {
    let (mut x, mut y) = (0, 0);
    if mpi!(rank()) == 0 {
        let mut request = mpi!(irecv(&mut x, from = 1, tag = 1));
        mpi!(barrier());
        mpi!(recv(&mut y, from = 1, tag = 2));
        mpi!(wait(&mut request));
    } else {
        mpi!(barrier());
        mpi!(rsend(&2, to = 0, tag = 2));
        mpi!(send(&1, to = 0, tag = 1));
    }
}

/// A receive is posted, but in another communicator.
#[tass::model]
fn another_communicator() {
    let (mut copy, mut x) = (mpi!(dup()), 0);
    if mpi!(rank()) == 0 {
        let mut request = mpi!(irecv(&mut x, from = 1, comm = copy));
        mpi!(barrier());
        mpi!(wait(&mut request));
    } else {
        mpi!(barrier());
        mpi!(rsend(&2, to = 0));
        mpi!(send(&2, to = 0, comm = copy));
    }
    mpi!(free(&mut copy));
}

/// One receive is posted, and two are ready for it.
#[tass::model]
fn two_for_one() {
    let (rank, mut x, mut y) = (mpi!(rank()), 0usize, 0usize);
    if rank == 0 {
        let mut request = mpi!(irecv(&mut x, from = ANY));
        mpi!(barrier());
        mpi!(wait(&mut request));
        mpi!(recv(&mut y, from = ANY));
    } else {
        mpi!(barrier());
        mpi!(rsend(&rank, to = 0));
    }
}

/// One for each, whichever takes which.
#[tass::model]
fn two_for_two() {
    let (rank, mut x, mut y) = (mpi!(rank()), 0usize, 0usize);
    if rank == 0 {
        let mut requests = [
            mpi!(irecv(&mut x, from = ANY)),
            mpi!(irecv(&mut y, from = ANY, tag = ANY)),
        ];
        mpi!(barrier());
        mpi!(waitall(&mut requests));
        assert!(x + y == 3 && x != y);
    } else {
        mpi!(barrier());
        mpi!(rsend(&rank, to = 0));
    }
}

/// Another message takes the receive.
#[tass::model]
fn taken_by_another() {
    let (rank, mut x, mut y) = (mpi!(rank()), 0usize, 0usize);
    if rank == 0 {
        let mut request = mpi!(irecv(&mut x, from = ANY));
        mpi!(barrier());
        mpi!(wait(&mut request));
        mpi!(recv(&mut y, from = ANY));
    } else if rank == 1 {
        mpi!(barrier());
        mpi!(rsend(&rank, to = 0));
    } else {
        mpi!(barrier());
        mpi!(send(&rank, to = 0));
    }
}

#[test]
fn it_must_be_a_receive_for_this_message() {
    is_wrong(&another_tag::model(), 2, EARLY);
    is_wrong(&another_communicator::model(), 2, EARLY);
    is_wrong(&two_for_one::model(), 3, EARLY);
    is_fine(&two_for_two::model(), 3);
    is_wrong(&taken_by_another::model(), 3, EARLY);
}

/// Immediate, and persistent, round by round.
#[tass::model]
#[allow(unused_assignments, reason = "a request does not borrow what it sends")]
fn rounds(x: [i64; 3]) {
    let (mut y, mut go) = (0, 0);
    if mpi!(rank()) == 0 {
        let mut request = mpi!(recv_init(&mut y, from = 1, tag = 1));
        for i in 0..3 {
            mpi!(start(&mut request));
            mpi!(send(&0, to = 1, tag = 2));
            mpi!(wait(&mut request));
            assert!(y == x[i]);
        }
        mpi!(request_free(&mut request));
    } else {
        let mut out = 0;
        let mut request = mpi!(rsend_init(&out, to = 0, tag = 1));
        for i in 0..2 {
            mpi!(recv(&mut go, from = 0, tag = 2));
            out = x[i];
            mpi!(start(&mut request));
            mpi!(wait(&mut request));
        }
        mpi!(request_free(&mut request));
        mpi!(recv(&mut go, from = 0, tag = 2));
        let mut last = mpi!(irsend(&x[2], to = 0, tag = 1));
        mpi!(wait(&mut last));
    }
}

/// The second round begins without a word.
#[tass::model]
fn one_word_for_two() {
    let (mut y, mut go) = (0, 0);
    if mpi!(rank()) == 0 {
        let mut request = mpi!(recv_init(&mut y, from = 1, tag = 1));
        mpi!(start(&mut request));
        mpi!(send(&0, to = 1, tag = 2));
        mpi!(wait(&mut request));
        mpi!(start(&mut request));
        mpi!(wait(&mut request));
        mpi!(request_free(&mut request));
    } else {
        let out = 5;
        let mut request = mpi!(rsend_init(&out, to = 0, tag = 1));
        mpi!(recv(&mut go, from = 0, tag = 2));
        for _ in 0..2 {
            mpi!(start(&mut request));
            mpi!(wait(&mut request));
        }
        mpi!(request_free(&mut request));
    }
}

/// A persistent receive that is made and not begun is none.
#[tass::model]
fn not_begun() {
    let mut y = 0;
    if mpi!(rank()) == 0 {
        let mut request = mpi!(recv_init(&mut y, from = 1));
        mpi!(barrier());
        mpi!(start(&mut request));
        mpi!(wait(&mut request));
        mpi!(request_free(&mut request));
    } else {
        mpi!(barrier());
        mpi!(rsend(&1, to = 0));
    }
}

/// A probe sees a message, and is no receive.
#[tass::model]
fn only_probed() {
    let mut y = 0;
    if mpi!(rank()) == 0 {
        mpi!(probe(from = 1));
        mpi!(recv(&mut y, from = 1));
    } else {
        mpi!(rsend(&1, to = 0));
    }
}

/// To nobody, who is always ready.
#[tass::model]
fn to_nobody() {
    mpi!(rsend(&1, to = PROC_NULL));
    let one = 1;
    let mut request = mpi!(irsend(&one, to = PROC_NULL));
    mpi!(wait(&mut request));
}

#[test]
fn other_forms() {
    is_fine(&rounds::model(), 2);
    is_wrong(&one_word_for_two::model(), 2, EARLY);
    is_wrong(&not_begun::model(), 2, EARLY);
    is_wrong(&only_probed::model(), 2, EARLY);
    is_fine(&to_nobody::model(), 1);
}

/// A blocking receive is posted when its process stands in it: that nobody can know.
#[tass::model]
fn stands_in_it(x: i64) {
    let mut y = 0i64;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut y, from = 1));
    } else {
        mpi!(rsend(&x, to = 0));
    }
}

/// What a `sendrecv` sends may come before its receive is posted.
#[tass::model]
fn in_an_exchange(x: i64) {
    let (mut y, mut go) = (0, 0);
    if mpi!(rank()) == 0 {
        mpi!(sendrecv(&1, to = 1, &mut y, from = 1));
        assert!(y == x);
    } else {
        mpi!(recv(&mut go, from = 0));
        mpi!(rsend(&x, to = 0));
    }
}

/// What a ready send brings is looked at as any other.
#[tass::model]
fn too_long() {
    let mut y = 0;
    if mpi!(rank()) == 0 {
        let mut request = mpi!(irecv(&mut y, from = 1));
        mpi!(barrier());
        mpi!(wait(&mut request));
    } else {
        mpi!(barrier());
        mpi!(rsend(&[1, 2], to = 0));
    }
}

#[test]
fn a_ready_send_is_a_send() {
    is_wrong(&stands_in_it::model(), 2, EARLY);
    is_wrong(&in_an_exchange::model(), 2, EARLY);
    is_wrong(&too_long::model(), 2, &[Kind::Truncation]);
}

/// The word goes before the receive is posted, and neither waits for anybody.
#[tass::model]
fn word_under_way(x: i64) {
    let (mut y, mut go) = (0_i64, 0);
    if mpi!(rank()) == 0 {
        let mut requests = [
            mpi!(isend(&go, to = 1, tag = 2)),
            mpi!(irecv(&mut y, from = 1, tag = 1)),
        ];
        mpi!(waitall(&mut requests));
    } else {
        mpi!(recv(&mut go, from = 0, tag = 2));
        mpi!(rsend(&x, to = 0, tag = 1));
    }
}

/// The same in the other order.
#[tass::model]
fn posted_before_the_word(x: i64) {
    let (mut y, mut go) = (0, 0);
    if mpi!(rank()) == 0 {
        let mut requests = [
            mpi!(irecv(&mut y, from = 1, tag = 1)),
            mpi!(isend(&go, to = 1, tag = 2)),
        ];
        mpi!(waitall(&mut requests));
        assert!(y == x);
    } else {
        mpi!(recv(&mut go, from = 0, tag = 2));
        mpi!(rsend(&x, to = 0, tag = 1));
    }
}

/// Between two sends that wait for nobody, the receiver may go on: here it comes to its second
/// receive, so that the assertion is reached.
#[tass::model]
fn in_between() {
    let (mut x, mut y) = (0, 0);
    if mpi!(rank()) == 0 {
        let mut request = mpi!(irecv(&mut x, from = 1));
        mpi!(barrier());
        mpi!(wait(&mut request));
        mpi!(recv(&mut y, from = 1));
    } else {
        mpi!(barrier());
        mpi!(rsend(&1, to = 0));
        mpi!(rsend(&2, to = 0));
        panic!();
    }
}

#[test]
fn others_act_between_operations_that_wait_for_nobody() {
    is_wrong(&word_under_way::model(), 2, EARLY);
    is_fine(&posted_before_the_word::model(), 2);
    is_wrong(&in_between::model(), 2, &[Kind::NotReady, Kind::Panic]);
}

/// The receive from anybody is for the first message, wherever the second one goes.
#[tass::model]
fn one_for_two() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        let mut request = mpi!(irecv(&mut x, from = ANY));
        mpi!(barrier());
        mpi!(wait(&mut request));
    } else {
        mpi!(barrier());
        mpi!(rsend(&1, to = 0));
        mpi!(rsend(&2, to = 0));
        panic!();
    }
}

#[test]
fn a_receive_from_anybody_is_for_one_message() {
    is_wrong(&one_for_two::model(), 2, EARLY);
}
