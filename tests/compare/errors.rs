//! Two programs that do not correspond, and assertions about variables that are not there: what the
//! report says, word for word.

use tass::prelude::*;

use super::show;

#[tass::model]
fn fewer_inputs(n: usize) {
    output!(n = n);
}

#[tass::model]
fn more_inputs(n: usize, scale: f64) {
    assume!(scale > 0.0);
    output!(n = n);
}

#[tass::model]
fn other_type(n: i64) {
    output!(n = n as usize);
}

#[test]
fn inputs() {
    // What the specification does not need, it need not have.
    let report = more_inputs::model()
        .nprocs(1)
        .spec(fewer_inputs::model())
        .check();
    assert!(report.is_verified(), "{report}");
    insta::assert_snapshot!(
        "missing_input",
        show(&fewer_inputs::model().nprocs(1).spec(more_inputs::model()))
    );
    insta::assert_snapshot!(
        "input_of_another_type",
        show(&fewer_inputs::model().nprocs(1).spec(other_type::model()))
    );
}

#[tass::model]
fn two_outputs(n: usize) {
    output!(n = n);
    output!(twice = 2 * n);
}

#[tass::model]
fn output_of_another_type(n: usize) {
    output!(n = n as f64);
}

#[tass::model]
fn no_output(n: usize) {
    assert!(n < n + 1);
}

#[test]
fn outputs() {
    let one = fewer_inputs::model().nprocs(1);
    insta::assert_snapshot!(
        "output_of_one_only",
        show(&two_outputs::model().nprocs(1).spec(fewer_inputs::model()))
    );
    insta::assert_snapshot!(
        "output_of_another_type",
        show(
            &output_of_another_type::model()
                .nprocs(1)
                .spec(fewer_inputs::model())
        )
    );
    insta::assert_snapshot!("no_output_at_all", show(&one.spec(no_output::model())));
    insta::assert_snapshot!(
        "nothing_to_compare",
        show(&no_output::model().nprocs(1).spec(no_output::model()))
    );
}

#[tass::model]
fn labelled(n: usize) {
    let x = n;
    joint_assert!(DONE: true);
}

#[tass::model]
fn labelled_twice(n: usize) {
    let x = n;
    joint_assert!(START: x == spec.x);
    joint_assert!(DONE: x == spec.x);
}

#[tass::model]
fn unknown_variable(n: usize) {
    let x = n;
    joint_assert!(DONE: x == spec.y);
}

#[tass::model]
fn variable_of_another_type(n: usize) {
    let x = n as f64;
    joint_assert!(DONE: x == spec.x);
}

#[test]
fn labels() {
    insta::assert_snapshot!(
        "missing_label",
        show(&labelled_twice::model().nprocs(1).spec(labelled::model()))
    );
    insta::assert_snapshot!(
        "missing_label_in_the_implementation",
        show(&labelled::model().nprocs(1).spec(labelled_twice::model()))
    );
    insta::assert_snapshot!(
        "no_such_variable_in_the_specification",
        show(&unknown_variable::model().nprocs(1).spec(labelled::model()))
    );
    insta::assert_snapshot!(
        "variable_of_another_type",
        show(
            &variable_of_another_type::model()
                .nprocs(1)
                .spec(labelled::model())
        )
    );
}

/// Process 1 meets the assertion where `x` is not in sight.
#[tass::model]
fn no_such_variable_there() {
    let rank = mpi!(rank());
    if rank == 0 {
        let x = 1;
        collective_assert!(A: proc[1].x == x);
    } else {
        collective_assert!(A: true);
    }
}

/// No process has it anywhere.
#[tass::model]
fn wrong_everywhere(a: i64) {
    let x = a + mpi!(rank()) as i64;
    collective_assert!(A: proc[0].x < x);
}

#[tass::model]
fn order(a: i64) {
    let x = a;
    if mpi!(rank()) == 0 {
        collective_assert!(A: x == a);
        collective_assert!(B: x == a);
    } else {
        collective_assert!(B: x == a);
        collective_assert!(A: x == a);
    }
}

#[tass::model]
fn incomplete(a: i64) {
    let x = a;
    if mpi!(rank()) == 0 {
        collective_assert!(A: x == a);
    }
}

#[test]
fn collective_assertions() {
    insta::assert_snapshot!(
        "no_such_variable_there",
        show(&no_such_variable_there::model().nprocs(2))
    );
    insta::assert_snapshot!(
        "false_collective_assertion",
        show(&wrong_everywhere::model().nprocs(2))
    );
    insta::assert_snapshot!(
        "collective_assertions_out_of_order",
        show(&order::model().nprocs(2))
    );
    insta::assert_snapshot!(
        "incomplete_collective_assertion",
        show(&incomplete::model().nprocs(3))
    );
}

#[tass::model]
fn universe_of_an_input(n: usize) {
    universe!(first: |p| p < n);
    let x = n;
    collective_assert!(first::A: x == n);
}

#[tass::model]
fn universe_twice() {
    universe!(workers: |p| p != 0);
    universe!(workers: |p| p != 1);
}

#[test]
fn universes() {
    insta::assert_snapshot!(
        "universe_of_an_input",
        show(&universe_of_an_input::model().nprocs(2))
    );
    insta::assert_snapshot!("universe_twice", show(&universe_twice::model().nprocs(2)));
}
