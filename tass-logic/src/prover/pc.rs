//! Path conditions.
//!
//! Invariants: a path condition is a sorted set of conjuncts; equal sets are one [`PcId`]; what an
//! id means never changes.
//!
//! **Shared.** A condition more or less makes a path condition of its own, and a path is long: a
//! list for each would take memory with the square of its length. A long set is therefore kept as
//! its difference from one that was there before, and in full only where the differences since the
//! last one in full amount to as many conjuncts as it has: the memory grows with the length, and
//! putting a set together again costs no more than going through it twice.
//!
//! **Derived** things (facts, parts, a model) are of the size of the set each. They are kept as
//! long as there is room for them, and found again when they are needed again: what is dropped
//! depends on the order of questions alone.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{self, heap, hold, release};
use crate::symbolic::{ExprId, Model, Store};

use super::facts::Facts;
use super::forms::Forms;
use super::slice::{Leaves, Parts};

/// Sets up to this size are kept in full.
const SHORT: usize = 16;
/// Sets that were put together lately.
const AT_HAND: usize = 64;
/// What is derived is kept for as many conjuncts (eight more each, for what every set takes): some
/// fifty megabytes.
const ROOM: usize = 1 << 18;

/// What is derived of one conjunct, in bytes.
const DERIVED: usize = 112;

/// An interned path condition: a sorted set of simplified conjuncts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PcId(u32);

impl PcId {
    /// The empty conjunction.
    pub(crate) const TOP: PcId = PcId(0);
}

/// How a set is kept.
enum Kept {
    Whole(Arc<[ExprId]>),
    Change {
        from: PcId,
        gone: Box<[ExprId]>,
        new: Box<[ExprId]>,
    },
}

impl Kept {
    fn heap_bytes(&self) -> usize {
        match self {
            // With its two counters.
            Kept::Whole(all) => heap(size_of_val(&**all) + 16),
            Kept::Change { gone, new, .. } => {
                heap(size_of_val(&**gone)) + heap(size_of_val(&**new))
            }
        }
    }
}

/// A path condition, and what is derived from it.
struct Entry {
    kept: Kept,
    /// The conjuncts in differences since the last set in full.
    debt: usize,
    /// Another one with the same hash.
    next: Option<PcId>,
    facts: Option<Arc<Facts>>,
    parts: Option<Arc<Parts>>,
    model: Option<Arc<Model>>,
}

/// A path condition with its conjuncts, all of them.
type Listed = (PcId, Arc<[ExprId]>);

/// Every path condition met so far.
pub(crate) struct Paths {
    entries: Vec<Entry>,
    /// The last one with each hash.
    index: FxHashMap<u64, PcId>,
    at_hand: RefCell<Vec<Option<Listed>>>,
    /// The path conditions of which something was derived, oldest first, and its size.
    derived: VecDeque<(PcId, usize)>,
    /// All these sizes together.
    size: usize,
}

impl Paths {
    pub(crate) fn new() -> Paths {
        let mut paths = Paths {
            entries: Vec::new(),
            index: FxHashMap::default(),
            at_hand: RefCell::new(vec![None; AT_HAND]),
            derived: VecDeque::new(),
            size: 0,
        };
        let top = paths.intern(PcId::TOP, Vec::new());
        debug_assert_eq!(top, PcId::TOP);
        paths
    }

    /// The path condition of these conjuncts, in any order. `like` is one that has most of them, if
    /// there is such a one.
    pub(crate) fn intern(&mut self, like: PcId, mut conjuncts: Vec<ExprId>) -> PcId {
        conjuncts.sort_unstable();
        conjuncts.dedup();
        let hash = hash(&conjuncts);
        let last = self.index.get(&hash).copied();
        let mut same = last;
        while let Some(id) = same {
            if *self.conjuncts(id) == *conjuncts {
                return id;
            }
            same = self.entry(id).next;
        }
        let id = PcId(u32::try_from(self.entries.len()).expect("fewer path conditions than ids"));
        let (kept, debt) = self.kept(id, like, conjuncts);
        hold(size_of::<Entry>() + budget::slot::<(u64, PcId)>() + kept.heap_bytes());
        self.entries.push(Entry {
            kept,
            debt,
            next: last,
            facts: None,
            parts: None,
            model: None,
        });
        self.index.insert(hash, id);
        id
    }

    /// How to keep a set, and the debt that comes with it.
    fn kept(&mut self, id: PcId, like: PcId, conjuncts: Vec<ExprId>) -> (Kept, usize) {
        let whole: Arc<[ExprId]> = conjuncts.into();
        if whole.len() <= SHORT {
            return (Kept::Whole(whole), 0);
        }
        let old = self.conjuncts(like);
        let gone = without(&old, &whole);
        let new = without(&whole, &old);
        let debt = self.entry(like).debt + gone.len() + new.len();
        if debt >= whole.len() {
            return (Kept::Whole(whole), 0);
        }
        self.put_at_hand(id, &whole);
        let from = like;
        (Kept::Change { from, gone, new }, debt)
    }

    fn entry(&self, pc: PcId) -> &Entry {
        &self.entries[pc.0 as usize]
    }

    fn entry_mut(&mut self, pc: PcId) -> &mut Entry {
        &mut self.entries[pc.0 as usize]
    }

    /// The conjuncts of a path condition, sorted.
    pub(crate) fn conjuncts(&self, pc: PcId) -> Arc<[ExprId]> {
        match &self.entry(pc).kept {
            Kept::Whole(conjuncts) => Arc::clone(conjuncts),
            Kept::Change { .. } => {
                if let Some((id, conjuncts)) = &self.at_hand.borrow()[slot(pc)]
                    && *id == pc
                {
                    return Arc::clone(conjuncts);
                }
                let conjuncts = self.put_together(pc);
                self.put_at_hand(pc, &conjuncts);
                conjuncts
            }
        }
    }

