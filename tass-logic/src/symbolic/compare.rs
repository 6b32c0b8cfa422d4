//! Comparisons: the atoms `p = 0`, `p <= 0`, `p < 0`.
//!
//! What always holds of an atom's polynomial is said in [`node`](super::node). Beyond that: an atom
//! whose truth follows from the ranges of its primitives ([`range`](super::range)) is a constant;
//! an atom over converted integers is an integer atom; an equation of quotients is multiplied out;
//! a product is zero when a factor is.

use dashu_ratio::RBig;

use super::arith::{Term, collect, is_one, merge, one, split_constant, zero};
use super::cache::Op;
use super::node::{ExprId, Node, Sort};
use super::number;
use super::store::{FALSE, Store, TRUE, UNDEFINED};

/// What a polynomial is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rel {
    /// `= 0`
    Eq,
    /// `<= 0`
    Le,
    /// `< 0`
    Lt,
}

impl Rel {
    fn holds(self, v: &RBig) -> bool {
        match self {
            Rel::Eq => v.is_zero(),
            Rel::Le => !number::is_pos(v),
            Rel::Lt => number::is_neg(v),
        }
    }
}

impl Store {
    /// `a == b` for scalars of one sort, and element by element for tuples and arrays.
    pub fn eq(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if a == UNDEFINED || b == UNDEFINED {
            return FALSE;
        }
        if a == b {
            return TRUE;
        }
        match self.sort(a) {
            Some(Sort::Bool) => self.iff(a, b),
            Some(_) => self.compare(Rel::Eq, a, b),
            None => self.eq_aggregates(a, b),
        }
    }

    /// `a != b`
    pub fn ne(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let eq = self.eq(a, b);
        self.not(eq)
    }

