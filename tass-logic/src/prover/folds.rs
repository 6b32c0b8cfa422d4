//! Canonical ranges for folds and quantifiers.
//!
//! Invariant: as in [`simplify`](super::simplify), every rewriting is an equality under the path
//! condition. Ranges are shifted so that arrays are read at the bound variable itself; the ends of
//! a fold lose their constants, at the price of single terms; sums over adjacent ranges become one.
//! So partial sums that add up to a whole do so by arithmetic.
//!
//! A range that shrinks or is taken apart uses the body only where it was used before. A range that
//! *grows* uses it where nobody asked for it: `1/i` over `1..n` is not that over `0..n` less `1/0`.
//! That is done only if the body is proved to have a value there.

use crate::symbolic::{ExprId, FoldOp, FunId, Node, Rational, Store};

use super::simplify::{MAX_PEEL, PLACEHOLDER, Simplifier};

/// A sum over a range, with its coefficient.
#[derive(Clone)]
struct Term {
    fold: ExprId,
    lo: ExprId,
    hi: ExprId,
    body: ExprId,
    coefficient: Rational,
}

impl Simplifier<'_> {
    /// `a[i + d]` for `i` in `lo..hi` is `a[i]` for `i` in `lo + d .. hi + d`.
    pub(super) fn shifted(&mut self, x: ExprId) -> Option<ExprId> {
        let (Node::Forall { lo, hi, body } | Node::Fold { lo, hi, body, .. }) = *self.store.node(x)
        else {
            return None;
        };
        let shift = offset_of_reads(self.store, body)?;
        let (lo, hi) = (self.store.add(lo, shift), self.store.add(hi, shift));
        Some(self.rebuilt(x, lo, hi, shift))
    }

    /// The binder over another range, its variable shifted.
    fn rebuilt(&mut self, x: ExprId, lo: ExprId, hi: ExprId, shift: ExprId) -> ExprId {
        let variable = self.store.bound_at(PLACEHOLDER);
        let at = self.store.sub(variable, shift);
        let body = self.store.instantiate(x, at);
        match *self.store.node(x) {
            Node::Fold { op, .. } => self.store.fold(op, lo, hi, variable, body),
            _ => self.store.forall(lo, hi, variable, body),
        }
    }

    pub(super) fn over(&mut self, x: ExprId, lo: ExprId, hi: ExprId) -> ExprId {
        let zero = self.store.int(0);
        self.rebuilt(x, lo, hi, zero)
    }

    /// A fold over `lo .. n + c` as the one over `lo .. n` and the rest, and so at the other end.
    pub(super) fn peeled(&mut self, x: ExprId) -> Option<ExprId> {
        let Node::Fold { op, lo, hi, .. } = *self.store.node(x) else {
            return None;
        };
        let (base, offset) = self.offset(hi)?;
        if offset != 0 && self.store.as_int(hi).is_none() && offset.abs() <= MAX_PEEL {
            // The smaller of the two ranges must be one.
            let inner = if offset > 0 { base } else { hi };
            let possible = offset > 0 || op == FoldOp::Sum;
            let grows = offset < 0;
            if possible
                && self.is_range(op, lo, inner)
                && (!grows || self.has_values(x, inner, -offset))
            {
                let range = self.over(x, lo, base);
                return Some(self.moved(x, range, inner, offset.abs(), offset > 0));
            }
        }
        // Constant lower ends go to zero.
        let (base, offset) = self.offset(lo)?;
        if offset != 0 && offset.abs() <= MAX_PEEL {
            let inner = if offset < 0 { base } else { lo };
            let possible = offset < 0 || op == FoldOp::Sum;
            let grows = offset > 0;
            let first = if offset < 0 { lo } else { base };
            if possible
                && self.is_range(op, inner, hi)
                && (!grows || self.has_values(x, first, offset))
            {
                let range = self.over(x, base, hi);
                return Some(self.moved(x, range, first, offset.abs(), offset < 0));
            }
        }
        None
    }

    /// `lo <= hi`; a minimum or maximum is only taken of something.
    fn is_range(&mut self, op: FoldOp, lo: ExprId, hi: ExprId) -> bool {
        match op {
            FoldOp::Min | FoldOp::Max => self.proved(|store| store.lt(lo, hi)),
            FoldOp::Sum | FoldOp::Product => self.proved(|store| store.le(lo, hi)),
        }
    }

    /// Whether the body has a value at `count` indices from `first` on.
    fn has_values(&mut self, x: ExprId, first: ExprId, count: i64) -> bool {
        (0..count).all(|step| {
            let step = self.store.int(step);
            let index = self.store.add(first, step);
            self.proved(|store| store.domain_at(x, index))
        })
    }

    /// A fold with the bodies at `count` indices from `first` on added or taken away.
    fn moved(&mut self, x: ExprId, fold: ExprId, first: ExprId, count: i64, add: bool) -> ExprId {
        let Node::Fold { op, .. } = *self.store.node(x) else {
            return x;
        };
        let mut total = fold;
        for step in 0..count {
            let step = self.store.int(step);
            let index = self.store.add(first, step);
            let value = self.store.instantiate(x, index);
            total = match (op, add) {
                (FoldOp::Sum, true) => self.store.add(total, value),
                (FoldOp::Sum, false) => self.store.sub(total, value),
                (FoldOp::Product, _) => self.store.mul(total, value),
                (FoldOp::Min, _) => self.store.min(total, value),
                (FoldOp::Max, _) => self.store.max(total, value),
            };
        }
        total
    }

    /// An integer as something without a constant, and the constant, if that has an opposite.
    fn offset(&mut self, e: ExprId) -> Option<(ExprId, i64)> {
        let constant = self.store.linear(e).constant();
        let offset = i64::try_from(constant.numerator()).ok()?;
        offset.checked_neg()?;
        let constant = self.store.int(offset);
        Some((self.store.sub(e, constant), offset))
    }

    /// Two sums over adjacent or nested ranges of one body, as one.
    pub(super) fn joined(&mut self, x: ExprId) -> Option<ExprId> {
        let terms: Vec<Term> = sums(self.store, x);
        for (index, a) in terms.iter().enumerate() {
            for b in &terms[index + 1..] {
                if a.body != b.body {
                    continue;
                }
                let (joined, sign) = match self.join(a, b) {
                    Some(found) => found,
                    None => continue,
                };
                let coefficient = &a.coefficient * Rational::from(sign);
                let (first, second) = (
                    self.store.scale(a.fold, &a.coefficient),
                    self.store.scale(b.fold, &b.coefficient),
                );
                let joined = self.store.scale(joined, &coefficient);
                let rest = self.store.sub(x, first);
                let rest = self.store.sub(rest, second);
                return Some(self.store.add(rest, joined));
            }
        }
        None
    }

    /// The one sum that both amount to, as a multiple of `a`'s coefficient.
    fn join(&mut self, a: &Term, b: &Term) -> Option<(ExprId, i64)> {
        if a.coefficient == b.coefficient {
            for (a, b) in [(a, b), (b, a)] {
                if a.hi == b.lo && self.ordered(a.lo, a.hi, b.hi) {
                    return Some((self.over(a.fold, a.lo, b.hi), 1));
                }
            }
        } else if a.coefficient == -&b.coefficient {
            for (a, b, sign) in [(a, b, 1), (b, a, -1)] {
                // `a` minus `b`, which lies in it.
                if a.lo == b.lo && self.ordered(a.lo, b.hi, a.hi) {
                    return Some((self.over(a.fold, b.hi, a.hi), sign));
                }
                if a.hi == b.hi && self.ordered(a.lo, b.lo, a.hi) {
                    return Some((self.over(a.fold, a.lo, b.lo), sign));
                }
            }
        }
        None
    }

    /// `a <= b <= c`
    fn ordered(&mut self, a: ExprId, b: ExprId, c: ExprId) -> bool {
        self.proved(|store| store.le(a, b)) && self.proved(|store| store.le(b, c))
    }
}

