//! Collective assertions (paper 001): snapshots of processes, taken at different times, checked
//! together.

use tass::prelude::*;
use tass::{Kind, Model, Report, Violations};

/// Ghost cells: after the exchange, my neighbours' ghosts are my border cells, whoever runs ahead.
#[tass::model]
fn ghosts(nsteps: usize, a: f64) {
    assume!(nsteps <= 2);
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
    let mut u = [0.0, a * (rank as f64), a + 1.0, 0.0];
    for _ in 0..nsteps {
        mpi!(sendrecv(&u[1], to = left, &mut u[3], from = right));
        mpi!(sendrecv(&u[2], to = right, &mut u[0], from = left));
        collective_assert!(GHOSTS: proc[right].u[0] == u[2] && proc[left].u[3] == u[1]);
        let new = [u[0], u[0] + u[2] - u[1], u[1] + u[3] - u[2], u[3]];
        u = new;
    }
}

#[tass::model]
fn wrong_ghosts(a: f64) {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    let right = (rank + 1) % size;
    let left = (rank + size - 1) % size;
    let mut u = [0.0, a + rank as f64];
    mpi!(sendrecv(&u[1], to = right, &mut u[0], from = left));
    collective_assert!(GHOSTS: proc[left].u[0] == u[1]);
}

/// Two rounds of a gather with a wildcard: a message of the second round can overtake.
#[tass::model]
fn wildcard_gather() {
    let (rank, size) = (mpi!(rank()), mpi!(size()));
    for round in 0..2 {
        let mut sum = 0;
        let mine = round;
        if rank == 0 {
            for _ in 1..size {
                let mut x = 0;
                mpi!(recv(&mut x, from = ANY));
                sum += x;
            }
        } else {
            mpi!(send(&mine, to = 0));
        }
        collective_assert!(SUM: rank != 0 || sum == (1..size).map(|p| proc[p].mine).sum::<usize>());
    }
}

#[tass::model]
fn order() {
    let x = mpi!(rank());
    if x == 0 {
        collective_assert!(A: x == 0);
        collective_assert!(B: x == 0);
    } else {
        collective_assert!(B: x == 1);
        collective_assert!(A: x == 1);
    }
}

/// The same in two universes: each is ordered only within itself.
#[tass::model]
fn two_universes() {
    let x = mpi!(rank());
    if x == 0 {
        collective_assert!(one::A: x + proc[1].x == 1);
        collective_assert!(two::B: proc[1].x == 1);
    } else {
        collective_assert!(two::B: x == 1 && proc[0].x == 0);
        collective_assert!(one::A: x == 1);
    }
}

#[tass::model]
fn incomplete() {
    let x = mpi!(rank());
    if x == 0 {
        collective_assert!(A: x == 0);
    }
}

#[tass::model]
fn over_processes() {
    let rank = mpi!(rank());
    let mut done = rank == 0;
    mpi!(bcast(&mut done, root = 0));
    collective_assert!(DONE: proc.iter().all(|p| p.done) && proc[..rank].iter().all(|p| p.rank < rank));
}

/// No synchronisation is added: process 1 gets ahead as it likes, and nobody waits.
#[tass::model]
fn nobody_waits() {
    let rank = mpi!(rank());
    let mut x = rank;
    if rank == 0 {
        collective_assert!(A: x == proc[1].x);
        mpi!(send(&x, to = 1));
    } else {
        x = 0;
        mpi!(recv(&mut x, from = 0));
        x = 0;
        collective_assert!(A: x == 0);
    }
}

/// Whoever comes last fails; one that came earlier goes on, and fails in its own way. (Found by the
/// oracle.)
#[tass::model]
fn goes_on_past_a_false_assertion() {
    let rank = mpi!(rank());
    collective_assert!(A: rank != 2);
    assert!(rank != 2);
}

/// Process 1 takes the message of process 0 and has then still to contribute: process 0 may come
/// before it, although its send waited. (Found by the oracle.)
#[tass::model]
fn released_before_the_other_contributes() {
    let mut x = mpi!(rank());
    if x == 0 {
        mpi!(ssend(&x, to = 1));
    } else {
        mpi!(recv(&mut x, from = 0));
    }
    collective_assert!(A: false);
    assert!(mpi!(rank()) == 1);
}

/// The same with collective operations that do not fit: process 0 comes first, leaves its `bcast`,
/// and fails in its own way.
#[tass::model]
fn released_before_the_other_enters() {
    let mut x = mpi!(rank());
    if x == 0 {
        mpi!(ssend(&x, to = 1));
        mpi!(bcast(&mut x, root = 0));
        assert!(x == 1);
    } else {
        mpi!(recv(&mut x, from = 0));
        mpi!(barrier());
    }
}

/// What a process has contributed counts even if it meets a false assumption afterwards. (Found by
/// the oracle.)
#[tass::model]
fn assumes_after_contributing(n: usize) {
    collective_assert!(A: n != 3);
    assume!(n != 3);
}

/// Process 0 takes `n == 3` away when it comes first; the others meet different assertions with it
/// before that.
#[tass::model]
fn assumes_before_and_after(n: usize) {
    let rank = mpi!(rank());
    if rank == 1 && n == 3 {
        collective_assert!(A: true);
    }
    if rank == 2 && n == 3 {
        collective_assert!(B: true);
    }
    assume!(n != 3);
}

fn kinds(report: &Report) -> Vec<Kind> {
    report.kinds()
}

#[test]
fn verified() {
    for n in 2..=5 {
        let report = ghosts::model().nprocs(n).check();
        assert!(report.is_verified(), "{report}");
        let report = over_processes::model().nprocs(n).check();
        assert!(report.is_verified(), "{report}");
    }
    for model in [two_universes::model(), nobody_waits::model()] {
        let report = model.nprocs(2).check();
        assert!(report.is_verified(), "{report}");
    }
}

#[test]
fn refuted() {
    let report = wrong_ghosts::model().nprocs(3).check();
    println!("{report}");
    assert_eq!(kinds(&report), [Kind::CollectiveAssertion], "{report}");
    let report = wildcard_gather::model().nprocs(3).check();
    println!("{report}");
    assert_eq!(kinds(&report), [Kind::CollectiveAssertion], "{report}");
    let report = order::model().nprocs(2).check();
    println!("{report}");
    assert_eq!(kinds(&report), [Kind::CollectiveAssertionOrder], "{report}");
    let report = incomplete::model().nprocs(2).check();
    println!("{report}");
    assert_eq!(
        kinds(&report),
        [Kind::CollectiveAssertionIncomplete],
        "{report}"
    );
}

#[test]
fn who_comes_last_is_one_of_many() {
    let all = |model: Model, nprocs: usize| {
        let report = model.nprocs(nprocs).violations(Violations::All).check();
        kinds(&report)
    };
    assert_eq!(
        all(goes_on_past_a_false_assertion::model(), 3),
        [Kind::Assertion, Kind::CollectiveAssertion]
    );
    assert_eq!(
        all(released_before_the_other_contributes::model(), 2),
        [Kind::Assertion, Kind::CollectiveAssertion]
    );
    assert_eq!(
        all(released_before_the_other_enters::model(), 2),
        [Kind::Assertion, Kind::CollectiveOrder]
    );
    assert_eq!(
        all(assumes_after_contributing::model(), 2),
        [Kind::CollectiveAssertion]
    );
    let order = all(assumes_before_and_after::model(), 3);
    assert_eq!(order, [Kind::CollectiveAssertionOrder]);
}
