//! `for`: loops that count, over a range or the elements of an array.

use super::FnLowering;
use super::draft::{Action, Number, Piece, Term, TermKind};
use super::expr::two;
use super::ty::{Known, Ty};
use crate::graph::Builtin;
use crate::report::Kind;
use tass_syntax::tree::{BinOp, Expr, ExprKind, ForIter, Loop, Pattern, Span};

impl FnLowering<'_, '_> {
    pub(super) fn for_loop(&mut self, l: &Loop, pattern: &Pattern, iter: &ForIter, span: Span) {
        match iter {
            ForIter::Range {
                lo,
                hi,
                inclusive,
                rev,
                step,
            } => {
                let mut parts = vec![lo, hi];
                parts.extend(step);
                let mut parts = self.values(&parts);
                let step = step.as_ref().map(|_| parts.pop().expect("pushed above"));
                let [(mut lo, ty), (mut hi, hi_ty)] = two(parts);
                self.same_type(ty, hi_ty, l.head);
                let step = step.map(|(step, found)| {
                    // The ends are evaluated before the step, and all of them before the loop.
                    lo = self.save(lo.clone(), ty);
                    hi = self.save(hi.clone(), ty);
                    let usize = self.types.usize();
                    self.same_type(found, usize, l.head);
                    let step = self.save(step, usize);
                    self.require_step(&step);
                    step
                });
                let hi = if *inclusive {
                    self.successor(hi, ty)
                } else {
                    hi
                };
                self.counted(l, pattern, (lo, hi, ty), *rev, step, span);
            }
            ForIter::Elements(source) => self.over_elements(l, pattern, source, span),
        }
    }

    /// A loop over the elements of an array: it counts, and the item is the element at the count.
    fn over_elements(&mut self, l: &Loop, pattern: &Pattern, source: &Expr, span: Span) {
        let shared = matches!(source.kind, ExprKind::Ref(false, _));
        let (source, source_ty) = self.expr(source);
        if !shared && matches!(self.types.get(source_ty), Known::MutRef(_)) {
            // Its items would be references, and what is written to them lost.
            self.error(
                l.head,
                "looping over `&mut` is not supported in models",
                Some(
                    "use an index, `for i in 0..a.len()`, or `a.iter()` if the items are only read",
                ),
            );
        }
        let source = self.read_through(source, source_ty);
        let elem = self.element_type(source_ty, l.head);
        let source_ty = self.types.peel(source_ty);
        let source = self.save(source, source_ty);
        let usize = self.types.usize();
        let counter = self.local(None, usize);
        self.assign(counter, Term::new(TermKind::Int(0), l.head));
        let at = Term::new(TermKind::Local(counter), l.head);
        let len = Term::new(
            TermKind::Call(Builtin::Len, vec![source.clone()], Number::USIZE),
            l.head,
        );
        let cond = Term::new(
            TermKind::Compare(BinOp::Lt, Box::new(at.clone()), Box::new(len)),
            l.head,
        );
        let (head, exit) = if self.invariant(l).is_some() {
            let length = cond_bound(&cond);
            let zero = Term::new(TermKind::Int(0), l.head);
            let head = self.loop_head(l, cond, Some(between(&at, &zero, &length, false)));
            (head, head)
        } else {
            let head = self.emit(l.head, Action::CountingHead);
            (head, self.branch(cond, l.head))
        };
        let value = Term::new(
            TermKind::Index(Box::new(source), Box::new(at.clone())),
            l.head,
        );
        let item = self.local(pattern.single_name(), elem);
        self.assign(item, value);
        let next = self.successor(at, usize);
        self.assign(counter, next);
        self.bind(pattern, item, l.head);
        let item = self.invariant(l).is_some().then_some(item);
        self.body(l, head, None, span, item);
        self.patch_otherwise(exit);
        self.close();
    }

    /// `step_by(0)` panics.
    fn require_step(&mut self, step: &Term) {
        if matches!(step.kind, TermKind::Int(1..)) {
            return;
        }
        let span = step.span;
        let zero = Term::new(TermKind::Int(0), span);
        let none = TermKind::Compare(BinOp::Eq, Box::new(step.clone()), Box::new(zero));
        let branch = self.branch(Term::new(none, span), span);
        self.emit(span, |_| Action::Fail {
            kind: Kind::Panic,
            message: Some(vec![Piece::Text("`step_by(0)` goes nowhere".into())]),
        });
        self.patch_otherwise(branch);
    }

