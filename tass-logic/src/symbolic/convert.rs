//! Between integers and reals.
//!
//! What always holds: `ToReal` stands on an integer primitive (conversion distributes over sums and
//! products), and `Floor` on a real from which everything known to be integral has been taken out.

use dashu_ratio::RBig;

use super::arith::{Term, collect, is_one};
use super::node::{ExprId, Node, Sort};
use super::number;
use super::store::{INT_ONE, REAL_ONE, REAL_ZERO, Store, UNDEFINED};

impl Store {
    /// An integer as a real.
    pub fn to_real(&mut self, a: ExprId) -> ExprId {
        if a == UNDEFINED || self.sort(a) == Some(Sort::Real) {
            return a;
        }
        match self.node(a) {
            Node::Num(_, v) => {
                let v = v.clone();
                self.num(Sort::Real, v)
            }
            Node::Sum(_, terms) => {
                let terms = terms.to_vec();
                let terms = terms
                    .into_iter()
                    .map(|(m, k)| (self.to_real(m), k))
                    .collect();
                self.poly(Sort::Real, collect(terms))
            }
            Node::Prod(factors) => {
                let factors = factors.to_vec();
                let mut factors: Vec<_> = factors
                    .into_iter()
                    .map(|(p, n)| (self.to_real(p), n))
                    .collect();
                factors.sort_unstable_by_key(|f| f.0);
                self.monomial(Sort::Real, factors)
            }
            Node::Ite(c, x, y) if self.is_const(*x) || self.is_const(*y) => {
                let (c, x, y) = (*c, *x, *y);
                let (x, y) = (self.to_real(x), self.to_real(y));
                self.ite(c, x, y)
            }
            _ => self.intern(Node::ToReal(a)),
        }
    }

    /// The greatest integer not above a real.
    pub fn floor(&mut self, a: ExprId) -> ExprId {
        if a == UNDEFINED || self.sort(a) == Some(Sort::Int) {
            return a;
        }
        if let Node::Ite(c, x, y) = *self.node(a)
            && (self.is_const(x) || self.is_const(y))
        {
            let (x, y) = (self.floor(x), self.floor(y));
            return self.ite(c, x, y);
        }
        let (mut whole, mut rest): (Vec<Term>, Vec<Term>) = (Vec::new(), Vec::new());
        let mut integral = true;
        for (m, k) in self.terms_owned(a) {
            match self.integral_monomial(m) {
                Some(n) => {
                    let q = number::floor(&k);
                    let r = number::sub(&k, &q);
                    if !q.is_zero() {
                        whole.push((n, q));
                    }
                    if !r.is_zero() {
                        rest.push((m, r));
                    }
                }
                None => {
                    integral = false;
                    rest.push((m, k));
                }
            }
        }
        let whole = self.poly(Sort::Int, collect(whole));
        if rest.iter().all(|t| is_one(t.0)) {
            return whole; // what is left is a constant in 0..1
        }
        let floor = if integral {
            let content = number::content(rest.iter().map(|t| &t.1));
            let d = RBig::from(content.denominator().clone());
            let over = rest.iter().map(|(m, k)| (*m, number::mul(k, &d))).collect();
            let over = self.integral(over).expect("integral terms");
            let over = self.poly(Sort::Int, over);
            let d = self.num(Sort::Int, d);
            self.div_euclid(over, d)
        } else {
            let rest = self.poly(Sort::Real, rest);
            self.intern(Node::Floor(rest))
        };
        self.add(whole, floor)
    }

    /// A real rounded toward zero, as `as` does in Rust.
    pub fn trunc_to_int(&mut self, a: ExprId) -> ExprId {
        if a == UNDEFINED || self.sort(a) == Some(Sort::Int) {
            return a;
        }
        let nonneg = self.ge(a, REAL_ZERO);
        let up = self.floor(a);
        let minus = self.neg(a);
        let down = self.floor(minus);
        let down = self.neg(down);
        self.ite(nonneg, up, down)
    }

    /// Real terms with integral coefficients over converted integers, as integer terms.
    pub(super) fn integral(&mut self, terms: Vec<Term>) -> Option<Vec<Term>> {
        let mut out = Vec::with_capacity(terms.len());
        for (m, k) in terms {
            debug_assert!(k.is_int());
            out.push((self.integral_monomial(m)?, k));
        }
        Some(collect(out))
    }

    /// Are all monomials converted integers?
    pub(super) fn is_integral(&self, terms: &[Term]) -> bool {
        let integral = |m: ExprId| match self.node(m) {
            Node::Num(..) | Node::ToReal(_) => true,
            Node::Prod(factors) => factors
                .iter()
                .all(|f| matches!(self.node(f.0), Node::ToReal(_))),
            _ => false,
        };
        terms.iter().all(|t| integral(t.0))
    }

    /// The integer monomial that a real one converts.
    fn integral_monomial(&mut self, m: ExprId) -> Option<ExprId> {
        match self.node(m) {
            Node::ToReal(p) => Some(*p),
            _ if m == REAL_ONE => Some(INT_ONE),
            Node::Prod(factors) => {
                let mut out = Vec::with_capacity(factors.len());
                for (p, n) in factors {
                    match self.node(*p) {
                        Node::ToReal(p) => out.push((*p, *n)),
                        _ => return None,
                    }
                }
                out.sort_unstable_by_key(|f| f.0);
                Some(self.monomial(Sort::Int, out))
            }
            _ => None,
        }
    }
}
