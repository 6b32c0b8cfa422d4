//! The forms of completion, one by one.

use tass::Kind;
use tass::prelude::*;

use crate::{is_fine, is_wrong};

/// A test may say no, and is asked again.
#[tass::model]
fn spin() {
    let rank = mpi!(rank());
    let mut x = 0usize;
    if rank == 0 {
        let mut request = mpi!(irecv(&mut x, from = 1));
        while !mpi!(test(&mut request)) {}
        assert!(x == 7);
    } else {
        x = 7;
        mpi!(send(&x, to = 0));
    }
}

#[test]
fn a_spin_on_test_is_no_endless_execution() {
    is_fine(&spin::model(), 2);
}

/// A test for what nobody sends.
#[tass::model]
fn in_vain() {
    let rank = mpi!(rank());
    let mut x = 0usize;
    if rank == 0 {
        let mut request = mpi!(irecv(&mut x, from = 1));
        while !mpi!(test(&mut request)) {}
    }
}

#[test]
fn a_spin_that_never_succeeds_is_a_deadlock() {
    is_wrong(&in_vain::model(), 2, &[Kind::Deadlock]);
}

/// Two look for each other's message, and send only then.
#[tass::model]
fn looking() {
    let rank = mpi!(rank());
    let (x, mut y) = (rank, 0usize);
    while !mpi!(iprobe(from = 1 - rank)) {}
    mpi!(send(&x, to = 1 - rank));
    mpi!(recv(&mut y, from = 1 - rank));
}

#[test]
fn looking_for_each_other_is_a_deadlock() {
    is_wrong(&looking::model(), 2, &[Kind::Deadlock]);
}

/// Both answers of a test are possible.
#[tass::model]
fn flag() {
    let rank = mpi!(rank());
    let (x, mut y) = (rank, 0usize);
    if rank == 0 {
        let mut request = mpi!(irecv(&mut y, from = 1));
        let done = mpi!(test(&mut request));
        assert!(!done);
        mpi!(wait(&mut request));
    } else {
        let mut request = mpi!(isend(&x, to = 0));
        mpi!(wait(&mut request));
    }
}

#[test]
fn a_test_may_say_yes() {
    is_wrong(&flag::model(), 2, &[Kind::Assertion]);
}

/// And it may say no.
#[tass::model]
fn no_flag() {
    let rank = mpi!(rank());
    let (x, mut y) = (rank, 0usize);
    if rank == 0 {
        let mut request = mpi!(irecv(&mut y, from = 1));
        mpi!(barrier());
        let done = mpi!(test(&mut request));
        assert!(done);
    } else {
        let mut request = mpi!(issend(&x, to = 0));
        mpi!(wait(&mut request));
        mpi!(barrier());
    }
}

#[test]
fn a_test_may_say_no() {
    is_wrong(&no_flag::model(), 2, &[Kind::Assertion]);
}

/// Whichever comes first.
#[tass::model]
fn first_of_two() {
    let rank = mpi!(rank());
    let (mut a, mut b) = (0usize, 0usize);
    if rank == 0 {
        let mut requests = [mpi!(irecv(&mut a, from = 1)), mpi!(irecv(&mut b, from = 2))];
        let (i, status) = mpi!(waitany(&mut requests));
        assert!(status.source == i + 1);
        let (j, other) = mpi!(waitany(&mut requests));
        assert!(i + j == 1 && other.source == j + 1);
        let (none, _) = mpi!(waitany(&mut requests));
        assert!(none == UNDEFINED);
        assert!(a == 1 && b == 2);
    } else {
        mpi!(send(&rank, to = 0));
    }
}

#[test]
fn waitany_completes_one_after_the_other() {
    is_fine(&first_of_two::model(), 3);
}

/// The second may come first.
#[tass::model]
fn in_order() {
    let rank = mpi!(rank());
    let (mut a, mut b) = (0usize, 0usize);
    if rank == 0 {
        let mut requests = [mpi!(irecv(&mut a, from = 1)), mpi!(irecv(&mut b, from = 2))];
        let (i, _) = mpi!(waitany(&mut requests));
        mpi!(waitall(&mut requests));
        assert!(i == 0);
    } else {
        mpi!(send(&rank, to = 0));
    }
}

#[test]
fn waitany_has_a_choice() {
    is_wrong(&in_order::model(), 3, &[Kind::Assertion]);
}

