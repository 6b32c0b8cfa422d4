//! Terms to expressions, with every check that Rust or the design asks for.

use dashu_int::IBig;

use crate::comm::CommModel;
use crate::exec::terms::check::{Cx, Scope};
use crate::exec::{Stepper, Stop};
use crate::graph::{Term, TermKind};
use crate::report::Kind;
use crate::symbolic::{ExprId, Sort};
use tass_syntax::tree::BinOp;

impl<C: CommModel> Stepper<'_, '_, C> {
    /// The value of a term.
    pub(crate) fn eval(&mut self, cx: &mut Cx<'_>, term: &Term) -> Result<ExprId, Stop> {
        crate::budget::tick();
        let span = term.span;
        if !cx.locks.is_empty()
            && let Some(value) = self.eval_locked(cx, term)?
        {
            return Ok(value);
        }
        Ok(match &term.kind {
            TermKind::Int(v) => self.engine.store.int_big(IBig::from(*v)),
            TermKind::Real(v) => self.engine.store.num(Sort::Real, v.clone()),
            TermKind::Bool(b) => self.engine.store.bool(*b),
            TermKind::Local(slot) => local(cx, *slot),
            TermKind::Rank => self.rank(cx),
            TermKind::Size => self.size(cx),
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
                let value = self.engine.store.neg(a);
                self.in_range(cx, value, *number, span)?;
                value
            }
            TermKind::Not(a) => {
                let a = self.eval(cx, a)?;
                self.engine.store.not(a)
            }
            TermKind::Arith(op, number, a, b) => {
                let divisor = b.span;
                let (a, b) = (self.eval(cx, a)?, self.eval(cx, b)?);
                self.arith(cx, *op, *number, a, b, (span, divisor))?
            }
            TermKind::Compare(op, a, b) => {
                let (a, b) = (self.eval(cx, a)?, self.eval(cx, b)?);
                match op {
                    BinOp::Eq => self.engine.store.eq(a, b),
                    BinOp::Ne => self.engine.store.ne(a, b),
                    _ => self.order(cx, *op, a, b, span)?,
                }
            }
            TermKind::Logic(op, a, b) => self.logic(cx, *op, a, b)?,
            TermKind::If(cond, then, otherwise) => self.if_(cx, cond, [then, otherwise])?,
            TermKind::Index(base, index) => {
                let (a, i) = (self.eval(cx, base)?, self.eval(cx, index)?);
                self.require_index(cx, a, i, index)?;
                self.engine.store.read(a, i)
            }
            TermKind::Slice(base, lo, hi) => {
                let base = self.eval(cx, base)?;
                let (start, len) =
                    self.slice_range(cx, base, lo.as_deref(), hi.as_deref(), span)?;
                self.engine.store.slice(base, start, len)
            }
            TermKind::Blank(_) => unreachable!("only drafts have it"),
            TermKind::Field(base, i) => {
                let base = self.eval(cx, base)?;
                self.engine.store.component(base, *i as usize)
            }
            TermKind::Tuple(parts) => {
                let parts = self.evals(cx, parts)?;
                self.engine.store.tuple(&parts)
            }
            TermKind::Array(parts) => {
                let parts = self.evals(cx, parts)?;
                self.engine.store.array(&parts)
            }
            TermKind::Repeat(value, len) => self.repeated(cx, value, len)?,
            TermKind::Update(base, parts) => self.updated(cx, base, parts)?,
            TermKind::Cast(a, to) => {
                let a = self.eval(cx, a)?;
                self.cast(cx, a, *to, span)?
            }
            TermKind::Call(builtin, args, number) => {
                let measured = match cx.locks.is_empty() {
                    true => None,
                    false => self.length_locked(cx, *builtin, args)?,
                };
                let args = match measured {
                    Some(of) => vec![of],
                    None => self.evals(cx, args)?,
                };
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
            TermKind::Let(var, of, value) => self.let_(cx, *var, of, value)?,
            TermKind::Peer(process, name) if cx.members.is_some() => {
                self.member(cx, process, name)?
            }
            TermKind::Peer(process, name) => self.peer(cx, process, name, span)?,
            TermKind::Counter(counter) => self.counter(cx, counter, span)?,
            TermKind::InFlight(sent, received) => {
                let sent = self.counter(cx, sent, span)?;
                let received = self.counter(cx, received, span)?;
                self.engine.store.sub(sent, received)
            }
            TermKind::Member(process) => self.takes_part(cx, process)?,
            TermKind::Spec(process, name) => self.spec(cx, process.as_deref(), name, span)?,
        })
    }

