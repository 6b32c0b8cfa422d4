//! Szymanski's mutual exclusion algorithm (paper 003, Fig. 1), for every number of processes.
//!
//! A process announces itself (`a`), passes the door while nobody is past the waiting room (`s`),
//! waits in the room (`w`) until the last one to enter it closes the door, and leaves it in order
//! of ranks. With atomic tests the algorithm is correct; if a test reads one process after the
//! other it is not, and three processes show it. The labels are those of the paper's figure.

use tass::prelude::*;

/// The algorithm as published.
#[tass::verify(nprocs = any)]
pub(crate) fn szymanski() {
    let rank = mpi!(rank());
    let mut a = shared!(false);
    let mut s = shared!(false);
    let mut w = shared!(false);
    loop {
        a = true; // S1
        while proc.iter().any(|p| p.s) {} // S2
        (w, s) = (true, true); // S3
        a = false;
        // S4
        if proc.iter().any(|p| p.a) {
            // S5.1
            while proc.iter().all(|p| !p.s || p.w) {
                s = false;
            }
            s = true; // S5.2
        }
        w = false; // S6
        while proc.iter().any(|p| p.w) {} // S7
        while proc[..rank].iter().any(|p| p.s) {} // S8
        critical!({
            cover!(true);
        });
        s = false; // S9
    }
}

/// Without S7, a process may overtake others that are still in the waiting room.
#[tass::verify(nprocs = any, expect = mutual_exclusion)]
pub(crate) fn without_s7() {
    let rank = mpi!(rank());
    let mut a = shared!(false);
    let mut s = shared!(false);
    let mut w = shared!(false);
    loop {
        a = true;
        while proc.iter().any(|p| p.s) {}
        (w, s) = (true, true);
        a = false;
        if proc.iter().any(|p| p.a) {
            while proc.iter().all(|p| !p.s || p.w) {
                s = false;
            }
            s = true;
        }
        w = false;
        while proc[..rank].iter().any(|p| p.s) {}
        critical!({
            cover!(true);
        });
        s = false;
    }
}

/// S6 before S4: a process leaves the waiting room before it knows whether others are at the door.
#[tass::verify(nprocs = any, expect = mutual_exclusion)]
pub(crate) fn s6_before_s4() {
    let rank = mpi!(rank());
    let mut a = shared!(false);
    let mut s = shared!(false);
    let mut w = shared!(false);
    loop {
        a = true;
        while proc.iter().any(|p| p.s) {}
        (w, s) = (true, true);
        a = false;
        w = false;
        if proc.iter().any(|p| p.a) {
            while proc.iter().all(|p| !p.s || p.w) {
                s = false;
            }
            s = true;
        }
        while proc.iter().any(|p| p.w) {}
        while proc[..rank].iter().any(|p| p.s) {}
        critical!({
            cover!(true);
        });
        s = false;
    }
}

/// S8 asks for the wrong variable, so the order of ranks is not kept.
#[tass::verify(nprocs = any, expect = mutual_exclusion)]
pub(crate) fn wrong_order_test() {
    let rank = mpi!(rank());
    let mut a = shared!(false);
    let mut s = shared!(false);
    let mut w = shared!(false);
    loop {
        a = true;
        while proc.iter().any(|p| p.s) {}
        (w, s) = (true, true);
        a = false;
        if proc.iter().any(|p| p.a) {
            while proc.iter().all(|p| !p.s || p.w) {
                s = false;
            }
            s = true;
        }
        w = false;
        while proc.iter().any(|p| p.w) {}
        while proc[..rank].iter().any(|p| p.w) {}
        critical!({
            cover!(true);
        });
        s = false;
    }
}

fn main() {
    use tass::Tests;
    for (name, model) in [
        ("szymanski", szymanski::model()),
        ("without S7", without_s7::model()),
        ("S6 before S4", s6_before_s4::model()),
        ("wrong order test", wrong_order_test::model()),
        ("nonatomic", szymanski::model().tests(Tests::Nonatomic)),
        ("aborts", szymanski::model().aborts(true)),
    ] {
        let report = model.clone().nprocs_any().check();
        println!("{name}: {report}\n");
        for n in 1..=4 {
            let report = model.clone().nprocs(n).max_states(100_000).check();
            println!(
                "  {n}: {} {}",
                report.verdict().map_or("none", |v| v.name()),
                report.stats()
            );
        }
    }
}
