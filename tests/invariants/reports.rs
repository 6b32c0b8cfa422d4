//! What is said of invariants, word for word.

use tass::prelude::*;

use super::{Model, control, frames, messages, writes};

/// Shows the report of a run that must not pass.
fn show(model: Model) -> String {
    let report = model.check();
    assert!(!report.is_verified(), "this must not pass\n{report}");
    report.snapshot()
}

#[tass::model]
fn unfounded(n: usize) {
    let (mut i, mut x) = (0, 1);
    invariant!(I: i <= n && x == i);
    while i < n {
        x += 1;
        i += 1;
    }
}

#[test]
fn not_established() {
    insta::assert_snapshot!(show(unfounded::model().nprocs(1)));
}

#[test]
fn not_preserved() {
    insta::assert_snapshot!(show(writes::filled_wrong::model().nprocs(1)));
}

/// No execution goes wrong, or none that is short: an arbitrary iteration is shown.
#[test]
fn not_inductive() {
    insta::assert_snapshot!(show(writes::very_late_wrong::model().nprocs(1)));
}

#[tass::model]
fn too_weak(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: x <= 2 * n);
    while i < n {
        x += 2;
        i += 1;
    }
}

#[test]
fn not_inductive_invariant() {
    insta::assert_snapshot!(show(too_weak::model().nprocs(1)));
}

#[test]
fn loop_exit() {
    insta::assert_snapshot!(show(messages::leaves_early::model().nprocs(2)));
}

#[test]
fn out_of_order() {
    insta::assert_snapshot!(show(messages::out_of_order::model().nprocs(2)));
}

#[test]
fn incomplete() {
    insta::assert_snapshot!(show(messages::absent::model().nprocs(2)));
}

#[tass::model]
fn growing(n: usize) {
    let mut v = vec![0; 1];
    let mut i = 0;
    invariant!(I: i <= n);
    while i < n {
        v.push(i);
        i += 1;
    }
}

#[test]
fn not_converged() {
    insta::assert_snapshot!(show(growing::model().nprocs(1)));
}

#[tass::model]
fn beyond(n: usize) {
    assume!(n > 2);
    let mut a = vec![0; n];
    let mut i = 0;
    invariant!(I: i <= n && a.len() == n);
    assigns!(i, a[1..n]);
    while i < n {
        a[i] = 1;
        i += 1;
    }
}

#[test]
fn frame_of_elements() {
    insta::assert_snapshot!(show(beyond::model().nprocs(1)));
}

#[tass::model]
fn left_out(n: usize) {
    let (mut i, mut x) = (0, 0);
    invariant!(I: i <= n);
    assigns!(i);
    while i < n {
        x = i;
        i += 1;
    }
    assert!(x <= n);
}

#[test]
fn frame_of_variables() {
    insta::assert_snapshot!(show(left_out::model().nprocs(1)));
}

#[test]
fn frame_in_a_call() {
    insta::assert_snapshot!(show(control::framed_recursion_wrong::model().nprocs(1)));
}

#[test]
fn moving_frame() {
    insta::assert_snapshot!(show(frames::moving::model().nprocs(1)));
}

/// Ways out of a loop that all leave together.
#[tass::model]
fn breaks(n: usize) {
    let mut i = 0;
    invariant!(all::I: i <= n);
    while i < n {
        i += 1;
        if i == 3 {
            break;
        }
    }
}

#[tass::model]
fn returns(n: usize) {
    let mut i = 0;
    invariant!(all::I: i <= n);
    while i < n {
        i += 1;
        if i == 3 {
            return;
        }
    }
}

#[tass::model]
fn jumps(n: usize) {
    'outer: for _ in 0..2 {
        let mut i = 0;
        invariant!(all::I: i <= n);
        while i < n {
            i += 1;
            if i == 3 {
                continue 'outer;
            }
        }
    }
}

#[test]
fn ways_out() {
    for model in [breaks::model(), returns::model(), jumps::model()] {
        let report = model.nprocs(1).check();
        assert!(
            report
                .to_string()
                .contains("leaves a loop with a collective invariant"),
            "{report}"
        );
    }
}
