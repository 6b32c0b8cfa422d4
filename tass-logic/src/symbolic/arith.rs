//! Polynomial arithmetic.
//!
//! What always holds of the result of every constructor here: it is a number, a primitive, a
//! monomial or a [`Node::Sum`], in the canonical form of [`node`](super::node); two polynomials
//! that are equal as polynomials over their primitives are one node. Products are therefore
//! multiplied out.

use dashu_ratio::RBig;

use super::cache::Op;
use super::node::{ExprId, Node, Sort};
use super::number::{self, ONE, Rational, ZERO};
use super::store::{INT_ONE, INT_ZERO, REAL_ONE, REAL_ZERO, Store, UNDEFINED};

/// A term of a polynomial: monomial and coefficient.
pub(super) type Term = (ExprId, RBig);
/// A factor of a monomial: primitive and exponent.
pub(super) type Factor = (ExprId, u32);

/// The number 1 of a sort: the monomial of constants.
pub(super) fn one(sort: Sort) -> ExprId {
    if sort == Sort::Int { INT_ONE } else { REAL_ONE }
}

pub(super) fn zero(sort: Sort) -> ExprId {
    if sort == Sort::Int {
        INT_ZERO
    } else {
        REAL_ZERO
    }
}

pub(super) fn is_one(e: ExprId) -> bool {
    e == INT_ONE || e == REAL_ONE
}

/// The constant of sorted terms, and the others.
pub(super) fn split_constant(terms: &[Term]) -> (Option<&RBig>, &[Term]) {
    match terms {
        [(m, k), rest @ ..] if is_one(*m) => (Some(k), rest),
        _ => (None, terms),
    }
}

/// Sorts terms by monomial and adds up equal ones.
pub(super) fn collect(mut terms: Vec<Term>) -> Vec<Term> {
    terms.sort_unstable_by_key(|t| t.0);
    let mut out: Vec<Term> = Vec::with_capacity(terms.len());
    for (m, k) in terms {
        match out.last_mut() {
            Some(last) if last.0 == m => last.1 = number::add(&last.1, &k),
            _ => {
                out.pop_if(|t| t.1.is_zero());
                out.push((m, k));
            }
        }
    }
    out.pop_if(|t| t.1.is_zero());
    out
}

/// Terms of a product that are worth collecting.
const SOME_TERMS: usize = 1 << 16;

impl Store {
    /// `-a`
    pub fn neg(&mut self, a: ExprId) -> ExprId {
        self.scale(a, &RBig::NEG_ONE)
    }

