//! Plain values: what a variable holds in one concrete execution.
//!
//! Integers are mathematical (as far as `i128` reaches: beyond it the oracle says that it does not
//! know), floats are exact rationals. A shared reference is the value it refers to, since nothing
//! can change it while it lives; a mutable one is a [`Place`].

use dashu_int::IBig;
use dashu_ratio::RBig;
use tass_syntax::tree::EnumDef;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// `()`
    Unit,
    /// A boolean.
    Bool(bool),
    /// An integer of any type.
    Int(i128),
    /// A float: a mathematical real.
    Real(RBig),
    /// A tuple, or a struct with its fields in order.
    Tuple(Vec<Value>),
    /// An array, a vector or a slice.
    Seq(Vec<Value>),
    /// A variant of an enum, with its fields in order. The variant comes first where two are
    /// compared, as in what Rust derives.
    Variant(Tag, Vec<Value>),
    /// A mutable reference.
    Place(Place),
    /// A variable that has no value yet.
    Unset,
}

/// Which variant: values of one enum have the same name where they have the same position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag {
    /// Where it stands among the variants of its enum.
    pub position: usize,
    /// Its name, by which `Some` is told from `Err` where no type is at hand.
    pub name: String,
}

/// Where a mutable reference points: a variable of a frame, and a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The frame, counted from the bottom of the call stack.
    pub frame: usize,
    /// The variable, counted in that frame.
    pub var: usize,
    /// The way into it; a range is always the last step.
    pub path: Vec<Step>,
}

/// One step into a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// A component of a tuple or struct, or of the variant that is there.
    Field(usize),
    /// An element of a sequence.
    Index(usize),
    /// Some elements of a sequence: the first, and how many.
    Range(usize, usize),
}

impl Step {
    /// The elements of a step into a sequence.
    fn elements(self) -> std::ops::Range<usize> {
        match self {
            Step::Field(_) => 0..usize::MAX,
            Step::Index(index) => index..index + 1,
            Step::Range(start, len) => start..start + len,
        }
    }
}

impl Place {
    /// Have two places an element in common? (Neither of them is empty.)
    pub fn overlaps(&self, other: &Place) -> bool {
        if (self.frame, self.var) != (other.frame, other.var) {
            return false;
        }
        let steps = self.path.iter().zip(&other.path);
        !steps.into_iter().any(|(a, b)| match (*a, *b) {
            (Step::Field(a), Step::Field(b)) => a != b,
            (a, b) => {
                let (a, b) = (a.elements(), b.elements());
                a.end <= b.start || b.end <= a.start
            }
        })
    }

    /// The place of an element of the sequence that is here.
    pub fn index(mut self, index: usize) -> Place {
        match self.path.last_mut() {
            Some(last @ Step::Range(..)) => {
                let Step::Range(start, _) = *last else {
                    unreachable!()
                };
                *last = Step::Index(start + index);
            }
            _ => self.path.push(Step::Index(index)),
        }
        self
    }

    /// The place of some elements of the sequence that is here.
    pub fn range(mut self, start: usize, len: usize) -> Place {
        match self.path.last_mut() {
            Some(Step::Range(outer, old)) => (*outer, *old) = (*outer + start, len),
            _ => self.path.push(Step::Range(start, len)),
        }
        self
    }

    /// The place of a component.
    pub fn field(mut self, field: usize) -> Place {
        self.path.push(Step::Field(field));
        self
    }
}

impl Value {
    /// A variant of an enum.
    pub fn variant(def: &EnumDef, name: &str, fields: Vec<Value>) -> Option<Value> {
        let (position, variant) = def.variant(name)?;
        let name = variant.name.clone();
        Some(Value::Variant(Tag { position, name }, fields))
    }

    /// `None`
    pub fn none() -> Value {
        Value::standard("None", Vec::new()).expect("a variant of `Option`")
    }

    /// `Some(value)`
    pub fn some(value: Value) -> Value {
        Value::standard("Some", vec![value]).expect("a variant of `Option`")
    }

    /// A variant that is known by its name alone: of `Option` or `Result`.
    pub(super) fn standard(name: &str, fields: Vec<Value>) -> Option<Value> {
        let position = match name {
            "None" | "Ok" => 0,
            "Some" | "Err" => 1,
            _ => return None,
        };
        let name = name.to_owned();
        Some(Value::Variant(Tag { position, name }, fields))
    }

    /// A real number.
    pub fn real(numerator: i128, denominator: i128) -> Value {
        Value::Real(RBig::from(IBig::from(numerator)) / RBig::from(IBig::from(denominator)))
    }

    /// The value of a float literal as written in the program.
    pub fn from_decimal(text: &str) -> Option<Value> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
        let places = exponent - i32::try_from(fraction.len()).ok()?;
        let scale = 10_i128.checked_pow(places.unsigned_abs())?;
        Some(if places < 0 {
            Value::real(digits, scale)
        } else {
            Value::real(digits.checked_mul(scale)?, 1)
        })
    }

    /// The part of the value at the end of a path.
    pub fn part(&self, path: &[Step]) -> Value {
        let Some((step, rest)) = path.split_first() else {
            return self.clone();
        };
        match (step, self) {
            (Step::Field(i), Value::Tuple(parts) | Value::Variant(_, parts))
            | (Step::Index(i), Value::Seq(parts)) => parts[*i].part(rest),
            (Step::Range(start, len), Value::Seq(parts)) => {
                Value::Seq(parts[*start..*start + *len].to_vec()).part(rest)
            }
            _ => unreachable!("{step:?} into {self:?}: rustc checks the types of models"),
        }
    }

    /// Replaces the part at the end of a path.
    pub fn set_part(&mut self, path: &[Step], new: Value) {
        let Some((step, rest)) = path.split_first() else {
            *self = new;
            return;
        };
        match (step, self) {
            (Step::Field(i), Value::Tuple(parts) | Value::Variant(_, parts))
            | (Step::Index(i), Value::Seq(parts)) => {
                parts[*i].set_part(rest, new);
            }
            (Step::Range(start, len), Value::Seq(parts)) => {
                let Value::Seq(new) = new else {
                    unreachable!("a range holds a sequence")
                };
                assert!(
                    rest.is_empty() && new.len() == *len,
                    "a range is the last step and keeps its length"
                );
                parts.splice(*start..*start + *len, new);
            }
            (step, value) => {
                unreachable!("{step:?} into {value:?}: rustc checks the types of models")
            }
        }
    }
}
