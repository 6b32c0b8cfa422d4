//! Values made of others: tuples, arrays, vectors and structs.

use super::FnLowering;
use super::derived::Trait;
use super::draft::{Term, TermKind};
use super::expr::two;
use super::plain::with;
use super::ty::{Known, Ty};
use tass_syntax::tree::{Expr, ExprKind, Span, Type};

impl FnLowering<'_, '_> {
    /// A value made of others: a tuple, an array, a struct.
    pub(super) fn made_of(&mut self, e: &Expr) -> (Term, Ty) {
        let span = e.span;
        let term = |kind| Term::new(kind, span);
        match &e.kind {
            ExprKind::Tuple(es) => {
                let parts = self.exprs(&es.iter().collect::<Vec<_>>());
                if parts.is_empty() {
                    return self.unit_value(span);
                }
                let (terms, tys): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
                (
                    term(TermKind::Tuple(terms)),
                    self.types.fresh(Known::Tuple(tys)),
                )
            }
            ExprKind::Array(es) | ExprKind::VecList(es) => {
                let elem = self.types.open();
                let parts = self.exprs(&es.iter().collect::<Vec<_>>());
                let terms = parts
                    .into_iter()
                    .map(|(t, ty)| self.coerce(t, ty, elem, span))
                    .collect();
                (
                    term(TermKind::Array(terms)),
                    self.types.fresh(Known::Seq(elem)),
                )
            }
            ExprKind::Repeat(value, len) | ExprKind::VecRepeat(value, len) => {
                let [(value, elem), (len, len_ty)] = two(self.exprs(&[value, len]));
                let (len, len_ty) = (self.read_through(len, len_ty), self.types.peel(len_ty));
                if matches!(e.kind, ExprKind::VecRepeat(..)) {
                    self.requires(Trait::Clone, elem, span);
                }
                let usize = self.types.usize();
                self.same_type(len_ty, usize, span);
                let ty = self.types.fresh(Known::Seq(elem));
                (term(TermKind::Repeat(Box::new(value), Box::new(len))), ty)
            }
            ExprKind::Struct { ty, fields, base } => {
                self.struct_literal(ty, fields, base.as_deref(), span)
            }
            _ => unreachable!("tuples, arrays and structs only are handed over"),
        }
    }

    fn struct_literal(
        &mut self,
        ty: &Type,
        fields: &[(String, Expr)],
        base: Option<&Expr>,
        span: Span,
    ) -> (Term, Ty) {
        let Type::Struct(def) = ty else {
            self.error(span, "this is not a struct", None);
            return self.poison(span);
        };
        let operands: Vec<&Expr> = fields.iter().map(|(_, e)| e).chain(base).collect();
        let mut values = self.exprs(&operands);
        let base = base.map(|_| values.pop().expect("one value for each operand"));
        let mut parts: Vec<(u32, Term)> = Vec::new();
        for ((name, e), (value, found)) in fields.iter().zip(values) {
            let Some(i) = def.fields.iter().position(|(field, _)| field == name) else {
                self.error(
                    e.span,
                    format!("`{}` has no field `{name}`", def.name),
                    None,
                );
                continue;
            };
            let declared = self.types.declared(&def.fields[i].1);
            let value = self.coerce(value, found, declared, e.span);
            parts.push((u32::try_from(i).expect("structs are small"), value));
        }
        let ty = self.types.fresh(Known::Struct(def.clone()));
        let kind = match base {
            Some((base, base_ty)) => {
                let base = self.read_through(base, base_ty);
                TermKind::Update(Box::new(base), parts)
            }
            None if parts.len() != def.fields.len() => {
                self.error(span, format!("a field of `{}` is missing", def.name), None);
                return self.poison(span);
            }
            None => {
                // A tuple is evaluated from left to right: fields written in another order go
                // first.
                let mut bound = Vec::new();
                if !parts.is_sorted_by_key(|(i, _)| *i) {
                    for (i, value) in &mut parts {
                        let declared = self.types.declared(&def.fields[*i as usize].1);
                        let slot = self.local(None, declared);
                        let local = Term::new(TermKind::Local(slot), value.span);
                        bound.push((slot, std::mem::replace(value, local)));
                    }
                    parts.sort_by_key(|(i, _)| *i);
                }
                let parts = parts.into_iter().map(|(_, value)| value).collect();
                let whole = Term::new(TermKind::Tuple(parts), span);
                return (with(bound, whole), ty);
            }
        };
        (Term::new(kind, span), ty)
    }
}
