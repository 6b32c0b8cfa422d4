//! What generated code calls to build a model.

use tass_syntax::tree::{Derived, StructDef, Type};
pub use tass_syntax::tree::{ExprKind, Function};

pub use super::outside::{
    Absent, Built, Called, Constant, Length, NotAModel, Structure, Tables, Undeclared, callee,
    constant, length, special,
};
pub use crate::Data;

/// The source text of a model.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The file, as rustc names it.
    pub file: &'static str,
    /// The 1-based line at which the text starts.
    pub line: u32,
    /// The whole lines of the function.
    pub text: &'static str,
}

/// A model, from its code and from the tables of what only rustc knows.
pub fn function(
    module: &'static str,
    source: Source,
    code: &'static str,
    tables: Tables,
) -> Function {
    let item = tass_syntax::code::function(code, &tables);
    Function {
        name: item.name,
        // The module that the constructor stands in is named after the function.
        path: module
            .strip_suffix("::__tass")
            .unwrap_or(module)
            .to_string(),
        file: source.file.to_string(),
        line: source.line,
        source: source.text.to_string(),
        params: item.params,
        ret: item.ret,
        body: item.body,
        callees: tables
            .callees
            .into_iter()
            .filter_map(Called::callee)
            .collect(),
    }
}

/// A list.
pub fn list<T, const N: usize>(items: [T; N]) -> Vec<T> {
    items.into()
}

/// A struct type, and whether it derives `Clone`, `PartialEq` and `PartialOrd`.
pub fn structure<const N: usize>(
    name: &str,
    fields: [(&str, Type); N],
    [clone, eq, ord]: [bool; 3],
) -> Type {
    let fields = fields
        .into_iter()
        .map(|(name, ty)| (name.to_string(), ty))
        .collect();
    Type::Struct(
        StructDef {
            name: name.to_string(),
            fields,
            derived: Derived { clone, eq, ord },
        }
        .into(),
    )
}

/// A struct without fields, as the value of its name.
pub fn unit(ty: Type) -> ExprKind {
    ExprKind::Struct {
        ty,
        fields: Vec::new(),
        base: None,
    }
}

/// The model of a function with mistakes, which have been reported.
pub fn unfinished() -> Function {
    unreachable!("a program with compile errors does not run")
}