/// As many as are there.
#[tass::model]
fn some() {
    let rank = mpi!(rank());
    let (mut a, mut b) = (0usize, 0usize);
    if rank == 0 {
        let mut requests = [mpi!(irecv(&mut a, from = 1)), mpi!(irecv(&mut b, from = 2))];
        let mut left = 2;
        while left > 0 {
            let done = mpi!(waitsome(&mut requests));
            assert!(!done.is_empty() && done.len() <= left);
            left -= done.len();
        }
        assert!(a == 1 && b == 2);
        assert!(mpi!(testsome(&mut requests)).is_empty());
        assert!(mpi!(testall(&mut requests)));
        let (flag, none) = mpi!(testany(&mut requests));
        assert!(flag && none == UNDEFINED);
    } else {
        mpi!(send(&rank, to = 0));
    }
}

#[test]
fn waitsome_completes_some() {
    is_fine(&some::model(), 3);
}

/// What a probe has seen is what the receive takes.
#[tass::model]
fn probed() {
    let rank = mpi!(rank());
    if rank == 0 {
        let mut total = 0;
        for _ in 1..mpi!(size()) {
            let seen = mpi!(probe(from = ANY, tag = ANY));
            let mut data = vec![0usize; seen.count];
            let got = mpi!(recv(&mut data, from = seen.source, tag = seen.tag));
            assert!(got.source == seen.source && got.count == seen.count);
            total += data[0];
        }
        assert!(total == 3);
    } else {
        let data = vec![rank; rank];
        mpi!(send(&data, to = 0, tag = rank));
    }
}

#[test]
fn a_probe_sees_what_is_received() {
    is_fine(&probed::model(), 3);
}

/// The wildcard may take another message than the one that was seen.
#[tass::model]
fn probed_and_any() {
    let rank = mpi!(rank());
    if rank == 0 {
        for _ in 1..mpi!(size()) {
            let seen = mpi!(probe(from = ANY));
            let mut x = 0usize;
            let got = mpi!(recv(&mut x, from = ANY));
            assert!(got.source == seen.source);
        }
    } else {
        mpi!(send(&rank, to = 0));
    }
}

#[test]
fn a_wildcard_may_take_another_message_than_was_seen() {
    is_wrong(&probed_and_any::model(), 3, &[Kind::Assertion]);
}

/// Requests that stand for nothing are complete.
#[tass::model]
fn null() {
    let mut request = REQUEST_NULL;
    let status = mpi!(wait(&mut request));
    assert!(status.source == ANY && status.count == 0);
    let mut requests = [REQUEST_NULL; 3];
    mpi!(waitall(&mut requests));
    let x = 0;
    let mut nobody = mpi!(isend(&x, to = PROC_NULL));
    let mut y = 5;
    let mut from_nobody = mpi!(irecv(&mut y, from = PROC_NULL));
    mpi!(wait(&mut nobody));
    let status = mpi!(wait(&mut from_nobody));
    assert!(status.source == PROC_NULL && y == 5);
    let mut status = status;
    assert!(mpi!(iprobe(from = PROC_NULL, status = &mut status)));
    assert!(status.source == PROC_NULL);
}

#[test]
fn null_requests_are_complete() {
    is_fine(&null::model(), 1);
}

/// Nobody waits for the send.
#[tass::model]
fn forgotten() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (x, mut y) = (rank, 0usize);
    let _send = mpi!(isend(&x, to = (rank + 1) % size));
    let mut receive = mpi!(irecv(&mut y, from = (rank + size - 1) % size));
    mpi!(wait(&mut receive));
}

#[test]
fn a_forgotten_request_is_a_leak() {
    is_wrong(&forgotten::model(), 2, &[Kind::RequestLeak]);
}

/// What is freed would go on by itself, and nobody would be told when it is over.
#[tass::model]
fn freed() {
    let rank = mpi!(rank());
    let (mut x, mut y) = (rank, 0usize);
    if rank == 0 {
        let mut send = mpi!(isend(&x, to = 1));
        mpi!(request_free(&mut send));
        mpi!(recv(&mut y, from = 1));
        x = 1;
        assert!(x == y);
    } else {
        mpi!(recv(&mut y, from = 0));
        mpi!(send(&x, to = 0));
    }
}

#[test]
fn nothing_is_claimed_of_what_is_freed_while_it_is_under_way() {
    let report = freed::model().nprocs(2).check();
    assert!(!report.is_verified() && !report.is_refuted(), "{report}");
    assert!(report.to_string().contains("`request_free`"), "{report}");
}

#[tass::model]
fn freed_twice() {
    let x = 0;
    let mut send = mpi!(send_init(&x, to = PROC_NULL));
    mpi!(request_free(&mut send));
    mpi!(request_free(&mut send));
}

#[test]
fn a_request_is_freed_once() {
    is_wrong(&freed_twice::model(), 1, &[Kind::RequestMisused]);
}

