//! Terms and what they are worth: evaluation, with every check that Rust or the design asks for.
//!
//! [`eval`] goes through a term; [`check`] is asked whenever something must hold for it to have a
//! value. The rest is one sort of terms each: places, numbers, comparisons, ranges, variables of
//! other processes, counters of messages.

pub(in crate::exec) mod access;
pub(in crate::exec) mod check;
pub(in crate::exec) mod counter;
pub(in crate::exec) mod eval;
pub(in crate::exec) mod fold;
pub(in crate::exec) mod items;
pub(in crate::exec) mod number;
pub(in crate::exec) mod order;
pub(in crate::exec) mod peer;
