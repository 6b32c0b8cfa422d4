//! Of several wildcard receives that had a choice, a report names the one that decided.

use tass::prelude::*;

/// The first receive decides. Who is first in the second round makes no difference.
#[tass::model]
fn first_round() {
    let rank = mpi!(rank());
    let (mut first, mut x) = (rank, rank);
    if rank == 0 {
        mpi!(recv(&mut first, from = ANY, tag = 0));
        mpi!(recv(&mut x, from = ANY, tag = 0));
        mpi!(recv(&mut x, from = ANY, tag = 1));
        mpi!(recv(&mut x, from = ANY, tag = 1));
        assert!(first == 1);
    } else {
        mpi!(send(&rank, to = 0, tag = 0));
        mpi!(send(&rank, to = 0, tag = 1));
    }
}

/// Both rounds decide: the last of them is named.
#[tass::model]
fn both_rounds() {
    let rank = mpi!(rank());
    let (mut first, mut second, mut x) = (rank, rank, rank);
    if rank == 0 {
        mpi!(recv(&mut first, from = ANY, tag = 0));
        mpi!(recv(&mut x, from = ANY, tag = 0));
        mpi!(recv(&mut second, from = ANY, tag = 1));
        mpi!(recv(&mut x, from = ANY, tag = 1));
        assert!(first == 1 || second == 1);
    } else {
        mpi!(send(&rank, to = 0, tag = 0));
        mpi!(send(&rank, to = 0, tag = 1));
    }
}

/// Whatever is taken, it fails.
#[tass::model]
fn no_round() {
    let rank = mpi!(rank());
    let mut x = rank;
    if rank == 0 {
        mpi!(recv(&mut x, from = ANY, tag = 0));
        mpi!(recv(&mut x, from = ANY, tag = 0));
        mpi!(recv(&mut x, from = ANY, tag = 1));
        mpi!(recv(&mut x, from = ANY, tag = 1));
        assert!(x == 0);
    } else {
        mpi!(send(&rank, to = 0, tag = 0));
        mpi!(send(&rank, to = 0, tag = 1));
    }
}

/// Receives that are under way: what the library gives them is decided before they are waited for.
#[tass::model]
fn under_way() {
    let rank = mpi!(rank());
    let (mut first, mut x) = (rank, rank);
    if rank == 0 {
        let mut requests = [
            mpi!(irecv(&mut first, from = ANY)),
            mpi!(irecv(&mut x, from = ANY)),
        ];
        mpi!(waitall(&mut requests));
        assert!(first == 1);
    } else {
        mpi!(send(&rank, to = 0));
    }
}

/// The receive that the report names, and what it says of it.
fn named(model: tass::Model) -> (String, String) {
    let report = model.nprocs(3).check();
    assert_eq!(report.kinds(), [tass::Kind::Assertion], "{report}");
    let notes = &report.violations()[0].notes;
    let note = notes.iter().find(|note| note.text.contains("could have"));
    let note = note.unwrap_or_else(|| panic!("no race is named\n{report}"));
    let place = note.location.as_ref().expect("a receive");
    (place.snippet().to_string(), note.text.clone())
}

const DECISIVE: &str = ": then it does not happen";

#[test]
fn the_decisive_race_is_named() {
    let (place, text) = named(first_round::model());
    assert_eq!(place, "mpi!(recv(&mut first, from = ANY, tag = 0))");
    let expected =
        "process 0 took the message of process 2 here, and could have taken that of process 1";
    assert_eq!(text, format!("{expected}{DECISIVE}"));
    let (place, text) = named(both_rounds::model());
    assert_eq!(place, "mpi!(recv(&mut second, from = ANY, tag = 1))");
    assert!(text.ends_with(DECISIVE), "{text}");
}

#[test]
fn so_is_that_of_a_receive_under_way() {
    let (place, text) = named(under_way::model());
    assert_eq!(place, "mpi!(irecv(&mut first, from = ANY))");
    let expected =
        "this receive got the message of process 2, and could have got that of process 1";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn nothing_is_claimed_of_others() {
    let (_, text) = named(no_round::model());
    assert!(!text.ends_with(DECISIVE), "{text}");
}
