//! Enums, `match`, and what goes with them.

mod cases;
mod oracle;
mod places;

use tass::{Kind, Model};

/// Verified, with reduction and without.
fn is_fine(model: &Model, nprocs: usize) {
    for reduction in [true, false] {
        let report = model.clone().nprocs(nprocs).reduction(reduction).check();
        assert!(report.is_verified(), "{report}");
    }
}

/// Refuted, for these reasons.
fn is_wrong(model: &Model, nprocs: usize, kinds: &[Kind]) {
    for reduction in [true, false] {
        let report = model.clone().nprocs(nprocs).reduction(reduction).check();
        assert_eq!(report.kinds(), kinds, "{report}");
    }
}
