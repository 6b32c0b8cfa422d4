//! Search: depth-first over global states, with a seen-set and partial order reduction.
//!
//! What the search guarantees: every state that a reduction leaves out is one whose violations (by kind) show up
//! elsewhere (the module `reduction` says why); a budget that ran out, an obligation that was not decided, or a path that
//! could not be followed is never a pass; and the order of everything is fixed, so that the same model gives the same report.

mod breadth;
mod deadlock;
mod dfs;
mod lookahead;
mod memory;
mod reduction;
mod replay;
mod result;

use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashSet;

use self::dfs::Dfs;
use crate::comm::CommModel;
use crate::exec::{Cut, Machine, Settings};
use crate::graph::Program;
use crate::lower::lower;
use crate::options::{Options, Tests, Violations};
use crate::program::ast::Function;
use crate::prover::{Prover, ProverOptions};
use crate::report::{BuildError, Every, Kind, Outcome, Report};
use crate::state::States;
use crate::symbolic::Store;

/// States that a refuted model may cost once more, to find all kinds of its violations.
const UNREDUCED: u64 = 20_000;

/// Checks a model.
pub fn check<C: CommModel>(function: &Function, comm: &C, options: &Options) -> Report {
    let start = Instant::now();
    let not_built = |errors| {
        let nprocs = options.nprocs;
        let mut report = Report::new(function.name.clone(), nprocs, Outcome::NotBuilt(errors));
        report.every = options.every.then(Every::default);
        report
    };
    if options.nprocs == 0 && !options.every {
        return not_built(vec![BuildError {
            message: "a model needs at least one process".into(),
            location: None,
            help: Some(
                "give the number of processes: `.nprocs(4)` or `#[tass::verify(nprocs = 4)]`"
                    .into(),
            ),
        }]);
    }
    let program = match lower(function, comm) {
        Ok(program) => Arc::new(program),
        Err(errors) => return not_built(errors),
    };
    if options.every {
        return crate::every::check(function, comm, &program, options, start);
    }
    let report = search(function, comm, program.clone(), options, start);
    // Processes that disagree about a collective operation are a race: whoever arrives second is to blame, and the first may have
    // left by then. Posting does not commute there, so to know *all* kinds, everything is explored, within bounds: refuted it is anyway.
    let disagreed = |kind: &Kind| kind.is_disagreement();
    if options.reduction
        && options.violations == Violations::All
        && report.kinds().iter().any(disagreed)
    {
        let unreduced = Options {
            reduction: false,
            max_states: options.max_states.min(UNREDUCED),
            ..options.clone()
        };
        let mut full = search(function, comm, program, &unreduced, start);
        if full.kinds().len() >= report.kinds().len() {
            full.options = options.changed();
            return full;
        }
    }
    report
}

pub(crate) fn search<C: CommModel>(
    function: &Function,
    comm: &C,
    program: Arc<Program>,
    options: &Options,
    start: Instant,
) -> Report {
    let machine = machine(comm, program, options);
    let mut search = Dfs::new(machine, options, start);
    let inputs = search.run(function);
    search.report(function, &inputs)
}

/// What steps are executed with.
pub(crate) fn machine<'a, C: CommModel>(
    comm: &'a C,
    program: Arc<Program>,
    options: &Options,
) -> Machine<'a, C> {
    Machine {
        comm,
        program,
        nprocs: options.nprocs,
        store: Store::new(),
        prover: Prover::new(ProverOptions {
            timeout: options.prover_timeout,
            native: options.native_prover,
            ..ProverOptions::default()
        }),
        states: States::default(),
        settings: Settings {
            overflow: options.overflow,
            all_violations: options.violations == Violations::All,
            nonatomic: options.tests == Tests::Nonatomic,
        },
        reached: FxHashSet::default(),
        covered: FxHashSet::default(),
        undecided: Vec::new(),
        tracer: None,
        cut: Cut::default(),
        dead_assumption: None,
        anonymous: None,
    }
}
