//! Execution: one process moves from one visible point to the next, symbolically.
//!
//! A step starts with the completion of a communication operation (or at the program's start) and
//! runs local code until the process reaches the next operation, which is posted, or leaves the
//! program. It ends in several *outcomes* where the inputs decide: whenever an action needs a
//! condition decided that the path condition leaves open, the state *before the action* is split in
//! two, and the action is executed again in both halves ([`Stop::Split`]). So no half-evaluated
//! expression ever meets a changed path condition.

mod action;
mod collective;
mod engine;
mod expressions;
mod failure;
mod findings;
mod loops;
mod memory;
mod met;
mod mode;
mod operations;
mod outcome;
mod outputs;
mod stepper;
mod terms;
mod values;
mod watch;
mod work;

pub(crate) use self::engine::Engine;
pub(crate) use self::failure::{FailedTerm, FailedValue, Failure, Stop};
pub(crate) use self::findings::Findings;
pub(crate) use self::loops::laps::Lap;
pub(crate) use self::memory::Answer;
pub(crate) use self::met::Met;
pub(crate) use self::mode::{Loops, Mode};
pub(crate) use self::outcome::{Assumption, Branches, Cut, Notes, Outcome, Step, Transition};
pub(crate) use self::stepper::{Stepper, held};
pub(crate) use self::values::given::Mistake;
pub(crate) use self::values::input::Input;
pub(crate) use self::values::shown::shown_input;
pub(crate) use self::watch::event::{Event, What};
pub(crate) use self::watch::observer::Observer;
pub(crate) use self::watch::tracer::Tracer;
pub(crate) use self::work::Work;
pub(crate) use crate::report::{ABORT, DECISION, decision};
