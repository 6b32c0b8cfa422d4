//! Loops with invariants: models written to be proved wrongly.
//!
//! Each comes as a right version, which must be proved, and a wrong one, which must never be: not
//! with reduction or without it, with or without the prover's own layers, in whatever order
//! processes run.

#[path = "invariants/circles.rs"]
mod circles;
#[path = "invariants/control.rs"]
mod control;
#[path = "invariants/frames.rs"]
mod frames;
#[path = "invariants/leaving.rs"]
mod leaving;
#[path = "invariants/local.rs"]
mod local;
#[path = "invariants/messages.rs"]
mod messages;
#[path = "invariants/met.rs"]
mod met;
#[path = "invariants/pairs.rs"]
mod pairs;
#[path = "invariants/peers.rs"]
mod peers;
#[path = "invariants/predicates.rs"]
mod predicates;
#[path = "invariants/reports.rs"]
mod reports;
#[path = "invariants/waiting.rs"]
mod waiting;
#[path = "invariants/writes.rs"]
mod writes;

use std::time::Duration;

use tass::report::Outcome;
use tass::{Deadlock, Model, Report, Schedule, Verdict, Violations};

/// What is expected of a model.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    /// Proved.
    Verified,
    /// Refuted, or not proved for this reason.
    Not(&'static str),
}
use Expect::{Not, Verified};

/// A model for a number of processes.
type Case = (&'static str, fn() -> Model, usize, Expect);

/// The verdict, or the reason why there is none, or the kinds of the violations.
fn verdict(report: &Report) -> String {
    match &report.outcome {
        Outcome::Checked {
            verdict: Verdict::Inconclusive(reason),
            ..
        } => reason.name().to_owned(),
        Outcome::Checked {
            verdict: Verdict::Refuted,
            ..
        } => {
            let kinds: Vec<&str> = report.kinds().iter().map(|kind| kind.name()).collect();
            kinds.join(" ")
        }
        Outcome::Checked { verdict, .. } => verdict.name().to_owned(),
        Outcome::NotBuilt(errors) => panic!("{errors:?}"),
    }
}

/// Every way in which a model is checked, the default first.
fn ways(model: &Model) -> Vec<(&'static str, Model)> {
    let model = || model.clone().max_states(4_000);
    vec![
        ("default", model()),
        ("all violations", model().violations(Violations::All)),
        ("without reduction", model().reduction(false)),
        ("first process first", model().schedule(Schedule::First)),
        ("absolute deadlocks", model().deadlock(Deadlock::Absolute)),
        // Where it takes long, it takes very long.
        (
            "Z3 only",
            model()
                .native_prover(false)
                .timeout(Duration::from_secs(10)),
        ),
    ]
}

/// What may be said of a right model in a way that is not the default.
const UNDECIDED: [&str; 3] = ["not_converged", "max_states", "timeout"];

/// Checks cases in every way: the default must be as expected, and no way may prove what is wrong.
#[track_caller]
fn check(cases: &[Case]) {
    let mut wrong = Vec::new();
    for &(name, model, nprocs, expect) in cases {
        for (way, model) in ways(&model().nprocs(nprocs)) {
            let found = verdict(&model.check());
            let proved = found == "verified" || found == "vacuous";
            let right = match expect {
                Verified if way == "default" => found == "verified",
                Verified => proved || UNDECIDED.contains(&found.as_str()),
                Not(reason) if way == "default" => found == reason,
                Not(_) => !proved,
            };
            if !right {
                let expected = match expect {
                    Verified => "verified",
                    Not(reason) => reason,
                };
                wrong.push(format!("{name}, {way}: {found}, expected {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
