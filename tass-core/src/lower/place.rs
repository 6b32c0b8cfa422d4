//! Places: what can be assigned to, borrowed mutably, or received into.

use super::FnLowering;
use super::draft::{Action, Place, Proj, Root, Term, TermKind};
use super::ty::{Known, Ty};
use tass_syntax::tree::{Expr, ExprKind, Span, UnOp};

/// What a place is wanted for. Nothing is written through what was once a shared reference, but
/// shared references are values here: only reading may take one for the place behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

impl FnLowering<'_, '_> {
    /// Lowers an expression that names a place to write to, and the type of what is there.
    pub(crate) fn place(&mut self, e: &Expr) -> (Place, Ty) {
        self.place_for(e, Access::Write)
    }

    /// The same, of an expression that is only read.
    pub(crate) fn place_to_read(&mut self, e: &Expr) -> (Place, Ty) {
        self.place_for(e, Access::Read)
    }

    fn place_for(&mut self, e: &Expr, access: Access) -> (Place, Ty) {
        let span = e.span;
        match &e.kind {
            ExprKind::Var(name) => match self.scope.iter().rev().find(|(n, _)| n == name) {
                Some(&(_, slot)) => (
                    Place {
                        root: Root::Local(slot),
                        path: Vec::new(),
                        span,
                    },
                    self.locals[slot as usize].1,
                ),
                None => {
                    self.error(
                        span,
                        format!("`{name}` is not a variable of this model"),
                        None,
                    );
                    self.nowhere(span)
                }
            },
            ExprKind::Unary(UnOp::Deref, inner) => {
                let (place, ty) = self.place_for(inner, access);
                let reference = matches!(self.types.get(ty), Known::MutRef(_));
                if access == Access::Write && !reference {
                    self.error(
                        span,
                        "tass lost track of the `&mut` reference that is written through here",
                        Some(
                            "name the variable that it refers to, or choose between two by an `if`",
                        ),
                    );
                }
                self.through(place, ty)
            }
            ExprKind::Index(of, index) => {
                let (base, base_ty) = self.place_for(of, access);
                let (place, base_ty) = self.through_all(base, base_ty);
                let elem = self.element_type(base_ty, span);
                let mut place = self.pinned(place, base_ty, self.acts(index));
                let start = self.nodes.len();
                let (index, index_ty) = self.value(index);
                if access == Access::Read {
                    self.followed_before(of, start, span);
                }
                let usize = self.types.usize();
                self.same_type(index_ty, usize, span);
                place.path.push(Proj::Index(index));
                (Place { span, ..place }, elem)
            }
            ExprKind::Slice {
                base: of,
                lo,
                hi,
                inclusive,
            } => {
                let (base, base_ty) = self.place_for(of, access);
                let (place, base_ty) = self.through_all(base, base_ty);
                let elem = self.element_type(base_ty, span);
                let later = [lo, hi].into_iter().flatten().any(|end| self.acts(end));
                let mut place = self.pinned(place, base_ty, later);
                let start = self.nodes.len();
                let (lo, hi) = self.slice_bounds(lo.as_deref(), hi.as_deref(), *inclusive);
                if access == Access::Read {
                    self.followed_before(of, start, span);
                }
                place.path.push(Proj::Slice(lo, hi));
                (Place { span, ..place }, self.types.fresh(Known::Seq(elem)))
            }
            ExprKind::Field(base, name) => {
                let (base, base_ty) = self.place_for(base, access);
                let (mut place, base_ty) = self.through_all(base, base_ty);
                match self.field(base_ty, name, span) {
                    Some((i, ty)) => {
                        place.path.push(Proj::Field(i));
                        (Place { span, ..place }, ty)
                    }
                    None => self.nowhere(span),
                }
            }
            _ => {
                // A temporary: `&mut vec![..]`, `&mut []`, `&mut f()`.
                let (value, ty) = self.expr(e);
                let slot = self.local(None, ty);
                self.assign(slot, value);
                (
                    Place {
                        root: Root::Local(slot),
                        path: Vec::new(),
                        span,
                    },
                    ty,
                )
            }
        }
    }

