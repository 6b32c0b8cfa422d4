//! Control flow: `if`, loops, and the jumps out of them. (`counting.rs` has `for`.)

use super::cases::has_let;
use super::collective::universe_of;
use super::draft::{Action, Term, TermKind};
use super::fold::NOT_PLAIN;
use super::purity::is_plain;
use super::ty::{Known, Ty};
use super::{FnLowering, Target};
use crate::graph::{Label, Loc};
use tass_syntax::tree::{BinOp, Block, Expr, Invariant, Loop, LoopKind, Span};

impl FnLowering<'_, '_> {
    /// A branch whose `then` follows; its `otherwise` is patched later.
    pub(crate) fn branch(&mut self, cond: Term, span: Span) -> Loc {
        self.emit(span, |next| Action::Branch {
            cond,
            then: next,
            otherwise: next,
        })
    }

    pub(crate) fn patch_otherwise(&mut self, at: Loc) {
        let here = self.here();
        self.tests.after = None;
        if let Action::Branch { otherwise, .. }
        | Action::Loop { otherwise, .. }
        | Action::Goto(otherwise) = &mut self.nodes[at as usize].action
        {
            *otherwise = here;
        }
    }

    pub(super) fn patch_all(&mut self, branches: &[Loc]) {
        for &at in branches {
            self.patch_otherwise(at);
        }
    }

    pub(super) fn patch_goto(&mut self, at: Loc) {
        let here = self.here();
        self.tests.after = None;
        if let Action::Goto(next) = &mut self.nodes[at as usize].action {
            *next = here;
        }
    }

    pub(crate) fn patch_breaks(&mut self, target: &Target) {
        for &at in &target.breaks {
            self.patch_goto(at);
        }
    }

    pub(crate) fn if_value(
        &mut self,
        cond: &Expr,
        then: &Block,
        otherwise: Option<&Expr>,
        span: Span,
    ) -> (Term, Ty) {
        let ty = self.types.open();
        let dest = self.local(None, ty);
        let mut value_wanted = false;
        let names = self.scope.len();
        let bound = u32::try_from(self.locals.len()).expect("locals are counted by u32");
        let branches = self.branches(cond);
        let (value, found) = self.block_value(then);
        self.scope.truncate(names);
        let then_diverges = matches!(self.types.get(found), Known::Never);
        if !then_diverges {
            value_wanted |= self.arm(dest, ty, value, found, span);
            if has_let(cond) && !self.types.holds_references(ty) {
                self.kill(bound);
            }
        }
        let Some(otherwise) = otherwise else {
            self.patch_all(&branches);
            return self.unit_value(span);
        };
        let skip = self.emit(span, Action::Goto);
        self.patch_all(&branches);
        let (value, found) = self.expr(otherwise);
        let else_diverges = matches!(self.types.get(found), Known::Never);
        if !else_diverges {
            value_wanted |= self.arm(dest, ty, value, found, span);
        }
        self.patch_goto(skip);
        match (then_diverges && else_diverges, value_wanted) {
            (true, _) => self.never(span),
            (false, true) => (Term::new(TermKind::Local(dest), span), ty),
            (false, false) => self.unit_value(span),
        }
    }

    /// Stores the value of one arm; `false` for a unit value, which nobody needs.
    pub(super) fn arm(&mut self, dest: u32, ty: Ty, value: Term, found: Ty, span: Span) -> bool {
        if matches!(self.types.get(found), Known::Unit) {
            self.discard(value);
            let unit = self.types.unit();
            self.types.unify(ty, unit);
            return false;
        }
        let value = self.coerce(value, found, ty, span);
        self.assign(dest, value);
        true
    }

