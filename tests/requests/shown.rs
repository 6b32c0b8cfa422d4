//! What is told of operations under way.

use tass::prelude::*;

/// Whichever message the library gives to the first receive.
#[tass::model]
fn first_of_two() {
    let rank = mpi!(rank());
    let (mut x, mut y) = (0usize, 0usize);
    if rank == 0 {
        let mut requests = [
            mpi!(irecv(&mut x, from = ANY)),
            mpi!(irecv(&mut y, from = ANY)),
        ];
        mpi!(waitall(&mut requests));
        assert!(x == 1);
    } else {
        let mut request = mpi!(isend(&rank, to = 0));
        mpi!(wait(&mut request));
    }
}

/// A part of an array is read while it is received into.
#[tass::model]
fn part() {
    let rank = mpi!(rank());
    let mut u = [0; 4];
    if rank == 0 {
        let mut request = mpi!(irecv(&mut u[1..3], from = 1));
        let z = u[2] + 1;
        mpi!(wait(&mut request));
        assert!(z > 0);
    } else {
        mpi!(send(&u[0..2], to = 0));
    }
}

/// Nobody waits for the send.
#[tass::model]
fn forgotten() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    let _send = mpi!(isend(&rank, to = 1 - rank));
    mpi!(recv(&mut x, from = 1 - rank));
}

/// Each is asked for a message with a tag that nobody sends.
#[tass::model]
fn asks_in_vain() {
    let (rank, mut x) = (mpi!(rank()), 0usize);
    let mut receive = mpi!(irecv(&mut x, from = 1 - rank, tag = 1));
    let mut send = mpi!(issend(&rank, to = 1 - rank, tag = 2));
    if rank == 0 {
        while !mpi!(test(&mut receive)) {}
        mpi!(wait(&mut send));
    } else {
        let mut both = [receive, send];
        mpi!(waitall(&mut both));
    }
}

/// The second of two receives does not fit.
#[tass::model]
fn too_long() {
    let rank = mpi!(rank());
    let (mut a, mut b) = ([0; 2], [0; 2]);
    if rank == 0 {
        let mut both = [
            mpi!(irecv(&mut a, from = 1, tag = 1)),
            mpi!(irecv(&mut b, from = 1, tag = 2)),
        ];
        mpi!(waitall(&mut both));
    } else {
        mpi!(send(&[1, 2], to = 0, tag = 1));
        mpi!(send(&[1, 2, 3], to = 0, tag = 2));
    }
}

#[test]
fn reports() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let models = [
        ("first_of_two", first_of_two::model().nprocs(3)),
        ("part", part::model().nprocs(2)),
        ("forgotten", forgotten::model().nprocs(2)),
        ("asks_in_vain", asks_in_vain::model().nprocs(2)),
        ("too_long", too_long::model().nprocs(2)),
    ];
    settings.bind(|| {
        for (name, model) in models {
            insta::assert_snapshot!(name, model.check().snapshot());
        }
    });
}