    /// A loop that counts. Going down, the counter is one past the next value.
    fn counted(
        &mut self,
        l: &Loop,
        pattern: &Pattern,
        range: (Term, Term, Ty),
        rev: bool,
        step: Option<Term>,
        span: Span,
    ) {
        let (lo, hi, ty) = range;
        let at_span = l.head;
        let with_invariant = self.invariant(l).is_some();
        let begin = |this: &mut Self, start: Term| {
            let start = Term {
                span: at_span,
                ..start
            };
            let start = if with_invariant {
                this.save(start, ty)
            } else {
                start
            };
            let counter = this.local(None, ty);
            this.assign(counter, start.clone());
            (start, counter)
        };
        // The lower end is evaluated first, in whatever direction the loop goes.
        let ((start, counter), stop) = if rev {
            let stop = self.save(lo, ty);
            (begin(self, hi), stop)
        } else {
            (begin(self, lo), self.save(hi, ty))
        };
        let at = Term::new(TermKind::Local(counter), at_span);
        let op = if rev { BinOp::Gt } else { BinOp::Lt };
        let cond = Term::new(
            TermKind::Compare(op, Box::new(at.clone()), Box::new(stop.clone())),
            at_span,
        );
        let (head, exit) = if with_invariant {
            let names = self.scope.len();
            if let Some(name) = pattern.single_name() {
                self.scope.push((name.to_owned(), counter));
            }
            let single = step.is_none();
            let bounds = single.then(|| between(&at, &start, &stop, rev));
            let head = self.loop_head(l, cond, bounds);
            self.scope.truncate(names);
            (head, head)
        } else {
            let head = self.emit(at_span, Action::CountingHead);
            (head, self.branch(cond, at_span))
        };
        let arith = |op, a: Term, b: Term| {
            Term::new(
                TermKind::Arith(op, Number::MATH, Box::new(a), Box::new(b)),
                at_span,
            )
        };
        let one = Term::new(TermKind::Int(1), at_span);
        let item = self.local(pattern.single_name(), ty);
        let stepped = step.is_some();
        let step = step.unwrap_or_else(|| one.clone());
        if rev {
            self.assign(item, arith(BinOp::Sub, at.clone(), one));
            let mut next = arith(BinOp::Sub, at, step);
            if stepped {
                // Not below where it stops: that may be the least number of its type.
                let parts = vec![next, stop];
                next = Term::new(TermKind::Call(Builtin::Max, parts, Number::MATH), at_span);
            }
            self.assign(counter, next);
        } else {
            self.assign(item, at.clone());
            self.assign(counter, arith(BinOp::Add, at, step));
        }
        self.bind(pattern, item, at_span);
        self.body(l, head, None, span, with_invariant.then_some(item));
        self.patch_otherwise(exit);
        self.close();
    }
}

/// The upper bound in `at < bound`.
fn cond_bound(cond: &Term) -> Term {
    match &cond.kind {
        TermKind::Compare(_, _, bound) => (**bound).clone(),
        _ => unreachable!("made as a comparison"),
    }
}

/// `start <= at && (at <= stop || at == start)`, or the same downwards: so it is at the head of
/// every loop that counts.
fn between(at: &Term, start: &Term, stop: &Term, down: bool) -> Term {
    let compare = |op, a: &Term, b: &Term| {
        Term::new(
            TermKind::Compare(op, Box::new(a.clone()), Box::new(b.clone())),
            at.span,
        )
    };
    let logic = |op, a, b| Term::new(TermKind::Logic(op, Box::new(a), Box::new(b)), at.span);
    let (from, to) = if down {
        (compare(BinOp::Le, at, start), compare(BinOp::Le, stop, at))
    } else {
        (compare(BinOp::Le, start, at), compare(BinOp::Le, at, stop))
    };
    let begun = logic(BinOp::Or, to, compare(BinOp::Eq, at, start));
    logic(BinOp::And, from, begun)
}
