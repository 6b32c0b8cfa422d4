//! Methods of `Option` and `Result`. Their arguments are evaluated in any case, as Rust does.

use tass_syntax::Kind;
use tass_syntax::tree::{Expr, FloatTy, Type};

use super::process::{Process, Stop, peeled};
use super::value::Value;

/// The methods that nothing else has.
pub(super) const OPTIONAL: &[&str] = &[
    "is_some",
    "is_none",
    "is_ok",
    "is_err",
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_err",
    "expect_err",
    "ok",
    "err",
    "ok_or",
    "or",
    "and",
    "take",
    "replace",
    "insert",
];

/// The type of the value of `Some` or `Ok`.
pub(super) fn good(ty: &Type) -> Option<Type> {
    payload(ty, &["Some", "Ok"])
}

/// The type of the value of `Err`.
fn bad(ty: &Type) -> Option<Type> {
    payload(ty, &["Err"])
}

fn payload(ty: &Type, names: &[&str]) -> Option<Type> {
    let Type::Enum(def) = peeled(ty) else {
        return None;
    };
    let (_, variant) = names.iter().find_map(|name| def.variant(name))?;
    let (_, ty) = variant.fields.first()?;
    Some(ty.clone()).filter(|ty| *ty != Type::Infer)
}

impl Process<'_> {
    /// The type of what such a method gives.
    pub(super) fn type_of_optional(
        &self,
        receiver: &Expr,
        name: &str,
        args: &[Expr],
    ) -> Option<Type> {
        let this = || self.type_of(receiver).map(|ty| peeled(&ty));
        let first = || self.type_of(args.first()?).map(|ty| peeled(&ty));
        Some(match name {
            "is_some" | "is_none" | "is_ok" | "is_err" => Type::Bool,
            "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default" => {
                let given = (name == "unwrap_or").then(first).flatten();
                this().and_then(|ty| good(&ty)).or(given)?
            }
            "unwrap_err" | "expect_err" => bad(&this()?)?,
            "ok" => Type::option(good(&this()?)?),
            "err" => Type::option(bad(&this()?)?),
            "ok_or" => Type::result(good(&this()?)?, first()?),
            "or" => this().or_else(first)?,
            "and" => first()?,
            "insert" => Type::Ref {
                mutable: true,
                target: Box::new(good(&this()?)?),
            },
            _ => this()?,
        })
    }

    pub(super) fn optional(
        &mut self,
        receiver: &Expr,
        name: &str,
        args: &[Expr],
        expected: Option<&Type>,
    ) -> Result<Value, Stop> {
        let ty = self.type_of(receiver).map(|ty| peeled(&ty));
        if matches!(name, "take" | "replace" | "insert") {
            return self.exchanged(receiver, name, args, ty.as_ref());
        }
        let unsupported = || Stop::Unsupported(format!("the method `{name}` here"));
        // What is asked of a literal is of no type of its own.
        let wanted = match (name, expected) {
            ("or", expected) => expected.cloned(),
            ("unwrap" | "expect" | "unwrap_or" | "unwrap_or_default", Some(expected)) => {
                Some(Type::option(peeled(expected)))
            }
            _ => None,
        };
        let Value::Variant(tag, fields) = self.value(receiver, ty.as_ref().or(wanted.as_ref()))?
        else {
            return Err(unsupported());
        };
        let arg_ty = match name {
            "unwrap_or" => ty.as_ref().and_then(good).or(expected.map(peeled)),
            "or" => ty.clone().or_else(|| expected.map(peeled)),
            "and" => expected.map(peeled),
            "ok_or" => expected.and_then(bad),
            _ => None,
        };
        // The words of `expect` are no value.
        let arg = match args {
            [arg] if !name.starts_with("expect") => Some(self.eval(arg, arg_ty.as_ref())?),
            _ => None,
        };
        let some = tag.name == "Some";
        let is_good = some || tag.name == "Ok";
        let is_option = some || tag.name == "None";
        let field = fields.first().cloned();
        let this = Value::Variant(tag, fields);
        let result = |name: &str, value: Value| Value::standard(name, vec![value]);
        Ok(match (name, field, arg) {
            ("is_some" | "is_ok", _, None) => Value::Bool(is_good),
            ("is_none" | "is_err", _, None) => Value::Bool(!is_good),
            ("unwrap" | "expect" | "unwrap_or" | "unwrap_or_default", Some(value), _)
                if is_good =>
            {
                value
            }
            ("unwrap_or", _, Some(other)) => other,
            ("unwrap_or_default", _, None) => {
                let ty = ty.as_ref().and_then(good).or(expected.map(peeled));
                ty.as_ref().and_then(default).ok_or_else(unsupported)?
            }
            ("unwrap_err" | "expect_err", Some(value), None) if !is_good => value,
            ("unwrap" | "expect" | "unwrap_err" | "expect_err", _, None) => {
                // An error that is unwrapped is no more than a panic.
                return Err(Stop::Fail(match is_option {
                    true => Kind::UnwrapNone,
                    false => Kind::Panic,
                }));
            }
            ("ok", Some(value), None) if is_good => Value::some(value),
            ("err", Some(value), None) if !is_good => Value::some(value),
            ("ok" | "err", ..) if !is_option => Value::none(),
            ("ok_or", Some(value), Some(_)) if some => {
                result("Ok", value).ok_or_else(unsupported)?
            }
            ("ok_or", None, Some(other)) => result("Err", other).ok_or_else(unsupported)?,
            ("or", _, Some(other)) => {
                if is_good {
                    this
                } else {
                    other
                }
            }
            ("and", _, Some(other)) => {
                if is_good {
                    other
                } else {
                    this
                }
            }
            _ => return Err(unsupported()),
        })
    }

    /// `take()`, `replace(v)`, `insert(v)`: those that change where the receiver is.
    fn exchanged(
        &mut self,
        receiver: &Expr,
        name: &str,
        args: &[Expr],
        ty: Option<&Type>,
    ) -> Result<Value, Stop> {
        let place = self.target(receiver)?;
        let new = match args {
            [] => Value::none(),
            [arg] => Value::some(self.eval(arg, ty.and_then(good).as_ref())?),
            _ => return Err(Stop::Unsupported(format!("the method `{name}` here"))),
        };
        let old = self.read(&place)?;
        let Value::Variant(..) = old else {
            return Err(Stop::Unsupported(format!("the method `{name}` here")));
        };
        self.write(&place, new)?;
        Ok(match name {
            "insert" => Value::Place(place.field(0)),
            _ => old,
        })
    }
}

/// `T::default()`, where it does not depend on a program.
fn default(ty: &Type) -> Option<Value> {
    Some(match ty {
        Type::Unit => Value::Unit,
        Type::Bool => Value::Bool(false),
        Type::Int(_) => Value::Int(0),
        Type::Float(FloatTy::F32 | FloatTy::F64) => Value::real(0, 1),
        Type::Vec(_) => Value::Seq(Vec::new()),
        Type::Array(item, len) => Value::Seq(vec![default(item)?; usize::try_from(*len).ok()?]),
        Type::Tuple(parts) => Value::Tuple(parts.iter().map(default).collect::<Option<_>>()?),
        Type::Enum(def) if def.name == "Option" => Value::none(),
        _ => return None,
    })
}
