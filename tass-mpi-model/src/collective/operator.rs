//! The operators of reductions: MPI's own, and those that the program declares.

use std::fmt;
use std::sync::Arc;

use tass_core::comm::OwnOperator;
use tass_syntax::tree::Type;

use crate::constants::Predefined;

/// An operator of a reduction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operator {
    Predefined(Predefined),
    Own(Arc<OwnOperator>),
}

impl Operator {
    /// Is it defined for elements of this type? For those of the program rustc has seen to that.
    pub(crate) fn is_for(&self, elem: &Type) -> bool {
        match self {
            Operator::Predefined(operator) => operator.is_for(elem),
            Operator::Own(_) => true,
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operator::Predefined(operator) => operator.fmt(f),
            Operator::Own(own) => f.write_str(&own.name),
        }
    }
}
