//! Values as Rust source: what is printed compiles, and is converted back to exactly the same
//! value.
//!
//! The items of a list have one Rust type. So before anything is written, a [`Column`] is made of
//! all values that stand at the same place of their lists: an integer beyond `i32` gives its column
//! a suffix, one beyond `i128` makes all of it `tass::integer(..)`, and a fraction that no `f64`
//! holds makes all of it `tass::ratio(..)`.

use super::Value;
use super::value::{BigInteger, Ratio, Record, Variant};

/// Lists of one repeated item that are longer are written `vec![item; n]`.
const REPEATED: usize = 4;

/// The expression of a value.
pub(super) fn of(value: &Value) -> String {
    let mut column = Column::default();
    column.add(value);
    column.write(value, true)
}

/// What the values at one place have in common.
#[derive(Default)]
struct Column {
    scalar: Option<Scalar>,
    /// The items of lists.
    items: Option<Box<Column>>,
    /// The components of tuples.
    parts: Option<Vec<Column>>,
}

/// How scalars are written; of two the later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Scalar {
    Bool,
    I32,
    I64,
    I128,
    Large,
    Float,
    Fraction,
    Record,
    Variant,
}

impl Scalar {
    fn ty(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::I128 => "i128",
            Scalar::Large => "tass::report::BigInteger",
            Scalar::Float => "f64",
            Scalar::Fraction => "tass::report::Ratio",
            Scalar::Record => "tass::report::Record",
            Scalar::Variant => "tass::report::Variant",
        }
    }

    fn of_integer(value: &BigInteger) -> Scalar {
        if i32::try_from(&value.0).is_ok() {
            Scalar::I32
        } else if i64::try_from(&value.0).is_ok() {
            Scalar::I64
        } else if i128::try_from(&value.0).is_ok() {
            Scalar::I128
        } else {
            Scalar::Large
        }
    }
}

impl Column {
    fn add(&mut self, value: &Value) {
        let scalar = match value {
            Value::Bool(_) => Scalar::Bool,
            Value::Int(i) => Scalar::of_integer(i),
            Value::Real(r) if r.as_f64().is_some() => Scalar::Float,
            Value::Real(_) => Scalar::Fraction,
            Value::Record(_) => Scalar::Record,
            Value::Variant(_) => Scalar::Variant,
            Value::Seq(items) => {
                let column = self.items.get_or_insert_default();
                items.iter().for_each(|item| column.add(item));
                return;
            }
            Value::Tuple(parts) => {
                let columns = self.parts.get_or_insert_default();
                columns.resize_with(parts.len(), Column::default);
                for (column, part) in columns.iter_mut().zip(parts) {
                    column.add(part);
                }
                return;
            }
        };
        self.scalar = self.scalar.max(Some(scalar));
    }

    /// The Rust type of the column; any will do for lists that are all empty.
    fn ty(&self) -> String {
        if let Some(items) = &self.items {
            return format!("Vec<{}>", items.ty());
        }
        if let Some(parts) = &self.parts {
            let parts: Vec<String> = parts.iter().map(Column::ty).collect();
            let comma = if parts.len() == 1 { "," } else { "" };
            return format!("({}{comma})", parts.join(", "));
        }
        self.scalar.unwrap_or(Scalar::I32).ty().to_string()
    }

    fn write(&self, value: &Value, outermost: bool) -> String {
        match value {
            Value::Bool(b) => b.to_string(),
            Value::Int(i) => self.integer(i),
            Value::Real(r) => self.real(r),
            Value::Record(record) => format!("tass::record(){}", fields(record)),
            Value::Variant(Variant { name, fields }) => {
                format!("tass::variant(\"{name}\"){}", self::fields(fields))
            }
            Value::Tuple(parts) => {
                let columns = self.parts.iter().flatten();
                let parts: Vec<String> = columns
                    .zip(parts)
                    .map(|(column, part)| column.write(part, false))
                    .collect();
                match parts.as_slice() {
                    [one] => format!("({one},)"),
                    parts => format!("({})", parts.join(", ")),
                }
            }
            Value::Seq(items) => {
                let column = self.items.as_ref().expect("made of this value");
                let Some(first) = items.first() else {
                    return format!("Vec::<{}>::new()", column.ty());
                };
                if items.len() > REPEATED && items.iter().all(|item| item == first) {
                    return format!("vec![{}; {}]", column.write(first, false), items.len());
                }
                let list: Vec<String> = items.iter().map(|i| column.write(i, false)).collect();
                let vec = if outermost { "" } else { "vec!" };
                format!("{vec}[{}]", list.join(", "))
            }
        }
    }

