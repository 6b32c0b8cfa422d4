//! Values that come from outside, and that are shown outside: symbolic inputs, given ones, and text
//! as Rust writes it.

pub(in crate::exec) mod given;
pub(in crate::exec) mod input;
pub(in crate::exec) mod shown;
