//! Conditionals, and what is made of them: minimum, maximum, absolute value.
//!
//! What always holds of an `Ite` node: it is not boolean (that is `And`/`Or`), its branches differ,
//! its condition is not constant, a `Not` or an `Or`, nor an inequality whose negation has the
//! smaller id; no branch is an `Ite` on the same condition; tuples and arrays of equal known length
//! are conditionals inside, not outside.

use std::cmp::Ordering;

use dashu_ratio::RBig;

use super::arith::{Term, merge, split_constant};
use super::compare::{Rel, with_offset};
use super::node::{ExprId, Node, Sort};
use super::store::{FALSE, INT_ZERO, REAL_ZERO, Store, TRUE, UNDEFINED};

/// What a conditional that compares its own branches is.
enum Extremum {
    Same(ExprId),
    Of(ExprId, ExprId, ExprId),
}

impl Store {
    /// `if c { a } else { b }`
    pub fn ite(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match c {
            TRUE => return a,
            FALSE | UNDEFINED => return b,
            _ if a == b || b == UNDEFINED => return a,
            _ if a == UNDEFINED => return b,
            _ => {}
        }
        if let Some(e) = self.cache.ternary(c, a, b) {
            return e;
        }
        let e = match self.sort(a) {
            Some(Sort::Bool) => self.ite_bool(c, a, b),
            _ => self.ite_other(c, a, b),
        };
        self.cache.set_ternary(c, a, b, e)
    }

    fn ite_other(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        let (a, b) = self.unify(a, b);
        if a == b {
            return a;
        }
        let (c, a, b) = match self.extremum(c, a, b) {
            Some(Extremum::Same(e)) => return e,
            Some(Extremum::Of(TRUE, e, _) | Extremum::Of(FALSE, _, e)) => return e,
            Some(Extremum::Of(c, a, b)) => (c, a, b),
            None => (c, a, b),
        };
        let (c, a, b) = self.orient(c, a, b);
        match c {
            TRUE => return a,
            FALSE => return b,
            _ => {}
        }
        match (self.node(a), self.node(b)) {
            (Node::Tuple(xs), Node::Tuple(ys)) if xs.len() == ys.len() => {
                let pairs: Vec<_> = xs.iter().copied().zip(ys.iter().copied()).collect();
                let parts: Vec<_> = pairs.into_iter().map(|(x, y)| self.ite(c, x, y)).collect();
                return self.tuple(&parts);
            }
            (Node::Array(xs), Node::Array(ys)) if xs.len() == ys.len() => {
                let pairs: Vec<_> = xs.iter().copied().zip(ys.iter().copied()).collect();
                let parts: Vec<_> = pairs.into_iter().map(|(x, y)| self.ite(c, x, y)).collect();
                return self.array(&parts);
            }
            _ => {}
        }
        if let Node::Ite(d, x, y) = *self.node(a) {
            match self.follows(c, d) {
                Some(true) => return self.ite(c, x, b),
                Some(false) => return self.ite(c, y, b),
                None => {}
            }
            if y == b {
                let both = self.and(c, d);
                return self.ite(both, x, b);
            }
            if x == b {
                let not_d = self.not(d);
                let both = self.and(c, not_d);
                return self.ite(both, y, b);
            }
        }
        if let Node::Ite(d, x, y) = *self.node(b) {
            if d == c {
                return self.ite(c, a, y);
            }
            if x == a {
                let either = self.or(c, d);
                return self.ite(either, a, y);
            }
            if y == a {
                let not_d = self.not(d);
                let either = self.or(c, not_d);
                return self.ite(either, a, x);
            }
        }
        self.intern(Node::Ite(c, a, b))
    }

    /// The truth of `d` where `c` holds, if it is plain to see.
    fn follows(&mut self, c: ExprId, d: ExprId) -> Option<bool> {
        if c == d {
            return Some(true);
        }
        let Node::And(xs) = self.node(c) else {
            return None;
        };
        if xs.binary_search(&d).is_ok() {
            return Some(true);
        }
        let not_d = self.not(d);
        let Node::And(xs) = self.node(c) else {
            return None;
        };
        xs.binary_search(&not_d).is_ok().then_some(false)
    }

    /// The condition or its negation, whichever is canonical, with the branches to match.
    fn orient(&mut self, c: ExprId, a: ExprId, b: ExprId) -> (ExprId, ExprId, ExprId) {
        match self.node(c) {
            Node::Not(d) => (*d, b, a),
            Node::Or(_) => (self.not(c), b, a),
            Node::Le0(_) | Node::Lt0(_) => {
                let d = self.not(c);
                if d < c { (d, b, a) } else { (c, a, b) }
            }
            _ => (c, a, b),
        }
    }

