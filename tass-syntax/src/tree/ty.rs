//! Types.

use std::fmt;
use std::sync::Arc;

use super::{EnumDef, Layout};

/// A type of the modelling language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `()`
    Unit,
    /// `!`: the type of `return`, `break`, `panic!`.
    Never,
    /// `bool`
    Bool,
    /// An integer type.
    Int(IntTy),
    /// `f32` or `f64`.
    Float(FloatTy),
    /// A tuple of at least one component.
    Tuple(Vec<Type>),
    /// `[T; n]`
    Array(Box<Type>, u64),
    /// `Vec<T>`
    Vec(Box<Type>),
    /// `[T]`, only behind a reference.
    Slice(Box<Type>),
    /// `&T` or `&mut T`.
    Ref {
        /// `&mut`?
        mutable: bool,
        /// What it refers to.
        target: Box<Type>,
    },
    /// A user type with `#[tass::data]`, or one of the communication model's own.
    Struct(Arc<StructDef>),
    /// A user enum with `#[tass::data]`, `Option<T>` or `Result<T, E>`.
    Enum(Arc<EnumDef>),
    /// By which the communication model knows something of its own. It is no number to a program.
    Handle(Handle),
    /// Left to inference (`_`, or no annotation).
    Infer,
    /// Known to rustc alone: before linking only.
    Outside(Outside),
}

/// Integer types, by name. `Isize` and `Usize` are 64 bits wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum IntTy {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

/// Float types, by name. Both are mathematical reals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum FloatTy {
    F32,
    F64,
}

/// What a handle stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Handle {
    /// An operation under way.
    Request,
    /// A communicator.
    Comm,
    /// A message that only its holder can receive.
    Matched,
}

impl Handle {
    /// The name of the type.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Handle::Request => "Request",
            Handle::Comm => "Comm",
            Handle::Matched => "Matched",
        }
    }

    /// The name of the one that stands for nothing.
    #[must_use]
    pub fn null(self) -> &'static str {
        match self {
            Handle::Request => "REQUEST_NULL",
            Handle::Comm => "COMM_NULL",
            Handle::Matched => "MESSAGE_NULL",
        }
    }

    /// How a value of it is shown.
    #[must_use]
    pub fn shown(self, number: i64) -> String {
        match (self, number) {
            (Handle::Comm, 0) => "WORLD".into(),
            (Handle::Comm, 1) => "SELF".into(),
            (Handle::Comm, -2) => "freed".into(),
            (_, ..0) => self.null().into(),
            _ => format!("{}({number})", self.name()),
        }
    }

    /// What they are called, if there are several.
    #[must_use]
    pub fn plural(self) -> &'static str {
        match self {
            Handle::Request => "requests",
            Handle::Comm => "communicators",
            Handle::Matched => "messages",
        }
    }
}

/// A struct with named fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructDef {
    /// Its name.
    pub name: String,
    /// Its fields in order; a tuple struct's are named `0`, `1`, …
    pub fields: Vec<(String, Type)>,
    /// What `==`, `clone()` and `<` mean for it.
    pub derived: Derived,
}

/// The traits that a struct derives, field by field, in the order of the fields. A model may use no
/// other implementation: the user's own would mean something else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Derived {
    /// `Clone`
    pub clone: bool,
    /// `PartialEq`
    pub eq: bool,
    /// `PartialOrd`
    pub ord: bool,
}

impl Derived {
    /// All of them.
    pub const ALL: Derived = Derived {
        clone: true,
        eq: true,
        ord: true,
    };
}

/// A part of a type that only rustc knows. It stands in a table beside the code of a model, and
/// [`crate::code::function`] puts it in its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outside {
    /// A struct, by its index among the types.
    Type(usize),
    /// An array whose length has this index among the lengths.
    Array(Box<Type>, usize),
}

impl IntTy {
    /// Can it not be negative?
    #[must_use]
    pub fn is_unsigned(self) -> bool {
        matches!(
            self,
            IntTy::U8 | IntTy::U16 | IntTy::U32 | IntTy::U64 | IntTy::U128 | IntTy::Usize
        )
    }

