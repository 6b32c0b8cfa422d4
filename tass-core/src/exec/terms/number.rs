//! Arithmetic, casts and built-in functions, with the checks that Rust makes.
//!
//! What is computed is a mathematical number. Everything that leaves its type on the way is a
//! violation under `overflow = true`; below zero an unsigned number is one in any case, and so is a
//! cast that would wrap or saturate. A cast is checked at those ends of the target that the *source
//! type* can exceed: widening costs nothing.

use crate::comm::CommModel;
use crate::exec::terms::check::Cx;
use crate::exec::values::input::extent_of;
use crate::exec::{Stepper, Stop};
use crate::graph::{Builtin, CastTo, Number};
use crate::prover::Validity;
use crate::report::Kind;
use crate::symbolic::{ExprId, Extent, Sort};
use tass_syntax::tree::{BinOp, IntTy, Span};

impl<C: CommModel> Stepper<'_, '_, C> {
    pub(crate) fn arith(
        &mut self,
        cx: &Cx<'_>,
        op: BinOp,
        number: Number,
        a: ExprId,
        b: ExprId,
        (span, divisor): (Span, Span),
    ) -> Result<ExprId, Stop> {
        let value = match op {
            BinOp::Add => self.engine.store.add(a, b),
            BinOp::Sub => self.engine.store.sub(a, b),
            BinOp::Mul => self.engine.store.mul(a, b),
            _ => {
                self.require_divisor(cx, number, b, divisor)?;
                match (op, number) {
                    (BinOp::Div, Number::Real) => self.engine.store.quot(a, b),
                    (_, Number::Real) => {
                        return Err(self.unsupported(cx, "`%` on floats".into(), span));
                    }
                    // Unsigned operands: truncated and Euclidean division are the same, and the
                    // latter is simpler.
                    (BinOp::Div, Number::Int(t)) if t.is_unsigned() => {
                        self.engine.store.div_euclid(a, b)
                    }
                    (_, Number::Int(t)) if t.is_unsigned() => self.engine.store.mod_euclid(a, b),
                    (BinOp::Div, _) => self.engine.store.div_trunc(a, b),
                    _ => {
                        self.require_quotient(cx, number, a, b, span)?;
                        return Ok(self.engine.store.rem_trunc(a, b));
                    }
                }
            }
        };
        if op == BinOp::Sub
            && let Number::Int(t) = number
            && t.is_unsigned()
        {
            self.require_unsigned(cx, value, t, span)?;
        }
        self.in_range(cx, value, number, span)?;
        Ok(value)
    }

    fn require_divisor(
        &mut self,
        cx: &Cx<'_>,
        number: Number,
        b: ExprId,
        span: Span,
    ) -> Result<(), Stop> {
        let zero = match number {
            Number::Real => self.engine.store.num(Sort::Real, dashu_ratio::RBig::ZERO),
            _ => self.engine.store.int(0),
        };
        let nonzero = self.engine.store.ne(b, zero);
        if self.engine.store.as_bool(nonzero) == Some(true) {
            return Ok(());
        }
        let text = self.engine.store.display(b).to_string();
        self.require(cx, nonzero, Kind::DivisionByZero, span, || {
            format!("the divisor is {text}")
        })
    }

    /// Of the least number by -1 Rust computes no remainder either: the quotient overflows.
    fn require_quotient(
        &mut self,
        cx: &Cx<'_>,
        number: Number,
        a: ExprId,
        b: ExprId,
        span: Span,
    ) -> Result<(), Stop> {
        let Number::Int(ty) = number else {
            return Ok(());
        };
        let Extent::Signed(_) = extent_of(ty) else {
            return Ok(());
        };
        if !self.engine.overflow {
            return Ok(());
        }
        let least = extent_of(ty).low().expect("it has two ends");
        let (least, minus) = (self.engine.store.int_big(least), self.engine.store.int(-1));
        let (other, by) = (
            self.engine.store.ne(a, least),
            self.engine.store.ne(b, minus),
        );
        let legal = self.engine.store.or(other, by);
        if self.engine.store.as_bool(legal) == Some(true) {
            return Ok(());
        }
        let [a, b] = [a, b].map(|e| self.engine.store.display(e).to_string());
        self.require(cx, legal, Kind::Overflow, span, || {
            let name = ty.name();
            format!("{a} divided by {b} is out of the range of `{name}`, so there is no remainder")
        })
    }

