//! Slicing: the conjuncts that a question can depend on.
//!
//! Two formulas that share no symbol and no function (not even through others) cannot influence
//! each other: if both are satisfiable, so are they together. A question under a path condition
//! **that is known to be satisfiable** may therefore be asked under the conjuncts connected with it
//! alone; a model of the whole is a model of each part.
//!
//! What a function is at one place says nothing of it at another: where all formulas ask for it at
//! constant arguments only, each of its values is a symbol of its own. (A path through an array
//! asks for one item after the other: no need to look at all of them each time.) Where one asks for
//! it anywhere else, under a quantifier or at an index that is not known, it is one thing.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{heap, hold, slot};
use crate::symbolic::{ExprId, FunId, Leaf, Node, Store, SymbolSet};

/// What connects formulas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Link {
    /// A symbol, or a function as a whole.
    Leaf(Leaf),
    /// A function's value at constant arguments, and the application.
    At(FunId, ExprId),
}

/// The symbols and functions of expressions, remembered.
#[derive(Default)]
pub(crate) struct Leaves {
    memo: FxHashMap<ExprId, Arc<[Leaf]>>,
    links: FxHashMap<ExprId, Arc<[Link]>>,
}

impl Leaves {
    /// The sorted symbols and functions of an expression.
    pub(crate) fn of(&mut self, store: &Store, e: ExprId) -> Arc<[Leaf]> {
        let entry = self.memo.entry(e).or_insert_with(|| {
            let mut set = SymbolSet::new();
            store.symbols(e, &mut set);
            hold(slot::<(ExprId, Arc<[Leaf]>)>() + heap(16 + set.len() * size_of::<Leaf>()));
            set.into_iter().collect()
        });
        Arc::clone(entry)
    }

    /// What connects an expression with others, sorted.
    pub(crate) fn links(&mut self, store: &Store, e: ExprId) -> Arc<[Link]> {
        let entry = self.links.entry(e).or_insert_with(|| {
            let links = links(store, e);
            hold(slot::<(ExprId, Arc<[Link]>)>() + heap(16 + size_of_val(&*links)));
            links
        });
        Arc::clone(entry)
    }
}

fn links(store: &Store, e: ExprId) -> Arc<[Link]> {
    let mut links = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![e];
    while let Some(e) = stack.pop() {
        if store.is_ground(e) || !seen.insert(e) {
            continue;
        }
        match store.node(e) {
            Node::Sym(symbol) => links.push(Link::Leaf(Leaf::Sym(*symbol))),
            Node::App(function, args) if args.iter().all(|&arg| store.is_const(arg)) => {
                links.push(Link::At(*function, e));
            }
            Node::App(function, _) => {
                links.push(Link::Leaf(Leaf::Fun(*function)));
                store.children(e, &mut |child| stack.push(child));
            }
            Node::Input { .. } => {
                let mut set = SymbolSet::new();
                store.symbols(e, &mut set);
                links.extend(set.into_iter().map(Link::Leaf));
            }
            _ => store.children(e, &mut |child| stack.push(child)),
        }
    }
    links.sort_unstable();
    links.dedup();
    links.into()
}

/// One connected part of a conjunction.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Sorted.
    pub(crate) conjuncts: Vec<ExprId>,
    /// Sorted.
    pub(crate) links: Vec<Link>,
}

/// A conjunction taken apart into what is connected.
#[derive(Clone, Default, Debug)]
pub(crate) struct Parts {
    /// In the order of their first conjuncts. Conjuncts without leaves form a part of their own.
    pub(crate) parts: Vec<Part>,
    index: FxHashMap<Link, usize>,
    /// The parts in which a function occurs, where it occurs at constant arguments only.
    places: FxHashMap<FunId, Vec<usize>>,
}

impl Parts {
    /// Takes a conjunction apart.
    pub(crate) fn new(store: &Store, leaves: &mut Leaves, conjuncts: &[ExprId]) -> Parts {
        let all: Vec<Arc<[Link]>> = conjuncts.iter().map(|&c| leaves.links(store, c)).collect();
        let mut whole: FxHashSet<FunId> = FxHashSet::default();
        for link in all.iter().flat_map(|links| links.iter()) {
            if let Link::Leaf(Leaf::Fun(function)) = link {
                whole.insert(*function);
            }
        }
        let as_used = |link: &Link| match *link {
            Link::At(function, _) if whole.contains(&function) => Link::Leaf(Leaf::Fun(function)),
            link => link,
        };
        // Union-find over conjuncts, joined at what connects them.
        let mut parent: Vec<usize> = (0..conjuncts.len()).collect();
        let mut owner: FxHashMap<Link, usize> = FxHashMap::default();
        let mut ground: Option<usize> = None;
        for (index, links) in all.iter().enumerate() {
            if links.is_empty() {
                let first = *ground.get_or_insert(index);
                join(&mut parent, first, index);
            }
            for link in links.iter().map(as_used) {
                let first = *owner.entry(link).or_insert(index);
                join(&mut parent, first, index);
            }
        }
        let mut result = Parts::default();
        let mut place: FxHashMap<usize, usize> = FxHashMap::default();
        for (index, &conjunct) in conjuncts.iter().enumerate() {
            let root = find(&mut parent, index);
            let part = *place.entry(root).or_insert_with(|| {
                result.parts.push(Part {
                    conjuncts: Vec::new(),
                    links: Vec::new(),
                });
                result.parts.len() - 1
            });
            let part = &mut result.parts[part];
            part.conjuncts.push(conjunct);
            part.links.extend(all[index].iter().map(as_used));
        }
        for (index, part) in result.parts.iter_mut().enumerate() {
            part.links.sort_unstable();
            part.links.dedup();
            for &link in &part.links {
                result.index.insert(link, index);
                if let Link::At(function, _) = link {
                    result.places.entry(function).or_default().push(index);
                }
            }
        }
        result
    }

    /// Which parts something touches: sorted, without repetition. Parts without leaves are always
    /// among them.
    pub(crate) fn touched(&self, links: &[Link]) -> Vec<usize> {
        let mut touched: Vec<usize> = Vec::new();
        for link in links {
            touched.extend(self.index.get(link));
            match link {
                Link::At(function, _) => {
                    touched.extend(self.index.get(&Link::Leaf(Leaf::Fun(*function))));
                }
                Link::Leaf(Leaf::Fun(function)) => {
                    touched.extend(self.places.get(function).into_iter().flatten());
                }
                Link::Leaf(Leaf::Sym(_)) => {}
            }
        }
        let ground = self.parts.iter().position(|part| part.links.is_empty());
        touched.extend(ground);
        touched.sort_unstable();
        touched.dedup();
        touched
    }
}

fn find(parent: &mut [usize], mut node: usize) -> usize {
    while parent[node] != node {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    node
}

/// The smaller root wins, so that parts are ordered by their first conjuncts.
fn join(parent: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(parent, a), find(parent, b));
    parent[a.max(b)] = a.min(b);
}
