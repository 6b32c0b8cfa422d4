//! What has to be seen to where it matters who comes first to an operation.

use crate::report::Kind;

/// Why reaching operations may be taken to commute, although it matters who comes first.
#[derive(Debug, Clone, Copy)]
pub struct Care {
    /// Operations that are asked, when they are reached, for what they need in *any* order
    /// ([`Semantics::initial`](super::Semantics)) have it, if no violation of this kind is found.
    pub kind: Kind,
    /// There are also operations that rely on what one other process has done before: it has to be
    /// seen what happens if that process is as late as can be.
    pub latest: bool,
}