    fn require_unsigned(
        &mut self,
        cx: &Cx<'_>,
        value: ExprId,
        ty: IntTy,
        span: Span,
    ) -> Result<(), Stop> {
        let zero = self.engine.store.int(0);
        let legal = self.engine.store.le(zero, value);
        if self.engine.store.as_bool(legal) == Some(true) {
            return Ok(());
        }
        let text = self.engine.store.display(value).to_string();
        self.require(cx, legal, Kind::UnsignedUnderflow, span, || {
            format!("{text} is below zero, which `{}` cannot hold", ty.name())
        })
    }

    /// Under `overflow = true`: the value fits its type.
    pub(crate) fn in_range(
        &mut self,
        cx: &Cx<'_>,
        value: ExprId,
        number: Number,
        span: Span,
    ) -> Result<(), Stop> {
        let Number::Int(ty) = number else {
            return Ok(());
        };
        if !self.engine.overflow {
            return Ok(());
        }
        let fits = self.engine.fits(ty, value);
        if self.engine.store.as_bool(fits) == Some(true) {
            return Ok(());
        }
        let text = self.engine.store.display(value).to_string();
        self.require(cx, fits, Kind::Overflow, span, || {
            format!("{text} is out of the range of `{}`", ty.name())
        })
    }

    pub(in crate::exec) fn cast(
        &mut self,
        cx: &Cx<'_>,
        a: ExprId,
        to: CastTo,
        span: Span,
    ) -> Result<ExprId, Stop> {
        match to {
            CastTo::Same => Ok(a),
            CastTo::RealFromInt => Ok(self.engine.store.to_real(a)),
            CastTo::IntFromBool => {
                let (one, zero) = (self.engine.store.int(1), self.engine.store.int(0));
                Ok(self.engine.store.ite(a, one, zero))
            }
            CastTo::IntFromInt(from, ty) => {
                let from = match from {
                    Number::Int(from) => extent_of(from),
                    _ => Extent::Any,
                };
                self.require_cast(cx, a, from, ty, "wrap it around", span)?;
                Ok(a)
            }
            CastTo::IntFromReal(ty) => {
                let whole = self.engine.store.trunc_to_int(a);
                self.require_cast(cx, whole, Extent::Any, ty, "saturate", span)?;
                Ok(whole)
            }
        }
    }

    /// A number of one extent is to fit a type, or `as` would do something else.
    fn require_cast(
        &mut self,
        cx: &Cx<'_>,
        value: ExprId,
        from: Extent,
        ty: IntTy,
        otherwise: &str,
        span: Span,
    ) -> Result<(), Stop> {
        let (low, high) = match (extent_of(ty).low(), extent_of(ty).high()) {
            (Some(low), Some(high)) => (low, high),
            _ => unreachable!("a type has two ends"),
        };
        let name = ty.name();
        if from.low().is_none_or(|least| least < low) {
            let end = self.engine.store.int_big(low);
            let legal = self.engine.store.le(end, value);
            if self.engine.store.as_bool(legal) != Some(true) {
                let text = self.engine.store.display(value).to_string();
                self.require(cx, legal, Kind::InvalidCast, span, || {
                    let wrong = match ty.is_unsigned() {
                        true => "negative".into(),
                        false => format!("less than `{name}` can hold"),
                    };
                    format!("{text} is {wrong}, and `as {name}` would {otherwise}")
                })?;
            }
        }
        if from.high().is_none_or(|most| most > high) {
            let end = self.engine.store.int_big(high);
            let legal = self.engine.store.le(value, end);
            if self.engine.store.as_bool(legal) != Some(true) {
                let text = self.engine.store.display(value).to_string();
                self.require(cx, legal, Kind::InvalidCast, span, || {
                    let wrong = format!("more than `{name}` can hold");
                    format!("{text} is {wrong}, and `as {name}` would {otherwise}")
                })?;
            }
        }
        Ok(())
    }

