//! Blocks and their statements.

use super::draft::{Action, Term, TermKind};
use super::purity::block_is_impure;
use super::ty::{Known, Ty};
use super::{FnLowering, Target};
use tass_syntax::tree::{Block, Expr, ExprKind, Span, Stmt};

impl FnLowering<'_, '_> {
    /// A block: its statements in a scope of their own, then its value.
    pub(crate) fn block_value(&mut self, block: &Block) -> (Term, Ty) {
        let names = self.scope.len();
        let slots = u32::try_from(self.locals.len()).expect("locals are counted by u32");
        let mut diverges = false;
        for stmt in &block.stmts {
            diverges |= self.stmt(stmt);
        }
        let (value, ty) = match &block.tail {
            Some(tail) => self.expr(tail),
            None if diverges => self.never(block.span),
            None => self.unit_value(block.span),
        };
        let result = if matches!(self.types.get(ty), Known::Never) {
            (value, ty)
        } else if value.is_literal() {
            // Operations under way may use the block's variables.
            if block_is_impure(block, self.shared.comm) {
                self.kill(slots);
            }
            (value, ty)
        } else if matches!(&value.kind, TermKind::Tuple(parts) if parts.is_empty()) {
            self.kill(slots);
            (value, ty)
        } else if self.locals.len() as u32 == slots
            || self.types.holds_references(ty)
            || !block_is_impure(block, self.shared.comm)
        {
            // A reference may be to a temporary of the block, which lives as long as it does. And
            // nothing may be emitted for what is taken for a plain expression: it would come before
            // what is to its left.
            (value, ty)
        } else {
            // The value may speak of the block's own variables: keep it, forget them.
            let kept = self.save(value, ty);
            if let TermKind::Local(to) = kept.kind {
                self.emit(block.span, |next| Action::Kill {
                    from: slots,
                    to,
                    next,
                });
            }
            (kept, ty)
        };
        self.scope.truncate(names);
        result
    }

    pub(super) fn labelled_block(
        &mut self,
        label: Option<String>,
        block: &Block,
        span: Span,
    ) -> (Term, Ty) {
        let ty = self.types.open();
        let dest = self.local(None, ty);
        self.targets.push(Target {
            label,
            head: None,
            breaks: Vec::new(),
            dest: Some((dest, ty)),
            body: u32::try_from(self.locals.len()).expect("locals are counted by u32"),
            invariant: false,
        });
        let (value, found) = self.block_value(block);
        if !matches!(self.types.get(found), Known::Never) {
            let value = self.coerce(value, found, ty, span);
            self.assign(dest, value);
        }
        let target = self.targets.pop().expect("pushed above");
        self.patch_breaks(&target);
        (Term::new(TermKind::Local(dest), span), ty)
    }

    /// A statement; `true` if control never comes out of it.
    fn stmt(&mut self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Expr(e) => {
                let (value, ty) = self.expr(e);
                let never = matches!(self.types.get(ty), Known::Never);
                if !never {
                    self.discard(value);
                }
                never
            }
            Stmt::LetElse {
                pattern,
                ty,
                init,
                otherwise,
                span,
            } => self.let_else((pattern, ty), init, otherwise, *span),
            Stmt::Let {
                pattern,
                ty,
                init,
                span,
            } => {
                let declared = self.types.declared(ty);
                if let Some(Expr {
                    kind: ExprKind::Shared(_),
                    ..
                }) = init
                {
                    self.shared_let(pattern, *span);
                    return false;
                }
                let Some(init) = init else {
                    let slot = self.local(pattern.single_name(), declared);
                    self.declare_owner(slot, ty, None);
                    self.bind(pattern, slot, *span);
                    return false;
                };
                let (value, found) = self.expr(init);
                let never = matches!(self.types.get(found), Known::Never);
                let value = self.coerce(value, found, declared, init.span);
                let slot = self.local(pattern.single_name(), declared);
                self.declare_owner(slot, ty, Some(init));
                if never {
                    // Nobody gets here, but the names are there.
                    self.bind(pattern, slot, *span);
                    return true;
                }
                self.assign(
                    slot,
                    Term {
                        span: *span,
                        ..value
                    },
                );
                self.bind(pattern, slot, *span);
                false
            }
        }
    }
}
