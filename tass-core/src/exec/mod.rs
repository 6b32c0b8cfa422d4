//! Execution: one process moves from one visible point to the next, symbolically.
//!
//! A step starts with the completion of a communication operation (or at the program's start) and runs local
//! code until the process reaches the next operation, which is posted, or leaves the program. It ends in several
//! *outcomes* where the inputs decide: whenever an action needs a condition decided that the path condition
//! leaves open, the state *before the action* is split in two, and the action is executed again in both halves
//! ([`Stop::Split`]). So no half-evaluated expression ever meets a changed path condition.

mod access;
mod action;
mod blame;
mod cause;
mod check;
mod collective;
mod complete;
mod counter;
mod descent;
mod engine;
mod eval;
mod event;
mod expressions;
mod failure;
mod findings;
mod fold;
mod frame;
mod given;
mod induction;
mod input;
mod items;
mod laps;
mod loops;
mod memory;
mod met;
mod mode;
mod number;
mod observer;
mod order;
mod outcome;
mod outputs;
mod overlap;
mod peer;
mod rounds;
mod shown;
mod stepper;
mod tracer;
mod variables;
mod work;

pub(crate) use self::engine::Engine;
pub(crate) use self::event::{Event, What};
pub(crate) use self::failure::{FailedTerm, FailedValue, Failure, Stop};
pub(crate) use self::findings::Findings;
pub(crate) use self::given::Mistake;
pub(crate) use self::input::Input;
pub(crate) use self::laps::Lap;
pub(crate) use self::memory::Answer;
pub(crate) use self::met::Met;
pub(crate) use self::mode::{Loops, Mode};
pub(crate) use self::observer::Observer;
pub(crate) use self::outcome::{Assumption, Branches, Cut, Notes, Outcome, Step, Transition};
pub(crate) use self::shown::shown_input;
pub(crate) use self::stepper::{Stepper, held};
pub(crate) use self::tracer::Tracer;
pub(crate) use self::work::Work;
pub(crate) use crate::report::ABORT;
