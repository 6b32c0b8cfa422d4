//! Values of enums.

use tass_syntax::tree::{EnumDef, Expr, IntTy, Type};

use super::arith;
use super::process::{Process, Stop, peeled};
use super::value::{Tag, Value};

impl Process<'_> {
    /// `Job::Work { id: 1 }`, `Some(1)`: its fields are evaluated as they are written.
    pub(super) fn variant(
        &mut self,
        ty: &Type,
        name: &str,
        fields: &[(String, Expr)],
        expected: Option<&Type>,
    ) -> Result<Value, Stop> {
        let unsupported = || Stop::Unsupported(format!("the variant `{name}`"));
        let known = match ty {
            Type::Infer => expected.map(peeled),
            ty => Some(ty.clone()),
        };
        let Some(Type::Enum(def)) = known.filter(|ty| matches!(ty, Type::Enum(_))) else {
            let mut values = Vec::new();
            for (_, value) in fields {
                values.push(self.eval(value, None)?);
            }
            return Value::standard(name, values).ok_or_else(unsupported);
        };
        let (_, variant) = def.variant(name).ok_or_else(unsupported)?;
        let mut values = vec![Value::Unset; variant.fields.len()];
        for (field, value) in fields {
            let i = variant.fields.iter().position(|(name, _)| name == field);
            let i = i.ok_or_else(|| Stop::Unsupported(format!("the field `{field}`")))?;
            values[i] = self.eval(value, Some(&variant.fields[i].1))?;
        }
        Value::variant(&def, name, values).ok_or_else(unsupported)
    }
}

/// `e as ty`, of an enum without fields.
pub(super) fn discriminant(def: &EnumDef, tag: &Tag, ty: &Type) -> Result<Value, Stop> {
    let variant = def.variants.get(tag.position).filter(|_| def.is_plain());
    let variant = variant.ok_or_else(|| Stop::Unsupported("this cast".into()))?;
    let number = Value::Int(variant.discriminant);
    arith::cast(number, Some(&Type::Int(IntTy::Isize)), ty)
}
