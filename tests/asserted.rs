//! `tass::assert_refuted!` and `tass::assert_verified!`.

use std::panic::{AssertUnwindSafe, catch_unwind};

#[tass::model]
fn below(n: i64) {
    assert!(n < 5);
}

#[tass::model]
fn sure(n: i64) {
    assert!(n < n + 1);
}

#[test]
fn what_holds() {
    tass::assert_verified!(sure::model().nprocs(2));
    let model = below::model().nprocs(1);
    let report = tass::assert_refuted!(&model, assertion);
    assert_eq!(report.snapshot(), model.check().snapshot());
    tass::assert_refuted!(model.check(), assertion);
    tass::assert_refuted!(tass::replay(model).input("n", 7), assertion);
}

/// The message of the panic.
fn panic_of<T>(f: impl FnOnce() -> T) -> String {
    let panic = catch_unwind(AssertUnwindSafe(f)).err().expect("a panic");
    let text = panic.downcast::<String>().expect("a message");
    *text
}

#[test]
fn what_does_not_hold() {
    let model = || below::model().nprocs(1);
    let text = panic_of(|| tass::assert_refuted!(model(), deadlock));
    let expected = "this test expects `deadlock`, but what was found is `assertion`";
    assert!(text.contains(expected), "{text}");
    let text = panic_of(|| tass::assert_refuted!(sure::model().nprocs(1), assertion));
    let expected = "this test expects `assertion`, but no execution of the model goes wrong";
    assert!(text.contains(expected), "{text}");
    let text = panic_of(|| tass::assert_verified!(model()));
    assert!(text.contains("error[assertion]"), "{text}");
    // A run that was not finished is neither.
    let text = panic_of(|| tass::assert_verified!(sure::model().nprocs(2).max_states(1)));
    assert!(text.contains("inconclusive[max_states]"), "{text}");
    let text = panic_of(|| tass::assert_refuted!(sure::model().nprocs(2).max_states(1), assertion));
    assert!(text.contains("inconclusive[max_states]"), "{text}");
    let fine = tass::replay(model()).input("n", 1);
    let text = panic_of(|| tass::assert_refuted!(fine, assertion));
    assert!(
        text.contains("nothing goes wrong in this execution"),
        "{text}"
    );
}