    pub(crate) fn loop_value(&mut self, l: &Loop, span: Span) -> (Term, Ty) {
        let names = self.scope.len();
        let slots = u32::try_from(self.locals.len()).expect("locals are counted by u32");
        let result = match &l.kind {
            LoopKind::While(cond) if self.invariant(l).is_some() => {
                let guard = self.plainly(cond, |this| this.condition(cond));
                match guard {
                    Some(guard) => {
                        let head = self.loop_head(l, guard, None);
                        self.body(l, head, None, span, None);
                        self.patch_otherwise(head);
                    }
                    None => self.effectful_while(l, cond, span),
                }
                self.close();
                self.unit_value(span)
            }
            LoopKind::While(cond) => {
                let head = self.emit(l.head, Action::LoopHead);
                // The label names the loop in its condition as well.
                self.open(l, head, None);
                let bound = u32::try_from(self.locals.len()).expect("locals are counted by u32");
                let exits = self.branches(cond);
                self.rounds(l, head, span, has_let(cond).then_some(bound));
                self.patch_all(&exits);
                self.close();
                self.unit_value(span)
            }
            LoopKind::Forever => {
                let ty = self.types.open();
                let dest = self.local(None, ty);
                let head = if self.invariant(l).is_some() {
                    self.loop_head(l, Term::new(TermKind::Bool(true), l.head), None)
                } else {
                    self.emit(l.head, Action::LoopHead)
                };
                self.body(l, head, Some((dest, ty)), span, None);
                let broken = !self
                    .targets
                    .last()
                    .expect("pushed by body")
                    .breaks
                    .is_empty();
                self.close();
                if broken {
                    if matches!(self.types.get(ty), Known::Open) {
                        let unit = self.types.unit();
                        self.types.unify(ty, unit);
                    }
                    (Term::new(TermKind::Local(dest), span), ty)
                } else {
                    self.never(span)
                }
            }
            LoopKind::For(pattern, iter) => {
                self.for_loop(l, pattern, iter, span);
                self.unit_value(span)
            }
        };
        self.scope.truncate(names);
        if matches!(result.0.kind, TermKind::Tuple(_)) {
            self.kill(slots);
        }
        result
    }

    /// `while cond { .. }` with an invariant and a condition that has effects: the invariant holds
    /// whenever the condition is about to be evaluated. Leaves the target on the stack.
    fn effectful_while(&mut self, l: &Loop, cond: &Expr, span: Span) {
        let head = self.loop_head(l, Term::new(TermKind::Bool(true), l.head), None);
        if !self.is_alone(head) {
            self.error(
                cond.span,
                "the condition of a loop with a collective invariant must be a plain expression",
                Some(
                    "compute it into a variable before the loop, and again at the end of its body",
                ),
            );
        }
        // The label names the loop in its condition as well.
        self.open(l, head, None);
        let exits = self.branches(cond);
        self.rounds(l, head, span, None);
        self.patch_all(&exits);
        self.emit(span, |next| Action::Leave(head, next));
    }

    /// The body, and back to the head. Leaves the target on the stack for [`Self::close`].
    /// `item`: what a `for` binds, if that is to be forgotten with the body's variables.
    pub(super) fn body(
        &mut self,
        l: &Loop,
        head: Loc,
        dest: Option<(u32, Ty)>,
        span: Span,
        item: Option<u32>,
    ) {
        self.open(l, head, dest);
        self.rounds(l, head, span, item);
    }

    /// From here on the loop can be left by its name.
    fn open(&mut self, l: &Loop, head: Loc, dest: Option<(u32, Ty)>) {
        self.targets.push(Target {
            label: l.label.clone(),
            head: Some(head),
            breaks: Vec::new(),
            dest,
            body: u32::try_from(self.locals.len()).expect("locals are counted by u32"),
            invariant: self.invariant(l).is_some(),
        });
    }

    /// The body of a loop that is [open](Self::open), and back to the head.
    fn rounds(&mut self, l: &Loop, head: Loc, span: Span, item: Option<u32>) {
        let slots = u32::try_from(self.locals.len()).expect("locals are counted by u32");
        let slots = item.unwrap_or(slots);
        self.targets.last_mut().expect("the loop is open").body = slots;
        let (value, _) = self.block_value(&l.body);
        self.discard(value);
        self.kill(slots);
        self.emit(span, |_| Action::Goto(head));
    }

    pub(super) fn close(&mut self) {
        let target = self.targets.pop().expect("every loop pushes its target");
        self.patch_breaks(&target);
    }

    pub(crate) fn break_(
        &mut self,
        label: Option<&str>,
        value: Option<&Expr>,
        span: Span,
    ) -> (Term, Ty) {
        let Some(index) = self.target(label) else {
            self.error(span, "`break` outside of a loop", None);
            return self.never(span);
        };
        self.leaves(index, "break", span);
        let mut refers = false;
        if let (Some(value), Some((dest, ty))) = (value, self.targets[index].dest) {
            let (value, found) = self.expr(value);
            let value = self.coerce(value, found, ty, span);
            self.assign(dest, value);
            // Perhaps to a temporary, which lives as long as the reference.
            refers = self.types.holds_references(ty);
        }
        self.depart(index, span);
        if !refers {
            // Operations under way may use the variables that are left here.
            self.kill(self.targets[index].body);
        }
        let at = self.emit(span, Action::Goto);
        self.targets[index].breaks.push(at);
        self.never(span)
    }

