//! Watching one execution: what a replay records, and what it knows besides of a failure.

pub(in crate::exec) mod blame;
pub(in crate::exec) mod cause;
pub(in crate::exec) mod event;
pub(in crate::exec) mod observer;
pub(in crate::exec) mod tracer;
pub(in crate::exec) mod variables;
