//! A model means what rustc says it means.
//!
//! Each function here is plain Rust and panics when it is run: `native!` runs it, and its model
//! must be refuted with the same kind. Each class was verified once. What a function checks with
//! `assert!` is what Rust computes, so a model in which an effect is lost, doubled or moved is told
//! apart from one in which it is not.

#![allow(
    clippy::all,
    unused,
    unconditional_panic,
    arithmetic_overflow,
    reason = "odd forms on purpose"
)]

use tass::prelude::*;
use tass::{Kind, Verdict};

/// Each function panics natively on these arguments, and its model is refuted with this kind.
macro_rules! panics {
    ($($name:ident($($arg:expr),*): $kind:ident;)*) => {
        mod panics {
            use super::*;
            $(
                #[test]
                fn $name() {
                    let run = || { super::$name($($arg),*); };
                    assert!(std::panic::catch_unwind(run).is_err(), "it does not panic natively");
                    let report = super::$name::model().nprocs(1).overflow(true).check();
                    assert_eq!(report.kinds(), [crate::evaluation::Kind::$kind], "{report}");
                }
            )*
        }
    };
}

/// Each function runs natively without a panic on these arguments, and its model is verified.
macro_rules! holds {
    ($($name:ident($($arg:expr),*);)*) => {
        mod holds {
            use super::*;
            $(
                #[test]
                fn $name() {
                    super::$name($($arg),*);
                    let report = super::$name::model().nprocs(1).overflow(true).check();
                    assert_eq!(report.verdict(), Some(&crate::evaluation::Verdict::Verified), "{report}");
                }
            )*
        }
    };
}

#[tass::data]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pt {
    a: i64,
    b: i64,
}

#[tass::model]
fn next(k: &mut usize) -> usize {
    *k += 1;
    *k
}

#[tass::model]
fn bump(k: &mut i64) -> Pt {
    *k += 1;
    Pt { a: *k, b: *k }
}

#[tass::model]
fn set(place: &mut i64, value: usize) {
    *place = value as i64;
}

#[tass::model]
fn add(a: i64, b: i64) -> i64 {
    a * 100 + b
}

// Here, for the macros come first.
mod bindings;
mod chains;
mod closures;
mod erased;
mod items_in_order;
mod labels;
mod literals;
mod order;
mod references;
mod tests_of_others;
mod types;
