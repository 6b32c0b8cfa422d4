//! What programs with buffered sends cost: nothing more than others, where there is room for all
//! that is sent.

use tass::prelude::*;

use tass::{Kind, Schedule, Violations};

use crate::verdict::{is_fine, is_wrong};

/// Everybody sends to the next, and takes its space back in the end.
#[tass::model]
fn ring(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut y = x;
    mpi!(buffer_attach(size = 2));
    for _ in 0..2 {
        mpi!(bsend(&x, to = (rank + 1) % size));
        mpi!(recv(&mut y, from = (rank + size - 1) % size));
    }
    mpi!(buffer_detach());
    assert!(x == y);
}

/// There is room for one message only, and the other has been received by then: all orders are
/// looked at.
#[tass::model]
fn one_after_the_other(x: i64) {
    let (rank, mut y) = (mpi!(rank()), x);
    if rank == 0 {
        mpi!(buffer_attach(size = 1));
        mpi!(bsend(&x, to = 1));
        mpi!(recv(&mut y, from = 1));
        mpi!(bsend(&x, to = 1));
        mpi!(buffer_detach());
    } else if rank == 1 {
        mpi!(recv(&mut y, from = 0));
        mpi!(send(&x, to = 0));
        mpi!(recv(&mut y, from = 0));
    }
}

/// Without the answer, nobody knows whether it has been received.
#[tass::model]
fn without_an_answer(x: i64) {
    let (rank, mut y) = (mpi!(rank()), x);
    if rank == 0 {
        mpi!(buffer_attach(size = 1));
        mpi!(bsend(&x, to = 1));
        mpi!(bsend(&x, to = 1));
        mpi!(buffer_detach());
    } else if rank == 1 {
        mpi!(recv(&mut y, from = 0));
        mpi!(recv(&mut y, from = 0));
    }
}

/// The receives have begun before, but are not over before both messages have been sent.
#[tass::model]
fn posted_before(x: i64) {
    let (mut y, mut z) = (x, x);
    if mpi!(rank()) == 0 {
        mpi!(buffer_attach(size = 1));
        mpi!(barrier());
        mpi!(bsend(&x, to = 1));
        mpi!(bsend(&x, to = 1));
        mpi!(buffer_detach());
    } else {
        let mut requests = [mpi!(irecv(&mut y, from = 0)), mpi!(irecv(&mut z, from = 0))];
        mpi!(barrier());
        mpi!(waitall(&mut requests));
    }
}

/// The space can be had back as soon as the receive has begun, and the next one is empty.
#[tass::model]
fn given_back(x: i64) {
    let (mut y, mut z, mut word) = (x, x, x);
    if mpi!(rank()) == 0 {
        for _ in 0..2 {
            mpi!(buffer_attach(size = 1));
            mpi!(bsend(&x, to = 1));
            mpi!(buffer_detach());
        }
        mpi!(send(&x, to = 1, tag = 1));
    } else {
        let mut requests = [mpi!(irecv(&mut y, from = 0)), mpi!(irecv(&mut z, from = 0))];
        mpi!(recv(&mut word, from = 0, tag = 1));
        mpi!(waitall(&mut requests));
    }
}

/// Something else is wrong, and there is room.
#[tass::model]
fn wrong_otherwise(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut y = x;
    mpi!(buffer_attach(size = 1));
    mpi!(bsend(&(x + rank as i64), to = (rank + 1) % size));
    mpi!(recv(&mut y, from = ANY));
    mpi!(buffer_detach());
    assert!(x == y);
}

/// Everybody posts its receive before anybody sends.
#[tass::model]
fn ready_ring(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut y = 0;
    let mut request = mpi!(irecv(&mut y, from = (rank + size - 1) % size));
    mpi!(barrier());
    mpi!(rsend(&(x + rank as i64), to = (rank + 1) % size));
    mpi!(wait(&mut request));
    assert!(y == x + ((rank + size - 1) % size) as i64);
}

/// The last but one hears of a barrier that the last has not come to.
#[tass::model]
fn ready_row(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut y = x;
    if rank + 1 == size {
        mpi!(send(&x, to = 0, tag = 1));
        let mut request = mpi!(irecv(&mut y, from = rank - 1));
        mpi!(wait(&mut request));
    } else {
        let before = if rank == 0 { size - 1 } else { rank - 1 };
        mpi!(recv(&mut y, from = before, tag = 1));
        if rank + 2 < size {
            mpi!(send(&y, to = rank + 1, tag = 1));
        } else {
            mpi!(rsend(&y, to = rank + 1));
        }
    }
}

