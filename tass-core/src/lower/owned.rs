//! Which variables hold no shared reference?
//!
//! A shared reference is the value behind it here: what it refers to cannot change while it is
//! used. But the variable that holds it can, and then it matters *when* the reference is read. In
//! `v[{ v = &w; 0 }]` Rust has followed `v` before the index is evaluated, if `v` is a reference;
//! an array is read after its index. The types do not tell the two apart, so a variable must be
//! known to own what is in it, by its declaration or by what it is initialised with, or the
//! expression is refused.

use super::FnLowering;
use super::draft::{Action, CommOperand, TermKind};
use super::order::is_rooted_in;
use tass_syntax::tree::{Block, Expr, ExprKind, FoldEnd, Layout, Parts, Span, Type, UnOp};

/// Is the type written out, without a shared reference?
fn says_owned(ty: &Type) -> bool {
    match ty.layout() {
        _ if *ty == Type::Infer => false,
        Layout::Reference { mutable, target } => mutable && says_owned(target),
        Layout::Sequence(item, _) => says_owned(item),
        Layout::Parts(Parts::Tuple(parts)) => parts.iter().all(says_owned),
        Layout::Variants(def) => def.types().all(says_owned),
        // Its fields hold no references: `#[tass::data]` says so.
        Layout::Parts(Parts::Struct(_)) | Layout::Scalar(_) | Layout::Handle(_) => true,
    }
}

impl FnLowering<'_, '_> {
    /// A variable is declared.
    pub(super) fn declare_owner(&mut self, slot: u32, ty: &Type, init: Option<&Expr>) {
        let inside = says_owned(ty) || init.is_some_and(|init| self.owns(init));
        let itself = matches!(ty, Type::Array(..) | Type::Vec(_) | Type::Tuple(_))
            || init.is_some_and(|init| {
                use ExprKind::{Array, Repeat, Tuple, VecList, VecRepeat};
                let kind = &init.kind;
                matches!(
                    kind,
                    Array(_) | Repeat(..) | VecList(_) | VecRepeat(..) | Tuple(_)
                )
            });
        if inside || itself {
            self.owners.insert(slot, inside);
        }
        let literal =
            init.is_some_and(|init| matches!(init.kind, ExprKind::Array(_) | ExprKind::Repeat(..)));
        if literal || matches!(ty, Type::Array(..)) {
            self.arrays.insert(slot);
        }
        if let Some(init) = init {
            self.lend(slot, init);
        }
    }

    /// Is there certainly no shared reference in the value?
    pub(super) fn owns(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Int(..)
            | ExprKind::Float(..)
            | ExprKind::Bool(_)
            | ExprKind::Literal(_)
            | ExprKind::Const(_)
            | ExprKind::Cast(..)
            | ExprKind::Struct { .. }
            | ExprKind::Binary(..)
            | ExprKind::Unary(UnOp::Neg | UnOp::Not, _) => true,
            ExprKind::Typed(_, ty) => says_owned(ty),
            ExprKind::Tuple(es) | ExprKind::Array(es) | ExprKind::VecList(es) => {
                !es.is_empty() && es.iter().all(|e| self.owns(e))
            }
            ExprKind::Repeat(item, _) | ExprKind::VecRepeat(item, _) => self.owns(item),
            ExprKind::Ref(true, inner) | ExprKind::Index(inner, _) | ExprKind::Field(inner, _) => {
                self.owns(inner)
            }
            ExprKind::Var(_) => {
                let slot = self.root(e);
                slot.is_some_and(|slot| self.owners.get(&slot) == Some(&true))
            }
            ExprKind::Fold(fold) => !matches!(fold.end, FoldEnd::Min | FoldEnd::Max),
            ExprKind::Method { receiver, name, .. } => match name.as_str() {
                "clone" | "to_vec" | "to_owned" | "copied" | "cloned" | "min" | "max" | "clamp" => {
                    self.owns(receiver)
                }
                _ => true,
            },
            ExprKind::If {
                then,
                otherwise: Some(otherwise),
                ..
            } => self.block_owns(then) && self.owns(otherwise),
            ExprKind::Block(None, block) => self.block_owns(block),
            ExprKind::Call(callee, _) => {
                let callee = self.function.callees[*callee].clone();
                says_owned(&self.shared.callee(&callee).1.ret)
            }
            _ => false,
        }
    }

    /// The same of a block. The names that statements bind are gone by now.
    fn block_owns(&mut self, block: &Block) -> bool {
        let tail = block.tail.as_ref().filter(|_| block.stmts.is_empty());
        tail.is_some_and(|tail| self.owns(tail))
    }

    /// The variable in which a place starts.
    pub(super) fn root(&self, place: &Expr) -> Option<u32> {
        match &place.kind {
            ExprKind::Var(name) => {
                let found = self.scope.iter().rev().find(|(n, _)| n == name);
                found.map(|(_, slot)| *slot)
            }
            ExprKind::Index(base, _)
            | ExprKind::Slice { base, .. }
            | ExprKind::Field(base, _)
            | ExprKind::Unary(UnOp::Deref, base) => self.root(base),
            _ => None,
        }
    }

    /// The index of `base` was lowered from location `start` on: it must not change a shared
    /// reference that Rust has followed before.
    pub(super) fn followed_before(&mut self, base: &Expr, start: usize, span: Span) {
        let Some(slot) = self.root(base) else {
            return;
        };
        // What is in the variable does not matter if the variable itself is indexed.
        let inside = !matches!(base.kind, ExprKind::Var(_));
        if self
            .owners
            .get(&slot)
            .is_some_and(|owner| *owner || !inside)
        {
            return;
        }
        let mut written = false;
        let nodes = self.nodes.iter_mut().enumerate().skip(start);
        for (_, node) in nodes.filter(|(at, _)| !self.pins.contains(at)) {
            match &node.action {
                Action::Assign(place, ..) | Action::Push(place, ..) => {
                    written |= is_rooted_in(place, slot);
                }
                Action::Comm(action, _) => {
                    written |= action.args.iter().flatten().any(|operand| {
                        matches!(operand, CommOperand::Out { place, .. } if is_rooted_in(place, slot))
                    });
                }
                _ => {}
            }
            node.action.terms_mut(&mut |term| {
                written |=
                    matches!(&term.kind, TermKind::RefMut(place) if is_rooted_in(place, slot));
            });
        }
        if written {
            self.error(
                span,
                "the index changes the variable that is indexed, which may be a reference",
                Some("compute the index before, or annotate the variable with its type if it is no reference"),
            );
        }
    }
}
