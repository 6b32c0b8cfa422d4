//! Communication: operations are posted, and completed later. What they mean is for the
//! communication model to say.

pub(in crate::exec) mod complete;
pub(in crate::exec) mod locks;
mod operator;
pub(in crate::exec) mod overlap;
