//! Programs: structured, typed, with spans.

pub mod ast;
mod print;
