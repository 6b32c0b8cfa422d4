//! Sets of local states, as bits.

use crate::budget::heap;

/// A set of small numbers below a fixed bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits(Box<[u64]>);

impl Bits {
    /// The empty set of numbers below `bound`.
    pub fn none(bound: usize) -> Bits {
        Bits(vec![0; bound.div_ceil(64)].into_boxed_slice())
    }

    /// The bytes that it has on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        heap(size_of_val(&*self.0))
    }

    /// Is it in the set?
    pub fn has(&self, at: usize) -> bool {
        self.0[at / 64] & (1 << (at % 64)) != 0
    }

    /// Puts it in.
    pub fn put(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    /// Takes it out.
    pub fn take(&mut self, at: usize) {
        self.0[at / 64] &= !(1 << (at % 64));
    }

    /// Do the two have a member in common?
    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&*other.0).any(|(a, b)| a & b != 0)
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let at = left.trailing_zeros() as usize;
                    left &= left - 1;
                    word * 64 + at
                })
            })
        })
    }
}
