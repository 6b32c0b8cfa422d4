//! Loops with invariants inside loops without an end, with shared variables, and of equal names:
//! what a hostile reader found.
#![allow(
    clippy::never_loop,
    clippy::while_immutable_condition,
    unused_assignments,
    reason = "what is tested"
)]

use tass::prelude::*;

use super::{Not, Verified, check};

/// Process 0 goes round for ever where `n` is large: that must not hide what process 1 does.
#[tass::model]
fn hides_others(n: usize) {
    if mpi!(rank()) == 0 {
        loop {
            let mut i = 0;
            invariant!(I: i <= 3);
            while i < 3 {
                i += 1;
            }
            if n < 5 {
                break;
            }
        }
    } else {
        assert!(n < 5);
    }
}

#[tass::model]
fn hides_nothing(n: usize) {
    assume!(n < 5);
    if mpi!(rank()) == 0 {
        loop {
            let mut i = 0;
            invariant!(I: i <= 3);
            while i < 3 {
                i += 1;
            }
            if n < 5 {
                break;
            }
        }
    } else {
        assert!(n < 5);
    }
}

/// Two loops that lead to each other.
#[tass::model]
fn two_ways_round(n: usize, b: bool) {
    if mpi!(rank()) == 0 {
        let mut turn = b;
        loop {
            let mut i = 0;
            if turn {
                invariant!(I: i <= 3);
                while i < 3 {
                    i += 1;
                }
            } else {
                invariant!(J: i <= 2);
                while i < 2 {
                    i += 1;
                }
            }
            turn = !turn;
            if n < 5 {
                break;
            }
        }
    } else {
        let a = [0; 5];
        assert!(a[n] == 0);
    }
}

#[tass::model]
fn exchange(first: bool, other: usize) {
    let mut x = 0usize;
    if first {
        mpi!(send(&1usize, to = other));
    }
    mpi!(recv(&mut x, from = other));
    if !first {
        mpi!(send(&1usize, to = other));
    }
}

/// Head to head for `n >= 2`; what comes afterwards does not end then.
#[tass::model]
fn doomed_in_a_circle(n: usize) {
    let rank = mpi!(rank());
    exchange(n >= 2 || rank == n, 1 - rank);
    loop {
        let mut i = 0;
        invariant!(I: i <= 3);
        while i < 3 {
            i += 1;
        }
        if n < 2 {
            break;
        }
    }
}

/// The condition is tested anew in every round.
#[tass::model]
fn tests_once_more() {
    let mut busy = shared!(false);
    if mpi!(rank()) == 0 {
        busy = true;
        busy = false;
    } else {
        let mut c = 0;
        invariant!(I: c >= 0);
        while proc.iter().any(|p| p.busy) {
            c += 1;
        }
        assert!(c == 0);
    }
}

/// What the invariant says does hold; only the assertion does not.
#[tass::model]
fn tests_behind_and() {
    let mut s = shared!(false);
    let mut c = 0;
    if mpi!(rank()) == 0 {
        s = true;
        s = false;
    } else {
        invariant!(I: c <= 5);
        while c < 5 && proc.iter().any(|p| p.s) {
            c += 1;
        }
        assert!(c == 0 || c == 5);
    }
}

/// Process 1 waits for ever for what nobody does.
#[tass::model]
fn waits_in_a_loop() {
    let mut busy = shared!(false);
    if mpi!(rank()) == 0 {
        busy = true;
    } else {
        loop {
            let b = proc.iter().any(|p| p.busy);
            if b {
                break;
            }
        }
        invariant!(J: true);
        loop {
            let b = proc.iter().any(|p| p.busy);
            if !b {
                break;
            }
        }
    }
}

/// The same as the condition of the loop.
#[tass::model]
fn waits_at_the_condition() {
    let mut busy = shared!(false);
    if mpi!(rank()) == 0 {
        busy = true;
    } else {
        while !proc.iter().any(|p| p.busy) {}
        invariant!(J: true);
        while proc.iter().any(|p| p.busy) {}
    }
}

/// `x` is 0 wherever it matters, which the invariant does not say: nobody ever gets out.
#[tass::model]
fn imagined_way_out() {
    let busy = shared!(true);
    let mut x = 0;
    invariant!(I: x >= 0 && x <= 5);
    loop {
        if x == 5 {
            break;
        }
        let b = proc.iter().any(|p| p.busy);
        x = 0;
        if !b {
            break;
        }
    }
}

/// The same, and what grows never comes back. The invariant says too little to tell.
#[tass::model]
fn imagined_and_growing() {
    let busy = shared!(true);
    let mut x = 0;
    invariant!(I: true);
    while proc.iter().any(|p| p.busy) && x != -1 {
        x += 1;
    }
}

/// Counting is getting somewhere in the end, whatever others do.
#[tass::model]
fn really_gets_out() {
    let busy = shared!(true);
    let mut x = 0;
    invariant!(I: x >= 0 && x <= 3);
    while x < 3 && proc.iter().any(|p| p.busy) {
        x += 1;
    }
    assert!(x == 3);
}

