//! The types of expressions, where they can be seen without looking around.
//!
//! Integers without a suffix have the type of what they meet: the other operand, the variable they
//! are given to. That is what rustc infers too, as long as every `let` of such a literal says its
//! type, which the oracle asks for.

use std::sync::Arc;

use tass_syntax::tree::{
    BinOp, Derived, Expr, ExprKind, FoldEnd, Handle, IntTy, Literal, StructDef, Type, UnOp,
};

use super::optional::{OPTIONAL, good};
use super::process::{Process, peeled};
use super::request::Op;
use super::snapshot::process_type;

/// What `recv` returns.
pub(super) fn status() -> Type {
    let usize = || Type::Int(IntTy::Usize);
    let fields = ["source", "tag", "count"].map(|name| (name.to_owned(), usize()));
    Type::Struct(Arc::new(StructDef {
        name: "Status".into(),
        fields: fields.into(),
        derived: Derived {
            ord: false,
            ..Derived::ALL
        },
    }))
}

/// The type of the elements of a sequence.
pub(super) fn element(ty: &Type) -> Option<Type> {
    match peeled(ty) {
        Type::Array(elem, _) | Type::Vec(elem) | Type::Slice(elem) => Some(*elem),
        _ => None,
    }
}

/// Position and type of a field.
pub(super) fn field(ty: &Type, name: &str) -> Option<(usize, Type)> {
    match peeled(ty) {
        Type::Tuple(tys) => {
            let i: usize = name.parse().ok()?;
            Some((i, tys.get(i)?.clone()))
        }
        Type::Struct(def) => {
            let i = def.fields.iter().position(|(field, _)| field == name)?;
            Some((i, def.fields[i].1.clone()))
        }
        _ => None,
    }
}

