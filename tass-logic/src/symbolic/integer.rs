//! Integer division, Euclidean and truncating.
//!
//! `Div` and `Mod` are Euclidean: `a = b * div(a, b) + mod(a, b)` with `0 <= mod(a, b) < |b|`. What
//! always holds of the nodes: the divisor is not a negative number, nor 1, and its first
//! coefficient is positive; of a constant divisor `c`, the coefficients of the dividend lie in
//! `0..c` and have no common divisor with `c` (the constant aside).

use dashu_int::ops::Gcd;
use dashu_ratio::RBig;

use super::arith::{Term, collect, is_one, one, split_constant, zero};
use super::cache::Op;
use super::node::{ExprId, Node, Sort};
use super::number;
use super::store::{INT_ONE, INT_ZERO, Store, UNDEFINED};

/// What a dividend leaves over once multiples of the divisor are split off.
struct Split {
    whole: ExprId,
    rest: ExprId,
}

impl Store {
    /// The Euclidean quotient; the caller guarantees that `b` is not zero.
    pub fn div_euclid(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if a == UNDEFINED || b == UNDEFINED || b == INT_ZERO {
            return UNDEFINED;
        }
        if a == INT_ZERO || b == INT_ONE {
            return a;
        }
        if let Some(e) = self.cache.binary(Op::Div, a, b) {
            return e;
        }
        let e = self.divided(a, b);
        self.cache.set_binary(Op::Div, a, b, e)
    }

    fn divided(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if self.leads_negative(b) {
            let b = self.neg(b);
            let q = self.div_euclid(a, b);
            return self.neg(q);
        }
        match self.as_num(b).cloned() {
            Some(c) => self.div_constant(a, &c),
            None => {
                let Split { whole, rest } = self.split_symbolic(a, b);
                if rest == INT_ZERO {
                    return whole;
                }
                let div = self.intern(Node::Div(rest, b));
                self.add(whole, div)
            }
        }
    }

    /// The Euclidean remainder; the caller guarantees that `b` is not zero.
    pub fn mod_euclid(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if a == UNDEFINED || b == UNDEFINED || b == INT_ZERO {
            return UNDEFINED;
        }
        if a == INT_ZERO || b == INT_ONE {
            return INT_ZERO;
        }
        if let Some(e) = self.cache.binary(Op::Mod, a, b) {
            return e;
        }
        let e = self.remainder(a, b);
        self.cache.set_binary(Op::Mod, a, b, e)
    }

    fn remainder(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if self.leads_negative(b) {
            let b = self.neg(b);
            return self.mod_euclid(a, b);
        }
        match self.as_num(b).cloned() {
            Some(c) => self.mod_constant(a, &c),
            None => {
                let rest = self.split_symbolic(a, b).rest;
                if rest == INT_ZERO {
                    INT_ZERO
                } else {
                    self.intern(Node::Mod(rest, b))
                }
            }
        }
    }

    /// Rust's `/` on integers, rounding toward zero; the caller guarantees that `b` is not zero.
    pub fn div_trunc(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let nonneg = self.ge(a, INT_ZERO);
        let up = if nonneg == self.fls() {
            INT_ZERO
        } else {
            self.div_euclid(a, b)
        };
        if nonneg == self.tru() {
            return up;
        }
        let minus = self.neg(a);
        let down = self.div_euclid(minus, b);
        let down = self.neg(down);
        self.ite(nonneg, up, down)
    }

    /// Rust's `%` on integers, with the sign of `a`; the caller guarantees that `b` is not zero.
    pub fn rem_trunc(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let nonneg = self.ge(a, INT_ZERO);
        let up = if nonneg == self.fls() {
            INT_ZERO
        } else {
            self.mod_euclid(a, b)
        };
        if nonneg == self.tru() {
            return up;
        }
        let minus = self.neg(a);
        let down = self.mod_euclid(minus, b);
        let down = self.neg(down);
        self.ite(nonneg, up, down)
    }

