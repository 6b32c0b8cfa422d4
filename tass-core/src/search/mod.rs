//! Search: depth-first over global states, with a seen-set and partial order reduction.
//!
//! What the search guarantees: every state that a reduction leaves out is one whose violations (by kind) show up
//! elsewhere (the module `reduction` says why); a budget that ran out, an obligation that was not decided, or a path that
//! could not be followed is never a pass; and the order of everything is fixed, so that the same model gives the same report.

mod allowance;
mod bounded;
mod breadth;
mod concrete;
mod deadlock;
mod decisive;
mod dfs;
mod explain;
mod fate;
mod induction;
mod lookahead;
mod memory;
mod reduction;
mod relevant;
mod replay;
mod result;
mod shorten;
mod standing;
mod stopped;
mod story;
mod waiting;

use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashSet;

pub(crate) use self::allowance::Allowance;
use self::bounded::UNREDUCED;
pub use self::concrete::{Execution, replay};
use self::dfs::{Dfs, Found};
use crate::budget::Account;
use crate::comm::CommModel;
use crate::exec::{Cut, Loops, Machine, Met, Pool, Position, Settings};
use crate::graph::Program;
use crate::lower::{lower, lower_pair};
use crate::options::{Options, Tests, Violations};
use crate::program::ast::Function;
use crate::progress;
use crate::prover::{self, Prover, ProverOptions};
use crate::report::{BuildError, Declared, Every, Inconclusive, Outcome, Report, Rerun, Verdict};
use crate::sides::Sides;
use crate::state::States;
use crate::symbolic::Store;

/// A test that is not atomic remembers whom it has read in the bits of one number.
const MOST_READ: usize = 62;

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

/// The program to be run and its processes, or a report that says why there is none.
fn prepare<C: CommModel>(
    function: &Function,
    specification: Option<&Function>,
    comm: &C,
    options: &Options,
) -> Result<(Arc<Program>, Sides), Report> {
    let sides = Sides {
        nprocs: options.nprocs,
        spec_nprocs: specification.map_or(0, |_| options.spec_nprocs),
    };
    let not_built = |errors| {
        let mut report = not_built(function, sides, errors);
        report.every = options.every.then(Every::default);
        Err(report)
    };
    if let Some(message) = prover::complaint() {
        let help = "install a newer libz3, or build Z3 from source: `features = [\"vendored\"]`";
        return not_built(vec![BuildError {
            message,
            location: None,
            help: Some(help.into()),
        }]);
    }
    if (options.nprocs == 0 && !options.every)
        || (specification.is_some() && options.spec_nprocs == 0)
    {
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
        Ok(mut program) => {
            program.place_counters(sides.nprocs.max(sides.spec_nprocs));
            Arc::new(program)
        }
        Err(errors) => return not_built(errors),
    };
    if let (true, Some(specification)) = (options.every || program.memory.is_used(), specification)
    {
        return not_built(vec![BuildError {
            message: format!(
                "a model with shared variables cannot be compared with `{}`",
                specification.name
            ),
            location: None,
            help: Some("check the two apart, each with its own `#[tass::verify]`".into()),
        }]);
    }
    if options.tests == Tests::Nonatomic && !options.every && options.nprocs > MOST_READ {
        return not_built(vec![BuildError {
            message: format!(
                "tests that are not atomic are supported for at most {MOST_READ} processes"
            ),
            location: None,
            help: Some("check fewer processes, or every number of them: `nprocs = any`".into()),
        }]);
    }
    Ok((program, sides))
}

