//! Random numbers that are the same in every run, unless another seed is asked for.

use std::cell::Cell;

/// SplitMix64: small, and good enough to pick operators.
pub(crate) struct Random(Cell<u64>);

impl Random {
    /// From `TASS_SEED`, or from a fixed seed; says which one, so that a failure can be repeated.
    pub(crate) fn new(test: &str) -> Random {
        let seed = std::env::var("TASS_SEED")
            .ok()
            .and_then(|seed| seed.parse().ok())
            .unwrap_or(20_260_731);
        println!("{test}: TASS_SEED={seed}");
        Random(Cell::new(seed))
    }

    pub(crate) fn next(&self) -> u64 {
        let state = self.0.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.0.set(state);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of `lo..=hi`.
    pub(crate) fn within(&self, lo: i128, hi: i128) -> i128 {
        lo + i128::from(self.next()) % (hi - lo + 1)
    }

    /// One of these.
    pub(crate) fn pick<T: Copy>(&self, items: &[T]) -> T {
        items[usize::try_from(self.next() % items.len() as u64).expect("an index")]
    }
}
