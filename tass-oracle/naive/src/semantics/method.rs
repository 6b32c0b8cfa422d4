//! Methods from the documented list.

use tass_syntax::Kind;
use tass_syntax::tree::{BinOp, Expr, IntTy, Type};

use super::arith;
use super::locks::is_place;
use super::optional::OPTIONAL;
use super::process::{Process, Stop, peeled};
use super::types::element;
use super::value::Value;

impl Process<'_> {
    pub(super) fn method(
        &mut self,
        receiver: &Expr,
        name: &str,
        args: &[Expr],
        expected: Option<&Type>,
    ) -> Result<Value, Stop> {
        if matches!(name, "push" | "swap" | "fill" | "copy_from_slice") {
            return self.mutating(receiver, name, args);
        }
        if OPTIONAL.contains(&name) {
            return self.optional(receiver, name, args, expected);
        }
        let unsupported = || Stop::Unsupported(format!("the method `{name}` here"));
        let sequence = matches!(name, "len" | "is_empty" | "contains");
        let ty = match sequence {
            true => None,
            false => {
                let mut all = vec![receiver];
                all.extend(args.iter().filter(|_| !matches!(name, "pow" | "powi")));
                self.common(&all).or_else(|| expected.map(peeled))
            }
        };
        // How long a sequence is, is no part of what a buffer holds.
        let this = match name {
            "len" | "is_empty" if is_place(receiver) => {
                let place = self.target(receiver)?;
                self.load(&place)
            }
            _ => self.value(receiver, ty.as_ref())?,
        };
        let arg_ty = match name {
            "contains" => self.type_of(receiver).and_then(|ty| element(&ty)),
            "pow" => Some(Type::Int(IntTy::U32)),
            "powi" => Some(Type::Int(IntTy::I32)),
            _ => ty,
        };
        let mut values = Vec::new();
        for arg in args {
            values.push(self.value(arg, arg_ty.as_ref())?);
        }
        Ok(match (name, this, values.as_slice()) {
            ("clone" | "to_vec" | "copied" | "cloned" | "to_owned", this, []) => this,
            ("len", Value::Seq(items), []) => Value::Int(items.len() as i128),
            ("is_empty", Value::Seq(items), []) => Value::Bool(items.is_empty()),
            ("contains", Value::Seq(items), [item]) => Value::Bool(items.contains(item)),
            ("min", this, [other]) => this.min(other.clone()),
            ("max", this, [other]) => this.max(other.clone()),
            ("abs", this, []) => match this < zero(&this) {
                true => arith::negate(&this)?,
                false => this,
            },
            ("abs_diff", this, [other]) => {
                let (low, high) = if this < *other {
                    (&this, other)
                } else {
                    (other, &this)
                };
                arith::binary(BinOp::Sub, high, low, false)?
            }
            ("clamp", _, [low, high]) if low > high => return Err(Stop::Fail(Kind::Panic)),
            ("clamp", this, [low, high]) => this.clamp(low.clone(), high.clone()),
            ("signum", Value::Int(this), []) => Value::Int(this.signum()),
            ("rem_euclid", this, [other]) => arith::euclid(&this, other, true)?,
            ("div_euclid", this, [other]) => arith::euclid(&this, other, false)?,
            ("is_multiple_of", Value::Int(this), [Value::Int(other)]) => {
                Value::Bool(if *other == 0 {
                    this == 0
                } else {
                    this.checked_rem(*other).unwrap_or(0) == 0
                })
            }
            ("pow" | "powi", this, [Value::Int(exponent)]) => {
                arith::power(&this, u32::try_from(*exponent).map_err(|_| unsupported())?)?
            }
            _ => return Err(unsupported()),
        })
    }

    /// Methods that change their receiver.
    fn mutating(&mut self, receiver: &Expr, name: &str, args: &[Expr]) -> Result<Value, Stop> {
        let unsupported = || Stop::Unsupported(format!("the method `{name}` here"));
        let elem = self.type_of(receiver).and_then(|ty| element(&ty));
        let place = self.target(receiver)?;
        let arg_ty = match name {
            "swap" => Some(Type::Int(IntTy::Usize)),
            "copy_from_slice" => None,
            _ => elem,
        };
        let mut values = Vec::new();
        for arg in args {
            values.push(self.value(arg, arg_ty.as_ref())?);
        }
        let Value::Seq(mut items) = self.load(&place) else {
            return Err(unsupported());
        };
        match (name, values.as_slice()) {
            ("push", [value]) => items.push(value.clone()),
            ("fill", [value]) => items.fill(value.clone()),
            ("copy_from_slice", [Value::Seq(from)]) if from.len() == items.len() => {
                items.clone_from(from)
            }
            ("copy_from_slice", [Value::Seq(_)]) => return Err(Stop::Fail(Kind::OutOfBounds)),
            ("swap", [Value::Int(i), Value::Int(j)]) => {
                let within = |i: &i128| usize::try_from(*i).ok().filter(|i| *i < items.len());
                let (Some(i), Some(j)) = (within(i), within(j)) else {
                    return Err(Stop::Fail(Kind::OutOfBounds));
                };
                for touched in [i, j] {
                    self.may_touch(&place.clone().index(touched), true)?;
                }
                items.swap(i, j);
                self.store(&place, Value::Seq(items));
                return Ok(Value::Unit);
            }
            _ => return Err(unsupported()),
        }
        self.write(&place, Value::Seq(items))?;
        Ok(Value::Unit)
    }
}

fn zero(like: &Value) -> Value {
    match like {
        Value::Real(_) => Value::real(0, 1),
        _ => Value::Int(0),
    }
}
