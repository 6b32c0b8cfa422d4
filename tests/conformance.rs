//! Small MPI programs with verdicts that are known from elsewhere or were derived by hand.
//!
//! Each is checked under `deadlock = potential` and `deadlock = absolute`, and the whole set of
//! kinds is compared: neither a violation too few nor one too many.

use crate::cases;

use tass::Kind;

/// The cases of `conformance/public.tsv`, read as its labels say.
#[test]
fn public_cases_agree_with_their_labels() {
    cases::must_agree(cases::public::CASES);
    cases::must_agree(cases::requests::CASES);
    cases::must_agree(cases::communicators::CASES);
}

/// P01 to P35, each of them.
#[test]
fn all_public_cases_are_there() {
    let all = cases::all();
    for number in 1..=35 {
        let name = format!("P{number:02}");
        let there = all.iter().filter(|case| case.name == name).count();
        assert_eq!(there, 1, "{name}");
    }
}

#[test]
fn messages() {
    cases::must_agree(cases::messages::CASES);
}

#[test]
fn wildcards() {
    cases::must_agree(cases::wildcards::CASES);
}

#[test]
fn collectives() {
    cases::must_agree(cases::collectives::CASES);
}

#[test]
fn arguments() {
    cases::must_agree(cases::arguments::CASES);
}

/// Rank 2 never calls the broadcast of the others: found at least where collectives synchronise.
#[test]
fn skipped_broadcast() {
    let model = cases::collectives::last_rank_skips_bcast::model();
    let report = cases::check(&model, 3, tass::Deadlock::Potential);
    assert!(
        report.kinds().contains(&Kind::PotentialDeadlock),
        "{report}"
    );
}

/// The table itself: what full buffering can do, mixed buffering can do; and no case is there
/// twice.
#[test]
fn the_table_is_consistent() {
    for case in cases::all() {
        let missing: Vec<&Kind> = case
            .absolute
            .iter()
            .filter(|kind| !case.potential.contains(kind))
            .collect();
        assert!(
            missing.is_empty(),
            "{}: {missing:?} is possible with full buffering only?",
            case.name
        );
        assert!(
            case.potential.is_sorted() && case.absolute.is_sorted(),
            "{}: kinds are compared in order",
            case.name
        );
        if case.absolute != case.potential {
            let more = case
                .potential
                .iter()
                .filter(|kind| !case.absolute.contains(kind));
            let more: Vec<&Kind> = more.collect();
            assert_eq!(
                more,
                [&Kind::PotentialDeadlock],
                "{}: only a deadlock comes from not buffering",
                case.name
            );
        }
    }
}
