//! What grows with the program's size, and how: counted in questions and work, never in time.

// Models index, where Rust would iterate.
#[allow(dead_code, clippy::needless_range_loop)]
#[path = "../benches/models/growth.rs"]
mod models;

use tass::Model;

fn stats(model: Model) -> tass::report::Stats {
    let report = model.check();
    assert!(report.is_verified(), "{report}");
    report.stats().clone()
}

/// The least limit of work, among the powers of the square root of two or so, within which a model
/// is verified.
fn work(model: impl Fn() -> Model) -> u64 {
    let mut limit = 1 << 13;
    while !model().max_work(limit).check().is_verified() {
        limit += limit / 2;
        assert!(limit < 1 << 30, "more work than there should be");
    }
    limit
}

#[test]
fn a_long_array_written_at_an_input() {
    let once = work(models::written_800::model);
    let twice = work(models::written_1600::model);
    assert!(twice <= 3 * once, "{once}, then {twice}");
    assert_eq!(stats(models::written_1600::model()).by_z3, 0);
}

#[test]
fn one_item_after_the_other() {
    // Each question is about one item, whatever is known of those before it.
    let once = stats(models::scanned_250::model());
    let twice = stats(models::scanned_500::model());
    assert_eq!((once.by_z3, twice.by_z3), (0, 0));
    assert!(twice.obligations <= 2 * once.obligations);
}

#[test]
fn a_long_path() {
    let once = stats(models::exchanged_2000::model().nprocs(2));
    let twice = stats(models::exchanged_4000::model().nprocs(2));
    assert!(twice.steps <= 2 * once.steps);
    assert_eq!((once.obligations, twice.obligations), (0, 0));
}

/// Conditions on sums of conditionals: 67 of the 77 were Z3's before the native layer got cases for
/// each conditional. (Not few enough yet where there are more items.)
#[test]
fn places_that_are_inputs() {
    let stats = stats(models::counted_3::model());
    assert!(stats.by_z3 * 2 <= stats.obligations, "{stats:?}");
}
