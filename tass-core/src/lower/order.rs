//! The order of evaluation: every operand once, in Rust's order, with its obligations.
//!
//! Lowering an expression gives a [`Term`], which is evaluated where the action that holds it is
//! executed: *later* than it was lowered. So a term may be handed on only while nothing is emitted
//! that could change what it reads. This module is where operands that belong together are lowered,
//! and it keeps that rule: before an operand with side effects is lowered ([`FnLowering::acts`]),
//! everything to its left is *settled*: a value is stored in a temporary, a place becomes a
//! reference to it. Terms without side effects are evaluated by the engine from left to right, so
//! that they need no settling among themselves.
//!
//! What is to the left of what, by the Rust reference:
//!
//! - *Expressions, evaluation order of operands*: the operands of operators, calls, method calls,
//!   arrays, tuples, structs, ranges and indexing are evaluated from left to right as they are
//!   written. The fields of a struct literal are taken as written, not as declared, and `..base`
//!   comes last.
//! - *Place expressions*: in `a[i][j]` the place `a` is named, `i` is evaluated and checked, then
//!   `j` is. What is in the place is read when all of it is known: `a[{ a[1] = 7; 1 }]` of an array
//!   is 7.
//! - *Value expression contexts*: a place that is an operand is read (copied or moved) when its
//!   turn comes.
//! - *Assignment expressions*: the right-hand side first, then the place. *Compound assignment*:
//!   the same if both types are primitive; with a reference on the right (`x += &y`) it is a call,
//!   left to right.
//! - *Method calls*: the receiver first, borrowed as far as the method asks for it. A `&mut` that
//!   the call adds is *two-phase*: arguments may still read the receiver (`v.push(v.len())`), and
//!   what they read is its old value, since nothing has been written yet. A reference to the place
//!   does just that.
//! - *Lazy boolean operators*: the right operand only where the left one asks for it.
//!
//! Closures of iterator chains have no side effects at all (`fold.rs`), so their bodies are terms.

use super::FnLowering;
use super::draft::{Place, Root, Term, TermKind};
use super::place::is_variable;
use super::ty::{Known, Ty};
use tass_syntax::tree::{Expr, ExprKind, Span, Type};

impl FnLowering<'_, '_> {
    /// Operands from left to right. References stay references.
    pub(crate) fn exprs(&mut self, es: &[&Expr]) -> Vec<(Term, Ty)> {
        self.in_order(es, false)
    }

    /// Operands from left to right, each the value behind its references when its turn comes.
    pub(crate) fn values(&mut self, es: &[&Expr]) -> Vec<(Term, Ty)> {
        self.in_order(es, true)
    }

    fn in_order(&mut self, es: &[&Expr], through: bool) -> Vec<(Term, Ty)> {
        let mut out = Vec::new();
        for (i, e) in es.iter().enumerate() {
            let (mut value, mut ty) = self.expr(e);
            if through {
                value = self.read_through(value, ty);
                ty = self.types.peel(ty);
            }
            let later = es[i + 1..].iter().any(|later| self.acts(later));
            out.push((self.settled(value, ty, later), ty));
        }
        out
    }

    /// One value behind its references.
    pub(crate) fn value(&mut self, e: &Expr) -> (Term, Ty) {
        let (value, ty) = self.expr(e);
        (self.read_through(value, ty), self.types.peel(ty))
    }

    /// A value that is not changed by what comes `later`.
    pub(crate) fn settled(&mut self, value: Term, ty: Ty, later: bool) -> Term {
        if later && !names_a_variable(&value) {
            self.save(value, ty)
        } else {
            value
        }
    }

    /// A place that is not changed by what comes `later`: its indices are evaluated and checked
    /// now.
    pub(crate) fn pinned(&mut self, place: Place, ty: Ty, later: bool) -> Place {
        if !later || is_variable(&place) {
            return place;
        }
        let span = place.span;
        let ty = self.types.fresh(Known::MutRef(ty));
        self.pins.insert(self.nodes.len());
        let reference = self.save(Term::new(TermKind::RefMut(place), span), ty);
        Place {
            root: Root::Deref(Box::new(reference)),
            path: Vec::new(),
            span,
        }
    }

    /// Is this a shared reference, so that an operator on it is a call?
    ///
    /// Shared references are values here. Of the forms that can fail or have side effects, the
    /// macro lets through only these where it matters; for others rustc has agreed that they are
    /// numbers.
    pub(crate) fn is_shared_reference(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Ref(mutable, _) => !mutable,
            ExprKind::Call(callee, _) => {
                let callee = self.function.callees[*callee].clone();
                let (_, function) = self.shared.callee(&callee);
                matches!(function.ret, Type::Ref { mutable: false, .. })
            }
            _ => false,
        }
    }

    /// Two types that rustc has found to be the same. If we do not, we must not go on as if we had
    /// understood.
    pub(crate) fn same_type(&mut self, one: Ty, other: Ty, span: Span) {
        if !self.types.unify(one, other) {
            self.error(
                span,
                "tass could not follow the types here",
                Some("this is accepted by rustc but not understood by the model builder; a type annotation on the variable may help"),
            );
        }
    }
}

/// Does the place start in this variable, or behind a reference that is in it?
pub(super) fn is_rooted_in(place: &Place, slot: u32) -> bool {
    fn starts(term: &Term, slot: u32) -> bool {
        match &term.kind {
            TermKind::Local(local) => *local == slot,
            TermKind::Deref(base)
            | TermKind::Field(base, _)
            | TermKind::Index(base, _)
            | TermKind::Slice(base, ..) => starts(base, slot),
            _ => false,
        }
    }
    match &place.root {
        Root::Local(local) => *local == slot,
        Root::Deref(reference) => starts(reference, slot),
    }
}

/// `&mut x` of a whole variable: always the same.
fn names_a_variable(value: &Term) -> bool {
    matches!(&value.kind, TermKind::RefMut(place) if is_variable(place))
}
