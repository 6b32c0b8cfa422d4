//! Conditions that must be terms: invariants and closures.
//!
//! Elsewhere `if` becomes a branch and a call a new frame. A condition that is about every item, or
//! about any iteration, has no place where an action could stand, so there
//!
//! - `if a { b } else { c }` is a term of which only one arm is evaluated,
//! - `let x = a;` in a block binds a term, evaluated once, before what follows,
//! - a call of a model function whose body is made of such things is the body itself, its
//!   parameters bound to the arguments, which are evaluated once each, from left to right.
//!
//! What is *plain* in this sense is decided first ([`is_plain`]); while it is lowered nothing may
//! be taken for a side effect ([`FnLowering::acts`]), and nothing is emitted.

use std::sync::Arc;

use super::FnLowering;
use super::draft::{Term, TermKind};
use super::purity::{is_impure, is_impure_or_tests, is_plain};
use super::ty::Ty;
use tass_syntax::tree::{Block, Expr, Function, Pattern, Span, Stmt};

impl FnLowering<'_, '_> {
    /// Must this be lowered to actions?
    pub(crate) fn acts(&self, e: &Expr) -> bool {
        !self.plain && is_impure(e, self.shared.comm)
    }

    /// Lowers what must be a term. `None`: it is not plain. (A test of shared variables is an
    /// action: what it says is true of one moment.)
    pub(crate) fn plainly<T>(&mut self, e: &Expr, lower: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.plain || !is_impure_or_tests(e, self.shared.comm) {
            return Some(lower(self));
        }
        if !is_plain(e, &self.function, self.shared.comm) {
            return None;
        }
        let before = (self.nodes.len(), self.shared.errors.len());
        self.plain = true;
        let result = lower(self);
        self.plain = false;
        let emitted = before != (self.nodes.len(), self.shared.errors.len());
        assert!(
            !emitted || self.shared.errors.len() > before.1,
            "a plain condition has become an action; please report this as a bug of tass"
        );
        Some(result)
    }

    /// `if cond { then } else { otherwise }`
    pub(crate) fn plain_if(
        &mut self,
        cond: &Expr,
        then: &Block,
        otherwise: &Expr,
        span: Span,
    ) -> (Term, Ty) {
        let cond = self.condition(cond);
        let ty = self.types.open();
        let (value, found) = self.plain_block(then);
        let then = self.coerce(value, found, ty, span);
        let (value, found) = self.expr(otherwise);
        let otherwise = self.coerce(value, found, ty, span);
        let kind = TermKind::If(Box::new(cond), Box::new(then), Box::new(otherwise));
        (Term::new(kind, span), ty)
    }

    /// A block of `let`s and a value.
    pub(crate) fn plain_block(&mut self, block: &Block) -> (Term, Ty) {
        let names = self.scope.len();
        let mut bound = Vec::new();
        for stmt in &block.stmts {
            let Stmt::Let {
                pattern,
                ty,
                init: Some(init),
                span,
            } = stmt
            else {
                unreachable!("a plain block has only such statements");
            };
            let declared = self.types.declared(ty);
            let (value, found) = self.expr(init);
            let value = self.coerce(value, found, declared, *span);
            bound.push((self.bound(pattern, declared), value));
        }
        let tail = block.tail.as_ref().expect("a plain block has a value");
        let (value, ty) = self.expr(tail);
        self.scope.truncate(names);
        (with(bound, value), ty)
    }

    /// A variable that a term binds.
    fn bound(&mut self, pattern: &Pattern, ty: Ty) -> u32 {
        let name = pattern.single_name();
        let slot = self.local(name, ty);
        self.scope.extend(name.map(|name| (name.to_owned(), slot)));
        slot
    }

    /// A call of a plain function: its body, with the parameters bound to the arguments. What goes
    /// wrong in it is told of the call, whose function the places in this graph belong to.
    pub(crate) fn inline(
        &mut self,
        function: &Arc<Function>,
        args: Vec<(Term, Ty)>,
        span: Span,
    ) -> (Term, Ty) {
        let errors = self.shared.errors.len();
        let (literals, required) = (self.literals.len(), self.required.len());
        let mut values = Vec::new();
        for ((value, found), param) in args.into_iter().zip(&function.params) {
            let declared = self.types.declared(&param.ty);
            values.push((self.coerce(value, found, declared, span), declared));
        }
        let scope = std::mem::take(&mut self.scope);
        let caller = std::mem::replace(&mut self.function, function.clone());
        let mut bound = Vec::new();
        for ((value, ty), param) in values.into_iter().zip(&function.params) {
            let slot = self.bound(&param.pattern, ty);
            self.declare_owner(slot, &param.ty, None);
            bound.push((slot, value));
        }
        let (body, found) = self.plain_block(&function.body);
        let ret = self.types.declared(&function.ret);
        let mut body = self.coerce(body, found, ret, span);
        self.function = caller;
        self.scope = scope;
        // The function is lowered on its own as well, where its errors are shown in its own text.
        self.shared.errors.truncate(errors);
        self.literals[literals..]
            .iter_mut()
            .for_each(|(_, _, at)| *at = span);
        self.required[required..]
            .iter_mut()
            .for_each(|(_, _, at)| *at = span);
        body.span = span;
        body.terms_mut(&mut |term| term.span = span);
        (with(bound, body), ret)
    }
}

/// A term with variables bound, the first one outermost.
pub(super) fn with(bound: Vec<(u32, Term)>, value: Term) -> Term {
    bound.into_iter().rev().fold(value, |value, (slot, of)| {
        let span = value.span;
        Term::new(TermKind::Let(slot, Box::new(of), Box::new(value)), span)
    })
}