/// A pipeline that begins the same operations in every round.
#[tass::model]
#[allow(unused_assignments, reason = "a request does not borrow what it sends")]
fn persistent(data: [i64; 3]) {
    let rank = mpi!(rank());
    let mut x = 0;
    if rank == 0 {
        let mut request = mpi!(send_init(&x, to = 1));
        for i in 0..3 {
            x = data[i];
            mpi!(start(&mut request));
            mpi!(wait(&mut request));
        }
        mpi!(request_free(&mut request));
    } else {
        let mut requests = [mpi!(recv_init(&mut x, from = 0))];
        for i in 0..3 {
            mpi!(startall(&mut requests));
            mpi!(waitall(&mut requests));
            assert!(x == data[i]);
        }
        mpi!(request_free(&mut requests[0]));
    }
}

#[test]
fn persistent_requests_are_begun_again() {
    is_fine(&persistent::model(), 2);
}

/// Begun twice.
#[tass::model]
fn begun_twice() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    if rank == 0 {
        let mut request = mpi!(send_init(&rank, to = 1));
        mpi!(start(&mut request));
        mpi!(start(&mut request));
        mpi!(wait(&mut request));
        mpi!(request_free(&mut request));
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

/// Not made at all.
#[tass::model]
fn begun_null() {
    let mut request = REQUEST_NULL;
    mpi!(start(&mut request));
}

/// Made by another operation, and over.
#[tass::model]
fn begun_once_more() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    let mut request = mpi!(isend(&rank, to = rank));
    mpi!(recv(&mut x, from = rank));
    mpi!(wait(&mut request));
    mpi!(start(&mut request));
}

/// Made, and never freed.
#[tass::model]
fn never_freed() {
    let rank = mpi!(rank());
    let mut request = mpi!(send_init(&rank, to = PROC_NULL));
    mpi!(start(&mut request));
    mpi!(wait(&mut request));
    let status = mpi!(wait(&mut request));
    assert!(status.count == 0, "one that is not begun is complete");
}

#[test]
fn persistent_requests_are_begun_and_freed_in_turn() {
    is_wrong(&begun_twice::model(), 2, &[Kind::RequestMisused]);
    is_wrong(&begun_null::model(), 1, &[Kind::RequestMisused]);
    is_wrong(&begun_once_more::model(), 1, &[Kind::RequestMisused]);
    is_wrong(&never_freed::model(), 1, &[Kind::RequestLeak]);
}

/// The buffer of an operation that rests may be touched, and is read when that is begun.
#[tass::model]
fn touched_in_turn() {
    let (rank, mut x) = (mpi!(rank()), 1);
    if rank == 0 {
        let mut request = mpi!(ssend_init(&x, to = 1));
        x += 1;
        mpi!(start(&mut request));
        mpi!(wait(&mut request));
        x += 1;
        assert!(x == 3);
        mpi!(request_free(&mut request));
    } else {
        mpi!(recv(&mut x, from = 0));
        assert!(x == 2);
    }
}

/// What was to be sent is gone.
#[tass::model]
fn begun_too_late() {
    let rank = mpi!(rank());
    let mut request;
    {
        let x = 1;
        request = mpi!(send_init(&x, to = rank));
    }
    mpi!(start(&mut request));
    mpi!(wait(&mut request));
    mpi!(request_free(&mut request));
}

#[test]
fn what_is_gone_is_not_sent() {
    is_wrong(&begun_too_late::model(), 1, &[Kind::BufferRace]);
}

/// And not while it is under way.
#[tass::model]
fn touched_too_early() {
    let (rank, mut x) = (mpi!(rank()), 1);
    if rank == 0 {
        let mut request = mpi!(ssend_init(&x, to = 1));
        mpi!(start(&mut request));
        x += 1;
        mpi!(wait(&mut request));
        mpi!(request_free(&mut request));
        assert!(x == 2);
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

#[test]
fn the_buffer_of_a_persistent_request_is_in_use_while_it_is_begun() {
    is_fine(&touched_in_turn::model(), 2);
    is_wrong(&touched_too_early::model(), 2, &[Kind::BufferRace]);
}

/// One that asks for an answer, where memory is shared.
#[tass::model]
fn asks_beside_shared_memory() {
    let s = shared!(false);
    let set = proc.iter().any(|p| p.s);
    assert!(!set);
    let mut x = true;
    let mut requests = [mpi!(issend(&set, to = 0)), mpi!(irecv(&mut x, from = 0))];
    while !mpi!(test(&mut requests[1])) {}
    mpi!(wait(&mut requests[0]));
    assert!(x);
}

/// Where nobody is told to move, somebody asks.
#[test]
fn an_execution_without_a_schedule_asks() {
    let report = tass::replay(asks_beside_shared_memory::model().nprocs(1)).run();
    let report = report.expect_err("it fails");
    assert_eq!(report.kinds(), [Kind::Assertion], "{report}");
}
