//! A graph that is being drafted: what a [`graph`] is made of, except that the type of a number may
//! still be under inference. `settle.rs` makes the graph of it.

use super::ty::Ty;
use crate::graph;
use tass_syntax::tree::IntTy;

/// What kind of number an arithmetic operation works on, or will when types are known.
#[derive(Debug, Clone, Copy)]
pub(super) enum Number {
    Known(graph::Number),
    Of(Ty),
}

impl Number {
    /// The engine's own reckoning.
    pub(super) const MATH: Number = Number::Known(graph::Number::Math);
    /// Lengths, indices, ranks.
    pub(super) const USIZE: Number = Number::int(IntTy::Usize);
    pub(super) const REAL: Number = Number::Known(graph::Number::Real);

    pub(super) const fn int(ty: IntTy) -> Number {
        Number::Known(graph::Number::Int(ty))
    }
}

pub(super) type Action = graph::Action<Number>;
pub(super) type CastTo = graph::CastTo<Number>;
pub(super) type CollectiveAction = graph::CollectiveAction<Number>;
pub(super) type CommAction = graph::CommAction<Number>;
pub(super) type CommOf = graph::CommOf<Number>;
pub(super) type CommOperand = graph::CommOperand<Number>;
pub(super) type CounterTerm = graph::CounterTerm<Number>;
pub(super) type Holder = graph::Holder<Number>;
pub(super) type Membership = graph::Membership<Number>;
pub(super) type Memory = graph::Memory<Number>;
pub(super) type Node = graph::Node<Number>;
pub(super) type Piece = graph::Piece<Number>;
pub(super) type Place = graph::Place<Number>;
pub(super) type Proj = graph::Proj<Number>;
pub(super) type Root = graph::Root<Number>;
pub(super) type SharedVar = graph::SharedVar<Number>;
pub(super) type Term = graph::Term<Number>;
pub(super) type TermKind = graph::TermKind<Number>;
pub(super) type Universe = graph::Universe<Number>;
