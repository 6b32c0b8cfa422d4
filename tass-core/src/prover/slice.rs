//! Slicing: the conjuncts that a question can depend on.
//!
//! Two formulas that share no symbol and no function (not even through others) cannot influence each other: if both
//! are satisfiable, so are they together. A question under a path condition **that is known to be satisfiable** may therefore be asked
//! under the conjuncts connected with it alone; a model of the whole is a model of each part.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::symbolic::{ExprId, Leaf, Store, SymbolSet};

/// The symbols and functions of expressions, remembered.
#[derive(Default)]
pub(crate) struct Leaves {
    memo: FxHashMap<ExprId, Arc<[Leaf]>>,
}

impl Leaves {
    /// The sorted symbols and functions of an expression.
    pub(crate) fn of(&mut self, store: &Store, e: ExprId) -> Arc<[Leaf]> {
        let entry = self.memo.entry(e).or_insert_with(|| {
            let mut set = SymbolSet::new();
            store.symbols(e, &mut set);
            set.into_iter().collect()
        });
        Arc::clone(entry)
    }
}

/// One connected part of a conjunction.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Sorted.
    pub(crate) conjuncts: Vec<ExprId>,
    /// Sorted.
    pub(crate) leaves: Vec<Leaf>,
}

/// A conjunction taken apart into what is connected.
#[derive(Clone, Default, Debug)]
pub(crate) struct Parts {
    /// In the order of their first conjuncts. Conjuncts without leaves form a part of their own.
    pub(crate) parts: Vec<Part>,
    index: FxHashMap<Leaf, usize>,
}

impl Parts {
    /// Takes a conjunction apart.
    pub(crate) fn new(store: &Store, leaves: &mut Leaves, conjuncts: &[ExprId]) -> Parts {
        // Union-find over conjuncts, joined at their leaves.
        let mut parent: Vec<usize> = (0..conjuncts.len()).collect();
        let mut owner: FxHashMap<Leaf, usize> = FxHashMap::default();
        let mut ground: Option<usize> = None;
        for (index, &conjunct) in conjuncts.iter().enumerate() {
            let own = leaves.of(store, conjunct);
            if own.is_empty() {
                let first = *ground.get_or_insert(index);
                join(&mut parent, first, index);
            }
            for &leaf in own.iter() {
                let first = *owner.entry(leaf).or_insert(index);
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
                    leaves: Vec::new(),
                });
                result.parts.len() - 1
            });
            result.parts[part].conjuncts.push(conjunct);
        }
        for (index, part) in result.parts.iter_mut().enumerate() {
            let mut set = SymbolSet::new();
            for &conjunct in &part.conjuncts {
                set.extend(leaves.of(store, conjunct).iter());
            }
            for &leaf in &set {
                result.index.insert(leaf, index);
            }
            part.leaves = set.into_iter().collect();
        }
        result
    }

    /// Which parts some leaves touch: sorted, without repetition. Parts without leaves are always among them.
    pub(crate) fn touched(&self, leaves: &[Leaf]) -> Vec<usize> {
        let mut touched: Vec<usize> = leaves
            .iter()
            .filter_map(|leaf| self.index.get(leaf).copied())
            .collect();
        let ground = self.parts.iter().position(|part| part.leaves.is_empty());
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