    /// `a < b`
    pub fn lt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Rel::Lt, a, b)
    }

    /// `a <= b`
    pub fn le(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Rel::Le, a, b)
    }

    /// `a > b`
    pub fn gt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Rel::Lt, b, a)
    }

    /// `a >= b`
    pub fn ge(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Rel::Le, b, a)
    }

    fn compare(&mut self, rel: Rel, a: ExprId, b: ExprId) -> ExprId {
        if a == UNDEFINED || b == UNDEFINED {
            return FALSE;
        }
        if a == b {
            return if rel == Rel::Lt { FALSE } else { TRUE };
        }
        let op = match rel {
            Rel::Eq => Op::Eq,
            Rel::Le => Op::Le,
            Rel::Lt => Op::Lt,
        };
        if let Some(e) = self.cache.binary(op, a, b) {
            return e;
        }
        let e = self.compare_anew(rel, a, b);
        self.cache.set_binary(op, a, b, e)
    }

    fn compare_anew(&mut self, rel: Rel, a: ExprId, b: ExprId) -> ExprId {
        let (a, b) = self.unify(a, b);
        if let Some(d) = self.offset(a, b) {
            return if rel.holds(&d) { TRUE } else { FALSE };
        }
        let sort = self.numeric(a, b);
        let (mut abuf, mut bbuf) = (None, None);
        let (xs, ys) = (self.terms(a, &mut abuf), self.terms(b, &mut bbuf));
        let terms = merge(xs, ys, &RBig::NEG_ONE);
        let terms = self.simplified(sort, terms);
        if rel == Rel::Eq && terms.iter().any(|t| self.meta(t.0).has_quot) {
            let p = self.poly_raw(sort, terms);
            return self.atom_of(rel, p);
        }
        self.atom(rel, sort, terms)
    }

    /// The atom that relates a number to zero.
    pub(super) fn atom_of(&mut self, rel: Rel, p: ExprId) -> ExprId {
        if p == UNDEFINED {
            return FALSE;
        }
        let sort = self.sort(p).expect("a number");
        let p = if rel == Rel::Eq && self.meta(p).has_quot {
            self.clear_denominators(p)
        } else {
            p
        };
        let terms = self.terms_owned(p);
        self.atom(rel, sort, terms)
    }

    /// The atom of collected terms.
    pub(super) fn atom(&mut self, rel: Rel, sort: Sort, mut terms: Vec<Term>) -> ExprId {
        if terms.is_empty() {
            return if rel == Rel::Lt { FALSE } else { TRUE };
        }
        if sort == Sort::Real && self.is_integral(&terms) {
            let content = number::content(terms.iter().map(|t| &t.1));
            terms
                .iter_mut()
                .for_each(|t| t.1 = number::div(&t.1, &content));
            let terms = self.integral(terms).expect("integral terms");
            return self.atom(rel, Sort::Int, terms);
        }
        let rel = if sort == Sort::Int && rel == Rel::Lt {
            terms = with_offset(terms, sort, &RBig::ONE);
            Rel::Le
        } else {
            rel
        };
        let (constant, others) = split_constant(&terms);
        if others.is_empty() {
            return if rel.holds(constant.unwrap_or(&number::ZERO)) {
                TRUE
            } else {
                FALSE
            };
        }
        let rel = match self.decide(rel, &terms) {
            Decided::No => rel,
            Decided::As(rel) => rel,
            Decided::Value(v) => return v,
            Decided::NotZero => {
                let eq = self.atom(Rel::Eq, sort, terms);
                return self.not(eq);
            }
        };
        if !self.normalise(rel, sort, &mut terms) {
            return FALSE;
        }
        if let Some(simpler) = self.simpler_atom(rel, sort, &terms) {
            return simpler;
        }
        let p = self.poly_raw(sort, terms);
        self.intern(match rel {
            Rel::Eq => Node::Eq0(p),
            Rel::Le => Node::Le0(p),
            Rel::Lt => Node::Lt0(p),
        })
    }

    /// What the range of a polynomial says about an atom.
    fn decide(&self, rel: Rel, terms: &[Term]) -> Decided {
        let range = self.range(terms);
        let (lo, hi) = (range.lo.as_ref(), range.hi.as_ref());
        let above = lo.is_some_and(number::is_pos);
        let below = hi.is_some_and(number::is_neg);
        let nonneg = lo.is_some_and(|lo| !number::is_neg(lo));
        let nonpos = hi.is_some_and(|hi| !number::is_pos(hi));
        match rel {
            Rel::Eq if above || below => Decided::Value(FALSE),
            Rel::Le if nonpos => Decided::Value(TRUE),
            Rel::Le if above => Decided::Value(FALSE),
            Rel::Le if nonneg => Decided::As(Rel::Eq),
            Rel::Lt if below => Decided::Value(TRUE),
            Rel::Lt if nonneg => Decided::Value(FALSE),
            Rel::Lt if nonpos => Decided::NotZero,
            _ => Decided::No,
        }
    }

    /// Scales, tightens and signs the terms of an atom; `false` if no integer solves the equation.
    pub(super) fn normalise(&self, rel: Rel, sort: Sort, terms: &mut Vec<Term>) -> bool {
        let (constant, others) = split_constant(terms);
        let negative = rel == Rel::Eq && number::is_neg(&others[0].1);
        if sort == Sort::Real {
            let content = number::content(terms.iter().map(|t| &t.1));
            let scale = if negative { -content } else { content };
            if !scale.is_one() {
                terms
                    .iter_mut()
                    .for_each(|t| t.1 = number::div(&t.1, &scale));
            }
            return true;
        }
        let g = number::content(others.iter().map(|t| &t.1));
        if !g.is_one() {
            let tightened = constant.map(|k| number::div(k, &g));
            if rel == Rel::Eq && tightened.as_ref().is_some_and(|k| !k.is_int()) {
                return false;
            }
            terms.iter_mut().for_each(|t| {
                t.1 = if is_one(t.0) {
                    number::ceil(&number::div(&t.1, &g))
                } else {
                    number::div(&t.1, &g)
                };
            });
            terms.retain(|t| !t.1.is_zero());
        }
        if negative {
            terms.iter_mut().for_each(|t| t.1 = -&t.1);
        }
        true
    }

    /// An atom on a single product or conditional may fall apart.
    fn simpler_atom(&mut self, rel: Rel, sort: Sort, terms: &[Term]) -> Option<ExprId> {
        let (constant, others) = split_constant(terms);
        let [(m, k)] = others else { return None };
        match self.node(*m) {
            Node::Prod(factors) if rel == Rel::Eq && constant.is_none() => {
                let factors: Vec<ExprId> = factors.iter().map(|f| f.0).collect();
                let zeros: Vec<ExprId> = factors
                    .into_iter()
                    .map(|p| self.eq(p, zero(sort)))
                    .collect();
                Some(self.any(&zeros))
            }
            Node::Ite(c, a, b) if self.is_const(*a) || self.is_const(*b) => {
                let (c, a, b, k) = (*c, *a, *b, k.clone());
                let offset = constant.cloned().unwrap_or(RBig::ZERO);
                let offset = self.num(sort, offset);
                let a = self.add_scaled(offset, a, &k);
                let b = self.add_scaled(offset, b, &k);
                let (a, b) = (self.atom_of(rel, a), self.atom_of(rel, b));
                Some(self.ite(c, a, b))
            }
            _ => None,
        }
    }

    /// The negation of an inequality.
    pub(super) fn negated_inequality(&mut self, strict: bool, p: ExprId) -> ExprId {
        let sort = self.sort(p).expect("a number");
        let mut terms = self.terms_owned(p);
        terms.iter_mut().for_each(|t| t.1 = -&t.1);
        self.atom(if strict { Rel::Le } else { Rel::Lt }, sort, terms)
    }
}

enum Decided {
    No,
    As(Rel),
    Value(ExprId),
    NotZero,
}

/// Terms with a number added.
pub(super) fn with_offset(mut terms: Vec<Term>, sort: Sort, k: &RBig) -> Vec<Term> {
    match terms.first_mut() {
        Some(t) if is_one(t.0) => {
            t.1 = number::add(&t.1, k);
            if t.1.is_zero() {
                terms.remove(0);
            }
            terms
        }
        _ if k.is_zero() => terms,
        _ => {
            terms.insert(0, (one(sort), k.clone()));
            debug_assert!(collect(terms.clone()) == terms);
            terms
        }
    }
}
