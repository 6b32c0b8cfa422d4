//! What a counterexample knows beyond its text: the variables at every step, and the pictures made
//! of it.

mod charts;
mod gallery;
mod hostile;
mod page;
mod variables;
mod worlds;
