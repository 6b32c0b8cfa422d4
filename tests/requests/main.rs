//! Operations that go on while the process does.

mod completion;
mod exchange;
mod loops;
mod races;
mod shown;

use tass::{Deadlock, Kind, Model};

/// Verified, with and without reduction.
fn is_fine(model: &Model, nprocs: usize) {
    for reduction in [true, false] {
        let report = model.clone().nprocs(nprocs).reduction(reduction).check();
        assert!(report.is_verified(), "{report}");
    }
}

/// Refuted by these kinds, with and without reduction.
fn is_wrong(model: &Model, nprocs: usize, kinds: &[Kind]) {
    let all = tass::Violations::All;
    for reduction in [true, false] {
        let report = model.clone().nprocs(nprocs).reduction(reduction);
        let mut found = report.violations(all).check().kinds().to_vec();
        found.sort_by_key(|kind| kind.name());
        assert_eq!(found, kinds, "reduction: {reduction}");
        let report = model.clone().nprocs(nprocs).reduction(reduction).check();
        assert!(report.is_refuted(), "{report}");
    }
}

/// With everything buffered.
fn buffered(model: &Model) -> Model {
    model.clone().deadlock(Deadlock::Absolute)
}
