//! Collective and joint assertions, universes and outputs: what speaks of other processes, or of
//! another program.

use super::FnLowering;
use super::draft::{Action, CollectiveAction, Term, TermKind, Universe};
use super::ty::{Known, Ty};
use crate::graph::{self, Label, Output, Program};
use crate::report::BuildError;
use tass_syntax::tree::{Closure, Expr, ExprKind, Handle, Span, Type};

/// The universe of all processes, which assertions without one belong to.
const EVERYBODY: &str = "all";

/// The universe of an assertion as it was written: that of all processes has no name inside.
pub(super) fn universe_of(written: Option<&str>) -> String {
    let some = written.filter(|name| *name != EVERYBODY);
    some.unwrap_or_default().to_owned()
}

/// Universes that a program declares more than once. (Two programs may each have one of the same
/// name.)
pub(super) fn declared_twice(program: &Program) -> Vec<BuildError> {
    let mut errors = Vec::new();
    for side in 0..program.roots.len() {
        let reached = program.reachable(side);
        let own = program.universes.iter().enumerate();
        let own: Vec<(usize, &graph::Universe)> =
            own.filter(|(_, u)| reached.contains(&u.graph)).collect();
        for (nth, (index, universe)) in own.iter().enumerate() {
            if own[..nth].iter().any(|(_, u)| u.name == universe.name) {
                errors.push((*index, *universe));
            }
        }
    }
    // A helper of both programs is blamed once.
    errors.sort_unstable_by_key(|(index, _)| *index);
    errors.dedup_by_key(|(index, _)| *index);
    let error = |(_, universe): (usize, &graph::Universe)| BuildError {
        message: format!("the universe `{}` is declared twice", universe.name),
        location: Some(program.location(universe.graph, universe.span)),
        help: Some("declare it once, before its first assertion".into()),
    };
    errors.into_iter().map(error).collect()
}

impl FnLowering<'_, '_> {
    /// `collective_assert!(universe::NAME: cond)`, `joint_assert!(NAME: cond)`
    pub(crate) fn collective(&mut self, label: Label, cond: &Expr, span: Span) {
        let action = Box::new(self.contribution(label, cond, span));
        self.emit(span, |next| Action::Collective(action, next));
    }

    /// What a process contributes to a collective condition here.
    pub(crate) fn contribution(
        &mut self,
        mut label: Label,
        cond: &Expr,
        span: Span,
    ) -> CollectiveAction {
        let comm = self.communicator(&label.universe, span);
        label.communicator = comm.is_some();
        self.label = Some(label.clone());
        let before = self.nodes.len();
        let written = cond.span;
        let mut cond = match self.plainly(cond, |this| this.condition(cond)) {
            Some(plain) => plain,
            None => self.condition(cond),
        };
        self.label = None;
        cond.terms_mut(&mut |term| label.local &= !speaks_of_others(term));
        // What became an action is executed by this process alone, here and now.
        let mut nodes = self.nodes.split_off(before);
        let mut others = false;
        for node in &mut nodes {
            node.action
                .terms_mut(&mut |term| others |= speaks_of_others(term));
        }
        self.nodes.append(&mut nodes);
        if others {
            self.error(
                written,
                "what is said of other processes must be a plain expression",
                Some("`if`, blocks and calls of model functions around `proc` cannot be evaluated in the states of several processes: use `&&`, `||` and `!`"),
            );
        }
        CollectiveAction {
            label: self.shared.labels.insert_full(label).0,
            comm,
            cond,
            scope: self.scope.clone(),
            assigns: None,
            frame: span,
            span,
        }
    }

    /// The communicator in sight that has the name of a universe: a variable, or one that the
    /// vocabulary names.
    fn communicator(&mut self, name: &str, span: Span) -> Option<Term> {
        let Some((_, slot)) = self.scope.iter().rev().find(|(known, _)| known == name) else {
            return match self.shared.comm.constant(name)? {
                (value, Type::Handle(Handle::Comm)) => Some(Term::new(TermKind::Int(value), span)),
                _ => None,
            };
        };
        let (slot, ty) = (*slot, self.locals[*slot as usize].1);
        let held = self.types.peel(ty);
        if !matches!(self.types.get(held), Known::Handle(Handle::Comm)) {
            return None;
        }
        let variable = Term::new(TermKind::Local(slot), span);
        Some(self.read_through(variable, ty))
    }

