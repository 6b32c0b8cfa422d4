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

use super::meta::function_bit;
use super::node::{ExprId, FunId, Node, Shape, SymId};
use super::store::{Store, UNDEFINED};

type Map = IndexMap<ExprId, ExprId, FxBuildHasher>;
type Functions = IndexMap<FunId, Way, FxBuildHasher>;
type Renamed = IndexMap<FunId, FunId, FxBuildHasher>;

/// What a function is replaced by: a way into an array, which takes the function's arguments for
/// its indices.
#[derive(Clone)]
struct Way {
    array: ExprId,
    steps: Vec<Step>,
}

#[derive(Clone, Copy)]
enum Step {
    Index,
    Field(usize),
    Len,
}

/// What to put in place of symbols or other primitive terms.
///
/// It remembers the results for everything it was applied to, so that applying one substitution to
/// many expressions that share parts is cheap; it therefore belongs to one store.
#[derive(Default)]
pub struct Substitution {
    map: Map,
    functions: Functions,
    renamed: Renamed,
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

    /// From now on `array` takes the place of the symbolic array whose elements are of this shape.
    pub fn insert_array(&mut self, shape: &Shape, array: ExprId) {
        self.insert_shape(shape, array, &mut vec![Step::Index]);
        self.cache = RefCell::new(None);
    }

    /// From now on one function takes the place of another of the same kind.
    pub fn rename(&mut self, from: FunId, to: FunId) {
        self.renamed.insert(from, to);
        self.cache = RefCell::new(None);
    }

    /// The shape with its functions renamed.
    pub fn renamed_shape(&self, shape: &Shape) -> Shape {
        renamed_shape(&self.renamed, shape)
    }

    fn insert_shape(&mut self, shape: &Shape, array: ExprId, way: &mut Vec<Step>) {
        let mut replace = |f: FunId, steps: Vec<Step>| {
            self.functions.insert(f, Way { array, steps });
        };
        match shape {
            Shape::Scalar(f) => replace(*f, way.clone()),
            Shape::Tuple(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    way.push(Step::Field(i));
                    self.insert_shape(part, array, way);
                    way.pop();
                }
            }
            Shape::Fixed(_, element) => {
                way.push(Step::Index);
                self.insert_shape(element, array, way);
                way.pop();
            }
            Shape::Dynamic(len, element) => {
                replace(*len, [&way[..], &[Step::Len]].concat());
                way.push(Step::Index);
                self.insert_shape(element, array, way);
                way.pop();
            }
        }
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
        self.map.is_empty() && self.functions.is_empty() && self.renamed.is_empty()
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
    functions: Functions,
    renamed: Renamed,
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
        let mut rewrite = cached.unwrap_or_else(|| {
            let (functions, renamed) = (map.functions.clone(), map.renamed.clone());
            self.rewrite_of(map.map.clone(), functions, renamed)
        });
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

    /// The free symbols and the functions of `e`, added to `out` in the order in which they occur.
    pub fn leaves_in_order(
        &self,
        e: ExprId,
        seen: &mut FxHashSet<ExprId>,
        out: &mut indexmap::IndexSet<Leaf>,
    ) {
        if !self.meta(e).leaf || !seen.insert(e) {
            return;
        }
        match self.node(e) {
            Node::Sym(s) => {
                out.insert(Leaf::Sym(*s));
            }
            Node::App(f, _) => {
                out.insert(Leaf::Fun(*f));
            }
            Node::Input { shape, .. } => self.leaves_of_shape(shape, out),
            _ => {}
        }
        let mut below = Vec::new();
        self.children(e, &mut |c| below.push(c));
        for child in below {
            self.leaves_in_order(child, seen, out);
        }
    }

    /// The functions of a shape, added to `out`.
    pub fn leaves_of_shape(&self, shape: &Shape, out: &mut indexmap::IndexSet<Leaf>) {
        let mut functions = SymbolSet::new();
        shape_functions(shape, &mut functions);
        out.extend(functions);
    }

    /// The number of a symbol among symbols, of a function among functions.
    pub fn number_of(&self, leaf: Leaf) -> u32 {
        match leaf {
            Leaf::Sym(SymId(n)) | Leaf::Fun(FunId(n)) => n,
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
        let mut rewrite = self.rewrite_of(
            Map::from_iter([(from, to)]),
            Functions::default(),
            Renamed::default(),
        );
        self.apply(e, &mut rewrite)
    }

    fn rewrite_of(&self, map: Map, functions: Functions, renamed: Renamed) -> Rewrite {
        let bloom = map.keys().fold(0, |bloom, &k| bloom | self.meta(k).bloom);
        let replaced = functions.keys().chain(renamed.keys());
        let bloom = replaced.fold(bloom, |b, &f| b | function_bit(f));
        let arrays = functions.values().map(|way| way.array);
        let open = map
            .values()
            .copied()
            .chain(arrays)
            .any(|v| self.meta(v).height > 0);
        Rewrite {
            map,
            functions,
            renamed,
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

    /// An application of a function that is replaced.
    pub(super) fn applied(&mut self, f: FunId, args: &[ExprId], r: &Rewrite) -> Option<ExprId> {
        if let Some(&g) = r.renamed.get(&f) {
            return Some(self.app(g, args));
        }
        let way = r.functions.get(&f)?;
        let mut args = args.iter();
        let mut value = way.array;
        for step in &way.steps {
            value = match step {
                Step::Index => self.read(value, *args.next()?),
                Step::Field(i) => self.component(value, *i),
                Step::Len => self.array_len(value),
            };
        }
        // Out of bounds the function has some value, as before: a sum that grew beyond the array
        // and lost the same element again must not become undefined.
        (value != UNDEFINED).then_some(value)
    }

    /// A symbolic array whose functions are replaced.
    pub(super) fn replaced_array(
        &mut self,
        shape: &Shape,
        len: ExprId,
        index: &[ExprId],
        r: &Rewrite,
    ) -> Option<ExprId> {
        let first = first_function(shape)?;
        if !r.renamed.is_empty() {
            let shape = renamed_shape(&r.renamed, shape);
            return Some(self.input_array(&shape, len, index));
        }
        let way = r.functions.get(&first)?;
        let mut index = index.iter();
        let mut value = way.array;
        for step in &way.steps {
            value = match step {
                Step::Index => match index.next() {
                    Some(i) => self.read(value, *i),
                    None => break,
                },
                Step::Field(i) => self.component(value, *i),
                Step::Len => break,
            };
        }
        Some(self.resize(value, len))
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

fn renamed_shape(renamed: &Renamed, shape: &Shape) -> Shape {
    let new = |f: &FunId| renamed.get(f).copied().unwrap_or(*f);
    match shape {
        Shape::Scalar(f) => Shape::Scalar(new(f)),
        Shape::Tuple(parts) => {
            Shape::Tuple(parts.iter().map(|s| renamed_shape(renamed, s)).collect())
        }
        Shape::Fixed(n, element) => Shape::Fixed(*n, Box::new(renamed_shape(renamed, element))),
        Shape::Dynamic(f, element) => {
            Shape::Dynamic(new(f), Box::new(renamed_shape(renamed, element)))
        }
    }
}

fn first_function(shape: &Shape) -> Option<FunId> {
    match shape {
        Shape::Scalar(f) | Shape::Dynamic(f, _) => Some(*f),
        Shape::Tuple(parts) => parts.iter().find_map(first_function),
        Shape::Fixed(_, element) => first_function(element),
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
