//! Enums.

use std::fmt;
use std::sync::Arc;

use super::{Derived, Type};

/// An enum: `Option` and `Result`, too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EnumDef {
    /// Its name, without the types that it is of.
    pub name: String,
    /// The types that it is of: `T` of `Option<T>`.
    pub args: Vec<Type>,
    /// Its variants, in the order in which they are declared; which is that of their discriminants,
    /// if it derives `PartialOrd`.
    pub variants: Vec<Variant>,
    /// What `==`, `clone()` and `<` mean for it.
    pub derived: Derived,
}

/// A variant of an enum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// What `as` makes of it.
    pub discriminant: i128,
    /// Its fields in order; those of a tuple variant are named `0`, `1`, …
    pub fields: Vec<(String, Type)>,
}

impl EnumDef {
    /// `Option<T>`
    #[must_use]
    pub fn option(item: Type) -> EnumDef {
        let args = vec![item.clone()];
        let variants = [("None", None), ("Some", Some(item))];
        EnumDef::standard("Option", args, variants)
    }

    /// `Result<T, E>`
    #[must_use]
    pub fn result(good: Type, bad: Type) -> EnumDef {
        let args = vec![good.clone(), bad.clone()];
        let variants = [("Ok", Some(good)), ("Err", Some(bad))];
        EnumDef::standard("Result", args, variants)
    }

    fn standard(name: &str, args: Vec<Type>, variants: [(&str, Option<Type>); 2]) -> EnumDef {
        let variants = variants.into_iter().zip(0..);
        let variants = variants.map(|((name, field), discriminant)| Variant {
            name: name.into(),
            discriminant,
            fields: field.into_iter().map(|ty| ("0".into(), ty)).collect(),
        });
        EnumDef {
            name: name.into(),
            args,
            variants: variants.collect(),
            derived: Derived::ALL,
        }
    }

    /// A variant and its position.
    #[must_use]
    pub fn variant(&self, name: &str) -> Option<(usize, &Variant)> {
        let mut variants = self.variants.iter().enumerate();
        variants.find(|(_, variant)| variant.name == name)
    }

    /// The types of the fields of all variants, in order.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        let fields = self.variants.iter().flat_map(|variant| &variant.fields);
        fields.map(|(_, ty)| ty)
    }

    /// Has no variant a field?
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.variants
            .iter()
            .all(|variant| variant.fields.is_empty())
    }
}

impl Variant {
    /// Is it written as `V(a, b)`?
    #[must_use]
    pub fn is_tuple(&self) -> bool {
        self.fields.first().is_some_and(|(name, _)| name == "0")
    }
}

impl Type {
    /// `Option<T>`
    #[must_use]
    pub fn option(item: Type) -> Type {
        Type::Enum(Arc::new(EnumDef::option(item)))
    }

    /// `Result<T, E>`
    #[must_use]
    pub fn result(good: Type, bad: Type) -> Type {
        Type::Enum(Arc::new(EnumDef::result(good, bad)))
    }
}

impl fmt::Display for EnumDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, arg) in self.args.iter().enumerate() {
            write!(f, "{}{arg}", if index == 0 { "<" } else { ", " })?;
        }
        f.write_str(if self.args.is_empty() { "" } else { ">" })
    }
}
