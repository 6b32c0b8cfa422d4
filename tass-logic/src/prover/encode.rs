//! From atoms to constraints on the linear problem's variables.
//!
//! Invariant: a constraint says no more than the atom it comes from, and a variable is constrained
//! only by what holds of its term whatever the case. A monomial that is not a symbol is a variable
//! like any other; what its shape says about it (bounds, the meaning of a quotient, a remainder, a
//! conditional) is added once, when it is first met. What cannot be written down with machine words
//! is left out.

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::symbolic::{ExprId, Extent, Node, Sort};

use super::bounds::Interval;
use super::forms::terms;
use super::linear::{Constraint, Relation};
use super::native::{Item, Native};
use super::ratio::Ratio;

/// Variables before giving up.
const MAX_VARIABLES: usize = 90;

impl Native<'_> {
    pub(super) fn relate(&mut self, p: ExprId, relation: Relation) -> bool {
        // A constraint that cannot be written down is dropped: less is known, nothing wrong is.
        if let Some(constraint) = self.constraint(p, relation) {
            self.constraints.push(constraint);
            self.atoms.push((p, relation));
        }
        true
    }

    /// Adds a constraint that the present case implies.
    pub(super) fn constrain(&mut self, constraint: Constraint) {
        self.constraints.push(constraint);
    }

    /// `p` compared to zero, over the linear problem's variables.
    pub(super) fn constraint(&mut self, p: ExprId, relation: Relation) -> Option<Constraint> {
        let (monomials, constant) = terms(self.store, p)?;
        let mut terms = Vec::with_capacity(monomials.len());
        for (monomial, coefficient) in monomials {
            terms.push((self.variable(monomial)?, coefficient));
        }
        terms.sort_unstable_by_key(|term| term.0);
        Some(Constraint {
            terms,
            constant,
            relation,
        })
    }

    /// The variable of a monomial, made known with what its shape says.
    fn variable(&mut self, monomial: ExprId) -> Option<u32> {
        if let Some(&variable) = self.variables.get(&monomial) {
            return Some(variable);
        }
        if let Node::Div(a, b) | Node::Mod(a, b) = *self.store.node(monomial)
            && let Some((quotient, remainder)) = self.division(a, b)
        {
            let is_quotient = matches!(self.store.node(monomial), Node::Div(..));
            let variable = if is_quotient { quotient } else { remainder };
            self.variables.insert(monomial, variable);
            return Some(variable);
        }
        let variable = self.fresh(self.store.sort(monomial)? == Sort::Int)?;
        self.variables.insert(monomial, variable);
        match *self.store.node(monomial) {
            Node::Sym(_) => return Some(variable),
            Node::Floor(inner) => {
                // inner - 1 < v <= inner
                if let Some(below) = self.minus(variable, inner, Relation::Le) {
                    if let Some(mut above) = negated(&below)
                        && let Some(constant) = above.constant.sub(Ratio::ONE)
                    {
                        above.constant = constant;
                        above.relation = Relation::Lt;
                        self.definitions.push(above);
                    }
                    self.definitions.push(below);
                }
            }
            Node::Ite(condition, a, b) => {
                let otherwise = self.store.not(condition);
                let a = self.minus(variable, a, Relation::Eq);
                let b = self.minus(variable, b, Relation::Eq);
                if let (Some(a), Some(b)) = (a, b) {
                    let mut ways = vec![
                        vec![Item::Formula(condition), Item::Linear(a)],
                        vec![Item::Formula(otherwise), Item::Linear(b)],
                    ];
                    // Where the condition has no value, neither way need be open.
                    let domain = self.store.domain(condition);
                    if self.facts.truth(self.store, self.forms, domain) != Some(true) {
                        ways.push(vec![Item::Formula(self.store.not(domain))]);
                    }
                    self.lasting_split(ways);
                }
            }
            _ => {}
        }
        let interval = self.facts.interval(self.store, self.forms, monomial);
        self.bound(variable, interval);
        Some(variable)
    }

    fn fresh(&mut self, integer: bool) -> Option<u32> {
        if self.integer.len() >= MAX_VARIABLES {
            return None;
        }
        self.integer.push(integer);
        u32::try_from(self.integer.len() - 1).ok()
    }

    /// Quotient and remainder by a constant `c > 0`: `a = c * q + r` with `0 <= r < c`.
    fn division(&mut self, a: ExprId, b: ExprId) -> Option<(u32, u32)> {
        if let Some(&pair) = self.divisions.get(&(a, b)) {
            return Some(pair);
        }
        let divisor = Ratio::from_big(self.store.as_num(b)?)?;
        if !divisor.is_positive() {
            return None;
        }
        let (quotient, remainder) = (self.fresh(true)?, self.fresh(true)?);
        self.divisions.insert((a, b), (quotient, remainder));
        let most = divisor.sub(Ratio::ONE)?;
        self.bound(remainder, Interval::between(Ratio::ZERO, most));
        let mut equation = self.constraint(a, Relation::Eq)?;
        equation.terms.push((quotient, divisor.neg()?));
        equation.terms.push((remainder, Ratio::int(-1)));
        equation.terms.sort_unstable_by_key(|term| term.0);
        self.definitions.push(equation);
        Some((quotient, remainder))
    }

    /// `variable - p` compared to zero.
    fn minus(&mut self, variable: u32, p: ExprId, relation: Relation) -> Option<Constraint> {
        let mut constraint = negated(&self.constraint(p, relation)?)?;
        match constraint.terms.iter_mut().find(|term| term.0 == variable) {
            Some(_) => return None,
            None => constraint.terms.push((variable, Ratio::ONE)),
        }
        constraint.terms.sort_unstable_by_key(|term| term.0);
        Some(constraint)
    }

    /// Bounds the symbols and applications to which the point gives a value that they may not have;
    /// false if there are none, or none whose bounds can be written down. The bounds are left out
    /// until they matter: hardly ever.
    pub(super) fn stay_within(&mut self, point: &[Ratio]) -> bool {
        let mut bounds = Vec::new();
        for (&monomial, &variable) in &self.variables {
            let extent = self.store.extent(monomial);
            let Some(value) = point.get(variable as usize) else {
                continue;
            };
            if extent == Extent::Any || extent.contains(&value.to_big()) {
                continue;
            }
            let end = |end: Option<IBig>| Ratio::from_big(&RBig::from(end?));
            let interval = if value.is_negative() {
                end(extent.low()).map(Interval::at_least)
            } else {
                end(extent.high()).map(Interval::at_most)
            };
            bounds.extend(interval.map(|interval| (variable, interval)));
        }
        for &(variable, interval) in &bounds {
            self.bound(variable, interval);
        }
        !bounds.is_empty()
    }

    fn bound(&mut self, variable: u32, interval: Interval) {
        let mut push = |coefficient: Ratio, constant: Option<Ratio>, open: bool| {
            if let Some(constant) = constant {
                self.definitions.push(Constraint {
                    terms: vec![(variable, coefficient)],
                    constant,
                    relation: if open { Relation::Lt } else { Relation::Le },
                });
            }
        };
        if let Some(low) = interval.low {
            push(Ratio::int(-1), Some(low.at), low.open);
        }
        if let Some(high) = interval.high {
            push(Ratio::ONE, high.at.neg(), high.open);
        }
    }
}

/// Both sides of the comparison negated: `p < 0` becomes `-p < 0`.
pub(super) fn negated(constraint: &Constraint) -> Option<Constraint> {
    let mut terms = Vec::with_capacity(constraint.terms.len());
    for &(variable, coefficient) in &constraint.terms {
        terms.push((variable, coefficient.neg()?));
    }
    Some(Constraint {
        terms,
        constant: constraint.constant.neg()?,
        relation: constraint.relation,
    })
}
