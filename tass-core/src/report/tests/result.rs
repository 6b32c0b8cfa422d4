//! What a test makes of a report, and the forms a report has besides its text.

use insta::assert_snapshot;

use super::refuted::stagger;
use super::*;

fn verified() -> Report {
    checked("stagger", 2, Verdict::Verified, Vec::new())
}

#[test]
fn only_verified_passes_without_an_expectation() {
    assert!(verified().into_test_result(None).is_ok());
    assert!(stagger().into_test_result(None).is_err());
    let reason = Inconclusive::MaxStates(3);
    let report = checked("m", 1, Verdict::Inconclusive(reason), Vec::new());
    assert!(report.into_test_result(None).is_err());
    let reason = Vacuous::CoverFailed {
        locations: Vec::new(),
    };
    let report = checked("m", 1, Verdict::Vacuous(reason), Vec::new());
    assert!(report.into_test_result(None).is_err());
    let report = Report::new("m", 1, Outcome::NotBuilt(Vec::new()));
    assert!(report.into_test_result(None).is_err());
}

#[test]
fn an_expectation_is_met_by_a_refutation_of_that_kind_only() {
    assert!(stagger().into_test_result(Some(Kind::Assertion)).is_ok());
    assert!(stagger().into_test_result(Some(Kind::Deadlock)).is_err());
    assert!(verified().into_test_result(Some(Kind::Deadlock)).is_err());
}

#[test]
fn expected_but_verified() {
    let report = verified().into_test_result(Some(Kind::Deadlock));
    assert_snapshot!(report.unwrap_err().snapshot());
}

#[test]
fn expected_but_otherwise_refuted() {
    let report = stagger().into_test_result(Some(Kind::Deadlock));
    assert_snapshot!(report.unwrap_err().snapshot());
}

#[test]
fn expected_but_undecided() {
    let reason = Inconclusive::MaxStates(1000);
    let report = checked("m", 1, Verdict::Inconclusive(reason), Vec::new());
    let report = report.into_test_result(Some(Kind::Deadlock));
    assert_snapshot!(report.unwrap_err().snapshot());
}

#[test]
fn debug_says_first_what_is_wrong() {
    let report = stagger();
    let plain = report.to_string();
    // Under a terminal the text is coloured; the test harness is usually not on one.
    if super::super::style::Style::for_terminal() == super::super::style::Style::FULL {
        let short = "model `stagger` with 2 processes: assertion failed on process 0: `x == 2 * n`, false: 5 == 8";
        assert_eq!(format!("{report:?}"), format!("{short}\n\n{plain}"));
    }
    let first = |report: Report| format!("{report:?}").lines().next().map(str::to_string);
    let short = |text: &str| Some(text.to_string());
    let expected = stagger().into_test_result(Some(Kind::Deadlock));
    assert_eq!(
        first(expected.unwrap_err()),
        short(
            "model `stagger` with 2 processes: this test expects `deadlock`, but what was found is `assertion`"
        )
    );
    let reason = Verdict::Inconclusive(Inconclusive::MaxStates(3));
    assert_eq!(
        first(checked("m", 1, reason, Vec::new())),
        short("model `m` with 1 process: the search met its limit of 3 states")
    );
    let error = BuildError {
        message: "no\ntype".into(),
        location: None,
        help: None,
    };
    assert_eq!(
        first(Report::new("m", 1, Outcome::NotBuilt(vec![error]))),
        short("model `m` with 1 process: no type")
    );
}

#[test]
fn a_snapshot_has_neither_times_nor_counts_nor_absolute_lines() {
    let mut other = stagger();
    other.stats = Stats::default();
    for violation in match &mut other.outcome {
        Outcome::Checked { violations, .. } => violations,
        Outcome::NotBuilt(_) => unreachable!(),
    } {
        let moved = |location: &Location| {
            let mut function = (*location.function).clone();
            function.line += 100;
            Location::new(&Arc::new(function), location.span)
        };
        violation.location = violation.location.as_ref().map(moved);
        for event in &mut violation.trace {
            event.location = event.location.as_ref().map(moved);
        }
        let failed = violation.failed.as_mut().expect("a condition");
        failed.location = failed.location.as_ref().map(moved);
    }
    assert_ne!(other.to_string(), stagger().to_string());
    assert_eq!(other.snapshot(), stagger().snapshot());
}

#[test]
fn kinds_are_sorted_and_unique() {
    let kinds = [Kind::Panic, Kind::Deadlock, Kind::Panic];
    let violations = kinds.iter().map(|k| Violation::new(*k, "")).collect();
    let report = checked("m", 2, Verdict::Refuted, violations);
    assert_eq!(report.kinds(), [Kind::Deadlock, Kind::Panic]);
}

#[test]
fn a_report_is_a_small_error() {
    fn is_error<E: std::error::Error + Send + Sync + 'static>(_: &E) {}
    is_error(&stagger());
    assert!(size_of::<Report>() <= 128);
}