/// The word goes to the last but one only when the receive is posted.
#[tass::model]
fn ready_row_repaired(x: i64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let mut y = x;
    if rank + 1 == size {
        let mut request = mpi!(irecv(&mut y, from = rank - 1));
        mpi!(send(&x, to = 0, tag = 1));
        mpi!(wait(&mut request));
    } else {
        let before = if rank == 0 { size - 1 } else { rank - 1 };
        mpi!(recv(&mut y, from = before, tag = 1));
        if rank + 2 < size {
            mpi!(send(&y, to = rank + 1, tag = 1));
        } else {
            mpi!(rsend(&y, to = rank + 1));
        }
    }
}

/// The receiver waits for a synchronous send that ends as its receive begins: between the two, the
/// sender goes on.
#[tass::model]
fn ready_at_once(x: i64) {
    let (mut y, mut z) = (x, x);
    if mpi!(rank()) == 0 {
        mpi!(ssend(&x, to = 1));
        mpi!(rsend(&x, to = 1, tag = 1));
    } else {
        mpi!(recv(&mut y, from = 0));
        mpi!(recv(&mut z, from = 0, tag = 1));
    }
}

fn states(model: &tass::Model, nprocs: usize) -> u64 {
    let report = model.clone().nprocs(nprocs).check();
    assert!(report.is_verified(), "{report}");
    report.stats().states
}

#[test]
fn room_for_all_is_one_interleaving() {
    let states = |nprocs| states(&ring::model(), nprocs);
    assert_eq!([2, 4, 8, 16].map(states), [9, 17, 33, 65]);
}

#[test]
fn receives_that_are_there_are_one_interleaving() {
    let states_of = |nprocs| states(&ready_ring::model(), nprocs);
    assert_eq!([2, 4, 8, 16].map(states_of), [7, 13, 25, 49]);
    let states_of = |nprocs| states(&ready_row_repaired::model(), nprocs);
    assert_eq!([3, 4, 8].map(states_of), [9, 12, 24]);
}

#[test]
fn a_late_receiver_is_found() {
    for nprocs in [2, 3, 4, 5] {
        is_wrong(&ready_row::model(), nprocs, &[Kind::NotReady]);
    }
    is_wrong(&ready_at_once::model(), 2, &[Kind::NotReady]);
    is_fine(&ready_row_repaired::model(), 3);
    is_fine(&ready_ring::model(), 3);
}

/// The receiver is the first that moves, if moves are made in the order of ranks.
#[tass::model]
fn receiver_first() {
    let mut y = 0;
    if mpi!(rank()) == 0 {
        mpi!(recv(&mut y, from = 1));
    } else {
        mpi!(rsend(&1, to = 0));
    }
}

#[test]
fn a_late_receiver_is_found_whatever_the_schedule() {
    for schedule in [Schedule::QueueMin, Schedule::First] {
        let scheduled = |model: tass::Model| model.schedule(schedule);
        is_wrong(&scheduled(receiver_first::model()), 2, &[Kind::NotReady]);
        is_wrong(&scheduled(ready_at_once::model()), 2, &[Kind::NotReady]);
        is_wrong(&scheduled(ready_row::model()), 4, &[Kind::NotReady]);
        is_fine(&scheduled(ready_row_repaired::model()), 4);
        is_fine(&scheduled(ready_ring::model()), 3);
    }
}

#[test]
fn less_room_is_looked_at_in_all_orders() {
    is_fine(&one_after_the_other::model(), 3);
    is_wrong(&without_an_answer::model(), 2, &[Kind::BsendBuffer]);
    is_wrong(&posted_before::model(), 2, &[Kind::BsendBuffer]);
    is_fine(&given_back::model(), 2);
    is_wrong(&wrong_otherwise::model(), 2, &[Kind::Assertion]);
    is_fine(&ring::model(), 3);
}

/// For ever: no space is enough if nothing is ever received, and few states come back.
#[tass::model]
fn without_end(room: usize) {
    assume!(room > 0);
    let (rank, mut x) = (mpi!(rank()), 0);
    mpi!(buffer_attach(size = room));
    loop {
        if rank == 0 {
            mpi!(bsend(&1, to = 1));
            mpi!(recv(&mut x, from = 1));
        } else {
            mpi!(recv(&mut x, from = 0));
            mpi!(bsend(&1, to = 0));
        }
    }
}

#[tass::model]
fn without_end_in_much_room() {
    without_end(1_000_000_000);
}

/// What cannot be shown at once leaves enough work for what can.
#[test]
fn a_try_does_not_use_up_everything() {
    let much = without_end_in_much_room::model().max_work(100_000);
    for model in [without_end::model(), much] {
        is_fine(&model, 2);
        let all = model.nprocs(2).violations(Violations::All).check();
        assert!(all.is_verified() && all.stats().states < 100, "{all}");
        assert!(all.to_string().contains("violations = all"), "{all}");
    }
}
