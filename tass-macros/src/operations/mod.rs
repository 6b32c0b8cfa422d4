//! Calls of the operations of `mpi!`, read against the table of `tass-syntax`.

mod parse;

use proc_macro2::{Ident, TokenStream};
use syn::{Expr, Path};
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

impl Call {
    /// `IN_PLACE` in the place of what is given: then the operation reads nothing but the buffer
    /// that it writes.
    pub(crate) fn is_in_place(&self) -> bool {
        let mut operands = self.operation.signature.params.iter().zip(&self.args);
        operands.any(|(param, (_, given))| {
            param.may_be_in_place() && given.as_ref().is_some_and(is_in_place)
        })
    }
}

/// An operator of the program's own, where one is named: `ordered(f)`, `commutative(f)`.
#[derive(Debug)]
pub(crate) struct Own<'e> {
    /// The word that declares it.
    pub(crate) word: &'e Ident,
    /// Is it `commutative`?
    pub(crate) commutative: bool,
    /// What is declared, if it is one thing with a name.
    pub(crate) function: Option<&'e Path>,
}

impl Own<'_> {
    /// The operator that an argument names.
    pub(crate) fn of(given: &Expr) -> Option<Own<'_>> {
        let Expr::Call(call) = given else {
            return None;
        };
        let Expr::Path(word) = &*call.func else {
            return None;
        };
        let word = word.path.get_ident()?;
        let commutative = word == "commutative";
        if !commutative && word != "ordered" {
            return None;
        }
        let function = match call.args.first() {
            Some(Expr::Path(function)) if call.args.len() == 1 && function.qself.is_none() => {
                Some(&function.path)
            }
            _ => None,
        };
        Some(Own {
            word,
            commutative,
            function,
        })
    }
}

/// `IN_PLACE`
fn is_in_place(given: &Expr) -> bool {
    let Expr::Path(path) = given else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|segment| segment.ident == "IN_PLACE")
}

/// `rank()` or `size()` of all processes: what every process knows without looking it up.
pub(crate) fn only_asks(call: &TokenStream) -> bool {
    let text = call.to_string().replace(' ', "");
    matches!(text.as_str(), "rank()" | "size()")
}
