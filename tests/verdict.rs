//! What a model must give, with reduction and without it.

use tass::{Deadlock, Kind, Model, Report, Violations};

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

/// The lines of the model, as written, at which violations of these kinds are found: neither one
/// more nor one less, whatever is left out.
pub(crate) fn is_wrong_at(model: &Model, nprocs: usize, expected: &[(Kind, &str)]) {
    for reduction in [true, false] {
        let report = all_of(model, nprocs, reduction);
        let violations = report.violations().iter();
        let mut found: Vec<(Kind, &str)> = violations
            .filter_map(|violation| {
                let location = violation.location.as_ref()?;
                Some((violation.kind, location.snippet()))
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected, "reduction: {reduction}\n{report}");
    }
}

fn all_of(model: &Model, nprocs: usize, reduction: bool) -> Report {
    let model = model.clone().nprocs(nprocs).reduction(reduction);
    model.violations(Violations::All).check()
}