/// Writing what is there already is waiting, also where the loop forgets what that is.
#[tass::model]
fn writes_the_same() {
    let mut a = shared!(false);
    let stop = shared!(false);
    invariant!(I: true);
    while !proc.iter().any(|p| p.stop) {
        a = true;
    }
}

/// Waiting has a hundred states.
#[tass::model]
fn long_way_round() {
    let busy = shared!(true);
    let mut x = 0;
    while proc.iter().any(|p| p.busy) {
        x = (x + 1) % 100;
    }
}

/// Who aborts in a loop is in it no more.
#[tass::model]
fn enters_anew() {
    let mut a = shared!(false);
    let mut x = 0;
    invariant!(I: x >= 0 && x <= 2 && !a);
    while x < 2 {
        a = true;
        a = false;
        x += 1;
    }
    invariant!(J: x == 2);
    while proc.iter().any(|p| p.a) {}
}

/// An outer and an inner loop of one name.
#[tass::model]
fn one_name(n: usize, m: usize) {
    let (mut i, mut x, mut j) = (0, 0, 0);
    invariant!(I: i <= n && (x == 0 || x == 5));
    assigns!(i, j, x);
    while i < n {
        x = 5;
        j = 0;
        invariant!(I: j <= m);
        assigns!(j);
        while j < m {
            j += 1;
        }
        i += 1;
    }
    assert!(i == n && (x == 0 || x == 5));
    cover!(i == 2);
}

/// The inner one is false on entry.
#[tass::model]
fn one_name_on_entry(n: usize) {
    let mut i = 0;
    invariant!(I: i <= n);
    while i < n {
        let mut j = 0;
        invariant!(I: j == 1);
        while j < 3 {
            j += 1;
        }
        i += 1;
    }
}

/// What is written in the iteration that leaves the loop is written.
#[tass::model]
fn written_and_left(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n);
    assigns!(i);
    while i < n {
        if i == 2 {
            x = 1;
            break;
        }
        i += 1;
    }
    assert!(x <= 1);
}

#[tass::model]
fn named_and_left(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n && x == 0);
    assigns!(i, x);
    while i < n {
        if i == 2 {
            x = 1;
            break;
        }
        i += 1;
    }
    assert!(x <= 1);
}

/// A variable of the body is the body's own.
#[tass::model]
fn own_and_left(n: usize) {
    let mut i = 0;
    invariant!(I: i <= n && i <= 2);
    assigns!(i);
    while i < n {
        let mut own = 1;
        own += i;
        if own > 2 {
            break;
        }
        i += 1;
    }
    assert!(i <= 2);
}

#[test]
fn right_and_wrong() {
    check(&[
        ("hides_others", hides_others::model, 2, Not("assertion")),
        ("hides_nothing", hides_nothing::model, 2, Verified),
        (
            "two_ways_round",
            two_ways_round::model,
            2,
            Not("out_of_bounds"),
        ),
        (
            "tests_once_more",
            tests_once_more::model,
            2,
            Not("assertion"),
        ),
        (
            "tests_behind_and",
            tests_behind_and::model,
            2,
            Not("assertion"),
        ),
        (
            "waits_in_a_loop",
            waits_in_a_loop::model,
            2,
            Not("deadlock"),
        ),
        (
            "waits_at_the_condition",
            waits_at_the_condition::model,
            2,
            Not("deadlock"),
        ),
        (
            "imagined_way_out",
            imagined_way_out::model,
            2,
            Not("deadlock"),
        ),
        (
            "imagined_and_growing",
            imagined_and_growing::model,
            2,
            Not("not_inductive"),
        ),
        ("really_gets_out", really_gets_out::model, 2, Verified),
        (
            "writes_the_same",
            writes_the_same::model,
            2,
            Not("deadlock"),
        ),
        ("one_name", one_name::model, 1, Verified),
        (
            "one_name_on_entry",
            one_name_on_entry::model,
            1,
            Not("invariant_entry"),
        ),
        ("written_and_left", written_and_left::model, 1, Not("frame")),
        ("named_and_left", named_and_left::model, 1, Verified),
        ("own_and_left", own_and_left::model, 1, Verified),
    ]);
}

/// A deadlock only where nothing is buffered, so not in every way of checking.
#[test]
fn what_does_not_end_is_not_doomed() {
    for reduction in [true, false] {
        let model = doomed_in_a_circle::model().nprocs(2);
        let report = model.reduction(reduction).check();
        assert_eq!(super::verdict(&report), "potential_deadlock", "{report}");
    }
}

#[test]
fn waiting_has_many_states() {
    let report = long_way_round::model().nprocs(1).check();
    assert_eq!(super::verdict(&report), "deadlock", "{report}");
}

#[test]
fn who_aborts_leaves_its_loops() {
    let report = enters_anew::model().nprocs(2).aborts(true).check();
    assert_eq!(super::verdict(&report), "verified", "{report}");
}
