//! What runs inside a batch: each function natively, then by tass, and what they do not agree on.
//!
//! A batch is a program that [`super::batch`] writes and rustc compiles; all that is the same for
//! all functions is here. It prints one line for each function, which [`Line`] writes and reads.

mod compare;
mod data;
mod line;
mod locals;
mod optional;
mod panics;
mod reader;

use std::panic::{AssertUnwindSafe, catch_unwind};

use tass::Value;

pub use self::compare::{NO_SEARCH, is_of_search, main};
pub use self::data::Data;
pub use self::line::{Line, Opinion};
pub use self::reader::Reader;
use super::standin::{self, OutOfScope};
use crate::generate::Rng;

/// A function of a batch.
pub struct Case {
    /// Its seed, from which its inputs follow.
    pub seed: u64,
    /// The names of its inputs.
    pub names: &'static [&'static str],
    /// Runs it natively.
    pub run: fn(&mut Inputs) -> Vec<Shown>,
    /// The function.
    pub model: fn() -> tass::Model,
    /// The function with a claim about its results.
    pub claim: fn() -> tass::Model,
}

/// A result: its value, and another one. `None` where tass has no such value.
pub type Shown = (Option<Value>, Option<Value>);

/// A result, for tass.
pub fn shown<T: Data>(result: &T) -> Shown {
    (
        result.value(),
        result.other().and_then(|other| other.value()),
    )
}

/// Where the inputs of a run come from.
pub struct Inputs {
    source: Source,
    /// The inputs so far; `None` where tass has no such value.
    pub values: Vec<Option<Value>>,
}

enum Source {
    Chance(Rng),
    /// The texts of values, in order.
    Given(std::vec::IntoIter<String>),
}

impl Inputs {
    /// Random inputs.
    pub fn random(seed: u64) -> Inputs {
        Inputs {
            source: Source::Chance(Rng::new(seed)),
            values: Vec::new(),
        }
    }

    /// Given inputs.
    pub fn given(texts: Vec<String>) -> Inputs {
        Inputs {
            source: Source::Given(texts.into_iter()),
            values: Vec::new(),
        }
    }

    /// The next input. Where it cannot be read, the run is out of scope.
    #[allow(
        clippy::should_implement_trait,
        reason = "its type is the caller's choice"
    )]
    pub fn next<T: Data>(&mut self) -> T {
        let value = match &mut self.source {
            Source::Chance(rng) => T::sample(rng),
            Source::Given(texts) => {
                let text = texts.next().unwrap_or_default();
                let read = T::read(&mut Reader::new(&text));
                read.unwrap_or_else(|| std::panic::panic_any(OutOfScope))
            }
        };
        self.values.push(value.value());
        value
    }
}

/// What a native run did.
#[derive(Clone, Debug)]
pub(crate) enum Did {
    /// It came back with these results.
    Returned(Vec<Shown>),
    /// It panicked, with this message.
    Failed(String),
    /// An assumption does not hold, or it would take too long.
    OutOfScope,
}

/// One native run.
pub(crate) struct Native {
    pub(crate) inputs: Vec<Option<Value>>,
    pub(crate) choices: Vec<i128>,
    pub(crate) did: Did,
}

/// Runs a function natively.
pub(crate) fn native(case: &Case, mut inputs: Inputs, seed: u64, choices: Vec<i128>) -> Native {
    standin::start(seed, choices);
    let result = catch_unwind(AssertUnwindSafe(|| (case.run)(&mut inputs)));
    let did = match result {
        Ok(results) => Did::Returned(results),
        Err(payload) if payload.is::<OutOfScope>() => Did::OutOfScope,
        Err(payload) => Did::Failed(message(&*payload)),
    };
    Native {
        inputs: inputs.values,
        choices: standin::choices(),
        did,
    }
}

/// The message of a panic.
pub(crate) fn message(payload: &(dyn std::any::Any + Send)) -> String {
    match (
        payload.downcast_ref::<&str>(),
        payload.downcast_ref::<String>(),
    ) {
        (Some(text), _) => (*text).to_string(),
        (_, Some(text)) => text.clone(),
        _ => "a panic without a message".to_string(),
    }
}
