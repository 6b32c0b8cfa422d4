//! [`Ty`]: the types of generated functions.

use std::fmt;

/// An integer type, by its name.
pub type Int = &'static str;

/// All integer types.
pub const INTS: &[Int] = &[
    "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
];

/// A type of a value. References are forms of variables and parameters, not types of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    /// `()`
    Unit,
    /// `!`: of what does not come back.
    Never,
    /// `bool`
    Bool,
    /// An integer type.
    Int(Int),
    /// `f32`, `f64`
    Float(&'static str),
    /// A tuple of at least one component.
    Tuple(Vec<Ty>),
    /// `[T; n]`
    Array(Box<Ty>, usize),
    /// `Vec<T>`
    Vec(Box<Ty>),
    /// A struct of the function's own.
    Struct(Struct),
    /// An enum of the function's own.
    Enum(Enum),
    /// `Option<T>`
    Option(Box<Ty>),
    /// `Result<T, E>`
    Result(Box<Ty>, Box<Ty>),
}

/// A struct of the function's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struct {
    /// Its name.
    pub name: String,
    /// Its fields; those of a tuple struct are named `0`, `1`, …
    pub fields: Vec<(String, Ty)>,
}

impl Struct {
    /// `Pair(i64, i64)`, and not `Point { x, y }`?
    pub fn is_tuple(&self) -> bool {
        self.fields.first().is_some_and(|(name, _)| name == "0")
    }
}

/// An enum of the function's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enum {
    /// Its name.
    pub name: String,
    /// Its variants.
    pub variants: Vec<Variant>,
}

/// A variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// Its fields; those of a tuple variant are named `0`, `1`, …
    pub fields: Vec<(String, Ty)>,
    /// Its number, where it has one of its own.
    pub discriminant: Option<i64>,
}

impl Variant {
    /// `Some(x)`, and not `Move { x, y }`?
    pub fn is_tuple(&self) -> bool {
        self.fields.first().is_some_and(|(name, _)| name == "0")
    }
}

impl Enum {
    /// Without fields, so that `as` makes a number of it?
    pub fn is_plain(&self) -> bool {
        self.variants
            .iter()
            .all(|variant| variant.fields.is_empty())
    }
}

impl Ty {
    /// `Copy`?
    pub fn is_copy(&self) -> bool {
        match self {
            Ty::Vec(_) => false,
            Ty::Array(elem, _) => elem.is_copy(),
            _ => self.inside().iter().all(Ty::is_copy),
        }
    }

    /// Holds a float anywhere?
    pub fn has_float(&self) -> bool {
        match self {
            Ty::Float(_) => true,
            Ty::Vec(elem) | Ty::Array(elem, _) => elem.has_float(),
            _ => self.inside().iter().any(Ty::has_float),
        }
    }

    /// The element type of a sequence.
    pub fn elem(&self) -> Option<&Ty> {
        match self {
            Ty::Vec(elem) | Ty::Array(elem, _) => Some(elem),
            _ => None,
        }
    }

    /// The parts that have names: fields and components.
    pub fn parts(&self) -> Vec<(String, Ty)> {
        match self {
            Ty::Tuple(parts) => {
                let named = parts.iter().enumerate();
                named.map(|(i, ty)| (i.to_string(), ty.clone())).collect()
            }
            Ty::Struct(decl) => decl.fields.clone(),
            _ => Vec::new(),
        }
    }

    /// The variants, of an enum; their names are as a pattern has them.
    pub fn variants(&self) -> Vec<Variant> {
        let standard = |name: &str, of: Option<&Ty>| Variant {
            name: name.to_string(),
            fields: of
                .map(|ty| ("0".to_string(), ty.clone()))
                .into_iter()
                .collect(),
            discriminant: None,
        };
        match self {
            Ty::Enum(decl) => {
                let named = |variant: &Variant| Variant {
                    name: format!("{}::{}", decl.name, variant.name),
                    ..variant.clone()
                };
                decl.variants.iter().map(named).collect()
            }
            Ty::Option(item) => vec![standard("None", None), standard("Some", Some(item))],
            Ty::Result(good, bad) => {
                vec![standard("Ok", Some(good)), standard("Err", Some(bad))]
            }
            _ => Vec::new(),
        }
    }

    /// The types of all fields and components.
    pub fn inside(&self) -> Vec<Ty> {
        let parts = self.parts().into_iter();
        let fields = self
            .variants()
            .into_iter()
            .flat_map(|variant| variant.fields);
        parts.chain(fields).map(|(_, ty)| ty).collect()
    }

    /// The entry of the table of what the front end accepts.
    pub fn rule(&self) -> &'static str {
        match self {
            Ty::Unit => "type ()",
            Ty::Never => "type !",
            Ty::Bool => "type bool",
            Ty::Int(name) | Ty::Float(name) => match *name {
                "i8" => "type i8",
                "i16" => "type i16",
                "i32" => "type i32",
                "i64" => "type i64",
                "i128" => "type i128",
                "isize" => "type isize",
                "u8" => "type u8",
                "u16" => "type u16",
                "u32" => "type u32",
                "u64" => "type u64",
                "u128" => "type u128",
                "usize" => "type usize",
                "f32" => "type f32",
                _ => "type f64",
            },
            Ty::Tuple(_) => "type tuple",
            Ty::Array(..) => "type array",
            Ty::Vec(_) => "type Vec",
            Ty::Struct(_) => "type struct",
            Ty::Enum(_) => "type enum",
            Ty::Option(_) => "type Option",
            Ty::Result(..) => "type Result",
        }
    }
}

/// Is the integer type signed?
pub fn signed(int: Int) -> bool {
    int.starts_with('i')
}

/// The number of bits.
pub fn bits(int: Int) -> u32 {
    int[1..].parse().unwrap_or(64)
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Unit => f.write_str("()"),
            Ty::Never => f.write_str("!"),
            Ty::Bool => f.write_str("bool"),
            Ty::Int(name) | Ty::Float(name) => f.write_str(name),
            Ty::Tuple(parts) => {
                f.write_str("(")?;
                for part in parts {
                    write!(f, "{part}, ")?;
                }
                f.write_str(")")
            }
            Ty::Array(elem, len) => write!(f, "[{elem}; {len}]"),
            Ty::Vec(elem) => write!(f, "Vec<{elem}>"),
            Ty::Struct(decl) => f.write_str(&decl.name),
            Ty::Enum(decl) => f.write_str(&decl.name),
            Ty::Option(item) => write!(f, "Option<{item}>"),
            Ty::Result(good, bad) => write!(f, "Result<{good}, {bad}>"),
        }
    }
}
