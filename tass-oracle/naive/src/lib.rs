//! A naive reference semantics of models, written apart from the engine.
//!
//! It shares the program's syntax ([`tass_syntax::tree`]) and the names of violations
//! ([`tass_syntax::Kind`]) with it, and nothing else: no expressions, no states, no reduction. That
//! it is a crate of its own lets the compiler check that.
//!
//! - [`semantics`]: processes that send messages and take part in collective operations.
//! - [`memory`]: processes that share variables.
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "not published: its documentation is for those who work on it"
)]

pub mod memory;
pub mod semantics;
