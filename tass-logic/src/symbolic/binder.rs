//! Quantifiers and folds over integer ranges.
//!
//! What always holds of a binder node: its range is not known to be short (short ranges are written
//! out); its body depends on the variable; the body of a `Forall` is not a conjunction, nor a
//! disjunction with a part that does not depend on the variable; the body of a `Sum` fold is one
//! monomial whose factors all depend on the variable, or may have no value (a division outside must
//! not lose the guard of an empty range). The variable is `Bound(h, Int)` with `h` one more than
//! the highest number bound inside the body, and the variables of enclosing binders have higher
//! numbers.

use super::arith::{Term, collect, is_one, one, zero};
use super::node::{ExprId, FoldOp, Node, Sort};
use super::number;
use super::store::{FALSE, Store, TRUE, UNDEFINED};

/// Quantifiers over ranges no wider than this are written out.
const QUANTIFIER_WIDTH: i64 = 64;
/// Folds over constant ranges no wider than this are written out.
const FOLD_WIDTH: i64 = 4096;

impl Store {
    /// `body` holds for every `var` in `lo..hi`; `var` is a [`fresh_bound`](Store::fresh_bound).
    pub fn forall(&mut self, lo: ExprId, hi: ExprId, var: ExprId, body: ExprId) -> ExprId {
        if body == TRUE || lo == UNDEFINED || hi == UNDEFINED {
            return TRUE;
        }
        let empty = self.le(hi, lo);
        if empty == TRUE {
            return TRUE;
        }
        if !self.contains(body, var) {
            return self.or(empty, body);
        }
        if let Some(width) = self.width(lo, hi)
            && width <= QUANTIFIER_WIDTH
        {
            let mut parts = Vec::with_capacity(width as usize);
            for i in 0..width {
                let part = self.body_at(lo, i, var, body);
                if part == FALSE {
                    return FALSE;
                }
                parts.push(part);
            }
            return self.junction(true, parts);
        }
        match self.node(body) {
            Node::And(xs) => {
                let xs = xs.to_vec();
                let parts = xs
                    .into_iter()
                    .map(|x| self.forall(lo, hi, var, x))
                    .collect();
                return self.junction(true, parts);
            }
            Node::Or(xs) => {
                let (inside, mut outside): (Vec<_>, Vec<_>) =
                    xs.iter().copied().partition(|&x| self.contains(x, var));
                if !outside.is_empty() {
                    let inside = self.junction(false, inside);
                    outside.push(self.forall(lo, hi, var, inside));
                    return self.junction(false, outside);
                }
            }
            _ => {}
        }
        let body = self.close(var, body);
        self.intern(Node::Forall { lo, hi, body })
    }

    /// `body` holds for some `var` in `lo..hi`.
    pub fn exists(&mut self, lo: ExprId, hi: ExprId, var: ExprId, body: ExprId) -> ExprId {
        let body = self.not(body);
        let all = self.forall(lo, hi, var, body);
        self.not(all)
    }

    /// The sum, product, minimum or maximum of `body` for every `var` in `lo..hi`.
    ///
    /// The caller guarantees that the range of a minimum or maximum is not empty.
    pub fn fold(
        &mut self,
        op: FoldOp,
        lo: ExprId,
        hi: ExprId,
        var: ExprId,
        body: ExprId,
    ) -> ExprId {
        let sort = self.sort(body).unwrap_or(Sort::Int);
        self.fold_of(op, sort, lo, hi, var, body)
    }

    /// As [`fold`](Store::fold), with the sort of `body` given: its elements may be those of an
    /// empty array, and then the body itself has no sort.
    pub fn fold_of(
        &mut self,
        op: FoldOp,
        sort: Sort,
        lo: ExprId,
        hi: ExprId,
        var: ExprId,
        body: ExprId,
    ) -> ExprId {
        if lo == UNDEFINED || hi == UNDEFINED {
            return UNDEFINED;
        }
        let neutral = match op {
            FoldOp::Sum => Some(zero(sort)),
            FoldOp::Product => Some(one(sort)),
            FoldOp::Min | FoldOp::Max => None,
        };
        if Some(body) == neutral {
            return body;
        }
        if body == UNDEFINED {
            return neutral.unwrap_or(UNDEFINED); // the range is empty, or the value does not matter
        }
        if let Some(width) = self.width(lo, hi) {
            let limit = if self.as_int(lo).is_some() {
                FOLD_WIDTH
            } else {
                QUANTIFIER_WIDTH
            };
            if width <= limit {
                return self.fold_out(op, lo, width.max(0), var, body, neutral);
            }
        }
        match op {
            FoldOp::Sum => return self.sum_over(lo, hi, var, sort, body),
            FoldOp::Min | FoldOp::Max if !self.contains(body, var) => return body,
            _ => {}
        }
        self.fold_node(op, lo, hi, var, body)
    }

    /// The body of a binder at a value for its variable.
    pub fn instantiate(&mut self, binder: ExprId, value: ExprId) -> ExprId {
        let body = match *self.node(binder) {
            Node::Forall { body, .. } | Node::Fold { body, .. } => body,
            ref node => panic!("{node:?} binds nothing"),
        };
        let var = self.variable(body);
        self.replace(body, var, value)
    }

