//! Concrete values, exact and of any size: what inputs are given, and what `choose!` gave.
//!
//! A [`Value`] is made from a Rust value with `Value::from`; exact fractions and integers beyond
//! 128 bits have constructors of their own ([`Ratio`], [`BigInteger`]). Structs are [`Record`]s:
//! named fields, in any order.

use std::fmt;
use std::str::FromStr;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A value of a model: exact, and of any size.
///
/// ```
/// use tass_core::report::Value;
///
/// let value = Value::from(vec![(1, true), (2, false)]);
/// assert_eq!(value.to_string(), "[(1, true), (2, false)]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// `true`, `false`
    Bool(bool),
    /// An integer of any type.
    Int(BigInteger),
    /// A real number: the values of `f32` and `f64`.
    Real(Ratio),
    /// An array, a slice or a vector.
    Seq(Vec<Value>),
    /// A tuple; `()` has no components.
    Tuple(Vec<Value>),
    /// A struct.
    Record(Record),
    /// A variant of an enum.
    Variant(Variant),
}

/// An integer of any size.
///
/// ```
/// use tass_core::report::BigInteger;
///
/// let large: BigInteger = "123456789012345678901234567890123456789012".parse().unwrap();
/// assert!(large > BigInteger::from(i128::MAX));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BigInteger(pub(crate) IBig);

/// An exact fraction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ratio(pub(crate) RBig);

/// The fields of a struct; those of a tuple struct are named `0`, `1`, …
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record(pub(crate) Vec<(String, Value)>);

/// A variant of an enum, by its name, and its fields; those of a tuple variant are named `0`, `1`,
/// …
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    pub(crate) name: String,
    pub(crate) fields: Record,
}

impl Ratio {
    /// `numerator / denominator`
    ///
    /// # Panics
    /// If the denominator is 0.
    #[must_use]
    pub fn new(numerator: impl Into<BigInteger>, denominator: impl Into<BigInteger>) -> Ratio {
        let (BigInteger(numerator), BigInteger(denominator)) =
            (numerator.into(), denominator.into());
        assert!(denominator != IBig::ZERO, "a fraction with denominator 0");
        let (sign, denominator) = denominator.into_parts();
        Ratio(RBig::from_parts(numerator * sign, denominator))
    }

    /// The float of exactly this value, if there is one.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        let float = self.0.to_f64().value();
        let exact = RBig::try_from(float).is_ok_and(|back| back == self.0);
        exact.then_some(float)
    }

    pub(super) fn parts(&self) -> (BigInteger, BigInteger) {
        let denominator: UBig = self.0.denominator().clone();
        (
            BigInteger(self.0.numerator().clone()),
            BigInteger(denominator.into()),
        )
    }
}

impl Record {
    /// A struct without fields.
    #[must_use]
    pub fn new() -> Record {
        Record::default()
    }

    /// With one field more.
    #[must_use]
    pub fn field(mut self, name: impl Into<String>, value: impl Into<Value>) -> Record {
        self.0.push((name.into(), value.into()));
        self
    }
}

impl Variant {
    /// A variant without fields.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Variant {
        Variant {
            name: name.into(),
            fields: Record::new(),
        }
    }

    /// With one field more.
    #[must_use]
    pub fn field(mut self, name: impl Into<String>, value: impl Into<Value>) -> Variant {
        self.fields = self.fields.field(name, value);
        self
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(option: Option<T>) -> Value {
        Value::Variant(match option {
            Some(value) => Variant::new("Some").field("0", value),
            None => Variant::new("None"),
        })
    }
}

impl<T: Into<Value>, E: Into<Value>> From<Result<T, E>> for Value {
    fn from(result: Result<T, E>) -> Value {
        Value::Variant(match result {
            Ok(value) => Variant::new("Ok").field("0", value),
            Err(error) => Variant::new("Err").field("0", error),
        })
    }
}

/// Why a text is no integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnInteger(String);

impl fmt::Display for NotAnInteger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not an integer", self.0)
    }
}

impl std::error::Error for NotAnInteger {}

impl FromStr for BigInteger {
    type Err = NotAnInteger;

    fn from_str(text: &str) -> Result<BigInteger, NotAnInteger> {
        let parsed = IBig::from_str(text).map(BigInteger);
        parsed.map_err(|_| NotAnInteger(text.to_string()))
    }
}

macro_rules! from_integers {
    ($($ty:ty)*) => {
        $(
            impl From<$ty> for BigInteger {
                fn from(value: $ty) -> BigInteger {
                    BigInteger(IBig::from(value))
                }
            }
            impl From<$ty> for Value {
                fn from(value: $ty) -> Value {
                    Value::Int(value.into())
                }
            }
        )*
    };
}

from_integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! from_floats {
    ($($ty:ty)*) => {
        $(
            /// The exact value of the float.
            ///
            /// # Panics
            /// If it is infinite, or not a number: models know no such floats.
            impl From<$ty> for Value {
                fn from(value: $ty) -> Value {
                    let exact = RBig::try_from(value);
                    let exact = exact.unwrap_or_else(|_| panic!("{value} is not a number that a model knows"));
                    Value::Real(Ratio(exact))
                }
            }
        )*
    };
}

from_floats! { f32 f64 }

