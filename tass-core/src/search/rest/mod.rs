//! What a state shows by itself: deadlocks, what is left behind, what every state must satisfy.

pub(in crate::search) mod deadlock;
pub(in crate::search) mod fate;
pub(in crate::search) mod shared;
mod vain;
pub(in crate::search) mod waiting;
