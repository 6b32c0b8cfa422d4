//! The second opinion on tass: not published, not part of the product.
//!
//! A verifier that is wrong once is worthless, so there are two. This crate holds the slow one, and
//! whatever it takes to set the two against each other:
//!
//! - [`tass_naive`]: a naive reference semantics, written apart from the engine, in a crate that
//!   knows no engine.
//! - [`generate`], [`mod@print`]: random models, valid by construction, and their text as Rust that
//!   a user could paste.
//! - [`compare`]: the same verdict and the same set of violation kinds, with reduction on and off,
//!   with the prover's own layers on and off, for both notions of deadlock; and every refutation
//!   followed step by step in the oracle.
//! - [`compare::minimal`]: is there a shorter counterexample than the one that the engine gives?
//! - [`shrink`]: a disagreement, made small.
//! - [`expressions`]: random expressions against the engine's canonical forms and its prover.
//! - [`native`]: rustc as an oracle: random Rust functions, run and modelled.
//! - [`soak`]: all of that for as long as one asks.
//!
//! ```console
//! $ cargo test -p tass-oracle            # a few minutes, for every change
//! $ alias oracle="cargo run --release -p tass-oracle --"
//! $ oracle soak --minutes 30 --seed 1    # before anything that matters
//! $ oracle show --seed 4711              # one model again
//! $ oracle native --minutes 30 --seed 1  # rustc's opinion on random Rust functions
//! $ oracle minimal --models 200          # are counterexamples as short as they can be?
//! ```
//!
//! What is left out: whatever the engine does not have yet (communicators, the heap). Whoever adds
//! it there adds it here, independently.
#![allow(
    rustdoc::private_intra_doc_links,
    reason = "not published: its documentation is for those who work on it"
)]

pub mod build;
pub mod cases;
pub mod compare;
pub mod expressions;
pub mod generate;
pub mod native;
pub mod print;
pub mod shrink;
pub mod soak;
