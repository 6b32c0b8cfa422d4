#![doc = include_str!("guide/start.md")]
//!
#![doc = include_str!("guide/chapters.md")]

// So that `::tass`, which the macros write, means this crate in its own tests as well.
extern crate self as tass;

#[doc(hidden)]
#[path = "private/mod.rs"]
pub mod __private;
mod asserted;
pub mod guide;
#[doc = include_str!("json.md")]
pub mod json {}
mod model;
#[doc(hidden)]
pub mod native;
mod page;
pub mod prelude;
#[doc = include_str!("reading.md")]
pub mod reading {}
mod replay;
#[doc = include_str!("rust.md")]
pub mod rust {}

pub use tass_macros::{
    always, assigns, assume, choose, collective_assert, cover, critical, data, elaborate,
    invariant, joint_assert, joint_invariant, model, mpi, output, shared, universe, verify,
};

pub use tass_core::report::{self, Kind, Value, Verdict};
pub use tass_core::{Deadlock, Report, Schedule, Tests, Violations};

pub use crate::asserted::Asserted;
pub use crate::model::Model;
pub use crate::native::{
    ANY, Buffer, COMM_NULL, Comm, Data, IN_PLACE, InPlace, Integer, LAND, LOR, LXOR, MAX, MAXLOC,
    MESSAGE_NULL, MIN, MINLOC, Matched, Message, Op, PROC_NULL, PROD, REQUEST_NULL, Reducible,
    Request, SELF, SUM, Shareable, Status, UNDEFINED, WORLD,
};
pub use crate::replay::{Replay, integer, ratio, record, replay, variant};