    fn integer(&self, value: &BigInteger) -> String {
        let widest = self.scalar.unwrap_or(Scalar::I32);
        if widest == Scalar::Large {
            return format!("tass::integer(\"{value}\")");
        }
        match Scalar::of_integer(value) {
            Scalar::I32 => value.to_string(),
            _ => format!("{value}_{}", widest.ty()),
        }
    }

    fn real(&self, value: &Ratio) -> String {
        if self.scalar == Some(Scalar::Float)
            && let Some(float) = value.as_f64()
        {
            return format!("{float:?}");
        }
        let (numerator, denominator) = value.parts();
        format!(
            "tass::ratio({}, {})",
            alone(&numerator),
            alone(&denominator)
        )
    }
}

/// An integer that stands alone.
pub(super) fn alone(value: &BigInteger) -> String {
    of(&Value::Int(value.clone()))
}

/// Every field for itself: nothing has to be in scope, and a field may hold what its Rust type does
/// not.
fn fields(record: &Record) -> String {
    let fields = record.0.iter();
    let fields = fields.map(|(name, value)| format!(".field(\"{name}\", {})", of(value)));
    fields.collect()
}

#[cfg(test)]
mod tests {
    use super::super::value::{BigInteger, Ratio, Record, Value};
    use super::of;

    fn large() -> BigInteger {
        "-170141183460469231731687303715884105729".parse().unwrap()
    }

    #[test]
    fn scalars() {
        let cases: [(Value, &str); 9] = [
            (true.into(), "true"),
            ((-3).into(), "-3"),
            (5_000_000_000i64.into(), "5000000000_i64"),
            (u64::MAX.into(), "18446744073709551615_i128"),
            (
                large().into(),
                "tass::integer(\"-170141183460469231731687303715884105729\")",
            ),
            (2.0.into(), "2.0"),
            ((-0.75).into(), "-0.75"),
            (1e300.into(), "1e300"),
            (Ratio::new(1, 3).into(), "tass::ratio(1, 3)"),
        ];
        for (value, text) in cases {
            assert_eq!(of(&value), text);
        }
    }

    #[test]
    fn lists_have_one_type() {
        let cases: [(Value, &str); 10] = [
            (vec![1, 2].into(), "[1, 2]"),
            (vec![1, 5_000_000_000i64].into(), "[1, 5000000000_i64]"),
            (
                vec![5_000_000_000i128, i128::MAX].into(),
                "[5000000000_i128, 170141183460469231731687303715884105727_i128]",
            ),
            (
                Value::Seq(vec![Ratio::new(1, 2).into(), Ratio::new(1, 3).into()]),
                "[tass::ratio(1, 2), tass::ratio(1, 3)]",
            ),
            (
                Value::Seq(vec![1.into(), large().into()]),
                "[tass::integer(\"1\"), tass::integer(\"-170141183460469231731687303715884105729\")]",
            ),
            (Vec::<i32>::new().into(), "Vec::<i32>::new()"),
            (vec![0.5; 9].into(), "vec![0.5; 9]"),
            (
                vec![vec![], vec![(1, 0.5)]].into(),
                "[Vec::<(i32, f64)>::new(), vec![(1, 0.5)]]",
            ),
            (
                vec![(1, vec![true]), (2, vec![])].into(),
                "[(1, vec![true]), (2, Vec::<bool>::new())]",
            ),
            (
                vec![Vec::<i32>::new(), Vec::new()].into(),
                "[Vec::<i32>::new(), Vec::<i32>::new()]",
            ),
        ];
        for (value, text) in cases {
            assert_eq!(of(&value), text);
        }
    }

    #[test]
    fn structs_field_by_field() {
        let span = Record::new()
            .field("first", 300)
            .field("of", vec![Ratio::new(1, 3)]);
        assert_eq!(
            of(&span.into()),
            "tass::record().field(\"first\", 300).field(\"of\", [tass::ratio(1, 3)])"
        );
    }
}
