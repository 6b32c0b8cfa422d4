//! Search: depth-first over global states, with a seen-set and partial order reduction.
//!
//! What the search guarantees: every state that a reduction leaves out is one whose violations (by kind) show up
//! elsewhere (the module `reduction` says why); a budget that ran out, an obligation that was not decided, or a path that
//! could not be followed is never a pass; and the order of everything is fixed, so that the same model gives the same report.

mod allowance;
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

use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashSet;

pub(crate) use self::allowance::Allowance;
pub use self::concrete::{Execution, replay};
use self::dfs::{Dfs, Found};
use crate::budget::Account;
use crate::comm::CommModel;
use crate::exec::{Cut, Loops, Machine, Pool, Position, Settings};
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

/// States that a refuted model may cost once more, to find all kinds of its violations.
const UNREDUCED: u64 = 20_000;

/// A test that is not atomic remembers whom it has read in the bits of one number.
const MOST_READ: usize = 62;

/// Iterations of every loop that are tried for a real execution that goes wrong.
const ITERATIONS: u32 = 6;
/// More iterations, as long as there is [`EFFORT`] left: a run includes those of fewer.
const FURTHER: [u32; 6] = [8, 11, 16, 23, 32, 45];
/// The work, in ticks of the budget, that is spent on looking for a real execution before the
/// iterations above are left out: a second or two.
const EFFORT: u64 = 4_000_000;

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
        let (report, order_matters) =
            search(function, comm, program, sides, options, loops, &allowance);
        (known(report, options), order_matters)
    };
    let (report, order_matters) = run(options, Loops::Induction);
    if let Some(Verdict::Inconclusive(
        Inconclusive::NotInductive { .. } | Inconclusive::NotConverged { .. },
    )) = report.verdict()
    {
        return real_execution(report, options, &allowance, |options, loops| {
            run(options, loops).0
        });
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
        let (mut full, _) = run(&unreduced, Loops::Induction);
        if full.kinds().len() >= report.kinds().len() {
            full.options = options.changed();
            return full;
        }
    }
    report
}

/// Looks for an execution that really goes wrong where the invariants prove nothing: of one iteration
/// of every loop, of two, and so on, as far as the effort goes.
fn real_execution(
    mut report: Report,
    options: &Options,
    allowance: &Allowance,
    run: impl Fn(&Options, Loops) -> Report,
) -> Report {
    let mut tried = 0;
    let most = allowance.used().saturating_add(EFFORT);
    for iterations in (1..=ITERATIONS).chain(FURTHER) {
        let further = iterations > ITERATIONS;
        if further && allowance.used() >= most {
            break;
        }
        if further {
            allowance.worth(most);
        }
        let few = Options {
            max_states: options.max_states.min(UNREDUCED),
            ..options.clone()
        };
        // The last arrival is the one at which the loop would be left.
        let mut bounded = run(&few, Loops::Bounded(iterations + 1));
        if bounded.is_refuted() {
            bounded.exhaustive = false;
            return bounded;
        }
        let complete = matches!(
            bounded.verdict(),
            Some(Verdict::Verified | Verdict::Vacuous(_))
        );
        if !complete {
            break;
        }
        tried = iterations;
    }
    if let Outcome::Checked { verdict, .. } = &mut report.outcome
        && let Verdict::Inconclusive(Inconclusive::NotInductive { iterations, .. }) = verdict
    {
        *iterations = tried;
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

/// The report, and whether it matters to the kinds in it who came first.
pub(crate) fn search<C: CommModel>(
    function: &Function,
    comm: &C,
    program: Arc<Program>,
    sides: Sides,
    options: &Options,
    loops: Loops,
    allowance: &Allowance,
) -> (Report, bool) {
    let _account = Account::open();
    let mut machine = machine(comm, program.clone(), sides, options, loops);
    if let Err(error) = know_outsiders(&mut machine) {
        return (not_built(function, sides, vec![error]), false);
    }
    let mut search = Dfs::new(machine, options, allowance.start);
    if let Err(reason) = allowance.within(|| search.run(function)) {
        search.exhausted = Some(reason);
        search.machine.was_left();
    }
    let inputs = std::mem::take(&mut search.inputs);
    let disagreed = |found: &Found| found.failure.kind.is_disagreement();
    let order_matters = search.machine.order_matters || search.found.iter().any(disagreed);
    (search.report(function, &inputs, allowance), order_matters)
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
        reached: FxHashSet::default(),
        met: FxHashSet::default(),
        called: indexmap::IndexMap::default(),
        covered: FxHashSet::default(),
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
