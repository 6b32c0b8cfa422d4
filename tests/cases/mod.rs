//! Small models with verdicts that were derived by hand, shared by several tests.
//!
//! A case says which kinds of violations its model has, exactly: under `deadlock = potential`,
//! where each send and each collective operation may or may not be buffered, and under
//! `deadlock = absolute`, where everything is.

#![allow(dead_code, reason = "each test uses another part of the table")]

pub(crate) mod arguments;
pub(crate) mod collectives;
pub(crate) mod communicators;
pub(crate) mod kinds;
pub(crate) mod messages;
pub(crate) mod public;
pub(crate) mod requests;
pub(crate) mod wildcards;

use tass::{Deadlock, Kind, Model, Report, Violations};

/// A model, and what it must give.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) model: fn() -> Model,
    pub(crate) nprocs: usize,
    /// Kinds under `deadlock = potential`; none means verified.
    pub(crate) potential: &'static [Kind],
    /// Kinds under `deadlock = absolute`.
    pub(crate) absolute: &'static [Kind],
}

pub(crate) const fn case(
    name: &'static str,
    model: fn() -> Model,
    nprocs: usize,
    potential: &'static [Kind],
    absolute: &'static [Kind],
) -> Case {
    Case {
        name,
        model,
        nprocs,
        potential,
        absolute,
    }
}

/// The sets that occur most.
pub(crate) const OK: &[Kind] = &[];
/// Blocked, whatever is buffered.
pub(crate) const DEADLOCK: &[Kind] = &[Kind::Deadlock];
/// Blocked only while something that may be buffered is not.
pub(crate) const POTENTIAL: &[Kind] = &[Kind::PotentialDeadlock];
/// A message that nobody receives: without buffering its sender waits for ever.
pub(crate) const LOST: &[Kind] = &[Kind::PotentialDeadlock, Kind::UnreceivedMessage];

/// Every case of the table.
pub(crate) fn all() -> Vec<Case> {
    let kinds = kinds::PAIRS
        .iter()
        .flat_map(|pair| [pair.broken(), pair.repaired()]);
    [
        public::CASES,
        requests::CASES,
        communicators::CASES,
        messages::CASES,
        wildcards::CASES,
        collectives::CASES,
        arguments::CASES,
    ]
    .concat()
    .into_iter()
    .chain(kinds)
    .collect()
}

/// Looks for all violations.
pub(crate) fn check(model: &Model, nprocs: usize, deadlock: Deadlock) -> Report {
    model
        .clone()
        .nprocs(nprocs)
        .deadlock(deadlock)
        .violations(Violations::All)
        .check()
}

/// The names of kinds, as reports write them.
pub(crate) fn names(kinds: &[Kind]) -> Vec<&'static str> {
    kinds.iter().map(|kind| kind.name()).collect()
}

/// Says what is wrong if a case does not give exactly these kinds. Looking at kinds alone would let
/// an inconclusive run pass as verified, so the verdict counts as well.
pub(crate) fn disagreement(case: &Case, deadlock: Deadlock) -> Option<String> {
    let expected = if deadlock == Deadlock::Potential {
        case.potential
    } else {
        case.absolute
    };
    let report = check(&(case.model)(), case.nprocs, deadlock);
    let verdict = if expected.is_empty() {
        report.is_verified()
    } else {
        report.is_refuted()
    };
    if verdict && report.kinds() == expected {
        return None;
    }
    let (expected, found) = (names(expected), names(&report.kinds()));
    Some(format!(
        "{} under {deadlock:?}: expected {expected:?}, found {found:?}\n{report}",
        case.name
    ))
}

/// Checks cases under both readings of a deadlock and fails with everything that disagrees.
pub(crate) fn must_agree(cases: &[Case]) {
    let both = [Deadlock::Potential, Deadlock::Absolute];
    let wrong: Vec<String> = cases
        .iter()
        .flat_map(|case| both.iter().filter_map(|d| disagreement(case, *d)))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} disagreements\n\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}
