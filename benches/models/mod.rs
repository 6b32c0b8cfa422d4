//! The programs that the benches check, each as close to its counterpart in CIVL's own examples as
//! the language allows.

pub(crate) mod adder;
pub(crate) mod diffusion;
pub(crate) mod growth;
pub(crate) mod integrate;
pub(crate) mod matmat;
pub(crate) mod nonblocking;
pub(crate) mod ring;
pub(crate) mod sort;
pub(crate) mod tasks;
pub(crate) mod wildcard;
