//! Concrete inputs: values from outside become expressions, and back.
//!
//! What an input may be is what [`Engine::inputs`] lets a symbolic one be: whatever its type can
//! hold.

use dashu_int::IBig;

use crate::comm::CommModel;
use crate::exec::values::input::extent_of;
use crate::exec::{Engine, Input};
use crate::report::{BigInteger, Ratio, Record, Value, Variant};
use crate::symbolic::{ExprId, Sort};
use tass_syntax::tree::{EnumDef, Function, Layout, Parts, Scalar, Span, StructDef, Type};

/// Something wrong with the inputs that a replay was given.
#[derive(Clone, Debug)]
pub(crate) struct Mistake {
    /// What, as a sentence without a full stop.
    pub(crate) what: String,
    /// The parameter.
    pub(crate) span: Option<Span>,
}

impl<C: CommModel> Engine<'_, C> {
    /// The inputs of an execution, or everything that is wrong with them.
    pub(crate) fn given(
        &mut self,
        function: &Function,
        values: &[(String, Value)],
    ) -> Result<Vec<Input>, Vec<Mistake>> {
        let (symbolic, _) = self.inputs(function);
        let known: Vec<String> = symbolic.iter().map(|i| i.name.clone()).collect();
        let (mut inputs, mut mistakes) = (Vec::new(), Vec::new());
        for (input, param) in symbolic.into_iter().zip(&function.params) {
            let mut mistake = |what: String| {
                mistakes.push(Mistake {
                    what,
                    span: Some(param.span),
                });
            };
            let mut same = values.iter().filter(|(name, _)| *name == input.name);
            let Some((name, value)) = same.next() else {
                mistake(format!("the input `{}` has no value", input.name));
                continue;
            };
            if same.next().is_some() {
                mistake(format!("the input `{name}` has two values"));
            }
            match self.expression(name, &input.ty, value) {
                Ok(value) => inputs.push(Input { value, ..input }),
                Err(what) => mistake(what),
            }
        }
        for (name, _) in values {
            if !known.contains(name) {
                let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                let known = match known.is_empty() {
                    true => "it has no inputs".to_string(),
                    false => format!("its inputs are {}", known.join(", ")),
                };
                mistakes.push(Mistake {
                    what: format!("the model has no input `{name}`: {known}"),
                    span: None,
                });
            }
        }
        if mistakes.is_empty() {
            Ok(inputs)
        } else {
            Err(mistakes)
        }
    }

    /// The expression of a value of this type; an error says what is wrong with it.
    fn expression(&mut self, name: &str, wanted: &Type, value: &Value) -> Result<ExprId, String> {
        let instead = |what: &str| {
            Err(format!(
                "`{name}` is {}, but {what} is wanted",
                short(value)
            ))
        };
        match (wanted.layout(), value) {
            (Layout::Reference { target, .. }, value) => self.expression(name, target, value),
            (Layout::Scalar(Scalar::Bool), Value::Bool(b)) => Ok(self.store.bool(*b)),
            (Layout::Scalar(Scalar::Real), Value::Real(Ratio(v))) => {
                Ok(self.store.num(Sort::Real, v.clone()))
            }
            (Layout::Scalar(Scalar::Real), Value::Int(BigInteger(v))) => {
                Ok(self.store.num(Sort::Real, v.clone().into()))
            }
            (Layout::Scalar(Scalar::Int(t)), Value::Int(BigInteger(v))) => {
                if t.is_unsigned() && *v < IBig::ZERO {
                    return instead("an integer that is not negative");
                }
                let extent = extent_of(t);
                if !extent.contains(&v.clone().into())
                    && let (Some(low), Some(high)) = (extent.low(), extent.high())
                {
                    return instead(&format!("an integer from {low} to {high}"));
                }
                Ok(self.store.int_big(v.clone()))
            }
            (Layout::Parts(Parts::Tuple(tys)), Value::Tuple(parts)) if tys.len() == parts.len() => {
                let parts = tys.iter().zip(parts).enumerate();
                let parts = parts
                    .map(|(i, (ty, v))| self.expression(&format!("{name}.{i}"), ty, v))
                    .collect::<Result<Vec<_>, _>>()?;
                Ok(self.store.tuple(&parts))
            }
            (Layout::Parts(Parts::Struct(def)), Value::Record(Record(given))) => {
                self.record(name, def, given)
            }
            (Layout::Variants(def), Value::Variant(given)) => self.variant(name, def, given),
            (Layout::Variants(_), _) => instead(&format!("a variant of `{wanted}`")),
            (Layout::Sequence(_, Some(n)), Value::Seq(items)) if n != items.len() as u64 => {
                let len = items.len();
                Err(format!("`{name}` has {len} items, but {n} are wanted"))
            }
            (Layout::Sequence(ty, _), Value::Seq(items)) => {
                let items = items.iter().enumerate();
                let items = items
                    .map(|(i, v)| self.expression(&format!("{name}[{i}]"), ty, v))
                    .collect::<Result<Vec<_>, _>>()?;
                Ok(self.store.array(&items))
            }
            (Layout::Parts(Parts::Struct(_)), _) => {
                instead(&format!("a `{wanted}`, made with `tass::record()`,"))
            }
            _ => instead(&format!("a value of type `{wanted}`")),
        }
    }

    /// A struct of which these fields are given.
    fn record(
        &mut self,
        name: &str,
        def: &StructDef,
        given: &[(String, Value)],
    ) -> Result<ExprId, String> {
        let unknown = given
            .iter()
            .find(|(field, _)| def.fields.iter().all(|(known, _)| known != field));
        if let Some((field, _)) = unknown {
            return Err(format!(
                "`{name}` has no field `{field}`: it is a `{}`",
                def.name
            ));
        }
        let mut parts = Vec::new();
        for (field, ty) in &def.fields {
            let place = format!("{name}.{field}");
            let Some((_, value)) = given.iter().find(|(known, _)| known == field) else {
                return Err(format!("`{place}` has no value"));
            };
            parts.push(self.expression(&place, ty, value)?);
        }
        Ok(self.store.tuple(&parts))
    }

    /// A variant of which these fields are given.
    fn variant(&mut self, name: &str, def: &EnumDef, given: &Variant) -> Result<ExprId, String> {
        let Some((at, variant)) = def.variant(&given.name) else {
            return Err(format!(
                "`{name}` is {}, which is no variant of `{def}`",
                given.name
            ));
        };
        let fields = StructDef {
            name: format!("{def}::{}", given.name),
            fields: variant.fields.clone(),
            derived: def.derived,
        };
        let given = self.record(name, &fields, &given.fields.0)?;
        let at = self.store.int(at as i64);
        let mut parts = vec![at];
        for other in &def.variants {
            let mine = std::ptr::eq(other, variant);
            for (field, (_, ty)) in other.fields.iter().enumerate() {
                parts.push(match mine {
                    true => self.store.component(given, field),
                    false => self.blank(ty),
                });
            }
        }
        Ok(self.store.tuple(&parts))
    }

    /// The value of a constant expression of this type; `None` where it has none that could be
    /// written down.
    pub(crate) fn value(&mut self, ty: &Type, e: ExprId) -> Option<Value> {
        Some(match ty.layout() {
            Layout::Reference { target, .. } => self.value(target, e)?,
            Layout::Handle(_) => return None,
            Layout::Scalar(Scalar::Bool) => Value::Bool(self.store.as_bool(e)?),
            Layout::Scalar(Scalar::Int(_)) => Value::Int(self.integer(e)?),
            Layout::Scalar(Scalar::Real) => Value::Real(Ratio(self.store.as_num(e)?.clone())),
            Layout::Parts(Parts::Tuple(tys)) => {
                let parts = tys.iter().enumerate();
                let parts = parts.map(|(i, ty)| {
                    let part = self.store.component(e, i);
                    self.value(ty, part)
                });
                Value::Tuple(parts.collect::<Option<_>>()?)
            }
            Layout::Parts(Parts::Struct(def)) => {
                let fields = def.fields.iter().enumerate();
                let fields = fields.map(|(i, (name, ty))| {
                    let part = self.store.component(e, i);
                    Some((name.clone(), self.value(ty, part)?))
                });
                Value::Record(Record(fields.collect::<Option<_>>()?))
            }
            Layout::Variants(def) => {
                let tag = self.store.component(e, 0);
                let tag = usize::try_from(self.store.as_int(tag)?).ok()?;
                let variant = def.variants.get(tag)?;
                let before: usize = def.variants[..tag].iter().map(|v| v.fields.len()).sum();
                let fields = variant.fields.iter().enumerate();
                let fields = fields.map(|(i, (name, ty))| {
                    let part = self.store.component(e, 1 + before + i);
                    Some((name.clone(), self.value(ty, part)?))
                });
                Value::Variant(Variant {
                    name: variant.name.clone(),
                    fields: Record(fields.collect::<Option<_>>()?),
                })
            }
            Layout::Sequence(ty, _) => {
                let len = self.store.array_len(e);
                let len = self.store.as_int(len).filter(|len| *len <= LONGEST)?;
                let items = (0..len).map(|i| {
                    let i = self.store.int(i);
                    let item = self.store.read(e, i);
                    self.value(ty, item)
                });
                Value::Seq(items.collect::<Option<_>>()?)
            }
        })
    }

    /// The value of an integer.
    pub(crate) fn integer(&self, e: ExprId) -> Option<BigInteger> {
        Some(BigInteger(self.store.as_num(e)?.numerator().clone()))
    }
}

/// Longer lists are not written down.
const LONGEST: i64 = 100_000;

/// A value in an error message.
fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
