//! Real quotients, and exact division of polynomials.
//!
//! What always holds: the only [`Node::Quot`] is the inverse `1/q`, with `q` a primitive other than
//! an inverse or a polynomial of at least two terms with coprime integer coefficients, the first of
//! a monomial other than 1 positive, and no common factor. `p/q` is the product of `p` and
//! inverses, so sums and products of quotients are ordinary polynomials, and equal factors cancel.
//! All of this is sound where the denominators are not zero, which whoever divides has made sure
//! of.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use dashu_ratio::RBig;

use super::arith::{Factor, Term, collect, is_one, one, split_constant};
use super::cache::Op;
use super::node::{ExprId, Node, Sort};
use super::number;
use super::store::{REAL_ONE, REAL_ZERO, Store, UNDEFINED};

/// How many terms an attempt at exact division may produce.
const DIVISION_STEPS: usize = 64;
/// How many inverses are cleared from one polynomial, and how high their powers.
const CLEARED: u32 = 4;

/// A monomial as a key, in lexicographic order (an order that multiplication respects).
#[derive(Clone, PartialEq, Eq)]
struct Lex(Vec<Factor>);

impl Ord for Lex {
    fn cmp(&self, other: &Lex) -> Ordering {
        for (a, b) in self.0.iter().zip(&other.0) {
            match b.0.cmp(&a.0).then(a.1.cmp(&b.1)) {
                Ordering::Equal => {}
                decided => return decided,
            }
        }
        self.0.len().cmp(&other.0.len())
    }
}

