//! What a report says of it.

use tass::prelude::*;

/// Only a collective operation under way holds process 1 up.
#[tass::model]
fn spins() {
    let (mine, mut all) = (1, 0);
    if mpi!(rank()) == 1 {
        let mut request = mpi!(ireduce(&mine, &mut all, op = SUM, root = 0));
        while !mpi!(test(&mut request)) {}
        mpi!(ssend(&mine, to = 0));
    } else {
        mpi!(recv(&mut all, from = 1));
        let mut request = mpi!(ireduce(&mine, &mut all, op = SUM, root = 0));
        mpi!(wait(&mut request));
    }
}

#[test]
fn a_collective_operation_under_way_is_no_send() {
    let report = spins::model().nprocs(2).check();
    let text = report.snapshot();
    assert!(text.starts_with("error[potential_deadlock]"), "{text}");
    assert!(
        text.contains("when MPI synchronises in a collective operation"),
        "{text}"
    );
    assert!(!text.contains("buffer"), "{text}");
}