    /// Is the first coefficient (of a monomial other than 1, if there is one) negative?
    fn leads_negative(&self, b: ExprId) -> bool {
        let mut buf = None;
        let terms = self.terms(b, &mut buf);
        let (constant, others) = split_constant(terms);
        others
            .first()
            .map(|t| &t.1)
            .or(constant)
            .is_some_and(number::is_neg)
    }

    fn div_constant(&mut self, a: ExprId, c: &RBig) -> ExprId {
        // x - x % c divides like x: trade remainders by c for quotients.
        let (mut a, mut whole) = (a, INT_ZERO);
        while let Some((m, p, k)) = self.some_remainder(a, |d| d == c) {
            a = self.add_scaled(a, m, &-&k);
            a = self.add_scaled(a, p, &k);
            let q = self.div_constant(p, c);
            whole = self.add_scaled(whole, q, &-k);
        }
        let Split {
            whole: multiples,
            rest,
        } = self.split_constant_divisor(a, c);
        whole = self.add(whole, multiples);
        if self.lies_below(rest, c) {
            return whole;
        }
        let (g, reduced, _) = self.common_with(rest, c);
        let divisor = number::div(c, &g);
        let last = if divisor.is_one() {
            reduced
        } else {
            self.nested_division(reduced, &divisor)
        };
        self.add(whole, last)
    }

    /// `div(rest, c)` for a dividend with nothing left to split off.
    fn nested_division(&mut self, rest: ExprId, c: &RBig) -> ExprId {
        // floor((floor(p/d) + k) / c) = floor((p + k*d) / (c*d))
        let terms = self.terms_owned(rest);
        let (constant, others) = split_constant(&terms);
        if let [(m, k)] = others
            && k.is_one()
            && let Node::Div(p, d) = *self.node(*m)
            && let Some(d) = self.as_num(d).cloned()
        {
            let offset = constant.map_or(RBig::ZERO, |k| number::mul(k, &d));
            let p = self.add_scaled(p, INT_ONE, &offset);
            return self.div_constant(p, &number::mul(c, &d));
        }
        let c = self.num(Sort::Int, c.clone());
        self.intern(Node::Div(rest, c))
    }

    fn mod_constant(&mut self, a: ExprId, c: &RBig) -> ExprId {
        let mut a = a;
        while let Some((m, p, k)) = self.some_remainder(a, |d| number::rem_euclid(d, c).is_zero()) {
            a = self.add_scaled(a, m, &-&k);
            a = self.add_scaled(a, p, &k);
        }
        let rest = self.split_constant_divisor(a, c).rest;
        if self.lies_below(rest, c) {
            return rest;
        }
        let (g, reduced, left) = self.common_with(rest, c);
        let divisor = number::div(c, &g);
        let left = self.num(Sort::Int, left);
        if divisor.is_one() {
            return left;
        }
        let divisor = self.num(Sort::Int, divisor);
        let m = self.intern(Node::Mod(reduced, divisor));
        self.add_scaled(left, m, &g)
    }

    /// A term `k * mod(p, d)` with a constant `d` that fits: the remainder, `p` and `k`.
    fn some_remainder(
        &self,
        a: ExprId,
        fits: impl Fn(&RBig) -> bool,
    ) -> Option<(ExprId, ExprId, RBig)> {
        if !self.meta(a).has_mod {
            return None;
        }
        let mut buf = None;
        self.terms(a, &mut buf)
            .iter()
            .find_map(|(m, k)| match *self.node(*m) {
                Node::Mod(p, d) if self.as_num(d).is_some_and(&fits) => Some((*m, p, k.clone())),
                _ => None,
            })
    }

    /// Splits `a` into a multiple of `c` and a rest with coefficients in `0..c`.
    fn split_constant_divisor(&mut self, a: ExprId, c: &RBig) -> Split {
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        for (m, k) in self.terms_owned(a) {
            let q = number::div_euclid(&k, c);
            let r = number::sub(&k, &number::mul(&q, c));
            if !q.is_zero() {
                whole.push((m, q));
            }
            if !r.is_zero() {
                rest.push((m, r));
            }
        }
        Split {
            whole: self.poly(Sort::Int, whole),
            rest: self.poly(Sort::Int, rest),
        }
    }

