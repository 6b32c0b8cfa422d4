//! Two programs side by side: `spec = f`, outputs, joint assertions; and universes of some
//! processes only.
//!
//! What is verified here is verified by every road (reduction on and off, shortcuts of the prover
//! on and off, both schedules), and what is refuted is refuted by all of them with the same kinds.

mod errors;
mod joint;
mod outputs;
mod traps;
mod universes;

use tass::{Kind, Model, Report, Schedule, Violations};

/// The verdict by every road; `kinds` are all that are found, none if the model must be verified.
fn must_be(model: &Model, kinds: &[Kind]) {
    let model = model.clone().violations(Violations::All);
    let roads = [
        ("as it is", model.clone()),
        ("without reduction", model.clone().reduction(false)),
        ("without shortcuts", model.clone().native_prover(false)),
        (
            "in the order of ranks",
            model.clone().schedule(Schedule::First),
        ),
    ];
    for (road, model) in roads {
        let report = model.check();
        // Z3 alone does not add up what is of unknown length: it may not know, but it must not
        // contradict.
        if road == "without shortcuts" && !report.is_verified() && !report.is_refuted() {
            assert!(kinds.is_empty(), "{road}:\n{report}");
            continue;
        }
        let mut found = report.kinds();
        let mut wanted = kinds.to_vec();
        found.sort_by_key(|kind| kind.name());
        wanted.sort_by_key(|kind| kind.name());
        assert_eq!(found, wanted, "{road}:\n{report}");
        assert_eq!(report.is_verified(), kinds.is_empty(), "{road}:\n{report}");
    }
}

/// The report of a run that must not pass, the same when it is run again.
fn show(model: &Model) -> String {
    let report: Report = model.check();
    assert!(!report.is_verified(), "this must not pass\n{report}");
    assert_eq!(report.snapshot(), model.check().snapshot());
    report.snapshot()
}
