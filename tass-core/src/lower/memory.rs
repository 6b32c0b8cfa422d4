//! Shared variables, membership tests and critical regions.
//!
//! Tests are taken out of the expressions they stand in, in order: each becomes an action that
//! stores its answer. All tests of one expression follow one pause, so that atomic tests are
//! answered together. A test that a short circuit would have left out is performed all the same: it
//! changes nothing, and its answer is not looked at.

use super::FnLowering;
use super::draft::{Action, CommOperand, Membership, Node, Place, Root, SharedVar, Term, TermKind};
use super::ty::Ty;
use crate::graph::{Pause, Region};
use tass_syntax::tree::{
    Block, Expr, ExprKind, Fold, FoldEnd, FoldSource, FoldStep, Literal, Pattern, Span, Stmt, Type,
    UnOp,
};

/// What a function's lowering knows of shared variables while it is under way.
#[derive(Default)]
pub(crate) struct Tests {
    /// Inside a membership test's closure: only shared variables of the process are visible.
    inside: bool,
    /// How many closures surround the expression.
    pub(crate) closures: usize,
    /// Inside `always!`: tests stay in the term.
    pub(crate) inline: bool,
    /// The location after the last test, while nothing else jumps there.
    pub(crate) after: Option<u32>,
}

impl FnLowering<'_, '_> {
    /// Makes the shared variables of the checked function, before its other locals, so that no
    /// block's end forgets them.
    pub(crate) fn declare_shared(&mut self, body: &Block) {
        for stmt in &body.stmts {
            let Stmt::Let {
                pattern,
                ty,
                init: Some(init),
                ..
            } = stmt
            else {
                continue;
            };
            let ExprKind::Shared(value) = &init.kind else {
                continue;
            };
            let Some(name) = pattern.single_name() else {
                self.error(init.span, "a shared variable has a single name", None);
                continue;
            };
            if self.graph != 0 {
                self.error(
                    init.span,
                    "shared variables are declared by the checked function, not by functions that it calls",
                    Some("declare it there, and pass its value"),
                );
                continue;
            }
            if self.memory.shared.iter().any(|var| var.name == name) {
                self.error(
                    init.span,
                    format!("`{name}` is declared as shared twice"),
                    Some("other processes know it by its name: choose another"),
                );
                continue;
            }
            if !is_literal(value) {
                self.error(
                    value.span,
                    "the initial value of a shared variable must be a literal",
                    Some("others may read it before this process has started: `let mut s = shared!(false);`"),
                );
                continue;
            }
            let (term, found) = self.expr(value);
            let declared = self.types.declared(ty);
            if !matches!(ty, Type::Infer | Type::Bool | Type::Int(_)) {
                self.error(
                    init.span,
                    format!("a shared variable is a `bool` or an integer, not `{ty}`"),
                    None,
                );
            }
            let init = self.coerce(term, found, declared, value.span);
            let slot = self.local(Some(name), declared);
            let name = name.to_owned();
            self.memory.shared.push(SharedVar { name, slot, init });
        }
        if self.graph == 0 && !self.memory.shared.is_empty() {
            let usize = self.types.usize();
            self.memory.reading = Some(self.local(None, usize));
        }
    }

    /// `let mut s = shared!(init);`: its variable exists already.
    pub(crate) fn shared_let(&mut self, pattern: &Pattern, span: Span) {
        let name = pattern.single_name().unwrap_or_default();
        let vars = &self.memory.shared;
        let declared = vars.iter().find(|var| self.graph == 0 && var.name == name);
        match declared.map(|var| var.slot) {
            Some(slot) if !self.scope.iter().any(|(_, s)| *s == slot) => {
                self.scope.push((name.to_owned(), slot))
            }
            misplaced => {
                // Where the declaration itself is wrong, that has been reported.
                if misplaced.is_some() || self.shared.errors.is_empty() {
                    self.error(
                        span,
                        "a shared variable is declared once, directly in the body of the checked function",
                        Some("move it out of the loop or block, to the top of the function"),
                    );
                }
                let ty = self.types.open();
                let slot = self.local(Some(name), ty);
                self.bind(pattern, slot, span);
            }
        }
    }

    /// A place where others may come between.
    pub(crate) fn pause(&mut self, why: Pause, span: Span) {
        if self.here() == 0 {
            // The first location stands for a process that has not started.
            self.emit(span, Action::Goto);
        }
        self.emit(span, |next| Action::Pause(why, next));
    }

    /// The value as it is to be stored in `place`: if that is shared, after a pause.
    pub(crate) fn before_write(&mut self, place: &Place, value: Term, ty: Ty, span: Span) -> Term {
        let Root::Local(slot) = place.root else {
            return value;
        };
        if self.graph != 0 || !self.memory.is_shared(slot) {
            return value;
        }
        let value = if self.tests.after == Some(self.here()) {
            self.save(value, ty)
        } else {
            value
        };
        self.pause(Pause::Write, span);
        value
    }

    /// A pause before a tuple assignment with a shared variable among its targets: all are written
    /// at once.
    pub(crate) fn before_writes(&mut self, targets: &[Expr], span: Span) {
        let shared = |target: &Expr| match &target.kind {
            ExprKind::Var(name) => self
                .scope
                .iter()
                .rev()
                .find(|(n, _)| n == name)
                .is_some_and(|(_, slot)| self.graph == 0 && self.memory.is_shared(*slot)),
            _ => false,
        };
        if targets.iter().any(shared) {
            self.pause(Pause::Write, span);
        }
    }

