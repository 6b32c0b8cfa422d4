//! The store: interning, symbols and functions, and what is cached about every node.
//!
//! What always holds: structurally equal nodes have one id; a node's children have smaller ids than
//! the node; ids, once given, keep their meaning for the life of the store. Only the smart
//! constructors of this module tree call [`Store::intern`], and each hands it a node in the
//! canonical form of [`node`](super::node).

use dashu_int::IBig;
use dashu_ratio::RBig;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::budget;

use super::cache::{self, Cache};
use super::extent::Extent;
use super::meta::{Meta, each_child};
use super::node::{ExprId, FunId, Node, Sort, SymId};
use super::number::{self, Rational};

/// The hash-consed expression store. See the [module documentation](super).
pub struct Store {
    nodes: IndexSet<Node, FxBuildHasher>,
    meta: Vec<Meta>,
    symbols: Vec<(String, Sort, Extent)>,
    functions: Vec<Function>,
    small_ints: Vec<ExprId>,
    placeholders: u32,
    /// The depth of the deepest expression.
    deepest: u16,
    /// Negations of nodes for which finding them means work.
    pub(super) negations: FxHashMap<ExprId, ExprId>,
    /// Where partial expressions have a value, see [`domain`](super::domain).
    pub(super) domains: FxHashMap<ExprId, ExprId>,
    /// What operations gave.
    pub(super) cache: Cache,
    /// How many binders the store's own traversals hold open.
    pub(super) open_binders: u32,
    /// A binder was closed over a number that is free around it: what was built must be built again
    /// with all binders open. See [`subst`](super::subst).
    pub(super) captured: bool,
}

/// An uninterpreted function: an element, or the length, of a symbolic array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    /// How it is displayed.
    pub name: String,
    /// The number of its integer arguments.
    pub arity: usize,
    /// The sort of its result.
    pub result: Sort,
    /// Is its result known never to be negative?
    pub nonneg: bool,
    /// Which numbers its results are among.
    pub extent: Extent,
}

pub(super) const FALSE: ExprId = ExprId(0);
pub(super) const TRUE: ExprId = ExprId(1);
pub(super) const INT_ONE: ExprId = ExprId(2);
pub(super) const REAL_ONE: ExprId = ExprId(3);
pub(super) const INT_ZERO: ExprId = ExprId(4);
pub(super) const REAL_ZERO: ExprId = ExprId(5);
pub(super) const UNIT: ExprId = ExprId(6);
pub(super) const UNDEFINED: ExprId = ExprId(7);

/// Bound variables from this number on are placeholders, made by [`Store::fresh_bound`].
const PLACEHOLDER: u32 = 1 << 30;
/// Placeholders from this number on are given out by nesting depth, see [`Store::bound_at`].
const BY_DEPTH: u32 = 1 << 31;
/// Placeholders from this number on are those of the store's own traversals.
const INTERNAL: u32 = 3 << 30;

/// How deep expressions may be nested.
pub const DEEPEST: u16 = 10_000;