    /// `place = value`, `place op= value`
    pub(crate) fn assignment(&mut self, e: &Expr) {
        let span = e.span;
        match &e.kind {
            ExprKind::Assign(target, value) => {
                if let ExprKind::Tuple(targets) = &target.kind {
                    for slot in targets
                        .iter()
                        .filter_map(|target| self.root(target))
                        .collect::<Vec<_>>()
                    {
                        self.lend(slot, value);
                    }
                    return self.assign_tuple(targets, value, span);
                }
                if let Some(slot) = self.root(target) {
                    self.lend(slot, value);
                }
                let (mut value, found) = self.expr(value);
                if self.acts(target) {
                    value = self.save(value, found);
                }
                let (place, ty) = self.place(target);
                let value = self.coerce(value, found, ty, span);
                let value = self.before_write(&place, value, ty, span);
                self.emit(span, |next| Action::Assign(place, value, next));
            }
            ExprKind::AssignOp(op, target, value) if self.is_shared_reference(value) => {
                // To Rust this is a call of `AddAssign`: from left to right.
                let (place, ty) = self.place(target);
                let (place, ty) = self.through_all(place, ty);
                let place = self.pinned(place, ty, true);
                let (value, found) = self.value(value);
                let value = self.save(value, found);
                let current = self.read_place(&place);
                let (result, _) = self.operate(*op, (current, ty), (value, found), span);
                let result = self.before_write(&place, result, ty, span);
                self.emit(span, |next| Action::Assign(place, result, next));
            }
            ExprKind::AssignOp(op, target, value) => {
                let (mut value, found) = self.expr(value);
                if self.acts(target) {
                    value = self.save(value, found);
                }
                let value = self.read_through(value, found);
                let found = self.types.peel(found);
                let (place, ty) = self.place(target);
                let (place, ty) = self.through_all(place, ty);
                let current = self.read_place(&place);
                // The right-hand side comes first: if both it and the place can fail, it is the one
                // that does.
                let first = !is_variable(&place) && !value.is_literal();
                let first = first.then(|| self.local(None, found));
                let operand = match first {
                    Some(slot) => Term::new(TermKind::Local(slot), value.span),
                    None => value.clone(),
                };
                let (mut result, _) = self.operate(*op, (current, ty), (operand, found), span);
                if let Some(slot) = first {
                    let kind = TermKind::Let(slot, Box::new(value), Box::new(result));
                    result = Term::new(kind, span);
                }
                let result = self.before_write(&place, result, ty, span);
                self.emit(span, |next| Action::Assign(place, result, next));
            }
            _ => unreachable!("only assignments come here"),
        }
    }

    /// `(a, b) = (b, a)`
    fn assign_tuple(&mut self, targets: &[Expr], value: &Expr, span: Span) {
        let (value, ty) = self.expr(value);
        let value = self.save(value, ty);
        let tys = match self.types.get(ty).clone() {
            Known::Tuple(tys) if tys.len() == targets.len() => tys,
            _ => {
                return self.error(
                    span,
                    "the right-hand side must be a tuple of the same length",
                    None,
                );
            }
        };
        self.before_writes(targets, span);
        for (i, (target, found)) in targets.iter().zip(tys).enumerate() {
            let component = u32::try_from(i).expect("tuples are short");
            let part = Term::new(TermKind::Field(Box::new(value.clone()), component), span);
            let (place, ty) = self.place(target);
            let part = self.coerce(part, found, ty, span);
            self.emit(span, |next| Action::Assign(place, part, next));
        }
    }

    /// The value of a place whose indices have side effects.
    pub(crate) fn read_impure_place(&mut self, e: &Expr) -> (Term, Ty) {
        let (place, ty) = self.place_for(e, Access::Read);
        (self.read_place(&place), ty)
    }

    /// The value at a place.
    pub(crate) fn read_place(&mut self, place: &Place) -> Term {
        let span = place.span;
        let mut term = match &place.root {
            Root::Local(slot) => Term::new(TermKind::Local(*slot), span),
            Root::Deref(reference) => Term::new(TermKind::Deref(reference.clone()), span),
        };
        for step in &place.path {
            let base = Box::new(term);
            let kind = match step {
                Proj::Field(i) => TermKind::Field(base, *i),
                Proj::Index(i) => TermKind::Index(base, Box::new(i.clone())),
                Proj::Slice(lo, hi) => {
                    TermKind::Slice(base, lo.clone().map(Box::new), hi.clone().map(Box::new))
                }
            };
            term = Term::new(kind, span);
        }
        term
    }

