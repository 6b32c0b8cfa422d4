//! Names that the macros understand by their spelling: this compiles only where rustc understands
//! them the same way.
//!
//! The macros write a function that is never called beside each model, in the same scope. What it
//! calls is here.

/// An element type that nobody else can have given a meaning to.
#[derive(Debug)]
pub struct Mark(());

/// What only a macro of tass expands to, when it is asked.
#[derive(Debug)]
pub struct Ours;

/// The standard `Vec`.
#[diagnostic::on_unimplemented(
    message = "`Vec` is another type here than the `Vec` of the standard library",
    label = "not the standard `Vec`",
    note = "a model knows the standard `Vec` only: give your own type another name"
)]
pub trait IsVec {}

impl IsVec for Vec<Mark> {}

/// `Vec` is the standard one.
pub fn vec<T: IsVec>() {}

/// The standard `Option`.
#[diagnostic::on_unimplemented(
    message = "`Option` is another type here than the `Option` of the standard library",
    label = "not the standard `Option`",
    note = "a model knows the standard `Option` only: give your own type another name"
)]
pub trait IsOption {}

impl IsOption for Option<Mark> {}

/// `Option` is the standard one.
pub fn option<T: IsOption>() {}

/// The standard `Result`, with two types.
#[diagnostic::on_unimplemented(
    message = "`Result` is another type here than the `Result` of the standard library",
    label = "not the standard `Result`",
    note = "a model knows the standard `Result` only: write `std::result::Result<T, E>`"
)]
pub trait IsResult {}

impl IsResult for Result<Mark, Mark> {}

/// `Result` is the standard one.
pub fn result<T: IsResult>() {}

/// `None` is the standard one.
pub fn none(_: Option<Mark>) {}

/// What a name in a pattern can be bound to; a constant of that name would be of another type.
#[derive(Debug)]
pub struct Variable;

/// A primitive type.
#[diagnostic::on_unimplemented(
    message = "`{T}` is another type here than the primitive one",
    label = "not the primitive type",
    note = "a model knows the primitive types by their names: give your own type another name"
)]
pub trait IsPrimitive<T> {}

impl<T> IsPrimitive<T> for T {}

/// `f64` is the primitive type.
pub fn primitive<Written: IsPrimitive<T>, T>() {}

/// A function of the standard library; each has a type of its own.
#[diagnostic::on_unimplemented(
    message = "this is another function than the one of the standard library",
    label = "not the standard function",
    note = "a model knows the standard function by this path: call a model of your own by another, such as `self::cmp::min`"
)]
pub trait IsStandard<F> {}

impl<F> IsStandard<F> for F {}

// With one implementation only, rustc would take it for granted, and say "mismatched types".
impl IsStandard<Mark> for Ours {}

/// `cmp::min` is the standard one.
pub fn function<Written: IsStandard<F>, F>(_: Written, _: F) {}

/// A number or a truth value, and no reference to one.
#[diagnostic::on_unimplemented(
    message = "the right side of this assignment is `{Self}`, not a number",
    label = "a reference: Rust would evaluate the left side first",
    note = "write `*` before it, or store it in a variable of its own first"
)]
pub trait ByValue {}

macro_rules! by_value {
    ($($ty:ty),*) => { $(impl ByValue for $ty {})* };
}
by_value!(
    bool, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64
);

/// The right side of `a[i] += e` is a number: then Rust evaluates it before `a[i]`.
pub fn by_value<T: ByValue>(value: T) -> T {
    value
}
