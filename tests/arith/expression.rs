//! Random expressions together with the value that Rust itself gives them.

use tass_syntax::tree::{BinOp, Expr, FloatTy, IntTy, Type, UnOp};

use crate::build::{binary, cast, float, int, method, unary, var};
use crate::random::Random;

/// Values stay below this, so that no type's range is left on the way.
const LARGEST: i128 = 1 << 40;

/// What expressions are made from.
pub(crate) struct Maker<'a> {
    pub(crate) random: &'a Random,
    /// Variables and their values.
    pub(crate) ints: &'a [(&'a str, i128)],
    pub(crate) floats: &'a [(&'a str, f64)],
    /// Only what is legal whatever the variables are: divisors that are literals, no difference of
    /// unsigned values, no cast that may not fit.
    pub(crate) for_any_values: bool,
    /// Only values from zero on.
    pub(crate) unsigned: bool,
}

impl Maker<'_> {
    /// An integer expression.
    pub(crate) fn int(&self, depth: u32) -> (Expr, i128) {
        loop {
            if let Some((expr, value)) = self.try_int(depth)
                && value.abs() < LARGEST
                && (value >= 0 || !self.unsigned)
            {
                return (expr, value);
            }
        }
    }

    fn try_int(&self, depth: u32) -> Option<(Expr, i128)> {
        if depth == 0 {
            return Some(self.int_leaf());
        }
        let below = depth - 1;
        let (a, x) = self.int(below);
        let kind = self.random.within(0, 15);
        let divides = matches!(kind, 3..=8);
        let (b, y) = if divides && self.for_any_values {
            self.int_literal()
        } else {
            self.int(below)
        };
        Some(match kind {
            0 => (binary(BinOp::Add, a, b), x.checked_add(y)?),
            1 if !(self.unsigned && self.for_any_values) => {
                (binary(BinOp::Sub, a, b), x.checked_sub(y)?)
            }
            2 => (binary(BinOp::Mul, a, b), x.checked_mul(y)?),
            3 | 4 => (binary(BinOp::Div, a, b), x.checked_div(y)?),
            5 | 6 => (binary(BinOp::Rem, a, b), x.checked_rem(y)?),
            7 => (method(a, "div_euclid", vec![b]), x.checked_div_euclid(y)?),
            8 => (method(a, "rem_euclid", vec![b]), x.checked_rem_euclid(y)?),
            9 => (method(a, "min", vec![b]), x.min(y)),
            10 => (method(a, "max", vec![b]), x.max(y)),
            11 if !self.unsigned => (method(a, "abs", vec![]), x.checked_abs()?),
            12 if !self.unsigned => (unary(UnOp::Neg, a), -x),
            13 if !self.unsigned => (method(a, "signum", vec![]), x.signum()),
            14 => {
                let exponent = u32::try_from(self.random.within(0, 4)).expect("small");
                (
                    method(a, "pow", vec![int(i128::from(exponent))]),
                    x.checked_pow(exponent)?,
                )
            }
            15 if !self.unsigned && !self.for_any_values => self.through_another_type(a, x),
            _ => return None,
        })
    }

    /// `a as i128 as i64`, or by way of a float and back: toward zero after a division by four.
    fn through_another_type(&self, a: Expr, x: i128) -> (Expr, i128) {
        let wide = Type::Int(IntTy::I64);
        if self.random.within(0, 1) == 0 {
            return (cast(cast(a, Type::Int(IntTy::I128)), wide), x);
        }
        let quarter = binary(BinOp::Div, cast(a, Type::Float(FloatTy::F64)), float(4.0));
        // Exact: values are below 2^40.
        (cast(quarter, wide), i128::from((x as f64 / 4.0) as i64))
    }

    fn int_leaf(&self) -> (Expr, i128) {
        match self.random.within(0, 2) {
            0 if !self.ints.is_empty() => {
                let (name, value) = self.random.pick(self.ints);
                (var(name), value)
            }
            _ => self.int_literal(),
        }
    }

    fn int_literal(&self) -> (Expr, i128) {
        let lowest = if self.unsigned { 1 } else { -12 };
        let value = match self.random.within(lowest, 12) {
            0 => 13,
            value => value,
        };
        (int(value), value)
    }

    /// A float expression whose value is a multiple of a power of two, so that Rust computes it
    /// exactly.
    pub(crate) fn float(&self, depth: u32) -> (Expr, f64) {
        loop {
            let (expr, value) = self.try_float(depth);
            // 53 bits hold every value below 2^20 with 32 bits behind the point.
            let exact =
                value.abs() < (1u64 << 20) as f64 && (value * (1u64 << 32) as f64).fract() == 0.0;
            if exact {
                return (expr, value);
            }
        }
    }

    fn try_float(&self, depth: u32) -> (Expr, f64) {
        if depth == 0 {
            return self.float_leaf();
        }
        let ((a, x), (b, y)) = (self.float(depth - 1), self.float(depth - 1));
        match self.random.within(0, 8) {
            0 | 1 => (binary(BinOp::Add, a, b), x + y),
            2 => (binary(BinOp::Sub, a, b), x - y),
            3 => (binary(BinOp::Mul, a, b), x * y),
            4 => {
                let power = self.random.pick(&[2.0, 4.0, 8.0, 0.5, 0.25, -2.0]);
                (binary(BinOp::Div, a, float(power)), x / power)
            }
            5 => (method(a, "min", vec![b]), x.min(y)),
            6 => (method(a, "max", vec![b]), x.max(y)),
            7 => (method(a, "abs", vec![]), x.abs()),
            _ => (unary(UnOp::Neg, a), -x),
        }
    }

    fn float_leaf(&self) -> (Expr, f64) {
        match self.random.within(0, 2) {
            0 if !self.floats.is_empty() => {
                let (name, value) = self.random.pick(self.floats);
                (var(name), value)
            }
            _ => {
                let value = self.random.within(-40, 40) as f64 / 8.0;
                (float(value), value)
            }
        }
    }
}
