//! Iterator chains: quantifiers and folds.

use super::FnLowering;
use super::draft::{Number, Term, TermKind};
use super::expr::two;
use super::ty::{Known, Ty};
use crate::graph::{Builtin, FoldKind};
use tass_syntax::tree::{
    BinOp, Closure, Expr, Fold, FoldEnd, FoldSource, FoldStep, Pattern, Span, Type,
};

/// What closures and invariants can be made of.
pub(super) const NOT_PLAIN: &str = "it is made of operators, quantifiers, `if` with \
    `else`, `let` of names, and calls of model functions that are made of these; compute anything \
    else before";

/// What a chain goes over.
struct Items {
    lo: Box<Term>,
    hi: Box<Term>,
    /// The bound variable, which counts.
    var: u32,
    item: Term,
    ty: Ty,
    /// Which items count; all if none is said.
    filter: Option<Term>,
    /// Is the item something that a `map` has computed, rather than one of the source's?
    computed: bool,
}

impl Items {
    /// All items of a source.
    fn new((lo, hi): (Term, Term), var: u32, item: Term, ty: Ty) -> Items {
        Items {
            lo: Box::new(lo),
            hi: Box::new(hi),
            var,
            item,
            ty,
            filter: None,
            computed: false,
        }
    }
}

impl FnLowering<'_, '_> {
    pub(crate) fn fold(&mut self, fold: &Fold, span: Span) -> (Term, Ty) {
        if let FoldSource::Members { before } = &fold.source {
            return self.membership(fold, before.as_ref(), span);
        }
        let names = self.scope.len();
        let mut items = self.items(&fold.source, span);
        for step in &fold.steps {
            match step {
                FoldStep::Filter(closure) => {
                    let (cond, ty) = self.closure(closure, &items.item, items.ty, items.computed);
                    let bool = self.types.bool();
                    self.same_type(ty, bool, span);
                    items.filter = Some(guarded(&items.filter, cond, false, span));
                }
                FoldStep::Map(closure) => {
                    (items.item, items.ty) =
                        self.closure(closure, &items.item, items.ty, items.computed);
                    items.computed = true;
                }
            }
        }
        let result = match &fold.end {
            FoldEnd::All(closure) => self.quantified(true, closure, items, span),
            FoldEnd::Any(closure) => self.quantified(false, closure, items, span),
            FoldEnd::Count => self.number_of(items, span),
            FoldEnd::Sum(ty) => self.reduced(FoldKind::Sum, Some(ty), items, span),
            FoldEnd::Product(ty) => self.reduced(FoldKind::Product, Some(ty), items, span),
            FoldEnd::Min => self.reduced(FoldKind::Min, None, items, span),
            FoldEnd::Max => self.reduced(FoldKind::Max, None, items, span),
        };
        self.scope.truncate(names);
        result
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

    /// What a chain goes over, before its first step.
    fn items(&mut self, source: &FoldSource, span: Span) -> Items {
        match source {
            FoldSource::Range { lo, hi, inclusive } => self.range_items((lo, hi), *inclusive, span),
            FoldSource::Elements(source) => self.element_items(source, span),
            FoldSource::Procs { before } | FoldSource::Members { before } => {
                self.process_items(before.as_ref(), span)
            }
        }
    }

    fn range_items(&mut self, (lo, hi): (&Expr, &Expr), inclusive: bool, span: Span) -> Items {
        let [(lo, ty), (hi, hi_ty)] = two(self.values(&[lo, hi]));
        self.same_type(ty, hi_ty, span);
        let hi = if inclusive {
            self.successor(hi, ty)
        } else {
            hi
        };
        let var = self.local(None, ty);
        Items::new((lo, hi), var, Term::new(TermKind::Local(var), span), ty)
    }

    /// An item over elements is the element at the count.
    fn element_items(&mut self, source: &Expr, span: Span) -> Items {
        let (source, source_ty) = self.expr(source);
        let source = self.read_through(source, source_ty);
        let elem = self.element_type(source_ty, span);
        let usize = self.types.usize();
        let var = self.local(None, usize);
        let at = Term::new(TermKind::Local(var), span);
        let len = Term::new(
            TermKind::Call(Builtin::Len, vec![source.clone()], Number::USIZE),
            span,
        );
        let item = Term::new(TermKind::Index(Box::new(source), Box::new(at)), span);
        Items::new((Term::new(TermKind::Int(0), span), len), var, item, elem)
    }

    fn process_items(&mut self, before: Option<&Expr>, span: Span) -> Items {
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
        let item = Term::new(TermKind::Local(var), span);
        let mut items = Items::new((Term::new(TermKind::Int(0), span), hi), var, item, usize);
        // Of a universe's processes only its members count.
        if self.label.as_ref().is_some_and(|l| !l.universe.is_empty()) {
            let process = Term::new(TermKind::Local(var), span);
            items.filter = Some(Term::new(TermKind::Member(Box::new(process)), span));
        }
        items
    }

    /// `all`, `any`
    fn quantified(
        &mut self,
        forall: bool,
        closure: &Closure,
        items: Items,
        span: Span,
    ) -> (Term, Ty) {
        let (cond, ty) = self.closure(closure, &items.item, items.ty, items.computed);
        let bool = self.types.bool();
        self.same_type(ty, bool, span);
        let body = Box::new(guarded(&items.filter, cond, forall, span));
        (
            Term::new(
                TermKind::Quantifier {
                    forall,
                    var: items.var,
                    lo: items.lo,
                    hi: items.hi,
                    body,
                },
                span,
            ),
            bool,
        )
    }

    /// `count`
    fn number_of(&mut self, items: Items, span: Span) -> (Term, Ty) {
        let usize = self.types.usize();
        // Nobody looks at the items, but Rust computes them.
        let one = Term::new(TermKind::Int(1), span);
        let body = Box::new(self.after_item(&items.item, items.ty, items.computed, one));
        let number = Number::USIZE;
        let kind = TermKind::Fold {
            op: FoldKind::Sum,
            var: items.var,
            lo: items.lo,
            hi: items.hi,
            filter: items.filter.map(Box::new),
            body,
            number,
        };
        (Term::new(kind, span), usize)
    }

    /// `sum`, `product` (`total` is the type they are said to have), `min`, `max`
    fn reduced(
        &mut self,
        op: FoldKind,
        total: Option<&Type>,
        items: Items,
        span: Span,
    ) -> (Term, Ty) {
        if let Some(ty) = total {
            let ty = self.types.declared(ty);
            let peeled = self.types.peel(items.ty);
            self.same_type(peeled, ty, span);
        }
        let item = self.read_through(items.item, items.ty);
        let item_ty = self.types.peel(items.ty);
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
            var: items.var,
            lo: items.lo,
            hi: items.hi,
            filter: items.filter.map(Box::new),
            body: Box::new(item),
            number,
        };
        (Term::new(kind, span), item_ty)
    }

    /// A term that does not look at the item: what it takes to compute the item is still an
    /// obligation.
    fn after_item(&mut self, item: &Term, ty: Ty, computed: bool, term: Term) -> Term {
        if !computed {
            return term;
        }
        let (slot, span) = (self.local(None, ty), term.span);
        let kind = TermKind::Let(slot, Box::new(item.clone()), Box::new(term));
        Term::new(kind, span)
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

/// A condition under `filter`, short-circuiting: what does not count need not be defined.
/// `otherwise`: what holds of an item that does not count.
fn guarded(filter: &Option<Term>, body: Term, otherwise: bool, span: Span) -> Term {
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
}
