//! Loops.

use tass_syntax::Kind;
use tass_syntax::tree::{Expr, ExprKind, ForIter, Invariant, Loop, LoopKind, Pattern, Type};

use super::arith;
use super::cases::binds;
use super::locks::is_place;
use super::process::{Process, Round, Stop};
use super::snapshot::{Arrival, is_alone};
use super::types::element;
use super::value::{Place, Value};

impl Process<'_> {
    pub(super) fn loop_(&mut self, l: &Loop) -> Result<Value, Stop> {
        if let Some(invariant) = &l.invariant {
            return self.loop_with(l, invariant);
        }
        match &l.kind {
            LoopKind::While(cond) => {
                loop {
                    self.at_head(l.head);
                    let vars = self.frame().vars.len();
                    if !self.condition(cond)? {
                        self.frame_mut().vars.truncate(vars);
                        break;
                    }
                    let over = self.round(l);
                    if let Some(value) = self.leave(vars, over)? {
                        return Ok(value);
                    }
                }
                Ok(Value::Unit)
            }
            LoopKind::Forever => loop {
                self.at_head(l.head);
                if let Some(value) = self.round(l)? {
                    return Ok(value);
                }
            },
            LoopKind::For(pattern, iter) => {
                let (items, ty, from) = self.items(iter)?;
                let outside = self.rounds.len();
                let over = self.counted(l, pattern, items, &ty, from);
                self.rounds.truncate(outside);
                Ok(over?.unwrap_or(Value::Unit))
            }
        }
    }

    /// The rounds of a `for`; its value if it ends early.
    fn counted(
        &mut self,
        l: &Loop,
        pattern: &Pattern,
        items: Vec<Value>,
        ty: &Type,
        from: Option<Place>,
    ) -> Result<Option<Value>, Stop> {
        self.rounds.push(Round {
            head: l.head,
            items: items.clone(),
            at: 0,
        });
        for (at, item) in items.into_iter().enumerate() {
            if let Some(from) = &from {
                self.may_touch(&from.clone().index(at), false)?;
            }
            self.rounds.last_mut().expect("it is in a loop").at = at;
            let vars = self.frame().vars.len();
            let over = self.for_round(l, pattern, ty, item);
            self.frame_mut().vars.truncate(vars);
            if let Some(value) = over? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// A loop with an invariant, and perhaps with a list of what it may change.
    fn loop_with(&mut self, l: &Loop, invariant: &Invariant) -> Result<Value, Stop> {
        if invariant.assigns.is_none() {
            return self.rounds(l, invariant);
        }
        let watched = self.watches.len();
        self.watch();
        let result = self.rounds(l, invariant);
        self.watches.truncate(watched);
        result
    }

    /// Every arrival at the loop's head is a contribution, and so is the last one.
    fn rounds(&mut self, l: &Loop, invariant: &Invariant) -> Result<Value, Stop> {
        let mut again = false;
        if matches!(&l.kind, LoopKind::While(cond) if binds(cond)) {
            let what = "a `while let` with an invariant";
            return Err(Stop::Unsupported(what.into()));
        }
        if let LoopKind::For(pattern, iter) = &l.kind {
            return self.for_with(l, invariant, pattern, iter);
        }
        loop {
            // An invariant is about the moment before a condition that has effects.
            let (guard, effects) = match &l.kind {
                LoopKind::While(cond) => (Some(cond), matches!(cond.kind, ExprKind::Block(..))),
                _ => (None, false),
            };
            let mut enters = true;
            if let (Some(guard), false) = (guard, effects) {
                enters = self.truth(guard)?;
            }
            self.arrive(invariant, Arrival { enters, again })?;
            if let (Some(guard), true) = (guard, effects) {
                enters = self.truth(guard)?;
            }
            if !enters {
                if effects {
                    self.leaves(invariant)?;
                }
                return Ok(Value::Unit);
            }
            again = true;
            if let Some(value) = self.round_with(l, invariant)? {
                return left(invariant, value);
            }
        }
    }

    /// One round of a loop with an invariant, which may be left in it.
    fn round_with(&mut self, l: &Loop, invariant: &Invariant) -> Result<Option<Value>, Stop> {
        let over = self.round(l);
        let jumps = matches!(
            over,
            Ok(Some(_)) | Err(Stop::Break(..) | Stop::Continue(_) | Stop::Return(_))
        );
        if jumps {
            self.leaves(invariant)?;
        }
        over
    }

    /// A loop is left by another way than its condition.
    fn leaves(&mut self, invariant: &Invariant) -> Result<(), Stop> {
        match &invariant.assigns {
            Some(places) => self.only_assigned(places, true),
            None => Ok(()),
        }
    }

    /// At the head of a counting loop its variable is the number that comes next.
    fn for_with(
        &mut self,
        l: &Loop,
        invariant: &Invariant,
        pattern: &Pattern,
        iter: &ForIter,
    ) -> Result<Value, Stop> {
        let ForIter::Range {
            lo,
            hi,
            inclusive: false,
            rev: false,
            step: None,
        } = iter
        else {
            return Err(Stop::Unsupported("this `for` with an invariant".into()));
        };
        let ty = self.range_type(lo, hi);
        let (mut at, end) = (self.int(lo, Some(&ty))?, self.int(hi, Some(&ty))?);
        let mut again = false;
        loop {
            let vars = self.frame().vars.len();
            let enters = at < end;
            self.half_done += 1;
            self.bind(pattern, &ty, Value::Int(at))?;
            self.arrive(invariant, Arrival { enters, again })?;
            let over = match enters {
                true => self.round_with(l, invariant)?,
                false => None,
            };
            self.half_done -= 1;
            self.frame_mut().vars.truncate(vars);
            if let Some(value) = over {
                return left(invariant, value);
            }
            if !enters {
                return Ok(Value::Unit);
            }
            again = true;
            at += 1;
        }
    }

    fn for_round(
        &mut self,
        l: &Loop,
        pattern: &Pattern,
        ty: &Type,
        item: Value,
    ) -> Result<Option<Value>, Stop> {
        self.bind(pattern, ty, item)?;
        self.round(l)
    }

    /// One round; the value of the loop if it ends here.
    fn round(&mut self, l: &Loop) -> Result<Option<Value>, Stop> {
        self.burn()?;
        let ours = |label: &Option<String>| label.is_none() || *label == l.label;
        match self.block(&l.body, None) {
            Ok(_) => Ok(None),
            Err(Stop::Continue(label)) if ours(&label) => Ok(None),
            Err(Stop::Break(label, value)) if ours(&label) => Ok(Some(value)),
            Err(stop) => Err(stop),
        }
    }

    /// What a `for` runs over, one by one, with its type, and where it is if it is somewhere.
    fn items(&mut self, iter: &ForIter) -> Result<(Vec<Value>, Type, Option<Place>), Stop> {
        match iter {
            ForIter::Range {
                lo,
                hi,
                inclusive,
                rev,
                step,
            } => {
                let ty = self.range_type(lo, hi);
                let (first, end) = (self.int(lo, Some(&ty))?, self.int(hi, Some(&ty))?);
                let step = match step {
                    Some(step) => self.usize(step)?,
                    None => 1,
                };
                if step == 0 {
                    return Err(Stop::Fail(Kind::Panic));
                }
                let mut items: Vec<i128> = arith::numbers(first, end, *inclusive)?.collect();
                if *rev {
                    items.reverse();
                }
                let step = usize::try_from(step).unwrap_or(usize::MAX);
                let items = items.into_iter().step_by(step);
                Ok((items.map(Value::Int).collect(), ty, None))
            }
            ForIter::Elements(source) => {
                let ty = self.type_of(source).and_then(|ty| element(&ty));
                let ty = ty.ok_or_else(|| Stop::Unsupported("elements of unknown type".into()))?;
                let (value, from) = self.elements(source)?;
                match value {
                    Value::Seq(items) => Ok((items, ty, from)),
                    _ => Err(Stop::Unsupported("a `for` over this".into())),
                }
            }
        }
    }

    /// A sequence whose items are read one by one: where buffers are in use, its place as well.
    pub(super) fn elements(&mut self, source: &Expr) -> Result<(Value, Option<Place>), Stop> {
        let named = match &source.kind {
            ExprKind::Ref(_, inner) => inner,
            _ => source,
        };
        if !self.has_locks() || !is_place(named) {
            return Ok((self.value(source, None)?, None));
        }
        let place = self.target(named)?;
        Ok((self.load(&place), Some(place)))
    }

    /// The type that the bounds of a range share.
    pub(super) fn range_type(&self, lo: &Expr, hi: &Expr) -> Type {
        self.common(&[lo, hi])
            .unwrap_or(Type::Int(tass_syntax::tree::IntTy::I32))
    }
}

/// A loop was left by another way than its condition: all leave a common one together.
fn left(invariant: &Invariant, value: Value) -> Result<Value, Stop> {
    match is_alone(invariant) {
        true => Ok(value),
        false => Err(Stop::Unsupported("a way out of such a loop".into())),
    }
}