    /// `universe!(name: |p| member)`: who belongs to it must be known before the program runs, so
    /// that only the rank is in sight.
    pub(crate) fn universe(&mut self, name: &str, member: &Closure, span: Span) {
        if name == EVERYBODY {
            self.error(
                span,
                format!("`{EVERYBODY}` is the universe of all processes"),
                Some("give it another name"),
            );
        }
        let usize = self.types.usize();
        let var = self.local(None, usize);
        let scope = std::mem::take(&mut self.scope);
        let rank = Term::new(TermKind::Local(var), span);
        self.ranks_only = true;
        let (member, ty) = self.closure(member, &rank, usize, false);
        self.ranks_only = false;
        self.scope = scope;
        let bool = self.types.bool();
        if !self.types.unify(ty, bool) {
            self.error(
                span,
                "who belongs to a universe is a condition on the rank",
                Some("for example: `universe!(workers: |p| p != 0)`"),
            );
        }
        self.universes.push(Universe {
            name: name.to_owned(),
            var,
            member,
            graph: self.graph,
            span,
        });
    }

    /// What to say of a variable that is not in sight.
    pub(crate) fn unknown_variable(&self, name: &str) -> (String, Option<String>) {
        if self.ranks_only {
            let message = format!(
                "`{name}` is not known yet: who belongs to a universe is decided before the program runs"
            );
            let help = format!(
                "a condition on the rank and on {}: `universe!(workers: |p| p != 0)`",
                self.shared.comm.size_in_words()
            );
            return (message, Some(help));
        }
        (format!("`{name}` is not a variable of this model"), None)
    }

    /// `output!(name = value)`
    pub(crate) fn output(&mut self, name: &str, value: &Expr, span: Span) {
        let (value, ty) = self.expr(value);
        let value = self.read_through(value, ty);
        let ty = self.types.peel(ty);
        let index = self.shared.outputs.len();
        self.shared.outputs.push(Output {
            name: name.to_owned(),
            ty: Type::Unit,
            graph: self.graph,
            span,
        });
        self.open_outputs.push((index, ty));
        let id = u32::try_from(index).expect("few outputs");
        let name = name.to_owned();
        self.emit(span, |next| Action::Output {
            id,
            name,
            value,
            next,
        });
    }

    /// Variable `name` of the specification, where it meets the same joint assertion.
    pub(crate) fn spec(
        &mut self,
        process: Option<Box<Term>>,
        name: &str,
        span: Span,
    ) -> (Term, Ty) {
        let joint = self.label.as_ref().filter(|l| l.joint);
        let Some(label) = joint.map(|l| l.name.clone()) else {
            self.error(
                span,
                format!(
                    "`spec.{name}` has a meaning only inside `joint_assert!` and `joint_invariant!`"
                ),
                Some("a collective assertion speaks of one program: use `proc`"),
            );
            return self.poison(span);
        };
        let scopes = self.shared.spec.as_ref();
        let ty = match scopes.and_then(|s| s.variable(&label, name)) {
            None => self.types.open(),
            Some(Ok(ty)) => {
                let ty = self.types.declared(&ty);
                self.types.peel(ty)
            }
            Some(Err(problem)) => {
                self.error(span, problem, None);
                return self.poison(span);
            }
        };
        (
            Term::new(TermKind::Spec(process, name.to_owned()), span),
            ty,
        )
    }

    /// Variable `name` of a process. Processes run the same program, so it has the type that the
    /// name has here.
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

/// Has the term a meaning only where all processes have contributed?
fn speaks_of_others(term: &Term) -> bool {
    matches!(
        term.kind,
        TermKind::Peer(..)
            | TermKind::Spec(..)
            | TermKind::Member(_)
            | TermKind::Counter(_)
            | TermKind::InFlight(..)
    )
}
