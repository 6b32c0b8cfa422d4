//! Small protocols over shared variables, for every number of processes: a barrier, two rooms, and
//! locks that do not work.

use tass::prelude::*;

/// A barrier that is used once: nobody passes before all have arrived.
#[tass::verify(nprocs = any)]
pub(crate) fn barrier() {
    let mut arrived = shared!(false);
    let mut passed = shared!(false);
    always!(proc.iter().all(|p| p.arrived) || !proc.iter().any(|p| p.passed));
    arrived = true;
    while !proc.iter().all(|p| p.arrived) {}
    passed = true;
    cover!(proc.iter().all(|p| p.passed));
}

/// Once each, in order of ranks.
#[tass::verify(nprocs = any, tests = nonatomic)]
pub(crate) fn in_turn() {
    let rank = mpi!(rank());
    let mut done = shared!(false);
    while !proc[..rank].iter().all(|p| p.done) {}
    critical!({
        cover!(true);
    });
    done = true;
}

/// Two rooms, each for any number of processes, but never both in use: raise a flag, then look at
/// the other room's. It holds even if a test reads one process after the other, and if processes
/// abort.
#[tass::verify(nprocs = any, tests = nonatomic, aborts = true)]
pub(crate) fn rooms() {
    let mut left = shared!(false);
    let mut right = shared!(false);
    let mut in_left = shared!(false);
    let mut in_right = shared!(false);
    always!(!(proc.iter().any(|p| p.in_left) && proc.iter().any(|p| p.in_right)));
    loop {
        if choose!(0..2) == 0 {
            left = true;
            if !proc.iter().any(|p| p.right) {
                in_left = true;
                cover!(true);
                in_left = false;
            }
            left = false;
        } else {
            right = true;
            if !proc.iter().any(|p| p.left) {
                in_right = true;
                cover!(true);
                in_right = false;
            }
            right = false;
        }
    }
}

/// The flag is looked at before it is raised.
#[tass::verify(nprocs = any, expect = always)]
pub(crate) fn rooms_look_first() {
    let mut left = shared!(false);
    let mut right = shared!(false);
    always!(!(proc.iter().any(|p| p.left) && proc.iter().any(|p| p.right)));
    loop {
        if choose!(0..2) == 0 {
            if !proc.iter().any(|p| p.right) {
                left = true;
                left = false;
            }
        } else if !proc.iter().any(|p| p.left) {
            right = true;
            right = false;
        }
    }
}

/// A lock that gives way to those before: one of those may come when it is too late.
#[tass::verify(nprocs = any, expect = mutual_exclusion)]
pub(crate) fn give_way() {
    let rank = mpi!(rank());
    let mut wants = shared!(false);
    loop {
        wants = true;
        while proc[..rank].iter().any(|p| p.wants) {}
        critical!({});
        wants = false;
    }
}

/// A lock without an order: two that want in at the same time wait for each other (and one waits
/// for itself).
#[tass::verify(nprocs = any, expect = deadlock)]
pub(crate) fn after_you() {
    let mut wants = shared!(false);
    loop {
        wants = true;
        while proc.iter().any(|p| p.wants) {}
        critical!({});
        wants = false;
    }
}

/// Test and set in two steps.
#[tass::verify(nprocs = any, expect = mutual_exclusion)]
pub(crate) fn test_then_set() {
    let mut taken = shared!(false);
    loop {
        while proc.iter().any(|p| p.taken) {}
        taken = true;
        critical!({});
        taken = false;
    }
}

fn main() {
    for model in [
        barrier::model(),
        in_turn::model(),
        rooms::model(),
        rooms_look_first::model(),
        give_way::model(),
        after_you::model(),
        test_then_set::model(),
    ] {
        println!("{}\n", model.nprocs_any().check());
    }
}