    /// `if a <= b { a } else { b }` and its like in terms of `x <= y`, where `x` is the one of `a`
    /// and `b` with the smaller id.
    fn extremum(&mut self, c: ExprId, a: ExprId, b: ExprId) -> Option<Extremum> {
        let order = self.compares(c, a, b)?;
        if order == Ordering::Equal {
            return Some(Extremum::Same(b));
        }
        let (x, y) = (a.min(b), a.max(b));
        let c = self.le(x, y);
        let minimum = order == Ordering::Less;
        Some(if minimum {
            Extremum::Of(c, x, y)
        } else {
            Extremum::Of(c, y, x)
        })
    }

    /// How `a` relates to `b` where `c` holds, if `c` says just that: not greater (`Less`), not
    /// less (`Greater`), or equal.
    pub(super) fn compares(&self, c: ExprId, a: ExprId, b: ExprId) -> Option<Ordering> {
        let (p, rel) = match *self.node(c) {
            Node::Le0(p) => (p, Rel::Le),
            Node::Lt0(p) => (p, Rel::Lt),
            Node::Eq0(p) => (p, Rel::Eq),
            _ => return None,
        };
        if !self.is_difference(p, a, b) {
            return None;
        }
        let sort = self.sort(a)?;
        let (mut pbuf, mut abuf, mut bbuf) = (None, None, None);
        let of_p = self.terms(p, &mut pbuf);
        let difference = merge(
            self.terms(a, &mut abuf),
            self.terms(b, &mut bbuf),
            &RBig::NEG_ONE,
        );
        let is_p = |mut terms: Vec<Term>| self.normalise(rel, sort, &mut terms) && terms == of_p;
        if rel == Rel::Eq {
            return is_p(difference).then_some(Ordering::Equal);
        }
        let minus = difference.iter().map(|(m, k)| (*m, -k)).collect::<Vec<_>>();
        for (terms, order) in [(difference, Ordering::Less), (minus, Ordering::Greater)] {
            let strict = with_offset(terms.clone(), sort, &RBig::ONE);
            if is_p(terms) || sort == Sort::Int && is_p(strict) {
                return Some(order);
            }
        }
        None
    }

    /// May `p`, up to a constant and a factor, be `a - b`?
    fn is_difference(&self, p: ExprId, a: ExprId, b: ExprId) -> bool {
        if !matches!(self.sort(a), Some(Sort::Int | Sort::Real)) {
            return false;
        }
        let (mut pbuf, mut abuf, mut bbuf) = (None, None, None);
        let (_, of_p) = split_constant(self.terms(p, &mut pbuf));
        let (_, of_a) = split_constant(self.terms(a, &mut abuf));
        let (_, of_b) = split_constant(self.terms(b, &mut bbuf));
        let first = of_p[0].0;
        let occurs = |terms: &[Term]| terms.iter().any(|t| t.0 == first);
        if of_p.len() > of_a.len() + of_b.len() || !(occurs(of_a) || occurs(of_b)) {
            return false;
        }
        let difference = merge(of_a, of_b, &RBig::NEG_ONE);
        difference.len() == of_p.len() && difference.iter().zip(of_p).all(|(x, y)| x.0 == y.0)
    }

    fn ite_bool(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        let not_c = self.not(c);
        if a == TRUE || a == c {
            return self.or(c, b);
        }
        if a == FALSE || a == not_c {
            return self.and(not_c, b);
        }
        if b == TRUE || b == not_c {
            return self.or(not_c, a);
        }
        if b == FALSE || b == c {
            return self.and(c, a);
        }
        let then = self.and(c, a);
        let otherwise = self.and(not_c, b);
        self.or(then, otherwise)
    }

    /// The smaller of two numbers.
    pub fn min(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (a, b) {
            (UNDEFINED, x) | (x, UNDEFINED) => return x,
            _ => {}
        }
        let (a, b) = (a.min(b), a.max(b));
        let c = self.le(a, b);
        self.ite(c, a, b)
    }

    /// The greater of two numbers.
    pub fn max(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (a, b) {
            (UNDEFINED, x) | (x, UNDEFINED) => return x,
            _ => {}
        }
        let (a, b) = (a.min(b), a.max(b));
        let c = self.le(a, b);
        self.ite(c, b, a)
    }

    /// The absolute value.
    pub fn abs(&mut self, a: ExprId) -> ExprId {
        if a == UNDEFINED {
            return a;
        }
        let zero = if self.sort(a) == Some(Sort::Int) {
            INT_ZERO
        } else {
            REAL_ZERO
        };
        let nonneg = self.ge(a, zero);
        let minus = self.neg(a);
        self.ite(nonneg, a, minus)
    }
}
