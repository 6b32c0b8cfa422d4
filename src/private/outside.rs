//! Names from outside a model: constants, which rustc evaluates, and other models.
//!
//! The generated module declares a fallback for each such name ([`Undeclared`], [`NotAModel`]),
//! which the user's own item hides. Where there is no such item, rustc has already said so at the
//! user's function, and the generated code must compile silently; where the model stands inside
//! another function's body, the generated module cannot see the names around it, and building the
//! model says that.

use std::sync::Arc;

use tass_syntax::code::Link;
use tass_syntax::tree::{Callee, Expr, ExprKind, FloatTy, Function, IntTy, Literal, Type};

use crate::Data;
use crate::native::{ANY, Comm, Matched, Op, PROC_NULL, Request, UNDEFINED};

/// What only rustc knows, for the code of a model to refer to by index.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Constants.
    pub constants: Vec<ExprKind>,
    /// Types with a description of their own.
    pub types: Vec<Type>,
    /// The lengths of array types.
    pub lengths: Vec<u64>,
    /// What is called.
    pub callees: Vec<Called>,
}

/// What `name(..)` calls.
#[derive(Clone, Debug)]
pub enum Called {
    /// A model.
    Function(Callee),
    /// The constructor of a tuple struct.
    Structure(Type),
}

impl Called {
    /// The model.
    pub fn callee(self) -> Option<Callee> {
        match self {
            Called::Function(callee) => Some(callee),
            Called::Structure(_) => None,
        }
    }
}

impl Link for Tables {
    fn constant(&self, index: usize) -> ExprKind {
        self.constants[index].clone()
    }

    fn ty(&self, index: usize) -> Type {
        self.types[index].clone()
    }

    fn length(&self, index: usize) -> u64 {
        self.lengths[index]
    }

    /// `f(args)`: a model, or the constructor of a tuple struct.
    fn call(&self, index: usize, args: Vec<Expr>) -> ExprKind {
        match &self.callees[index] {
            Called::Structure(ty) => ExprKind::Struct {
                ty: ty.clone(),
                fields: (0..)
                    .map(|index: usize| index.to_string())
                    .zip(args)
                    .collect(),
                base: None,
            },
            Called::Function(_) => ExprKind::Call(self.model(index), args),
        }
    }

    /// A program's own table has the models only.
    fn model(&self, index: usize) -> usize {
        let before = self.callees[..index].iter();
        let models = before.filter(|called| matches!(called, Called::Function(_)));
        models.count()
    }
}

/// The type of a tuple struct, where its name is called.
#[derive(Clone, Debug)]
pub struct Structure(pub Type);

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
    note = "constants of models are numbers and `bool`s; an array can be a `let` in the model",
    note = "a struct or an enum of your own needs `#[tass::data]`"
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
    let known = [
        ("ANY", ANY),
        ("PROC_NULL", PROC_NULL),
        ("UNDEFINED", UNDEFINED),
    ];
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
                    ExprKind::Literal(match i128::try_from(self) {
                        Ok(value) => Literal::Int(value, IntTy::$name),
                        Err(_) => Literal::Unusable(format!(
                            "the constant {self} is too large for a model: integers end at `i128::MAX`"
                        )),
                    })
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
                    ExprKind::Literal(if self.is_finite() {
                        Literal::Float(format!("{self:?}"), FloatTy::$name)
                    } else {
                        Literal::Unusable(format!(
                            "the constant {self} has no meaning: floats are reals in a model, without infinities and NaN"
                        ))
                    })
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
            Op::Minloc => "MINLOC",
            Op::Maxloc => "MAXLOC",
        };
        ExprKind::Const(name.to_string())
    }
}

impl Constant for Request {
    fn kind(self) -> ExprKind {
        ExprKind::Const("REQUEST_NULL".to_string())
    }
}

impl Constant for Comm {
    fn kind(self) -> ExprKind {
        ExprKind::Const(self.name().to_string())
    }
}

impl Constant for Matched {
    fn kind(self) -> ExprKind {
        ExprKind::Const("MESSAGE_NULL".to_string())
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

/// What `name::__tass_model()` gives: the model of a function, whose module `name` is; the type of
/// a struct, which `name` is; or the lack of both. `F` is the callee itself.
pub trait Built<F>: Sized {
    /// What is called. A model is built later: functions may be recursive.
    fn called(name: &'static str, build: fn() -> Self) -> Called;
}

impl<F> Built<F> for Function {
    fn called(name: &'static str, build: fn() -> Self) -> Called {
        Called::Function(Callee {
            name: name.to_string(),
            build: Arc::new(build),
        })
    }
}

impl<F> Built<F> for Structure {
    fn called(_: &'static str, build: fn() -> Self) -> Called {
        Called::Structure(build().0)
    }
}

impl<F: Absent> Built<F> for NotAModel {
    fn called(name: &'static str, _: fn() -> Self) -> Called {
        Called::Function(Callee {
            name: name.to_string(),
            build: Arc::new(move || Undeclared(name).fail()),
        })
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

/// What is called: its name, itself, and the constructor of its model.
pub fn callee<F: 'static, M>(name: &'static str, _function: F, build: fn() -> M) -> Called
where
    M: Built<F> + 'static,
{
    M::called(name, build)
}
