//! rustc as an oracle: random Rust functions, run natively and compared with what tass says of
//! them.
//!
//! The naive semantics of this crate starts from the same tree as the engine does, so it cannot see
//! what goes wrong before: between the text of a function and that tree. Here nothing is shared
//! with tass but the text. [`generate`] writes functions over everything that the front end accepts
//! ([`coverage`]); [`mod@batch`] has rustc compile some hundred of them at once, each twice: as a
//! model and as it is ([`function`], [`tree`]); the program that comes out ([`run`]) runs each
//! natively on random and boundary inputs and compares with tass. [`shrink`] makes what was found
//! small.
//!
//! ```console
//! $ cargo run --release -p tass-oracle -- native --minutes 30 --seed 1
//! $ cargo run --release -p tass-oracle -- native --show 4711    # one function again
//! ```

pub mod batch;
pub mod coverage;
pub mod declare;
pub mod function;
pub mod generate;
pub mod link;
pub mod run;
pub mod shrink;
pub mod soak;
pub mod standin;
pub mod tree;
pub mod ty;
