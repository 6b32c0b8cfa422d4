//! Communicators as universes: whose assertions and invariants a process meets.

/// The processes that a communicator makes a universe of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Group {
    /// Tells it from other communicators that are there at the same time.
    pub lane: u64,
    /// Who is in it, in ascending order.
    pub members: Vec<usize>,
    /// Who of them has left it for good, in ascending order.
    pub left: Vec<usize>,
}
