//! Other processes, as far as rustc needs to know them.
//!
//! Every process runs the same function, so another one's `x` has the type of this one's. None of
//! this is ever called.

use crate::Comm;

/// The state of a process: only its variables can be used, and the macros turn those into
/// [`peer_of`].
#[derive(Clone, Copy, Debug)]
pub struct Process(());

/// `proc[e].x`
pub fn peer<T: ?Sized>(own: &T, _process: usize) -> &T {
    own
}

/// `p.x`, where `p` is an item of `proc.iter()`.
pub fn peer_of<T: ?Sized>(own: &T, _process: impl AsProcess) -> &T {
    own
}

/// `proc.iter()`
pub fn processes() -> impl Iterator<Item = Process> {
    std::iter::empty()
}

/// `proc[..end].iter()`
pub fn processes_before(_end: usize) -> impl Iterator<Item = Process> {
    std::iter::empty()
}

/// A process, or a reference to one as `filter` gives it.
pub trait AsProcess {}

impl AsProcess for Process {}
impl<T: AsProcess> AsProcess for &T {}

/// `sent(r, tag = t)`, `received(r, tag = t)`
pub fn counter(_peer: usize, _tag: usize, _comm: &Comm) -> usize {
    0
}

/// `proc[e].sent(r, tag = t)`
pub fn counter_of(_process: usize, _peer: usize, _tag: usize, _comm: &Comm) -> usize {
    0
}

/// `p.sent(r, tag = t)`, where `p` is an item of `proc.iter()`.
pub fn counter_of_item(_process: impl AsProcess, _peer: usize, _tag: usize, _comm: &Comm) -> usize {
    0
}

/// `in_flight(a, b, tag = t)`
pub fn in_flight(_from: usize, _to: usize, _tag: usize, _comm: &Comm) -> i64 {
    0
}
