//! The language of `tass` models, as data.
//!
//! The front end (`tass-macros`) asks [`accepted`] before it translates anything: what is not in
//! its tables is a compile error. The native oracle and the guide are tested against the same
//! tables, so that no construct of the language is without a second opinion or without a word in
//! the documentation.
//!
//! Nothing here knows `syn` or an engine.

pub mod accepted;
pub mod code;
mod kind;
pub mod operation;
pub mod tree;

pub use kind::{Kind, REASONS, kinds};
