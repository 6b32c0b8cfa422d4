//! Path conditions.
//!
//! Invariants: a path condition is a sorted set of conjuncts; equal sets are one [`PcId`]; what an id means never changes.
//! Everything derived from the conjuncts (facts, parts) is computed at most once.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::symbolic::{ExprId, Model, Store};

use super::facts::Facts;
use super::forms::Forms;
use super::slice::{Leaves, Parts};

/// An interned path condition: a sorted set of simplified conjuncts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PcId(u32);

impl PcId {
    /// The empty conjunction.
    pub(crate) const TOP: PcId = PcId(0);
}

/// What is derived from a path condition.
#[derive(Default)]
struct Derived {
    facts: Option<Arc<Facts>>,
    parts: Option<Arc<Parts>>,
    model: Option<Arc<Model>>,
}

/// Every path condition met so far.
pub(crate) struct Paths {
    table: IndexMap<Box<[ExprId]>, Derived, FxBuildHasher>,
}

impl Paths {
    pub(crate) fn new() -> Paths {
        let mut table = IndexMap::default();
        table.insert(Box::default(), Derived::default());
        Paths { table }
    }

    /// The path condition of these conjuncts, in any order.
    pub(crate) fn intern(&mut self, mut conjuncts: Vec<ExprId>) -> PcId {
        conjuncts.sort_unstable();
        conjuncts.dedup();
        let entry = self.table.entry(conjuncts.into());
        let index = entry.index();
        entry.or_default();
        PcId(u32::try_from(index).expect("fewer path conditions than ids"))
    }

    pub(crate) fn conjuncts(&self, pc: PcId) -> &[ExprId] {
        self.table
            .get_index(pc.0 as usize)
            .map_or(&[], |(conjuncts, _)| conjuncts)
    }

    pub(crate) fn facts(&mut self, store: &mut Store, forms: &mut Forms, pc: PcId) -> Arc<Facts> {
        let (conjuncts, derived) = &mut self.table.get_index_mut(pc.0 as usize).expect("interned");
        let facts = derived
            .facts
            .get_or_insert_with(|| Arc::new(Facts::new(store, forms, conjuncts)));
        Arc::clone(facts)
    }

    pub(crate) fn parts(&mut self, store: &Store, leaves: &mut Leaves, pc: PcId) -> Arc<Parts> {
        let (conjuncts, derived) = &mut self.table.get_index_mut(pc.0 as usize).expect("interned");
        let parts = derived
            .parts
            .get_or_insert_with(|| Arc::new(Parts::new(store, leaves, conjuncts)));
        Arc::clone(parts)
    }

    /// A model of the path condition, if one is known.
    pub(crate) fn model(&self, pc: PcId) -> Option<Arc<Model>> {
        let (_, derived) = self.table.get_index(pc.0 as usize)?;
        derived.model.clone()
    }

    /// Remembers a model, which must satisfy every conjunct.
    pub(crate) fn set_model(&mut self, pc: PcId, model: Arc<Model>) {
        if let Some((_, derived)) = self.table.get_index_mut(pc.0 as usize) {
            derived.model = Some(model);
        }
    }
}
