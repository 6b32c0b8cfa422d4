//! Programs: structured, typed, with spans.

pub use tass_syntax::tree as ast;
