//! Other processes: `proc`, inside `collective_assert!` and `invariant!`; another program: `spec`,
//! inside `joint_assert!`.

use quote::ToTokens;
use syn::{Expr, ExprField, Member, RangeLimits};
use tass_syntax::accepted::Family;
use tass_syntax::tree::{self, ExprKind, FoldSource};

use super::block::Pending;
use super::control::inner;
use super::pattern::member;
use super::{Translator, plain};
use crate::native::{is_proc, is_spec};

impl Translator<'_> {
    /// `e.x`, `proc[e].x`, or `p.x` of a process state.
    pub(super) fn field(&mut self, field: &ExprField) -> tree::Expr {
        let name = member(&field.member);
        if let Expr::Index(index) = &*field.base
            && self.means_processes(&index.expr)
        {
            if !self.collective {
                return self.reject(
                    field,
                    "a process cannot look at one particular other process here: shared variables are only tested by \
                     membership, `proc.iter().any(|p| p.s)`, `.all(..)` or `proc[..rank].iter()`",
                );
            }
            if matches!(*index.index, Expr::Range(_)) {
                return self.reject(
                    index,
                    "a range of processes is only iterated over: `proc[..rank].iter().all(|p| ..)`",
                );
            }
            if matches!(field.member, Member::Unnamed(_)) {
                return self.reject(field, "name a variable of the other process: `proc[e].x`");
            }
            self.accepts(field, Family::Expression, "proc field");
            self.condition.others += 1;
            let process = self.boxed(&index.index);
            return self.expr(field, ExprKind::Peer(process, name));
        }
        if let Some(process) = self.means_specification(&field.base) {
            if matches!(field.member, Member::Unnamed(_)) {
                return self.reject(field, "name a variable of the specification: `spec.x`");
            }
            self.accepts(field, Family::Expression, "spec field");
            self.condition.others += 1;
            let process = process.map(|process| self.boxed(&process));
            return self.expr(field, ExprKind::Spec(process, name));
        }
        if let Expr::Path(path) = &*field.base
            && let Some(param) = path.path.get_ident()
            && self
                .local(&param.to_string())
                .is_some_and(|local| local.process)
        {
            let param = plain(param);
            let base = Box::new(self.expr(&field.base, ExprKind::Var(param)));
            return self.expr(field, ExprKind::Field(base, name));
        }
        self.accepts(field, Family::Expression, "field");
        let base = self.boxed(&field.base);
        self.expr(field, ExprKind::Field(base, name))
    }

    /// `proc` where it means the process states: not a local variable, and inside a collective
    /// condition. Says so where it cannot.
    pub(super) fn means_processes(&mut self, expr: &Expr) -> bool {
        if !is_proc(expr) {
            return false;
        }
        if self.local("proc").is_some() {
            if self.collective || self.shares {
                self.diagnostics.error(
                    expr,
                    "the local variable `proc` hides the process states here: give it another name",
                );
            }
            return false;
        }
        self.collective || (self.shares && !self.verbatim)
    }

    /// An argument of a macro that cannot hold a membership test.
    pub(super) fn untestable(&mut self, expr: &Expr) -> tree::Expr {
        let outer = std::mem::replace(&mut self.verbatim, true);
        let code = self.expression(expr);
        self.verbatim = outer;
        code
    }

    /// `spec` or `spec[e]` where it means the specification: not a local variable, and inside a
    /// joint condition.
    pub(super) fn means_specification(&mut self, expr: &Expr) -> Option<Option<Expr>> {
        let (name, process) = match expr {
            Expr::Index(index) => (&*index.expr, Some((*index.index).clone())),
            name => (name, None),
        };
        if !self.joint || !is_spec(name) {
            return None;
        }
        if self.local("spec").is_some() {
            self.diagnostics.error(
                name,
                "the local variable `spec` hides the specification here: give it another name",
            );
        }
        Some(process)
    }

    /// `proc` where only a use of it makes sense.
    pub(super) fn lone_proc(&mut self, node: &(impl ToTokens + ?Sized)) -> tree::Expr {
        let message = if self.collective {
            "`proc` is the slice of process states: use a variable of one, `proc[e].x`, or all of them, \
             `proc.iter().all(|p| ..)`"
        } else if self.shares && self.verbatim {
            "a membership test cannot stand inside this macro: give its answer a name first, \
             `let found = proc.iter().any(|p| ..);`"
        } else if self.shares {
            "`proc` is only tested by membership here: `proc.iter().any(|p| p.s)`, `.all(..)` or `proc[..rank].iter()`"
        } else {
            "`proc` only has a meaning inside `collective_assert!` and `invariant!`: a process knows of others \
             what they send it"
        };
        self.reject(node.to_token_stream(), message)
    }

    /// `spec` where only a use of it makes sense.
    pub(super) fn lone_spec(&mut self, node: &(impl ToTokens + ?Sized)) -> tree::Expr {
        let message = if self.joint {
            "`spec` is the specification: use a variable of it, `spec.x`, or of one of its processes, `spec[e].x`"
        } else {
            "`spec` only has a meaning inside `joint_assert!`: elsewhere a program knows nothing of its specification"
        };
        self.reject(node.to_token_stream(), message)
    }

    /// The source of a chain over `proc.iter()` or `proc[..e].iter()`; `receiver` is what stands
    /// before `.iter()`.
    pub(super) fn process_source(&mut self, receiver: &Expr) -> Option<FoldSource> {
        if self.means_processes(receiver) {
            self.accepts(receiver, Family::Source, "proc.iter");
            self.condition.others += 1;
            return Some(self.processes(None));
        }
        let Expr::Index(index) = inner(receiver) else {
            return None;
        };
        if !self.means_processes(&index.expr) {
            return None;
        }
        match &*index.index {
            Expr::Range(range) if range.start.is_none() && matches!(range.limits, RangeLimits::HalfOpen(_)) => {
                self.accepts(receiver, Family::Source, "proc[..e].iter");
                self.condition.others += 1;
                let before = range.end.as_ref().map(|end| self.expression(end));
                Some(self.processes(before))
            }
            other => Some(self.reject(other, "only all processes, `proc`, or those before one, `proc[..e]`, can be iterated over")),
        }
    }

    /// In a collective condition, snapshots; elsewhere, shared variables as they are now.
    fn processes(&self, before: Option<tree::Expr>) -> FoldSource {
        match self.collective {
            true => FoldSource::Procs { before },
            false => FoldSource::Members { before },
        }
    }

    /// The invariant of a loop.
    pub(super) fn invariant(&mut self, invariant: &Pending) -> tree::Invariant {
        let Pending {
            named,
            joint,
            mac,
            assigns,
        } = invariant;
        let (name, span) = (plain(&named.name), self.source.span(mac));
        let universe = named.universe.as_ref();
        let universe = universe.map(plain);
        let outer = std::mem::replace(&mut self.joint, *joint);
        let cond = self.collective_condition(&named.cond);
        self.joint = outer;
        let assigns = assigns.as_ref().map(|places| {
            let places = places.iter();
            places.map(|place| self.expression(place)).collect()
        });
        tree::Invariant {
            universe,
            name,
            cond,
            joint: *joint,
            assigns,
            span,
        }
    }

    /// A condition that may speak of other processes.
    pub(super) fn collective_condition(&mut self, cond: &Expr) -> tree::Expr {
        let outer = std::mem::replace(&mut self.collective, true);
        let around = std::mem::take(&mut self.condition);
        let cond = self.expression(cond);
        self.collective = outer;
        let found = std::mem::replace(&mut self.condition, around);
        for step in found.steps.iter().filter(|step| step.misplaced) {
            self.diagnostics.error(
                &step.node,
                "a condition that speaks of other processes is one expression: give this a name before, `let x = ..;`",
            );
        }
        cond
    }
}
