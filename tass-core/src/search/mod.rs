//! Search: depth-first over global states, with a seen-set and partial order reduction.
//!
//! What the search guarantees: every state that a reduction leaves out is one whose violations (by kind) show up
//! elsewhere (the module `reduction` says why); a budget that ran out, an obligation that was not decided, or a path that
//! could not be followed is never a pass; and the order of everything is fixed, so that the same model gives the same report.

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

pub use self::concrete::Execution;
pub(crate) use self::concrete::follow;
use self::dfs::{Dfs, Found};
use crate::allowance::Allowance;
use crate::budget::Account;
use crate::comm::CommModel;
use crate::exec::{Loops, Machine, Met};
use crate::graph::Program;
use crate::options::Options;
use crate::program::ast::Function;
use crate::report::{BuildError, Report};
use crate::sides::Sides;

/// What a search says.
pub(crate) struct Searched {
    pub(crate) report: Report,
    /// Does it matter to the kinds in it who came first?
    pub(crate) order_matters: bool,
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
    let mut machine = Machine::new(comm, program.clone(), sides, options, loops);
    if let Err(error) = know_outsiders(&mut machine) {
        return Searched {
            report: Report::not_built(&function.name, sides, vec![error]),
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
            help: Some(format!(
                "a condition on the rank and on {} alone: `universe!(workers: |p| p != 0)`",
                machine.comm.size_in_words()
            )),
        }
    })
}
