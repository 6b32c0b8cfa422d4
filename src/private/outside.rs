//! Names from outside a model: constants, which rustc evaluates, and other models.
//!
//! The generated module declares a fallback for each such name ([`Undeclared`], [`NotAModel`]), which the
//! user's own item hides. Where there is no such item, rustc has already said so at the user's function, and
//! the generated code must compile silently; where the model stands inside another function's body, the
//! generated module cannot see the names around it, and building the model says that.

use std::sync::Arc;

use tass_core::program::ast::{Callee, ExprKind, FloatTy, Function, IntTy, Literal, Type};

use crate::Data;
use crate::native::{ANY, Op, PROC_NULL};

/// What only rustc knows, for the code of a model to refer to by index.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Constants.
    pub constants: Vec<ExprKind>,
    /// Types with a description of their own.
    pub types: Vec<Type>,
    /// The lengths of array types.
    pub lengths: Vec<u64>,
    /// Called functions.
    pub callees: Vec<Callee>,
}

/// Stands for a constant or a type that the generated code cannot see.
#[derive(Clone, Copy, Debug)]
pub struct Undeclared(pub &'static str);

/// Stands for the model of a function that has none.
#[derive(Clone, Copy, Debug)]
pub struct NotAModel;

impl Undeclared {
    fn fail(self) -> ! {
        panic!(
            "the model cannot see `{}`: a model that uses names from outside stands in a module, not in \
             the body of another function",
            self.0
        )
    }
}

impl Data for Undeclared {
    fn ty() -> Type {
        Undeclared("a type of the model").fail()
    }

    fn value(self) -> crate::Value {
        super::reported()
    }
}

/// What can be a constant of a model.
#[diagnostic::on_unimplemented(
    message = "a constant of type `{Self}` cannot be used in a model",
    label = "not a number, not a `bool`",
    note = "constants of models are numbers and `bool`s; an array can be a `let` in the model"
)]
pub trait Constant {
    /// Its value, as an expression.
    fn kind(self) -> ExprKind;
}

/// The value of a constant.
pub fn constant(value: impl Constant) -> ExprKind {
    value.kind()
}

/// `ANY` or `PROC_NULL`, unless the user has a constant of that name.
pub fn special(name: &str, value: impl Constant) -> ExprKind {
    let kind = value.kind();
    let ExprKind::Literal(Literal::Int(value, IntTy::Usize)) = kind else {
        return kind;
    };
    let known = [("ANY", ANY), ("PROC_NULL", PROC_NULL)];
    if known
        .iter()
        .any(|(known, special)| *known == name && value == *special as i128)
    {
        ExprKind::Const(name.to_string())
    } else {
        kind
    }
}

macro_rules! integer_constants {
    ($($ty:ident => $name:ident),* $(,)?) => {
        $(
            impl Constant for $ty {
                fn kind(self) -> ExprKind {
                    let value = i128::try_from(self).unwrap_or_else(|_| {
                        panic!("the constant {self} is too large for a model: integers end at i128::MAX")
                    });
                    ExprKind::Literal(Literal::Int(value, IntTy::$name))
                }
            }
        )*
    };
}

integer_constants! {
    i8 => I8, i16 => I16, i32 => I32, i64 => I64, i128 => I128, isize => Isize,
    u8 => U8, u16 => U16, u32 => U32, u64 => U64, u128 => U128, usize => Usize,
}

macro_rules! float_constants {
    ($($ty:ident => $name:ident),* $(,)?) => {
        $(
            impl Constant for $ty {
                fn kind(self) -> ExprKind {
                    assert!(self.is_finite(), "the constant {self} has no meaning: floats are reals in a model");
                    ExprKind::Literal(Literal::Float(format!("{self:?}"), FloatTy::$name))
                }
            }
        )*
    };
}

float_constants! { f32 => F32, f64 => F64 }

impl Constant for bool {
    fn kind(self) -> ExprKind {
        ExprKind::Literal(Literal::Bool(self))
    }
}

impl Constant for Op {
    fn kind(self) -> ExprKind {
        let name = match self {
            Op::Sum => "SUM",
            Op::Prod => "PROD",
            Op::Min => "MIN",
            Op::Max => "MAX",
            Op::Land => "LAND",
            Op::Lor => "LOR",
            Op::Lxor => "LXOR",
        };
        ExprKind::Const(name.to_string())
    }
}

impl Constant for Undeclared {
    fn kind(self) -> ExprKind {
        self.fail()
    }
}

/// What can be the length of an array type.
pub trait Length {
    /// The length.
    fn length(self) -> u64;
}

impl Length for usize {
    fn length(self) -> u64 {
        self as u64
    }
}

impl Length for Undeclared {
    fn length(self) -> u64 {
        self.fail()
    }
}

/// The length of an array type.
pub fn length(len: impl Length) -> u64 {
    len.length()
}

/// What the constructor of a callee's model gives: the model, or the lack of one. `F` is the callee itself.
pub trait Built<F> {
    /// The model, or a word on why it cannot be seen.
    fn function(self, name: &'static str) -> Function;
}

impl<F> Built<F> for Function {
    fn function(self, _: &'static str) -> Function {
        self
    }
}

impl<F: Absent> Built<F> for NotAModel {
    fn function(self, name: &'static str) -> Function {
        Undeclared(name).fail()
    }
}

/// A callee that may lack a model, since it does not exist at all. No function is one.
#[diagnostic::on_unimplemented(
    message = "this function is called by a model, but is not a model itself",
    label = "put `#[tass::model]` on this function",
    note = "a model can only call functions that carry `#[tass::model]` or `#[tass::verify]`"
)]
pub trait Absent {}

#[diagnostic::do_not_recommend]
impl Absent for Undeclared {}

/// A called function: its name, itself, and the constructor of its model.
pub fn callee<F: 'static, M>(name: &'static str, _function: F, build: fn() -> M) -> Callee
where
    M: Built<F> + 'static,
{
    Callee {
        name: name.to_string(),
        build: Arc::new(move || build().function(name)),
    }
}