impl PartialOrd for Lex {
    fn partial_cmp(&self, other: &Lex) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Store {
    /// The real quotient `a / b`; the caller guarantees that `b` is not zero.
    pub fn quot(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (a, b) = self.unify(a, b);
        if a == UNDEFINED || b == UNDEFINED || b == REAL_ZERO {
            return UNDEFINED;
        }
        if a == REAL_ZERO {
            return a;
        }
        if a == b {
            return REAL_ONE;
        }
        if let Some(k) = self.as_num(b) {
            let k = number::div(&RBig::ONE, k);
            return self.scale(a, &k);
        }
        if let Some(e) = self.cache.binary(Op::Quot, a, b) {
            return e;
        }
        let e = self.quotient(a, b);
        self.cache.set_binary(Op::Quot, a, b, e)
    }

    /// `a / b`, with `b` not constant.
    fn quotient(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if let Node::Ite(c, x, y) = *self.node(b)
            && (self.is_const(x) || self.is_const(y))
        {
            let (x, y) = (self.quot(a, x), self.quot(a, y));
            return self.ite(c, x, y);
        }
        let (mut a, mut b) = (a, b);
        while let Some((inverse, n)) = self.some_inverse(b) {
            let q = self.denominator(inverse);
            let factor = self.pow(q, n);
            a = self.mul(a, factor);
            b = self.clear_inverse(b, inverse, n);
            if self.as_num(b).is_some() {
                return self.quot(a, b);
            }
        }
        let (scale, common, rest) = self.factor_out(b);
        let mut result = a;
        if rest.len() > 1 {
            let terms = self.terms_owned(a);
            match self.divide_exactly(&terms, &rest) {
                Some(terms) => result = self.poly(Sort::Real, terms),
                None => {
                    let q = self.poly_raw(Sort::Real, rest);
                    let inverse = self.intern(Node::Quot(REAL_ONE, q));
                    result = self.mul(result, inverse);
                }
            }
        }
        for (p, n) in common {
            let inverse = self.intern(Node::Quot(REAL_ONE, p));
            let power = self.pow(inverse, n);
            result = self.mul(result, power);
        }
        self.scale(result, &number::div(&RBig::ONE, &scale))
    }

    /// `b` as a number times a monomial times a primitive polynomial (no factors, no terms: 1).
    fn factor_out(&mut self, b: ExprId) -> (RBig, Vec<Factor>, Vec<Term>) {
        let terms = self.terms_owned(b);
        let mut scale = number::content(terms.iter().map(|t| &t.1));
        let leading = split_constant(&terms).1.first();
        if leading.is_some_and(|t| number::is_neg(&t.1)) {
            scale = -scale;
        }
        let mut common = self.factors_owned(terms[0].0);
        for t in &terms[1..] {
            let mut buf = None;
            let factors = self.factors(t.0, &mut buf);
            common.retain_mut(|(p, n)| match factors.iter().find(|f| f.0 == *p) {
                Some(f) => {
                    *n = (*n).min(f.1);
                    true
                }
                None => false,
            });
        }
        let rest = terms
            .iter()
            .map(|(m, k)| {
                let m = self
                    .divide_monomial(Sort::Real, *m, &common)
                    .expect("a common factor");
                (m, number::div(k, &scale))
            })
            .collect();
        let rest = collect(rest);
        if rest.len() == 1 {
            (scale, common, Vec::new())
        } else {
            (scale, common, rest)
        }
    }

    /// `m` divided by a monomial, if it is a multiple.
    pub(super) fn divide_monomial(
        &mut self,
        sort: Sort,
        m: ExprId,
        by: &[Factor],
    ) -> Option<ExprId> {
        let mut factors = self.factors_owned(m);
        for (p, n) in by {
            let f = factors.iter_mut().find(|f| f.0 == *p)?;
            f.1 = f.1.checked_sub(*n)?;
        }
        factors.retain(|f| f.1 > 0);
        Some(self.monomial(sort, factors))
    }

    /// `n / d` if that is a polynomial. `d` is not empty.
    pub(super) fn divide_exactly(&mut self, n: &[Term], d: &[Term]) -> Option<Vec<Term>> {
        let sort = self.sort(d[0].0).unwrap_or(Sort::Real);
        let key = |t: &Term| (Lex(self.factors_owned(t.0)), t.1.clone());
        let divisor: BTreeMap<Lex, RBig> = d.iter().map(key).collect();
        let mut rest: BTreeMap<Lex, RBig> = n.iter().map(key).collect();
        let (lead, lead_coef) = divisor.last_key_value().expect("a divisor");
        let mut quotient = Vec::new();
        while let Some((m, k)) = rest.last_key_value() {
            if quotient.len() == DIVISION_STEPS {
                return None;
            }
            let factor = Lex(quotient_of(&m.0, &lead.0)?);
            let coef = number::div(k, lead_coef);
            if sort == Sort::Int && !coef.is_int() {
                return None;
            }
            for (dm, dk) in &divisor {
                let m = Lex(product_of(&factor.0, &dm.0));
                let k = number::mul(&coef, dk);
                let entry = rest.entry(m).or_insert(RBig::ZERO);
                *entry = number::sub(entry, &k);
            }
            rest.retain(|_, k| !k.is_zero());
            quotient.push((factor.0, coef));
        }
        let terms = quotient
            .into_iter()
            .map(|(factors, k)| (self.monomial(sort, factors), k));
        let terms = terms.collect();
        Some(collect(terms))
    }

    /// `x` and `1/x` cancel among sorted factors.
    pub(super) fn cancel_inverses(&self, factors: &mut Vec<Factor>) {
        for i in 0..factors.len() {
            if let Node::Quot(_, q) = *self.node(factors[i].0)
                && let Ok(j) = factors.binary_search_by_key(&q, |f| f.0)
            {
                let n = factors[i].1.min(factors[j].1);
                factors[i].1 -= n;
                factors[j].1 -= n;
            }
        }
        factors.retain(|f| f.1 > 0);
    }

    /// Divides numerators by polynomial denominators where that leaves no remainder.
    pub(super) fn reduce_quotients(&mut self, mut terms: Vec<Term>) -> Vec<Term> {
        let mut inverses = Vec::new();
        for (m, _) in &terms {
            let mut buf = None;
            for (p, _) in self.factors(*m, &mut buf) {
                if let Node::Quot(_, q) = *self.node(*p)
                    && matches!(self.node(q), Node::Sum(..))
                    && !inverses.contains(p)
                {
                    inverses.push(*p);
                }
            }
        }
        for inverse in inverses {
            loop {
                let (mut over, mut rest) = (Vec::new(), Vec::new());
                for (m, k) in &terms {
                    match self.divide_monomial(Sort::Real, *m, &[(inverse, 1)]) {
                        Some(m) => over.push((m, k.clone())),
                        None => rest.push((*m, k.clone())),
                    }
                }
                if over.is_empty() {
                    break;
                }
                let q = self.terms_owned(self.denominator(inverse));
                match self.divide_exactly(&collect(over), &q) {
                    Some(whole) => {
                        rest.extend(whole);
                        terms = collect(rest);
                    }
                    None => break,
                }
            }
        }
        terms
    }

    /// Multiplies a polynomial that is compared with zero by its denominators.
    pub(super) fn clear_denominators(&mut self, e: ExprId) -> ExprId {
        let mut e = e;
        for _ in 0..CLEARED {
            match self.some_inverse(e) {
                Some((inverse, n)) if n <= CLEARED => e = self.clear_inverse(e, inverse, n),
                _ => break,
            }
        }
        e
    }

    fn denominator(&self, inverse: ExprId) -> ExprId {
        match self.node(inverse) {
            Node::Quot(_, q) => *q,
            node => unreachable!("{node:?} is not a quotient"),
        }
    }

    /// Some inverse in a polynomial, and its highest power there.
    fn some_inverse(&self, e: ExprId) -> Option<(ExprId, u32)> {
        if !self.meta(e).has_quot {
            return None;
        }
        let mut buf = None;
        let mut found: Option<(ExprId, u32)> = None;
        for (m, _) in self.terms(e, &mut buf) {
            let mut buf = None;
            for (p, n) in self.factors(*m, &mut buf) {
                if matches!(self.node(*p), Node::Quot(..)) {
                    match &mut found {
                        None => found = Some((*p, *n)),
                        Some(f) if f.0 == *p => f.1 = f.1.max(*n),
                        Some(_) => {}
                    }
                }
            }
        }
        found
    }

    /// `e * q^n` for the inverse `1/q`, whose highest power in `e` is `n`.
    fn clear_inverse(&mut self, e: ExprId, inverse: ExprId, n: u32) -> ExprId {
        let q = self.denominator(inverse);
        let mut out = Vec::new();
        for (m, k) in self.terms_owned(e) {
            let mut factors = self.factors_owned(m);
            let mut power = 0;
            factors.retain(|f| {
                if f.0 == inverse {
                    power = f.1;
                }
                f.0 != inverse
            });
            let m = self.monomial(Sort::Real, factors);
            let q = self.pow(q, n - power);
            let q = self.terms_owned(q);
            out.extend(self.mul_terms(&[(m, k)], &q));
        }
        let terms = collect(out);
        debug_assert!(terms.iter().all(|t| !is_one(t.0) || t.0 == one(Sort::Real)));
        self.poly(Sort::Real, terms)
    }
}

fn quotient_of(m: &[Factor], by: &[Factor]) -> Option<Vec<Factor>> {
    let mut out = m.to_vec();
    for (p, n) in by {
        let f = out.iter_mut().find(|f| f.0 == *p)?;
        f.1 = f.1.checked_sub(*n)?;
    }
    out.retain(|f| f.1 > 0);
    Some(out)
}

fn product_of(a: &[Factor], b: &[Factor]) -> Vec<Factor> {
    let mut out = [a, b].concat();
    out.sort_unstable_by_key(|f| f.0);
    out.dedup_by(|f, kept| {
        let same = f.0 == kept.0;
        if same {
            kept.1 += f.1;
        }
        same
    });
    out
}
