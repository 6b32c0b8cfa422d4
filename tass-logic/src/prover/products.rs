//! Products of bounds: a little of nonlinear arithmetic, enough for the indices of matrices.
//!
//! Invariant: if `p <= 0` and `q <= 0` hold then `p * q >= 0` does; nothing else is used. The
//! products are constraints of the present case, like the atoms they come from. Only those are
//! taken that the present point breaks and that bring in no new monomial, so that the linear
//! problem hardly grows.

use crate::symbolic::{ExprId, Node, Sort};

use super::linear::{Constraint, Relation};
use super::native::Native;
use super::ratio::Ratio;

/// Products learned at a time.
const MAX_PRODUCTS: usize = 12;
/// Products in force at a time.
const MAX_IN_ALL: usize = 48;
/// Atoms with more terms than this are not multiplied.
const MAX_TERMS: usize = 4;

/// `p` compared to zero.
type Atom = (ExprId, Relation);

impl Native<'_> {
    /// Adds products of bounds that the point breaks; how many.
    pub(super) fn multiply(&mut self, point: &[Ratio]) -> usize {
        let is_product = |e: &ExprId| matches!(self.store.node(*e), Node::Prod(_));
        let products: Vec<ExprId> = self.variables.keys().copied().filter(is_product).collect();
        let mut found = 0;
        for product in products {
            let Node::Prod(factors) = self.store.node(product).clone() else {
                continue;
            };
            let (x, y) = match *factors {
                [(x, 1), (y, 1)] => (x, y),
                [(x, 2)] => (x, x),
                _ => continue,
            };
            let (left, right) = (self.atoms_on(x), self.atoms_on(y));
            for &p in &left {
                for &q in &right {
                    if found >= MAX_PRODUCTS || self.multiplied.len() >= MAX_IN_ALL {
                        return found;
                    }
                    if !self.multiplied.contains(&(p.0, q.0))
                        && let Some(constraint) = self.product(p, q)
                        && constraint.holds(point) == Some(false)
                    {
                        self.multiplied.push((p.0, q.0));
                        self.constrain(constraint);
                        found += 1;
                    }
                }
            }
        }
        found
    }

    /// The atoms in force that bound a factor, and its own bounds.
    fn atoms_on(&mut self, factor: ExprId) -> Vec<Atom> {
        let mut atoms: Vec<Atom> = Vec::new();
        for &(p, relation) in &self.atoms {
            let view = self.store.linear(p);
            if view.len() <= MAX_TERMS && view.terms().any(|(m, _)| m == factor) {
                atoms.push((p, relation));
            }
        }
        let sort = self.store.sort(factor).unwrap_or(Sort::Int);
        let interval = self.facts.interval(self.store, self.forms, factor);
        let relation = |open| if open { Relation::Lt } else { Relation::Le };
        if let Some(low) = interval.low {
            let at = self.store.num(sort, low.at.to_big());
            atoms.push((self.store.sub(at, factor), relation(low.open)));
        }
        if let Some(high) = interval.high {
            let at = self.store.num(sort, high.at.to_big());
            atoms.push((self.store.sub(factor, at), relation(high.open)));
        }
        atoms
    }

    /// What two atoms say about the product of their polynomials, if all its monomials are known.
    fn product(&mut self, (p, first): Atom, (q, second): Atom) -> Option<Constraint> {
        let relation = match (first, second) {
            (Relation::Eq, _) | (_, Relation::Eq) => Relation::Eq,
            (Relation::Lt, Relation::Lt) => Relation::Lt,
            _ => Relation::Le,
        };
        let product = self.store.mul(p, q);
        let product = self.store.neg(product);
        let known = |(m, _): (ExprId, _)| {
            let m = match *self.store.node(m) {
                Node::ToReal(inner) => inner,
                _ => m,
            };
            self.variables.contains_key(&m)
        };
        if !self.store.linear(product).terms().all(known) {
            return None;
        }
        self.constraint(product, relation)
    }
}
