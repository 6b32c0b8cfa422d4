//! Operators on plain numbers, as Rust has them: division truncates, and what Rust refuses is a
//! violation.

use std::cmp::Ordering;
use std::ops::Range;

use dashu_int::IBig;
use dashu_ratio::RBig;
use tass_syntax::Kind;
use tass_syntax::tree::{BinOp, IntTy, Type};

use super::process::Stop;
use super::request::Operator;
use super::value::Value;

/// Longer ranges are too long.
const MOST_NUMBERS: i128 = 1000;

/// A number that does not fit.
fn too_large() -> Stop {
    Stop::TooLarge("numbers beyond 128 bits".into())
}

fn mistyped(what: &str) -> Stop {
    Stop::Unsupported(format!("{what} of these values"))
}

/// Is this an unsigned integer type?
pub(super) fn unsigned(ty: Option<&Type>) -> bool {
    matches!(ty, Some(Type::Int(ty)) if ty.is_unsigned())
}

/// `a op b` for an operator that does not short-circuit.
pub(super) fn binary(op: BinOp, a: &Value, b: &Value, unsigned: bool) -> Result<Value, Stop> {
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => {
            arithmetic(op, a, b, unsigned)
        }
        BinOp::And | BinOp::Or | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => {
            let (Value::Bool(a), Value::Bool(b)) = (a, b) else {
                return Err(mistyped("logic"));
            };
            Ok(Value::Bool(match op {
                BinOp::And | BinOp::BitAnd => *a && *b,
                BinOp::Or | BinOp::BitOr => *a || *b,
                _ => a != b,
            }))
        }
        _ => {
            let order = a.cmp(b);
            Ok(Value::Bool(match op {
                BinOp::Eq => order == Ordering::Equal,
                BinOp::Ne => order != Ordering::Equal,
                BinOp::Lt => order == Ordering::Less,
                BinOp::Le => order != Ordering::Greater,
                BinOp::Gt => order == Ordering::Greater,
                _ => order != Ordering::Less,
            }))
        }
    }
}

fn arithmetic(op: BinOp, a: &Value, b: &Value, unsigned: bool) -> Result<Value, Stop> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => {
            if matches!(op, BinOp::Div | BinOp::Rem) && *b == 0 {
                return Err(Stop::Fail(Kind::DivisionByZero));
            }
            let result = match op {
                BinOp::Add => a.checked_add(*b),
                BinOp::Sub => a.checked_sub(*b),
                BinOp::Mul => a.checked_mul(*b),
                BinOp::Div => a.checked_div(*b),
                _ => a.checked_rem(*b),
            };
            let result = result.ok_or_else(too_large)?;
            if unsigned && result < 0 {
                return Err(Stop::Fail(Kind::UnsignedUnderflow));
            }
            Ok(Value::Int(result))
        }
        (Value::Real(a), Value::Real(b)) => Ok(Value::Real(match op {
            BinOp::Add => a + b,
            BinOp::Sub => a - b,
            BinOp::Mul => a * b,
            BinOp::Div if b.is_zero() => return Err(Stop::Fail(Kind::DivisionByZero)),
            BinOp::Div => a / b,
            _ => return Err(mistyped("the remainder")),
        })),
        _ => Err(mistyped("arithmetic")),
    }
}

/// `-a`
pub(super) fn negate(a: &Value) -> Result<Value, Stop> {
    match a {
        Value::Int(a) => Ok(Value::Int(a.checked_neg().ok_or_else(too_large)?)),
        Value::Real(a) => Ok(Value::Real(-a)),
        _ => Err(mistyped("the negative")),
    }
}

