//! Runs without a proof and without a violation: why, where, and what to do.

use annotate_snippets::Level;

use super::headline::Headline;
use super::style::Style;
use super::{Inconclusive, Kind, Location, Vacuous};

const ISSUES: &str = "https://github.com/tass-rs/tass/issues";

/// The headline of an inconclusive run.
pub(super) fn inconclusive(reason: &Inconclusive, style: Style) -> Headline<'_> {
    match reason {
        Inconclusive::MaxStates(_)
        | Inconclusive::MaxDepth(_)
        | Inconclusive::MaxWork(_)
        | Inconclusive::MaxMemory(_)
        | Inconclusive::Timeout(_) => limit(reason),
        Inconclusive::ProverUnknown { .. }
        | Inconclusive::Unsupported { .. }
        | Inconclusive::NoMeaning { .. }
        | Inconclusive::TooManyValues { .. } => undecided(reason, style),
        Inconclusive::Unconfirmed { .. }
        | Inconclusive::NotInductive { .. }
        | Inconclusive::NotConverged { .. }
        | Inconclusive::NotCovered { .. } => unproved(reason),
        Inconclusive::ReplayFailed { .. } | Inconclusive::NotAnExecution { .. } => {
            not_replayed(reason)
        }
    }
}

/// The headline of a vacuous run.
pub(super) fn vacuous(reason: &Vacuous) -> Headline<'_> {
    let name = reason.name();
    let headline = |title: &str| {
        let level = Level::WARNING.with_name("vacuous");
        Headline::new(level, Some(name), title)
    };
    match reason {
        Vacuous::ContradictoryAssumptions { location } => {
            let mut it = headline("no input satisfies the assumptions, so nothing was checked");
            point(
                &mut it,
                location,
                "never true together with what is assumed before it",
            );
            it.help = Some("weaken one of the assumptions".to_string());
            it
        }
        Vacuous::CoverFailed { locations } => {
            let mut it = headline("no execution satisfies a `cover!` condition");
            for location in locations {
                it.point(location, "never true here");
            }
            it.help = Some(
                "the model excludes what the condition describes: look for an assumption or a \
                 branch that is too strong"
                    .to_string(),
            );
            it
        }
        Vacuous::UnreachedAssertions { locations } => {
            let mut it = headline("no execution reaches an assertion, so it was not checked");
            for location in locations {
                it.point(location, "never reached");
            }
            it.help = Some(
                "look for an assumption or a branch that is too strong, or remove the assertion"
                    .to_string(),
            );
            it
        }
        Vacuous::WaitsForever { locations } => {
            let mut it = headline("a process waits for ever, while others never end");
            for location in locations {
                it.point(location, "never completes in any execution");
            }
            it.help = Some(
                "nothing after it was checked: it is no deadlock only because a process \
                 runs for ever"
                    .to_string(),
            );
            it
        }
        Vacuous::NothingCompared { location } => {
            let mut it = headline("no execution ends, so no outputs were compared");
            point(
                &mut it,
                location,
                "an output is compared when both programs have ended",
            );
            it.help = Some(
                "look for the loop that never ends; programs that are meant to run for ever are \
                 compared by `joint_assert!` or `joint_invariant!`"
                    .to_string(),
            );
            it
        }
    }
}

/// A limit was met.
fn limit(reason: &Inconclusive) -> Headline<'_> {
    let headline = |title: String| headline(reason, title);
    match reason {
        Inconclusive::MaxStates(limit) => {
            let mut it = headline(format!("the search met its limit of {limit} states"));
            it.help = Some(format!(
                "raise it with `max_states = {}`, or check fewer cases: fewer processes, or inputs \
                 bounded by `assume!`",
                limit.saturating_mul(10)
            ));
            it
        }
        Inconclusive::MaxDepth(limit) => {
            let mut it = headline(format!(
                "an execution is longer than the limit of {limit} steps"
            ));
            it.help = Some(format!(
                "a loop may run as often as an input says: bound that input with `assume!`, or \
                 raise the limit with `max_depth = {}`",
                limit.saturating_mul(10)
            ));
            it
        }
        Inconclusive::MaxWork(limit) => {
            let mut it = headline("the search met its limit of work".into());
            it.help = Some(format!(
                "a loop may run as often as an input says: bound that input with `assume!`, or \
                 give the loop an `invariant!`; or raise the limit with `max_work = {}`",
                limit.saturating_mul(10)
            ));
            it
        }
        Inconclusive::MaxMemory(limit) => {
            let mut it = headline(format!("the search met its limit of {limit} MiB of memory"));
            it.help = Some(
                "a loop may run as often as an input says: bound that input with `assume!`, or \
                 give the loop an `invariant!`; or raise the limit with `max_memory = ..`"
                    .to_string(),
            );
            it
        }
        Inconclusive::Timeout(limit) => {
            let mut it = headline(format!("the time limit of {limit:?} ran out"));
            it.help = Some(
                "raise it with `timeout = ..`, or check fewer cases: fewer processes, or inputs \
                 bounded by `assume!`"
                    .to_string(),
            );
            it
        }
        _ => unreachable!("limits only are handed over"),
    }
}

