//! One execution, again: tests that pin a counterexample.

use tass_core::report::{BigInteger, Ratio, Record, Steps, Value, Variant};
use tass_core::{Execution, Report};

use crate::Model;

/// Replays one execution of a model, concretely and without any search. [`Report::to_test`] prints
/// such tests.
///
/// ```
/// use tass::prelude::*;
///
/// #[tass::model]
/// fn head_to_head(x: i64) {
///     let other = 1 - mpi!(rank());
///     let mut y = 0;
///     mpi!(send(&x, to = other));
///     mpi!(recv(&mut y, from = other));
///     assert!(y == x);
/// }
///
/// # fn main() {
/// let pinned = tass::replay(head_to_head::model().nprocs(2))
///     .input("x", 0)
///     .schedule("0 1")
///     .run();
/// let report = pinned.unwrap_err();
/// assert_eq!(report.kinds(), [tass::Kind::PotentialDeadlock]);
/// # }
/// ```
pub fn replay(model: Model) -> Replay {
    Replay {
        model,
        execution: Execution::default(),
    }
}

/// One execution of a model: its inputs, its choices and its schedule.
#[derive(Clone)]
#[must_use = "nothing is replayed before `.run()`"]
pub struct Replay {
    model: Model,
    execution: Execution,
}

impl Replay {
    /// The value of an input: a Rust value, or [`ratio`], [`integer`] or [`record`] where Rust has
    /// none. Every input needs one.
    pub fn input(mut self, name: &str, value: impl Into<Value>) -> Replay {
        self.execution.inputs.push((name.into(), value.into()));
        self
    }

    /// The values that `choose!` gives to a process, in order. What is not possible, and what comes
    /// after them, is the first of its range.
    pub fn choices(
        mut self,
        process: usize,
        values: impl IntoIterator<Item = impl Into<BigInteger>>,
    ) -> Replay {
        let values = values.into_iter().map(|value| (process, value.into()));
        self.execution.choices.extend(values);
        self
    }

    /// Who moves, one after the other: `"0 1 2:1 0*3 (0 1)*5"`. After a colon stands the number of
    /// the move where that is not 0 (a receive names the sender, and `abort` is a fall back to the
    /// start), after a star how often; parentheses repeat several steps. A step that is not
    /// possible is left out. At the end of the schedule, the first process that can move does,
    /// until all have ended.
    pub fn schedule(mut self, steps: &str) -> Replay {
        match steps.parse::<Steps>() {
            Ok(steps) => self.execution.schedule.extend(steps.0),
            Err(error) => self.execution.mistakes.push(error.to_string()),
        }
        self
    }

    /// Runs the execution. `Ok` says that *this* execution is fine: it is not a proof.
    ///
    /// # Errors
    ///
    /// A report that tells what goes wrong; or an inconclusive one, if what was given is no
    /// execution of the model (an input is missing, an assumption does not hold), or if it has more
    /// steps than [`Model::max_depth`].
    pub fn run(&self) -> Result<(), Report> {
        self.model.replay(&self.execution)
    }
}

/// An exact fraction, for [`Replay::input`]: no `f64` is a third.
///
/// # Panics
/// If the denominator is 0.
#[must_use]
pub fn ratio(numerator: impl Into<BigInteger>, denominator: impl Into<BigInteger>) -> Ratio {
    Ratio::new(numerator, denominator)
}

/// An integer of any size, for [`Replay::input`].
///
/// ```
/// let large = tass::integer("340282366920938463463374607431768211456");
/// assert!(large > u128::MAX.into());
/// ```
///
/// # Panics
/// If the text is no integer.
#[must_use]
pub fn integer(digits: &str) -> BigInteger {
    digits.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// A struct without fields yet, for [`Replay::input`]: `tass::record().field("x", 1)`. A struct
/// with [`#[tass::data]`](macro@crate::data) can be given as it is; this is for values that its
/// Rust types do not hold.
#[must_use]
pub fn record() -> Record {
    Record::new()
}

/// A variant of an enum without fields yet, for [`Replay::input`]:
/// `tass::variant("Some").field("0", 1)`. An enum with [`#[tass::data]`](macro@crate::data) can be
/// given as it is, and so can an `Option`; this is for values that their Rust types do not hold.
#[must_use]
pub fn variant(name: &str) -> Variant {
    Variant::new(name)
}
