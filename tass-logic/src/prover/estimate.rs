//! From facts to intervals of whole terms.
//!
//! Invariant: an estimate contains every value that the term can take where the facts hold. How far
//! it looks is bounded by depth and by the number of terms looked at, so its cost is small whatever
//! the term; what it does not look at may have any value.

use crate::symbolic::{ExprId, FoldOp, Node, Sort, Store};

use super::bounds::Interval;
use super::facts::Facts;
use super::forms::Forms;
use super::ratio::Ratio;

/// How deep into a term.
const DEPTH: u32 = 6;
/// How many terms in all.
const FUEL: u32 = 200;

const MINUS_ONE: Ratio = Ratio::int(-1);
const NONNEG: Interval = Interval::at_least(Ratio::ZERO);

/// One estimation under way.
pub(crate) struct Estimate<'a> {
    facts: &'a Facts,
    store: &'a Store,
    forms: &'a mut Forms,
    depth: u32,
    fuel: u32,
}

impl<'a> Estimate<'a> {
    pub(crate) fn new(facts: &'a Facts, store: &'a Store, forms: &'a mut Forms) -> Self {
        Estimate {
            facts,
            store,
            forms,
            depth: DEPTH,
            fuel: FUEL,
        }
    }

    /// The interval of a polynomial: as a whole, and term by term.
    pub(crate) fn number(&mut self, e: ExprId) -> Interval {
        if let Node::Num(_, value) = self.store.node(e) {
            return Ratio::from_big(value).map_or(Interval::ALL, Interval::point);
        }
        let Some(scaled) = self.forms.of(self.store, e) else {
            return Interval::ALL;
        };
        let mut sum = Interval::point(Ratio::ZERO);
        for index in 0..self.forms.terms(scaled.form).len() {
            let (monomial, coefficient) = self.forms.terms(scaled.form)[index];
            sum = sum.add(self.monomial(monomial).scale(coefficient));
            if sum == Interval::ALL {
                break;
            }
        }
        let mut inner = self.facts.of_form(scaled.form).meet(sum);
        if self.forms.integral(scaled.form) {
            inner = inner.integral();
        }
        inner
            .scale(scaled.scale)
            .add(Interval::point(scaled.offset))
    }

    /// The interval of a monomial: what is known of it, and what its shape says.
    pub(crate) fn monomial(&mut self, m: ExprId) -> Interval {
        let known = match self.forms.of(self.store, m) {
            Some(scaled) => self.facts.of_form(scaled.form),
            None => Interval::ALL,
        };
        if self.depth == 0 || self.fuel == 0 {
            return known;
        }
        self.depth -= 1;
        self.fuel -= 1;
        let shape = self.shape(m);
        self.depth += 1;
        known.meet(shape)
    }

    fn shape(&mut self, m: ExprId) -> Interval {
        let store = self.store;
        match store.node(m) {
            Node::App(function, _) if store.function(*function).nonneg => NONNEG,
            Node::Prod(factors) => {
                let mut product = Interval::point(Ratio::ONE);
                for &(factor, power) in factors {
                    product = product.mul(self.number(factor).power(power));
                }
                product
            }
            Node::Mod(_, divisor) => {
                let divisor = self.number(*divisor);
                let size = if divisor.always_negative() {
                    divisor.scale(MINUS_ONE)
                } else {
                    divisor
                };
                if !size.always_positive() {
                    return Interval::ALL;
                }
                Interval {
                    low: NONNEG.low,
                    high: size.add(Interval::point(MINUS_ONE)).high,
                }
            }
            Node::Div(dividend, divisor) => {
                let (dividend, divisor) = (self.number(*dividend), self.number(*divisor));
                quotient(dividend, divisor)
            }
            Node::Quot(dividend, divisor) => {
                let (dividend, divisor) = (self.number(*dividend), self.number(*divisor));
                sign_of_quotient(dividend, divisor)
            }
            Node::Floor(inner) => self.number(*inner).floor(),
            Node::ToReal(inner) => self.number(*inner),
            // Numbers of one sign, added up.
            Node::Fold {
                op: FoldOp::Sum,
                body,
                ..
            } => {
                let item = self.number(*body);
                if item.never_negative() {
                    NONNEG
                } else if item.never_positive() {
                    NONNEG.scale(MINUS_ONE)
                } else {
                    Interval::ALL
                }
            }
            Node::Ite(_, a, b) if store.sort(m).is_some_and(|sort| sort != Sort::Bool) => {
                let a = self.number(*a);
                if a == Interval::ALL {
                    return a;
                }
                a.join(self.number(*b))
            }
            _ => Interval::ALL,
        }
    }
}

/// Euclidean quotients.
fn quotient(dividend: Interval, divisor: Interval) -> Interval {
    if let Some(by) = divisor.single().filter(|by| by.is_positive()) {
        let inverse = Ratio::ONE.div(by);
        return inverse.map_or(Interval::ALL, |by| dividend.scale(by).floor());
    }
    if divisor.always_positive() && dividend.never_negative() {
        return Interval {
            low: NONNEG.low,
            high: dividend.high,
        };
    }
    Interval::ALL
}

fn sign_of_quotient(dividend: Interval, divisor: Interval) -> Interval {
    let (up, down) = (divisor.always_positive(), divisor.always_negative());
    if up && dividend.never_negative() || down && dividend.never_positive() {
        NONNEG
    } else if up && dividend.never_positive() || down && dividend.never_negative() {
        NONNEG.scale(MINUS_ONE)
    } else {
        Interval::ALL
    }
}
