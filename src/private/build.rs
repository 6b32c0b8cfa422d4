//! What generated code calls to build a model.

use tass_syntax::tree::{Derived, EnumDef, Literal, StructDef, Type, Variant};
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

/// An enum type, and whether it derives `Clone`, `PartialEq` and `PartialOrd`. What it derives
/// orders it by the discriminants; a model does so by the positions of the variants.
pub fn enumeration<const N: usize>(
    name: &str,
    variants: [Variant; N],
    [clone, eq, ord]: [bool; 3],
) -> Type {
    let in_order = variants.is_sorted_by(|a, b| a.discriminant < b.discriminant);
    Type::Enum(
        EnumDef {
            name: name.to_string(),
            args: Vec::new(),
            variants: variants.into(),
            derived: Derived {
                clone,
                eq,
                ord: ord && in_order,
            },
        }
        .into(),
    )
}

/// A variant of an enum.
pub fn variant(name: &str, discriminant: i128, fields: &[(&str, Type)]) -> Variant {
    let fields = fields.iter();
    let fields = fields.map(|(name, ty)| ((*name).to_string(), ty.clone()));
    Variant {
        name: name.to_string(),
        discriminant,
        fields: fields.collect(),
    }
}

/// A variant without fields, as the value of its name.
pub fn unit_variant(ty: Type, name: &str) -> ExprKind {
    ExprKind::Variant {
        ty,
        name: name.to_string(),
        fields: Vec::new(),
    }
}

/// A constant with fields, which a model cannot name.
pub fn no_constant(name: &str) -> ExprKind {
    ExprKind::Literal(Literal::Unusable(format!(
        "a constant that is `{name}` with fields has no meaning in a model: make it where it is used"
    )))
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
