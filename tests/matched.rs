//! Matched probes: a message of one's own, and its receive.

use tass::Kind;
use tass::prelude::*;

use crate::verdict::{depends, is_fine, is_wrong};

/// What is matched is nobody else's: the next receive takes the next message.
#[tass::model]
fn next_one(x: [i64; 3]) {
    if mpi!(rank()) == 0 {
        let (mut a, mut b, mut c) = (0, 0, 0);
        let (mut message, status) = mpi!(mprobe(from = ANY));
        assert!(status.source == 1 && status.count == 1);
        mpi!(recv(&mut b, from = ANY));
        mpi!(recv(&mut c, from = 1));
        // As late as one likes.
        let got = mpi!(mrecv(&mut a, &mut message));
        assert!(got.source == 1 && got.tag == 0 && a == x[0] && b == x[1] && c == x[2]);
    } else {
        let mut requests = [
            mpi!(isend(&x[0], to = 0)),
            mpi!(isend(&x[1], to = 0)),
            mpi!(isend(&x[2], to = 0)),
        ];
        mpi!(waitall(&mut requests));
    }
}

/// What is only seen may go to another receive.
#[tass::model]
fn only_seen(x: [i64; 2]) {
    assume!(x[0] != x[1]);
    if mpi!(rank()) == 0 {
        let (mut a, mut b) = (0, 0);
        mpi!(probe(from = ANY));
        mpi!(recv(&mut b, from = ANY));
        mpi!(recv(&mut a, from = ANY));
        assert!(a == x[0] && b == x[1]);
    } else {
        let mut requests = [mpi!(isend(&x[0], to = 0)), mpi!(isend(&x[1], to = 0))];
        mpi!(waitall(&mut requests));
    }
}

/// A receive that is under way was there before.
#[tass::model]
fn too_late_to_match(x: [i64; 2]) {
    let (mut a, mut b) = (0, 0);
    if mpi!(rank()) == 0 {
        let mut request = mpi!(irecv(&mut a, from = 1));
        let (mut message, _) = mpi!(mprobe(from = 1));
        mpi!(mrecv(&mut b, &mut message));
        mpi!(wait(&mut request));
        assert!(a == x[0] && b == x[1]);
    } else {
        mpi!(send(&x[0], to = 0));
        mpi!(send(&x[1], to = 0));
    }
}

#[test]
fn a_matched_message_is_nobody_elses() {
    is_fine(&next_one::model(), 2);
    is_wrong(&only_seen::model(), 2, &[Kind::Assertion]);
    is_fine(&too_late_to_match::model(), 2);
}

/// Lengths and senders are found out, in whatever order they come.
#[tass::model]
fn sized(n: usize) {
    assume!(n < 3);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    if rank > 0 {
        mpi!(send(&vec![rank; n + rank], to = 0, tag = rank));
        return;
    }
    let mut total = 0;
    for _ in 1..size {
        let (mut message, status) = mpi!(mprobe(from = ANY, tag = ANY));
        let mut data = vec![0usize; status.count];
        mpi!(mrecv(&mut data, &mut message));
        assert!(status.tag == status.source && data.len() == n + status.source);
        assert!(data.iter().all(|x| *x == status.source));
        total += status.source;
    }
    assert!(total == size * (size - 1) / 2);
}

/// Two are held at once, and received the other way around.
#[tass::model]
fn held(x: i64) {
    let rank = mpi!(rank());
    if rank > 0 {
        mpi!(send(&(x + rank as i64), to = 0));
        return;
    }
    let (mut first, a) = mpi!(mprobe(from = ANY));
    let (mut second, b) = mpi!(mprobe(from = ANY));
    assert!(a.source + b.source == 3 && a.source != b.source);
    let (mut y, mut z) = (0, 0);
    mpi!(mrecv(&mut z, &mut second));
    mpi!(mrecv(&mut y, &mut first));
    assert!(y == x + a.source as i64 && z == x + b.source as i64);
}

