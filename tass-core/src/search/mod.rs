//! Search: depth-first over global states, with a seen-set and partial order reduction.
//!
//! What the search guarantees: every state that a reduction leaves out is one whose violations (by kind) show up
//! elsewhere (the module `reduction` says why); a budget that ran out, an obligation that was not decided, or a path that
//! could not be followed is never a pass; and the order of everything is fixed, so that the same model gives the same report.

mod deadlock;
mod dfs;
mod lookahead;
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
use crate::lower::{lower, lower_pair};
use crate::options::{Options, Violations};
use crate::program::ast::Function;
use crate::prover::{Prover, ProverOptions};
use crate::report::{BuildError, Kind, Outcome, Report};
use crate::sides::Sides;
use crate::state::States;
use crate::symbolic::Store;

/// States that a refuted model may cost once more, to find all kinds of its violations.
const UNREDUCED: u64 = 20_000;

/// Checks a model.
pub fn check<C: CommModel>(function: &Function, comm: &C, options: &Options) -> Report {
    run(function, None, comm, options)
}

/// Checks a model side by side with its specification.
pub fn compare<C: CommModel>(
    function: &Function,
    specification: &Function,
    comm: &C,
    options: &Options,
) -> Report {
    run(function, Some(specification), comm, options)
}

fn run<C: CommModel>(
    function: &Function,
    specification: Option<&Function>,
    comm: &C,
    options: &Options,
) -> Report {
    let start = Instant::now();
    let sides = Sides {
        nprocs: options.nprocs,
        spec_nprocs: specification.map_or(0, |_| options.spec_nprocs),
    };
    let not_built = |errors| not_built(function, sides, errors);
    if options.nprocs == 0 || (specification.is_some() && options.spec_nprocs == 0) {
        return not_built(vec![BuildError {
            message: "a model needs at least one process".into(),
            location: None,
            help: Some(
                "give the number of processes: `.nprocs(4)` or `#[tass::verify(nprocs = 4)]`"
                    .into(),
            ),
        }]);
    }
    let lowered = match specification {
        None => lower(function, comm),
        Some(specification) => lower_pair(function, specification, comm),
    };
    let program = match lowered {
        Ok(program) => Arc::new(program),
        Err(errors) => return not_built(errors),
    };
    let report = search(function, comm, program.clone(), sides, options, start);
    // Processes that disagree about a collective operation are a race: whoever arrives second is to blame, and the first may have
    // left by then. So is a false collective assertion, at which the last to come stops. Posting does not commute there, so to know *all* kinds, everything is explored, within bounds: refuted it is anyway.
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
        let mut full = search(function, comm, program, sides, &unreduced, start);
        if full.kinds().len() >= report.kinds().len() {
            full.options = options.changed();
            return full;
        }
    }
    report
}

fn not_built(function: &Function, sides: Sides, errors: Vec<BuildError>) -> Report {
    let mut report = Report::new(
        function.name.clone(),
        sides.nprocs,
        Outcome::NotBuilt(errors),
    );
    report.spec_nprocs = sides.spec_nprocs;
    report
}

fn search<C: CommModel>(
    function: &Function,
    comm: &C,
    program: Arc<Program>,
    sides: Sides,
    options: &Options,
    start: Instant,
) -> Report {
    let mut machine = Machine {
        comm,
        program: program.clone(),
        sides,
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
        },
        reached: FxHashSet::default(),
        covered: FxHashSet::default(),
        undecided: Vec::new(),
        outsiders: FxHashSet::default(),
        tracer: None,
        cut: Cut::default(),
        dead_assumption: None,
    };
    if let Err(index) = machine.find_outsiders() {
        let universe = &program.universes[index];
        let error = BuildError {
            message: format!(
                "who belongs to the universe `{}` is not known before the program runs",
                universe.name
            ),
            location: Some(program.location(universe.graph, universe.span)),
            help: Some("a condition on the rank and on `mpi!(size())` alone: `universe!(workers: |p| p != 0)`".into()),
        };
        return not_built(function, sides, vec![error]);
    }
    let mut search = Dfs::new(machine, options, start);
    let inputs = search.run(function);
    search.report(function, &inputs)
}
