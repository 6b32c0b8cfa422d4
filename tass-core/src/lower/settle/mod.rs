//! A draft becomes a graph: every number gets its type. Nothing else changes.

mod action;
mod term;

use super::draft::Number;
use super::ty::Types;
use crate::graph;
use tass_syntax::tree::{IntTy, Span, Type};

/// The types of a function, and where they do not say what a number is.
pub(super) struct Settling<'t> {
    pub(super) types: &'t Types,
    pub(super) open: Vec<Span>,
}

impl Settling<'_> {
    fn number(&mut self, number: Number, span: Span) -> graph::Number {
        match number {
            Number::Known(number) => number,
            Number::Of(ty) => match self.types.resolve(ty) {
                Some(Type::Int(t)) => graph::Number::Int(t),
                Some(Type::Float(_)) => graph::Number::Real,
                _ => {
                    self.open.push(span);
                    graph::Number::Int(IntTy::I32)
                }
            },
        }
    }
}

/// Something of a draft, and what it becomes.
pub(super) trait Settle {
    type Settled;

    fn settle(self, with: &mut Settling<'_>) -> Self::Settled;
}

impl<T: Settle> Settle for Box<T> {
    type Settled = Box<T::Settled>;

    fn settle(self, with: &mut Settling<'_>) -> Self::Settled {
        Box::new((*self).settle(with))
    }
}

impl<T: Settle> Settle for Option<T> {
    type Settled = Option<T::Settled>;

    fn settle(self, with: &mut Settling<'_>) -> Self::Settled {
        self.map(|one| one.settle(with))
    }
}

impl<T: Settle> Settle for Vec<T> {
    type Settled = Vec<T::Settled>;

    fn settle(self, with: &mut Settling<'_>) -> Self::Settled {
        self.into_iter().map(|one| one.settle(with)).collect()
    }
}
