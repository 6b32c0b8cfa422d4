//! `<`, `<=`, `>` and `>=`.
//!
//! What must hold: booleans and numbers are ordered as in Rust (`false` first; there is no NaN);
//! tuples, structs, arrays and vectors lexicographically, the shorter of two of which one begins
//! the other first, as derived `PartialOrd` does. All of these are total orders, so that `a <= b`
//! is `!(b < a)`. What is not ordered here (references to variables) is given up, never guessed.

use crate::comm::CommModel;
use crate::exec::terms::check::Cx;
use crate::exec::{Stepper, Stop};
use crate::report::Inconclusive;
use crate::symbolic::{ExprId, Node, Sort};
use tass_syntax::tree::{BinOp, Span};

/// Pairs of elements that a comparison may depend on.
const MOST: usize = 256;

impl<C: CommModel> Stepper<'_, '_, C> {
    /// One of the four comparisons, of any two values of one type.
    pub(crate) fn order(
        &mut self,
        cx: &Cx<'_>,
        op: BinOp,
        a: ExprId,
        b: ExprId,
        span: Span,
    ) -> Result<ExprId, Stop> {
        match (self.engine.store.sort(a), op) {
            (Some(Sort::Bool), _) | (None, _) => {}
            (_, BinOp::Lt) => return Ok(self.engine.store.lt(a, b)),
            (_, BinOp::Le) => return Ok(self.engine.store.le(a, b)),
            (_, BinOp::Gt) => return Ok(self.engine.store.gt(a, b)),
            _ => return Ok(self.engine.store.ge(a, b)),
        }
        let less = match op {
            BinOp::Lt | BinOp::Ge => self.less(a, b),
            _ => self.less(b, a),
        };
        let Some(less) = less else {
            return Err(Stop::GiveUp(Box::new(Inconclusive::Unsupported {
                what: "a comparison by order of such values".into(),
                location: Some(self.engine.program.location(cx.graph(), span)),
            })));
        };
        Ok(match op {
            BinOp::Lt | BinOp::Gt => less,
            _ => self.engine.store.not(less),
        })
    }

    /// `a < b`; `None` if that is not supported.
    fn less(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        match self.engine.store.sort(a) {
            Some(Sort::Bool) => {
                let not_a = self.engine.store.not(a);
                return Some(self.engine.store.and(not_a, b));
            }
            Some(_) => return Some(self.engine.store.lt(a, b)),
            None => {}
        }
        match (self.engine.store.node(a), self.engine.store.node(b)) {
            (Node::Undefined, _) | (_, Node::Undefined) => Some(self.engine.store.fls()),
            (Node::Ref { .. }, _) | (_, Node::Ref { .. }) => None,
            (Node::Tuple(xs), Node::Tuple(ys)) | (Node::Array(xs), Node::Array(ys)) => {
                let (shorter, pairs) = (xs.len() < ys.len(), xs.iter().zip(ys.iter()));
                let pairs = pairs.map(|(x, y)| (*x, *y)).collect();
                let last = self.engine.store.bool(shorter);
                self.less_in_turn(pairs, last)
            }
            (Node::Tuple(_), _) | (_, Node::Tuple(_)) => None,
            _ => self.less_of_arrays(a, b),
        }
    }

    /// The first pair that differs decides, `last` if none does.
    fn less_in_turn(&mut self, pairs: Vec<(ExprId, ExprId)>, last: ExprId) -> Option<ExprId> {
        let mut undecided = Vec::new();
        let mut less = last;
        for (x, y) in pairs {
            let same = self.engine.store.eq(x, y);
            if self.engine.store.as_bool(same) == Some(true) {
                continue;
            }
            let here = self.less(x, y)?;
            if self.engine.store.as_bool(same) == Some(false) {
                less = here;
                break;
            }
            if undecided.len() == MOST {
                return None;
            }
            undecided.push((same, here));
        }
        for (same, here) in undecided.into_iter().rev() {
            let later = self.engine.store.and(same, less);
            less = self.engine.store.or(here, later);
        }
        Some(less)
    }

    /// Of arrays one of which has a length that is not known: there is an index at which the first
    /// is less, all before it being equal, or the first is a shorter beginning of the second.
    fn less_of_arrays(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (n, m) = (
            self.engine.store.array_len(a),
            self.engine.store.array_len(b),
        );
        let both = self.engine.store.min(n, m);
        let zero = self.engine.store.int(0);
        let at = self.engine.store.fresh_bound();
        let equal_before = self.equal_before(a, b, at);
        let (x, y) = (self.engine.store.read(a, at), self.engine.store.read(b, at));
        let less = self.less(x, y)?;
        let first = self.engine.store.and(equal_before, less);
        let differs = self.engine.store.exists(zero, both, at, first);
        let shorter = self.engine.store.lt(n, m);
        let begins = self.equal_before(a, b, n);
        let begins = self.engine.store.and(shorter, begins);
        Some(self.engine.store.or(differs, begins))
    }

    /// The first `n` elements are the same.
    fn equal_before(&mut self, a: ExprId, b: ExprId, n: ExprId) -> ExprId {
        let zero = self.engine.store.int(0);
        let at = self.engine.store.fresh_bound();
        let (x, y) = (self.engine.store.read(a, at), self.engine.store.read(b, at));
        let same = self.engine.store.eq(x, y);
        self.engine.store.forall(zero, n, at, same)
    }
}
