//! Collective assertions: conditions that speak of other processes.

use super::FnLowering;
use super::ty::Ty;
use crate::comm::CommModel;
use crate::graph::{Action, CollectiveAction, Label, Term, TermKind};
use crate::program::ast::{Expr, ExprKind, Span};

impl<C: CommModel> FnLowering<'_, '_, C> {
    /// `collective_assert!(universe::NAME: cond)`
    pub(crate) fn collective(
        &mut self,
        universe: Option<&str>,
        name: &str,
        cond: &Expr,
        span: Span,
    ) {
        let cond = self.condition(cond);
        let label = Label {
            universe: universe.unwrap_or_default().to_owned(),
            name: name.to_owned(),
        };
        let label = self.shared.labels.insert_full(label).0;
        let scope = self.scope.clone();
        self.emit(span, |next| {
            Action::Collective(Box::new(CollectiveAction { label, cond, scope }), next)
        });
    }

    /// Variable `name` of a process. Processes run the same program, so it has the type that the name has here.
    pub(crate) fn peer(&mut self, process: Term, name: &str, span: Span) -> (Term, Ty) {
        self.check_visible(name, span);
        let here = self.scope.iter().rev().find(|(n, _)| n == name);
        let ty = match here.map(|&(_, slot)| self.locals[slot as usize].1) {
            Some(ty) => self.types.peel(ty),
            None => self.types.open(),
        };
        (
            Term::new(TermKind::Peer(Box::new(process), name.to_owned()), span),
            ty,
        )
    }

    /// The slot of a variable that stands for a process (`proc.iter().all(|p| ..)`).
    pub(crate) fn process_variable(&self, e: &Expr) -> Option<u32> {
        let ExprKind::Var(name) = &e.kind else {
            return None;
        };
        let (_, slot) = self.scope.iter().rev().find(|(n, _)| n == name)?;
        self.process_slots.contains(slot).then_some(*slot)
    }
}