/// Runs on a thread of its own, with a stack for expressions as deep as [`DEEPEST`](crate::symbolic::DEEPEST) allows: a
/// thread of `cargo test` has 2 MB. Only what is used of it is ever made.
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
    let known = |mut report: Report, options: &Options| {
        report.rerun = Some(Rerun {
            path: function.path.clone(),
            specification: specification.map(|f| f.path.clone()),
            options: options.clone(),
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
        let mut searched = search(function, comm, program, sides, options, loops, &allowance);
        searched.report = known(searched.report, options);
        searched
    };
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
    // Processes that disagree about a collective operation are a race: whoever arrives second is to blame, and the first may have
    // left by then. The same goes for a collective assertion that fails. Steps do not commute there, so to know *all* kinds, everything
    // is explored, within bounds: refuted it is anyway.
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

fn not_built(function: &Function, sides: Sides, errors: Vec<BuildError>) -> Report {
    let mut report = Report::new(
        function.name.clone(),
        sides.nprocs,
        Outcome::NotBuilt(errors),
    );
    report.spec_nprocs = sides.spec_nprocs;
    report
}

/// What a search says.
pub(crate) struct Searched {
    pub(crate) report: Report,
    /// Does it matter to the kinds in it who came first?
    order_matters: bool,
    /// What of the model's assertions and `cover!` conditions it has met.
    met: Met,
}

pub(crate) fn search<C: CommModel>(
    function: &Function,
    comm: &C,
    program: Arc<Program>,
    sides: Sides,
    options: &Options,
    loops: Loops,
    allowance: &Allowance,
) -> Searched {
    let _account = Account::open();
    let mut machine = machine(comm, program.clone(), sides, options, loops);
    if let Err(error) = know_outsiders(&mut machine) {
        return Searched {
            report: not_built(function, sides, vec![error]),
            order_matters: false,
            met: Met::default(),
        };
    }
    let mut search = Dfs::new(machine, options, allowance.start);
    if let Err(reason) = allowance.within(|| search.run(function)) {
        search.exhausted = Some(reason);
        search.machine.was_left();
    }
    let inputs = std::mem::take(&mut search.inputs);
    let disagreed = |found: &Found| found.failure.kind.is_disagreement();
    let order_matters = search.machine.order_matters || search.found.iter().any(disagreed);
    let met = search.machine.met.clone();
    Searched {
        report: search.report(function, &inputs, allowance),
        order_matters,
        met,
    }
}

/// Finds out who takes part in which universe.
fn know_outsiders<C: CommModel>(machine: &mut Machine<'_, C>) -> Result<(), BuildError> {
    machine.find_outsiders().map_err(|index| {
        let program = &machine.program;
        let universe = &program.universes[index];
        BuildError {
            message: format!(
                "who belongs to the universe `{}` is not known before the program runs",
                universe.name
            ),
            location: Some(program.location(universe.graph, universe.span)),
            help: Some("a condition on the rank and on `mpi!(size())` alone: `universe!(workers: |p| p != 0)`".into()),
        }
    })
}

/// What steps are executed with.
pub(crate) fn machine<'a, C: CommModel>(
    comm: &'a C,
    program: Arc<Program>,
    sides: Sides,
    options: &Options,
    loops: Loops,
) -> Machine<'a, C> {
    Machine {
        comm,
        program,
        sides,
        store: Store::new(),
        prover: Prover::new(ProverOptions {
            timeout: options.prover_timeout,
            native: options.native_prover,
            listener: progress::current().map(|counters| counters as _),
            ..ProverOptions::default()
        }),
        states: States::default(),
        settings: Settings {
            overflow: options.overflow,
            all_violations: options.violations == Violations::All,
            loops,
            fine_steps: !options.reduction,
            nonatomic: options.tests == Tests::Nonatomic,
            most_ways: None,
        },
        met: Met::default(),
        called: indexmap::IndexMap::default(),
        undecided: Vec::new(),
        heads: FxHashSet::default(),
        passed_over: Vec::new(),
        pool: Pool::default(),
        outsiders: FxHashSet::default(),
        tracer: None,
        cut: Cut::default(),
        ways: 0,
        order_matters: false,
        dead_assumption: None,
        position: Position::default(),
        anonymous: None,
    }
}
