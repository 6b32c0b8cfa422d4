//! Substitution, and what else walks whole expressions.
//!
//! What must hold: substitution never captures. Under a binder the variable is `Bound(h)`, and
//! building the body again may give the binder another number, so there are two ways to pass one:
//!
//! - *closed*: the body is rewritten in place. Right as long as nothing substituted contains a
//!   binder, so that no binder's number grows: then the numbers bound inside stay below those that
//!   are free around.
//! - *open*: the variable is first replaced by a placeholder that the binder's constructor closes
//!   over again.
//!
//! The closed way is tried where it applies; should a simplification nevertheless make a number
//! grow past one that is free around it, the constructor says so (`Store::captured`) and the whole
//! is built again the open way.

use std::cell::RefCell;
use std::collections::BTreeSet;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::node::{ExprId, FunId, Node, Shape, SymId};
use super::store::Store;

type Map = IndexMap<ExprId, ExprId, FxBuildHasher>;

/// What to put in place of symbols or other primitive terms.
///
/// It remembers the results for everything it was applied to, so that applying one substitution to
/// many expressions that share parts is cheap; it therefore belongs to one store.
#[derive(Default)]
pub struct Substitution {
    map: Map,
    cache: RefCell<Option<Rewrite>>,
}

impl Substitution {
    /// The substitution that changes nothing.
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// From now on `to` takes the place of `from`, a symbol or another primitive (an application,
    /// say).
    pub fn insert(&mut self, from: ExprId, to: ExprId) {
        self.map.insert(from, to);
        self.cache = RefCell::new(None);
    }

    /// What takes the place of a term.
    pub fn get(&self, from: ExprId) -> Option<ExprId> {
        self.map.get(&from).copied()
    }

    /// What is replaced and by what, in order of the ids.
    pub fn iter(&self) -> impl Iterator<Item = (ExprId, ExprId)> {
        let mut pairs: Vec<(ExprId, ExprId)> =
            self.map.iter().map(|(&from, &to)| (from, to)).collect();
        pairs.sort_unstable();
        pairs.into_iter()
    }

    /// Does it change nothing?
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// How many terms it replaces.
    pub fn len(&self) -> usize {
        self.map.len()
    }
}

/// A symbol or a function: what an expression's meaning depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Leaf {
    Sym(SymId),
    Fun(FunId),
}

/// A sorted set of symbols and functions.
pub type SymbolSet = BTreeSet<Leaf>;

/// One substitution at work.
#[derive(Clone)]
pub(super) struct Rewrite {
    map: Map,
    pub(super) memo: FxHashMap<ExprId, ExprId>,
    /// The blooms of all keys: what shares no bit with it contains no key.
    bloom: u64,
    /// Pass binders the open way?
    open: bool,
}

impl Store {
    /// `e` with the terms of `map` replaced, simplified again.
    pub fn substitute(&mut self, e: ExprId, map: &Substitution) -> ExprId {
        if map.is_empty() {
            return e;
        }
        let cached = map.cache.borrow_mut().take();
        let mut rewrite = cached.unwrap_or_else(|| self.rewrite_of(map.map.clone()));
        let result = self.apply(e, &mut rewrite);
        *map.cache.borrow_mut() = Some(rewrite);
        result
    }

    /// The free symbols and the functions of `e`, added to `out`.
    pub fn symbols(&self, e: ExprId, out: &mut SymbolSet) {
        let mut seen = FxHashSet::default();
        let mut stack = vec![e];
        while let Some(e) = stack.pop() {
            if !self.meta(e).leaf || !seen.insert(e) {
                continue;
            }
            match self.node(e) {
                Node::Sym(s) => {
                    out.insert(Leaf::Sym(*s));
                }
                Node::App(f, _) => {
                    out.insert(Leaf::Fun(*f));
                }
                Node::Input { shape, .. } => shape_functions(shape, out),
                _ => {}
            }
            self.children(e, &mut |c| stack.push(c));
        }
    }

