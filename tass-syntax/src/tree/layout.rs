//! What a value of a type is made of: one step of every walk over types.
//!
//! Whoever goes through a value by its type asks for the [`Layout`] and goes on with its parts.
//! That a struct is a tuple whose components have names, that arrays, vectors and slices are all
//! sequences, and which types have nothing in them, is known here alone; a type of a new form is a
//! new layout, which every walk is then asked about by the compiler.

use std::borrow::Cow;

use super::{EnumDef, Handle, IntTy, StructDef, Type, unlinked};

/// What a value is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout<'t> {
    /// A single value.
    Scalar(Scalar),
    /// Items of this type, as many as the type says.
    Sequence(&'t Type, Option<u64>),
    /// Components or fields; none of `()` and of what has no value.
    Parts(Parts<'t>),
    /// One of several variants, each with fields of its own.
    Variants(&'t EnumDef),
    /// A handle: a number to the engine, and never one that depends on inputs.
    Handle(Handle),
    /// A reference to a value of this type.
    Reference {
        /// `&mut`?
        mutable: bool,
        /// What it refers to.
        target: &'t Type,
    },
}

/// A value without parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `bool`
    Bool,
    /// An integer.
    Int(IntTy),
    /// A number of a float type, which is a mathematical real.
    Real,
}

/// The components of a tuple or the fields of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts<'t> {
    /// Components.
    Tuple(&'t [Type]),
    /// Fields.
    Struct(&'t StructDef),
}

impl Type {
    /// What a value of this type is made of.
    #[must_use]
    pub fn layout(&self) -> Layout<'_> {
        match self {
            Type::Bool => Layout::Scalar(Scalar::Bool),
            Type::Int(t) => Layout::Scalar(Scalar::Int(*t)),
            Type::Float(_) => Layout::Scalar(Scalar::Real),
            Type::Array(item, len) => Layout::Sequence(item, Some(*len)),
            Type::Vec(item) | Type::Slice(item) => Layout::Sequence(item, None),
            Type::Tuple(parts) => Layout::Parts(Parts::Tuple(parts)),
            Type::Struct(def) => Layout::Parts(Parts::Struct(def)),
            Type::Enum(def) => Layout::Variants(def),
            Type::Unit | Type::Never | Type::Infer => Layout::Parts(Parts::Tuple(&[])),
            Type::Handle(handle) => Layout::Handle(*handle),
            &Type::Ref {
                mutable,
                ref target,
            } => Layout::Reference { mutable, target },
            Type::Outside(_) => unlinked(),
        }
    }

    /// The type behind any number of references.
    #[must_use]
    pub fn referent(&self) -> &Type {
        match self {
            Type::Ref { target, .. } => target.referent(),
            ty => ty,
        }
    }

    /// The type of a component or field, also behind references.
    #[must_use]
    pub fn part(&self, index: u32) -> Option<&Type> {
        match self.referent().layout() {
            Layout::Parts(parts) => parts.get(index),
            _ => None,
        }
    }

    /// The type of a sequence's items, also behind references.
    #[must_use]
    pub fn item(&self) -> Option<&Type> {
        match self.referent().layout() {
            Layout::Sequence(item, _) => Some(item),
            _ => None,
        }
    }
}

impl Type {
    /// Is there a handle in values of this type, itself included?
    #[must_use]
    pub fn holds_handle(&self) -> bool {
        match self.layout() {
            Layout::Handle(_) => true,
            Layout::Scalar(_) => false,
            Layout::Sequence(item, _) => item.holds_handle(),
            Layout::Reference { target, .. } => target.holds_handle(),
            Layout::Parts(parts) => parts.types().any(Type::holds_handle),
            Layout::Variants(def) => def.types().any(Type::holds_handle),
        }
    }
}

impl Type {
    /// Is there an enum with fields in values of this type, itself included?
    #[must_use]
    pub fn holds_fields_of_variants(&self) -> bool {
        match self.layout() {
            Layout::Variants(def) => !def.is_plain(),
            Layout::Handle(_) | Layout::Scalar(_) => false,
            Layout::Sequence(item, _) => item.holds_fields_of_variants(),
            Layout::Reference { target, .. } => target.holds_fields_of_variants(),
            Layout::Parts(parts) => parts.types().any(Type::holds_fields_of_variants),
        }
    }

    /// Is there a sequence of any length of which the items hold such an enum?
    #[must_use]
    pub fn holds_list_of_variants(&self) -> bool {
        match self.layout() {
            Layout::Sequence(item, None) if item.holds_fields_of_variants() => true,
            Layout::Handle(_) | Layout::Scalar(_) => false,
            Layout::Sequence(item, _) => item.holds_list_of_variants(),
            Layout::Reference { target, .. } => target.holds_list_of_variants(),
            Layout::Parts(parts) => parts.types().any(Type::holds_list_of_variants),
            Layout::Variants(def) => def.types().any(Type::holds_list_of_variants),
        }
    }
}

impl<'t> Parts<'t> {
    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        match self {
            Parts::Tuple(types) => types.len(),
            Parts::Struct(def) => def.fields.len(),
        }
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The type of one of them.
    #[must_use]
    pub fn get(self, index: u32) -> Option<&'t Type> {
        self.types().nth(index as usize)
    }

    /// Their types, in order.
    pub fn types(self) -> impl Iterator<Item = &'t Type> {
        let (types, fields) = match self {
            Parts::Tuple(types) => (types, &[][..]),
            Parts::Struct(def) => (&[][..], &def.fields[..]),
        };
        types.iter().chain(fields.iter().map(|(_, ty)| ty))
    }

    /// Their names, as they stand behind a `.`, and their types.
    pub fn named(self) -> impl Iterator<Item = (Cow<'t, str>, &'t Type)> {
        self.types().enumerate().map(move |(i, ty)| match self {
            Parts::Tuple(_) => (Cow::Owned(i.to_string()), ty),
            Parts::Struct(def) => (Cow::Borrowed(def.fields[i].0.as_str()), ty),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Derived;

    const I64: Type = Type::Int(IntTy::I64);

    #[test]
    fn a_struct_is_a_tuple_with_names() {
        let pair = Type::Tuple(vec![I64, Type::Bool]);
        let point = Type::Struct(std::sync::Arc::new(StructDef {
            name: "Point".into(),
            fields: vec![("x".into(), I64), ("on".into(), Type::Bool)],
            derived: Derived::ALL,
        }));
        let names = |ty: &Type| match ty.layout() {
            Layout::Parts(parts) => parts.named().map(|(name, _)| name.to_string()).collect(),
            _ => Vec::new(),
        };
        assert_eq!(names(&pair), ["0", "1"]);
        assert_eq!(names(&point), ["x", "on"]);
        for ty in [&pair, &point] {
            assert_eq!(ty.part(0), Some(&I64));
            assert_eq!(ty.part(1), Some(&Type::Bool));
            assert_eq!(ty.part(2), None);
            assert_eq!(ty.item(), None);
        }
    }

    #[test]
    fn parts_are_found_behind_references() {
        let rows = Type::Vec(Box::new(Type::Array(Box::new(I64), 3)));
        let lent = Type::Ref {
            mutable: true,
            target: Box::new(rows.clone()),
        };
        assert_eq!(lent.referent(), &rows);
        assert_eq!(lent.item().and_then(Type::item), Some(&I64));
        assert_eq!(lent.part(0), None);
        let row = rows.item().expect("it is a sequence");
        assert_eq!(row.layout(), Layout::Sequence(&I64, Some(3)));
    }

    #[test]
    fn what_has_no_value_has_no_parts() {
        for ty in [Type::Unit, Type::Never, Type::Infer] {
            assert!(matches!(ty.layout(), Layout::Parts(parts) if parts.is_empty()));
        }
    }
}