    /// The divisor `g` common to `c` and all coefficients but the constant; `floor(rest / g)`; and
    /// the constant's remainder by `g`.
    fn common_with(&mut self, rest: ExprId, c: &RBig) -> (RBig, ExprId, RBig) {
        let terms = self.terms_owned(rest);
        let (constant, others) = split_constant(&terms);
        let mut g = c.numerator().clone();
        for (_, k) in others {
            g = dashu_int::IBig::from(g.gcd(k.numerator()));
            if g.is_one() {
                return (RBig::ONE, rest, RBig::ZERO);
            }
        }
        let g = RBig::from(g);
        let mut out: Vec<Term> = Vec::with_capacity(terms.len());
        let mut left = RBig::ZERO;
        if let Some(k) = constant {
            let q = number::div_euclid(k, &g);
            left = number::rem_euclid(k, &g);
            if !q.is_zero() {
                out.push((one(Sort::Int), q));
            }
        }
        out.extend(others.iter().map(|(m, k)| (*m, number::div(k, &g))));
        let reduced = self.poly(Sort::Int, out);
        (g, reduced, left)
    }

    /// Is `0 <= rest < c` known?
    fn lies_below(&self, rest: ExprId, c: &RBig) -> bool {
        let mut buf = None;
        let range = self.range(self.terms(rest, &mut buf));
        range.lo.is_some_and(|lo| !number::is_neg(&lo)) && range.hi.is_some_and(|hi| hi < *c)
    }

    /// Splits off multiples of a divisor that is not constant.
    fn split_symbolic(&mut self, a: ExprId, b: ExprId) -> Split {
        let (xs, ys) = (self.terms_owned(a), self.terms_owned(b));
        if let Some(terms) = self.divide_exactly(&xs, &ys) {
            return Split {
                whole: self.poly(Sort::Int, terms),
                rest: zero(Sort::Int),
            };
        }
        let [(divisor, k)] = &ys[..] else {
            return Split {
                whole: INT_ZERO,
                rest: a,
            };
        };
        let by = self.factors_owned(*divisor);
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        for (m, c) in xs {
            match self.divide_monomial(Sort::Int, m, &by) {
                Some(n) => {
                    let q = number::div_euclid(&c, k);
                    let r = number::sub(&c, &number::mul(&q, k));
                    whole.push((n, q));
                    rest.push((m, r));
                }
                None => rest.push((m, c)),
            }
        }
        let (whole, rest) = (collect(whole), collect(rest));
        Split {
            whole: self.poly(Sort::Int, whole),
            rest: self.poly(Sort::Int, rest),
        }
    }

    /// `b * div(p, b) + mod(p, b)` is `p`, among the terms of a sum.
    pub(super) fn recombine(&mut self, mut terms: Vec<Term>) -> Vec<Term> {
        let remainders: Vec<ExprId> = terms
            .iter()
            .map(|t| t.0)
            .filter(|m| self.meta(*m).has_mod)
            .collect();
        for m in remainders {
            let Node::Mod(p, b) = *self.node(m) else {
                continue;
            };
            let Some(i) = terms.iter().position(|t| t.0 == m) else {
                continue;
            };
            let k = terms[i].1.clone();
            let Some(div) = self.find(&Node::Div(p, b)) else {
                continue;
            };
            let b = self.terms_owned(b);
            let [(bm, bk)] = &b[..] else { continue };
            let product = self.mul_monomials(*bm, div);
            let expected = number::mul(&k, bk);
            if let Some(j) = terms.iter().position(|t| t.0 == product && t.1 == expected) {
                let mut rest: Vec<Term> = Vec::with_capacity(terms.len());
                rest.extend(
                    terms
                        .iter()
                        .enumerate()
                        .filter(|(n, _)| *n != i && *n != j)
                        .map(|(_, t)| t.clone()),
                );
                rest.extend(
                    self.terms_owned(p)
                        .into_iter()
                        .map(|(n, c)| (n, number::mul(&c, &k))),
                );
                terms = collect(rest);
            }
        }
        debug_assert!(terms.iter().filter(|t| is_one(t.0)).count() <= 1);
        terms
    }
}