    pub(crate) fn continue_(&mut self, label: Option<&str>, span: Span) -> (Term, Ty) {
        let target = self.target(label);
        match target.and_then(|index| Some((index, self.targets[index].head?))) {
            Some((index, head)) => {
                self.leaves(index + 1, "continue", span);
                self.depart(index + 1, span);
                if self.targets[index].invariant {
                    self.kill(self.targets[index].body);
                }
                self.emit(span, |_| Action::Goto(head));
            }
            None => self.error(span, "`continue` outside of a loop", None),
        }
        self.never(span)
    }

    pub(super) fn return_(&mut self, value: Option<&Expr>, span: Span) -> (Term, Ty) {
        self.leaves(0, "return", span);
        let value = match value {
            Some(value) => {
                let (value, ty) = self.expr(value);
                let ret = self.ret;
                self.coerce(value, ty, ret, span)
            }
            None => Term::new(TermKind::Tuple(Vec::new()), span),
        };
        self.return_value(value, span);
        self.never(span)
    }

    /// Leaves the function, and all loops.
    pub(super) fn return_value(&mut self, value: Term, span: Span) {
        self.depart(0, span);
        self.emit(span, |_| Action::Return(value));
    }

    /// A jump out of every loop from `index` on: one that all processes leave together is left by
    /// its condition only.
    pub(super) fn leaves(&mut self, index: usize, what: &str, span: Span) {
        let loops = self.targets.get(index..).unwrap_or_default();
        let together = |t: &Target| t.invariant && t.head.is_some_and(|head| !self.is_alone(head));
        if loops.iter().any(together) {
            self.error(
                span,
                format!("`{what}` leaves a loop with a collective invariant"),
                Some(
                    "all processes leave such a loop together, by its condition: put a flag into \
                     the condition, `while !done && ..`, and set it here",
                ),
            );
        }
    }

    /// Leaves the loops with invariants from `index` on, the innermost first.
    fn depart(&mut self, index: usize, span: Span) {
        let loops = self.targets.get(index..).unwrap_or_default();
        let heads = loops.iter().rev().filter(|t| t.invariant);
        let heads: Vec<Loc> = heads.filter_map(|t| t.head).collect();
        for head in heads {
            self.emit(span, |next| Action::Leave(head, next));
        }
    }

    /// Has the loop an invariant of each process alone?
    fn is_alone(&self, head: Loc) -> bool {
        let action = self.nodes[head as usize].action.collective();
        let label = action.and_then(|at| self.shared.labels.get_index(at.label));
        label.is_some_and(|label| label.local)
    }

    /// The invariant of a loop, unless it is a joint one and there is nothing to join.
    pub(super) fn invariant<'i>(&self, l: &'i Loop) -> Option<&'i Invariant> {
        let invariant = l.invariant.as_ref()?;
        (!invariant.joint || self.shared.spec.is_some()).then_some(invariant)
    }

    /// The head of a loop with an invariant; `known` is what always holds there besides.
    pub(super) fn loop_head(&mut self, l: &Loop, guard: Term, known: Option<Term>) -> Loc {
        let invariant = self.invariant(l).expect("asked before");
        let label = Label {
            communicator: false,
            universe: universe_of(invariant.universe.as_deref()),
            name: invariant.name.clone(),
            joint: invariant.joint,
            invariant: true,
            local: !invariant.joint && invariant.universe.is_none(),
        };
        if self.acts(&invariant.cond)
            && !is_plain(&invariant.cond, &self.function, self.shared.comm)
        {
            self.error(
                invariant.span,
                "an invariant must be a plain expression",
                Some(NOT_PLAIN),
            );
        }
        let mut at = self.contribution(label, &invariant.cond, invariant.span);
        at.assigns = invariant.assigns.as_ref().map(|places| {
            let places = places.iter().map(|place| self.place(place).0);
            places.collect()
        });
        if let Some([first, .., last] | [first @ last]) = invariant.assigns.as_deref() {
            at.frame = Span {
                end_line: last.span.end_line,
                end_col: last.span.end_col,
                ..first.span
            };
        }
        if let Some(known) = known {
            let span = at.cond.span;
            at.cond = Term::new(
                TermKind::Logic(BinOp::And, Box::new(known), Box::new(at.cond)),
                span,
            );
        }
        let at = Box::new(at);
        self.emit(l.head, |next| Action::Loop {
            at,
            guard,
            then: next,
            otherwise: next,
        })
    }

    fn target(&self, label: Option<&str>) -> Option<usize> {
        self.targets.iter().rposition(|t| match label {
            Some(label) => t.label.as_deref() == Some(label),
            None => t.head.is_some(),
        })
    }
}
