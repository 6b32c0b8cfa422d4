//! Which pairs of local states two processes may be in at the same time, in which order, and what
//! they have read of each other.
//!
//! An entry says: there may be a global state with a process in `x` and another one in `y`, the
//! first before the second. Where tests are not atomic, it also says whether each of the two has
//! read the other, as not decisive, in the test that it is making.

use super::diagraph::{Diagraph, Predicate};

/// The pairs found so far; they only ever become more.
#[derive(Debug)]
pub(crate) struct Pairs {
    nodes: usize,
    entries: Vec<u8>,
    /// Counts the additions.
    pub(crate) version: u64,
    /// The tests under way in each node, where tests are not atomic.
    tests: Vec<Option<usize>>,
}

/// What two processes have read of each other: bit 0, the one in question has read the other; bit
/// 1, the other way round.
type Read = u8;

/// A pair as one of its processes sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// Is the other one before this one?
    pub(crate) after: bool,
    /// Has this one read the other?
    pub(crate) has_read: bool,
    /// Has the other one read this one?
    pub(crate) is_read: bool,
}

impl Pairs {
    pub(crate) fn new(diagraph: &Diagraph, nonatomic: bool) -> Pairs {
        let tests = diagraph.nodes.iter().map(|node| {
            let guard = node.edges.iter().flat_map(|edge| &edge.guards).next()?;
            nonatomic.then_some(guard.predicate)
        });
        Pairs {
            nodes: diagraph.nodes.len(),
            entries: vec![0; diagraph.nodes.len() * diagraph.nodes.len()],
            version: 0,
            tests: tests.collect(),
        }
    }

    /// The ways in which a process in `of` and another one in `other` may be there together.
    pub(crate) fn of(&self, of: usize, other: usize) -> impl Iterator<Item = Pair> + '_ {
        [false, true].into_iter().flat_map(move |after| {
            let (x, y) = if after { (other, of) } else { (of, other) };
            let entries = self.entries[x * self.nodes + y];
            (0..4u8)
                .filter(move |read| entries & (1 << read) != 0)
                .map(move |read| {
                    let (first, second) = (read & 1 != 0, read & 2 != 0);
                    let (has_read, is_read) = if after {
                        (second, first)
                    } else {
                        (first, second)
                    };
                    Pair {
                        after,
                        has_read,
                        is_read,
                    }
                })
        })
    }

    /// May there be a process in `x` and another one in `y`?
    pub(crate) fn together(&self, x: usize, y: usize) -> bool {
        self.entries[x * self.nodes + y] != 0 || self.entries[y * self.nodes + x] != 0
    }

    /// Adds a pair, and what reading makes of it. `true`: the two were never together before.
    pub(crate) fn add(
        &mut self,
        predicates: &[Predicate],
        of: usize,
        other: usize,
        pair: Pair,
    ) -> bool {
        let new = !self.together(of, other);
        let (x, y) = if pair.after { (other, of) } else { (of, other) };
        let (first, second) = if pair.after {
            (pair.is_read, pair.has_read)
        } else {
            (pair.has_read, pair.is_read)
        };
        self.insert(predicates, x, y, u8::from(first) | u8::from(second) << 1);
        new
    }

    fn insert(&mut self, predicates: &[Predicate], x: usize, y: usize, read: Read) {
        let entries = &mut self.entries[x * self.nodes + y];
        if *entries & (1 << read) != 0 {
            return;
        }
        *entries |= 1 << read;
        self.version += 1;
        // `x` is before `y`: a test of those before is not about `y`.
        let reads = |tester: usize, tested: usize, in_front: bool| {
            self.tests[tester].is_some_and(|p| {
                let predicate = &predicates[p];
                (in_front || !predicate.before) && !predicate.decisive.has(tested)
            })
        };
        let (first, second) = (reads(x, y, false), reads(y, x, true));
        if first {
            self.insert(predicates, x, y, read | 1);
        }
        if second {
            self.insert(predicates, x, y, read | 2);
        }
    }

    /// How many ordered pairs there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.iter().filter(|entries| **entries != 0).count()
    }
}
