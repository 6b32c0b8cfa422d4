//! Every number of processes: the class of Szymanski and Vidal.
//!
//! Processes run the same function, share variables that only their owner writes, and test those of
//! others by membership only. Then the state of one process is one of finitely many *local states*
//! ([`Diagraph`]), and a *global state* is described by the set of local states that are
//! **populated**, by one process or by many. This module enumerates those sets, and beside them one
//! relation that holds between any two processes (`pairs`): in which two local states they may be
//! at the same time, and which of the two is before the other.
//!
//! **What is proved.** Take any number of processes, and any global state `G` that they can reach.
//! Then (1) the set of local states populated in `G` is enumerated, and (2) for any two processes
//! of `G`, their local states and their order are a pair. So where no enumerated set is a deadlock
//! or breaks an `always!`, no enabled edge fails, and no pair is inside critical regions, no such
//! violation is possible, whatever the number of processes.
//!
//! **Why.** By induction on the length of the execution. At the start all processes stand in
//! initial nodes, any set of which is enumerated, and any two of which are a pair. Now let process
//! `p` step from node `l` to `m` in a `G` of which (1) and (2) hold, which makes it `G'`.
//!
//! - *The set of `G` is expanded*: sets with two members that are no pair are left out, but by (2)
//!   that of `G` is none.
//! - *The edge is found open.* The answer of a test over all processes depends on the populated set
//!   alone (the tester is one of them), so it is known. A test of those before `p` that finds a
//!   decisive process `q`: then `q` is populated, and `q` before `p` is a pair, by (2). One that
//!   finds none: then each decisive populated local state is that of a process after `p`, and that
//!   is a pair. The enumeration asks for no more.
//! - *The set of `G'`* is that of `G` with `m`, and without `l` unless another process is left
//!   there; and if one is, then `l` with itself is a pair, which is all that the enumeration asks
//!   for before it keeps `l` (so "exactly one" and "at least two" are told apart wherever the pairs
//!   can tell).
//! - *The pairs of `G'`* that do not involve `p` are those of `G`. For the others, let `q` be in
//!   `k`. By (2), `l` and `k` are a pair in their order, and it satisfies what the answers imply:
//!   if a test found nothing, then `q` is not decisive or not in its scope. Such pairs are carried
//!   over to `m` and `k`.
//!
//! Where tests are not atomic, a pair also says whether one has read the other (as not decisive)
//! since its test began. Then a test may end with nothing found only if each populated local state
//! is that of a process that was read or is out of scope, and with something found only if a
//! decisive process that was not read is there. Aborts are edges from every local state to the
//! initial ones.
//!
//! Sets and pairs only grow, so the enumeration ends; pairs found late may open edges of sets seen
//! early, which are therefore expanded again.
//!
//! **What is not proved.** Both the sets and the pairs may be more than what can happen: with tests
//! of those before, or tests that are not atomic, the abstraction is coarse. So a violation in it
//! is a *candidate*: the ordinary engine looks for a real one with 1, 2, 3, … processes, and that
//! run is reported. If it finds none, the verdict is inconclusive, and shows the abstract trace.

mod bits;
mod confirm;
mod derive;
mod diagraph;
mod display;
mod pairs;
mod populated;
mod waiting;

use std::sync::Arc;

use crate::allowance::Allowance;
use crate::budget::{self, Account};
use crate::comm::CommModel;
use crate::exec::{Engine, Loops, Mode};
use crate::graph::Program;
use crate::options::Options;
use crate::report::{Every, Inconclusive, Outcome, Report, Stopped, Verdict};
use tass_syntax::tree::Function;

use crate::sides::Sides;

use self::derive::Outside;
use self::populated::{Ending, Enumeration};

pub use self::bits::Bits;
pub use self::diagraph::{
    Diagraph, Edge, EdgeKind, End, Failing, Guard, LocalState, Predicate, Standing,
};

/// The one process that is executed, which knows nothing of the others.
const SINGLE: Sides = Sides {
    nprocs: 1,
    spec_nprocs: 0,
};

