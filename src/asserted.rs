//! Assertions about reports, for tests written by hand.

use std::fmt;
use std::ops::Deref;

use crate::{Kind, Model, Replay, Report};

/// Checks that a model is refuted by a violation of this kind, and gives the report; panics with it
/// otherwise.
///
/// The model may also be a [`Report`] that is there already, or a [`Replay`]. A kind that does not
/// exist is a compile error.
///
/// ```
/// use tass::prelude::*;
///
/// #[tass::model]
/// fn head_to_head() {
///     let other = 1 - mpi!(rank());
///     let mut x = 0;
///     mpi!(send(&x, to = other));
///     mpi!(recv(&mut x, from = other));
/// }
///
/// # fn main() {
/// let report = tass::assert_refuted!(head_to_head::model().nprocs(2), potential_deadlock);
/// assert!(report.snapshot().contains("where the processes stand"));
/// # }
/// ```
///
/// ```compile_fail
/// # #[tass::model]
/// # fn head_to_head() {}
/// # fn main() {
/// tass::assert_refuted!(head_to_head::model().nprocs(2), potental_deadlock);
/// # }
/// ```
#[macro_export]
macro_rules! assert_refuted {
    ($subject:expr, $kind:ident $(,)?) => {
        $crate::__private::refuted($subject, $crate::__private::kinds::$kind)
    };
}

/// Checks that a model is verified, and gives the report; panics with it otherwise.
///
/// ```
/// use tass::prelude::*;
///
/// #[tass::model]
/// fn double(n: i32) {
///     assert!(n + n == 2 * n);
/// }
///
/// # fn main() {
/// let report = tass::assert_verified!(double::model().nprocs(2));
/// assert!(report.stats().states > 0);
/// # }
/// ```
#[macro_export]
macro_rules! assert_verified {
    ($subject:expr $(,)?) => {
        $crate::__private::verified($subject)
    };
}

/// The report of an assertion that holds: a [`Report`] that need not be looked at any more.
#[derive(Clone, PartialEq, Eq)]
pub struct Asserted(Report);

impl Deref for Asserted {
    type Target = Report;

    fn deref(&self) -> &Report {
        &self.0
    }
}

impl From<Asserted> for Report {
    fn from(asserted: Asserted) -> Report {
        asserted.0
    }
}

impl fmt::Display for Asserted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Asserted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What can be verified.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be verified",
    note = "give a model, `name::model().nprocs(4)`, or its report; one execution proves nothing"
)]
pub trait Verifiable {
    /// Its report.
    fn report(&self) -> Report;
}

/// What can be refuted.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be refuted",
    note = "give a model, `name::model().nprocs(4)`, its report, or a `tass::replay(..)`"
)]
pub trait Refutable {
    /// Its report; none if nothing goes wrong in the one execution that there is.
    fn refutation(&self) -> Option<Report>;
}

impl Verifiable for Model {
    fn report(&self) -> Report {
        self.check()
    }
}

impl Verifiable for Report {
    fn report(&self) -> Report {
        self.clone()
    }
}

impl<T: Verifiable> Verifiable for &T {
    fn report(&self) -> Report {
        (*self).report()
    }
}

impl<T: Verifiable> Refutable for T {
    fn refutation(&self) -> Option<Report> {
        Some(self.report())
    }
}

impl Refutable for Replay {
    fn refutation(&self) -> Option<Report> {
        self.run().err()
    }
}

/// `assert_refuted!`
#[track_caller]
pub fn refuted(subject: impl Refutable, kind: Kind) -> Asserted {
    let Some(report) = subject.refutation() else {
        panic!("`{kind}` is expected, but nothing goes wrong in this execution");
    };
    match report.clone().into_test_result(Some(kind)) {
        Ok(()) => Asserted(report),
        Err(report) => panic!("{}\n\n{report}\n", report.headline()),
    }
}

/// `assert_verified!`
#[track_caller]
pub fn verified(subject: impl Verifiable) -> Asserted {
    let report = subject.report();
    match report.clone().into_test_result(None) {
        Ok(()) => Asserted(report),
        Err(report) => panic!("{}\n\n{report}\n", report.headline()),
    }
}
