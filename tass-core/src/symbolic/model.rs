//! Assignments, and concrete evaluation under them.
//!
//! Evaluation touches nothing in the store. It gives `None` where an expression has no value: a division by zero, a
//! minimum of nothing, a range too wide to walk. A part without a value does no harm where it does not matter (the other
//! branch of a conditional, beside `false` in a conjunction).

use std::collections::BTreeMap;

use dashu_int::IBig;
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;

use super::node::{ExprId, FoldOp, FunId, Node, Sort, SymId};
use super::number::{self, Rational};
use super::store::Store;

/// A scalar value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Value {
    Bool(bool),
    Num(Rational),
}

/// An assignment of values to symbols and function applications.
///
/// What is not set is 0 or `false`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    symbols: BTreeMap<SymId, Value>,
    functions: BTreeMap<(FunId, Vec<IBig>), Value>,
    defaults: BTreeMap<FunId, Value>,
}

/// Ranges wider than this are not walked, arrays longer not written out.
const WIDEST: i64 = 100_000;

impl Value {
    /// The default value of a sort.
    pub fn zero(sort: Sort) -> Value {
        if sort == Sort::Bool {
            Value::Bool(false)
        } else {
            Value::Num(RBig::ZERO)
        }
    }

    /// The boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            Value::Num(_) => None,
        }
    }

    /// The number, if it is one.
    pub fn as_num(&self) -> Option<&Rational> {
        match self {
            Value::Num(v) => Some(v),
            Value::Bool(_) => None,
        }
    }
}

impl Model {
    /// The assignment of nothing.
    pub fn new() -> Model {
        Model::default()
    }

    /// Sets a symbol.
    pub fn set_symbol(&mut self, s: SymId, value: Value) {
        self.symbols.insert(s, value);
    }

    /// Sets a function at some arguments.
    pub fn set_function_value(&mut self, f: FunId, args: Vec<IBig>, value: Value) {
        self.functions.insert((f, args), value);
    }

    /// Sets a function everywhere else.
    pub fn set_function_default(&mut self, f: FunId, value: Value) {
        self.defaults.insert(f, value);
    }

    /// The value of a symbol, if it is set.
    pub fn symbol(&self, s: SymId) -> Option<&Value> {
        self.symbols.get(&s)
    }

    /// The symbols that are set.
    pub fn symbols(&self) -> impl Iterator<Item = (SymId, &Value)> {
        self.symbols.iter().map(|(s, v)| (*s, v))
    }

    /// The function values that are set one by one.
    pub fn function_values(&self) -> impl Iterator<Item = (FunId, &[IBig], &Value)> {
        self.functions
            .iter()
            .map(|((f, args), v)| (*f, &args[..], v))
    }

    /// The value of a function where it is not set one by one.
    pub fn function_default(&self, f: FunId) -> Option<&Value> {
        self.defaults.get(&f)
    }

    /// The value of a scalar.
    pub fn eval(&self, store: &Store, e: ExprId) -> Option<Value> {
        let mut eval = Eval {
            store,
            model: self,
            closed: FxHashMap::default(),
            scoped: FxHashMap::default(),
            bound: FxHashMap::default(),
        };
        eval.value(e)
    }

    /// `e` with every symbol and application replaced by its value.
    ///
    /// Arrays of symbolic length become arrays of known length. What has no value stays as it is.
    pub fn reify(&self, store: &mut Store, e: ExprId) -> ExprId {
        if let Some(sort) = store.sort(e) {
            return match self.eval(store, e) {
                Some(Value::Bool(b)) => store.bool(b),
                Some(Value::Num(v)) => store.num(sort, v),
                None => e,
            };
        }
        match store.node(e) {
            Node::Undefined => e,
            Node::Tuple(parts) => {
                let parts = parts.to_vec();
                let parts: Vec<_> = parts.into_iter().map(|x| self.reify(store, x)).collect();
                store.tuple(&parts)
            }
            Node::Ref { frame, local, path } => {
                let (frame, local, path) = (*frame, *local, path.to_vec());
                let path: Vec<_> = path
                    .into_iter()
                    .map(|p| self.reify_step(store, p))
                    .collect();
                store.reference(frame, local, &path)
            }
            Node::Ite(c, a, b) => match self.eval(store, *c) {
                Some(Value::Bool(c)) => {
                    let chosen = if c { *a } else { *b };
                    self.reify(store, chosen)
                }
                _ => e,
            },
            _ => self.reify_array(store, e),
        }
    }

    fn reify_array(&self, store: &mut Store, e: ExprId) -> ExprId {
        let len = store.array_len(e);
        let len = self.reify(store, len);
        let Some(n) = store.as_int(len).filter(|n| *n <= WIDEST) else {
            return e;
        };
        let elements: Vec<_> = (0..n)
            .map(|i| {
                let i = store.int(i);
                let x = store.read(e, i);
                self.reify(store, x)
            })
            .collect();
        store.array(&elements)
    }

    fn reify_step(&self, store: &mut Store, p: super::PathElem) -> super::PathElem {
        use super::PathElem::{Field, Index, Range};
        match p {
            Field(i) => Field(i),
            Index(i) => Index(self.reify(store, i)),
            Range(s, n) => Range(self.reify(store, s), self.reify(store, n)),
        }
    }
}

/// One evaluation.
struct Eval<'a> {
    store: &'a Store,
    model: &'a Model,
    /// Values of expressions without free bound variables.
    closed: FxHashMap<ExprId, Option<Value>>,
    /// Values of the others, at the present values of the bound variables.
    scoped: FxHashMap<ExprId, Option<Value>>,
    bound: FxHashMap<u32, RBig>,
}

impl Eval<'_> {
    /// The value of `e`, computed bottom-up without recursion except into the bodies of binders.
    fn value(&mut self, e: ExprId) -> Option<Value> {
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

    /// Shows `f` the body's value at each integer of a range, until it says `false`. `None` if the range is unknown or too wide.
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
        Some(complete)
    }
}
