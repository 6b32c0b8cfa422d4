//! Branches and loops.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{Expr, ExprIf, ExprMethodCall, ExprRange, Label, Lifetime, RangeLimits};
use tass_syntax::accepted::Family;
use tass_syntax::tree::{self, ExprKind, ForIter, LoopKind};

use super::block::Pending;
use super::cases::has_let;
use super::{Translator, nothing, plain};

impl Translator<'_> {
    /// `if`, with all its `else`s.
    pub(super) fn branch(&mut self, branch: &ExprIf) -> tree::Expr {
        self.step(branch);
        let (cond, then) = self.scoped(|this| {
            let cond = Box::new(this.condition_of(&branch.cond));
            (cond, this.block(&branch.then_branch))
        });
        let otherwise = branch.else_branch.as_ref();
        let otherwise = otherwise.map(|(_, otherwise)| self.boxed(otherwise));
        let branches = ExprKind::If {
            cond,
            then,
            otherwise,
        };
        self.expr(branch, branches)
    }

    /// `while`, `loop` or `for`, with the invariant that stands before it.
    pub(super) fn loop_expression(
        &mut self,
        expr: &Expr,
        invariant: Option<Pending>,
    ) -> tree::Expr {
        // What a `for` binds is in sight of its invariant.
        let invariant = self.scoped(|this| {
            if let (Expr::ForLoop(x), Some(_)) = (expr, &invariant) {
                this.pattern(&x.pat);
            }
            invariant.map(|invariant| this.invariant(&invariant))
        });
        self.step(expr);
        let label = match expr {
            Expr::While(x) => &x.label,
            Expr::Loop(x) => &x.label,
            Expr::ForLoop(x) => &x.label,
            _ => return nothing(),
        };
        if let Some(label) = label {
            self.accepts(label, Family::Expression, "label");
        }
        let form = match expr {
            Expr::While(x) if has_let(&x.cond) => Some("while let"),
            Expr::While(_) => Some("while"),
            Expr::Loop(_) => Some("loop"),
            // Told apart by what they run over.
            _ => None,
        };
        if let Some(form) = form {
            self.accepts(expr, Family::Expression, form);
        }
        let label = self.label(label.as_ref());
        let (kind, body, head) = self.scoped(|this| match expr {
            Expr::While(x) => {
                let cond = this.condition_of(&x.cond);
                let head = this.head(x.while_token.span, &x.cond);
                (LoopKind::While(cond), this.block(&x.body), head)
            }
            Expr::ForLoop(x) => {
                let iter = this.for_iter(&x.expr);
                let pattern = this.pattern(&x.pat);
                let head = this.head(x.for_token.span, &x.expr);
                (LoopKind::For(pattern, iter), this.block(&x.body), head)
            }
            Expr::Loop(x) => (
                LoopKind::Forever,
                this.block(&x.body),
                this.source.span(&x.loop_token),
            ),
            _ => unreachable!("a loop, as above"),
        });
        let inner = tree::Loop {
            label,
            kind,
            body,
            invariant,
            head,
        };
        self.expr(expr, ExprKind::Loop(Box::new(inner)))
    }

    fn head(&self, keyword: Span, end: &impl ToTokens) -> tree::Span {
        let mut tokens = TokenStream::new();
        syn::Ident::new("head", keyword).to_tokens(&mut tokens);
        end.to_tokens(&mut tokens);
        self.source.span(&tokens)
    }

    pub(super) fn label(&mut self, label: Option<&Label>) -> Option<String> {
        self.lifetime(label.map(|label| &label.name))
    }

    /// The label of a `break` or a `continue`.
    pub(super) fn jump_label(
        &mut self,
        node: &Expr,
        label: Option<&Lifetime>,
        form: &'static str,
    ) -> Option<String> {
        if label.is_some() {
            self.accepts(node, Family::Expression, form);
        }
        self.lifetime(label)
    }

    pub(super) fn lifetime(&mut self, lifetime: Option<&Lifetime>) -> Option<String> {
        lifetime.map(|lifetime| plain(&lifetime.ident))
    }

    /// What a `for` runs over.
    fn for_iter(&mut self, expr: &Expr) -> ForIter {
        match expr {
            Expr::Paren(paren) => self.for_iter(&paren.expr),
            Expr::Group(group) => self.for_iter(&group.expr),
            Expr::Range(range) => self.for_range(range, false, None),
            Expr::MethodCall(call) => self.for_method(call),
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.reject(expr, "looping over `&mut` is not supported in models: use an index, `for i in 0..a.len()`")
            }
            other => self.for_elements(other, other),
        }
    }

    /// `for x in a`: `node` is the head, `elements` what is run over.
    fn for_elements(&mut self, node: &Expr, elements: &Expr) -> ForIter {
        self.accepts(node, Family::Expression, "for elements");
        ForIter::Elements(self.expression(elements))
    }

    fn for_method(&mut self, call: &ExprMethodCall) -> ForIter {
        let method = call.method.to_string();
        match method.as_str() {
            "iter" => {
                self.accepts(call, Family::Expression, "for elements");
                let elements = self.boxed(&call.receiver);
                ForIter::Elements(self.expr(call, ExprKind::Ref(false, elements)))
            }
            "into_iter" => {
                let node = Expr::MethodCall(call.clone());
                self.for_elements(&node, &call.receiver)
            }
            "rev" | "step_by" => {
                let step = if method == "step_by" { call.args.first() } else { None };
                let receiver = inner(&call.receiver);
                match receiver {
                    Expr::Range(range) => self.for_range(range, method == "rev", step),
                    Expr::MethodCall(before) if before.method == "rev" && method == "step_by" => {
                        match inner(&before.receiver) {
                            Expr::Range(range) => self.for_range(range, true, step),
                            _ => self.reject(call, ONLY_RANGES),
                        }
                    }
                    Expr::MethodCall(before) if before.method == "step_by" => self.reject(
                        call,
                        "`.step_by(k).rev()` is not supported in models: write `.rev().step_by(k)` with the ends adjusted",
                    ),
                    _ => self.reject(call, ONLY_RANGES),
                }
            }
            "iter_mut" => self.reject(call, "`iter_mut` is not supported in models: use an index, `for i in 0..a.len()`"),
            "enumerate" => {
                self.reject(call, "`enumerate` is not supported yet: use an index, `for i in 0..a.len()`")
            }
            "zip" | "map" | "filter" | "copied" | "cloned" | "take" | "skip" | "chain" | "windows" | "chunks" => self
                .reject(call, format!("`{method}` is not supported in the head of a `for`: use an index, `for i in 0..a.len()`")),
            _ => {
                let call = Expr::MethodCall(call.clone());
                self.for_elements(&call, &call)
            }
        }
    }

    fn for_range(&mut self, range: &ExprRange, rev: bool, step: Option<&Expr>) -> ForIter {
        let (Some(lo), Some(hi)) = (&range.start, &range.end) else {
            return self.reject(range, "a `for` needs a range with both ends: `0..n`");
        };
        self.accepts(range, Family::Expression, "for range");
        if rev {
            self.accepts(range, Family::Expression, "for rev");
        }
        if let Some(step) = step {
            self.accepts(step, Family::Expression, "for step_by");
        }
        ForIter::Range {
            lo: self.expression(lo),
            hi: self.expression(hi),
            inclusive: matches!(range.limits, RangeLimits::Closed(_)),
            rev,
            step: step.map(|step| self.expression(step)),
        }
    }
}

const ONLY_RANGES: &str =
    "`rev` and `step_by` are supported on ranges only: use an index, `for i in (0..a.len()).rev()`";

/// Without parentheses.
pub(super) fn inner(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => inner(&paren.expr),
        Expr::Group(group) => inner(&group.expr),
        other => other,
    }
}
