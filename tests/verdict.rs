//! What a model must give, with reduction and without it.

use tass::{Deadlock, Kind, Model, Report, Violations};
use tass_core::report::Violation;

/// Verified, whatever is left out.
pub(crate) fn is_fine(model: &Model, nprocs: usize) {
    for reduction in [true, false] {
        let report = model.clone().nprocs(nprocs).reduction(reduction).check();
        assert!(report.is_verified(), "reduction: {reduction}\n{report}");
    }
}

/// Refuted by exactly these kinds, in the order of their table, whatever is left out.
pub(crate) fn is_wrong(model: &Model, nprocs: usize, kinds: &[Kind]) {
    for reduction in [true, false] {
        let report = all_of(model, nprocs, reduction);
        assert!(report.is_refuted(), "reduction: {reduction}\n{report}");
        let found = report.kinds();
        assert_eq!(found, kinds, "reduction: {reduction}\n{report}");
        // The search that stops at the first one finds one of them.
        let report = model.clone().nprocs(nprocs).reduction(reduction).check();
        let first = report.kinds();
        assert!(report.is_refuted() && kinds.contains(&first[0]), "{report}");
    }
}

/// Where buffering is an open question, and where everything is buffered.
pub(crate) fn depends(model: &Model, nprocs: usize, potential: &[Kind], absolute: &[Kind]) {
    is_wrong(model, nprocs, potential);
    let buffered = model.clone().deadlock(Deadlock::Absolute);
    match absolute {
        [] => is_fine(&buffered, nprocs),
        kinds => is_wrong(&buffered, nprocs, kinds),
    }
}

/// The lines at which violations of these kinds are found: neither one more nor one less, whatever
/// is left out. Of an operation that is never completed it is the line where it was begun.
pub(crate) fn is_wrong_at(model: &Model, nprocs: usize, expected: &[(Kind, &str)]) {
    for reduction in [true, false] {
        let report = all_of(model, nprocs, reduction);
        let mut found: Vec<(Kind, &str)> = report.violations().iter().map(at).collect();
        found.sort_unstable();
        found.dedup();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected, "reduction: {reduction}\n{report}");
    }
}

fn at(violation: &Violation) -> (Kind, &str) {
    let begun = violation
        .notes
        .first()
        .and_then(|note| note.location.as_ref());
    let place = match violation.kind {
        Kind::RequestLeak => begun,
        _ => violation.location.as_ref(),
    };
    let line = place.and_then(|place| {
        let mut lines = place.function.text.lines();
        lines.nth(place.span.line as usize)
    });
    (violation.kind, line.expect("it is somewhere").trim())
}

fn all_of(model: &Model, nprocs: usize, reduction: bool) -> Report {
    let model = model.clone().nprocs(nprocs).reduction(reduction);
    model.violations(Violations::All).check()
}
