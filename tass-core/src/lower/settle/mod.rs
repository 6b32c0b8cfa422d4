//! A draft becomes a graph: every number gets its type. Nothing else changes.

mod action;
mod term;

use super::draft::Number;
use super::ty::Types;
use crate::graph::{self, Term, TermKind};
use tass_syntax::tree::{IntTy, Layout, Scalar, Span, Type};

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

impl Settling<'_> {
    /// What is in the fields of a variant that a value is not.
    fn blank(&mut self, number: Number, span: Span) -> Term {
        let ty = match number {
            Number::Of(ty) => self.types.resolve(ty),
            Number::Known(_) => None,
        };
        let Some(ty) = ty else {
            self.open.push(span);
            return Term::new(TermKind::Tuple(Vec::new()), span);
        };
        blank(&ty, span)
    }
}

/// The least value of a type, or what comes nearest to it.
fn blank(ty: &Type, span: Span) -> Term {
    let parts = |parts: &mut dyn Iterator<Item = &Type>| {
        TermKind::Tuple(parts.map(|ty| blank(ty, span)).collect())
    };
    let kind = match ty.layout() {
        Layout::Scalar(Scalar::Bool) => TermKind::Bool(false),
        Layout::Scalar(Scalar::Int(_)) => TermKind::Int(0),
        Layout::Scalar(Scalar::Real) => TermKind::Real(0.into()),
        Layout::Handle(_) => TermKind::Int(-1),
        Layout::Sequence(..) => TermKind::Array(Vec::new()),
        Layout::Reference { target, .. } => return blank(target, span),
        Layout::Parts(types) => parts(&mut types.types()),
        Layout::Variants(def) => {
            let tag = Type::Int(IntTy::Usize);
            parts(&mut std::iter::once(&tag).chain(def.types()))
        }
    };
    Term::new(kind, span)
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
