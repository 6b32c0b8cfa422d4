//! The operations of `mpi!`: one table, and the reading of a call against it.

mod parse;
mod table;

use proc_macro2::Ident;
use syn::Expr;

pub(crate) use self::parse::parse;
#[cfg(test)]
pub(crate) use self::table::OPERATIONS;
pub(crate) use self::table::{Operation, Returns};

/// A call of an operation, checked against the table.
#[derive(Debug)]
pub(crate) struct Call {
    /// Which operation.
    pub(crate) operation: &'static Operation,
    /// Its name as the user wrote it, for the place.
    pub(crate) name: Ident,
    /// Its arguments in the table's order; `None` for an optional one that is absent.
    pub(crate) args: Vec<(&'static str, Option<Expr>)>,
}
