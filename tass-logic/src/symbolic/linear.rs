//! Numbers as linear combinations of monomials.

use dashu_ratio::RBig;

use super::arith::{Term, split_constant};
use super::node::{ExprId, Node};
use super::number::{ONE, Rational, ZERO};
use super::store::Store;

/// A number seen as `constant + Σ coefficient * monomial`.
#[derive(Clone, Copy, Debug)]
pub struct LinearView<'a> {
    terms: &'a [Term],
    single: Option<ExprId>,
    constant: &'a RBig,
}

impl<'a> LinearView<'a> {
    /// The monomials other than 1, each with its coefficient, by id.
    pub fn terms(&self) -> impl Iterator<Item = (ExprId, &'a Rational)> + use<'a> {
        let single = self.single.map(|m| (m, &ONE));
        single
            .into_iter()
            .chain(self.terms.iter().map(|(m, k)| (*m, k)))
    }

    /// The constant.
    pub fn constant(&self) -> &'a Rational {
        self.constant
    }

    /// The number of monomials other than 1.
    pub fn len(&self) -> usize {
        self.terms.len() + usize::from(self.single.is_some())
    }

    /// Is it a constant?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Store {
    /// The linear view of a number; a primitive is once itself.
    pub fn linear(&self, p: ExprId) -> LinearView<'_> {
        match self.node(p) {
            Node::Num(_, v) => LinearView {
                terms: &[],
                single: None,
                constant: v,
            },
            Node::Sum(_, terms) => {
                let (constant, terms) = split_constant(terms);
                LinearView {
                    terms,
                    single: None,
                    constant: constant.unwrap_or(&ZERO),
                }
            }
            _ => LinearView {
                terms: &[],
                single: Some(p),
                constant: &ZERO,
            },
        }
    }
}
