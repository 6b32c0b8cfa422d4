//! What all processes must agree about: collective assertions, and shared variables.

use tass::prelude::*;

/// The two do not count alike.
#[tass::model]
pub(crate) fn collective_assertion(n: i32) {
    let count = n + mpi!(rank()) as i32;
    collective_assert!(SAME: count == proc[0].count);
}

#[tass::model]
pub(crate) fn collective_assertion_repaired(n: i32) {
    let rank = mpi!(rank());
    let count = n + rank as i32;
    collective_assert!(SAME: count - rank as i32 == proc[0].count);
}

/// Process 1 meets them the other way round.
#[tass::model]
pub(crate) fn collective_assertion_order() {
    let x = 0;
    if mpi!(rank()) == 0 {
        collective_assert!(FIRST: x == 0);
        collective_assert!(SECOND: x == 0);
    } else {
        collective_assert!(SECOND: x == 0);
        collective_assert!(FIRST: x == 0);
    }
}

#[tass::model]
pub(crate) fn collective_assertion_order_repaired() {
    let x = 0;
    collective_assert!(FIRST: x == proc[0].x);
    collective_assert!(SECOND: x == proc[1].x);
}

/// Process 1 never meets it.
#[tass::model]
pub(crate) fn collective_assertion_incomplete() {
    let x = 0;
    if mpi!(rank()) == 0 {
        collective_assert!(ALONE: x == 0);
    }
}

#[tass::model]
pub(crate) fn collective_assertion_incomplete_repaired() {
    let x = 0;
    collective_assert!(TOGETHER: x == 0);
}

/// Process 0 meets what is the others' affair.
#[tass::model]
pub(crate) fn collective_universe() {
    universe!(others: |p| p != 0);
    let x = 0;
    collective_assert!(others::X: x == 0);
}

#[tass::model]
pub(crate) fn collective_universe_repaired() {
    universe!(others: |p| p != 0);
    let x = 0;
    if mpi!(rank()) != 0 {
        collective_assert!(others::X: x == 0);
    }
}

/// Looks first, then takes.
#[tass::model]
pub(crate) fn mutual_exclusion() {
    let mut taken = shared!(false);
    while proc.iter().any(|p| p.taken) {}
    taken = true;
    critical!({});
    taken = false;
}

/// In order of ranks.
#[tass::model]
pub(crate) fn mutual_exclusion_repaired() {
    let rank = mpi!(rank());
    let mut done = shared!(false);
    while !proc[..rank].iter().all(|p| p.done) {}
    critical!({});
    done = true;
}

#[tass::model]
pub(crate) fn always_broken() {
    let mut x = shared!(0);
    always!(proc.iter().all(|p| p.x <= 1));
    x = 1;
    x = 2;
}

#[tass::model]
pub(crate) fn always_repaired() {
    let mut x = shared!(0);
    always!(proc.iter().all(|p| p.x <= 1));
    x = 1;
    x = 0;
}