macro_rules! from_parts {
    ($($ty:ty => $case:ident),*) => {
        $(
            impl From<$ty> for Value {
                fn from(value: $ty) -> Value {
                    Value::$case(value)
                }
            }
        )*
    };
}

from_parts! { bool => Bool, BigInteger => Int, Ratio => Real, Record => Record, Variant => Variant }

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Value {
        Value::Seq(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(items: [T; N]) -> Value {
        Value::Seq(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value> + Clone> From<&[T]> for Value {
    fn from(items: &[T]) -> Value {
        Value::Seq(items.iter().cloned().map(Into::into).collect())
    }
}

impl From<()> for Value {
    fn from((): ()) -> Value {
        Value::Tuple(Vec::new())
    }
}

macro_rules! from_tuples {
    ($(($($name:ident)+))*) => {
        $(
            impl<$($name: Into<Value>),+> From<($($name,)+)> for Value {
                #[allow(non_snake_case, reason = "a variable for each type parameter")]
                fn from(($($name,)+): ($($name,)+)) -> Value {
                    Value::Tuple(vec![$($name.into()),+])
                }
            }
        )*
    };
}

from_tuples! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) }

impl fmt::Display for BigInteger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<String> = self.0.iter().map(|(n, v)| format!("{n}: {v}")).collect();
        write!(f, "{{{}}}", fields.join(", "))
    }
}

/// `Work { id: 1 }`, `Some(1)`, `None`
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let fields = &self.fields.0;
        match fields.first() {
            None => Ok(()),
            Some((first, _)) if first == "0" => {
                let values: Vec<String> = fields.iter().map(|(_, v)| v.to_string()).collect();
                write!(f, "({})", values.join(", "))
            }
            Some(_) => {
                let fields: Vec<String> = fields.iter().map(|(n, v)| format!("{n}: {v}")).collect();
                write!(f, " {{ {} }}", fields.join(", "))
            }
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |items: &[Value]| {
            let items: Vec<String> = items.iter().map(Value::to_string).collect();
            items.join(", ")
        };
        match self {
            Value::Bool(b) => b.fmt(f),
            Value::Int(i) => i.fmt(f),
            Value::Real(r) => r.fmt(f),
            Value::Seq(items) => write!(f, "[{}]", list(items)),
            Value::Tuple(parts) if parts.len() == 1 => write!(f, "({},)", parts[0]),
            Value::Tuple(parts) => write!(f, "({})", list(parts)),
            Value::Record(record) => record.fmt(f),
            Value::Variant(variant) => variant.fmt(f),
        }
    }
}

/// Integers beyond this are no numbers to every reader of JSON.
const SAFE: i64 = (1 << 53) - 1;

/// A number if every reader of JSON understands it, else its digits.
impl Serialize for BigInteger {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(&self.0) {
            Ok(small) if (-SAFE..=SAFE).contains(&small) => small.serialize(serializer),
            _ => self.0.to_string().serialize(serializer),
        }
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (numerator, denominator) = self.parts();
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("numerator", &numerator)?;
        map.serialize_entry("denominator", &denominator)?;
        map.end()
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.0.iter().map(|(name, value)| (name, value));
        serializer.collect_map(fields)
    }
}

impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("fields", &self.fields)?;
        map.end()
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Bool(b) => b.serialize(serializer),
            Value::Int(i) => i.serialize(serializer),
            Value::Real(r) => r.serialize(serializer),
            Value::Seq(items) => items.serialize(serializer),
            Value::Tuple(parts) => one(serializer, "tuple", parts),
            Value::Record(record) => one(serializer, "struct", record),
            Value::Variant(variant) => one(serializer, "variant", variant),
        }
    }
}

/// `{ "name": value }`
fn one<S: Serializer>(
    serializer: S,
    name: &'static str,
    value: &impl Serialize,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(name, value)?;
    map.end()
}

#[cfg(test)]
mod tests {
    use super::{BigInteger, Ratio, Record, Value};

    #[test]
    fn floats_are_exact() {
        assert_eq!(Value::from(0.5), Value::Real(Ratio::new(1, 2)));
        assert_ne!(Value::from(0.1), Value::Real(Ratio::new(1, 10)));
        assert_eq!(Value::from(0.25f32), Value::Real(Ratio::new(-1, -4)));
        assert_eq!(Ratio::new(1, 3).as_f64(), None);
        assert_eq!(Ratio::new(-3, 4).as_f64(), Some(-0.75));
        let tiny = Value::from(f64::MIN_POSITIVE / 4.0);
        assert!(matches!(&tiny, Value::Real(r) if r.as_f64() == Some(f64::MIN_POSITIVE / 4.0)));
        let huge: BigInteger = format!("1{}", "0".repeat(400)).parse().unwrap();
        assert_eq!(Ratio::new(huge, 1).as_f64(), None);
    }

    #[test]
    fn values_read_like_rust() {
        let record = Record::new()
            .field("first", 3)
            .field("rest", vec![1.5, 2.0]);
        let value = Value::from((record, [(true,)], ()));
        assert_eq!(
            value.to_string(),
            "({first: 3, rest: [3/2, 2]}, [(true,)], ())"
        );
        assert_eq!(
            "12x".parse::<BigInteger>().unwrap_err().to_string(),
            "`12x` is not an integer"
        );
    }
}
