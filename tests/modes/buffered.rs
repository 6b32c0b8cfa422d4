//! `bsend`, and the buffer that it needs.

use tass::Kind;
use tass::prelude::*;

use crate::verdict::{is_fine, is_wrong};

const SPACE: &[Kind] = &[Kind::BsendBuffer];

/// Both send first: nobody waits for anybody.
#[tass::model]
fn head_to_head(x: i64) {
    let (rank, mut y) = (mpi!(rank()), 0);
    mpi!(buffer_attach(size = 1));
    mpi!(bsend(&(x + rank as i64), to = 1 - rank));
    mpi!(recv(&mut y, from = 1 - rank));
    assert!(y == x + 1 - rank as i64);
    mpi!(buffer_detach());
}

#[test]
fn a_buffered_send_waits_for_nobody() {
    is_fine(&head_to_head::model(), 2);
}

/// As many elements as are under way, of messages of any length.
#[tass::model]
fn room_for(n: usize, room: usize) {
    assume!(1 <= n && n <= 3 && room == 2 * n + 1);
    let (rank, mut one) = (mpi!(rank()), 0);
    let (mut a, mut b) = (vec![0; n], vec![0; n]);
    if rank == 0 {
        mpi!(buffer_attach(size = room));
        mpi!(bsend(&vec![1; n], to = 1));
        mpi!(bsend(&7, to = 1));
        mpi!(bsend(&vec![2; n], to = 1));
        mpi!(buffer_detach());
    } else {
        mpi!(recv(&mut a, from = 0));
        mpi!(recv(&mut one, from = 0));
        mpi!(recv(&mut b, from = 0));
        assert!(a.iter().all(|x| *x == 1) && one == 7 && b.iter().all(|x| *x == 2));
    }
}

/// One less than enough: it may go well, if the receiver is fast.
#[tass::model]
fn one_too_few(n: usize, room: usize) {
    assume!(1 <= n && n <= 3 && room == 2 * n);
    let (rank, mut one) = (mpi!(rank()), 0);
    let (mut a, mut b) = (vec![0; n], vec![0; n]);
    if rank == 0 {
        mpi!(buffer_attach(size = room));
        mpi!(bsend(&vec![1; n], to = 1));
        mpi!(bsend(&7, to = 1));
        mpi!(bsend(&vec![2; n], to = 1));
        mpi!(buffer_detach());
    } else {
        mpi!(recv(&mut a, from = 0));
        mpi!(recv(&mut one, from = 0));
        mpi!(recv(&mut b, from = 0));
    }
}

/// Any length, and any room that is not less.
#[tass::model]
fn any_length(n: usize, room: usize) {
    assume!(n <= room);
    if mpi!(rank()) == 0 {
        mpi!(buffer_attach(size = room));
        mpi!(bsend(&vec![5; n], to = 1));
        mpi!(buffer_detach());
    } else {
        let mut all = vec![0; n];
        mpi!(recv(&mut all, from = 0));
        assert!(all.iter().all(|x| *x == 5));
    }
}

/// Any room.
#[tass::model]
fn any_room(n: usize, room: usize) {
    if mpi!(rank()) == 0 {
        mpi!(buffer_attach(size = room));
        mpi!(bsend(&vec![5; n], to = 1));
        mpi!(buffer_detach());
    } else {
        let mut all = vec![0; n];
        mpi!(recv(&mut all, from = 0));
    }
}

#[test]
fn there_must_be_room_for_all_that_is_under_way() {
    is_fine(&room_for::model(), 2);
    is_wrong(&one_too_few::model(), 2, SPACE);
    is_fine(&any_length::model(), 2);
    is_wrong(&any_room::model(), 2, SPACE);
}

/// Somebody says that the first has come: its room is free.
#[tass::model]
fn told(x: i64, y: i64) {
    let (mut a, mut b) = (0, 0);
    if mpi!(rank()) == 0 {
        mpi!(buffer_attach(size = 1));
        mpi!(bsend(&x, to = 1));
        mpi!(recv(&mut a, from = 1));
        mpi!(bsend(&y, to = 1));
    } else {
        mpi!(recv(&mut a, from = 0));
        mpi!(send(&0i64, to = 0));
        mpi!(recv(&mut b, from = 0));
        assert!(a == x && b == y);
    }
}

/// Somebody says something before it has come.
#[tass::model]
fn told_too_early(x: i64, y: i64) {
    let (mut a, mut b) = (0, 0);
    if mpi!(rank()) == 0 {
        mpi!(buffer_attach(size = 1));
        mpi!(bsend(&x, to = 1));
        mpi!(recv(&mut a, from = 1));
        mpi!(bsend(&y, to = 1));
    } else {
        mpi!(send(&0i64, to = 0));
        mpi!(recv(&mut a, from = 0));
        mpi!(recv(&mut b, from = 0));
        assert!(a == x && b == y);
    }
}

#[test]
fn room_is_free_when_the_message_is_received() {
    is_fine(&told::model(), 2);
    is_wrong(&told_too_early::model(), 2, SPACE);
}

#[tass::model]
fn attached_twice() {
    mpi!(buffer_attach(size = 1));
    mpi!(buffer_attach(size = 1));
    mpi!(buffer_detach());
}

#[tass::model]
fn detached_twice() {
    mpi!(buffer_attach(size = 1));
    mpi!(buffer_detach());
    mpi!(buffer_detach());
}

