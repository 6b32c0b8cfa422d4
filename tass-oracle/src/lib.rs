//! The second opinion on tass.

pub mod semantics;