/// Checks a model for every number of processes.
pub(crate) fn check<C: CommModel>(
    function: &Function,
    comm: &C,
    program: &Arc<Program>,
    options: &Options,
    allowance: &Allowance,
) -> Report {
    let report = |outcome| {
        let mut report = Report::new(function.name.clone(), 0, outcome);
        report.options = options.changed();
        report.every = Some(Every::default());
        report
    };
    let single = Options {
        nprocs: 1,
        ..options.clone()
    };
    let _account = Account::open();
    let mut engine = Engine::new(comm, program.clone(), SINGLE, &single);
    let mode = Mode::of(&single, Loops::Induction);
    let derived = allowance.within(|| derive::derive(&mut engine, mode, function));
    let diagraph = match derived.unwrap_or_else(|spent| Err(Outside::Open(spent))) {
        Ok(diagraph) => diagraph,
        Err(Outside::Class(errors)) => return report(Outcome::NotBuilt(errors)),
        Err(Outside::Open(reason)) => {
            let report = report(Outcome::Checked {
                verdict: Verdict::Inconclusive(reason),
                violations: Vec::new(),
            });
            return stopped(report, "the local states of one process were being derived");
        }
    };
    let mut enumeration = Enumeration::new(&diagraph, options);
    let ending = allowance.within(|| enumeration.run());
    let ending = ending.unwrap_or_else(Ending::Exhausted);
    let confirm = confirm::Confirm {
        function,
        comm,
        program,
        options,
        allowance,
    };
    let trace = match &ending {
        Ending::Suspect(candidate) => display::trace(program, &diagraph, &enumeration, candidate),
        Ending::Clean | Ending::Exhausted(_) => Vec::new(),
    };
    let mut report = match ending {
        Ending::Clean => confirm.not_vacuous(report(Outcome::Checked {
            verdict: Verdict::Verified,
            violations: Vec::new(),
        })),
        Ending::Suspect(candidate) => confirm.refute(
            report(Outcome::Checked {
                verdict: Verdict::Inconclusive(Inconclusive::Unconfirmed {
                    kind: candidate.kind,
                    location: candidate.span.map(|span| program.location(0, span)),
                    tried: 0,
                }),
                violations: Vec::new(),
            }),
            Some(candidate.kind),
        ),
        Ending::Exhausted(reason) => {
            let report = report(Outcome::Checked {
                verdict: Verdict::Inconclusive(reason),
                violations: Vec::new(),
            });
            let report = confirm.refute(report, None);
            stopped(report, "sets of local states were being enumerated")
        }
    };
    report.every = Some(Every {
        local_states: diagraph.nodes.len() as u64,
        global_states: enumeration.states.len() as u64,
        pairs: enumeration.pairs.len() as u64,
        trace,
    });
    report.stats.states = enumeration.states.len() as u64;
    report.stats.steps = enumeration.steps;
    report.stats.memory = budget::held();
    report.stats.total_time = allowance.start.elapsed();
    report
}

/// Says what was being done, if a limit ended it.
fn stopped(mut report: Report, what: &str) -> Report {
    if report.verdict().is_some_and(Verdict::is_out_of_budget) {
        report.stopped = Some(Stopped {
            what: what.into(),
            ..Stopped::default()
        });
    }
    report
}

/// The diagraph of a program, or why it has none.
///
/// # Errors
/// If the program is outside the class, or not finite.
pub fn diagraph<C: CommModel>(
    function: &Function,
    comm: &C,
    options: &Options,
) -> Result<Diagraph, Vec<crate::report::BuildError>> {
    let program = Arc::new(crate::lower::lower(function, comm)?);
    let single = Options {
        nprocs: 1,
        ..options.clone()
    };
    let mut engine = Engine::new(comm, program, SINGLE, &single);
    let mode = Mode::of(&single, Loops::Induction);
    derive::derive(&mut engine, mode, function).map_err(|outside| match outside {
        Outside::Class(errors) => errors,
        Outside::Open(reason) => vec![crate::report::BuildError {
            message: format!("the local states cannot be enumerated: {}", reason.name()),
            location: None,
            help: None,
        }],
    })
}
