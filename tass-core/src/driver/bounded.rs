//! Runs of a few iterations: what loops with invariants really do.
//!
//! A proof by induction follows arbitrary iterations as the invariants describe them, and those
//! need not occur. Two things are asked of executions in which every loop runs a few times and
//! nothing is forgotten: where the proof fails, whether something really goes wrong; and where it
//! succeeds, whether what the model wants to be met (`cover!`, assertions) is ever met. Only what
//! such an execution does counts as real; what none of those tried does stays open.

use crate::allowance::Allowance;
use crate::exec::{Loops, Met};
use crate::graph::Program;
use crate::options::{Options, Violations};
use crate::report::{Inconclusive, Outcome, Report, Verdict};

/// States that a refuted model may cost once more, to find all kinds of its violations.
pub(super) const UNREDUCED: u64 = 20_000;

/// Iterations of every loop that are tried for a real execution that goes wrong.
const ITERATIONS: u32 = 6;
/// More iterations, as long as there is [`EFFORT`] left: a run includes those of fewer.
const FURTHER: [u32; 6] = [8, 11, 16, 23, 32, 45];
/// The work, in ticks of the budget, that is spent on looking for a real execution before the
/// iterations above are left out: a second or two.
const EFFORT: u64 = 4_000_000;
/// What it is worth at most to know that an assertion is met: a tenth of a second or two. Of what
/// is proved it says little, unlike a `cover!`, which asks for nothing else. The same to know what
/// else goes wrong, where something does.
const LITTLE: u64 = 400_000;

/// Runs of this many iterations.
type Run<'a> = &'a dyn Fn(&Options, Loops) -> (Report, Met);

/// Looks for an execution that really goes wrong where the invariants prove nothing: of one
/// iteration of every loop, of two, and so on, as far as the effort goes. Where all violations are
/// asked for, it goes on after the first: what takes more iterations would be missed.
pub(super) fn real_execution(
    mut report: Report,
    options: &Options,
    allowance: &Allowance,
    run: Run<'_>,
) -> Report {
    let mut tried = 0;
    let mut found: Option<Report> = None;
    let mut most = allowance.used().saturating_add(EFFORT);
    for iterations in (1..=ITERATIONS).chain(FURTHER) {
        let further = iterations > ITERATIONS || found.is_some();
        if further && allowance.used() >= most {
            break;
        }
        if further {
            allowance.worth(most);
        }
        let (mut bounded, _) = run(&few(options), rounds(iterations));
        if bounded.is_refuted() {
            bounded.exhaustive = false;
            if options.violations != Violations::All {
                return bounded;
            }
            if found.is_none() {
                most = most.min(allowance.used().saturating_add(LITTLE));
            }
            let before = found.as_ref().map_or(0, |found| found.kinds().len());
            if bounded.kinds().len() > before {
                found = Some(bounded);
            }
            continue;
        }
        if !is_complete(&bounded) {
            break;
        }
        tried = iterations;
    }
    if let Some(found) = found {
        return found;
    }
    if let Outcome::Checked { verdict, .. } = &mut report.outcome
        && let Verdict::Inconclusive(Inconclusive::NotInductive { iterations, .. }) = verdict
    {
        *iterations = tried;
    }
    report
}

/// Looks for executions that meet what the proof has met in arbitrary iterations.
pub(super) fn really_met(
    mut report: Report,
    program: &Program,
    options: &Options,
    allowance: &Allowance,
    run: Run<'_>,
) -> Report {
    let mut met = Met::default();
    let mut tried = 0;
    let proof = allowance.used();
    for iterations in (1..=ITERATIONS).chain(FURTHER) {
        let worth = match met.uncovered(program).is_empty() {
            true => proof.min(LITTLE),
            false => EFFORT,
        };
        let most = proof.saturating_add(worth);
        if allowance.used() >= most {
            break;
        }
        allowance.worth(most);
        let (mut bounded, now) = run(&few(options), rounds(iterations));
        if bounded.is_refuted() {
            // The proof says otherwise, so this is a defect of tass; a real execution is right.
            bounded.exhaustive = false;
            return bounded;
        }
        met.extend(&now);
        let Some(missing) = met.missing(program) else {
            return report;
        };
        if !is_complete(&bounded) {
            break;
        }
        if !now.cut {
            // No execution is longer than those.
            return with(report, Verdict::Vacuous(missing));
        }
        tried = iterations;
    }
    let locations = met.uncovered(program);
    if !locations.is_empty() {
        report = with(
            report,
            Verdict::Inconclusive(Inconclusive::NotCovered {
                locations,
                iterations: tried,
            }),
        );
        report.exhaustive = false;
    }
    report
}

/// What such a run may cost.
fn few(options: &Options) -> Options {
    Options {
        max_states: options.max_states.min(UNREDUCED),
        ..options.clone()
    }
}

/// The last arrival is the one at which the loop would be left.
fn rounds(iterations: u32) -> Loops {
    Loops::Bounded(iterations + 1)
}

fn is_complete(bounded: &Report) -> bool {
    let verdict = bounded.verdict();
    matches!(verdict, Some(Verdict::Verified | Verdict::Vacuous(_)))
}

fn with(mut report: Report, now: Verdict) -> Report {
    if let Outcome::Checked { verdict, .. } = &mut report.outcome {
        *verdict = now;
    }
    report
}
