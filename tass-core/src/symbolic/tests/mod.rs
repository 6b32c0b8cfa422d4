//! Tests of the expression store: canonical forms, and random expressions against naive evaluation.

mod arrays;
mod binders;
mod build;
mod canonical;
mod display;
mod generate;
mod invariants;
mod naive;
mod random;
