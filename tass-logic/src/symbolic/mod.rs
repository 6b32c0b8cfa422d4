//! Symbolic expressions: hash-consed, canonical, built only by smart constructors.
//!
//! The centre is [`Store`]. It owns every expression; an [`ExprId`] names one. What always holds:
//!
//! - **Equal means same id.** Expressions with the same canonical form (`node`) are one node, so
//!   comparing them is comparing two words. Different ids say nothing.
//! - **Simplification is exact where there is a value.** Whatever a constructor returns has, for
//!   every assignment of the symbols and every interpretation of the functions, the value of what
//!   was asked for, if that has one: no divisor is zero, every index is in bounds, no minimum is
//!   taken of nothing, wherever it matters. (It does not matter in the branch of a conditional that
//!   is not taken, nor beside what decides a conjunction or disjunction.) That there is a value is
//!   the caller's obligation, checked elsewhere.
//! - **Undefined is not a value.** What has no value may become anything: [`Node::Undefined`], of
//!   which every comparison is false, or (`x / x`) a number. Nothing may be concluded from such a
//!   result. So whoever makes a term that nobody asked for, by instantiating the body of a binder
//!   above all, first makes sure that it has a value there; `domain` says where that is.
//! - **Scalars contain no arrays.** Reading an array gives a scalar over applications of
//!   uninterpreted functions; array nodes occur only in array values.
//! - **Deterministic.** Ids depend on nothing but the order of calls, and so does everything else.
//!
//! One file per concept: numbers (`arith`, `quotient`, `integer`, `convert`), atoms
//! (`compare`, with `range` and `bounds`), `boolean`, `conditional`, `binder`,
//! `aggregate`, `array`; whole-expression operations in `subst`, `domain`, `linear`, `model` and
//! `display`; `cache` remembers what operations gave.

mod aggregate;
mod arith;
mod array;
mod binder;
mod boolean;
mod bounds;
mod cache;
mod compare;
mod conditional;
mod convert;
mod display;
mod domain;
mod eval;
mod extent;
mod integer;
mod linear;
mod meta;
mod model;
mod node;
mod number;
mod quotient;
mod range;
mod rebuild;
mod store;
mod subst;

pub use extent::{Extent, LENGTH};
pub use linear::LinearView;
pub use model::{Model, Value};
pub use node::{ExprId, FoldOp, FunId, Node, PathElem, Shape, Sort, SymId};
pub use number::Rational;
pub use store::{DEEPEST, Function, Store};
pub use subst::{Leaf, Substitution, SymbolSet};

#[cfg(test)]
pub(crate) mod tests;
