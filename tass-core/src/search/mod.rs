//! Search: depth-first over global states, with a seen-set and partial order reduction.
//!
//! What the search guarantees: every state that a reduction leaves out is one whose violations (by
//! kind) show up elsewhere (the module `reduction` says why); a budget that ran out, an obligation
//! that was not decided, or a path that could not be followed is never a pass; and the order of
//! everything is fixed, so that the same model gives the same report.

mod arbitrary;
mod breadth;
mod convergence;
mod depth;
mod detour;
mod found;
mod moves;
mod rest;
mod result;
mod run;
mod shorten;
mod single;
mod stopped;
mod story;

use std::sync::Arc;

use self::breadth::Breadth;
use self::depth::{Depth, Stack};
use self::found::Found;
use self::run::Run;
pub use self::single::Execution;
pub(crate) use self::single::follow;
use crate::allowance::Allowance;
use crate::budget::Account;
use crate::comm::CommModel;
use crate::exec::{Engine, Loops, Met, Mode, Observer};
use crate::graph::Program;
use crate::options::Options;
use crate::report::{BuildError, Report};
use crate::sides::Sides;
use tass_syntax::tree::Function;

/// What a search says.
pub(crate) struct Searched {
    pub(crate) report: Report,
    /// Does it matter to the kinds in it who came first?
    pub(crate) order_matters: bool,
    /// Was there anything to choose?
    pub(crate) chose: bool,
    /// What of the model's assertions and `cover!` conditions it has met.
    pub(crate) met: Met,
}

/// Searches for violations, with a fixed number of processes.
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
    let engine = Engine::new(comm, program.clone(), sides, options);
    let mut run = Run::new(engine, Mode::of(options, loops), options, allowance.start);
    if let Err(error) = know_outsiders(&mut run) {
        return Searched {
            report: Report::not_built(&function.name, sides, vec![error]),
            order_matters: false,
            chose: true,
            met: Met::default(),
        };
    }
    let mut stack = Stack::default();
    let explored = allowance.within(|| {
        let first = run.begin(function);
        match program.memory.is_used() {
            true => Breadth::new(&mut run).explore(first),
            false => Depth::new(&mut run, &mut stack).explore(first),
        }
    });
    if let Err(reason) = explored {
        run.exhausted = Some(reason);
        run.engine.was_left();
    }
    let disagreed = |found: &Found| found.failure.kind.is_disagreement();
    let order_matters = run.findings.order_matters || run.found.iter().any(disagreed);
    let met = run.findings.met.clone();
    let chose = run.chose;
    Searched {
        report: run.report(function, &stack, allowance),
        order_matters,
        chose,
        met,
    }
}

/// Finds out who takes part in which universe.
fn know_outsiders<C: CommModel>(run: &mut Run<'_, C>) -> Result<(), BuildError> {
    let nobody = Observer::nobody();
    let mut stepper = run.engine.stepper(run.mode, &mut run.findings, nobody);
    let known = stepper.find_outsiders();
    known.map_err(|index| {
        let engine = &run.engine;
        let program = &engine.program;
        let universe = &program.universes[index];
        BuildError {
            message: format!(
                "who belongs to the universe `{}` is not known before the program runs",
                universe.name
            ),
            location: Some(program.location(universe.graph, universe.span)),
            help: Some(format!(
                "a condition on the rank and on {} alone: `universe!(workers: |p| p != 0)`",
                engine.comm.size_in_words()
            )),
        }
    })
}
