//! A naive reference semantics of models. It shares the program's syntax with the engine, and
//! nothing else.
//!
//! What holds:
//!
//! - **Everything is concrete.** Values are plain ([`value`]), inputs are given.
//! - **Everything is tried.** Every order of all actions of all processes, every buffering choice
//!   at each send and at each collective call, every match of every wildcard ([`world`],
//!   [`explore`]). No reduction, no symmetry.
//! - **A process is a function** of its rank, the inputs and the answers that it has got
//!   ([`process`]). It runs by plain recursion over the syntax, from its start, for each answer
//!   anew; so there is neither a graph nor a stack to get wrong.
//! - **Whoever does not know says so** ([`Unknown`]): a construct that is not here, numbers or
//!   state spaces that are too large.

mod arith;
mod assembly;
mod behaviour;
mod cases;
mod channel;
mod collective;
mod comm;
mod control;
mod explore;
mod expr;
mod fate;
mod fewest;
mod fold;
mod frames;
mod group;
mod held;
mod idle;
mod immediate;
mod locks;
mod making;
mod matched;
mod meeting;
mod messages;
mod method;
mod optional;
mod own;
mod pattern;
mod persistent;
mod place;
mod posted;
mod process;
mod questions;
mod records;
mod replay;
mod replay_requests;
mod request;
mod shares;
mod snapshot;
mod space;
mod types;
mod value;
mod variant;
mod world;

pub use explore::{Outcomes, Unknown, explore};
pub use fewest::fewest;
pub use replay::{Steps, replay};
pub use snapshot::speaks_of_processes;
pub use value::{Tag, Value};
pub use world::Buffering;

/// Any source, or any tag, as a number: `usize::MAX - 1`.
pub const ANY: i128 = u64::MAX as i128 - 1;
/// No process, as a number: `usize::MAX`.
pub const PROC_NULL: i128 = u64::MAX as i128;
/// No index, as a number: `usize::MAX - 2`.
pub const UNDEFINED: i128 = u64::MAX as i128 - 2;
/// The handle that stands for nothing.
pub const REQUEST_NULL: i128 = -1;
/// No message.
const MESSAGE_NULL: i128 = -1;
/// The message of nobody.
const MESSAGE_NO_PROC: i128 = -2;
/// No communicator.
const COMM_NULL: i128 = -1;
/// All processes.
const WORLD: i128 = -2;
/// A process alone.
const SELF: i128 = -3;
/// A communicator that was freed.
const COMM_FREED: i128 = -4;