    /// The unsigned type of the same width.
    #[must_use]
    pub fn unsigned(self) -> IntTy {
        match self {
            IntTy::I8 | IntTy::U8 => IntTy::U8,
            IntTy::I16 | IntTy::U16 => IntTy::U16,
            IntTy::I32 | IntTy::U32 => IntTy::U32,
            IntTy::I64 | IntTy::U64 => IntTy::U64,
            IntTy::I128 | IntTy::U128 => IntTy::U128,
            IntTy::Isize | IntTy::Usize => IntTy::Usize,
        }
    }

    /// Its width in bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            IntTy::I8 | IntTy::U8 => 8,
            IntTy::I16 | IntTy::U16 => 16,
            IntTy::I32 | IntTy::U32 => 32,
            IntTy::I64 | IntTy::U64 | IntTy::Isize | IntTy::Usize => 64,
            IntTy::I128 | IntTy::U128 => 128,
        }
    }

    /// Is the number one of its values?
    #[must_use]
    pub fn holds(self, value: i128) -> bool {
        match (self.is_unsigned(), self.bits()) {
            (true, 128) => value >= 0,
            (true, bits) => (0..1 << bits).contains(&value),
            (false, 128) => true,
            (false, bits) => (-1 << (bits - 1)..1 << (bits - 1)).contains(&value),
        }
    }

    /// Its Rust name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            IntTy::I8 => "i8",
            IntTy::I16 => "i16",
            IntTy::I32 => "i32",
            IntTy::I64 => "i64",
            IntTy::I128 => "i128",
            IntTy::Isize => "isize",
            IntTy::U8 => "u8",
            IntTy::U16 => "u16",
            IntTy::U32 => "u32",
            IntTy::U64 => "u64",
            IntTy::U128 => "u128",
            IntTy::Usize => "usize",
        }
    }
}

impl Type {
    /// Is there nothing in a value of this type?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self.referent().layout(), Layout::Parts(parts) if parts.is_empty())
    }

    /// Do two types have the same values? Shared references are values, and a slice's are those of
    /// a vector.
    #[must_use]
    pub fn same_values(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::Ref { target, .. }, other) | (other, Type::Ref { target, .. }) => {
                target.same_values(other)
            }
            (Type::Vec(one) | Type::Slice(one), Type::Vec(two) | Type::Slice(two)) => {
                one.same_values(two)
            }
            (one, two) => one == two,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Unit => write!(f, "()"),
            Type::Never => write!(f, "!"),
            Type::Bool => write!(f, "bool"),
            Type::Int(t) => write!(f, "{}", t.name()),
            Type::Float(FloatTy::F32) => write!(f, "f32"),
            Type::Float(FloatTy::F64) => write!(f, "f64"),
            Type::Tuple(ts) => {
                write!(f, "(")?;
                for (i, t) in ts.iter().enumerate() {
                    write!(f, "{}{t}", if i == 0 { "" } else { ", " })?;
                }
                write!(f, "{})", if ts.len() == 1 { "," } else { "" })
            }
            Type::Array(t, n) => write!(f, "[{t}; {n}]"),
            Type::Vec(t) => write!(f, "Vec<{t}>"),
            Type::Slice(t) => write!(f, "[{t}]"),
            Type::Ref { mutable, target } => {
                write!(f, "&{}{target}", if *mutable { "mut " } else { "" })
            }
            Type::Struct(def) => write!(f, "{}", def.name),
            Type::Enum(def) => write!(f, "{def}"),
            Type::Handle(handle) => write!(f, "{}", handle.name()),
            Type::Infer => write!(f, "_"),
            Type::Outside(_) => write!(f, "?"),
        }
    }
}

/// What to do with [`Type::Outside`] and [`super::ExprKind::Outside`] after linking.
pub fn unlinked() -> ! {
    panic!("a model was used before it was linked, which is a defect of tass: please report it")
}