    /// The value behind all `&mut`s of a value.
    pub(crate) fn read_through(&mut self, mut value: Term, ty: Ty) -> Term {
        let mut ty = self.types.find(ty);
        while let Known::MutRef(target) = self.types.get(ty) {
            ty = *target;
            let span = value.span;
            value = match value.kind {
                TermKind::RefMut(place) => self.read_place(&place),
                kind => Term::new(TermKind::Deref(Box::new(Term::new(kind, span))), span),
            };
        }
        value
    }

    /// What a place that holds a `&mut` refers to.
    fn through(&mut self, place: Place, ty: Ty) -> (Place, Ty) {
        let Known::MutRef(target) = self.types.get(ty) else {
            return (place, ty);
        };
        let target = *target;
        let span = place.span;
        let reference = self.read_place(&place);
        (
            Place {
                root: Root::Deref(Box::new(reference)),
                path: Vec::new(),
                span,
            },
            target,
        )
    }

    /// As [`Self::through`], for any number of `&mut`s.
    pub(crate) fn through_all(&mut self, mut place: Place, mut ty: Ty) -> (Place, Ty) {
        while matches!(self.types.get(ty), Known::MutRef(_)) {
            (place, ty) = self.through(place, ty);
        }
        (place, ty)
    }

    /// The element type of a sequence.
    pub(crate) fn element_type(&mut self, ty: Ty, span: Span) -> Ty {
        let ty = self.types.peel(ty);
        match self.types.get(ty) {
            Known::Seq(elem) => *elem,
            Known::Open => {
                let elem = self.types.open();
                let seq = self.types.fresh(Known::Seq(elem));
                self.types.unify(ty, seq);
                elem
            }
            _ => {
                self.error(span, "this is not an array, a vector or a slice", None);
                self.types.open()
            }
        }
    }

    /// Position and type of a field.
    pub(crate) fn field(&mut self, ty: Ty, name: &str, span: Span) -> Option<(u32, Ty)> {
        let ty = self.types.peel(ty);
        match self.types.get(ty).clone() {
            Known::Tuple(tys) => {
                let i: usize = name.parse().ok()?;
                Some((u32::try_from(i).ok()?, *tys.get(i)?))
            }
            Known::Struct(def) => {
                let Some(i) = def.fields.iter().position(|(field, _)| field == name) else {
                    self.error(span, format!("`{}` has no field `{name}`", def.name), None);
                    return None;
                };
                let ty = self.types.declared(&def.fields[i].1);
                Some((u32::try_from(i).ok()?, ty))
            }
            _ => {
                self.error(
                    span,
                    format!("the type of what has the field `{name}` is not known here"),
                    Some("annotate the variable with its type"),
                );
                None
            }
        }
    }

    /// Bounds of a slice, half-open.
    pub(crate) fn slice_bounds(
        &mut self,
        lo: Option<&Expr>,
        hi: Option<&Expr>,
        inclusive: bool,
    ) -> (Option<Term>, Option<Term>) {
        let ends: Vec<&Expr> = lo.into_iter().chain(hi).collect();
        let mut values = self.values(&ends).into_iter();
        let mut bound = |this: &mut Self, e: &Expr| {
            let (value, ty) = values.next().expect("one value for each end");
            let usize = this.types.usize();
            this.same_type(ty, usize, e.span);
            (value, usize)
        };
        let lo = lo.map(|e| bound(self, e).0);
        let hi = hi.map(|e| {
            let (value, ty) = bound(self, e);
            if inclusive {
                self.successor(value, ty)
            } else {
                value
            }
        });
        (lo, hi)
    }

    fn nowhere(&mut self, span: Span) -> (Place, Ty) {
        let ty = self.types.open();
        let slot = self.local(None, ty);
        (
            Place {
                root: Root::Local(slot),
                path: Vec::new(),
                span,
            },
            ty,
        )
    }
}

/// A whole variable: always there, always the same.
pub(crate) fn is_variable(place: &Place) -> bool {
    place.path.is_empty() && matches!(place.root, Root::Local(_))
}
