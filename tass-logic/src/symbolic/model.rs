//! Assignments: values for symbols and functions.

use std::collections::BTreeMap;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::eval::Eval;
use super::node::{ExprId, FunId, Node, Sort, SymId};
use super::number::Rational;
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
    pub(super) symbols: BTreeMap<SymId, Value>,
    pub(super) functions: BTreeMap<(FunId, Vec<IBig>), Value>,
    pub(super) defaults: BTreeMap<FunId, Value>,
}

/// Ranges wider than this are not walked, arrays longer not written out.
pub(super) const WIDEST: i64 = 100_000;

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

    /// How much room it takes, in values.
    pub(crate) fn size(&self) -> usize {
        8 + self.symbols.len() + self.functions.len() + self.defaults.len()
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
        Eval::new(store, self).value(e)
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
