//! [`Data`]: values that go into a function and come out of it.

use tass::Value;

use super::reader::Reader;
use crate::generate::Rng;

/// A type of inputs and results.
pub trait Data: Clone {
    /// A random value, often a boundary.
    fn sample(rng: &mut Rng) -> Self;
    /// The value as tass takes it; `None` if tass has no such value.
    fn value(&self) -> Option<Value>;
    /// Reads the text of a value.
    fn read(reader: &mut Reader<'_>) -> Option<Self>;
    /// Another value, if there is one.
    fn other(&self) -> Option<Self>;
}

macro_rules! integers {
    ($($ty:ident)*) => {
        $(
            impl Data for $ty {
                fn sample(rng: &mut Rng) -> $ty {
                    // Of the unsigned types, what is below zero comes out at the upper end.
                    let small = rng.between(-4, 6) as $ty;
                    match rng.below(20) {
                        0 => $ty::MIN,
                        1 => $ty::MAX,
                        2 => $ty::MAX - 1,
                        3 => $ty::MIN + 1,
                        4 => $ty::MAX / 2,
                        5 => small,
                        6 => rng.between(-130, 300) as $ty,
                        _ => rng.between(if $ty::MIN == 0 { 0 } else { -3 }, 5) as $ty,
                    }
                }

                fn value(&self) -> Option<Value> {
                    Some(Value::from(*self))
                }

                fn read(reader: &mut Reader<'_>) -> Option<$ty> {
                    reader.word().parse().ok()
                }

                fn other(&self) -> Option<$ty> {
                    Some(if *self == $ty::MAX { $ty::MIN } else { *self + 1 })
                }
            }
        )*
    };
}

integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! floats {
    ($($ty:ident)*) => {
        $(
            impl Data for $ty {
                fn sample(rng: &mut Rng) -> $ty {
                    // Eighths: what is computed from them stays exact for a while.
                    rng.between(-24, 40) as $ty / if rng.chance(50) { 8.0 } else { 1.0 }
                }

                fn value(&self) -> Option<Value> {
                    self.is_finite().then(|| Value::from(*self))
                }

                /// Only small dyadic numbers: on others a float is not what the model means.
                fn read(reader: &mut Reader<'_>) -> Option<$ty> {
                    let word = reader.word();
                    let (numerator, denominator) = word.split_once('/').unwrap_or((word, "1"));
                    let (n, d): (i32, u32) = (numerator.parse().ok()?, denominator.parse().ok()?);
                    (n.unsigned_abs() < 1 << 12 && d.is_power_of_two() && d < 1 << 8)
                        .then(|| n as $ty / d as $ty)
                }

                fn other(&self) -> Option<$ty> {
                    Some(self + 1.0).filter(|other| other != self)
                }
            }
        )*
    };
}

floats! { f32 f64 }

impl Data for bool {
    fn sample(rng: &mut Rng) -> bool {
        rng.chance(50)
    }

    fn value(&self) -> Option<Value> {
        Some(Value::from(*self))
    }

    fn read(reader: &mut Reader<'_>) -> Option<bool> {
        reader.word().parse().ok()
    }

    fn other(&self) -> Option<bool> {
        Some(!self)
    }
}

impl<T: Data> Data for Vec<T> {
    fn sample(rng: &mut Rng) -> Vec<T> {
        let len = rng.below(4);
        std::iter::repeat_with(|| T::sample(rng))
            .take(len)
            .collect()
    }

    fn value(&self) -> Option<Value> {
        self.iter()
            .map(T::value)
            .collect::<Option<Vec<_>>>()
            .map(Value::Seq)
    }

    fn read(reader: &mut Reader<'_>) -> Option<Vec<T>> {
        reader.sequence(|reader| T::read(reader))
    }

    fn other(&self) -> Option<Vec<T>> {
        let mut other = self.clone();
        let last = other.last_mut()?;
        *last = last.other()?;
        Some(other)
    }
}

impl<T: Data, const N: usize> Data for [T; N] {
    fn sample(rng: &mut Rng) -> [T; N] {
        std::array::from_fn(|_| T::sample(rng))
    }

    fn value(&self) -> Option<Value> {
        self.to_vec().value()
    }

    fn read(reader: &mut Reader<'_>) -> Option<[T; N]> {
        Vec::<T>::read(reader)?.try_into().ok()
    }

    fn other(&self) -> Option<[T; N]> {
        self.to_vec().other()?.try_into().ok()
    }
}

impl Data for () {
    fn sample(_: &mut Rng) {}

    fn value(&self) -> Option<Value> {
        Some(Value::Tuple(Vec::new()))
    }

    fn read(reader: &mut Reader<'_>) -> Option<()> {
        reader.expect("()")
    }

    fn other(&self) -> Option<()> {
        None
    }
}

macro_rules! tuples {
    ($(($($name:ident $at:tt)+))*) => {
        $(
            impl<$($name: Data),+> Data for ($($name,)+) {
                fn sample(rng: &mut Rng) -> Self {
                    ($($name::sample(rng),)+)
                }

                fn value(&self) -> Option<Value> {
                    Some(Value::Tuple(vec![$(self.$at.value()?),+]))
                }

                fn read(reader: &mut Reader<'_>) -> Option<Self> {
                    reader.expect("(")?;
                    let read = ($({ let part = $name::read(reader)?; let _ = reader.expect(","); part },)+);
                    reader.expect(")")?;
                    Some(read)
                }

                fn other(&self) -> Option<Self> {
                    let mut other = self.clone();
                    $(
                        if let Some(part) = self.$at.other() {
                            other.$at = part;
                            return Some(other);
                        }
                    )+
                    None
                }
            }
        )*
    };
}

tuples! { (A 0) (A 0 B 1) (A 0 B 1 C 2) (A 0 B 1 C 2 D 3) }

/// [`Data`] for a generated struct.
#[doc(hidden)]
#[macro_export]
macro_rules! native_data {
    ($name:ident { $($field:tt : $ty:ty),* }) => {
        impl tass_oracle::native::run::Data for $name {
            fn sample(rng: &mut tass_oracle::generate::Rng) -> Self {
                $name { $($field: <$ty>::sample(rng)),* }
            }

            fn value(&self) -> Option<tass::Value> {
                let record = tass::record();
                $(let record = record.field(stringify!($field), self.$field.value()?);)*
                Some(tass::Value::Record(record))
            }

            fn read(reader: &mut tass_oracle::native::run::Reader<'_>) -> Option<Self> {
                reader.expect("{")?;
                let read = $name {
                    $($field: {
                        reader.expect(stringify!($field))?;
                        reader.expect(":")?;
                        let part = <$ty>::read(reader)?;
                        let _ = reader.expect(",");
                        part
                    }),*
                };
                reader.expect("}")?;
                Some(read)
            }

            fn other(&self) -> Option<Self> {
                let mut other = self.clone();
                $(
                    if let Some(part) = self.$field.other() {
                        other.$field = part;
                        return Some(other);
                    }
                )*
                None
            }
        }
    };
}
