//! Iterator chains: quantifiers and folds.

use super::FnLowering;
use super::expr::two;
use super::ty::{Known, Ty};
use crate::graph::{Builtin, FoldKind, Number, Term, TermKind};
use crate::program::ast::{BinOp, Pattern};
use crate::program::ast::{Closure, Fold, FoldEnd, FoldSource, FoldStep, IntTy, Span};

/// What closures and invariants can be made of.
pub(super) const NOT_PLAIN: &str = "it is made of operators, quantifiers, `if` with `else`, `let` of names, and calls of model functions that are made of these; compute anything else before";

impl FnLowering<'_, '_> {
    pub(crate) fn fold(&mut self, fold: &Fold, span: Span) -> (Term, Ty) {
        if let FoldSource::Members { before } = &fold.source {
            return self.membership(fold, before.as_ref(), span);
        }
        let names = self.scope.len();
        // Of a universe's processes only its members count.
        let mut members = None;
        // The bound variable counts; an item over elements is the element at the count.
        let (lo, hi, var, mut item, mut item_ty) = match &fold.source {
            FoldSource::Range { lo, hi, inclusive } => {
                let [(lo, ty), (hi, hi_ty)] = two(self.values(&[lo, hi]));
                self.same_type(ty, hi_ty, span);
                let hi = if *inclusive {
                    self.successor(hi, ty)
                } else {
                    hi
                };
                let var = self.local(None, ty);
                (lo, hi, var, Term::new(TermKind::Local(var), span), ty)
            }
            FoldSource::Elements(source) => {
                let (source, source_ty) = self.expr(source);
                let source = self.read_through(source, source_ty);
                let elem = self.element_type(source_ty, span);
                let usize = self.types.usize();
                let var = self.local(None, usize);
                let at = Term::new(TermKind::Local(var), span);
                let len = Term::new(
                    TermKind::Call(
                        Builtin::Len,
                        vec![source.clone()],
                        Number::Int(IntTy::Usize),
                    ),
                    span,
                );
                let item = Term::new(TermKind::Index(Box::new(source), Box::new(at)), span);
                (Term::new(TermKind::Int(0), span), len, var, item, elem)
            }
            FoldSource::Procs { before } | FoldSource::Members { before } => {
                let usize = self.types.usize();
                let hi = match before {
                    Some(e) => {
                        let (value, ty) = self.expr(e);
                        let value = self.read_through(value, ty);
                        self.same_type(ty, usize, span);
                        value
                    }
                    None => Term::new(TermKind::Size, span),
                };
                let var = self.local(None, usize);
                self.process_slots.push(var);
                if self.label.as_ref().is_some_and(|l| !l.universe.is_empty()) {
                    let process = Term::new(TermKind::Local(var), span);
                    members = Some(Term::new(TermKind::Member(Box::new(process)), span));
                }
                (
                    Term::new(TermKind::Int(0), span),
                    hi,
                    var,
                    Term::new(TermKind::Local(var), span),
                    usize,
                )
            }
        };
        let mut filter: Option<Term> = members;
        // Is the item something that a `map` has computed, rather than one of the source's?
        let mut computed = false;
        let guard = |filter: &Option<Term>, body: Term, otherwise: bool| -> Term {
            // Under `filter`, short-circuiting: what does not count need not be defined.
            match filter {
                None => body,
                Some(f) if otherwise => {
                    let not = Term::new(TermKind::Not(Box::new(f.clone())), f.span);
                    Term::new(
                        TermKind::Logic(BinOp::Or, Box::new(not), Box::new(body)),
                        span,
                    )
                }
                Some(f) => Term::new(
                    TermKind::Logic(BinOp::And, Box::new(f.clone()), Box::new(body)),
                    span,
                ),
            }
        };
        for step in &fold.steps {
            match step {
                FoldStep::Filter(closure) => {
                    let (cond, ty) = self.closure(closure, &item, item_ty, computed);
                    let bool = self.types.bool();
                    self.same_type(ty, bool, span);
                    filter = Some(guard(&filter, cond, false));
                }
                FoldStep::Map(closure) => {
                    (item, item_ty) = self.closure(closure, &item, item_ty, computed);
                    computed = true;
                }
            }
        }
        let (lo, hi) = (Box::new(lo), Box::new(hi));
        let result = match &fold.end {
            FoldEnd::All(closure) | FoldEnd::Any(closure) => {
                let forall = matches!(fold.end, FoldEnd::All(_));
                let (cond, ty) = self.closure(closure, &item, item_ty, computed);
                let bool = self.types.bool();
                self.same_type(ty, bool, span);
                let body = Box::new(guard(&filter, cond, forall));
                (
                    Term::new(
                        TermKind::Quantifier {
                            forall,
                            var,
                            lo,
                            hi,
                            body,
                        },
                        span,
                    ),
                    bool,
                )
            }
            FoldEnd::Count => {
                let usize = self.types.usize();
                // Nobody looks at the items, but Rust computes them.
                let one = Term::new(TermKind::Int(1), span);
                let body = Box::new(self.after_item(&item, item_ty, computed, one));
                let number = Number::Int(IntTy::Usize);
                let kind = TermKind::Fold {
                    op: FoldKind::Sum,
                    var,
                    lo,
                    hi,
                    filter: filter.map(Box::new),
                    body,
                    number,
                };
                (Term::new(kind, span), usize)
            }
            end => {
                let op = match end {
                    FoldEnd::Sum(_) => FoldKind::Sum,
                    FoldEnd::Product(_) => FoldKind::Product,
                    FoldEnd::Min => FoldKind::Min,
                    _ => FoldKind::Max,
                };
                if let FoldEnd::Sum(ty) | FoldEnd::Product(ty) = end {
                    let ty = self.types.declared(ty);
                    let peeled = self.types.peel(item_ty);
                    self.same_type(peeled, ty, span);
                }
                let item = self.read_through(item, item_ty);
                let item_ty = self.types.peel(item_ty);
                if matches!(self.types.get(item_ty), Known::Open) {
                    self.error(
                        span,
                        "the type of the items is not known here",
                        Some("write it: `.sum::<f64>()`"),
                    );
                }
                let number = self.number(item_ty, span);
                let kind = TermKind::Fold {
                    op,
                    var,
                    lo,
                    hi,
                    filter: filter.map(Box::new),
                    body: Box::new(item),
                    number,
                };
                (Term::new(kind, span), item_ty)
            }
        };
        self.scope.truncate(names);
        result
    }

