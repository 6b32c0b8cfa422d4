//! Types.

use syn::{GenericArgument, Path, PathArguments, Type};
use tass_syntax::accepted::Family;
use tass_syntax::tree::{self, FloatTy, IntTy};

use super::Translator;
use crate::suggest;

/// The primitive types.
const PRIMITIVES: &[tree::Type] = &[
    tree::Type::Bool,
    tree::Type::Int(IntTy::I8),
    tree::Type::Int(IntTy::I16),
    tree::Type::Int(IntTy::I32),
    tree::Type::Int(IntTy::I64),
    tree::Type::Int(IntTy::I128),
    tree::Type::Int(IntTy::Isize),
    tree::Type::Int(IntTy::U8),
    tree::Type::Int(IntTy::U16),
    tree::Type::Int(IntTy::U32),
    tree::Type::Int(IntTy::U64),
    tree::Type::Int(IntTy::U128),
    tree::Type::Int(IntTy::Usize),
    tree::Type::Float(FloatTy::F32),
    tree::Type::Float(FloatTy::F64),
];

/// Types of the standard library that a model cannot use, and what to use instead.
const FOREIGN: &[(&str, &str)] = &[
    (
        "String",
        "strings have no meaning to the prover: use numbers",
    ),
    ("str", "strings have no meaning to the prover: use numbers"),
    ("char", "characters are not supported in models: use `u32`"),
    (
        "Box",
        "`Box` is not supported in models: use the value itself",
    ),
    (
        "Rc",
        "shared ownership is not supported in models: use indices into a `Vec`",
    ),
    (
        "Arc",
        "shared ownership is not supported in models: use indices into a `Vec`",
    ),
    (
        "HashMap",
        "maps are not supported in models: use a `Vec` of pairs",
    ),
    (
        "BTreeMap",
        "maps are not supported in models: use a `Vec` of pairs",
    ),
    (
        "HashSet",
        "sets are not supported in models: use a `Vec<bool>`",
    ),
    (
        "BTreeSet",
        "sets are not supported in models: use a `Vec<bool>`",
    ),
    (
        "VecDeque",
        "`VecDeque` is not supported in models: use a `Vec`",
    ),
    (
        "Ptr",
        "`Ptr` is not supported yet: use indices into a `Vec`",
    ),
    (
        "Self",
        "`Self` has no meaning here: models are free functions",
    ),
];

/// A primitive type, by its name.
pub(super) fn primitive(name: &str) -> Option<tree::Type> {
    let mut types = PRIMITIVES.iter();
    types.find(|ty| ty.to_string() == name).cloned()
}

/// `Vec`, `std::vec::Vec`
pub(super) fn is_vec(names: &[&str]) -> bool {
    matches!(names, ["Vec"] | ["std" | "alloc", "vec", "Vec"])
}

