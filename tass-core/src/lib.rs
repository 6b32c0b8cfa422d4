//! The engine behind `tass`: programs, graphs, symbolic expressions, the prover, search and
//! reports.
//!
//! Users want the facade crate `tass`; this crate is for those who bring another front end or
//! another communication model. The stages go in one direction: the tree of `tass-syntax` →
//! [`lower`] → [`graph`] → [`search`] → [`report`]. The engine knows no MPI (see
//! [`comm::CommModel`]) and no `syn`.

// The toy model of `tests/toy` names the crate by this, and some unit tests use it.
#[cfg(test)]
extern crate self as tass_core;

#[cfg(test)]
#[path = "../tests/toy"]
mod toy {
    pub(crate) mod mailbox;
    pub(crate) mod source;
}

mod allowance;
pub mod comm;
mod driver;
pub mod every;
mod exec;
pub mod graph;
pub mod lower;
pub mod options;
mod progress;
pub mod report;
pub mod search;
mod sides;
pub mod state;

use tass_logic::{budget, prover};

pub use driver::{check, compare, replay};
pub use options::{Deadlock, Options, Schedule, Tests, Violations};
pub use report::Report;
pub use search::Execution;
pub use tass_logic::symbolic;
