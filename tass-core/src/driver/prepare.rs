//! The program of a model, or a report that says why there is none.

use std::sync::Arc;

use crate::comm::CommModel;
use crate::graph::Program;
use crate::lower::{lower, lower_pair};
use crate::options::{Options, Tests};
use crate::prover;
use crate::report::{BuildError, Every, Report};
use crate::sides::Sides;
use tass_syntax::tree::Function;

/// A test that is not atomic remembers whom it has read in the bits of one number.
const MOST_READ: usize = 62;

/// The program to be run and its processes, or a report that says why there is none.
pub(super) fn prepare<C: CommModel>(
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
        let mut report = Report::not_built(&function.name, sides, errors);
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
        Ok(program) => Arc::new(program),
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