    /// What a binder (or its negation) says, given that its range lies within `min_lo..max_hi`.
    pub fn expand_binder(&mut self, binder: ExprId, min_lo: i64, max_hi: i64) -> ExprId {
        match *self.node(binder) {
            Node::Not(b) => {
                let b = self.expand_binder(b, min_lo, max_hi);
                self.not(b)
            }
            Node::Forall { lo, hi, .. } => {
                let mut parts = Vec::new();
                for i in min_lo..max_hi {
                    let (inside, at) = self.guarded(binder, lo, hi, i);
                    parts.push(self.implies(inside, at));
                }
                self.junction(true, parts)
            }
            Node::Fold { op, lo, hi, body } => {
                let sort = self.numeric(body, body);
                let mut parts = Vec::new();
                for i in min_lo..max_hi {
                    parts.push(self.guarded(binder, lo, hi, i));
                }
                match op {
                    FoldOp::Sum => {
                        let parts: Vec<_> = parts
                            .into_iter()
                            .map(|(g, x)| self.ite(g, x, zero(sort)))
                            .collect();
                        let parts = [&[zero(sort)], &parts[..]].concat();
                        self.sum(&parts)
                    }
                    FoldOp::Product => parts.into_iter().fold(one(sort), |acc, (g, x)| {
                        let factor = self.ite(g, x, one(sort));
                        self.mul(acc, factor)
                    }),
                    FoldOp::Min | FoldOp::Max => {
                        let first = self.instantiate(binder, lo);
                        parts.into_iter().fold(first, |acc, (g, x)| {
                            let next = self.combine(op, acc, x);
                            self.ite(g, next, acc)
                        })
                    }
                }
            }
            ref node => panic!("{node:?} binds nothing"),
        }
    }

    /// Whether `i` lies in `lo..hi`, and the binder's body there.
    fn guarded(&mut self, binder: ExprId, lo: ExprId, hi: ExprId, i: i64) -> (ExprId, ExprId) {
        let i = self.int(i);
        let (from, to) = (self.le(lo, i), self.lt(i, hi));
        let inside = self.and(from, to);
        if inside == FALSE {
            (FALSE, UNDEFINED)
        } else {
            (inside, self.instantiate(binder, i))
        }
    }

    fn combine(&mut self, op: FoldOp, a: ExprId, b: ExprId) -> ExprId {
        match op {
            FoldOp::Sum => self.add(a, b),
            FoldOp::Product => self.mul(a, b),
            FoldOp::Min => self.min(a, b),
            FoldOp::Max => self.max(a, b),
        }
    }

    fn fold_out(
        &mut self,
        op: FoldOp,
        lo: ExprId,
        width: i64,
        var: ExprId,
        body: ExprId,
        neutral: Option<ExprId>,
    ) -> ExprId {
        let parts: Vec<_> = (0..width).map(|i| self.body_at(lo, i, var, body)).collect();
        if op == FoldOp::Sum {
            return if parts.is_empty() {
                neutral.unwrap_or(UNDEFINED)
            } else {
                self.sum(&parts)
            };
        }
        let folded = parts.into_iter().reduce(|acc, x| self.combine(op, acc, x));
        folded.or(neutral).unwrap_or(UNDEFINED)
    }

    /// A sum over a symbolic range, term by term, with what does not depend on the variable taken
    /// out.
    fn sum_over(
        &mut self,
        lo: ExprId,
        hi: ExprId,
        var: ExprId,
        sort: Sort,
        body: ExprId,
    ) -> ExprId {
        let mut fixed: Vec<Term> = Vec::new();
        let mut out = vec![zero(sort)];
        for (m, k) in self.terms_owned(body) {
            if is_one(m) || !self.contains(m, var) {
                fixed.push((m, k));
                continue;
            }
            let factors = self.factors_owned(m);
            // What may have no value stays inside, where an empty range guards it.
            let (inside, outside): (Vec<_>, Vec<_>) = factors
                .into_iter()
                .partition(|f| self.meta(f.0).partial || self.contains(f.0, var));
            let inside = self.monomial(sort, inside);
            let outside = self.monomial(sort, outside);
            let fold = self.fold_node(FoldOp::Sum, lo, hi, var, inside);
            let product = self.mul(outside, fold);
            out.push(self.scale(product, &k));
        }
        if !fixed.is_empty() {
            let fixed = self.poly(sort, collect(fixed));
            let count = self.sub(hi, lo);
            let count = if sort == Sort::Real {
                self.to_real(count)
            } else {
                count
            };
            let total = self.mul(fixed, count);
            let some = self.lt(lo, hi);
            out.push(self.ite(some, total, zero(sort)));
        }
        self.sum(&out)
    }

    fn fold_node(
        &mut self,
        op: FoldOp,
        lo: ExprId,
        hi: ExprId,
        var: ExprId,
        body: ExprId,
    ) -> ExprId {
        let body = self.close(var, body);
        self.intern(Node::Fold { op, lo, hi, body })
    }

    /// `hi - lo` if that is a machine word.
    fn width(&self, lo: ExprId, hi: ExprId) -> Option<i64> {
        number::small(&self.offset(hi, lo)?)
    }

    fn body_at(&mut self, lo: ExprId, offset: i64, var: ExprId, body: ExprId) -> ExprId {
        let offset = self.int(offset);
        let value = self.add(lo, offset);
        self.replace(body, var, value)
    }

    /// The variable that a binder with this body binds.
    pub(super) fn variable(&mut self, body: ExprId) -> ExprId {
        let h = self.binds(body);
        self.intern(Node::Bound(h, Sort::Int))
    }

    /// `body` over the variable that its binder will bind, in place of `var`.
    fn close(&mut self, var: ExprId, body: ExprId) -> ExprId {
        let mut target = self.variable(body);
        // One round nearly always: building the body again may simplify a binder away.
        for _ in 0..8 {
            if target == var {
                return body;
            }
            if self.contains(body, target) {
                self.captured = true;
            }
            let closed = self.replace(body, var, target);
            let next = self.variable(closed);
            if next == target {
                return closed;
            }
            target = next;
        }
        unreachable!("the height of a body does not settle")
    }
}