impl Translator<'_> {
    /// What to say about a type of the standard library that models cannot use.
    pub(super) fn foreign(name: &str) -> Option<&'static str> {
        FOREIGN
            .iter()
            .find(|(foreign, _)| *foreign == name)
            .map(|(_, instead)| *instead)
    }

    /// A type, as written by the user.
    pub(crate) fn ty(&mut self, ty: &Type) -> tree::Type {
        let form = match ty {
            Type::Infer(_) => Some("_"),
            Type::Never(_) => Some("!"),
            Type::Tuple(tuple) if tuple.elems.is_empty() => Some("()"),
            Type::Tuple(_) => Some("tuple"),
            Type::Array(_) => Some("array"),
            Type::Slice(_) => Some("slice"),
            Type::Reference(reference) if reference.mutability.is_some() => Some("&mut"),
            Type::Reference(_) => Some("&"),
            _ => None,
        };
        if let Some(form) = form {
            self.accepts(ty, Family::Type, form);
        }
        match ty {
            Type::Group(group) => self.ty(&group.elem),
            Type::Paren(paren) => self.ty(&paren.elem),
            Type::Infer(_) => tree::Type::Infer,
            Type::Never(_) => tree::Type::Never,
            Type::Tuple(tuple) if tuple.elems.is_empty() => tree::Type::Unit,
            Type::Tuple(tuple) => {
                tree::Type::Tuple(tuple.elems.iter().map(|elem| self.ty(elem)).collect())
            }
            Type::Array(array) => {
                let item = self.ty(&array.elem);
                self.outside.array(item, &array.len)
            },
            Type::Slice(slice) => tree::Type::Slice(Box::new(self.ty(&slice.elem))),
            Type::Reference(reference) => {
                let target = Box::new(self.ty(&reference.elem));
                let mutable = reference.mutability.is_some();
                tree::Type::Ref { mutable, target }
            }
            Type::Path(path) if path.qself.is_none() => self.path_type(&path.path),
            other => self.reject(
                other,
                "this type is not supported in models: the types are `bool`, integers, `f32`, `f64`, tuples, \
                 `[T; N]`, `Vec<T>`, slices, `Option<T>`, `Result<T, E>`, references, and structs and enums with \
                 `#[tass::data]`",
            ),
        }
    }

    fn path_type(&mut self, path: &Path) -> tree::Type {
        let Some(last) = path.segments.last() else {
            return tree::Type::Infer;
        };
        let name = last.ident.to_string();
        if path.segments.len() == 1
            && last.arguments.is_none()
            && let Some(primitive) = primitive(&name)
        {
            self.accepts(path, Family::Type, &name);
            self.names.primitive(path);
            return primitive;
        }
        if let Some(instead) = Self::foreign(&name) {
            return self.reject(path, instead);
        }
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if is_vec(&names) {
            let PathArguments::AngleBracketed(args) = &last.arguments else {
                return self.reject(path, "say what the vector holds: `Vec<f64>`");
            };
            let Some(GenericArgument::Type(elem)) = args.args.first() else {
                return self.reject(path, "say what the vector holds: `Vec<f64>`");
            };
            self.accepts(path, Family::Type, "Vec");
            self.names.vec(path, path.segments.len());
            return tree::Type::Vec(Box::new(self.ty(elem)));
        }
        if let Some(ty) = self.standard_enum(path, &names) {
            return ty;
        }
        if !last.arguments.is_none() {
            return self.reject(
                path,
                format!(
                    "generic types such as `{name}` are not supported in models, except {}",
                    suggest::list(["Vec", "Option", "Result"])
                ),
            );
        }
        self.accepts(path, Family::Type, "struct");
        self.outside.ty(path)
    }

    /// `Option<T>`, `Result<T, E>`
    fn standard_enum(&mut self, path: &Path, names: &[&str]) -> Option<tree::Type> {
        let name = match names {
            [name @ ("Option" | "Result")]
            | ["std" | "core", "option", name @ "Option"]
            | ["std" | "core", "result", name @ "Result"] => *name,
            _ => return None,
        };
        let PathArguments::AngleBracketed(args) = &path.segments.last()?.arguments else {
            let message = "say what it holds: `Option<i64>`, `Result<i64, u8>`";
            return Some(self.reject(path, message));
        };
        let types = args.args.iter().filter_map(|arg| match arg {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
        let types: Vec<tree::Type> = types.map(|ty| self.ty(ty)).collect();
        self.accepts(path, Family::Type, name);
        self.names.generic(path);
        Some(match (name, <[tree::Type; 1]>::try_from(types)) {
            ("Option", Ok([item])) => tree::Type::option(item),
            ("Result", Err(types)) if types.len() == 2 => {
                let mut types = types.into_iter();
                let mut next = || types.next().unwrap_or(tree::Type::Infer);
                tree::Type::result(next(), next())
            }
            _ => self.reject(
                path,
                format!("this `{name}` has other types than a model knows"),
            ),
        })
    }
}