impl Process<'_> {
    /// The type of an expression; `None` for a literal without a suffix, and where one has to look
    /// deeper.
    pub(super) fn type_of(&self, e: &Expr) -> Option<Type> {
        Some(match &e.kind {
            ExprKind::Int(_, suffix) => Type::Int((*suffix)?),
            ExprKind::Float(_, suffix) => Type::Float((*suffix)?),
            ExprKind::Literal(Literal::Int(_, ty)) => Type::Int(*ty),
            ExprKind::Literal(Literal::Float(_, ty)) => Type::Float(*ty),
            ExprKind::Bool(_) | ExprKind::Literal(Literal::Bool(_)) => Type::Bool,
            ExprKind::Var(name) => self.frame().vars[self.var(name).ok()?].ty.clone(),
            ExprKind::Const(name) if name == "REQUEST_NULL" => Type::Handle(Handle::Request),
            ExprKind::Const(name) if name == "MESSAGE_NULL" => Type::Handle(Handle::Matched),
            ExprKind::Const(name) if matches!(name.as_str(), "WORLD" | "SELF" | "COMM_NULL") => {
                Type::Handle(Handle::Comm)
            }
            ExprKind::Const(_) => Type::Int(IntTy::Usize),
            ExprKind::Unary(UnOp::Deref, inner) => match self.type_of(inner)? {
                Type::Ref { target, .. } => *target,
                other => other,
            },
            ExprKind::Unary(_, inner) => peeled(&self.type_of(inner)?),
            ExprKind::Binary(op, a, b) => match op {
                BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => {
                    self.common(&[a, b])?
                }
                _ => Type::Bool,
            },
            ExprKind::Index(base, _) => element(&self.type_of(base)?)?,
            ExprKind::Slice { base, .. } => Type::Slice(Box::new(element(&self.type_of(base)?)?)),
            ExprKind::Counter(_) => Type::Int(IntTy::Usize),
            ExprKind::InFlight { .. } => Type::Int(IntTy::I64),
            ExprKind::Peer(_, name) => peeled(&self.frame().vars[self.var(name).ok()?].ty),
            ExprKind::Field(base, name) if self.type_of(base) == Some(process_type()) => {
                peeled(&self.frame().vars[self.var(name).ok()?].ty)
            }
            ExprKind::Field(base, name) => field(&self.type_of(base)?, name)?.1,
            ExprKind::Tuple(parts) if parts.is_empty() => Type::Unit,
            ExprKind::Tuple(parts) => Type::Tuple(
                parts
                    .iter()
                    .map(|e| self.type_of(e))
                    .collect::<Option<_>>()?,
            ),
            ExprKind::Array(parts) => Type::Array(
                Box::new(self.common(&parts.iter().collect::<Vec<_>>())?),
                parts.len() as u64,
            ),
            ExprKind::VecList(parts) => {
                Type::Vec(Box::new(self.common(&parts.iter().collect::<Vec<_>>())?))
            }
            ExprKind::Repeat(value, _) | ExprKind::VecRepeat(value, _) => {
                Type::Vec(Box::new(self.type_of(value)?))
            }
            ExprKind::Struct { ty, .. } | ExprKind::Cast(_, ty) => ty.clone(),
            ExprKind::Variant { ty, name, fields } => match (ty, name.as_str(), &fields[..]) {
                (Type::Infer, "Some", [(_, value)]) => Type::option(self.type_of(value)?),
                (Type::Infer, ..) => return None,
                _ => ty.clone(),
            },
            ExprKind::Try(inner) => good(&self.type_of(inner)?)?,
            ExprKind::Let(..) => Type::Bool,
            // `matches!`
            ExprKind::Match(_, arms)
                if arms
                    .iter()
                    .all(|arm| matches!(arm.body.kind, ExprKind::Bool(_))) =>
            {
                Type::Bool
            }
            ExprKind::Ref(mutable, inner) => Type::Ref {
                mutable: *mutable,
                target: Box::new(self.type_of(inner)?),
            },
            ExprKind::Call(callee, _) => (self.frame().function.callees.get(*callee)?.build)().ret,
            ExprKind::Method {
                receiver,
                name,
                args,
            } => match name.as_str() {
                name if OPTIONAL.contains(&name) => self.type_of_optional(receiver, name, args)?,
                "len" => Type::Int(IntTy::Usize),
                "is_empty" | "contains" | "is_multiple_of" => Type::Bool,
                "push" | "swap" | "fill" | "copy_from_slice" => Type::Unit,
                "min" | "max" | "clamp" => {
                    let mut all = vec![&**receiver];
                    all.extend(args);
                    self.common(&all)?
                }
                "abs_diff" => match peeled(&self.type_of(receiver)?) {
                    Type::Int(ty) => Type::Int(ty.unsigned()),
                    other => other,
                },
                _ => peeled(&self.type_of(receiver)?),
            },
            ExprKind::RangeContains { .. } => Type::Bool,
            ExprKind::Typed(_, ty) => ty.clone(),
            ExprKind::Fold(fold) => match &fold.end {
                FoldEnd::All(_) | FoldEnd::Any(_) => Type::Bool,
                FoldEnd::Count => Type::Int(IntTy::Usize),
                FoldEnd::Sum(ty) | FoldEnd::Product(ty) => ty.clone(),
                FoldEnd::Min | FoldEnd::Max => return None,
            },
            ExprKind::Comm(call) => match call.op.as_str() {
                "rank" | "size" => Type::Int(IntTy::Usize),
                "recv" | "sendrecv" | "sendrecv_replace" | "wait" | "probe" | "mrecv" => status(),
                "isend" | "issend" | "ibsend" | "irsend" | "irecv" | "imrecv" => {
                    Type::Handle(Handle::Request)
                }
                "test" | "testall" | "iprobe" | "improbe" => Type::Bool,
                "mprobe" => Type::Tuple(vec![Type::Handle(Handle::Matched), status()]),
                "waitall" => Type::Vec(Box::new(status())),
                "waitany" => Type::Tuple(vec![Type::Int(IntTy::Usize), status()]),
                "testany" => Type::Tuple(vec![Type::Bool, Type::Int(IntTy::Usize)]),
                "waitsome" | "testsome" => {
                    let pair = Type::Tuple(vec![Type::Int(IntTy::Usize), status()]);
                    Type::Vec(Box::new(pair))
                }
                "split" | "dup" | "cart_create" => Type::Handle(Handle::Comm),
                "cart_coords" => Type::Vec(Box::new(Type::Int(IntTy::Usize))),
                "cart_shift" => {
                    let usize = || Type::Int(IntTy::Usize);
                    Type::Tuple(vec![usize(), usize()])
                }
                "init" => Type::Unit,
                name if name
                    .strip_prefix('i')
                    .is_some_and(|op| Op::from_name(op).is_some()) =>
                {
                    Type::Handle(Handle::Request)
                }
                _ => Type::Unit,
            },
            ExprKind::Choose { lo, hi, .. } => self.common(&[lo, hi])?,
            ExprKind::Elaborate(inner) => self.type_of(inner)?,
            _ => return None,
        })
    }

    /// The type of the first of these expressions that shows one.
    pub(super) fn common(&self, es: &[&Expr]) -> Option<Type> {
        es.iter()
            .find_map(|e| self.type_of(e))
            .map(|ty| peeled(&ty))
    }
}
