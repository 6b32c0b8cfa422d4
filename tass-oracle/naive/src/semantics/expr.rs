//! Expressions, evaluated in Rust's order.

use std::sync::Arc;

use tass_syntax::Kind;
use tass_syntax::tree::{BinOp, Expr, ExprKind, IntTy, Literal, Type, UnOp, unlinked};

use super::arith;
use super::locks::is_place;
use super::process::{Process, Stop, peeled};
use super::snapshot::process_type;
use super::types::{element, field};
use super::value::Value;
use super::variant::discriminant;

impl Process<'_> {
    /// The value of an expression. What is expected of it gives literals their type.
    pub(super) fn eval(&mut self, e: &Expr, expected: Option<&Type>) -> Result<Value, Stop> {
        // Blocks and what consists of them hold no values that are needed later.
        let whole = matches!(
            e.kind,
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(_)
        );
        self.half_done += usize::from(!whole);
        let result = self.eval_kind(e, expected);
        self.half_done -= usize::from(!whole);
        result
    }

    fn eval_kind(&mut self, e: &Expr, expected: Option<&Type>) -> Result<Value, Stop> {
        Ok(match &e.kind {
            ExprKind::Outside(_) => unlinked(),
            ExprKind::Int(value, _) | ExprKind::Literal(Literal::Int(value, _)) => {
                Value::Int(*value)
            }
            ExprKind::Float(text, _) | ExprKind::Literal(Literal::Float(text, _)) => {
                Value::from_decimal(text)
                    .ok_or_else(|| Stop::Unsupported(format!("the number {text}")))?
            }
            ExprKind::Bool(value) | ExprKind::Literal(Literal::Bool(value)) => Value::Bool(*value),
            ExprKind::Var(name) => match self.frame().vars[self.var(name)?].value.clone() {
                Value::Unset => {
                    return Err(Stop::Unsupported(format!("`{name}` before it has a value")));
                }
                value if self.has_locks() && !matches!(value, Value::Place(_)) => {
                    let place = self.place(e)?;
                    self.read(&place)?
                }
                value => value,
            },
            ExprKind::Const(name) => Value::Int(constant(name)?),
            ExprKind::Unary(UnOp::Deref, inner) => match self.eval(inner, None)? {
                Value::Place(place) => self.read(&place)?,
                value => value,
            },
            ExprKind::Unary(UnOp::Neg, inner) => {
                let value = self.value(inner, expected)?;
                arith::negate(&value)?
            }
            ExprKind::Unary(UnOp::Not, inner) => Value::Bool(!self.truth(inner)?),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, expected)?,
            ExprKind::Assign(target, value) => {
                self.assign(target, value)?;
                Value::Unit
            }
            ExprKind::AssignOp(op, target, value) => {
                let ty = self.type_of(target).map(|ty| peeled(&ty));
                let value = self.value(value, ty.as_ref())?;
                let place = self.target(target)?;
                let result = arith::binary(
                    *op,
                    &self.read(&place)?,
                    &value,
                    arith::unsigned(ty.as_ref()),
                )?;
                self.write(&place, result)?;
                Value::Unit
            }
            ExprKind::Index(..) | ExprKind::Slice { .. } | ExprKind::Field(..) => {
                self.eval_part(e)?
            }
            ExprKind::Tuple(_)
            | ExprKind::Array(_)
            | ExprKind::VecList(_)
            | ExprKind::Repeat(..)
            | ExprKind::VecRepeat(..)
            | ExprKind::Struct {
                ty: Type::Struct(_),
                ..
            } => self.eval_built(e, expected)?,
            ExprKind::Variant { ty, name, fields } => self.variant(ty, name, fields, expected)?,
            ExprKind::Typed(inner, ty) => self.value(inner, Some(ty))?,
            ExprKind::Ref(false, inner) => self.value(inner, expected.map(peeled).as_ref())?,
            ExprKind::Ref(true, inner) => Value::Place(self.place(inner)?),
            ExprKind::Cast(inner, ty) => {
                let value = self.value(inner, None)?;
                let from = self.type_of(inner).map(|ty| peeled(&ty));
                match (&value, &from) {
                    (Value::Variant(tag, _), Some(Type::Enum(def))) => discriminant(def, tag, ty)?,
                    _ => arith::cast(value, self.type_of(inner).as_ref(), ty)?,
                }
            }
            ExprKind::Method {
                receiver,
                name,
                args,
            } => self.method(receiver, name, args, expected)?,
            ExprKind::Literal(Literal::Unusable(why)) => {
                return Err(Stop::Unsupported(why.clone()));
            }
            ExprKind::RangeContains { .. } => {
                return Err(Stop::Unsupported("`contains` of a range".into()));
            }
            ExprKind::Fold(fold) => self.fold(fold, expected)?,
            ExprKind::Call(..)
            | ExprKind::If { .. }
            | ExprKind::Match(..)
            | ExprKind::Let(..)
            | ExprKind::Try(_)
            | ExprKind::Block(..)
            | ExprKind::Loop(_)
            | ExprKind::Break(..)
            | ExprKind::Continue(_)
            | ExprKind::Return(_) => self.eval_control(e, expected)?,
            ExprKind::Comm(call) => self.comm(call)?,
            ExprKind::Assert(..)
            | ExprKind::AssertEq(..)
            | ExprKind::Assume(_)
            | ExprKind::Cover(_)
            | ExprKind::Panic(_)
            | ExprKind::Unreachable(_)
            | ExprKind::CollectiveAssert { .. } => self.eval_claim(e)?,
            ExprKind::Output(_, value) => {
                self.eval(value, None)?;
                Value::Unit
            }
            ExprKind::Choose { lo, hi, inclusive } => self.choose(lo, hi, *inclusive, expected)?,
            ExprKind::Elaborate(inner) => self.value(inner, expected)?,
            ExprKind::Operator(_) => unreachable!("it stands behind `op = ` only"),
            ExprKind::JointAssert { .. } | ExprKind::Universe { .. } | ExprKind::Spec(..) => {
                return Err(Stop::Unsupported("a comparison of two programs".into()));
            }
            ExprKind::Peer(process, name) => {
                let rank = self.usize(process)?;
                self.peer(rank, name)?
            }
            ExprKind::Counter(counter) => self.counter(counter)?,
            ExprKind::InFlight {
                from,
                to,
                tag,
                comm,
            } => self.in_flight((from, to), tag.as_deref(), comm.as_deref())?,
            ExprKind::Struct { .. }
            | ExprKind::Shared(_)
            | ExprKind::Critical(_)
            | ExprKind::Always(_) => {
                return Err(Stop::Unsupported("this expression".into()));
            }
        })
    }

    /// Is it a variable of a process, or a part of one?
    fn is_of_a_process(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Index(base, _)
            | ExprKind::Slice { base, .. }
            | ExprKind::Field(base, _)
            | ExprKind::Unary(_, base) => self.is_of_a_process(base),
            _ => self.type_of(e) == Some(process_type()),
        }
    }

    /// What is a part of something else.
    fn eval_part(&mut self, e: &Expr) -> Result<Value, Stop> {
        // Where buffers are in use, nothing but the part is read.
        if self.has_locks() && is_place(e) && !self.is_of_a_process(e) {
            let place = self.target(e)?;
            return self.read(&place);
        }
        Ok(match &e.kind {
            ExprKind::Index(base, index) => {
                let Value::Seq(items) = self.value(base, None)? else {
                    return Err(Stop::Unsupported(
                        "an index into something that is not a sequence".into(),
                    ));
                };
                let index = self.usize(index)?;
                let item = usize::try_from(index).ok().and_then(|i| items.get(i));
                item.cloned().ok_or(Stop::Fail(Kind::OutOfBounds))?
            }
            ExprKind::Slice {
                base,
                lo,
                hi,
                inclusive,
            } => {
                let Value::Seq(items) = self.value(base, None)? else {
                    return Err(Stop::Unsupported(
                        "a slice of something that is not a sequence".into(),
                    ));
                };
                let (start, len) =
                    self.bounds(lo.as_deref(), hi.as_deref(), *inclusive, items.len())?;
                Value::Seq(items[start..start + len].to_vec())
            }
            ExprKind::Field(base, name) if self.type_of(base) == Some(process_type()) => {
                let rank = self.usize(base)?;
                self.peer(rank, name)?
            }
            ExprKind::Field(base, name) => {
                let ty = self.type_of(base);
                let found = ty.and_then(|ty| field(&ty, name));
                let (i, _) =
                    found.ok_or_else(|| Stop::Unsupported(format!("the field `{name}`")))?;
                let Value::Tuple(parts) = self.value(base, None)? else {
                    return Err(Stop::Unsupported(format!("the field `{name}` of this")));
                };
                parts[i].clone()
            }
            _ => unreachable!("not a part"),
        })
    }

    /// What is built of its parts.
    fn eval_built(&mut self, e: &Expr, expected: Option<&Type>) -> Result<Value, Stop> {
        Ok(match &e.kind {
            ExprKind::Tuple(parts) if parts.is_empty() => Value::Unit,
            ExprKind::Tuple(parts) => {
                let tys = match expected {
                    Some(Type::Tuple(tys)) => tys.iter().map(Some).collect(),
                    _ => vec![None; parts.len()],
                };
                let values = parts.iter().zip(tys).map(|(part, ty)| self.eval(part, ty));
                Value::Tuple(values.collect::<Result<_, _>>()?)
            }
            ExprKind::Array(parts) | ExprKind::VecList(parts) => {
                let ty = expected.and_then(element);
                let values = parts.iter().map(|part| self.eval(part, ty.as_ref()));
                Value::Seq(values.collect::<Result<_, _>>()?)
            }
            ExprKind::Repeat(value, len) | ExprKind::VecRepeat(value, len) => {
                let ty = expected.and_then(element);
                let value = self.eval(value, ty.as_ref())?;
                match self.usize(len)? {
                    len @ 0..=1000 => Value::Seq(vec![value; len as usize]),
                    len if len < 0 => return Err(Stop::Fail(Kind::NegativeLength)),
                    _ => return Err(Stop::TooLarge("a sequence this long".into())),
                }
            }
            ExprKind::Struct {
                ty: Type::Struct(def),
                fields,
                base,
            } => {
                let mut parts = vec![Value::Unset; def.fields.len()];
                for (name, value) in fields {
                    let found = def.fields.iter().position(|(field, _)| field == name);
                    let i =
                        found.ok_or_else(|| Stop::Unsupported(format!("the field `{name}`")))?;
                    parts[i] = self.eval(value, Some(&def.fields[i].1))?;
                }
                if let Some(base) = base {
                    let Value::Tuple(rest) = self.value(base, None)? else {
                        return Err(Stop::Unsupported("this struct update".into()));
                    };
                    for (part, rest) in parts.iter_mut().zip(rest) {
                        if *part == Value::Unset {
                            *part = rest;
                        }
                    }
                }
                Value::Tuple(parts)
            }
            _ => unreachable!("not built of parts"),
        })
    }

    /// What may go on elsewhere.
    fn eval_control(&mut self, e: &Expr, expected: Option<&Type>) -> Result<Value, Stop> {
        Ok(match &e.kind {
            ExprKind::Call(callee, args) => {
                let callee = self.frame().function.callees.get(*callee).cloned();
                let callee = callee.ok_or_else(|| Stop::Unsupported("a call of nothing".into()))?;
                let function = Arc::new((callee.build)());
                let mut values = Vec::new();
                for (arg, param) in args.iter().zip(&function.params) {
                    values.push(self.eval(arg, Some(&param.ty))?);
                }
                self.call(function, values)?
            }
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => {
                let vars = self.frame().vars.len();
                if self.condition(cond)? {
                    let value = self.block(then, expected);
                    self.leave(vars, value)?
                } else {
                    self.frame_mut().vars.truncate(vars);
                    match otherwise {
                        Some(otherwise) => self.eval(otherwise, expected)?,
                        None => Value::Unit,
                    }
                }
            }
            ExprKind::Match(value, arms) => self.match_(value, arms, expected)?,
            ExprKind::Let(..) => return Err(Stop::Unsupported("a `let` in this place".into())),
            ExprKind::Try(inner) => self.try_(inner)?,
            ExprKind::Block(label, block) => match self.block(block, expected) {
                Err(Stop::Break(Some(named), value)) if Some(&named) == label.as_ref() => value,
                result => result?,
            },
            ExprKind::Loop(l) => self.loop_(l)?,
            ExprKind::Break(label, value) => {
                let value = match value {
                    Some(value) => self.eval(value, expected)?,
                    None => Value::Unit,
                };
                return Err(Stop::Break(label.clone(), value));
            }
            ExprKind::Continue(label) => return Err(Stop::Continue(label.clone())),
            ExprKind::Return(value) => {
                let ret = self.frame().function.ret.clone();
                let value = match value {
                    Some(value) => self.eval(value, Some(&ret))?,
                    None => Value::Unit,
                };
                return Err(Stop::Return(value));
            }
            _ => unreachable!("stays where it is"),
        })
    }

    /// What states something, or gives up.
    fn eval_claim(&mut self, e: &Expr) -> Result<Value, Stop> {
        Ok(match &e.kind {
            ExprKind::Assert(cond, _) => {
                if !self.truth(cond)? {
                    return Err(Stop::Fail(Kind::Assertion));
                }
                Value::Unit
            }
            ExprKind::AssertEq(equal, a, b, _) => {
                let ty = self.common(&[a, b]);
                let (a, b) = (self.value(a, ty.as_ref())?, self.value(b, ty.as_ref())?);
                if (a == b) != *equal {
                    return Err(Stop::Fail(Kind::Assertion));
                }
                Value::Unit
            }
            ExprKind::Assume(cond) => {
                if !self.truth(cond)? {
                    return Err(Stop::Dropped);
                }
                Value::Unit
            }
            ExprKind::Cover(cond) => {
                self.truth(cond)?;
                Value::Unit
            }
            ExprKind::Panic(_) => return Err(Stop::Fail(Kind::Panic)),
            ExprKind::Unreachable(_) => return Err(Stop::Fail(Kind::Unreachable)),
            ExprKind::CollectiveAssert {
                universe,
                name,
                cond,
            } => self.assert_together(universe.as_deref(), name, cond)?,
            _ => unreachable!("states nothing"),
        })
    }

    /// The value of an expression, behind all references.
    pub(super) fn value(&mut self, e: &Expr, expected: Option<&Type>) -> Result<Value, Stop> {
        let mut value = self.eval(e, expected)?;
        while let Value::Place(place) = value {
            value = self.read(&place)?;
        }
        Ok(value)
    }

    pub(super) fn truth(&mut self, e: &Expr) -> Result<bool, Stop> {
        match self.value(e, Some(&Type::Bool))? {
            Value::Bool(truth) => Ok(truth),
            _ => Err(Stop::Unsupported(
                "a condition that is not a boolean".into(),
            )),
        }
    }

    pub(super) fn int(&mut self, e: &Expr, expected: Option<&Type>) -> Result<i128, Stop> {
        match self.value(e, expected)? {
            Value::Int(value) => Ok(value),
            _ => Err(Stop::Unsupported("a number that is not an integer".into())),
        }
    }

    pub(super) fn usize(&mut self, e: &Expr) -> Result<i128, Stop> {
        self.int(e, Some(&Type::Int(IntTy::Usize)))
    }

    fn binary(
        &mut self,
        op: BinOp,
        a: &Expr,
        b: &Expr,
        expected: Option<&Type>,
    ) -> Result<Value, Stop> {
        match op {
            BinOp::And => return Ok(Value::Bool(self.truth(a)? && self.truth(b)?)),
            BinOp::Or => return Ok(Value::Bool(self.truth(a)? || self.truth(b)?)),
            _ => {}
        }
        let arithmetic = matches!(
            op,
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem
        );
        let ty = self
            .common(&[a, b])
            .or_else(|| expected.filter(|_| arithmetic).cloned());
        let (a, b) = (self.value(a, ty.as_ref())?, self.value(b, ty.as_ref())?);
        arith::binary(op, &a, &b, arith::unsigned(ty.as_ref()))
    }

    fn assign(&mut self, target: &Expr, value: &Expr) -> Result<(), Stop> {
        if let ExprKind::Tuple(targets) = &target.kind {
            let tys = targets
                .iter()
                .map(|t| self.type_of(t))
                .collect::<Option<Vec<_>>>();
            let Value::Tuple(values) = self.eval(value, tys.map(Type::Tuple).as_ref())? else {
                return Err(Stop::Unsupported(
                    "this assignment to several variables".into(),
                ));
            };
            for (target, value) in targets.iter().zip(values) {
                let place = self.place(target)?;
                self.write(&place, value)?;
            }
            return Ok(());
        }
        let ty = self.type_of(target);
        let value = self.eval(value, ty.as_ref())?;
        let place = self.place(target)?;
        // A value given to a place of a value type is never a reference.
        let value = match ty {
            Some(Type::Ref { .. }) => value,
            _ => self.settle(value),
        };
        self.write(&place, value)?;
        Ok(())
    }
}

/// The constants of the vocabulary that are numbers.
pub(super) fn constant(name: &str) -> Result<i128, Stop> {
    match name {
        "ANY" => Ok(super::ANY),
        "PROC_NULL" => Ok(super::PROC_NULL),
        "UNDEFINED" => Ok(super::UNDEFINED),
        "REQUEST_NULL" => Ok(super::REQUEST_NULL),
        "COMM_NULL" => Ok(super::COMM_NULL),
        "MESSAGE_NULL" => Ok(super::MESSAGE_NULL),
        "WORLD" => Ok(super::WORLD),
        "SELF" => Ok(super::SELF),
        _ => Err(Stop::Unsupported(format!("`{name}` as a number"))),
    }
}
