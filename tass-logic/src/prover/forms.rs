//! Linear forms: the part of a polynomial that bounds are known of.
//!
//! Invariant: a form is a nonempty sum of monomials, sorted by id, with coprime integer
//! coefficients, the first one positive. So all multiples of a sum, shifted by any constant, are
//! one form, and a bound on one is a bound on all. An integer read as a real is the same monomial
//! as the integer itself.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::budget::{heap, hold, indexed, slot};
use crate::symbolic::{ExprId, Node, Sort, Store};

use super::ratio::{Ratio, content};

/// The identity of a form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct FormId(u32);

/// A polynomial as `scale * form + offset`, with `scale` not zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scaled {
    pub(crate) form: FormId,
    pub(crate) scale: Ratio,
    pub(crate) offset: Ratio,
}

/// Every form met so far.
#[derive(Default)]
pub(crate) struct Forms {
    /// With whether the form only takes integer values.
    table: IndexMap<Box<[(ExprId, Ratio)]>, bool, FxBuildHasher>,
    memo: FxHashMap<ExprId, Option<Scaled>>,
}

impl Forms {
    /// The form of a polynomial; `None` for a constant, or when a coefficient is no machine word.
    pub(crate) fn of(&mut self, store: &Store, p: ExprId) -> Option<Scaled> {
        if let Some(&known) = self.memo.get(&p) {
            return known;
        }
        let scaled = self.build(store, p);
        hold(slot::<(ExprId, Option<Scaled>)>());
        self.memo.insert(p, scaled);
        scaled
    }

    /// The form's monomials and their coefficients.
    pub(crate) fn terms(&self, form: FormId) -> &[(ExprId, Ratio)] {
        self.table
            .get_index(form.0 as usize)
            .map_or(&[], |(terms, _)| terms)
    }

    /// Whether the form only takes integer values.
    pub(crate) fn integral(&self, form: FormId) -> bool {
        self.table
            .get_index(form.0 as usize)
            .is_some_and(|(_, &integral)| integral)
    }

    fn build(&mut self, store: &Store, p: ExprId) -> Option<Scaled> {
        let (mut terms, offset) = terms(store, p)?;
        let first = terms.first()?.1;
        let scale = content(terms.iter().map(|term| term.1))?;
        let scale = if first.is_negative() {
            scale.neg()?
        } else {
            scale
        };
        if !scale.is_one() {
            for (_, coefficient) in &mut terms {
                *coefficient = coefficient.div(scale)?;
            }
        }
        let integral = terms.iter().all(|&(m, _)| store.sort(m) == Some(Sort::Int));
        let (length, terms) = (terms.len(), terms.into());
        let (index, known) = self.table.insert_full(terms, integral);
        if known.is_none() {
            let form = length * size_of::<(ExprId, Ratio)>();
            hold(indexed::<(Box<[(ExprId, Ratio)]>, bool)>() + heap(form));
        }
        Some(Scaled {
            form: FormId(u32::try_from(index).ok()?),
            scale,
            offset,
        })
    }
}

/// A polynomial's monomials (never the number 1), sorted, and its constant.
pub(crate) fn terms(store: &Store, p: ExprId) -> Option<(Vec<(ExprId, Ratio)>, Ratio)> {
    let mut offset = Ratio::ZERO;
    let terms = match store.node(p) {
        Node::Num(_, value) => return Some((Vec::new(), Ratio::from_big(value)?)),
        Node::Sum(_, parts) => {
            let mut terms = Vec::with_capacity(parts.len());
            for (monomial, coefficient) in parts {
                let coefficient = Ratio::from_big(coefficient)?;
                match store.node(*monomial) {
                    Node::Num(..) => offset = coefficient,
                    Node::ToReal(integer) => terms.push((*integer, coefficient)),
                    _ => terms.push((*monomial, coefficient)),
                }
            }
            // Only integers read as reals can be out of order.
            terms.sort_unstable_by_key(|&(monomial, _)| monomial);
            terms
        }
        Node::ToReal(integer) => vec![(*integer, Ratio::ONE)],
        _ => vec![(p, Ratio::ONE)],
    };
    Some((terms, offset))
}