/// A condition could not be decided.
fn undecided(reason: &Inconclusive, style: Style) -> Headline<'_> {
    let headline = |title: String| headline(reason, title);
    match reason {
        Inconclusive::ProverUnknown {
            obligation,
            location,
            reason,
        } => {
            let mut it = headline("the prover could neither prove nor refute a condition".into());
            point(&mut it, location, &format!("not decided: `{obligation}`"));
            if !style.is_stable() && !reason.is_empty() {
                it.note(&format!("the prover says: {reason}"));
            }
            it.help = Some(
                "products and quotients of inputs are hard for it: fix or bound one of them with \
                 `assume!`, or raise `prover_timeout`"
                    .to_string(),
            );
            it
        }
        Inconclusive::Unsupported { what, location } => {
            let mut it = headline(format!("this version of tass cannot check {what}"));
            point(&mut it, location, "");
            it
        }
        Inconclusive::NoMeaning { what, location } => {
            let mut it = headline("a condition has no meaning where it is checked".into());
            point(&mut it, location, what);
            it
        }
        Inconclusive::TooManyValues { what, location } => {
            let mut it = headline(format!(
                "`{what}` has too many possible values to try them one by one"
            ));
            point(&mut it, location, "");
            it.help = Some("bound it with `assume!` before this point".to_string());
            it
        }
        _ => unreachable!("conditions that are not decided only are handed over"),
    }
}

/// A proof about loops, or about every number of processes, does not succeed.
fn unproved(reason: &Inconclusive) -> Headline<'_> {
    let headline = |title: String| headline(reason, title);
    match reason {
        Inconclusive::Unconfirmed {
            kind,
            location,
            tried,
        } => {
            let mut it = headline(format!(
                "`{kind}` could not be excluded for every number of processes"
            ));
            point(&mut it, location, "");
            it.note(&format!(
                "the abstract trace below may be impossible: with up to {tried} processes \
                 there is no violation"
            ));
            it.help = Some("give the number of processes, as in `nprocs = 2..=4`".to_string());
            it
        }
        Inconclusive::NotInductive {
            kind,
            message,
            location,
            ..
        } => {
            let mut it = headline(format!(
                "the loop invariants do not prove it: {}",
                kind.title()
            ));
            point(&mut it, location, message);
            let help = match kind {
                Kind::InvariantEntry => "the invariant must hold before the first iteration",
                Kind::Invariant => {
                    "an invariant must follow from itself after one more iteration: strengthen it \
                     by what else is always true here"
                }
                Kind::Frame => "name it in `assigns!`, or do not write it in the loop",
                _ => "strengthen the invariant of the loop by what else is always true there",
            };
            it.help = Some(help.to_string());
            it
        }
        Inconclusive::NotConverged {
            invariant,
            location,
            changes,
        } => {
            let mut it = headline(format!(
                "the proof about the loop with the invariant `{invariant}` does not end"
            ));
            point(
                &mut it,
                location,
                "every iteration differs from those before it",
            );
            for change in changes {
                it.note(change);
            }
            it.help = Some(
                "processes that can run ahead of the others without bound, or data that grows \
                 (a vector, messages under way), keep a loop from converging"
                    .to_string(),
            );
            it
        }
        Inconclusive::NotCovered {
            locations,
            iterations,
        } => {
            let mut it =
                headline("no execution was found that satisfies a `cover!` condition".to_string());
            for location in locations {
                it.point(location, "true in an iteration that the invariants allow");
            }
            it.note(&match iterations {
                0 => {
                    "no execution of even one iteration of every loop could be followed to its end"
                        .to_string()
                }
                1 => "tried: executions of at most 1 iteration of every loop".to_string(),
                _ => format!("tried: executions of at most {iterations} iterations of every loop"),
            });
            it.help = Some(
                "strengthen the invariant so that it excludes what cannot happen, or let a smaller \
                 input reach it; everything else is proved"
                    .to_string(),
            );
            it
        }
        _ => unreachable!("proofs that fail only are handed over"),
    }
}

/// What is replayed does not do as it should.
fn not_replayed(reason: &Inconclusive) -> Headline<'_> {
    let headline = |title: String| headline(reason, title);
    match reason {
        Inconclusive::ReplayFailed { detail } => {
            let mut it = headline(
                "a violation was found, but its replay does not show it: a bug in tass, not in the \
                 model"
                    .into(),
            );
            it.note(detail);
            it.help = Some(format!("please report it with the model: {ISSUES}"));
            it
        }
        Inconclusive::NotAnExecution { mistakes } => {
            let mut it = headline("what is to be replayed is no execution of the model".into());
            for mistake in mistakes {
                point(&mut it, &mistake.location, &mistake.text);
            }
            it.help = Some(
                "a test that checks nothing does not pass: mend it, print it anew with \
                 `to_test()`, or remove it"
                    .to_string(),
            );
            it
        }
        _ => unreachable!("replays only are handed over"),
    }
}

/// The headline of an inconclusive run with nothing but its title yet.
fn headline(reason: &Inconclusive, title: String) -> Headline<'_> {
    let level = Level::WARNING.with_name("inconclusive");
    Headline::new(level, Some(reason.name()), title)
}

/// Points at a place if it is known, else says the label as a note.
fn point<'a>(headline: &mut Headline<'a>, location: &'a Option<Location>, label: &str) {
    match location {
        Some(location) => headline.point(location, label),
        None => headline.note(label),
    }
}