    /// A term that does not look at the item: what it takes to compute the item is still an obligation.
    fn after_item(&mut self, item: &Term, ty: Ty, computed: bool, term: Term) -> Term {
        if !computed {
            return term;
        }
        let (slot, span) = (self.local(None, ty), term.span);
        let kind = TermKind::Let(slot, Box::new(item.clone()), Box::new(term));
        Term::new(kind, span)
    }

    /// A closure's body with its parameter bound to a term.
    pub(crate) fn closure(
        &mut self,
        closure: &Closure,
        argument: &Term,
        ty: Ty,
        computed: bool,
    ) -> (Term, Ty) {
        let result = self.plainly(&closure.body, |this| {
            this.applied(closure, argument, ty, computed)
        });
        result.unwrap_or_else(|| {
            self.error(
                closure.body.span,
                "a closure here must be a plain expression",
                Some(NOT_PLAIN),
            );
            self.poison(closure.body.span)
        })
    }

    fn applied(
        &mut self,
        closure: &Closure,
        argument: &Term,
        ty: Ty,
        computed: bool,
    ) -> (Term, Ty) {
        let declared = self.types.declared(&closure.ty);
        let declared = self.types.peel(declared);
        if !self.types.unify(ty, declared) {
            self.error(
                closure.body.span,
                "the closure's parameter has another type than what it is given",
                None,
            );
        }
        let names = self.scope.len();
        self.tests.closures += 1;
        let result = match closure.pattern.single_name() {
            Some(name) => {
                let slot = match argument.kind {
                    TermKind::Local(slot) => slot,
                    _ => self.local(Some(name), ty),
                };
                self.scope.push((name.to_owned(), slot));
                let (body, body_ty) = self.expr(&closure.body);
                let body = self.read_through(body, body_ty);
                let body_ty = self.types.peel(body_ty);
                match argument.kind {
                    TermKind::Local(_) => (body, body_ty),
                    _ => {
                        let span = body.span;
                        (
                            Term::new(
                                TermKind::Let(slot, Box::new(argument.clone()), Box::new(body)),
                                span,
                            ),
                            body_ty,
                        )
                    }
                }
            }
            None if matches!(closure.pattern, Pattern::Wild) => {
                let (body, body_ty) = self.value(&closure.body);
                (self.after_item(argument, ty, computed, body), body_ty)
            }
            None => {
                self.error(
                    closure.body.span,
                    "a closure's parameter must be a single name here",
                    None,
                );
                self.poison(closure.body.span)
            }
        };
        let ret = self.types.declared(&closure.ret);
        if !self.types.unify(result.1, ret) {
            self.error(
                closure.body.span,
                "the closure gives another type than it says",
                None,
            );
        }
        self.tests.closures -= 1;
        self.scope.truncate(names);
        result
    }
}
