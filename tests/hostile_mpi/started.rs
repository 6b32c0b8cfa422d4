//! `startall` begins its requests in any order.

use tass::Kind;
use tass::prelude::*;

use super::{always_gives, gives};

/// Whichever receive is posted first gets the first message.
#[tass::model]
fn receives(swapped: bool) {
    let (mut x, mut y) = (0, 0);
    if mpi!(rank()) == 0 {
        let mut requests = [
            mpi!(recv_init(&mut x, from = 1)),
            mpi!(recv_init(&mut y, from = 1)),
        ];
        mpi!(startall(&mut requests));
        mpi!(waitall(&mut requests));
        for i in 0..2 {
            mpi!(request_free(&mut requests[i]));
        }
        assert!(if swapped {
            x != 1 || y != 2
        } else {
            x != 2 || y != 1
        });
    } else {
        mpi!(ssend(&1, to = 0));
        mpi!(ssend(&2, to = 0));
    }
}

#[test]
fn either_receive_may_be_the_first() {
    always_gives(&receives::model(), 2, &[Kind::Assertion]);
}

/// Whichever message leaves first is received first.
#[tass::model]
fn sends(wrong: bool) {
    let (one, two, mut x, mut y) = (1, 2, 0, 0);
    if mpi!(rank()) == 0 {
        let mut requests = [
            mpi!(send_init(&one, to = 1)),
            mpi!(send_init(&two, to = 1, tag = 1)),
        ];
        mpi!(startall(&mut requests));
        mpi!(waitall(&mut requests));
        for i in 0..2 {
            mpi!(request_free(&mut requests[i]));
        }
    } else {
        mpi!(recv(&mut x, from = 0, tag = ANY));
        mpi!(recv(&mut y, from = 0, tag = ANY));
        assert!(x + y == 3);
        assert!(!wrong || x == 1);
    }
}

#[tass::model]
fn sends_in_any_order() {
    sends(false);
}

#[test]
fn either_message_may_be_the_first() {
    always_gives(&sends::model(), 2, &[Kind::Assertion]);
    always_gives(&sends_in_any_order::model(), 2, &[]);
}

/// Process 1 has been told before the receive is posted, if that comes last.
#[tass::model]
fn tells(later: bool) {
    let (mut x, one) = (0, 1);
    if mpi!(rank()) == 0 {
        let mut requests = [
            mpi!(recv_init(&mut x, from = 1, tag = 7)),
            mpi!(send_init(&one, to = 1)),
        ];
        mpi!(startall(&mut requests));
        if later {
            mpi!(send(&2, to = 1, tag = 2));
        }
        mpi!(waitall(&mut requests));
        for i in 0..2 {
            mpi!(request_free(&mut requests[i]));
        }
    } else {
        mpi!(recv(&mut x, from = 0));
        if later {
            mpi!(recv(&mut x, from = 0, tag = 2));
        }
        mpi!(rsend(&2, to = 0, tag = 7));
    }
}

#[tass::model]
fn tells_at_once() {
    tells(false);
}

#[tass::model]
fn tells_later() {
    tells(true);
}

#[test]
fn a_message_begun_with_a_receive_tells_nothing_of_it() {
    always_gives(&tells_at_once::model(), 2, &[Kind::NotReady]);
    always_gives(&tells_later::model(), 2, &[]);
}

/// Everybody exchanges with both neighbours: nothing wants the same.
#[tass::model]
fn neighbours(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let (mine, mut from_left, mut from_right) = (x + rank as i64, 0, 0);
    let mut requests = [
        mpi!(recv_init(&mut from_left, from = left, tag = 1)),
        mpi!(recv_init(&mut from_right, from = right, tag = 2)),
        mpi!(send_init(&mine, to = right, tag = 1)),
        mpi!(send_init(&mine, to = left, tag = 2)),
    ];
    for _ in 0..2 {
        mpi!(startall(&mut requests));
        mpi!(waitall(&mut requests));
        assert!(from_left == x + left as i64 && from_right == x + right as i64);
    }
    for i in 0..4 {
        mpi!(request_free(&mut requests[i]));
    }
}

#[test]
fn requests_that_want_different_things_are_fine() {
    gives(&neighbours::model(), 2, &[], &[]);
    let states = |nprocs| {
        let report = neighbours::model().nprocs(nprocs).check();
        assert!(report.is_verified(), "{report}");
        report.stats().states
    };
    assert_eq!([3, 4].map(states), [22, 29]);
}