    /// Does `target` occur in `e`?
    pub fn contains(&self, e: ExprId, target: ExprId) -> bool {
        let bloom = self.meta(target).bloom;
        let possible = |e: ExprId| e == target || e > target && self.meta(e).bloom & bloom == bloom;
        if !possible(e) {
            return false;
        }
        let mut seen = FxHashSet::default();
        let mut stack = vec![e];
        while let Some(e) = stack.pop() {
            if e == target {
                return true;
            }
            if seen.insert(e) {
                self.children(e, &mut |c| {
                    if possible(c) {
                        stack.push(c);
                    }
                });
            }
        }
        false
    }

    /// `e` with one primitive term replaced.
    pub(super) fn replace(&mut self, e: ExprId, from: ExprId, to: ExprId) -> ExprId {
        if from == to {
            return e;
        }
        let mut rewrite = self.rewrite_of(Map::from_iter([(from, to)]));
        self.apply(e, &mut rewrite)
    }

    fn rewrite_of(&self, map: Map) -> Rewrite {
        let bloom = map.keys().fold(0, |bloom, &k| bloom | self.meta(k).bloom);
        let open = map.values().any(|&v| self.meta(v).height > 0);
        Rewrite {
            map,
            memo: FxHashMap::default(),
            bloom,
            open,
        }
    }

    fn apply(&mut self, e: ExprId, rewrite: &mut Rewrite) -> ExprId {
        if rewrite.open {
            return self.run(e, rewrite);
        }
        let outer = std::mem::take(&mut self.captured);
        let mut result = self.run(e, rewrite);
        if std::mem::take(&mut self.captured) {
            rewrite.memo.clear();
            rewrite.open = true;
            // If a number is still captured now, it is one that is free in `e`: whoever opened `e`
            // is told.
            result = self.run(e, rewrite);
        }
        self.captured |= outer;
        result
    }

    /// Rewrites bottom-up, without recursion except under open binders.
    fn run(&mut self, e: ExprId, r: &mut Rewrite) -> ExprId {
        let mut stack = vec![e];
        while let Some(&x) = stack.last() {
            if self.meta(x).bloom & r.bloom == 0 || r.memo.contains_key(&x) {
                stack.pop();
                continue;
            }
            if let Some(&to) = r.map.get(&x) {
                r.memo.insert(x, to);
                stack.pop();
                continue;
            }
            let before = stack.len();
            let mut visit = |c: ExprId| {
                if self.meta(c).bloom & r.bloom != 0 && !r.memo.contains_key(&c) {
                    stack.push(c);
                }
            };
            match self.node(x) {
                Node::Forall { lo, hi, .. } | Node::Fold { lo, hi, .. } if r.open => {
                    visit(*lo);
                    visit(*hi);
                }
                _ => self.children(x, &mut visit),
            }
            if stack.len() == before {
                let new = self.rebuild(x, r);
                r.memo.insert(x, new);
                stack.pop();
            }
        }
        r.memo.get(&e).copied().unwrap_or(e)
    }

    /// Rewrites the body of a binder, and has the binder made again.
    pub(super) fn under_binder(
        &mut self,
        body: ExprId,
        r: &mut Rewrite,
        make: impl FnOnce(&mut Store, ExprId, ExprId) -> ExprId,
    ) -> ExprId {
        let var = self.variable(body);
        if !r.open {
            let new = r.memo.get(&body).copied().unwrap_or(body);
            if self.meta(new).height > self.meta(body).height {
                self.captured = true;
            }
            return make(self, var, new);
        }
        let placeholder = self.open_internal();
        let mut inner = r.clone();
        inner.memo.clear();
        inner.map.insert(var, placeholder);
        inner.bloom |= self.meta(var).bloom;
        let new = self.run(body, &mut inner);
        let result = make(self, placeholder, new);
        self.close_internal();
        result
    }
}

fn shape_functions(shape: &Shape, out: &mut SymbolSet) {
    match shape {
        Shape::Scalar(f) => {
            out.insert(Leaf::Fun(*f));
        }
        Shape::Tuple(parts) => parts.iter().for_each(|s| shape_functions(s, out)),
        Shape::Fixed(_, s) => shape_functions(s, out),
        Shape::Dynamic(f, s) => {
            out.insert(Leaf::Fun(*f));
            shape_functions(s, out);
        }
    }
}
