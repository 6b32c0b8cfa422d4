//! What has to be seen to where it matters who comes first to an operation.

/// Why reaching operations may be taken to commute, although it matters who comes first: they can
/// be asked, when they are reached, for what they need in *any* order
/// ([`Semantics::initial`](super::Semantics)).
#[derive(Debug, Clone, Copy)]
pub struct Care {
    /// Are there also operations that rely on what one other process has done before? Then it has
    /// to be seen what happens if that process is as late as can be.
    pub latest: bool,
}
