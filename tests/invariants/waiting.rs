//! Shared variables: who waits for ever, in a loop that an invariant makes look as if it could be
//! left, or in more states than one looks at.
#![allow(
    unused_assignments,
    unused_mut,
    unused_variables,
    reason = "what is tested"
)]

use tass::prelude::*;

use super::{Not, Verified, check};

/// `k` is always 0, which the invariant does not say: in an arbitrary iteration it is 1.
#[tass::model]
fn way_out_that_is_none() {
    let mut busy = shared!(false);
    if mpi!(rank()) == 1 {
        let mut k = 0;
        invariant!(I: true);
        loop {
            let b = proc.iter().any(|p| p.busy);
            if b || k == 1 {
                break;
            }
            k = 0;
        }
    }
}

/// The same as the condition of the loop, and somebody waits for who does not come.
#[tass::model]
fn both_wait() {
    let mut s = shared!(0);
    let mut c = 0;
    if mpi!(rank()) == 0 {
        invariant!(I: c <= 10);
        while c < 10 && !proc.iter().any(|p| p.s == 1) {
            c = 0;
        }
        s = 2;
    } else {
        invariant!(J: true);
        while !proc.iter().any(|p| p.s == 2) {}
    }
}

/// What is always written anew stays what it is.
#[tass::model]
fn writes_what_is_there() {
    let mut busy = shared!(false);
    let mut other = shared!(false);
    if mpi!(rank()) == 1 {
        invariant!(I: true);
        loop {
            busy = true;
            let b = proc.iter().any(|p| p.other);
            if b {
                break;
            }
        }
    }
}

/// It may go on for ever as far as the invariant tells, or not: a number below 0 is far from 5.
#[tass::model]
fn perhaps() {
    let mut busy = shared!(false);
    let mut c = 0;
    if mpi!(rank()) == 0 {
        busy = true;
    } else {
        invariant!(I: c <= 5);
        while c < 5 && proc.iter().any(|p| p.busy) {
            c += 1;
        }
    }
}

#[tass::model]
fn comes_to_an_end() {
    let mut busy = shared!(false);
    let mut c = 0usize;
    if mpi!(rank()) == 0 {
        busy = true;
    } else {
        invariant!(I: c <= 5);
        while c < 5 && proc.iter().any(|p| p.busy) {
            c += 1;
        }
    }
}

#[tass::model]
fn comes_nearer(n: usize) {
    let mut busy = shared!(false);
    let mut c = 0;
    if mpi!(rank()) == 0 {
        busy = true;
    } else {
        invariant!(I: c <= n);
        while c < n {
            let b = proc.iter().any(|p| p.busy);
            c += 1;
        }
        assert!(c == n);
    }
}

#[tass::model]
fn handshake() {
    let mut a = shared!(0);
    if mpi!(rank()) == 0 {
        a = 1;
        invariant!(I: true);
        while !proc.iter().any(|p| p.a == 2) {}
        a = 3;
    } else {
        invariant!(J: true);
        while !proc.iter().any(|p| p.a == 1) {}
        a = 2;
        invariant!(K: true);
        while !proc.iter().any(|p| p.a == 3) {}
    }
}

/// `x` goes from 0 to 2 and back, which the invariant does not say, and nobody is stuck before the
/// second round, when `x` is arbitrary already: whoever sees only that it may be 3 sees a way out
/// in every round.
#[tass::model]
fn stuck_in_the_second_round() {
    let mut a = shared!(false);
    let c = shared!(false);
    let (mut x, mut y) = (0, 0);
    invariant!(I: true);
    loop {
        let t = proc.iter().any(|p| p.c);
        if t || x == 3 {
            break;
        }
        if y == 1 {
            a = true;
        }
        y = 1;
        x = 2 - x;
    }
}

/// Without an invariant: it counts in a circle while it waits.
#[tass::model]
fn counts_and_waits() {
    let mut busy = shared!(false);
    if mpi!(rank()) == 1 {
        let mut k = 0;
        while !proc.iter().any(|p| p.busy) {
            k = (k + 1) % 100;
        }
    }
}

/// It does so for longer than a step takes.
#[tass::model]
fn works_and_waits() {
    let mut busy = shared!(false);
    if mpi!(rank()) == 1 {
        let mut k = 0;
        while !proc.iter().any(|p| p.busy) {
            k = 0;
            while k < 10 {
                k += 1;
            }
        }
    }
}

/// It asks many times, and then goes on.
#[tass::model]
fn asks_often() {
    let mut busy = shared!(false);
    if mpi!(rank()) == 1 {
        for i in 0..300 {
            let b = proc.iter().any(|p| p.busy);
            assert!(!b);
        }
    }
}

#[test]
fn right_and_wrong() {
    check(&[
        (
            "way_out_that_is_none",
            way_out_that_is_none::model,
            2,
            Not("deadlock"),
        ),
        ("both_wait", both_wait::model, 2, Not("deadlock")),
        (
            "writes_what_is_there",
            writes_what_is_there::model,
            2,
            Not("deadlock"),
        ),
        ("perhaps", perhaps::model, 2, Not("not_inductive")),
        ("comes_to_an_end", comes_to_an_end::model, 2, Verified),
        // Right, and not shown yet: that it comes nearer to its end is not asked.
        ("comes_nearer", comes_nearer::model, 2, Not("not_inductive")),
        ("handshake", handshake::model, 2, Verified),
        (
            "stuck_in_the_second_round",
            stuck_in_the_second_round::model,
            2,
            Not("deadlock"),
        ),
        (
            "counts_and_waits",
            counts_and_waits::model,
            2,
            Not("deadlock"),
        ),
        (
            "works_and_waits",
            works_and_waits::model,
            2,
            Not("deadlock"),
        ),
        ("asks_often", asks_often::model, 2, Verified),
    ]);
}
