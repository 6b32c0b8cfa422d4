//! Buffers that are touched too early.

use tass::Kind;
use tass::prelude::*;

use crate::{is_fine, is_wrong};

/// The sender overwrites what it sends.
#[tass::model]
fn written() {
    let rank = mpi!(rank());
    let mut x = 1;
    if rank == 0 {
        let mut request = mpi!(isend(&x, to = 1));
        x = 2;
        mpi!(wait(&mut request));
        assert!(x == 2);
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

/// The receiver looks before it has anything.
#[tass::model]
fn read() {
    let rank = mpi!(rank());
    let mut x = 1;
    if rank == 0 {
        mpi!(send(&x, to = 1));
    } else {
        let mut request = mpi!(irecv(&mut x, from = 0));
        let y = x + 1;
        mpi!(wait(&mut request));
        assert!(y == 2);
    }
}

#[test]
fn a_buffer_in_use_is_not_touched() {
    is_wrong(&written::model(), 2, &[Kind::BufferRace]);
    is_wrong(&read::model(), 2, &[Kind::BufferRace]);
}

/// What is sent may be read.
#[tass::model]
fn read_while_sent() {
    let rank = mpi!(rank());
    let mut x = vec![1, 2, 3];
    if rank == 0 {
        let mut request = mpi!(isend(&x, to = 1));
        let sum = x[0] + x[1] + x.iter().sum::<i32>();
        let mut again = mpi!(isend(&x[1..], to = 1));
        mpi!(wait(&mut request));
        mpi!(wait(&mut again));
        x[0] = sum;
        assert!(x[0] == 9);
    } else {
        mpi!(recv(&mut x, from = 0));
        mpi!(recv(&mut x[..2], from = 0));
    }
}

#[test]
fn what_is_sent_may_be_read() {
    is_fine(&read_while_sent::model(), 2);
}

/// The indices decide.
#[tass::model]
fn symbolic(n: usize, i: usize) {
    assume!(n >= 2 && n <= 1000 && i < n);
    let rank = mpi!(rank());
    let mut u = vec![0; n];
    if rank == 0 {
        mpi!(send(&u[1..], to = 1));
    } else {
        let mut request = mpi!(irecv(&mut u[1..], from = 0));
        if i == 0 {
            u[i] = 5;
        }
        mpi!(wait(&mut request));
        u[i] = 6;
    }
}

/// The same without the condition.
#[tass::model]
fn symbolic_race(n: usize, i: usize) {
    assume!(n >= 2 && n <= 1000 && i < n);
    let rank = mpi!(rank());
    let mut u = vec![0; n];
    if rank == 0 {
        mpi!(send(&u[1..], to = 1));
    } else {
        let mut request = mpi!(irecv(&mut u[1..], from = 0));
        u[i] = 5;
        mpi!(wait(&mut request));
    }
}

#[test]
fn races_are_decided_on_ranges_of_indices() {
    is_fine(&symbolic::model(), 2);
    is_wrong(&symbolic_race::model(), 2, &[Kind::BufferRace]);
}

/// Two receives into one buffer.
#[tass::model]
fn both_into_one() {
    let rank = mpi!(rank());
    let mut u = [0; 3];
    if rank == 0 {
        let mut requests = [
            mpi!(irecv(&mut u[0..2], from = 1)),
            mpi!(irecv(&mut u[1..3], from = 1)),
        ];
        mpi!(waitall(&mut requests));
    } else {
        mpi!(send(&u[0..2], to = 0));
        mpi!(send(&u[0..2], to = 0));
    }
}

#[test]
fn pending_buffers_do_not_overlap() {
    is_wrong(&both_into_one::model(), 2, &[Kind::BufferRace]);
}

/// A variable that is gone when the message comes.
#[tass::model]
fn gone() {
    let rank = mpi!(rank());
    if rank == 0 {
        let mut request;
        {
            let mut x = 0usize;
            request = mpi!(irecv(&mut x, from = 1));
        }
        mpi!(wait(&mut request));
    } else {
        mpi!(send(&rank, to = 0));
    }
}

#[test]
fn a_buffer_lives_until_it_is_released() {
    is_wrong(&gone::model(), 2, &[Kind::BufferRace]);
}

/// The scope of what is received into is left by a `break`.
#[tass::model]
#[allow(clippy::never_loop, reason = "a way out of a scope")]
fn left_by_break() {
    let rank = mpi!(rank());
    if rank == 0 {
        let mut request;
        loop {
            let mut x = 0usize;
            request = mpi!(irecv(&mut x, from = 1));
            break;
        }
        mpi!(wait(&mut request));
    } else {
        mpi!(send(&rank, to = 0));
    }
}

/// And that of a block with a name.
#[tass::model]
fn left_by_name() {
    let rank = mpi!(rank());
    let mut request = REQUEST_NULL;
    'block: {
        let mut x = 0usize;
        if rank == 0 {
            request = mpi!(irecv(&mut x, from = 1));
            break 'block;
        }
        mpi!(send(&rank, to = 0));
    }
    mpi!(wait(&mut request));
}

/// The block has a value that says nothing of its variables.
#[tass::model]
fn left_with_a_number() {
    let rank = mpi!(rank());
    if rank == 0 {
        let mut request;
        let five = {
            let mut x = 0usize;
            request = mpi!(irecv(&mut x, from = 1));
            5
        };
        mpi!(wait(&mut request));
        assert!(five == 5);
    } else {
        mpi!(send(&rank, to = 0));
    }
}

#[test]
fn every_way_out_of_a_scope_ends_it() {
    is_wrong(&left_by_break::model(), 2, &[Kind::BufferRace]);
    is_wrong(&left_by_name::model(), 2, &[Kind::BufferRace]);
    is_wrong(&left_with_a_number::model(), 2, &[Kind::BufferRace]);
}

/// What is received into is gone at the end of the statement.
#[tass::model]
fn into_a_temporary() {
    let rank = mpi!(rank());
    if rank == 0 {
        let mut request = mpi!(irecv(&mut [0; 1][..], from = 1));
        mpi!(wait(&mut request));
    } else {
        mpi!(send(&1, to = 0));
    }
}

#[test]
fn nothing_is_received_into_a_temporary() {
    let report = into_a_temporary::model().nprocs(2).check();
    assert!(report.to_string().contains("a temporary value"), "{report}");
}

/// Two variables change places while one is received into.
#[tass::model]
fn helper() {
    let rank = mpi!(rank());
    let mut u = [0; 2];
    if rank == 0 {
        let mut request = begin(&mut u);
        finish(&mut request);
        assert!(u[0] == 1);
    } else {
        u[0] = 1;
        mpi!(send(&u, to = 0));
    }
}

#[tass::model]
fn begin(u: &mut [i32; 2]) -> Request {
    mpi!(irecv(&mut u[..], from = 1))
}

#[tass::model]
fn finish(request: &mut Request) {
    mpi!(wait(request));
}

#[test]
fn helpers_begin_and_finish() {
    is_fine(&helper::model(), 2);
}

/// The vector of a persistent request is replaced: its buffer lies elsewhere now.
#[tass::model]
fn replaced() {
    let rank = mpi!(rank());
    let mut v = vec![1, 2, 3];
    let mut request = mpi!(recv_init(&mut v[1..3], from = rank));
    v = vec![4];
    mpi!(start(&mut request));
    mpi!(send(&[7, 8], to = rank));
    mpi!(wait(&mut request));
    mpi!(request_free(&mut request));
    assert!(v.len() == 1 && v[0] == 4);
}

/// It has grown.
#[tass::model]
fn grown() {
    let rank = mpi!(rank());
    let mut v = vec![1, 2, 3];
    let mut request = mpi!(recv_init(&mut v[0], from = rank));
    v.push(4);
    mpi!(start(&mut request));
    mpi!(send(&7, to = rank));
    mpi!(wait(&mut request));
    mpi!(request_free(&mut request));
    assert!(v[0] == 7);
}

/// It is carried to another variable.
#[tass::model]
fn carried() {
    let rank = mpi!(rank());
    let v = vec![1, 2, 3];
    let mut request = mpi!(send_init(&v[0], to = rank));
    let mut w = v;
    w[0] = 9;
    mpi!(start(&mut request));
    let mut x = 0;
    mpi!(recv(&mut x, from = rank));
    mpi!(wait(&mut request));
    mpi!(request_free(&mut request));
    assert!(x == 9);
}

#[tass::model]
fn consume(v: Vec<i64>) -> i64 {
    let mut v = v;
    v[0] += 1;
    v[0]
}

/// It is given away while it is sent.
#[tass::model]
fn given_away() {
    let rank = mpi!(rank());
    let mut x = 0i64;
    if rank == 0 {
        let v = vec![1i64, 2];
        let mut request = mpi!(isend(&v[0], to = 1));
        let y = consume(v);
        mpi!(wait(&mut request));
        assert!(y == 2);
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

#[tass::data]
struct Held {
    request: Request,
    value: i64,
}

/// A struct is carried to another variable while a field of it is sent.
#[tass::model]
fn carried_while_sent() {
    let rank = mpi!(rank());
    let mut x = 0i64;
    if rank == 0 {
        let mut held = Held {
            request: REQUEST_NULL,
            value: 0,
        };
        held.request = mpi!(isend(&held.value, to = 1));
        let mut other = held;
        other.value = 5;
        mpi!(wait(&mut other.request));
    } else {
        mpi!(recv(&mut x, from = 0));
    }
}

#[test]
fn nothing_is_claimed_of_buffers_that_have_moved() {
    for model in [
        replaced::model().nprocs(1),
        grown::model().nprocs(1),
        carried::model().nprocs(1),
        carried_while_sent::model().nprocs(2),
        given_away::model().nprocs(2),
    ] {
        for reduction in [true, false] {
            let report = model.clone().reduction(reduction).check();
            assert!(!report.is_verified() && !report.is_refuted(), "{report}");
        }
    }
}

/// Nothing of what is in use: an empty part lies nowhere.
#[tass::model]
fn no_part_of_it(n: usize) {
    let mut all = [0; 3];
    if mpi!(rank()) == 0 {
        let mut request = mpi!(irecv(&mut all, from = 1));
        mpi!(recv(&mut all[..0], from = 1, tag = 1));
        mpi!(recv(&mut all[3..], from = 1, tag = 1));
        if n <= 3 {
            mpi!(recv(&mut all[n..n], from = 1, tag = 1));
        }
        mpi!(wait(&mut request));
        assert!(all[2] == 3);
    } else {
        let rounds = if n <= 3 { 3 } else { 2 };
        for _ in 0..rounds {
            mpi!(send(&all[..0], to = 0, tag = 1));
        }
        mpi!(send(&[1, 2, 3], to = 0));
    }
}

#[test]
fn an_empty_part_is_not_in_use() {
    is_fine(&no_part_of_it::model(), 2);
}