    pub(crate) fn evals(&mut self, cx: &mut Cx<'_>, terms: &[Term]) -> Result<Vec<ExprId>, Stop> {
        terms.iter().map(|t| self.eval(cx, t)).collect()
    }

    fn rank(&mut self, cx: &Cx<'_>) -> ExprId {
        match self.engine.anonymous {
            Some((rank, _)) => rank,
            None => self
                .engine
                .store
                .int(i64::try_from(self.engine.sides.rank(cx.process)).expect("a small rank")),
        }
    }

    fn size(&mut self, cx: &Cx<'_>) -> ExprId {
        match self.engine.anonymous {
            Some((_, size)) => size,
            None => self
                .engine
                .store
                .int(i64::try_from(self.engine.sides.size(cx.process)).expect("few processes")),
        }
    }

    /// Only one arm is evaluated, or each where it is wanted.
    fn if_(
        &mut self,
        cx: &mut Cx<'_>,
        cond: &Term,
        [then, otherwise]: [&Term; 2],
    ) -> Result<ExprId, Stop> {
        let cond = self.eval(cx, cond)?;
        match self.engine.store.as_bool(cond) {
            Some(true) => self.eval(cx, then),
            Some(false) => self.eval(cx, otherwise),
            None => {
                let then = self.guarded(cx, cond, then)?;
                let not = self.engine.store.not(cond);
                let otherwise = self.guarded(cx, not, otherwise)?;
                Ok(self.engine.store.ite(cond, then, otherwise))
            }
        }
    }

    /// `[value; len]`
    fn repeated(&mut self, cx: &mut Cx<'_>, value: &Term, len: &Term) -> Result<ExprId, Stop> {
        let (v, n) = (self.eval(cx, value)?, self.eval(cx, len)?);
        let zero = self.engine.store.int(0);
        let legal = self.engine.store.le(zero, n);
        let text = self.engine.store.display(n).to_string();
        self.require(cx, legal, Kind::NegativeLength, len.span, || {
            format!("the length {text} is negative")
        })?;
        Ok(self.engine.store.fill(v, n))
    }

    /// A struct but for some parts of it.
    fn updated(
        &mut self,
        cx: &mut Cx<'_>,
        base: &Term,
        parts: &[(u32, Term)],
    ) -> Result<ExprId, Stop> {
        // The base is evaluated last.
        let values = parts.iter().map(|(_, part)| self.eval(cx, part));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let mut value = self.eval(cx, base)?;
        for ((i, _), part) in parts.iter().zip(values) {
            value = self.engine.store.with_component(value, *i as usize, part);
        }
        Ok(value)
    }

    fn let_(&mut self, cx: &mut Cx<'_>, var: u32, of: &Term, value: &Term) -> Result<ExprId, Stop> {
        let of = self.eval(cx, of)?;
        cx.bound.push((var, of));
        let value = self.eval(cx, value);
        cx.bound.pop();
        value
    }

    /// A term that is evaluated only if a condition holds.
    fn guarded(&mut self, cx: &mut Cx<'_>, guard: ExprId, term: &Term) -> Result<ExprId, Stop> {
        cx.scopes.push(Scope::Guard(guard));
        let value = self.eval(cx, term);
        cx.scopes.pop();
        value
    }

    /// The right operand of `&&` and `||` is evaluated only where the left one asks for it.
    fn logic(&mut self, cx: &mut Cx<'_>, op: BinOp, a: &Term, b: &Term) -> Result<ExprId, Stop> {
        let left = self.eval(cx, a)?;
        let guard = match op {
            BinOp::And => left,
            BinOp::Or => self.engine.store.not(left),
            _ => {
                let right = self.eval(cx, b)?;
                return Ok(match op {
                    BinOp::BitAnd => self.engine.store.and(left, right),
                    BinOp::BitOr => self.engine.store.or(left, right),
                    _ => {
                        let same = self.engine.store.iff(left, right);
                        self.engine.store.not(same)
                    }
                });
            }
        };
        if self.engine.store.as_bool(guard) == Some(false) {
            return Ok(left);
        }
        let right = self.guarded(cx, guard, b)?;
        Ok(if op == BinOp::And {
            self.engine.store.and(left, right)
        } else {
            self.engine.store.or(left, right)
        })
    }
}

/// The value of a variable: what a closure has bound it to, or what the frame has.
#[inline]
fn local(cx: &Cx<'_>, slot: u32) -> ExprId {
    match cx.bound.iter().rev().find(|(s, _)| *s == slot) {
        Some(&(_, value)) => value,
        None => {
            cx.frames
                .last()
                .expect("a running process has a frame")
                .locals[slot as usize]
        }
    }
}