    /// `proc.iter().any(|p| ..)` outside collective conditions.
    pub(crate) fn membership(
        &mut self,
        fold: &Fold,
        before: Option<&Expr>,
        span: Span,
    ) -> (Term, Ty) {
        let simple = matches!(fold.end, FoldEnd::All(_) | FoldEnd::Any(_))
            && !fold
                .steps
                .iter()
                .any(|step| matches!(step, FoldStep::Map(_)));
        if !simple {
            self.error(
                span,
                "this is not a membership test: a process may only ask whether all, or any, of the others satisfy a condition",
                Some("end the chain with `any(|p| ..)` or `all(|p| ..)`; numbers such as a maximum or a count of other processes are outside the class of `shared!` programs"),
            );
            return self.poison(span);
        }
        if self.tests.closures > 0 {
            self.error(
                span,
                "a membership test cannot stand inside another quantifier",
                Some("its answer may not depend on a bound variable"),
            );
            return self.poison(span);
        }
        if self.graph != 0 {
            self.error(span, "membership tests stand in the checked function, which declares the shared variables", Some("make the test there, and pass its answer"));
            return self.poison(span);
        }
        let inner = Fold {
            source: FoldSource::Procs {
                before: before.cloned(),
            },
            steps: fold.steps.clone(),
            end: fold.end.clone(),
        };
        self.tests.inside = true;
        let (term, ty) = self.fold(&inner, span);
        self.tests.inside = false;
        if self.tests.inline {
            return (term, ty);
        }
        let TermKind::Quantifier {
            forall,
            var,
            hi,
            body,
            ..
        } = term.kind
        else {
            return (term, ty);
        };
        if self.tests.after != Some(self.here()) {
            self.pause(Pause::Test, span);
        }
        let dest = self.local(None, ty);
        self.memory.results.push(dest);
        let test = Membership {
            forall,
            var,
            end: *hi,
            body: *body,
            dest,
        };
        self.emit(span, |next| Action::Test(Box::new(test), next));
        self.tests.after = Some(self.here());
        (Term::new(TermKind::Local(dest), span), ty)
    }

    /// In a membership test, only shared variables of the other process are visible.
    pub(crate) fn check_visible(&mut self, name: &str, span: Span) {
        if self.tests.inside && !self.memory.shared.iter().any(|var| var.name == name) {
            self.error(
                span,
                format!("`{name}` is not a shared variable, so other processes cannot test it"),
                Some("declare it with `shared!(..)`"),
            );
        }
    }

    /// `critical!({ .. })`
    pub(crate) fn critical(&mut self, block: &Block, span: Span) -> (Term, Ty) {
        if self.graph != 0 {
            self.error(
                span,
                "`critical!` stands in the checked function, not in functions that it calls",
                None,
            );
        }
        self.pause(Pause::Region, span);
        let from = self.here() - 1;
        let value = self.block_value(block);
        // So that a call at the end of the block returns into the region.
        self.emit(span, Action::Goto);
        let to = self.here();
        self.memory.regions.push(Region { from, to, span });
        value
    }

    /// `always!(cond)`
    pub(crate) fn always(&mut self, cond: &Expr, span: Span) {
        if self.graph != 0 {
            self.error(span, "`always!` stands in the checked function", None);
            return;
        }
        let actions = self.nodes.len();
        self.tests.inline = true;
        let term = self.condition(cond);
        self.tests.inline = false;
        if self.nodes.len() > actions || !is_global(&term, None) {
            self.error(
                cond.span,
                "`always!` is about all processes, not about this one: membership tests over all of them, joined by `!`, `&&` and `||`",
                Some("for example `always!(!proc.iter().any(|p| p.writes) || proc.iter().all(|p| !p.reads))`"),
            );
        }
        self.memory.always.push(term);
    }

    /// Where shared variables are borrowed mutably: written by anything but an assignment, they
    /// would be seen too early, or not at all.
    pub(crate) fn shared_borrows(&self, nodes: &mut [Node]) -> Vec<Span> {
        let mut borrowed = Vec::new();
        let shared =
            |place: &Place| matches!(place.root, Root::Local(slot) if self.memory.is_shared(slot));
        for node in nodes {
            if let Action::Comm(action, _) = &node.action {
                for operand in action.args.iter().flatten() {
                    if let CommOperand::Out { place, .. } = operand
                        && shared(place)
                    {
                        borrowed.push(place.span);
                    }
                }
            }
            node.action.terms_mut(&mut |term| {
                if let TermKind::RefMut(place) = &term.kind
                    && shared(place)
                {
                    borrowed.push(place.span);
                }
            });
        }
        borrowed
    }
}

fn is_literal(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(..)
        | ExprKind::Bool(_)
        | ExprKind::Literal(Literal::Int(..) | Literal::Bool(_)) => true,
        ExprKind::Unary(UnOp::Neg, inner) => matches!(inner.kind, ExprKind::Int(..)),
        _ => false,
    }
}

/// Does the term speak of nothing but all processes? `bound` is the process it is under.
fn is_global(term: &Term, bound: Option<u32>) -> bool {
    match &term.kind {
        TermKind::Bool(_) => true,
        TermKind::Int(_) => bound.is_some(),
        TermKind::Not(a) => is_global(a, bound),
        TermKind::Neg(a, _) | TermKind::Cast(a, _) => bound.is_some() && is_global(a, bound),
        TermKind::Logic(_, a, b) => is_global(a, bound) && is_global(b, bound),
        TermKind::Compare(_, a, b) | TermKind::Arith(_, _, a, b) => {
            bound.is_some() && is_global(a, bound) && is_global(b, bound)
        }
        TermKind::Quantifier { var, hi, body, .. } => {
            bound.is_none() && matches!(hi.kind, TermKind::Size) && is_global(body, Some(*var))
        }
        TermKind::Peer(process, _) => {
            matches!((&process.kind, bound), (TermKind::Local(slot), Some(var)) if *slot == var)
        }
        _ => false,
    }
}
