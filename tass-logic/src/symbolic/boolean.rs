//! Boolean structure: negation, conjunction, disjunction, equivalence.
//!
//! What always holds is said in [`node`](super::node). Beyond that: among the elements of a
//! conjunction or disjunction, bounds on one linear form are merged ([`bounds`](super::bounds)); an
//! element is not also inside a nested junction of the other kind, nor is its negation; both sides
//! of an `Iff` are the smaller (by id) of themselves and their negations.

use super::cache::Op;
use super::node::{ExprId, Node};
use super::store::{FALSE, Store, TRUE, UNDEFINED};

impl Store {
    /// `!a`
    pub fn not(&mut self, a: ExprId) -> ExprId {
        match self.node(a) {
            Node::Bool(b) => return if *b { FALSE } else { TRUE },
            Node::Undefined => return FALSE,
            Node::Not(b) => return *b,
            Node::Le0(_) | Node::Lt0(_) | Node::And(_) | Node::Or(_) => {}
            _ => return self.intern(Node::Not(a)),
        }
        if let Some(&n) = self.negations.get(&a) {
            return n;
        }
        let n = match self.node(a) {
            Node::Le0(p) => {
                let p = *p;
                self.negated_inequality(false, p)
            }
            Node::Lt0(p) => {
                let p = *p;
                self.negated_inequality(true, p)
            }
            Node::And(xs) => {
                let xs = xs.to_vec();
                let xs = xs.into_iter().map(|x| self.not(x)).collect();
                self.junction(false, xs)
            }
            Node::Or(xs) => {
                let xs = xs.to_vec();
                let xs = xs.into_iter().map(|x| self.not(x)).collect();
                self.junction(true, xs)
            }
            node => unreachable!("the negation of {node:?}"),
        };
        self.negations.insert(a, n);
        n
    }

    /// `a && b`
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (a, b) {
            (TRUE, x) | (x, TRUE) => x,
            (FALSE, _) | (_, FALSE) => FALSE,
            _ if a == b => a,
            _ => self.pair(Op::And, a, b),
        }
    }

    /// `a || b`
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (a, b) {
            (FALSE, x) | (x, FALSE) => x,
            (TRUE, _) | (_, TRUE) => TRUE,
            _ if a == b => a,
            _ => self.pair(Op::Or, a, b),
        }
    }

    fn pair(&mut self, op: Op, a: ExprId, b: ExprId) -> ExprId {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(e) = self.cache.binary(op, a, b) {
            return e;
        }
        let e = self.junction(matches!(op, Op::And), vec![a, b]);
        self.cache.set_binary(op, a, b, e)
    }

    /// The conjunction of all.
    pub fn all(&mut self, xs: &[ExprId]) -> ExprId {
        self.junction(true, xs.to_vec())
    }

    /// The disjunction of all.
    pub fn any(&mut self, xs: &[ExprId]) -> ExprId {
        self.junction(false, xs.to_vec())
    }

    /// `!a || b`
    pub fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let a = self.not(a);
        self.or(a, b)
    }

    /// `a == b` of booleans
    pub fn iff(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (a, b) {
            (UNDEFINED, _) | (_, UNDEFINED) => return FALSE,
            (TRUE, x) | (x, TRUE) => return x,
            (FALSE, x) | (x, FALSE) => return self.not(x),
            _ if a == b => return TRUE,
            _ => {}
        }
        let (not_a, not_b) = (self.not(a), self.not(b));
        // Building a negation may show more than building the thing did.
        if let Some(v) = self.as_bool(not_a) {
            return if v { not_b } else { b };
        }
        if let Some(v) = self.as_bool(not_b) {
            return if v { not_a } else { a };
        }
        let negative = (not_a < a) != (not_b < b);
        let (a, b) = (a.min(not_a), b.min(not_b));
        if a == b {
            return if negative { FALSE } else { TRUE };
        }
        let iff = self.intern(Node::Iff(a.min(b), a.max(b)));
        if negative { self.not(iff) } else { iff }
    }

    /// The conjunction or disjunction of any booleans.
    pub(super) fn junction(&mut self, conj: bool, xs: Vec<ExprId>) -> ExprId {
        let (unit, zero) = if conj { (TRUE, FALSE) } else { (FALSE, TRUE) };
        let mut pending = xs;
        loop {
            let mut flat = Vec::with_capacity(pending.len());
            for x in pending {
                let x = if x == UNDEFINED { FALSE } else { x };
                match self.node(x) {
                    _ if x == unit => {}
                    _ if x == zero => return zero,
                    Node::And(ys) if conj => flat.extend_from_slice(ys),
                    Node::Or(ys) if !conj => flat.extend_from_slice(ys),
                    _ => flat.push(x),
                }
            }
            flat.sort_unstable();
            flat.dedup();
            match flat[..] {
                [] => return unit,
                [x] => return x,
                _ => {}
            }
            if self.has_complement(&flat) {
                return zero;
            }
            match self.merge_bounds(conj, &flat) {
                Some(merged) => pending = merged,
                None => match self.absorb(conj, &flat) {
                    Some(absorbed) => pending = absorbed,
                    None => {
                        let xs = flat.into();
                        return self.intern(if conj { Node::And(xs) } else { Node::Or(xs) });
                    }
                },
            }
        }
    }

    /// Is some `Not(x)` beside its `x`?
    pub(super) fn has_complement(&self, flat: &[ExprId]) -> bool {
        flat.iter().any(|x| match self.node(*x) {
            Node::Not(y) => flat.binary_search(y).is_ok(),
            _ => false,
        })
    }

    /// `x && (x || y)` is `x`, and `x && (!x || y)` is `x && y`; dually for a disjunction. `None`
    /// if nothing changes.
    fn absorb(&mut self, conj: bool, flat: &[ExprId]) -> Option<Vec<ExprId>> {
        let nested = |store: &Store, x: ExprId| match store.node(x) {
            Node::Or(ys) if conj => Some(ys.to_vec()),
            Node::And(ys) if !conj => Some(ys.to_vec()),
            _ => None,
        };
        let any_nested = flat.iter().any(|x| match self.node(*x) {
            Node::Or(_) => conj,
            Node::And(_) => !conj,
            _ => false,
        });
        if !any_nested {
            return None;
        }
        let mut out = Vec::with_capacity(flat.len());
        let mut changed = false;
        for &x in flat {
            let Some(ys) = nested(self, x) else {
                out.push(x);
                continue;
            };
            if ys.iter().any(|y| flat.binary_search(y).is_ok()) {
                changed = true;
                continue;
            }
            let mut kept = Vec::with_capacity(ys.len());
            for &y in &ys {
                let n = self.not(y);
                if flat.binary_search(&n).is_err() {
                    kept.push(y);
                }
            }
            if kept.len() < ys.len() {
                changed = true;
                out.push(self.junction(!conj, kept));
            } else {
                out.push(x);
            }
        }
        changed.then_some(out)
    }
}
