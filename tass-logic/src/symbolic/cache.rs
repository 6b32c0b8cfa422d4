//! A lossy cache of operations on pairs and triples of expressions.
//!
//! Ids keep their meaning, so an entry never goes stale; a colliding entry is simply overwritten.
//! Only operations that are functions of their operands alone are kept here: none that closes a
//! binder (see `Store::captured`).

use crate::budget;

use super::node::ExprId;

/// The operations that are remembered.
#[derive(Clone, Copy)]
#[repr(u32)]
pub(super) enum Op {
    Add = TAG,
    Sub,
    Mul,
    Eq,
    Le,
    Lt,
    And,
    Or,
    Div,
    Mod,
    Quot,
}

/// Third operands from here on are operations; ids are below.
const TAG: u32 = 1 << 31;
/// The most expressions a store may have, so that ids and tags do not mix.
pub(super) const MOST: usize = TAG as usize;
const SMALLEST: usize = 1 << 10;
const LARGEST: usize = 1 << 18;

#[derive(Clone, Copy)]
struct Entry {
    key: (u32, u32, u32),
    result: u32,
}

const EMPTY: Entry = Entry {
    key: (u32::MAX, 0, 0),
    result: 0,
};

pub(super) struct Cache {
    entries: Vec<Entry>,
}

impl Cache {
    pub(super) fn new() -> Cache {
        Cache {
            entries: vec![EMPTY; SMALLEST],
        }
    }

    /// Keeps pace with the number of nodes.
    pub(super) fn grow(&mut self, nodes: usize) {
        if nodes > self.entries.len() && self.entries.len() < LARGEST {
            let old = std::mem::take(&mut self.entries);
            self.entries = vec![EMPTY; old.len() * 4];
            budget::hold(3 * size_of_val(old.as_slice()));
            for entry in old {
                let i = self.index(entry.key);
                self.entries[i] = entry;
            }
        }
    }

    fn index(&self, (a, b, c): (u32, u32, u32)) -> usize {
        let h = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let h = (h ^ u64::from(c)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (h >> 40) as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub(super) fn binary(&self, op: Op, a: ExprId, b: ExprId) -> Option<ExprId> {
        self.get((a.0, b.0, op as u32))
    }

    #[inline]
    pub(super) fn set_binary(&mut self, op: Op, a: ExprId, b: ExprId, result: ExprId) -> ExprId {
        self.set((a.0, b.0, op as u32), result)
    }

    #[inline]
    pub(super) fn ternary(&self, a: ExprId, b: ExprId, c: ExprId) -> Option<ExprId> {
        self.get((a.0, b.0, c.0))
    }

    #[inline]
    pub(super) fn set_ternary(
        &mut self,
        a: ExprId,
        b: ExprId,
        c: ExprId,
        result: ExprId,
    ) -> ExprId {
        self.set((a.0, b.0, c.0), result)
    }

    fn get(&self, key: (u32, u32, u32)) -> Option<ExprId> {
        let entry = &self.entries[self.index(key)];
        (entry.key == key).then_some(ExprId(entry.result))
    }

    fn set(&mut self, key: (u32, u32, u32), result: ExprId) -> ExprId {
        let i = self.index(key);
        self.entries[i] = Entry {
            key,
            result: result.0,
        };
        result
    }
}