    /// `a + b`
    pub fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(e) = self.cache.binary(Op::Add, a, b) {
            return e;
        }
        let e = self.add_scaled(a, b, &ONE);
        self.cache.set_binary(Op::Add, a, b, e)
    }

    /// `a - b`
    pub fn sub(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if let Some(e) = self.cache.binary(Op::Sub, a, b) {
            return e;
        }
        let e = self.add_scaled(a, b, &RBig::NEG_ONE);
        self.cache.set_binary(Op::Sub, a, b, e)
    }

    /// `a * b`
    pub fn mul(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(e) = self.cache.binary(Op::Mul, a, b) {
            return e;
        }
        let e = self.product(a, b);
        self.cache.set_binary(Op::Mul, a, b, e)
    }

    fn product(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if a == UNDEFINED || b == UNDEFINED {
            return UNDEFINED;
        }
        let (a, b) = self.unify(a, b);
        if let Some(k) = self.as_num(a) {
            let k = k.clone();
            return self.scale(b, &k);
        }
        if let Some(k) = self.as_num(b) {
            let k = k.clone();
            return self.scale(a, &k);
        }
        if let Some((c, x, y)) = self.ite_of_numbers(a) {
            let (x, y) = (self.mul(x, b), self.mul(y, b));
            return self.ite(c, x, y);
        }
        if let Some((c, x, y)) = self.ite_of_numbers(b) {
            let (x, y) = (self.mul(a, x), self.mul(a, y));
            return self.ite(c, x, y);
        }
        let sort = self.numeric(a, b);
        let (xs, ys) = (self.terms_owned(a), self.terms_owned(b));
        let terms = self.mul_terms(&xs, &ys);
        self.poly(sort, terms)
    }

    /// The sum of all; the integer 0 if there are none.
    pub fn sum(&mut self, xs: &[ExprId]) -> ExprId {
        match *xs {
            [] => return INT_ZERO,
            [a] => return a,
            [a, b] => return self.add(a, b),
            _ => {}
        }
        if xs.contains(&UNDEFINED) {
            return UNDEFINED;
        }
        let sort = self.numeric(xs[0], xs[1]);
        let mut terms = Vec::with_capacity(xs.len());
        for &x in xs {
            let mut buf = None;
            terms.extend_from_slice(self.terms(x, &mut buf));
        }
        self.poly(sort, collect(terms))
    }

    /// `a` to the power `n`
    pub fn pow(&mut self, a: ExprId, n: u32) -> ExprId {
        if a == UNDEFINED {
            return a;
        }
        let sort = self.sort(a).unwrap_or(Sort::Int);
        match n {
            0 => return one(sort),
            1 => return a,
            _ => {}
        }
        if let Some(v) = self.as_num(a) {
            let v = number::pow(v, n);
            return self.num(sort, v);
        }
        if let Some((c, x, y)) = self.ite_of_numbers(a) {
            let (x, y) = (self.pow(x, n), self.pow(y, n));
            return self.ite(c, x, y);
        }
        if self.is_primitive(a) {
            return self.intern(Node::Prod(Box::new([(a, n)])));
        }
        let half = self.pow(a, n / 2);
        let square = self.mul(half, half);
        if n.is_multiple_of(2) {
            square
        } else {
            self.mul(square, a)
        }
    }

    /// `k * a`; integral `k` only, when `a` is an integer.
    pub fn scale(&mut self, a: ExprId, k: &Rational) -> ExprId {
        if k.is_one() || a == UNDEFINED {
            return a;
        }
        let sort = self.numeric(a, a);
        if k.is_zero() {
            return zero(sort);
        }
        match self.node(a) {
            Node::Num(_, v) => {
                let v = number::mul(v, k);
                self.num(sort, v)
            }
            Node::Sum(_, terms) => {
                let terms = terms.iter().map(|(m, c)| (*m, number::mul(c, k))).collect();
                self.poly_raw(sort, terms)
            }
            _ => self.poly_raw(sort, vec![(a, k.clone())]),
        }
    }

    /// `a + k * b`
    pub(super) fn add_scaled(&mut self, a: ExprId, b: ExprId, k: &RBig) -> ExprId {
        if a == UNDEFINED || b == UNDEFINED {
            return UNDEFINED;
        }
        let (a, b) = self.unify(a, b);
        let sort = self.numeric(a, b);
        if let (Node::Num(_, x), Node::Num(_, y)) = (self.node(a), self.node(b)) {
            let v = number::add(x, &number::mul(y, k));
            return self.num(sort, v);
        }
        if b == zero(sort) || k.is_zero() {
            return a;
        }
        if a == zero(sort) {
            return self.scale(b, k);
        }
        let (mut abuf, mut bbuf) = (None, None);
        let (xs, ys) = (self.terms(a, &mut abuf), self.terms(b, &mut bbuf));
        let terms = merge(xs, ys, k);
        self.poly(sort, terms)
    }

    /// An integer literal beside a real is a real.
    pub(super) fn unify(&mut self, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
        match (self.sort(a), self.sort(b)) {
            (Some(Sort::Int), Some(Sort::Real)) if self.is_const(a) => (self.to_real(a), b),
            (Some(Sort::Real), Some(Sort::Int)) if self.is_const(b) => (a, self.to_real(b)),
            _ => (a, b),
        }
    }

    /// The common sort of two numbers.
    pub(super) fn numeric(&self, a: ExprId, b: ExprId) -> Sort {
        let (x, y) = (self.sort(a), self.sort(b));
        match (x, y) {
            (Some(x), Some(y)) if x == y && x != Sort::Bool => x,
            _ => panic!(
                "arithmetic on {} ({x:?}) and {} ({y:?})",
                self.display(a),
                self.display(b)
            ),
        }
    }

    /// A numeric node that is not a number, sum or product.
    pub(super) fn is_primitive(&self, e: ExprId) -> bool {
        !matches!(self.node(e), Node::Num(..) | Node::Sum(..) | Node::Prod(..))
    }

    /// `ite(c, x, y)` with numbers for `x` and `y`.
    fn ite_of_numbers(&self, e: ExprId) -> Option<(ExprId, ExprId, ExprId)> {
        match *self.node(e) {
            Node::Ite(c, x, y) if self.is_const(x) && self.is_const(y) => Some((c, x, y)),
            _ => None,
        }
    }

    /// The terms of any number; `buf` holds them when the node does not.
    pub(super) fn terms<'a>(&'a self, e: ExprId, buf: &'a mut Option<Term>) -> &'a [Term] {
        match self.node(e) {
            Node::Sum(_, terms) => terms,
            Node::Num(_, v) if v.is_zero() => &[],
            Node::Num(sort, v) => {
                *buf = Some((one(*sort), v.clone()));
                buf.as_slice()
            }
            _ => {
                *buf = Some((e, RBig::ONE));
                buf.as_slice()
            }
        }
    }

    pub(super) fn terms_owned(&self, e: ExprId) -> Vec<Term> {
        let mut buf = None;
        self.terms(e, &mut buf).to_vec()
    }

    /// The factors of a monomial; none for the number 1.
    pub(super) fn factors<'a>(&'a self, m: ExprId, buf: &'a mut Option<Factor>) -> &'a [Factor] {
        match self.node(m) {
            Node::Prod(factors) => factors,
            Node::Num(..) => &[],
            _ => {
                *buf = Some((m, 1));
                buf.as_slice()
            }
        }
    }

    pub(super) fn factors_owned(&self, m: ExprId) -> Vec<Factor> {
        let mut buf = None;
        self.factors(m, &mut buf).to_vec()
    }

    /// The polynomial of collected terms, after the simplifications that look at several terms at
    /// once.
    pub(super) fn poly(&mut self, sort: Sort, terms: Vec<Term>) -> ExprId {
        let terms = self.simplified(sort, terms);
        self.poly_raw(sort, terms)
    }

    /// Collected terms after the simplifications that look at several terms at once.
    pub(super) fn simplified(&mut self, sort: Sort, terms: Vec<Term>) -> Vec<Term> {
        match sort {
            Sort::Real if terms.iter().any(|t| self.meta(t.0).has_quot) => {
                self.reduce_quotients(terms)
            }
            Sort::Int if terms.len() > 1 && terms.iter().any(|t| self.meta(t.0).has_mod) => {
                self.recombine(terms)
            }
            _ => terms,
        }
    }

    /// `a - b` if that is a constant.
    pub(super) fn offset(&self, a: ExprId, b: ExprId) -> Option<RBig> {
        let (mut abuf, mut bbuf) = (None, None);
        let (j, xs) = split_constant(self.terms(a, &mut abuf));
        let (k, ys) = split_constant(self.terms(b, &mut bbuf));
        (xs == ys).then(|| number::sub(j.unwrap_or(&ZERO), k.unwrap_or(&ZERO)))
    }

    /// The polynomial of collected terms.
    pub(super) fn poly_raw(&mut self, sort: Sort, terms: Vec<Term>) -> ExprId {
        debug_assert!(sort == Sort::Real || terms.iter().all(|t| t.1.is_int()));
        debug_assert!(terms.is_sorted_by(|a, b| a.0 < b.0));
        debug_assert!(terms.iter().all(|t| !t.1.is_zero()));
        match &terms[..] {
            [] => zero(sort),
            [(m, k)] if is_one(*m) => {
                let k = k.clone();
                self.num(sort, k)
            }
            [(m, k)] if k.is_one() => *m,
            _ => self.intern(Node::Sum(sort, terms.into())),
        }
    }

    pub(super) fn mul_terms(&mut self, xs: &[Term], ys: &[Term]) -> Vec<Term> {
        // Most monomials of a large product come up many times: they are collected now and then.
        let mut most = SOME_TERMS;
        let mut terms = Vec::with_capacity(xs.len().saturating_mul(ys.len()).min(most));
        for (m, j) in xs {
            for (n, k) in ys {
                crate::budget::tick();
                let monomial = self.mul_monomials(*m, *n);
                terms.push((monomial, number::mul(j, k)));
            }
            if terms.len() > most {
                terms = collect(terms);
                most = SOME_TERMS.max(2 * terms.len());
            }
        }
        collect(terms)
    }

    pub(super) fn mul_monomials(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if is_one(a) {
            return b;
        }
        if is_one(b) {
            return a;
        }
        let (mut abuf, mut bbuf) = (None, None);
        let mut factors = [self.factors(a, &mut abuf), self.factors(b, &mut bbuf)].concat();
        factors.sort_unstable_by_key(|f| f.0);
        factors.dedup_by(|f, kept| {
            let same = f.0 == kept.0;
            if same {
                kept.1 += f.1;
            }
            same
        });
        if self.meta(a).has_quot || self.meta(b).has_quot {
            self.cancel_inverses(&mut factors);
        }
        let sort = self.numeric(a, b);
        self.monomial(sort, factors)
    }

    /// The monomial of sorted factors.
    pub(super) fn monomial(&mut self, sort: Sort, factors: Vec<Factor>) -> ExprId {
        match factors[..] {
            [] => one(sort),
            [(p, 1)] => p,
            _ => self.intern(Node::Prod(factors.into())),
        }
    }
}

/// `xs + k * ys`, of sorted terms.
pub(super) fn merge(xs: &[Term], ys: &[Term], k: &RBig) -> Vec<Term> {
    let mut out = Vec::with_capacity(xs.len() + ys.len());
    let (mut i, mut j) = (0, 0);
    while i < xs.len() && j < ys.len() {
        let ((m, a), (n, b)) = (&xs[i], &ys[j]);
        if m < n {
            out.push((*m, a.clone()));
            i += 1;
        } else if n < m {
            out.push((*n, number::mul(b, k)));
            j += 1;
        } else {
            let c = number::add(a, &number::mul(b, k));
            if !c.is_zero() {
                out.push((*m, c));
            }
            i += 1;
            j += 1;
        }
    }
    out.extend_from_slice(&xs[i..]);
    out.extend(ys[j..].iter().map(|(n, b)| (*n, number::mul(b, k))));
    out
}
