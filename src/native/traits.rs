//! Which types a model may use, send, gather and reduce.

use tass_core::report::Value;
use tass_syntax::tree::{FloatTy, IntTy, Type};

use super::Op;

/// A type that models may use: numbers, `bool`, tuples, arrays, vectors, `Option`s and `Result`s of
/// them, and structs and enums with [`#[tass::data]`](macro@crate::data).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of tass models",
    label = "models cannot use this type",
    note = "models use `bool`, integers, `f32`, `f64`, tuples, arrays, `Vec`s, slices, `Option` and `Result`",
    note = "a struct or an enum of your own needs `#[tass::data]`"
)]
pub trait Data: Sized {
    /// The description of the type for the engine.
    #[doc(hidden)]
    fn ty() -> Type;

    /// The value for the engine.
    #[doc(hidden)]
    fn value(self) -> Value;

    /// What `name(..)` stands for, if `name` is this type: see `__private::outside::Built`.
    #[doc(hidden)]
    fn __tass_model() -> crate::__private::build::Structure {
        crate::__private::build::Structure(Self::ty())
    }
}

/// A type whose values can be sent: every [`Data`], and slices of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be sent in a message",
    label = "not a message",
    note = "a message is a number, a `bool`, a tuple, an array, a `Vec`, a slice or a struct with `#[tass::data]`",
    note = "where `x` is a reference already, write `&*x` or `&mut *x`"
)]
pub trait Message {}

impl<T: Data> Message for T {}
impl<T: Data> Message for [T] {}

/// A buffer of a gather or a scatter: one element, or an array or slice of elements.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be gathered or scattered",
    label = "not a buffer",
    note = "a buffer is a number, a `bool`, a struct with `#[tass::data]`, or an array, `Vec` or slice of them"
)]
pub trait Buffer: Message {
    /// What the collected buffer is a slice of.
    type Elem: Data;
}

/// What the operators `SUM`, `MIN`, `LAND`, … work on: numbers and `bool`s, and for `MINLOC` and
/// `MAXLOC` pairs of a number and an integer; element by element in arrays, `Vec`s and slices.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be reduced",
    label = "no operator works on this type",
    note = "reductions work on numbers and `bool`s, and element by element on arrays, `Vec`s and slices of them"
)]
pub trait Reducible: Message {}

/// What may stand behind `op = ` where values of type `B` are reduced: `SUM` and its like where `B`
/// is [`Reducible`], and operators of one's own, [`Own`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operator for `{B}`",
    label = "not an operator",
    note = "operators are `SUM`, `PROD`, `MIN`, `MAX`, `LAND`, `LOR`, `LXOR`, `MINLOC`, `MAXLOC`",
    note = "of your own, with a model `f` that makes one value of two: `op = ordered(f)`, or `op = commutative(f)` if their order makes no difference"
)]
pub trait Combines<B: ?Sized> {}

impl<B: Reducible + ?Sized> Combines<B> for Op {}

/// An operator of one's own.
#[derive(Clone, Copy, Debug)]
pub struct Own<F>(pub(super) F);

impl<B: Buffer + ?Sized, F: Fn(B::Elem, B::Elem) -> B::Elem> Combines<B> for Own<F> {}

/// The integer types.
#[diagnostic::on_unimplemented(message = "`{Self}` is not an integer type")]
pub trait Integer: Data + Copy {}

/// A type that a shared variable may have: its values are few, or should be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared",
    label = "not a `bool`, not an integer",
    note = "a shared variable is a `bool` or an integer: use several for several values"
)]
pub trait Shareable: Data + Copy {}

impl Shareable for bool {}

macro_rules! scalars {
    ($($ty:ty => $description:expr),* $(,)?) => {
        $(
            impl Data for $ty {
                fn ty() -> Type {
                    $description
                }

                fn value(self) -> Value {
                    self.into()
                }
            }
            impl Buffer for $ty {
                type Elem = $ty;
            }
            impl Reducible for $ty {}
        )*
    };
}

/// A number that has a place: what `MINLOC` and `MAXLOC` compare.
#[doc(hidden)]
pub trait Located: Reducible + Data {}

impl Located for f32 {}
impl Located for f64 {}

#[diagnostic::do_not_recommend]
impl<V: Located, I: Integer> Reducible for (V, I) {}

scalars! {
    bool => Type::Bool,
    f32 => Type::Float(FloatTy::F32),
    f64 => Type::Float(FloatTy::F64),
}

macro_rules! integers {
    ($($ty:ident => $name:ident),* $(,)?) => {
        scalars! { $($ty => Type::Int(IntTy::$name)),* }
        $( impl Integer for $ty {} )*
        $( impl Shareable for $ty {} )*
        $( impl Located for $ty {} )*
    };
}

integers! {
    i8 => I8, i16 => I16, i32 => I32, i64 => I64, i128 => I128, isize => Isize,
    u8 => U8, u16 => U16, u32 => U32, u64 => U64, u128 => U128, usize => Usize,
}

macro_rules! tuples {
    ($(($($name:ident)+))*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl<$($name: Data),+> Data for ($($name,)+) {
                fn ty() -> Type {
                    Type::Tuple(vec![$($name::ty()),+])
                }

                #[allow(non_snake_case, reason = "a variable for each type parameter")]
                fn value(self) -> Value {
                    let ($($name,)+) = self;
                    Value::Tuple(vec![$($name.value()),+])
                }
            }
            impl<$($name: Data),+> Buffer for ($($name,)+) {
                type Elem = Self;
            }
        )*
    };
}

tuples! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) }

impl Data for () {
    fn ty() -> Type {
        Type::Unit
    }

    fn value(self) -> Value {
        self.into()
    }
}

impl<T: Data, const N: usize> Data for [T; N] {
    fn ty() -> Type {
        Type::Array(Box::new(T::ty()), N as u64)
    }

    fn value(self) -> Value {
        Value::Seq(self.into_iter().map(T::value).collect())
    }
}

impl<T: Data> Data for Vec<T> {
    fn ty() -> Type {
        Type::Vec(Box::new(T::ty()))
    }

    fn value(self) -> Value {
        Value::Seq(self.into_iter().map(T::value).collect())
    }
}

impl<T: Data> Data for Option<T> {
    fn ty() -> Type {
        Type::option(T::ty())
    }

    fn value(self) -> Value {
        self.map(T::value).into()
    }
}

impl<T: Data, E: Data> Data for Result<T, E> {
    fn ty() -> Type {
        Type::result(T::ty(), E::ty())
    }

    fn value(self) -> Value {
        self.map(T::value).map_err(E::value).into()
    }
}

impl<T: Data> Buffer for Option<T> {
    type Elem = Option<T>;
}
impl<T: Data, E: Data> Buffer for Result<T, E> {
    type Elem = Result<T, E>;
}

impl<T: Data, const N: usize> Buffer for [T; N] {
    type Elem = T;
}
impl<T: Data> Buffer for Vec<T> {
    type Elem = T;
}
impl<T: Data> Buffer for [T] {
    type Elem = T;
}

impl<T: Data + Reducible, const N: usize> Reducible for [T; N] {}
impl<T: Data + Reducible> Reducible for Vec<T> {}
impl<T: Data + Reducible> Reducible for [T] {}
