//! Tests of the expression store: canonical forms, and random expressions against naive evaluation.

mod arrays;
mod binders;
pub(crate) mod build;
mod canonical;
mod display;
mod generate;
mod growth;
mod invariants;
pub(crate) mod naive;
mod random;
