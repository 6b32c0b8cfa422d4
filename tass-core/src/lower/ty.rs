//! Type inference by unification, as far as the engine needs types.
//!
//! rustc has already type-checked the model, so this only *reconstructs*: it is lenient where a
//! difference means nothing to the engine. Shared references are their target; arrays, vectors and
//! slices are all sequences. What remains open at the end takes Rust's defaults (`i32`, `f64`).

use std::sync::Arc;

use tass_syntax::tree::{EnumDef, FloatTy, Handle, IntTy, StructDef, Type, unlinked};

/// A type under inference: an index into [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ty(usize);

/// What is known of a type.
#[derive(Clone, Debug)]
pub(crate) enum Known {
    Open,
    AnyInt,
    AnyFloat,
    Unit,
    Never,
    Bool,
    Int(IntTy),
    Float(FloatTy),
    Tuple(Vec<Ty>),
    Seq(Ty),
    MutRef(Ty),
    Struct(Arc<StructDef>),
    /// Of `Option` and `Result` the definition only says what variants there are; of all, the types
    /// of the fields of all variants, in order.
    Enum(Arc<EnumDef>, Vec<Ty>),
    Handle(Handle),
    Same(Ty),
}

/// The types of one function.
#[derive(Default)]
pub(crate) struct Types {
    slots: Vec<Known>,
}

impl Types {
    pub(crate) fn fresh(&mut self, known: Known) -> Ty {
        self.slots.push(known);
        Ty(self.slots.len() - 1)
    }

    pub(crate) fn open(&mut self) -> Ty {
        self.fresh(Known::Open)
    }

    pub(crate) fn usize(&mut self) -> Ty {
        self.fresh(Known::Int(IntTy::Usize))
    }

    pub(crate) fn bool(&mut self) -> Ty {
        self.fresh(Known::Bool)
    }

    pub(crate) fn unit(&mut self) -> Ty {
        self.fresh(Known::Unit)
    }

    /// The inference form of a declared type.
    pub(crate) fn declared(&mut self, ty: &Type) -> Ty {
        let known = match ty {
            Type::Unit => Known::Unit,
            Type::Never => Known::Never,
            Type::Bool => Known::Bool,
            Type::Int(t) => Known::Int(*t),
            Type::Float(t) => Known::Float(*t),
            Type::Tuple(ts) if ts.is_empty() => Known::Unit,
            Type::Tuple(ts) => Known::Tuple(ts.iter().map(|t| self.declared(t)).collect()),
            Type::Array(t, _) | Type::Vec(t) | Type::Slice(t) => Known::Seq(self.declared(t)),
            Type::Ref {
                mutable: false,
                target,
            } => return self.declared(target),
            Type::Ref {
                mutable: true,
                target,
            } => Known::MutRef(self.declared(target)),
            Type::Struct(def) => Known::Struct(def.clone()),
            Type::Enum(def) => {
                let fields = def.types().map(|ty| self.declared(ty)).collect();
                Known::Enum(def.clone(), fields)
            }
            Type::Handle(handle) => Known::Handle(*handle),
            Type::Infer => Known::Open,
            Type::Outside(_) => unlinked(),
        };
        self.fresh(known)
    }

    pub(crate) fn find(&self, mut ty: Ty) -> Ty {
        while let Known::Same(next) = self.slots[ty.0] {
            ty = next;
        }
        ty
    }

    pub(crate) fn get(&self, ty: Ty) -> &Known {
        &self.slots[self.find(ty).0]
    }

    /// `Option<item>`
    pub(crate) fn option(&mut self, item: Ty) -> Ty {
        let def = EnumDef::option(Type::Infer);
        self.fresh(Known::Enum(Arc::new(def), vec![item]))
    }

    /// `Result<good, bad>`
    pub(crate) fn result(&mut self, good: Ty, bad: Ty) -> Ty {
        let def = EnumDef::result(Type::Infer, Type::Infer);
        self.fresh(Known::Enum(Arc::new(def), vec![good, bad]))
    }

    /// The type behind any number of `&mut`.
    pub(crate) fn peel(&self, ty: Ty) -> Ty {
        let mut ty = self.find(ty);
        while let Known::MutRef(target) = self.get(ty) {
            ty = self.find(*target);
        }
        ty
    }