#[tass::model]
fn never_attached() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    if rank == 0 {
        mpi!(bsend(&rank, to = 1));
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

/// Too late for what was to be sent before.
#[tass::model]
fn used_after() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    if rank == 0 {
        mpi!(buffer_attach(size = 1));
        mpi!(buffer_detach());
        mpi!(bsend(&rank, to = 1));
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

/// One after the other, the last one left where it is.
#[tass::model]
fn attached_again(x: i64) {
    let (rank, mut y) = (mpi!(rank()), 0);
    if rank == 0 {
        mpi!(buffer_attach(size = 1));
        mpi!(bsend(&x, to = 1));
        mpi!(buffer_detach());
        mpi!(buffer_attach(size = 1));
        mpi!(bsend(&x, to = 1));
    } else {
        mpi!(recv(&mut y, from = 0));
        mpi!(recv(&mut y, from = 0));
        assert!(y == x);
    }
}

#[test]
fn one_buffer_at_a_time() {
    is_wrong(&attached_twice::model(), 1, SPACE);
    is_wrong(&detached_twice::model(), 1, SPACE);
    is_wrong(&never_attached::model(), 2, SPACE);
    is_wrong(&used_after::model(), 2, SPACE);
    is_fine(&attached_again::model(), 2);
}

/// Detaching waits for the receive, which waits for what comes behind it.
#[tass::model]
fn detached_before() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(buffer_attach(size = 1));
        mpi!(bsend(&1, to = 1, tag = 1));
        mpi!(buffer_detach());
        mpi!(send(&2, to = 1, tag = 2));
    } else {
        mpi!(recv(&mut x, from = 0, tag = 2));
        mpi!(recv(&mut x, from = 0, tag = 1));
    }
}

/// The same, detached behind it.
#[tass::model]
fn detached_behind() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        mpi!(buffer_attach(size = 1));
        mpi!(bsend(&1, to = 1, tag = 1));
        mpi!(send(&2, to = 1, tag = 2));
        mpi!(buffer_detach());
    } else {
        mpi!(recv(&mut x, from = 0, tag = 2));
        mpi!(recv(&mut x, from = 0, tag = 1));
        assert!(x == 1);
    }
}

/// Nobody receives it: whoever detaches waits for ever.
#[tass::model]
fn detached_in_vain() {
    if mpi!(rank()) == 0 {
        mpi!(buffer_attach(size = 1));
        mpi!(bsend(&1, to = 1));
        mpi!(buffer_detach());
    }
}

/// Nobody receives it, and nobody waits.
#[tass::model]
fn never_received() {
    if mpi!(rank()) == 0 {
        mpi!(buffer_attach(size = 1));
        mpi!(bsend(&1, to = 1));
    }
}

#[test]
fn detaching_waits() {
    is_wrong(&detached_before::model(), 2, &[Kind::Deadlock]);
    is_fine(&detached_behind::model(), 2);
    is_wrong(&detached_in_vain::model(), 2, &[Kind::Deadlock]);
    is_wrong(&never_received::model(), 2, &[Kind::UnreceivedMessage]);
}

/// Immediate and persistent: complete at once, and written at once.
#[tass::model]
fn other_forms(x: [i64; 3]) {
    let mut y = 0;
    if mpi!(rank()) == 0 {
        mpi!(buffer_attach(size = 3));
        let mut request = mpi!(ibsend(&x[0], to = 1));
        mpi!(wait(&mut request));
        let mut out = x[1];
        let mut again = mpi!(bsend_init(&out, to = 1));
        mpi!(start(&mut again));
        mpi!(wait(&mut again));
        out = x[2];
        mpi!(start(&mut again));
        mpi!(wait(&mut again));
        mpi!(request_free(&mut again));
        assert!(out == x[2]);
        mpi!(send(&0i64, to = 1, tag = 1));
        mpi!(buffer_detach());
    } else {
        mpi!(recv(&mut y, from = 0, tag = 1));
        for i in 0..3 {
            mpi!(recv(&mut y, from = 0, tag = 0));
            assert!(y == x[i]);
        }
    }
}

/// Written before it is complete, though the library has it already.
#[tass::model]
fn written_too_early() {
    let mut x = 1;
    if mpi!(rank()) == 0 {
        mpi!(buffer_attach(size = 1));
        let mut request = mpi!(ibsend(&x, to = 1));
        x = 2;
        mpi!(wait(&mut request));
        assert!(x == 2);
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

/// Two are begun where there is room for one.
#[tass::model]
fn two_begun() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    if rank == 0 {
        mpi!(buffer_attach(size = 1));
        let mut requests = [mpi!(ibsend(&rank, to = 1)), mpi!(ibsend(&rank, to = 1))];
        mpi!(waitall(&mut requests));
    } else {
        mpi!(recv(&mut x, from = 0));
        mpi!(recv(&mut x, from = 0));
    }
}

/// To nobody, from no buffer.
#[tass::model]
fn to_nobody() {
    mpi!(bsend(&1, to = PROC_NULL));
}

#[test]
fn immediate_and_persistent_forms() {
    is_fine(&other_forms::model(), 2);
    is_wrong(&written_too_early::model(), 2, &[Kind::BufferRace]);
    is_wrong(&two_begun::model(), 2, SPACE);
    is_fine(&to_nobody::model(), 1);
}
