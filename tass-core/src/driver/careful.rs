//! Careful runs: a first try, with reduction, of a program in which it matters who comes first.
//!
//! Some operations can be asked, when they are reached, for what they need in *any* order: a
//! buffered send for room beside all that was sent before it, received or not. A run in which they
//! have it is one in which reaching them commutes with whatever the others do, so that the
//! reduction is right.
//!
//! Others rely on what *one* other process has done before: a ready send, on the receive. Call
//! that process `q`, and let nothing in the program be a choice: no wildcards, no answers of
//! operations that ask. With buffering taken for granted all executions on the same inputs are then
//! orders of the same events, in which whatever can happen stays possible until it happens. Look at
//! the one in which `q` moves only where nobody else can. If in any order some process reaches such
//! an operation when `q` has come to its k-th event, so it does here before `q` comes to the next
//! one: before `q` moves, the others come as far as they can, and they can come that far with `k`
//! events of `q`. So if it fails in some order, it fails where the process that it relies on comes
//! last. One such run for each process, and one more for everything else, are enough.
//!
//! Where one of these runs shows anything, nothing is known: the program is searched again, without
//! care and without reduction. All that careful runs ever say is that a program is right. So the
//! first violation ends them, and they get a part of the work only: a program that sends for ever
//! fills any space in them, though it may have few states.

use crate::allowance::Allowance;
use crate::comm::{Care, CommModel};
use crate::graph::Program;
use crate::options::{Deadlock, Options, Violations};
use crate::report::{Report, Verdict};
use crate::search::Searched;
use crate::sides::Sides;

/// What has to be seen to, if careful runs are worth a try.
pub(super) fn worth_a_try<C: CommModel>(
    comm: &C,
    program: &Program,
    options: &Options,
) -> Option<Care> {
    let ops = program.operations();
    // Loops with invariants are searched in several ways, none of which is careful.
    let invariants = program.labels.iter().any(|label| label.invariant);
    let plain = !options.every && !invariants && !program.memory.is_used();
    if !options.reduction || !plain || !comm.order_matters(&ops) {
        return None;
    }
    comm.care(&ops)
}

/// The part of the work that careful runs get.
const PART: u64 = 4;

/// What careful runs say, if they say anything.
pub(super) fn checked(
    wanted: &Options,
    care: Care,
    sides: Sides,
    allowance: &Allowance,
    run: &dyn Fn(&Options) -> Searched,
) -> Option<Report> {
    allowance.worth(wanted.max_work / PART);
    let report = all_right(wanted, care, sides, run);
    allowance.worth(u64::MAX);
    let mut report = report?;
    report.options = wanted.changed();
    Some(report)
}

fn all_right(
    wanted: &Options,
    care: Care,
    sides: Sides,
    run: &dyn Fn(&Options) -> Searched,
) -> Option<Report> {
    let careful = Options {
        careful: true,
        violations: Violations::First,
        ..wanted.clone()
    };
    let right = |report: &Report| matches!(report.verdict(), Some(Verdict::Verified));
    let Searched { report, chose, .. } = run(&careful);
    if !right(&report) {
        return None;
    }
    if !care.latest {
        return Some(report);
    }
    if chose {
        return None;
    }
    for process in 0..sides.total() {
        let latest = Options {
            latest: Some(process),
            deadlock: Deadlock::Off,
            ..careful.clone()
        };
        let searched = run(&latest);
        if !right(&searched.report) || searched.chose {
            return None;
        }
    }
    Some(report)
}
