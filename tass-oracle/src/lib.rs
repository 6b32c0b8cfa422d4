//! The second opinion on tass.

pub mod build;
pub mod compare;
pub mod generate;
pub mod print;
pub mod semantics;
pub mod shrink;
pub mod soak;
