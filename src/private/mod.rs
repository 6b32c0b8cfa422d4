//! What the macros' output names. No part of the public interface: it changes without notice.

pub mod build;
pub mod names;
mod outside;
mod processes;

pub use std::vec::Vec;
pub use tass_syntax::kinds;
pub use tass_syntax::tree;

pub use self::processes::{
    Process, counter, counter_of, counter_of_item, in_flight, peer, peer_of, processes,
    processes_before,
};
pub use crate::asserted::{Refutable, Verifiable, refuted, verified};
pub use crate::native;

/// Stands for the value of a macro with mistakes, which have been reported.
pub fn reported<T>() -> T {
    unreachable!("a program with compile errors does not run")
}