/// Which one is matched first is open.
#[tass::model]
fn first_of_two() {
    let rank = mpi!(rank());
    if rank > 0 {
        mpi!(send(&rank, to = 0));
        return;
    }
    let (mut first, a) = mpi!(mprobe(from = ANY));
    let (mut second, _) = mpi!(mprobe(from = ANY));
    let mut x = 0usize;
    mpi!(mrecv(&mut x, &mut first));
    mpi!(mrecv(&mut x, &mut second));
    assert!(a.source == 1);
}

#[test]
fn any_message_may_be_matched() {
    is_fine(&sized::model(), 3);
    is_fine(&held::model(), 3);
    is_wrong(&first_of_two::model(), 3, &[Kind::Assertion]);
}

/// A synchronous send ends when its receive begins, not when it is only matched.
#[tass::model]
fn synchronous() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        let (mut message, _) = mpi!(mprobe(from = 1, tag = 1));
        mpi!(recv(&mut x, from = 1, tag = 2));
        mpi!(mrecv(&mut x, &mut message));
    } else {
        mpi!(ssend(&1, to = 0, tag = 1));
        mpi!(send(&2, to = 0, tag = 2));
    }
}

/// In standard mode it may, if the library keeps the message.
#[tass::model]
fn standard() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        let (mut message, _) = mpi!(mprobe(from = 1, tag = 1));
        mpi!(recv(&mut x, from = 1, tag = 2));
        mpi!(mrecv(&mut x, &mut message));
        assert!(x == 1);
    } else {
        mpi!(send(&1, to = 0, tag = 1));
        mpi!(send(&2, to = 0, tag = 2));
    }
}

/// And when its receive has begun, it need not be over.
#[tass::model]
fn begun() {
    let (mut x, mut y) = (0, 0);
    if mpi!(rank()) == 0 {
        let (mut message, _) = mpi!(mprobe(from = 1, tag = 1));
        let mut request = mpi!(imrecv(&mut x, &mut message));
        mpi!(recv(&mut y, from = 1, tag = 2));
        mpi!(wait(&mut request));
        assert!(x == 1 && y == 2);
    } else {
        mpi!(ssend(&1, to = 0, tag = 1));
        mpi!(send(&2, to = 0, tag = 2));
    }
}

#[test]
fn matching_is_not_receiving() {
    is_wrong(&synchronous::model(), 2, &[Kind::Deadlock]);
    depends(&standard::model(), 2, &[Kind::PotentialDeadlock], &[]);
    is_fine(&begun::model(), 2);
}

/// Nobody receives it.
#[tass::model]
fn kept() {
    if mpi!(rank()) == 0 {
        let (_message, status) = mpi!(mprobe(from = 1));
        assert!(status.count == 1);
    } else {
        mpi!(send(&1, to = 0));
    }
}

#[test]
fn what_is_matched_must_be_received() {
    depends(
        &kept::model(),
        2,
        &[Kind::PotentialDeadlock, Kind::UnreceivedMessage],
        &[Kind::UnreceivedMessage],
    );
}

#[tass::model]
fn received_twice() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        let (mut message, _) = mpi!(mprobe(from = 1));
        mpi!(mrecv(&mut x, &mut message));
        mpi!(mrecv(&mut x, &mut message));
    } else {
        mpi!(send(&1, to = 0));
    }
}

#[tass::model]
fn none_at_all() {
    let (mut message, mut x) = (MESSAGE_NULL, 0);
    mpi!(mrecv(&mut x, &mut message));
}

#[tass::model]
fn begun_twice() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        let (mut message, _) = mpi!(mprobe(from = 1));
        let mut request = mpi!(imrecv(&mut x, &mut message));
        mpi!(wait(&mut request));
        let mut again = mpi!(imrecv(&mut x, &mut message));
        mpi!(wait(&mut again));
    } else {
        mpi!(send(&1, to = 0));
    }
}

#[test]
fn a_message_is_received_once() {
    is_wrong(&received_twice::model(), 2, &[Kind::RequestMisused]);
    is_wrong(&none_at_all::model(), 1, &[Kind::RequestMisused]);
    is_wrong(&begun_twice::model(), 2, &[Kind::RequestMisused]);
}

