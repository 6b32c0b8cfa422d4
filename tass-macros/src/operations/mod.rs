//! Calls of the operations of `mpi!`, read against the table of `tass-syntax`.

mod parse;

use proc_macro2::Ident;
use syn::Expr;
use tass_syntax::operation::Operation;

pub(crate) use self::parse::parse;

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
