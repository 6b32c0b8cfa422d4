//! Terms to expressions, with every check that Rust or the design asks for.

use dashu_int::IBig;

use super::check::{Cx, Scope};
use super::{Machine, Stop};
use crate::comm::CommModel;
use crate::graph::{Builtin, CastTo, Number, Term, TermKind};
use crate::program::ast::{BinOp, IntTy, Span};
use crate::report::{Inconclusive, Kind};
use crate::symbolic::{ExprId, Sort};

impl<C: CommModel> Machine<'_, C> {
    /// The value of a term.
    pub(crate) fn eval(&mut self, cx: &mut Cx<'_>, term: &Term) -> Result<ExprId, Stop> {
        let span = term.span;
        Ok(match &term.kind {
            TermKind::Int(v) => self.store.int_big(IBig::from(*v)),
            TermKind::Real(v) => self.store.num(Sort::Real, v.clone()),
            TermKind::Bool(b) => self.store.bool(*b),
            TermKind::Local(slot) => match cx.bound.iter().rev().find(|(s, _)| s == slot) {
                Some(&(_, value)) => value,
                None => {
                    cx.frames
                        .last()
                        .expect("a running process has a frame")
                        .locals[*slot as usize]
                }
            },
            TermKind::Rank => match self.anonymous {
                Some((rank, _)) => rank,
                None => self
                    .store
                    .int(i64::try_from(self.sides.rank(cx.process)).expect("a small rank")),
            },
            TermKind::Size => match self.anonymous {
                Some((_, size)) => size,
                None => self
                    .store
                    .int(i64::try_from(self.sides.size(cx.process)).expect("few processes")),
            },
            TermKind::Deref(reference) => {
                let reference = self.eval(cx, reference)?;
                let address = self.dereference(cx, reference, span)?;
                self.read_address(cx.frames, &address)
            }
            TermKind::RefMut(place) => {
                let address = self.address(cx, place)?;
                self.reference(&address)
            }
            TermKind::Neg(a, number) => {
                let a = self.eval(cx, a)?;
                let value = self.store.neg(a);
                self.in_range(cx, value, *number, span)?;
                value
            }
            TermKind::Not(a) => {
                let a = self.eval(cx, a)?;
                self.store.not(a)
            }
            TermKind::Arith(op, number, a, b) => {
                let (a, b) = (self.eval(cx, a)?, self.eval(cx, b)?);
                self.arith(cx, *op, *number, a, b, span)?
            }
            TermKind::Compare(op, a, b) => {
                let (a, b) = (self.eval(cx, a)?, self.eval(cx, b)?);
                match op {
                    BinOp::Eq => self.store.eq(a, b),
                    BinOp::Ne => self.store.ne(a, b),
                    _ => self.order(cx, *op, a, b, span)?,
                }
            }
            TermKind::Logic(op, a, b) => self.logic(cx, *op, a, b)?,
            TermKind::Index(base, index) => {
                let (a, i) = (self.eval(cx, base)?, self.eval(cx, index)?);
                self.require_index(cx, a, i, index)?;
                self.store.read(a, i)
            }
            TermKind::Slice(base, lo, hi) => {
                let base = self.eval(cx, base)?;
                let (start, len) =
                    self.slice_range(cx, base, lo.as_deref(), hi.as_deref(), span)?;
                self.store.slice(base, start, len)
            }
            TermKind::Field(base, i) => {
                let base = self.eval(cx, base)?;
                self.store.component(base, *i as usize)
            }
            TermKind::Tuple(parts) => {
                let parts = self.evals(cx, parts)?;
                self.store.tuple(&parts)
            }
            TermKind::Array(parts) => {
                let parts = self.evals(cx, parts)?;
                self.store.array(&parts)
            }
            TermKind::Repeat(value, len) => {
                let (v, n) = (self.eval(cx, value)?, self.eval(cx, len)?);
                let zero = self.store.int(0);
                let legal = self.store.le(zero, n);
                let text = self.store.display(n).to_string();
                self.require(cx, legal, Kind::NegativeLength, len.span, || {
                    format!("the length {text} is negative")
                })?;
                self.store.fill(v, n)
            }
            TermKind::Update(base, parts) => {
                let mut value = self.eval(cx, base)?;
                for (i, part) in parts {
                    let part = self.eval(cx, part)?;
                    value = self.store.with_component(value, *i as usize, part);
                }
                value
            }
            TermKind::Cast(a, to) => {
                let a = self.eval(cx, a)?;
                self.cast(cx, a, *to, span)?
            }
            TermKind::Call(builtin, args, number) => {
                let args = self.evals(cx, args)?;
                self.builtin(cx, *builtin, &args, *number, span)?
            }
            TermKind::Quantifier {
                forall,
                var,
                lo,
                hi,
                body,
            } => self.quantifier(cx, *forall, *var, lo, hi, body)?,
            TermKind::Fold {
                op,
                var,
                lo,
                hi,
                filter,
                body,
                number,
            } => self.fold(
                cx,
                *op,
                *var,
                (lo, hi),
                filter.as_deref(),
                body,
                *number,
                span,
            )?,
            TermKind::Let(var, of, value) => {
                let of = self.eval(cx, of)?;
                cx.bound.push((*var, of));
                let value = self.eval(cx, value);
                cx.bound.pop();
                value?
            }
            TermKind::Peer(process, name) if cx.members.is_some() => {
                self.member(cx, process, name)?
            }
            TermKind::Peer(process, name) => self.peer(cx, process, name, span)?,
            TermKind::Counter(counter) => self.counter(cx, counter, span)?,
            TermKind::InFlight(sent, received) => {
                let sent = self.counter(cx, sent, span)?;
                let received = self.counter(cx, received, span)?;
                self.store.sub(sent, received)
            }
            TermKind::Member(process) => self.takes_part(cx, process)?,
            TermKind::Spec(process, name) => self.spec(cx, process.as_deref(), name, span)?,
        })
    }

    pub(crate) fn evals(&mut self, cx: &mut Cx<'_>, terms: &[Term]) -> Result<Vec<ExprId>, Stop> {
        terms.iter().map(|t| self.eval(cx, t)).collect()
    }

    /// The right operand of `&&` and `||` is evaluated only where the left one asks for it.
    fn logic(&mut self, cx: &mut Cx<'_>, op: BinOp, a: &Term, b: &Term) -> Result<ExprId, Stop> {
        let left = self.eval(cx, a)?;
        let guard = match op {
            BinOp::And => left,
            BinOp::Or => self.store.not(left),
            _ => {
                let right = self.eval(cx, b)?;
                return Ok(match op {
                    BinOp::BitAnd => self.store.and(left, right),
                    BinOp::BitOr => self.store.or(left, right),
                    _ => {
                        let same = self.store.iff(left, right);
                        self.store.not(same)
                    }
                });
            }
        };
        if self.store.as_bool(guard) == Some(false) {
            return Ok(left);
        }
        cx.scopes.push(Scope::Guard(guard));
        let right = self.eval(cx, b);
        cx.scopes.pop();
        let right = right?;
        Ok(if op == BinOp::And {
            self.store.and(left, right)
        } else {
            self.store.or(left, right)
        })
    }

    pub(crate) fn arith(
        &mut self,
        cx: &Cx<'_>,
        op: BinOp,
        number: Number,
        a: ExprId,
        b: ExprId,
        span: Span,
    ) -> Result<ExprId, Stop> {
        let value = match op {
            BinOp::Add => self.store.add(a, b),
            BinOp::Sub => self.store.sub(a, b),
            BinOp::Mul => self.store.mul(a, b),
            _ => {
                self.require_divisor(cx, number, b, span)?;
                match (op, number) {
                    (BinOp::Div, Number::Real) => self.store.quot(a, b),
                    (_, Number::Real) => {
                        return Err(Stop::GiveUp(Box::new(Inconclusive::Unsupported {
                            what: "`%` on floats".into(),
                            location: Some(self.program.location(cx.graph(), span)),
                        })));
                    }
                    // Unsigned operands: truncated and Euclidean division are the same, and the latter is simpler.
                    (BinOp::Div, Number::Int(t)) if t.is_unsigned() => self.store.div_euclid(a, b),
                    (_, Number::Int(t)) if t.is_unsigned() => self.store.mod_euclid(a, b),
                    (BinOp::Div, _) => self.store.div_trunc(a, b),
                    _ => self.store.rem_trunc(a, b),
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

    pub(crate) fn require_divisor(
        &mut self,
        cx: &Cx<'_>,
        number: Number,
        b: ExprId,
        span: Span,
    ) -> Result<(), Stop> {
        let zero = match number {
            Number::Real => self.store.num(Sort::Real, dashu_ratio::RBig::ZERO),
            _ => self.store.int(0),
        };
        let nonzero = self.store.ne(b, zero);
        if self.store.as_bool(nonzero) == Some(true) {
            return Ok(());
        }
        let text = self.store.display(b).to_string();
        self.require(cx, nonzero, Kind::DivisionByZero, span, || {
            format!("the divisor is {text}")
        })
    }

    fn require_unsigned(
        &mut self,
        cx: &Cx<'_>,
        value: ExprId,
        ty: IntTy,
        span: Span,
    ) -> Result<(), Stop> {
        let zero = self.store.int(0);
        let legal = self.store.le(zero, value);
        if self.store.as_bool(legal) == Some(true) {
            return Ok(());
        }
        let text = self.store.display(value).to_string();
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
        if !self.settings.overflow {
            return Ok(());
        }
        let fits = self.fits(ty, value);
        if self.store.as_bool(fits) == Some(true) {
            return Ok(());
        }
        let text = self.store.display(value).to_string();
        self.require(cx, fits, Kind::Overflow, span, || {
            format!("{text} is out of the range of `{}`", ty.name())
        })
    }

    fn cast(&mut self, cx: &Cx<'_>, a: ExprId, to: CastTo, span: Span) -> Result<ExprId, Stop> {
        let (value, ty) = match to {
            CastTo::Same => return Ok(a),
            CastTo::RealFromInt => return Ok(self.store.to_real(a)),
            CastTo::IntFromBool => {
                let (one, zero) = (self.store.int(1), self.store.int(0));
                return Ok(self.store.ite(a, one, zero));
            }
            CastTo::IntFromInt(ty) => (a, ty),
            CastTo::IntFromReal(ty) => (self.store.trunc_to_int(a), ty),
        };
        if ty.is_unsigned() {
            let zero = self.store.int(0);
            let legal = self.store.le(zero, value);
            if self.store.as_bool(legal) != Some(true) {
                let text = self.store.display(value).to_string();
                self.require(cx, legal, Kind::InvalidCast, span, || {
                    format!(
                        "{text} is negative, and `as {}` would wrap it around",
                        ty.name()
                    )
                })?;
            }
        }
        self.in_range(cx, value, Number::Int(ty), span)?;
        Ok(value)
    }

    fn builtin(
        &mut self,
        cx: &Cx<'_>,
        builtin: Builtin,
        args: &[ExprId],
        number: Number,
        span: Span,
    ) -> Result<ExprId, Stop> {
        let value = match builtin {
            Builtin::Len => self.store.array_len(args[0]),
            Builtin::IsEmpty => {
                let (len, zero) = (self.store.array_len(args[0]), self.store.int(0));
                self.store.eq(len, zero)
            }
            Builtin::Min => self.store.min(args[0], args[1]),
            Builtin::Max => self.store.max(args[0], args[1]),
            Builtin::Clamp => {
                let low = self.store.max(args[0], args[1]);
                self.store.min(low, args[2])
            }
            Builtin::Abs => self.store.abs(args[0]),
            Builtin::AbsDiff => {
                let difference = self.store.sub(args[0], args[1]);
                self.store.abs(difference)
            }
            Builtin::Signum => self.signum(args[0]),
            Builtin::Pow => {
                let exponent = self.concrete(cx, args[1], span, "an exponent")?;
                match self
                    .store
                    .as_int(exponent)
                    .and_then(|e| u32::try_from(e).ok())
                {
                    Some(exponent) if exponent <= 64 => self.store.pow(args[0], exponent),
                    _ => {
                        return Err(Stop::GiveUp(Box::new(Inconclusive::Unsupported {
                            what: format!("the exponent {}", self.store.display(exponent)),
                            location: Some(self.program.location(cx.graph(), span)),
                        })));
                    }
                }
            }
            Builtin::RemEuclid | Builtin::DivEuclid => {
                self.require_divisor(cx, number, args[1], span)?;
                if builtin == Builtin::RemEuclid {
                    self.store.mod_euclid(args[0], args[1])
                } else {
                    self.store.div_euclid(args[0], args[1])
                }
            }
            Builtin::Contains => {
                let (zero, len) = (self.store.int(0), self.store.array_len(args[0]));
                let var = self.store.fresh_bound();
                let element = self.store.read(args[0], var);
                let same = self.store.eq(element, args[1]);
                return Ok(self.store.exists(zero, len, var, same));
            }
        };
        if !matches!(builtin, Builtin::Len | Builtin::IsEmpty) {
            self.in_range(cx, value, number, span)?;
        }
        Ok(value)
    }

    fn signum(&mut self, a: ExprId) -> ExprId {
        let sort = self.store.sort(a).unwrap_or(Sort::Int);
        let mut literal = |v: i64| self.store.num(sort, dashu_ratio::RBig::from(v));
        let (zero, one, minus) = (literal(0), literal(1), literal(-1));
        let (negative, positive) = (self.store.lt(a, zero), self.store.lt(zero, a));
        let rest = self.store.ite(positive, one, zero);
        self.store.ite(negative, minus, rest)
    }
}

/// The smallest and largest value of an integer type.
pub(crate) fn range(ty: IntTy) -> (IBig, IBig) {
    let bits = ty.bits() as usize;
    let one = IBig::from(1);
    if ty.is_unsigned() {
        (IBig::from(0), (one.clone() << bits) - one)
    } else {
        (
            -(one.clone() << (bits - 1)),
            (one.clone() << (bits - 1)) - one,
        )
    }
}
