//! The programs: the same that are examples of their own.

// Each is a program of its own as well, with a `main` and more models than are rows here.
#![allow(dead_code)]

#[path = "../adder.rs"]
pub(crate) mod adder;
#[path = "../diffusion1d.rs"]
pub(crate) mod diffusion1d;
#[path = "../integrate.rs"]
pub(crate) mod integrate;
#[path = "../laplace2d.rs"]
pub(crate) mod laplace2d;
#[path = "../matmat.rs"]
pub(crate) mod matmat;
#[path = "../mean.rs"]
pub(crate) mod mean;
#[path = "../wildcard_gather.rs"]
pub(crate) mod wildcard_gather;
