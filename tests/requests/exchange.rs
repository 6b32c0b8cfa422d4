//! Exchanges by `isend`, `irecv` and `waitall`.

use tass::Kind;
use tass::prelude::*;

use crate::{buffered, is_fine, is_wrong};

/// Every process sends to the next one, and goes on meanwhile.
#[tass::model]
fn ring(base: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mine = base + rank as i64;
    let mut x = 0;
    let left = (rank + size - 1) % size;
    let mut from_left = mpi!(irecv(&mut x, from = left));
    let mut to_right = mpi!(isend(&mine, to = (rank + 1) % size));
    let status = mpi!(wait(&mut from_left));
    mpi!(wait(&mut to_right));
    assert!(x == base + left as i64);
    assert!(status.source == left && status.count == 1);
}

#[test]
fn a_ring_never_blocks() {
    for nprocs in 1..=4 {
        is_fine(&ring::model(), nprocs);
    }
}

/// The same with `waitall`, sends first.
#[tass::model]
fn halo(u: [f64; 4]) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut u = u;
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let (a, b) = (u[1], u[2]);
    let mut requests = [
        mpi!(isend(&u[1], to = left, tag = 1)),
        mpi!(isend(&u[2], to = right, tag = 2)),
        mpi!(irecv(&mut u[0], from = left, tag = 2)),
        mpi!(irecv(&mut u[3], from = right, tag = 1)),
    ];
    let statuses = mpi!(waitall(&mut requests));
    assert!(statuses[2].source == left && statuses[3].tag == 1);
    assert!(u[0] == b && u[3] == a);
}

#[test]
fn parts_of_one_array_are_apart() {
    is_fine(&halo::model(), 2);
    is_fine(&halo::model(), 3);
}

/// Both wait for their sends before they receive.
#[tass::model]
fn rendezvous() {
    let rank = mpi!(rank());
    let x = rank;
    let mut y = 0;
    let mut request = mpi!(isend(&x, to = 1 - rank));
    mpi!(wait(&mut request));
    mpi!(recv(&mut y, from = 1 - rank));
    assert!(y == 1 - rank);
}

#[test]
fn a_send_that_is_not_buffered_is_complete_when_it_is_matched() {
    is_wrong(&rendezvous::model(), 2, &[Kind::PotentialDeadlock]);
    is_fine(&buffered(&rendezvous::model()), 2);
}

/// The same, synchronous.
#[tass::model]
fn synchronous() {
    let rank = mpi!(rank());
    let x = rank;
    let mut y = 0;
    let mut request = mpi!(issend(&x, to = 1 - rank));
    mpi!(wait(&mut request));
    mpi!(recv(&mut y, from = 1 - rank));
}

#[test]
fn a_synchronous_send_is_never_buffered() {
    is_wrong(&buffered(&synchronous::model()), 2, &[Kind::Deadlock]);
}

/// Four messages with distinct tags, received in the reverse order of posting.
#[tass::model]
fn tags() {
    let rank = mpi!(rank());
    let mut requests = Vec::new();
    let data = [1usize, 2, 3, 4];
    let mut got = [0; 4];
    for i in 0..4 {
        if rank == 0 {
            requests.push(mpi!(isend(&data[i], to = 1, tag = i)));
        } else {
            requests.push(mpi!(irecv(&mut got[3 - i], from = 0, tag = 3 - i)));
        }
    }
    mpi!(waitall(&mut requests));
    assert!(rank == 0 || (0..4).all(|i| got[i] == i + 1));
}

#[test]
fn tags_put_messages_in_their_places() {
    is_fine(&tags::model(), 2);
}

/// Two wildcards see the messages of one sender in their order.
#[tass::model]
fn overtaking() {
    let rank = mpi!(rank());
    if rank == 0 {
        let (a, b) = (500, 1000);
        let mut requests = [mpi!(isend(&a, to = 1)), mpi!(isend(&b, to = 1))];
        mpi!(waitall(&mut requests));
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

#[test]
fn messages_do_not_overtake() {
    is_fine(&overtaking::model(), 2);
}

/// A pending wildcard may steal the first message of the partner.
#[tass::model]
fn dialogue() {
    let rank = mpi!(rank());
    let (x, mut a, mut b, mut c) = (rank, 0usize, 0usize, 0usize);
    if rank == 0 {
        let mut request = mpi!(irecv(&mut a, from = ANY));
        mpi!(recv(&mut b, from = 1));
        mpi!(send(&x, to = 1));
        mpi!(recv(&mut c, from = ANY));
        mpi!(wait(&mut request));
    } else if rank == 1 {
        mpi!(send(&x, to = 0));
        mpi!(recv(&mut a, from = 0));
        mpi!(send(&x, to = 0));
    } else {
        mpi!(send(&x, to = 0));
    }
}

#[test]
fn a_pending_wildcard_may_take_what_the_next_receive_needs() {
    is_wrong(&dialogue::model(), 3, &[Kind::Deadlock]);
}

/// Two wildcards around a barrier: a message sent after it may go to the first one.
#[tass::model]
fn crooked_barrier() {
    let rank = mpi!(rank());
    let (x, mut a, mut b) = (rank, 9usize, 9usize);
    if rank == 1 {
        let mut first = mpi!(irecv(&mut a, from = ANY, tag = ANY));
        mpi!(barrier());
        let mut second = mpi!(irecv(&mut b, from = ANY, tag = ANY));
        mpi!(wait(&mut first));
        mpi!(wait(&mut second));
        assert!(a == 0 && b == 2);
    } else if rank == 2 {
        mpi!(barrier());
        let mut request = mpi!(isend(&x, to = 1));
        mpi!(wait(&mut request));
    } else {
        let mut request = mpi!(isend(&x, to = 1));
        mpi!(barrier());
        mpi!(wait(&mut request));
    }
}

#[test]
fn a_message_from_behind_the_barrier_may_go_to_a_receive_from_before_it() {
    is_wrong(&crooked_barrier::model(), 3, &[Kind::Assertion]);
}
