//! Iterator chains, item by item, as Rust runs them.

use tass_syntax::Kind;
use tass_syntax::tree::{BinOp, Closure, Expr, Fold, FoldEnd, FoldSource, FoldStep, Type};

use super::arith;
use super::process::{Process, Stop};
use super::snapshot::process_type;
use super::types::element;
use super::value::{Place, Value};

impl Process<'_> {
    pub(super) fn fold(&mut self, fold: &Fold, expected: Option<&Type>) -> Result<Value, Stop> {
        let (items, ty, from) = self.fold_items(fold, expected)?;
        let mut best: Option<Value> = None;
        let mut count = 0;
        let mut total = match &fold.end {
            FoldEnd::Sum(Type::Float(_)) => Value::real(0, 1),
            FoldEnd::Product(Type::Float(_)) => Value::real(1, 1),
            FoldEnd::Product(_) => Value::Int(1),
            _ => Value::Int(0),
        };
        for (at, item) in items.into_iter().enumerate() {
            if let Some(from) = &from {
                self.may_touch(&from.clone().index(at), false)?;
            }
            let Some((item, ty)) = self.through_steps(&fold.steps, item, ty.clone())? else {
                continue;
            };
            match &fold.end {
                FoldEnd::All(closure) => {
                    if self.apply(closure, item, &ty, Some(&Type::Bool))? != Value::Bool(true) {
                        return Ok(Value::Bool(false));
                    }
                }
                FoldEnd::Any(closure) => {
                    if self.apply(closure, item, &ty, Some(&Type::Bool))? == Value::Bool(true) {
                        return Ok(Value::Bool(true));
                    }
                }
                FoldEnd::Sum(_) => total = arith::binary(BinOp::Add, &total, &item, false)?,
                FoldEnd::Product(_) => total = arith::binary(BinOp::Mul, &total, &item, false)?,
                FoldEnd::Count => count += 1,
                FoldEnd::Min => best = Some(best.map_or(item.clone(), |best| best.min(item))),
                FoldEnd::Max => best = Some(best.map_or(item.clone(), |best| best.max(item))),
            }
        }
        Ok(match fold.end {
            FoldEnd::All(_) => Value::Bool(true),
            FoldEnd::Any(_) => Value::Bool(false),
            FoldEnd::Sum(_) | FoldEnd::Product(_) => total,
            FoldEnd::Count => Value::Int(count),
            FoldEnd::Min | FoldEnd::Max => best.ok_or(Stop::Fail(Kind::UnwrapNone))?,
        })
    }

    fn fold_items(
        &mut self,
        fold: &Fold,
        expected: Option<&Type>,
    ) -> Result<(Vec<Value>, Type, Option<Place>), Stop> {
        match &fold.source {
            FoldSource::Range { lo, hi, inclusive } => {
                let ty = self.fold_type(lo, hi, fold, expected);
                let (first, end) = (self.int(lo, Some(&ty))?, self.int(hi, Some(&ty))?);
                let numbers = arith::numbers(first, end, *inclusive)?;
                Ok((numbers.map(Value::Int).collect(), ty, None))
            }
            FoldSource::Elements(source) => {
                let ty = self.type_of(source).and_then(|ty| element(&ty));
                let ty = ty.ok_or_else(|| Stop::Unsupported("elements of unknown type".into()))?;
                let (value, from) = self.elements(source)?;
                match value {
                    Value::Seq(items) => Ok((items, ty, from)),
                    _ => Err(Stop::Unsupported("a chain over this".into())),
                }
            }
            FoldSource::Members { .. } => Err(Stop::Unsupported("shared variables".into())),
            FoldSource::Procs { before } => {
                let end = match before {
                    Some(before) => self.usize(before)?,
                    None => self.size as i128,
                };
                // Those who do not belong to the universe are left out.
                let peers = self.peers.unwrap_or_default();
                let outside = |number: &i128| {
                    let number = usize::try_from(*number).ok();
                    matches!(number.and_then(|number| peers.get(number)), Some(None))
                };
                let numbers = arith::numbers(0, end, false)?.filter(|number| !outside(number));
                Ok((numbers.map(Value::Int).collect(), process_type(), None))
            }
        }
    }

    /// The type of a range: of its bounds, or of what the chain gives where nothing changes the
    /// items.
    fn fold_type(&self, lo: &Expr, hi: &Expr, fold: &Fold, expected: Option<&Type>) -> Type {
        if let Some(ty) = self.common(&[lo, hi]) {
            return ty;
        }
        let given = match &fold.end {
            FoldEnd::Sum(ty) | FoldEnd::Product(ty) => Some(ty),
            FoldEnd::Min | FoldEnd::Max => expected,
            _ => None,
        };
        let changed = fold
            .steps
            .iter()
            .any(|step| matches!(step, FoldStep::Map(_)));
        given
            .filter(|_| !changed)
            .cloned()
            .unwrap_or_else(|| self.range_type(lo, hi))
    }

    /// What the steps make of an item; `None` if a filter stops it.
    fn through_steps(
        &mut self,
        steps: &[FoldStep],
        item: Value,
        ty: Type,
    ) -> Result<Option<(Value, Type)>, Stop> {
        let (mut item, mut ty) = (item, ty);
        for step in steps {
            match step {
                FoldStep::Filter(closure) => {
                    if self.apply(closure, item.clone(), &ty, Some(&Type::Bool))?
                        != Value::Bool(true)
                    {
                        return Ok(None);
                    }
                }
                FoldStep::Map(closure) => {
                    let vars = self.frame().vars.len();
                    self.bind(&closure.pattern, &ty, item)?;
                    let result = self.type_of(&closure.body);
                    let value = self.value(&closure.body, None);
                    self.frame_mut().vars.truncate(vars);
                    item = value?;
                    ty = result.unwrap_or(Type::Infer);
                }
            }
        }
        Ok(Some((item, ty)))
    }

    fn apply(
        &mut self,
        closure: &Closure,
        item: Value,
        ty: &Type,
        expected: Option<&Type>,
    ) -> Result<Value, Stop> {
        let vars = self.frame().vars.len();
        self.bind(&closure.pattern, ty, item)?;
        let value = self.value(&closure.body, expected);
        self.frame_mut().vars.truncate(vars);
        value
    }
}
