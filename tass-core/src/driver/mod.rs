//! From a model to its report: the program is built, checked in the way that its options ask for,
//! and run again where one search does not tell all.
//!
//! Everything here is above [`crate::search`] and [`crate::every`]: they know nothing of what a run
//! consists of.

mod bounded;
mod careful;
mod prepare;

use std::time::Instant;

use self::bounded::UNREDUCED;
use self::prepare::prepare;
use crate::allowance::Allowance;
use crate::comm::CommModel;
use crate::exec::{Loops, Met};
use crate::graph::Program;
use crate::options::{Options, Violations};
use crate::progress;
use crate::report::{Declared, Inconclusive, Report, Rerun, Verdict};
use crate::search::{self, Execution};
use tass_syntax::tree::Function;

/// The stack of a run.
const STACK: usize = 256 << 20;

/// Checks a model.
pub fn check<C: CommModel + Sync>(function: &Function, comm: &C, options: &Options) -> Report {
    run(function, None, comm, options)
}

/// Checks a model side by side with its specification.
pub fn compare<C: CommModel + Sync>(
    function: &Function,
    specification: &Function,
    comm: &C,
    options: &Options,
) -> Report {
    run(function, Some(specification), comm, options)
}

/// Replays one execution of a model, side by side with that of its specification if there is one.
///
/// # Errors
///
/// A report that says what goes wrong, or why the execution could not be followed to its end. That
/// nothing goes wrong in one execution proves nothing about others.
pub fn replay<C: CommModel>(
    function: &Function,
    specification: Option<&Function>,
    comm: &C,
    options: &Options,
    execution: &Execution,
) -> Result<(), Report> {
    let start = Instant::now();
    let options = Options {
        violations: Violations::First,
        ..options.clone()
    };
    let prepared = prepare(function, specification, comm, &options)?;
    let options = in_any_order(comm, &prepared.0, &options);
    search::follow(function, comm, prepared, &options, execution, start)
}

/// Runs on a thread of its own, with a stack for expressions as deep as
/// [`DEEPEST`](crate::symbolic::DEEPEST) allows: a thread of `cargo test` has 2 MB. Only what is
/// used of it is ever made.
fn run<C: CommModel + Sync>(
    function: &Function,
    specification: Option<&Function>,
    comm: &C,
    options: &Options,
) -> Report {
    let name = std::thread::current().name().unwrap_or("tass").to_owned();
    let thread = std::thread::Builder::new().name(name).stack_size(STACK);
    let report = std::thread::scope(|scope| {
        let run = || run_here(function, specification, comm, options);
        let thread = thread.spawn_scoped(scope, run).ok()?;
        Some(
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        )
    });
    // Without another thread, this one has to do.
    report.unwrap_or_else(|| run_here(function, specification, comm, options))
}

/// The options of a run: what a program does in which it matters who comes first to an operation is
/// not known from some of the orders.
fn in_any_order<C: CommModel>(comm: &C, program: &Program, options: &Options) -> Options {
    let any = comm.order_matters(&program.operations()) && !options.every;
    Options {
        reduction: options.reduction && !any,
        ..options.clone()
    }
}

fn run_here<C: CommModel>(
    function: &Function,
    specification: Option<&Function>,
    comm: &C,
    options: &Options,
) -> Report {
    let start = Instant::now();
    let _progress = progress::begin(&function.name, options.nprocs, options.every);
    let (program, sides) = match prepare(function, specification, comm, options) {
        Ok(prepared) => prepared,
        Err(report) => return report,
    };
    let wanted = options;
    let options = &in_any_order(comm, &program, wanted);
    let known = |mut report: Report, options: &Options| {
        if options.reduction != wanted.reduction {
            report.options = wanted.changed();
        }
        report.rerun = Some(Rerun {
            path: function.path.clone(),
            specification: specification.map(|f| f.path.clone()),
            options: Options {
                careful: false,
                latest: None,
                ..options.clone()
            },
            declared: Declared::default(),
        });
        report
    };
    let allowance = Allowance::new(options, start);
    if options.every {
        let report = crate::every::check(function, comm, &program, options, &allowance);
        return known(report, options);
    }
    let run = |options: &Options, loops| {
        let program = program.clone();
        let mut searched =
            search::search(function, comm, program, sides, options, loops, &allowance);
        searched.report = known(searched.report, options);
        searched
    };
    if let Some(care) = careful::worth_a_try(comm, &program, wanted) {
        let once = |options: &Options| run(options, Loops::Induction);
        if let Some(report) = careful::checked(wanted, care, sides, &allowance, &once) {
            return report;
        }
    }
    let searched = run(options, Loops::Induction);
    let (report, order_matters) = (searched.report, searched.order_matters);
    if program.labels.iter().any(|label| label.invariant) {
        let bounded = |options: &Options, loops| {
            let searched = run(options, loops);
            (searched.report, searched.met)
        };
        match report.verdict() {
            Some(Verdict::Inconclusive(
                Inconclusive::NotInductive { .. }
                | Inconclusive::NotConverged { .. }
                | Inconclusive::ProverUnknown { .. },
            )) => return bounded::real_execution(report, options, &allowance, &bounded),
            Some(Verdict::Verified) if Met::is_wanted(&program) => {
                return bounded::really_met(report, &program, options, &allowance, &bounded);
            }
            _ => {}
        }
    }
    // Processes that disagree about a collective operation are a race: whoever arrives second is to
    // blame, and the first may have left by then. The same goes for a collective assertion that
    // fails. Steps do not commute there, so to know *all* kinds, everything is explored, within
    // bounds: refuted it is anyway.
    if options.reduction && options.violations == Violations::All && order_matters {
        let unreduced = Options {
            reduction: false,
            max_states: options.max_states.min(UNREDUCED),
            ..options.clone()
        };
        let mut full = run(&unreduced, Loops::Induction).report;
        if full.kinds().len() >= report.kinds().len() {
            full.options = options.changed();
            return full;
        }
    }
    report
}
