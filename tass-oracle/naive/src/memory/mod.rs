//! Programs with shared variables, the naive way: concrete values, explicit global states, every
//! interleaving.
//!
//! It shares the syntax tree and the names of violations with the engine, and nothing else. What it
//! says of a program is what the guide says:
//!
//! - A process goes from one *pause* to the next. Pauses stand before whatever others can notice: a
//!   write of a shared variable, the tests of one expression, being inside a critical region.
//! - `always!` and mutual exclusion are asked of every global state.
//! - A global state is a deadlock if no process that still runs can get anywhere while the shared
//!   variables of the others stay as they are: it never changes one of its own, enters or leaves a
//!   region, fails or ends.
//! - An invariant without `proc` is a condition on one process: it must hold when that process
//!   comes to the loop (`invariant_entry`), and whenever it comes back to its head (`invariant`).
//!   It has no other meaning: nothing is generalised here.
//!
//! What is known: integers and booleans, `if`, `while`, `loop`, `for` over ranges, `break`,
//! `continue`, `choose!`, assertions. Anything else is a panic: the generator does not make it.

mod code;
mod compile;
mod explore;
mod process;

pub use explore::{Behaviour, Setting, explore};
