//! Concrete evaluation under an assignment.
//!
//! Evaluation touches nothing in the store. It gives `None` where an expression has no value: a
//! division by zero, a minimum of nothing, a range too wide to walk. A part without a value does no
//! harm where it does not matter (the other branch of a conditional, beside `false` in a
//! conjunction).

use dashu_ratio::RBig;
use rustc_hash::FxHashMap;

use super::model::{Model, Value, WIDEST};
use super::node::{ExprId, FoldOp, FunId, Node};
use super::number;
use super::store::Store;

/// One evaluation.
pub(super) struct Eval<'a> {
    store: &'a Store,
    model: &'a Model,
    /// Values of expressions without free bound variables.
    closed: FxHashMap<ExprId, Option<Value>>,
    /// Values of the others, at the present values of the bound variables.
    scoped: FxHashMap<ExprId, Option<Value>>,
    bound: FxHashMap<u32, RBig>,
    /// Items of ranges that may still be looked at: ranges within ranges multiply.
    left: i64,
}

impl<'a> Eval<'a> {
    pub(super) fn new(store: &'a Store, model: &'a Model) -> Eval<'a> {
        Eval {
            store,
            model,
            closed: FxHashMap::default(),
            scoped: FxHashMap::default(),
            bound: FxHashMap::default(),
            left: 2 * WIDEST,
        }
    }

    /// The value of `e`, computed bottom-up without recursion except into the bodies of binders.
    pub(super) fn value(&mut self, e: ExprId) -> Option<Value> {
        if let Some(v) = self.known(e) {
            return v;
        }
        let mut stack = vec![e];
        while let Some(&x) = stack.last() {
            if self.known(x).is_none() {
                let before = stack.len();
                self.needed(x, &mut stack);
                if stack.len() > before {
                    continue;
                }
                let v = self.compute(x);
                let closed = !self.store.has_free_bound(x);
                let memo = if closed {
                    &mut self.closed
                } else {
                    &mut self.scoped
                };
                memo.insert(x, v);
            }
            stack.pop();
        }
        self.known(e).flatten()
    }

    /// The value of a literal, or of what was computed before.
    fn known(&self, e: ExprId) -> Option<Option<Value>> {
        match self.store.node(e) {
            Node::Num(_, v) => Some(Some(Value::Num(v.clone()))),
            Node::Bool(b) => Some(Some(Value::Bool(*b))),
            _ if self.store.has_free_bound(e) => self.scoped.get(&e).cloned(),
            _ => self.closed.get(&e).cloned(),
        }
    }

    /// What the value of `e` needs that is not known yet.
    fn needed(&self, e: ExprId, out: &mut Vec<ExprId>) {
        let decides = |x: &ExprId, unit: bool| self.known(*x) == Some(Some(Value::Bool(!unit)));
        match self.store.node(e) {
            Node::Ite(c, a, b) => match self.known(*c) {
                None => out.push(*c),
                Some(Some(Value::Bool(c))) => {
                    let chosen = if c { *a } else { *b };
                    out.extend(self.known(chosen).is_none().then_some(chosen));
                }
                Some(_) => {}
            },
            Node::And(xs) if xs.iter().any(|x| decides(x, true)) => {}
            Node::Or(xs) if xs.iter().any(|x| decides(x, false)) => {}
            Node::And(xs) | Node::Or(xs) => {
                out.extend(xs.iter().find(|x| self.known(**x).is_none()));
            }
            Node::Forall { lo, hi, .. } | Node::Fold { lo, hi, .. } => {
                out.extend([*lo, *hi].into_iter().filter(|x| self.known(*x).is_none()));
            }
            _ => self.store.children(e, &mut |c| {
                if self.known(c).is_none() {
                    out.push(c);
                }
            }),
        }
    }

    fn num(&mut self, e: ExprId) -> Option<RBig> {
        match self.value(e)? {
            Value::Num(v) => Some(v),
            Value::Bool(_) => None,
        }
    }

    fn bool(&mut self, e: ExprId) -> Option<bool> {
        self.value(e)?.as_bool()
    }

    fn compute(&mut self, e: ExprId) -> Option<Value> {
        let num = |v: RBig| Some(Value::Num(v));
        match self.store.node(e) {
            Node::Bool(b) => Some(Value::Bool(*b)),
            Node::Num(_, v) => num(v.clone()),
            Node::Sym(s) => {
                let set = self.model.symbols.get(s).cloned();
                Some(set.unwrap_or_else(|| Value::zero(self.store.symbol_sort(*s))))
            }
            Node::Bound(n, _) => self.bound.get(n).cloned().map(Value::Num),
            Node::App(f, args) => self.application(*f, args),
            Node::Sum(_, terms) => {
                let mut sum = RBig::ZERO;
                for (m, k) in terms {
                    sum = number::add(&sum, &number::mul(&self.num(*m)?, k));
                }
                num(sum)
            }
            Node::Prod(factors) => {
                let mut product = RBig::ONE;
                for (p, n) in factors {
                    product = number::mul(&product, &number::pow(&self.num(*p)?, *n));
                }
                num(product)
            }
            Node::Quot(a, b) => {
                let (a, b) = (self.num(*a)?, self.num(*b)?);
                if b.is_zero() {
                    None
                } else {
                    num(number::div(&a, &b))
                }
            }
            Node::Div(a, b) => {
                let (a, b) = (self.num(*a)?, self.num(*b)?);
                if b.is_zero() {
                    None
                } else {
                    num(number::div_euclid(&a, &b))
                }
            }
            Node::Mod(a, b) => {
                let (a, b) = (self.num(*a)?, self.num(*b)?);
                if b.is_zero() {
                    None
                } else {
                    num(number::rem_euclid(&a, &b))
                }
            }
            Node::ToReal(a) => self.value(*a),
            Node::Floor(a) => num(number::floor(&self.num(*a)?)),
            Node::Ite(c, a, b) => {
                let chosen = if self.bool(*c)? { *a } else { *b };
                self.value(chosen)
            }
            Node::Not(a) => Some(Value::Bool(!self.bool(*a)?)),
            Node::And(xs) => self.junction(xs, true),
            Node::Or(xs) => self.junction(xs, false),
            Node::Iff(a, b) => Some(Value::Bool(self.bool(*a)? == self.bool(*b)?)),
            Node::Eq0(p) => Some(Value::Bool(self.num(*p)?.is_zero())),
            Node::Le0(p) => Some(Value::Bool(!number::is_pos(&self.num(*p)?))),
            Node::Lt0(p) => Some(Value::Bool(number::is_neg(&self.num(*p)?))),
            Node::Forall { lo, hi, body } => self.quantifier(*lo, *hi, *body),
            Node::Fold { op, lo, hi, body } => self.fold(*op, *lo, *hi, *body),
            Node::Undefined
            | Node::Tuple(_)
            | Node::Array(_)
            | Node::Input { .. }
            | Node::Fill { .. }
            | Node::Write { .. }
            | Node::Slice { .. }
            | Node::Splice { .. }
            | Node::Resize { .. }
            | Node::Ref { .. } => None,
        }
    }

    fn application(&mut self, f: FunId, args: &[ExprId]) -> Option<Value> {
        let mut key = Vec::with_capacity(args.len());
        for a in args {
            key.push(self.num(*a)?.into_parts().0);
        }
        let model = self.model;
        let set = model
            .functions
            .get(&(f, key))
            .or_else(|| model.defaults.get(&f));
        Some(
            set.cloned()
                .unwrap_or_else(|| Value::zero(self.store.function(f).result)),
        )
    }

    /// A conjunction, or (`unit` false) a disjunction.
    fn junction(&mut self, xs: &[ExprId], unit: bool) -> Option<Value> {
        let mut all = true;
        for x in xs {
            match self.known(*x) {
                Some(Some(Value::Bool(b))) if b != unit => return Some(Value::Bool(b)),
                Some(Some(_)) => {}
                // A part that is not even known stands beside one that decides.
                Some(None) | None => all = false,
            }
        }
        all.then_some(Value::Bool(unit))
    }

    fn quantifier(&mut self, lo: ExprId, hi: ExprId, body: ExprId) -> Option<Value> {
        let mut known = true;
        let holds = self.walk(lo, hi, body, |value| {
            match value.and_then(|v| v.as_bool()) {
                Some(true) => {}
                Some(false) => return false,
                None => known = false,
            }
            true
        })?;
        if !holds {
            return Some(Value::Bool(false));
        }
        known.then_some(Value::Bool(true))
    }

    fn fold(&mut self, op: FoldOp, lo: ExprId, hi: ExprId, body: ExprId) -> Option<Value> {
        let mut acc = match op {
            FoldOp::Sum => Some(RBig::ZERO),
            FoldOp::Product => Some(RBig::ONE),
            FoldOp::Min | FoldOp::Max => None,
        };
        let complete = self.walk(lo, hi, body, |value| {
            let Some(Value::Num(x)) = value else {
                return false;
            };
            acc = Some(match (acc.take(), op) {
                (None, _) => x,
                (Some(a), FoldOp::Sum) => number::add(&a, &x),
                (Some(a), FoldOp::Product) => number::mul(&a, &x),
                (Some(a), FoldOp::Min) => a.min(x),
                (Some(a), FoldOp::Max) => a.max(x),
            });
            true
        })?;
        if complete { acc.map(Value::Num) } else { None }
    }

    /// Shows `f` the body's value at each integer of a range, until it says `false`. `None` if the
    /// range is unknown or too wide.
    fn walk(
        &mut self,
        lo: ExprId,
        hi: ExprId,
        body: ExprId,
        mut f: impl FnMut(Option<Value>) -> bool,
    ) -> Option<bool> {
        let (lo, hi) = (self.num(lo)?, self.num(hi)?);
        let width = number::sub(&hi, &lo);
        if !number::is_pos(&width) {
            return Some(true);
        }
        let width = number::small(&width).filter(|w| *w <= WIDEST)?;
        let var = self.store.binds(body);
        let outer = std::mem::take(&mut self.scoped);
        let mut complete = true;
        for i in 0..width {
            crate::budget::tick();
            self.left -= 1;
            if self.left < 0 {
                break;
            }
            self.scoped.clear();
            self.bound
                .insert(var, number::add(&lo, &number::from_int(i)));
            let value = self.value(body);
            if !f(value) {
                complete = false;
                break;
            }
        }
        self.bound.remove(&var);
        self.scoped = outer;
        (self.left >= 0).then_some(complete)
    }
}