/// The closed sums over ranges among the terms of a polynomial.
fn sums(store: &Store, x: ExprId) -> Vec<Term> {
    let mut terms = Vec::new();
    for (fold, coefficient) in store.linear(x).terms() {
        if let Node::Fold { op, lo, hi, body } = *store.node(fold)
            && op == FoldOp::Sum
            && !store.has_free_bound(fold)
        {
            terms.push(Term {
                fold,
                lo,
                hi,
                body,
                coefficient: coefficient.clone(),
            });
        }
    }
    terms
}

/// The distance from a body's variable at which the first of its functions is read, if none is read
/// at the variable.
fn offset_of_reads(store: &mut Store, body: ExprId) -> Option<ExprId> {
    let (variable, reads) = reads(store, body)?;
    let mut best: Option<((FunId, usize), ExprId)> = None;
    for (function, args) in reads {
        for (position, &arg) in args.iter().enumerate() {
            let rest = store.sub(arg, variable);
            if store.has_free_bound(rest) {
                continue;
            }
            if store.as_int(rest) == Some(0) {
                return None;
            }
            let candidate = ((function, position), rest);
            if best.is_none_or(|best| candidate < best) {
                best = Some(candidate);
            }
        }
    }
    best.map(|(_, rest)| rest)
}

/// An application's function and arguments.
pub(super) type Read = (FunId, Box<[ExprId]>);

/// A body's own variable, and the applications in it that depend on a bound variable.
pub(super) fn reads(store: &Store, body: ExprId) -> Option<(ExprId, Vec<Read>)> {
    let mut reads = Vec::new();
    let mut variable = None;
    let mut stack = vec![body];
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(e) = stack.pop() {
        if !seen.insert(e) || !store.has_free_bound(e) {
            continue;
        }
        match store.node(e) {
            Node::App(function, args) => reads.push((*function, args.clone())),
            // Inner binders bind smaller numbers.
            Node::Bound(height, _) => variable = variable.max(Some((*height, e))),
            _ => {}
        }
        store.children(e, &mut |child| stack.push(child));
    }
    Some((variable?.1, reads))
}
