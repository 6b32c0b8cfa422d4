//! The front end of `tass`: reads a user's Rust function and writes the code that builds its model.
//!
//! What must hold here, before how it is done:
//!
//! - A macro never panics and never stops at the first mistake: every stage adds to `Diagnostics`.
//! - The user's item is re-emitted exactly once, mistakes or not, so that rustc's own errors are
//!   printed once and at the user's tokens. It is unchanged, except that its standard macros are
//!   those of `std` (`standard`).
//! - A name that is understood by its spelling (`Vec`, `cmp::min`, `f64::max`, `mpi!`) is one that
//!   rustc resolves to what is meant: code beside the function, in the same scope, does not compile
//!   otherwise (`translate::Names`).
//! - Same input, same output, byte for byte.
//! - Nothing here knows an engine. The output names only `::tass` (or the path given by
//!   `crate = ..`).
//!
//! The stages, each a module: `args` reads the attribute, `function` and `translate` turn the
//! function into `code` with tables of the names it uses, `item` lays out the result. Both ask the
//! tables of `tass-syntax` what is in the language. The bang macros are read by `vocabulary` and
//! `operations`, for the attribute and for their own native expansion (`native`) alike. A mistake
//! in the *shape* of a bang macro is reported by that macro itself, which rustc expands in the kept
//! function; the attribute then stays silent about it, or the user would read it twice.

mod args;
mod attributes;
mod counters;
mod data;
mod diagnostics;
mod function;
mod item;
mod native;
mod operations;
mod source;
mod standard;
mod suggest;
#[cfg(test)]
mod tests;
mod translate;
mod variants;
mod vocabulary;

use proc_macro::TokenStream;

/// Verifies the function below it while `cargo test` runs. Documented in the `tass` crate.
#[proc_macro_attribute]
pub fn verify(args: TokenStream, item: TokenStream) -> TokenStream {
    let (tokens, diagnostics) = item::verify(args.into(), item.into());
    diagnostics.beside(tokens).into()
}

/// Makes a model of the function below it, without tests. Documented in the `tass` crate.
#[proc_macro_attribute]
pub fn model(args: TokenStream, item: TokenStream) -> TokenStream {
    let (tokens, diagnostics) = item::model(args.into(), item.into());
    diagnostics.beside(tokens).into()
}

/// Makes a struct or an enum usable in models. Documented in the `tass` crate.
#[proc_macro_attribute]
pub fn data(args: TokenStream, item: TokenStream) -> TokenStream {
    let (tokens, diagnostics) = data::data(args.into(), item.into());
    diagnostics.beside(tokens).into()
}

/// Declares the bang macros of the vocabulary: each is its native expansion.
macro_rules! vocabulary_macros {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $(
            $(#[$doc])*
            #[proc_macro]
            pub fn $name(input: TokenStream) -> TokenStream {
                native::expand(stringify!($name), input.into()).into()
            }
        )*
    };
}

vocabulary_macros! {
    /// A communication operation: `mpi!(send(&x, to = 1))`.
    mpi
    /// Restricts the inputs: `assume!(n > 0)`.
    assume
    /// Must be possible on some path, or the run is vacuous: `cover!(x == 3)`.
    cover
    /// Names an output of the model: `output!(total = x)`.
    output
    /// A nondeterministic value: `choose!(0..n)`.
    choose
    /// Splits on the values of an expression: `elaborate!(n)`.
    elaborate
    /// An assertion across processes: `collective_assert!(SAME: x == proc[0].x)`.
    collective_assert
    /// A loop invariant, right before the loop: `invariant!(I: i <= n)`.
    invariant
    /// The initial value of a shared variable: `let mut s = shared!(false);`.
    shared
    /// A region that at most one process may be in: `critical!({ .. })`.
    critical
    /// Holds in every global state: `always!(!proc.iter().any(|p| p.s))`.
    always
    /// An assertion across implementation and specification: `joint_assert!(SAME: x == spec.x)`.
    joint_assert
    /// A loop invariant across implementation and specification:
    /// `joint_invariant!(SAME: x == spec.x)`.
    joint_invariant
    /// All that a loop with an invariant may change, between its `invariant!` and the loop:
    /// `assigns!(k, a[left..n])`.
    assigns
    /// Declares a universe of collective assertions for some processes only:
    /// `universe!(workers: |p| p != 0)`.
    universe
}