    fn put_at_hand(&self, pc: PcId, conjuncts: &Arc<[ExprId]>) {
        self.at_hand.borrow_mut()[slot(pc)] = Some((pc, Arc::clone(conjuncts)));
    }

    /// A set from those it was made from: what the last change says of a conjunct counts.
    fn put_together(&self, pc: PcId) -> Arc<[ExprId]> {
        let mut said = FxHashSet::default();
        let mut all = Vec::new();
        let mut at = pc;
        let whole = loop {
            match &self.entry(at).kept {
                Kept::Whole(whole) => break whole,
                Kept::Change { from, gone, new } => {
                    all.extend(new.iter().copied().filter(|&c| said.insert(c)));
                    said.extend(gone.iter().copied());
                    at = *from;
                }
            }
        };
        all.extend(whole.iter().copied().filter(|c| !said.contains(c)));
        all.sort_unstable();
        all.into()
    }

    pub(crate) fn facts(&mut self, store: &mut Store, forms: &mut Forms, pc: PcId) -> Arc<Facts> {
        if let Some(facts) = &self.entry(pc).facts {
            return Arc::clone(facts);
        }
        let conjuncts = self.conjuncts(pc);
        let facts = Arc::new(Facts::new(store, forms, &conjuncts));
        self.make_room(pc, 8 + conjuncts.len());
        self.entry_mut(pc).facts = Some(Arc::clone(&facts));
        facts
    }

    pub(crate) fn parts(&mut self, store: &Store, leaves: &mut Leaves, pc: PcId) -> Arc<Parts> {
        if let Some(parts) = &self.entry(pc).parts {
            return Arc::clone(parts);
        }
        let conjuncts = self.conjuncts(pc);
        let parts = Arc::new(Parts::new(store, leaves, &conjuncts));
        self.make_room(pc, 8 + conjuncts.len());
        self.entry_mut(pc).parts = Some(Arc::clone(&parts));
        parts
    }

    /// A model of the path condition, if one is known.
    pub(crate) fn model(&self, pc: PcId) -> Option<Arc<Model>> {
        self.entry(pc).model.clone()
    }

    /// Remembers a model, which must satisfy every conjunct.
    pub(crate) fn set_model(&mut self, pc: PcId, model: Arc<Model>) {
        self.make_room(pc, model.size());
        self.entry_mut(pc).model = Some(model);
    }

    /// Drops what was derived first, if there is no room for so much more.
    fn make_room(&mut self, pc: PcId, size: usize) {
        self.derived.push_back((pc, size));
        self.size += size;
        hold(size * DERIVED);
        while self.size > ROOM
            && let Some((oldest, size)) = self.derived.pop_front()
        {
            self.size -= size;
            release(size * DERIVED);
            let entry = self.entry_mut(oldest);
            (entry.facts, entry.parts, entry.model) = (None, None, None);
        }
    }
}

fn slot(pc: PcId) -> usize {
    pc.0 as usize % AT_HAND
}

/// The same whatever the order.
fn hash(conjuncts: &[ExprId]) -> u64 {
    conjuncts.iter().fold(0, |sum, conjunct| {
        let mixed = (u64::from(conjunct.0) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        sum.wrapping_add(mixed ^ mixed >> 29)
    })
}

/// The members of one sorted list that are not in another.
fn without(list: &[ExprId], other: &[ExprId]) -> Box<[ExprId]> {
    let missing = |c: &&ExprId| other.binary_search(c).is_err();
    list.iter().filter(missing).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::{Kept, Paths, PcId};
    use crate::symbolic::{ExprId, Sort, Store};

    fn symbols(count: usize) -> Vec<ExprId> {
        let mut store = Store::new();
        let symbol = |_| store.new_symbol("x", Sort::Bool);
        (0..count).map(symbol).collect()
    }

    /// The conjuncts that are kept for a path of so many conditions, each of which replaces
    /// `replaced` of the older ones where there are many.
    fn kept(length: usize, replaced: usize) -> usize {
        let all = symbols(length);
        let mut paths = Paths::new();
        let (mut set, mut pc) = (Vec::new(), PcId::TOP);
        let mut sets = Vec::new();
        for (index, &conjunct) in all.iter().enumerate() {
            for at in 0..if set.len() > 100 { replaced } else { 0 } {
                set.remove((index * 7 + at) % set.len());
            }
            set.push(conjunct);
            pc = paths.intern(pc, set.clone());
            sets.push((pc, set.clone()));
        }
        for (pc, set) in &mut sets {
            set.sort_unstable();
            assert_eq!(*paths.conjuncts(*pc), **set);
            // From whatever side it is asked for, it is the same.
            assert_eq!(paths.intern(PcId::TOP, set.clone()), *pc);
            set.reverse();
            assert_eq!(paths.intern(*pc, set.clone()), *pc);
        }
        let size = |kept: &Kept| match kept {
            Kept::Whole(whole) => whole.len(),
            Kept::Change { gone, new, .. } => gone.len() + new.len(),
        };
        paths.entries.iter().map(|entry| size(&entry.kept)).sum()
    }

    #[test]
    fn a_path_takes_memory_with_its_length() {
        for replaced in [0, 1, 2] {
            let (once, twice) = (kept(2000, replaced), kept(4000, replaced));
            assert!(once < 2000 * 40, "{once}");
            assert!(twice * 10 < once * 22, "{once}, {twice}");
        }
    }
}
