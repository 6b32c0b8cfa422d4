//! Chance, repeatable: everything follows from the seed.

/// A source of random choices.
pub struct Rng(fastrand::Rng);

impl Rng {
    /// The source with this seed.
    pub fn new(seed: u64) -> Rng {
        Rng(fastrand::Rng::with_seed(seed))
    }

    /// True `percent` times out of a hundred.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.0.u32(0..100) < percent
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.usize(0..end)
    }

    /// A number between `lo` and `hi`, both included.
    pub fn between(&mut self, lo: i128, hi: i128) -> i128 {
        self.0.i128(lo..=hi)
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// The index of one of these weights, each as likely as it is large.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut left = self.0.u32(0..weights.iter().sum());
        for (i, weight) in weights.iter().enumerate() {
            if left < *weight {
                return i;
            }
            left -= weight;
        }
        unreachable!("the weights add up")
    }

    /// A seed for another source.
    pub fn seed(&mut self) -> u64 {
        self.0.u64(..)
    }
}