/// The integers whose ids are kept in a table.
const SMALL: std::ops::Range<i64> = -64..1024;

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl Store {
    /// An empty store.
    pub fn new() -> Store {
        let mut store = Store {
            nodes: IndexSet::default(),
            meta: Vec::new(),
            symbols: Vec::new(),
            functions: Vec::new(),
            small_ints: vec![UNDEFINED; SMALL.count()],
            placeholders: 0,
            deepest: 0,
            negations: FxHashMap::default(),
            domains: FxHashMap::default(),
            cache: Cache::new(),
            open_binders: 0,
            captured: false,
        };
        let first = [
            (Node::Bool(false), FALSE),
            (Node::Bool(true), TRUE),
            (Node::Num(Sort::Int, RBig::ONE), INT_ONE),
            (Node::Num(Sort::Real, RBig::ONE), REAL_ONE),
            (Node::Num(Sort::Int, RBig::ZERO), INT_ZERO),
            (Node::Num(Sort::Real, RBig::ZERO), REAL_ZERO),
            (Node::Tuple(Box::new([])), UNIT),
            (Node::Undefined, UNDEFINED),
        ];
        for (node, expected) in first {
            let id = store.intern(node);
            debug_assert_eq!(id, expected);
        }
        store
    }

    /// The node behind an id.
    #[inline]
    pub fn node(&self, e: ExprId) -> &Node {
        &self.nodes[e.0 as usize]
    }

    /// How many nodes there are.
    pub fn len_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Is there an expression nested so deeply that recursion over it needs more stack than a run
    /// has? What walks whole expressions (substitution, evaluation, what is told to Z3) has a stack
    /// of its own and no such limit, but some simplifications follow conditionals or writes down.
    pub fn is_too_deep(&self) -> bool {
        self.deepest > DEEPEST
    }

    #[cfg(test)]
    pub(super) fn all_ids(&self) -> impl Iterator<Item = ExprId> + use<> {
        (0..self.nodes.len() as u32).map(ExprId)
    }

    /// A fresh symbol: two calls never give the same, whatever the names.
    pub fn new_symbol(&mut self, name: &str, sort: Sort) -> ExprId {
        self.add_symbol((name.to_owned(), sort, Extent::Any))
    }

    /// A fresh symbol for an integer of this extent.
    pub fn new_symbol_within(&mut self, name: &str, extent: Extent) -> ExprId {
        self.add_symbol((name.to_owned(), Sort::Int, extent))
    }

    fn add_symbol(&mut self, symbol: (String, Sort, Extent)) -> ExprId {
        let id = SymId(self.symbols.len() as u32);
        self.symbols.push(symbol);
        self.intern(Node::Sym(id))
    }

    pub(super) fn symbol_record(&self, s: SymId) -> &(String, Sort, Extent) {
        &self.symbols[s.0 as usize]
    }

    /// The name a symbol was made with.
    pub fn symbol_name(&self, s: SymId) -> &str {
        &self.symbols[s.0 as usize].0
    }

    /// A symbol as an expression.
    pub fn symbol(&mut self, s: SymId) -> ExprId {
        self.intern(Node::Sym(s))
    }

    /// How many symbols and functions there are.
    pub fn counts(&self) -> (u32, u32) {
        (self.symbols.len() as u32, self.functions.len() as u32)
    }

    /// The sort of a symbol.
    pub fn symbol_sort(&self, s: SymId) -> Sort {
        self.symbols[s.0 as usize].1
    }

    /// A fresh uninterpreted function of `arity` integers.
    pub fn new_function(&mut self, name: &str, arity: usize, result: Sort, nonneg: bool) -> FunId {
        let extent = if nonneg { Extent::Natural } else { Extent::Any };
        self.new_function_within(name, arity, result, extent)
    }

    /// A fresh uninterpreted function of `arity` integers whose results are of this extent.
    pub fn new_function_within(
        &mut self,
        name: &str,
        arity: usize,
        result: Sort,
        extent: Extent,
    ) -> FunId {
        let id = FunId(self.functions.len() as u32);
        self.functions.push(Function {
            name: name.to_owned(),
            arity,
            result,
            nonneg: extent.is_natural(),
            extent,
        });
        id
    }

    /// What is known of a function.
    pub fn function(&self, f: FunId) -> &Function {
        &self.functions[f.0 as usize]
    }

    /// An uninterpreted function at integer arguments.
    pub fn app(&mut self, f: FunId, args: &[ExprId]) -> ExprId {
        debug_assert_eq!(self.function(f).arity, args.len());
        if args.contains(&UNDEFINED) {
            return UNDEFINED;
        }
        self.intern(Node::App(f, args.into()))
    }

    /// A boolean constant.
    pub fn bool(&mut self, b: bool) -> ExprId {
        if b { TRUE } else { FALSE }
    }

    /// `true`
    pub fn tru(&self) -> ExprId {
        TRUE
    }

    /// `false`
    pub fn fls(&self) -> ExprId {
        FALSE
    }

    /// The value that stands for any value, see [`Node::Undefined`].
    pub fn undefined(&self) -> ExprId {
        UNDEFINED
    }

    /// An integer constant.
    #[inline]
    pub fn int(&mut self, i: i64) -> ExprId {
        if !SMALL.contains(&i) {
            return self.intern(Node::Num(Sort::Int, number::from_int(i)));
        }
        let at = (i - SMALL.start) as usize;
        if self.small_ints[at] == UNDEFINED {
            self.small_ints[at] = self.intern(Node::Num(Sort::Int, number::from_int(i)));
        }
        self.small_ints[at]
    }

    /// An integer constant of any size.
    pub fn int_big(&mut self, i: IBig) -> ExprId {
        self.num(Sort::Int, RBig::from(i))
    }

    /// A number of a sort; of sort `Int` it must be integral.
    pub fn num(&mut self, sort: Sort, v: Rational) -> ExprId {
        debug_assert!(sort != Sort::Bool && (sort == Sort::Real || v.is_int()));
        match number::small(&v) {
            Some(i) if sort == Sort::Int => self.int(i),
            _ => self.intern(Node::Num(sort, v)),
        }
    }

    /// The sort of a scalar; `None` for aggregates.
    #[inline]
    pub fn sort(&self, e: ExprId) -> Option<Sort> {
        self.meta(e).sort
    }

    /// The value of an integer literal that fits a machine word.
    #[inline]
    pub fn as_int(&self, e: ExprId) -> Option<i64> {
        match self.node(e) {
            Node::Num(Sort::Int, v) => i64::try_from(v.numerator()).ok(),
            _ => None,
        }
    }

    /// The value of a boolean literal.
    #[inline]
    pub fn as_bool(&self, e: ExprId) -> Option<bool> {
        match e {
            TRUE => Some(true),
            FALSE => Some(false),
            _ => None,
        }
    }

    /// The value of a numeric literal.
    #[inline]
    pub fn as_num(&self, e: ExprId) -> Option<&Rational> {
        match self.node(e) {
            Node::Num(_, v) => Some(v),
            _ => None,
        }
    }

    /// Is it a scalar literal?
    pub fn is_const(&self, e: ExprId) -> bool {
        matches!(self.node(e), Node::Num(..) | Node::Bool(_))
    }

    /// Is there no symbol, function or bound variable in it?
    #[inline]
    pub fn is_ground(&self, e: ExprId) -> bool {
        let m = self.meta(e);
        !m.leaf && m.free == 0
    }

    /// Is there a bound variable, or a placeholder for one, free in it?
    #[inline]
    pub fn has_free_bound(&self, e: ExprId) -> bool {
        self.meta(e).free != 0
    }

    /// A placeholder for the variable of a binder under construction, different from all others.
    ///
    /// The binder constructors ([`forall`](Store::forall) and its kin) close over it.
    pub fn fresh_bound(&mut self) -> ExprId {
        self.placeholders += 1;
        debug_assert!(self.placeholders < BY_DEPTH - PLACEHOLDER);
        self.intern(Node::Bound(PLACEHOLDER + self.placeholders, Sort::Int))
    }

    /// The placeholder for binders nested `depth` deep.
    ///
    /// For callers that keep count: unlike [`fresh_bound`](Store::fresh_bound) it lets equal bodies
    /// built at different times share their nodes.
    pub fn bound_at(&mut self, depth: u32) -> ExprId {
        debug_assert!(depth < INTERNAL - BY_DEPTH);
        self.intern(Node::Bound(BY_DEPTH + depth, Sort::Int))
    }

    /// A placeholder for the store's own use; [`close_internal`](Store::close_internal) gives it
    /// back.
    pub(super) fn open_internal(&mut self) -> ExprId {
        self.open_binders += 1;
        self.intern(Node::Bound(INTERNAL + self.open_binders, Sort::Int))
    }

    pub(super) fn close_internal(&mut self) {
        self.open_binders -= 1;
    }

    #[inline]
    pub(super) fn meta(&self, e: ExprId) -> &Meta {
        &self.meta[e.0 as usize]
    }

    /// The id of a node in canonical form.
    pub(super) fn intern(&mut self, node: Node) -> ExprId {
        let (index, new) = self.nodes.insert_full(node);
        if new {
            assert!(index < cache::MOST, "more expressions than ids");
            self.cache.grow(index);
            let node = &self.nodes[index];
            budget::hold(budget::indexed::<Node>() + size_of::<Meta>() + node.heap_bytes());
            let meta = self.describe(node);
            self.deepest = self.deepest.max(meta.depth);
            self.meta.push(meta);
            // Last: a search that is left here leaves a whole node.
            budget::tick();
        }
        ExprId(index as u32)
    }

    /// What was being traversed is not: the traversal was left.
    pub fn forget_traversal(&mut self) {
        self.open_binders = 0;
        self.captured = false;
    }

    /// The id of a node, if it is there.
    pub(super) fn find(&self, node: &Node) -> Option<ExprId> {
        self.nodes.get_index_of(node).map(|i| ExprId(i as u32))
    }

    /// The number that a binder with this body binds.
    pub(super) fn binds(&self, body: ExprId) -> u32 {
        self.meta(body).height + 1
    }

    /// Every expression right below `e`.
    pub fn children(&self, e: ExprId, f: &mut dyn FnMut(ExprId)) {
        each_child(self.node(e), f);
    }
}