    pub(in crate::exec) fn builtin(
        &mut self,
        cx: &Cx<'_>,
        builtin: Builtin,
        args: &[ExprId],
        number: Number,
        span: Span,
    ) -> Result<ExprId, Stop> {
        let value = match builtin {
            Builtin::Len => return Ok(self.engine.store.array_len(args[0])),
            Builtin::IsEmpty => {
                let (len, zero) = (
                    self.engine.store.array_len(args[0]),
                    self.engine.store.int(0),
                );
                return Ok(self.engine.store.eq(len, zero));
            }
            Builtin::Min => return Ok(self.engine.store.min(args[0], args[1])),
            Builtin::Max => return Ok(self.engine.store.max(args[0], args[1])),
            Builtin::Clamp => {
                let ordered = self.engine.store.le(args[1], args[2]);
                if self.engine.store.as_bool(ordered) != Some(true) {
                    let [low, high] =
                        [args[1], args[2]].map(|end| self.engine.store.display(end).to_string());
                    self.require(cx, ordered, Kind::Panic, span, || {
                        format!("`clamp` from {low} to {high}: the least is more than the most")
                    })?;
                }
                let low = self.engine.store.max(args[0], args[1]);
                return Ok(self.engine.store.min(low, args[2]));
            }
            Builtin::Abs => self.engine.store.abs(args[0]),
            Builtin::AbsDiff => {
                // Its type is unsigned: whatever the operands, it fits.
                let difference = self.engine.store.sub(args[0], args[1]);
                return Ok(self.engine.store.abs(difference));
            }
            Builtin::Signum => return self.signum(cx, args[0], number, span),
            Builtin::Pow => {
                // What is computed on the way is no larger than the result.
                let exponent = self.concrete(cx, args[1], span, "an exponent")?;
                match self
                    .engine
                    .store
                    .as_int(exponent)
                    .and_then(|e| u32::try_from(e).ok())
                {
                    Some(exponent) if exponent <= 64 => self.engine.store.pow(args[0], exponent),
                    _ => {
                        let what = format!("the exponent {}", self.engine.store.display(exponent));
                        return Err(self.unsupported(cx, what, span));
                    }
                }
            }
            Builtin::RemEuclid => {
                self.require_divisor(cx, number, args[1], span)?;
                self.require_quotient(cx, number, args[0], args[1], span)?;
                return Ok(self.engine.store.mod_euclid(args[0], args[1]));
            }
            Builtin::DivEuclid => {
                self.require_divisor(cx, number, args[1], span)?;
                self.engine.store.div_euclid(args[0], args[1])
            }
            Builtin::Contains => {
                let (zero, len) = (
                    self.engine.store.int(0),
                    self.engine.store.array_len(args[0]),
                );
                let var = self.engine.store.fresh_bound();
                let element = self.engine.store.read(args[0], var);
                let same = self.engine.store.eq(element, args[1]);
                return Ok(self.engine.store.exists(zero, len, var, same));
            }
        };
        self.in_range(cx, value, number, span)?;
        Ok(value)
    }

    /// -1, 0 or 1; of floats -1 or 1: in Rust a zero has a sign, which a real has not, so that of a
    /// zero is not known.
    fn signum(
        &mut self,
        cx: &Cx<'_>,
        a: ExprId,
        number: Number,
        span: Span,
    ) -> Result<ExprId, Stop> {
        let sort = self.engine.store.sort(a).unwrap_or(Sort::Int);
        let mut literal = |v: i64| self.engine.store.num(sort, dashu_ratio::RBig::from(v));
        let (zero, one, minus) = (literal(0), literal(1), literal(-1));
        let (negative, positive) = (self.engine.store.lt(a, zero), self.engine.store.lt(zero, a));
        if number == Number::Real {
            let nonzero = self.engine.store.ne(a, zero);
            let nonzero = self.in_scope(cx, nonzero);
            let nonzero = self.engine.meant(&cx.meaning, nonzero);
            if !matches!(
                self.engine
                    .prover
                    .check(&mut self.engine.store, cx.pc, nonzero),
                Validity::Valid
            ) {
                let what = "the sign of a float that can be zero (there is no -0.0 here)";
                return Err(self.unsupported(cx, what.into(), span));
            }
        }
        let rest = self.engine.store.ite(positive, one, zero);
        Ok(self.engine.store.ite(negative, minus, rest))
    }
}
