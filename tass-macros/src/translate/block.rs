//! Blocks and statements.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Block, Expr, ExprMacro, Local, Pat, Stmt};
use tass_syntax::accepted::Family;
use tass_syntax::tree::{self, ExprKind, Span, Type};

use super::Translator;
use crate::vocabulary::{Named, Shape};

impl Translator<'_> {
    /// `{ .. }`: a scope of its own.
    pub(crate) fn block(&mut self, block: &Block) -> tree::Block {
        self.scoped(|this| this.statements(block))
    }

    fn statements(&mut self, block: &Block) -> tree::Block {
        let mut stmts = Vec::new();
        let mut tail = None;
        let mut pending: Option<Pending> = None;
        for (index, stmt) in block.stmts.iter().enumerate() {
            let last = index + 1 == block.stmts.len();
            if let (Some(mac), Some(invariant)) = (assigns_macro(stmt), &mut pending) {
                self.names.vocabulary(&mac.path);
                if let Some(Shape::Assigns(places)) = self.shape("assigns", mac) {
                    invariant.assigns = Some(places);
                }
                continue;
            }
            if let Some(mac) = invariant_macro(stmt) {
                if let Some(Pending { mac, .. }) = pending.take() {
                    self.diagnostics.error(
                        mac,
                        "a loop has one invariant: join the two conditions with `&&`",
                    );
                }
                self.names.vocabulary(&mac.path);
                let name = mac.path.segments.last().map(|last| last.ident.to_string());
                if let Some(Shape::Invariant(named, joint)) =
                    self.shape(&name.unwrap_or_default(), mac)
                {
                    pending = Some(Pending {
                        named,
                        joint,
                        mac: quote!(#mac),
                        assigns: None,
                    });
                }
                continue;
            }
            let (expr, is_tail) = match stmt {
                Stmt::Local(local) => {
                    self.stray(&mut pending);
                    let local = self.let_statement(local);
                    stmts.push(local);
                    continue;
                }
                Stmt::Item(item) => {
                    self.stray(&mut pending);
                    self.diagnostics.error(
                        item,
                        "items inside a model are not supported: move it out of the function",
                    );
                    continue;
                }
                Stmt::Macro(mac) => {
                    self.accepts(mac, Family::Statement, "macro");
                    let tail = last && mac.semi_token.is_none();
                    (
                        Expr::Macro(ExprMacro {
                            attrs: Vec::new(),
                            mac: mac.mac.clone(),
                        }),
                        tail,
                    )
                }
                // A lone `;`, as after the block of an `if`.
                Stmt::Expr(Expr::Verbatim(nothing), semi) if nothing.is_empty() => {
                    self.accepts(semi, Family::Statement, ";");
                    continue;
                }
                Stmt::Expr(expr, semi) => {
                    let is_value = last && semi.is_none();
                    let form = if is_value { "value" } else { "expression" };
                    self.accepts(expr, Family::Statement, form);
                    (expr.clone(), is_value)
                }
            };
            let is_loop = matches!(expr, Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_));
            let code = if is_loop {
                self.loop_expression(&expr, pending.take())
            } else {
                self.stray(&mut pending);
                self.expression(&expr)
            };
            // `while` and `for` have no value: as a tail they are a statement like any other.
            if is_tail && !matches!(expr, Expr::While(_) | Expr::ForLoop(_)) {
                tail = Some(Box::new(code));
            } else {
                stmts.push(tree::Stmt::Expr(code));
            }
        }
        self.stray(&mut pending);
        let span = self.source.between(
            block.brace_token.span.open(),
            block.brace_token.span.close(),
        );
        tree::Block { stmts, tail, span }
    }

    /// A block that nobody wrote, at the place of `node`.
    pub(super) fn block_of(
        &self,
        node: &impl ToTokens,
        stmts: Vec<tree::Stmt>,
        tail: Option<tree::Expr>,
    ) -> tree::Expr {
        let (span, tail) = (self.source.span(node), tail.map(Box::new));
        self.expr(
            node,
            ExprKind::Block(None, tree::Block { stmts, tail, span }),
        )
    }

    fn let_statement(&mut self, local: &Local) -> tree::Stmt {
        if let Some(init) = &local.init
            && let Some((_, otherwise)) = &init.diverge
        {
            return self.let_else(local, &init.expr, otherwise);
        }
        let form = match (&local.init, &local.pat) {
            (None, _) => "let later",
            (_, Pat::Type(_)) => "let type",
            _ => "let",
        };
        self.accepts(local, Family::Statement, form);
        let init = local.init.as_ref();
        let init = init.map(|init| self.expression(&init.expr));
        let (pattern, ty) = match &local.pat {
            Pat::Type(typed) => {
                let ty = self.ty(&typed.ty);
                (self.pattern(&typed.pat), ty)
            }
            other => (self.pattern(other), Type::Infer),
        };
        tree::Stmt::Let {
            pattern,
            ty,
            init,
            span: self.source.span(local),
        }
    }

    /// An invariant that no loop follows.
    fn stray(&mut self, pending: &mut Option<Pending>) {
        if let Some(Pending { mac, .. }) = pending.take() {
            self.diagnostics.error(
                mac,
                "`invariant!` stands right before the `while`, `loop` or `for` that it is about",
            );
        }
    }
}

/// `let _: ty = value;`
pub(super) fn dropped(value: tree::Expr, ty: Type, span: Span) -> tree::Stmt {
    tree::Stmt::Let {
        pattern: tree::Pattern::Wild,
        ty,
        init: Some(value),
        span,
    }
}

/// An invariant whose loop is still to come.
pub(super) struct Pending {
    pub(super) named: Named,
    pub(super) joint: bool,
    pub(super) mac: TokenStream,
    pub(super) assigns: Option<Vec<Expr>>,
}

/// Is the statement an `invariant!(..);` or a `joint_invariant!(..);`?
fn invariant_macro(stmt: &Stmt) -> Option<&syn::Macro> {
    statement(stmt, &["invariant", "joint_invariant"])
}

/// Is the statement an `assigns!(..);`?
fn assigns_macro(stmt: &Stmt) -> Option<&syn::Macro> {
    statement(stmt, &["assigns"])
}

/// A call of one of these macros, as a statement.
fn statement<'s>(stmt: &'s Stmt, names: &[&str]) -> Option<&'s syn::Macro> {
    let mac = match stmt {
        Stmt::Macro(stmt) => &stmt.mac,
        Stmt::Expr(Expr::Macro(expr), _) => &expr.mac,
        _ => return None,
    };
    let last = mac.path.segments.last()?;
    names.iter().any(|name| last.ident == name).then_some(mac)
}