/// A receive of a message that is there is under way as any other.
#[tass::model]
fn read_too_early() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        let (mut message, _) = mpi!(mprobe(from = 1));
        let mut request = mpi!(imrecv(&mut x, &mut message));
        assert!(x == 0);
        mpi!(wait(&mut request));
    } else {
        mpi!(send(&1, to = 0));
    }
}

#[tass::model]
fn never_completed() {
    let mut x = 0;
    if mpi!(rank()) == 0 {
        let (mut message, _) = mpi!(mprobe(from = 1));
        let _request = mpi!(imrecv(&mut x, &mut message));
    } else {
        mpi!(send(&1, to = 0));
    }
}

#[tass::model]
fn of_another_type() {
    let mut x = 0i64;
    if mpi!(rank()) == 0 {
        let (mut message, _) = mpi!(mprobe(from = 1));
        mpi!(mrecv(&mut x, &mut message));
    } else {
        mpi!(send(&1.5, to = 0));
    }
}

#[tass::model]
fn too_long(n: usize) {
    assume!(1 <= n && n <= 4);
    let mut room = [0; 3];
    if mpi!(rank()) == 0 {
        let (mut message, _) = mpi!(mprobe(from = 1));
        mpi!(mrecv(&mut room, &mut message));
    } else {
        mpi!(send(&vec![1; n], to = 0));
    }
}

#[test]
fn it_is_received_as_any_other() {
    is_wrong(&read_too_early::model(), 2, &[Kind::BufferRace]);
    is_wrong(&never_completed::model(), 2, &[Kind::RequestLeak]);
    is_wrong(&of_another_type::model(), 2, &[Kind::TypeMismatch]);
    is_wrong(&too_long::model(), 2, &[Kind::Truncation]);
}

/// Asks until there is one.
#[tass::model]
fn asked_for(x: i64) {
    let mut y = 0;
    if mpi!(rank()) == 0 {
        let mut message = MESSAGE_NULL;
        let mut status = Status {
            source: ANY,
            tag: ANY,
            count: 0,
        };
        while !mpi!(improbe(&mut message, from = 1, status = &mut status)) {}
        assert!(status.source == 1 && status.count == 1);
        mpi!(mrecv(&mut y, &mut message));
        assert!(y == x);
    } else {
        mpi!(send(&x, to = 0));
    }
}

/// It may say no although the message is there.
#[tass::model]
fn asked_once() {
    let mut y = 0;
    if mpi!(rank()) == 0 {
        mpi!(barrier());
        let mut message = MESSAGE_NULL;
        assert!(mpi!(improbe(&mut message, from = 1)));
        mpi!(mrecv(&mut y, &mut message));
    } else {
        let one = 1;
        let mut request = mpi!(isend(&one, to = 0));
        mpi!(barrier());
        mpi!(wait(&mut request));
    }
}

/// Nobody sends.
#[tass::model]
fn asked_in_vain() {
    if mpi!(rank()) == 0 {
        let mut message = MESSAGE_NULL;
        while !mpi!(improbe(&mut message, from = 1)) {}
    }
}

/// In another communicator.
#[tass::model]
fn elsewhere() {
    let (mut copy, mut y) = (mpi!(dup()), 0);
    if mpi!(rank()) == 0 {
        let (mut message, _) = mpi!(mprobe(from = 1, comm = copy));
        mpi!(mrecv(&mut y, &mut message));
        assert!(y == 2);
        mpi!(recv(&mut y, from = 1));
        assert!(y == 1);
    } else {
        let one = 1;
        let mut request = mpi!(isend(&one, to = 0));
        mpi!(send(&2, to = 0, comm = copy));
        mpi!(wait(&mut request));
    }
    mpi!(free(&mut copy));
}

#[test]
fn probes_ask_in_their_communicator() {
    is_fine(&asked_for::model(), 2);
    // Whoever is told no receives nothing, but has failed before.
    is_wrong(&asked_once::model(), 2, &[Kind::Assertion]);
    is_wrong(&asked_in_vain::model(), 2, &[Kind::Deadlock]);
    is_fine(&elsewhere::model(), 2);
}