    /// Is there a `&mut` somewhere in values of this type?
    pub(crate) fn holds_references(&self, ty: Ty) -> bool {
        match self.get(ty) {
            Known::MutRef(_) => true,
            Known::Tuple(tys) => tys.iter().any(|ty| self.holds_references(*ty)),
            Known::Seq(elem) => self.holds_references(*elem),
            Known::Enum(_, fields) => fields.iter().any(|ty| self.holds_references(*ty)),
            _ => false,
        }
    }

    /// Makes two types one. `false`: they cannot be.
    pub(crate) fn unify(&mut self, a: Ty, b: Ty) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return true;
        }
        let (ka, kb) = (self.slots[a.0].clone(), self.slots[b.0].clone());
        let mut point = |from: Ty, to: Ty| {
            self.slots[from.0] = Known::Same(to);
            true
        };
        match (&ka, &kb) {
            (Known::Never, _) | (_, Known::Never) => true,
            (Known::Open, _) => point(a, b),
            (_, Known::Open) => point(b, a),
            (Known::AnyInt, Known::AnyInt | Known::Int(_)) => point(a, b),
            (Known::Int(_), Known::AnyInt) => point(b, a),
            (Known::AnyFloat, Known::AnyFloat | Known::Float(_)) => point(a, b),
            (Known::Float(_), Known::AnyFloat) => point(b, a),
            (Known::Unit, Known::Unit) | (Known::Bool, Known::Bool) => true,
            (Known::Int(x), Known::Int(y)) => x == y,
            (Known::Float(x), Known::Float(y)) => x == y,
            (Known::Seq(x), Known::Seq(y)) | (Known::MutRef(x), Known::MutRef(y)) => {
                let (x, y) = (*x, *y);
                point(a, b);
                self.unify(x, y)
            }
            (Known::Tuple(xs), Known::Tuple(ys)) => {
                xs.len() == ys.len() && {
                    let pairs: Vec<_> = xs.iter().copied().zip(ys.iter().copied()).collect();
                    pairs.into_iter().all(|(x, y)| self.unify(x, y))
                }
            }
            (Known::Struct(x), Known::Struct(y)) => x == y,
            (Known::Enum(x, xs), Known::Enum(y, ys)) => {
                // The standard ones are told apart by their names, and the types by their fields.
                let same = match x.args.is_empty() {
                    true => x == y,
                    false => x.name == y.name && !y.args.is_empty(),
                };
                let pairs: Vec<_> = xs.iter().copied().zip(ys.iter().copied()).collect();
                same && pairs.into_iter().all(|(x, y)| self.unify(x, y))
            }
            (Known::Handle(x), Known::Handle(y)) => x == y,
            _ => false,
        }
    }

    /// The final type, with Rust's defaults; `None` where nothing is known.
    pub(crate) fn resolve(&self, ty: Ty) -> Option<Type> {
        Some(match self.get(ty) {
            Known::Open | Known::Same(_) => return None,
            Known::AnyInt => Type::Int(IntTy::I32),
            Known::AnyFloat => Type::Float(FloatTy::F64),
            Known::Unit => Type::Unit,
            Known::Never => Type::Never,
            Known::Bool => Type::Bool,
            Known::Int(t) => Type::Int(*t),
            Known::Float(t) => Type::Float(*t),
            Known::Tuple(ts) => {
                Type::Tuple(ts.iter().map(|t| self.resolve(*t)).collect::<Option<_>>()?)
            }
            Known::Seq(t) => Type::Slice(Box::new(self.resolve(*t)?)),
            Known::MutRef(t) => Type::Ref {
                mutable: true,
                target: Box::new(self.resolve(*t)?),
            },
            Known::Struct(def) => Type::Struct(def.clone()),
            Known::Enum(def, fields) => match (def.name.as_str(), &fields[..]) {
                _ if def.args.is_empty() => Type::Enum(def.clone()),
                (_, [item]) => Type::option(self.resolve(*item)?),
                (_, [good, bad]) => Type::result(self.resolve(*good)?, self.resolve(*bad)?),
                _ => return None,
            },
            Known::Handle(handle) => Type::Handle(*handle),
        })
    }
}
