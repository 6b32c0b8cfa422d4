//! `init` and `finalize`, and `abort`.
//!
//! Both are optional. Where a process calls one of them it must call both, once, around all its
//! other operations; and where one process does, all must. The last is found at the end, so that no
//! order of steps matters. Neither synchronises. In a program that has neither, nothing is kept
//! track of.

use std::collections::BTreeSet;

use tass_core::comm::{CommError, Fault};
use tass_core::report::Kind;
use tass_core::symbolic::Store;

use crate::args::Args;
use crate::shared::Shared;

/// Where a process stands before it has done anything.
pub(crate) fn start(ops: &BTreeSet<&'static str>) -> Phase {
    match ops.contains("init") || ops.contains("finalize") {
        true => Phase::Fresh,
        false => Phase::Bare,
    }
}

/// How far a process is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// It has called nothing yet.
    Fresh,
    /// It has communicated without `init`.
    Bare,
    /// It has called `init`.
    Running,
    /// It has called `finalize`.
    Finalized,
}

pub(crate) fn init(shared: &mut Shared, process: usize) -> Result<(), CommError> {
    let wrong = match shared.phases[process] {
        Phase::Fresh => {
            shared.phases[process] = Phase::Running;
            return Ok(());
        }
        Phase::Bare => "calls `init` after it has communicated",
        Phase::Running => "calls `init` twice",
        Phase::Finalized => "calls `init` after `finalize`",
    };
    Err(misuse(process, wrong).into())
}

/// A program that aborts has failed, whatever the code says: MPI ends all processes where they
/// stand.
pub(crate) fn abort(store: &Store, args: &Args<'_>) -> CommError {
    let (me, code) = (args.process, args.data("code").value);
    let message = format!("process {me} aborts with code {}", store.display(code));
    Fault::new(Kind::Aborted, message).into()
}

pub(crate) fn finalize(shared: &mut Shared, process: usize) -> Result<(), CommError> {
    let wrong = match shared.phases[process] {
        Phase::Running => {
            shared.leaked(process)?;
            shared.unfreed(process)?;
            shared.phases[process] = Phase::Finalized;
            return Ok(());
        }
        Phase::Fresh | Phase::Bare => "calls `finalize` without `init`",
        Phase::Finalized => "calls `finalize` twice",
    };
    Err(misuse(process, wrong).into())
}

/// Any other operation.
pub(crate) fn operation(shared: &mut Shared, process: usize, op: &str) -> Result<(), CommError> {
    let phase = &mut shared.phases[process];
    match phase {
        Phase::Fresh => *phase = Phase::Bare,
        Phase::Bare | Phase::Running => {}
        Phase::Finalized => {
            let wrong = format!("calls `{op}` after `finalize`");
            return Err(misuse(process, &wrong).into());
        }
    }
    Ok(())
}

/// The process leaves the program.
pub(crate) fn exit(shared: &Shared, process: usize) -> Result<(), Fault> {
    match shared.phases[process] {
        Phase::Running => Err(misuse(process, "ends without `finalize`")),
        _ => Ok(()),
    }
}

/// All have left the program: those that did without what others called.
pub(crate) fn never_initialised(shared: &Shared) -> Vec<(usize, Fault)> {
    let called = |p: &Phase| matches!(p, Phase::Running | Phase::Finalized);
    let Some(caller) = shared.phases.iter().position(called) else {
        return Vec::new();
    };
    let phases = shared.phases.iter().enumerate();
    let without = phases.filter(|(_, phase)| !called(phase));
    without
        .map(|(process, _)| {
            let wrong = format!("never calls `init`, but process {caller} does");
            (process, misuse(process, &wrong))
        })
        .collect()
}

fn misuse(process: usize, wrong: &str) -> Fault {
    Fault::new(Kind::InitFinalize, format!("process {process} {wrong}"))
}
