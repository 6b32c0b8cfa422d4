//! What can happen in a state, and how much of it has to be explored.

pub(in crate::search) mod lookahead;
pub(in crate::search) mod reduction;
