//! Operators of the program's own: what a communication model may ask about them.
//!
//! A model knows an operator by its declaration ([`OwnOperator`]) and cannot evaluate it. While a
//! move is completed it looks into [`Applied`]; what is not there yet it asks the engine for, as
//! [`CommError::Asked`](super::CommError), and is called again.

use rustc_hash::FxHashMap;

use super::CommError;
use crate::symbolic::ExprId;

/// An operator that the program declares.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OwnOperator {
    /// Tells it from the others of the program.
    pub number: usize,
    /// The name of its function.
    pub name: String,
    /// Is it declared to be commutative? (That it is associative is always claimed.)
    pub commutative: bool,
}

/// What holds of an operator whatever its operands: neither fails it, and its laws are proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Laws {
    /// How operands are grouped makes no difference.
    pub associative: bool,
    /// Nor does their order.
    pub commutative: bool,
}

/// Something that a model has to know of an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Question {
    /// What does this operator make of these two?
    Value(usize, ExprId, ExprId),
    /// Which laws hold for this one?
    Laws(usize),
}

/// What has been answered, for the completion of one move.
#[derive(Debug, Default)]
pub struct Applied {
    values: FxHashMap<(usize, ExprId, ExprId), ExprId>,
    laws: FxHashMap<usize, Laws>,
}

impl Applied {
    /// What an operator makes of two operands.
    ///
    /// # Errors
    /// If that has to be asked first.
    pub fn value(
        &self,
        operator: &OwnOperator,
        left: ExprId,
        right: ExprId,
    ) -> Result<ExprId, CommError> {
        let (number, known) = (operator.number, &self.values);
        let known = known.get(&(number, left, right)).copied();
        known.ok_or(CommError::Asked(Question::Value(number, left, right)))
    }

    /// The laws that hold for an operator.
    ///
    /// # Errors
    /// If that has to be asked first.
    pub fn laws(&self, operator: &OwnOperator) -> Result<Laws, CommError> {
        let number = operator.number;
        let known = self.laws.get(&number).copied();
        known.ok_or(CommError::Asked(Question::Laws(number)))
    }

    /// Is this a new answer?
    pub(crate) fn add_value(&mut self, key: (usize, ExprId, ExprId), value: ExprId) -> bool {
        self.values.insert(key, value).is_none()
    }

    /// Is this a new answer?
    pub(crate) fn add_laws(&mut self, number: usize, laws: Laws) -> bool {
        self.laws.insert(number, laws).is_none()
    }
}
