//! Expressions: to terms where they are pure, to actions and a term for the result where not.

use super::FnLowering;
use super::draft::{CastTo, Term, TermKind};
use super::ty::{Known, Ty};
use tass_syntax::tree::{Expr, ExprKind, Span, Type, UnOp, unlinked};

impl FnLowering<'_, '_> {
    /// Lowers an expression to a term for its value.
    pub(crate) fn expr(&mut self, e: &Expr) -> (Term, Ty) {
        let span = e.span;
        match &e.kind {
            ExprKind::Outside(_) => unlinked(),
            ExprKind::Int(..)
            | ExprKind::Float(..)
            | ExprKind::Bool(_)
            | ExprKind::Literal(_)
            | ExprKind::Var(_)
            | ExprKind::Const(_) => self.name_or_literal(e),
            ExprKind::Unary(op, a) => self.unary(*op, a, span),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span),
            ExprKind::Assign(..) | ExprKind::AssignOp(..) => {
                self.assignment(e);
                self.unit_value(span)
            }
            ExprKind::Index(..) | ExprKind::Slice { .. } | ExprKind::Field(..) => self.part_of(e),
            ExprKind::Tuple(_)
            | ExprKind::Array(_)
            | ExprKind::VecList(_)
            | ExprKind::Repeat(..)
            | ExprKind::VecRepeat(..)
            | ExprKind::Struct { .. } => self.made_of(e),
            ExprKind::Variant { ty, name, fields } => self.variant(ty, name, fields, span),
            ExprKind::Match(value, arms) if self.plain => self.plain_match(value, arms, span),
            ExprKind::Match(value, arms) => self.match_value(value, arms, span),
            ExprKind::Let(..) => {
                self.error(span, "`let` is a condition of `if` and `while` only", None);
                self.poison(span)
            }
            ExprKind::Try(value) => self.try_value(value, span),
            ExprKind::Ref(false, a) => self.expr(a),
            ExprKind::Ref(true, a) => {
                let (place, ty) = self.place(a);
                (
                    Term::new(TermKind::RefMut(place), span),
                    self.types.fresh(Known::MutRef(ty)),
                )
            }
            ExprKind::Cast(a, ty) => self.cast(a, ty, span),
            ExprKind::Typed(a, ty) => {
                let (value, found) = self.expr(a);
                let ty = self.types.declared(ty);
                (self.coerce(value, found, ty, span), ty)
            }
            ExprKind::Call(callee, args) => self.call(*callee, args, span),
            ExprKind::Method {
                receiver,
                name,
                args,
            } => self.method(receiver, name, args, span),
            ExprKind::RangeContains {
                lo,
                hi,
                inclusive,
                item,
            } => self.range_contains((lo.as_deref(), hi.as_deref(), *inclusive), item, span),
            ExprKind::Fold(fold) => self.fold(fold, span),
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => match otherwise {
                Some(otherwise) if self.plain => self.plain_if(cond, then, otherwise, span),
                _ => self.if_value(cond, then, otherwise.as_deref(), span),
            },
            ExprKind::Block(None, block) if self.plain => self.plain_block(block),
            ExprKind::Block(None, block) => self.block_value(block),
            ExprKind::Block(label, block) => self.labelled_block(label.clone(), block, span),
            ExprKind::Loop(l) => self.loop_value(l, span),
            ExprKind::Break(label, value) => self.break_(label.as_deref(), value.as_deref(), span),
            ExprKind::Continue(label) => self.continue_(label.as_deref(), span),
            ExprKind::Return(value) => self.return_(value.as_deref(), span),
            ExprKind::Comm(call) => self.comm(call, span),
            ExprKind::Operator(_) => unreachable!("an operator stands behind `op = ` only"),
            ExprKind::Assert(..)
            | ExprKind::AssertEq(..)
            | ExprKind::Assume(_)
            | ExprKind::Cover(_)
            | ExprKind::Panic(_)
            | ExprKind::Unreachable(_)
            | ExprKind::Output(..)
            | ExprKind::Choose { .. }
            | ExprKind::Elaborate(_)
            | ExprKind::CollectiveAssert { .. }
            | ExprKind::JointAssert { .. }
            | ExprKind::Universe { .. }
            | ExprKind::Shared(_)
            | ExprKind::Critical(_)
            | ExprKind::Always(_) => self.said(e),
            ExprKind::Peer(..)
            | ExprKind::Counter(_)
            | ExprKind::InFlight { .. }
            | ExprKind::Spec(..) => self.elsewhere(e),
        }
    }

    /// A boolean expression.
    pub(crate) fn condition(&mut self, e: &Expr) -> Term {
        let (cond, ty) = self.expr(e);
        let cond = self.read_through(cond, ty);
        let bool = self.types.bool();
        let peeled = self.types.peel(ty);
        if !self.types.unify(peeled, bool) {
            self.error(e.span, "this must be a boolean", None);
        }
        cond
    }

    /// Makes a value of one type stand where another is expected: reads through `&mut` where the
    /// place wants a value.
    pub(crate) fn coerce(&mut self, value: Term, found: Ty, expected: Ty, span: Span) -> Term {
        let wants_ref = matches!(self.types.get(expected), Known::MutRef(_) | Known::Open);
        let (value, found) = if !wants_ref && matches!(self.types.get(found), Known::MutRef(_)) {
            (self.read_through(value, found), self.types.peel(found))
        } else {
            (value, found)
        };
        if !self.types.unify(found, expected) {
            self.error(
                span,
                "tass could not follow the types here",
                Some(
                    "this is accepted by rustc but not understood by the model builder; a type \
                     annotation on the variable may help",
                ),
            );
        }
        value
    }

    /// A part of a value: an element, a slice, a field.
    fn part_of(&mut self, e: &Expr) -> (Term, Ty) {
        let span = e.span;
        let term = |kind| Term::new(kind, span);
        match &e.kind {
            // A place is read when all of it is known.
            ExprKind::Index(_, index) if self.acts(index) => self.read_impure_place(e),
            ExprKind::Slice { lo, hi, .. }
                if [lo, hi].into_iter().flatten().any(|end| self.acts(end)) =>
            {
                self.read_impure_place(e)
            }
            ExprKind::Index(base, index) => {
                let (base, base_ty) = self.expr(base);
                let (index, index_ty) = self.value(index);
                let usize = self.types.usize();
                self.same_type(index_ty, usize, span);
                let elem = self.element_type(base_ty, span);
                let base = self.read_through(base, base_ty);
                (term(TermKind::Index(Box::new(base), Box::new(index))), elem)
            }
            ExprKind::Slice {
                base,
                lo,
                hi,
                inclusive,
            } => {
                let (base_term, base_ty) = self.expr(base);
                let elem = self.element_type(base_ty, span);
                let base = self.read_through(base_term, base_ty);
                let (lo, hi) = self.slice_bounds(lo.as_deref(), hi.as_deref(), *inclusive);
                let ty = self.types.fresh(Known::Seq(elem));
                (
                    term(TermKind::Slice(
                        Box::new(base),
                        lo.map(Box::new),
                        hi.map(Box::new),
                    )),
                    ty,
                )
            }
            ExprKind::Field(base, name) if self.process_variable(base).is_some() => {
                let slot = self.process_variable(base).expect("as the guard says");
                self.peer(Term::new(TermKind::Local(slot), base.span), name, span)
            }
            ExprKind::Field(base, name) => {
                let (base, base_ty) = self.expr(base);
                match self.field(base_ty, name, span) {
                    Some((i, ty)) => {
                        let base = self.read_through(base, base_ty);
                        (term(TermKind::Field(Box::new(base), i)), ty)
                    }
                    None => self.poison(span),
                }
            }
            _ => unreachable!("indices, slices and fields only are handed over"),
        }
    }

    fn cast(&mut self, a: &Expr, target: &Type, span: Span) -> (Term, Ty) {
        let (value, found) = self.expr(a);
        let value = self.read_through(value, found);
        let found = self.types.peel(found);
        // Rust gives a literal the target's type; nothing else learns from a cast.
        if let Type::Int(_) = target
            && is_literal(a)
        {
            let ty = self.types.declared(target);
            self.types.unify(found, ty);
        }
        let (value, found) = match self.types.get(found).clone() {
            Known::Enum(def, _) if def.is_plain() && matches!(target, Type::Int(_)) => {
                self.discriminant(value, found, &def)
            }
            _ => (value, found),
        };
        let to = match (self.types.get(found), target) {
            (Known::AnyInt | Known::Int(_), Type::Int(t)) => {
                Some(CastTo::IntFromInt(self.number(found, span), *t))
            }
            (Known::AnyFloat | Known::Float(_), Type::Int(t)) => Some(CastTo::IntFromReal(*t)),
            (Known::Bool, Type::Int(_)) => Some(CastTo::IntFromBool),
            (Known::AnyInt | Known::Int(_), Type::Float(_)) => Some(CastTo::RealFromInt),
            (Known::AnyFloat | Known::Float(_), Type::Float(_)) | (Known::Bool, Type::Bool) => {
                Some(CastTo::Same)
            }
            _ => None,
        };
        let ty = self.types.declared(target);
        match to {
            Some(to) => (Term::new(TermKind::Cast(Box::new(value), to), span), ty),
            None => {
                self.error(
                    span,
                    "the type of what is cast is not known here",
                    Some("annotate the variable with its type"),
                );
                (value, ty)
            }
        }
    }

    pub(crate) fn unit_value(&mut self, span: Span) -> (Term, Ty) {
        (
            Term::new(TermKind::Tuple(Vec::new()), span),
            self.types.unit(),
        )
    }

    pub(crate) fn never(&mut self, span: Span) -> (Term, Ty) {
        (
            Term::new(TermKind::Tuple(Vec::new()), span),
            self.types.fresh(Known::Never),
        )
    }

    /// A value after an error: fits everywhere.
    pub(crate) fn poison(&mut self, span: Span) -> (Term, Ty) {
        (
            Term::new(TermKind::Tuple(Vec::new()), span),
            self.types.open(),
        )
    }
}

/// The two results of lowering two expressions.
pub(crate) fn two(parts: Vec<(Term, Ty)>) -> [(Term, Ty); 2] {
    <[(Term, Ty); 2]>::try_from(parts)
        .unwrap_or_else(|_| unreachable!("two expressions give two terms"))
}

/// An integer literal, also with a sign, or as the value of a block?
fn is_literal(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(..) => true,
        ExprKind::Unary(UnOp::Neg, inner) => is_literal(inner),
        ExprKind::Block(_, block) => block.tail.as_deref().is_some_and(is_literal),
        _ => false,
    }
}