/// `a as ty`, where `a` is of type `from`: what does not fit is a violation, unless `from` holds no
/// more than `ty` (then `a` has left its own type before, which nobody asks about).
pub(super) fn cast(a: Value, from: Option<&Type>, ty: &Type) -> Result<Value, Stop> {
    let unchecked = match (from, ty) {
        (Some(Type::Int(from)), Type::Int(to)) => {
            let ((low, high), (least, most)) = (ends(*from), ends(*to));
            (low >= least, high <= most)
        }
        _ => (false, false),
    };
    let number = match (a, ty) {
        (Value::Int(a), Type::Float(_)) => return Ok(Value::Real(RBig::from(IBig::from(a)))),
        (Value::Bool(a), Type::Int(_)) => i128::from(a),
        (Value::Int(a), Type::Int(_)) => a,
        (Value::Real(a), Type::Int(_)) => i128::try_from(a.trunc()).map_err(|_| too_large())?,
        (same @ Value::Real(_), Type::Float(_)) | (same @ Value::Bool(_), Type::Bool) => {
            return Ok(same);
        }
        _ => return Err(mistyped("this cast")),
    };
    if let Type::Int(to) = ty {
        let (least, most) = ends(*to);
        if number < least && !unchecked.0 || number > most && !unchecked.1 {
            return Err(Stop::Fail(Kind::InvalidCast));
        }
    }
    Ok(Value::Int(number))
}

/// The least and the greatest number of a type, as far as 128 bits and a sign reach.
fn ends(ty: IntTy) -> (i128, i128) {
    let half = 1_i128.checked_shl(ty.bits() - 1).filter(|half| *half > 0);
    match (ty.is_unsigned(), half) {
        (true, Some(half)) => (0, half - 1 + half),
        (true, None) => (0, i128::MAX),
        (false, Some(half)) => (-half, half - 1),
        (false, None) => (i128::MIN, i128::MAX),
    }
}

/// Euclidean division: the remainder is never negative.
pub(super) fn euclid(a: &Value, b: &Value, remainder: bool) -> Result<Value, Stop> {
    let (Value::Int(a), Value::Int(b)) = (a, b) else {
        return Err(mistyped("Euclidean division"));
    };
    if *b == 0 {
        return Err(Stop::Fail(Kind::DivisionByZero));
    }
    let result = if remainder {
        a.checked_rem_euclid(*b)
    } else {
        a.checked_div_euclid(*b)
    };
    result.map(Value::Int).ok_or_else(too_large)
}

/// The numbers of a range, with `hi` or without it, if they are few.
pub(super) fn numbers(lo: i128, hi: i128, inclusive: bool) -> Result<Range<i128>, Stop> {
    let end = hi
        .checked_add(i128::from(inclusive))
        .ok_or_else(too_large)?;
    match end.checked_sub(lo) {
        Some(..=MOST_NUMBERS) => Ok(lo..end),
        _ => Err(Stop::TooLarge("a range this long".into())),
    }
}

/// `a` to the power of `exponent`.
pub(super) fn power(a: &Value, exponent: u32) -> Result<Value, Stop> {
    match a {
        Value::Int(a) => Ok(Value::Int(a.checked_pow(exponent).ok_or_else(too_large)?)),
        Value::Real(a) => Ok(Value::Real(a.pow(exponent as isize))),
        _ => Err(mistyped("a power")),
    }
}

/// Two elements of a reduction, combined.
pub(super) fn reduce(operator: Operator, a: &Value, b: &Value) -> Result<Value, Stop> {
    let logic = |f: fn(bool, bool) -> bool| match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => Ok(Value::Bool(f(*a, *b))),
        (Value::Int(a), Value::Int(b)) => Ok(Value::Int(i128::from(f(*a != 0, *b != 0)))),
        _ => Err(mistyped("a logical operator")),
    };
    match operator {
        Operator::Sum => arithmetic(BinOp::Add, a, b, false),
        Operator::Prod => arithmetic(BinOp::Mul, a, b, false),
        Operator::Min => Ok(a.min(b).clone()),
        Operator::Max => Ok(a.max(b).clone()),
        Operator::Land => logic(|a, b| a && b),
        Operator::Lor => logic(|a, b| a || b),
        Operator::Lxor => logic(|a, b| a != b),
        Operator::Minloc | Operator::Maxloc => match (a, b) {
            (Value::Tuple(x), Value::Tuple(y)) => {
                let wins = match operator {
                    Operator::Minloc => x[0] < y[0],
                    _ => x[0] > y[0],
                };
                let wins = wins || (x[0] == y[0] && x[1] <= y[1]);
                Ok(if wins { a.clone() } else { b.clone() })
            }
            _ => Err(mistyped("an operator on pairs")),
        },
    }
}
