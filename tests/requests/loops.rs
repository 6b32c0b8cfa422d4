//! Operations under way in loops of any number of iterations.

use tass::Kind;
use tass::prelude::*;

use crate::is_fine;

/// One process holds all cells.
#[tass::model]
fn sequential(nx: usize, nsteps: usize, k: f64, u0: Vec<f64>) {
    let mut u = u0.clone();
    let mut t = 0;
    joint_invariant!(STEPS: true);
    while t < nsteps {
        let mut v = u.clone();
        for i in 0..nx {
            v[i] = u[i] + k * (u[(i + 1) % nx] + u[(i + nx - 1) % nx] - 2.0 * u[i]);
        }
        u = v;
        t += 1;
    }
}

/// Each process holds two cells and two ghosts. What needs no ghost could be computed while the
/// ghosts are under way.
#[tass::model]
fn diffusion(nx: usize, nsteps: usize, k: f64, u0: Vec<f64>) {
    let (rank, nprocs) = (mpi!(rank()), mpi!(size()));
    assume!(nx == 2 * nprocs && u0.len() == nx);
    let first = 2 * rank;
    let (left, right) = ((rank + nprocs - 1) % nprocs, (rank + 1) % nprocs);
    let mut u = [0.0, u0[first], u0[first + 1], 0.0];
    let mut t = 0;
    joint_invariant!(STEPS: t == spec.t && (1..=2).all(|i| u[i] == spec.u[first + i - 1]));
    while t < nsteps {
        let mut requests = [
            mpi!(irecv(&mut u[0], from = left, tag = 1)),
            mpi!(irecv(&mut u[3], from = right, tag = 2)),
            mpi!(isend(&u[2], to = right, tag = 1)),
            mpi!(isend(&u[1], to = left, tag = 2)),
        ];
        let among = u[1] + u[2];
        mpi!(waitall(&mut requests));
        let mut v = u;
        v[1] = u[1] + k * (u[0] + among - 3.0 * u[1]);
        v[2] = u[2] + k * (u[3] + among - 3.0 * u[2]);
        u = v;
        t += 1;
    }
}

#[test]
fn a_nonblocking_diffusion_for_any_number_of_steps() {
    let model = diffusion::model().spec(sequential::model());
    for nprocs in [2, 3] {
        let report = model.clone().nprocs(nprocs).check();
        assert!(report.is_verified(), "{report}");
    }
}

/// The receive of the next round is posted before the work of this one: a request is pending at the
/// head of the loop.
#[tass::model]
fn ahead(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let (mut x, mut next) = (0, 0);
    let mut i = 0;
    let mut request = mpi!(irecv(&mut next, from = left));
    invariant!(ROUNDS: i == proc[0].i && x == i && i <= n);
    while i < n {
        let y = i + 1;
        mpi!(send(&y, to = right));
        mpi!(wait(&mut request));
        x = next;
        i += 1;
        request = mpi!(irecv(&mut next, from = left));
    }
    let last = 0usize;
    mpi!(send(&last, to = right));
    mpi!(wait(&mut request));
    assert!(x == n && next == 0);
}

#[test]
fn a_request_may_be_pending_from_round_to_round() {
    let model = ahead::model().deadlock(tass::Deadlock::Absolute);
    for nprocs in [1, 2, 3] {
        let report = model.clone().nprocs(nprocs).check();
        assert!(report.is_verified(), "{report}");
    }
}

/// Nobody waits for the last one.
#[tass::model]
fn one_left(n: usize) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let right = (rank + 1) % size;
    let left = (rank + size - 1) % size;
    let mut x = 0usize;
    let mut i = 0;
    invariant!(ROUNDS: i == proc[0].i && i <= n);
    while i < n {
        let mut request = mpi!(irecv(&mut x, from = left));
        mpi!(send(&i, to = right));
        if i + 1 < n {
            mpi!(wait(&mut request));
        }
        i += 1;
    }
}

#[test]
fn a_leak_in_the_last_round_is_found() {
    let model = one_left::model()
        .nprocs(2)
        .deadlock(tass::Deadlock::Absolute);
    let report = model.check();
    assert!(report.is_refuted(), "{report}");
}

/// Counters count what is under way.
#[tass::model]
fn counted(n: usize) {
    let rank = mpi!(rank());
    let mut x = 0usize;
    let mut i = 0;
    invariant!(C: i == proc[0].i && in_flight(0, 1) == 0 && sent(1 - rank) + received(1 - rank) == i);
    while i < n {
        if rank == 0 {
            let mut request = mpi!(isend(&i, to = 1));
            mpi!(wait(&mut request));
        } else {
            let mut request = mpi!(irecv(&mut x, from = 0));
            mpi!(wait(&mut request));
        }
        i += 1;
    }
}

/// Between the call and its completion a message is sent, and not yet received.
#[tass::model]
fn counted_once() {
    let rank = mpi!(rank());
    let mut x = 0usize;
    if rank == 0 {
        let mut request = mpi!(isend(&rank, to = 1));
        collective_assert!(A: in_flight(0, 1) == 1);
        mpi!(wait(&mut request));
    } else {
        let mut request = mpi!(irecv(&mut x, from = 0));
        collective_assert!(A: in_flight(0, 1) == 1);
        mpi!(wait(&mut request));
    }
    collective_assert!(B: in_flight(0, 1) == 0);
}

#[test]
fn counters_count_operations_under_way() {
    is_fine(&counted_once::model(), 2);
}

/// Assertions of several processes, while operations are under way.
#[tass::model]
fn seen_by_others() {
    let rank = mpi!(rank());
    let (x, mut y) = (rank + 1, 0usize);
    let mut requests = [
        mpi!(irecv(&mut y, from = 1 - rank)),
        mpi!(isend(&x, to = 1 - rank)),
    ];
    collective_assert!(UNDER_WAY: proc[0].x + proc[1].x == 3);
    mpi!(waitall(&mut requests));
    collective_assert!(DONE: proc[0].y == proc[1].x && proc[1].y == proc[0].x);
}

#[test]
fn collective_assertions_while_operations_are_under_way() {
    is_fine(&seen_by_others::model(), 2);
}

#[test]
fn counted_in_a_loop() {
    let report = counted::model().nprocs(2).check();
    assert!(report.is_verified(), "{report}");
}

/// What is being received into has no value yet.
#[tass::model]
fn looked_at() {
    let rank = mpi!(rank());
    let (x, mut y) = (rank + 1, 0usize);
    let mut requests = [
        mpi!(irecv(&mut y, from = 1 - rank)),
        mpi!(isend(&x, to = 1 - rank)),
    ];
    collective_assert!(UNDER_WAY: y == 0 && proc[0].x > 0);
    mpi!(waitall(&mut requests));
}

/// The same of another process.
#[tass::model]
fn looked_at_elsewhere() {
    let rank = mpi!(rank());
    let (x, mut y) = (rank + 1, 0usize);
    let mut requests = [
        mpi!(irecv(&mut y, from = 1 - rank)),
        mpi!(isend(&x, to = 1 - rank)),
    ];
    collective_assert!(UNDER_WAY: proc[0].y == 0);
    mpi!(waitall(&mut requests));
}

#[test]
fn nothing_is_said_of_what_is_being_received_into() {
    let report = looked_at::model().nprocs(2).check();
    assert_eq!(report.kinds(), [Kind::BufferRace], "{report}");
    let report = looked_at_elsewhere::model().nprocs(2).check();
    assert!(!report.is_verified() && !report.is_refuted(), "{report}");
}
