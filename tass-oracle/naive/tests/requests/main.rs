//! Requests: small programs whose outcomes follow from MPI's rules by hand.

#[path = "../short/mod.rs"]
mod short;

mod buffers;
mod completion;
mod matching;
mod public;

use short::*;
use tass_naive::semantics::Unknown;
