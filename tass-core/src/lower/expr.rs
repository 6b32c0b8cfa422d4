//! Expressions: to terms where they are pure, to actions and a term for the result where not.

use dashu_ratio::RBig;

use super::collective::universe_of;
use super::derived::Trait;
use super::plain::with;
use super::purity::{block_is_impure, is_impure_or_tests};
use super::ty::{Known, Ty};
use super::{FnLowering, Target};
use crate::graph::{self, Action, CastTo, Label, Term, TermKind};
use crate::program::ast::{
    Block, Expr, ExprKind, Literal, Message, Piece, Span, Stmt, Type, UnOp, unlinked,
};

impl FnLowering<'_, '_> {
    /// Lowers an expression to a term for its value.
    pub(crate) fn expr(&mut self, e: &Expr) -> (Term, Ty) {
        let span = e.span;
        let term = |kind| Term::new(kind, span);
        match &e.kind {
            ExprKind::Outside(_) => unlinked(),
            ExprKind::Int(v, suffix) => {
                let ty = self.types.fresh(suffix.map_or(Known::AnyInt, Known::Int));
                self.literals.push((*v, ty, span));
                (term(TermKind::Int(*v)), ty)
            }
            ExprKind::Float(text, suffix) => {
                let ty = self
                    .types
                    .fresh(suffix.map_or(Known::AnyFloat, Known::Float));
                (self.real(text, span), ty)
            }
            ExprKind::Bool(b) => (term(TermKind::Bool(*b)), self.types.bool()),
            ExprKind::Literal(literal) => self.literal(literal, span),
            ExprKind::Var(name) => match self.scope.iter().rev().find(|(n, _)| n == name) {
                Some(&(_, slot)) => (term(TermKind::Local(slot)), self.locals[slot as usize].1),
                None => {
                    let (message, help) = self.unknown_variable(name);
                    self.error(span, message, help.as_deref());
                    self.poison(span)
                }
            },
            ExprKind::Const(name) => match self.shared.comm.constant(name) {
                Some(v) => {
                    let names = self.shared.comm.names();
                    if names.iter().any(|(value, _)| *value == v) {
                        self.shared.constants = names;
                    }
                    (term(TermKind::Int(v)), self.types.usize())
                }
                None => {
                    self.error(span, format!("`{name}` has no meaning here"), None);
                    self.poison(span)
                }
            },
            ExprKind::Unary(op, a) => self.unary(*op, a, span),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span),
            ExprKind::Assign(..) | ExprKind::AssignOp(..) => {
                self.assignment(e);
                self.unit_value(span)
            }
            // A place is read when all of it is known.
            ExprKind::Index(_, index) if self.acts(index) => self.read_impure_place(e),
            ExprKind::Slice { lo, hi, .. }
                if [lo, hi].into_iter().flatten().any(|end| self.acts(end)) =>
            {
                self.read_impure_place(e)
            }
            ExprKind::Index(base, index) => {
                let (base, base_ty) = self.expr(base);
                let (index, index_ty) = self.value(index);
                let usize = self.types.usize();
                self.same_type(index_ty, usize, span);
                let elem = self.element_type(base_ty, span);
                let base = self.read_through(base, base_ty);
                (term(TermKind::Index(Box::new(base), Box::new(index))), elem)
            }
            ExprKind::Slice {
                base,
                lo,
                hi,
                inclusive,
            } => {
                let (base_term, base_ty) = self.expr(base);
                let elem = self.element_type(base_ty, span);
                let base = self.read_through(base_term, base_ty);
                let (lo, hi) = self.slice_bounds(lo.as_deref(), hi.as_deref(), *inclusive);
                let ty = self.types.fresh(Known::Seq(elem));
                (
                    term(TermKind::Slice(
                        Box::new(base),
                        lo.map(Box::new),
                        hi.map(Box::new),
                    )),
                    ty,
                )
            }
            ExprKind::Field(base, name) if self.process_variable(base).is_some() => {
                let slot = self.process_variable(base).expect("as the guard says");
                self.peer(Term::new(TermKind::Local(slot), base.span), name, span)
            }
            ExprKind::Field(base, name) => {
                let (base, base_ty) = self.expr(base);
                match self.field(base_ty, name, span) {
                    Some((i, ty)) => {
                        let base = self.read_through(base, base_ty);
                        (term(TermKind::Field(Box::new(base), i)), ty)
                    }
                    None => self.poison(span),
                }
            }
            ExprKind::Tuple(es) => {
                let parts = self.exprs(&es.iter().collect::<Vec<_>>());
                if parts.is_empty() {
                    return self.unit_value(span);
                }
                let (terms, tys): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
                (
                    term(TermKind::Tuple(terms)),
                    self.types.fresh(Known::Tuple(tys)),
                )
            }
            ExprKind::Array(es) | ExprKind::VecList(es) => {
                let elem = self.types.open();
                let parts = self.exprs(&es.iter().collect::<Vec<_>>());
                let terms = parts
                    .into_iter()
                    .map(|(t, ty)| self.coerce(t, ty, elem, span))
                    .collect();
                (
                    term(TermKind::Array(terms)),
                    self.types.fresh(Known::Seq(elem)),
                )
            }
            ExprKind::Repeat(value, len) | ExprKind::VecRepeat(value, len) => {
                let [(value, elem), (len, len_ty)] = two(self.exprs(&[value, len]));
                let (len, len_ty) = (self.read_through(len, len_ty), self.types.peel(len_ty));
                if matches!(e.kind, ExprKind::VecRepeat(..)) {
                    self.requires(Trait::Clone, elem, span);
                }
                let usize = self.types.usize();
                self.same_type(len_ty, usize, span);
                let ty = self.types.fresh(Known::Seq(elem));
                (term(TermKind::Repeat(Box::new(value), Box::new(len))), ty)
            }
            ExprKind::Struct { ty, fields, base } => {
                self.struct_literal(ty, fields, base.as_deref(), span)
            }
            ExprKind::Ref(false, a) => self.expr(a),
            ExprKind::Ref(true, a) => {
                let (place, ty) = self.place(a);
                (
                    term(TermKind::RefMut(place)),
                    self.types.fresh(Known::MutRef(ty)),
                )
            }
            ExprKind::Cast(a, ty) => self.cast(a, ty, span),
            ExprKind::Typed(a, ty) => {
                let (value, found) = self.expr(a);
                let ty = self.types.declared(ty);
                (self.coerce(value, found, ty, span), ty)
            }
            ExprKind::Call(callee, args) => self.call(*callee, args, span),
            ExprKind::Method {
                receiver,
                name,
                args,
            } => self.method(receiver, name, args, span),
            ExprKind::RangeContains {
                lo,
                hi,
                inclusive,
                item,
            } => self.range_contains((lo.as_deref(), hi.as_deref(), *inclusive), item, span),
            ExprKind::Fold(fold) => self.fold(fold, span),
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => match otherwise {
                Some(otherwise) if self.plain => self.plain_if(cond, then, otherwise, span),
                _ => self.if_value(cond, then, otherwise.as_deref(), span),
            },
            ExprKind::Block(None, block) if self.plain => self.plain_block(block),
            ExprKind::Block(None, block) => self.block_value(block),
            ExprKind::Block(label, block) => self.labelled_block(label.clone(), block, span),
            ExprKind::Loop(l) => self.loop_value(l, span),
            ExprKind::Break(label, value) => self.break_(label.as_deref(), value.as_deref(), span),
            ExprKind::Continue(label) => self.continue_(label.as_deref(), span),
            ExprKind::Return(value) => {
                self.leaves(0, "return", span);
                let value = match value {
                    Some(value) => {
                        let (value, ty) = self.expr(value);
                        let ret = self.ret;
                        self.coerce(value, ty, ret, span)
                    }
                    None => term(TermKind::Tuple(Vec::new())),
                };
                self.depart(0, span);
                self.emit(span, |_| Action::Return(value));
                self.never(span)
            }
            ExprKind::Comm(call) => self.comm(call, span),
            ExprKind::Assert(cond, message) => {
                let cond = self.condition(cond);
                self.assert(cond, message, span)
            }
            ExprKind::AssertEq(equal, a, b, message) => {
                let op = if *equal {
                    crate::program::ast::BinOp::Eq
                } else {
                    crate::program::ast::BinOp::Ne
                };
                let (cond, _) = self.binary(op, a, b, a.span.to(b.span));
                self.assert(cond, message, span)
            }
            ExprKind::Assume(cond) => {
                let cond = self.condition(cond);
                self.emit(span, |next| Action::Assume(cond, next));
                self.unit_value(span)
            }
            ExprKind::Cover(cond) => {
                let cond = self.condition(cond);
                self.shared.covers.push((self.graph, span));
                let id = self.shared.covers.len() - 1;
                self.emit(span, |next| Action::Cover(id, cond, next));
                self.unit_value(span)
            }
            ExprKind::Panic(message) => self.fail(false, message, span),
            ExprKind::Unreachable(message) => self.fail(true, message, span),
            ExprKind::Output(name, value) => {
                self.output(name, value, span);
                self.unit_value(span)
            }
            ExprKind::Choose { lo, hi, inclusive } => self.choose(lo, hi, *inclusive, span),
            ExprKind::Elaborate(value) => {
                let (value, ty) = self.expr(value);
                let value = self.save(value, ty);
                let again = value.clone();
                self.emit(span, |next| Action::Elaborate(again, next));
                (value, ty)
            }
            ExprKind::CollectiveAssert {
                universe,
                name,
                cond,
            } => {
                let label = Label {
                    universe: universe_of(universe.as_deref()),
                    name: name.clone(),
                    joint: false,
                    invariant: false,
                    local: false,
                };
                self.collective(label, cond, span);
                self.unit_value(span)
            }
            ExprKind::JointAssert { name, cond } => {
                if self.shared.spec.is_some() {
                    let label = Label {
                        universe: String::new(),
                        name: name.clone(),
                        joint: true,
                        invariant: false,
                        local: false,
                    };
                    self.collective(label, cond, span);
                }
                self.unit_value(span)
            }
            ExprKind::Universe { name, member } => {
                self.universe(name, member, span);
                self.unit_value(span)
            }
            ExprKind::Shared(_) => {
                self.error(
                    span,
                    "`shared!` is the whole initial value of a variable",
                    Some("write `let mut s = shared!(false);`"),
                );
                self.poison(span)
            }
            ExprKind::Critical(block) => self.critical(block, span),
            ExprKind::Always(cond) => {
                self.always(cond, span);
                self.unit_value(span)
            }
            ExprKind::Peer(process, name) => {
                let (process, ty) = self.expr(process);
                let usize = self.types.usize();
                self.types.unify(ty, usize);
                self.peer(process, name, span)
            }
            ExprKind::Counter(counter) => self.counter(counter, span),
            ExprKind::InFlight { from, to, tag } => self.in_flight(from, to, tag.as_deref(), span),
            ExprKind::Spec(process, name) => {
                let process = process.as_ref().map(|process| {
                    let (process, ty) = self.expr(process);
                    let usize = self.types.usize();
                    self.types.unify(ty, usize);
                    Box::new(process)
                });
                self.spec(process, name, span)
            }
        }
    }

    /// A boolean expression.
    pub(crate) fn condition(&mut self, e: &Expr) -> Term {
        let (cond, ty) = self.expr(e);
        let cond = self.read_through(cond, ty);
        let bool = self.types.bool();
        let peeled = self.types.peel(ty);
        if !self.types.unify(peeled, bool) {
            self.error(e.span, "this must be a boolean", None);
        }
        cond
    }

    /// A block: its statements in a scope of their own, then its value.
    pub(crate) fn block_value(&mut self, block: &Block) -> (Term, Ty) {
        let names = self.scope.len();
        let slots = u32::try_from(self.locals.len()).expect("locals are counted by u32");
        let mut diverges = false;
        for stmt in &block.stmts {
            diverges |= self.stmt(stmt);
        }
        let (value, ty) = match &block.tail {
            Some(tail) => self.expr(tail),
            None if diverges => self.never(block.span),
            None => self.unit_value(block.span),
        };
        let result = if matches!(self.types.get(ty), Known::Never) || value.is_literal() {
            (value, ty)
        } else if matches!(&value.kind, TermKind::Tuple(parts) if parts.is_empty()) {
            self.kill(slots);
            (value, ty)
        } else if self.locals.len() as u32 == slots
            || self.types.holds_references(ty)
            || !block_is_impure(block, self.shared.comm)
        {
            // A reference may be to a temporary of the block, which lives as long as it does. And nothing may be emitted for
            // what is taken for a plain expression: it would come before what is to its left.
            (value, ty)
        } else {
            // The value may speak of the block's own variables: keep it, forget them.
            let kept = self.save(value, ty);
            if let TermKind::Local(to) = kept.kind {
                self.emit(block.span, |next| Action::Kill {
                    from: slots,
                    to,
                    next,
                });
            }
            (kept, ty)
        };
        self.scope.truncate(names);
        result
    }

    /// A statement; `true` if control never comes out of it.
    fn stmt(&mut self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Expr(e) => {
                let (value, ty) = self.expr(e);
                let never = matches!(self.types.get(ty), Known::Never);
                if !never {
                    self.discard(value);
                }
                never
            }
            Stmt::Let {
                pattern,
                ty,
                init,
                span,
            } => {
                let declared = self.types.declared(ty);
                if let Some(Expr {
                    kind: ExprKind::Shared(_),
                    ..
                }) = init
                {
                    self.shared_let(pattern, *span);
                    return false;
                }
                let Some(init) = init else {
                    let slot = self.local(pattern.single_name(), declared);
                    self.declare_owner(slot, ty, None);
                    self.bind(pattern, slot, *span);
                    return false;
                };
                let (value, found) = self.expr(init);
                let never = matches!(self.types.get(found), Known::Never);
                let value = self.coerce(value, found, declared, init.span);
                let slot = self.local(pattern.single_name(), declared);
                self.declare_owner(slot, ty, Some(init));
                if never {
                    // Nobody gets here, but the names are there.
                    self.bind(pattern, slot, *span);
                    return true;
                }
                self.assign(
                    slot,
                    Term {
                        span: *span,
                        ..value
                    },
                );
                self.bind(pattern, slot, *span);
                false
            }
        }
    }

    fn labelled_block(&mut self, label: Option<String>, block: &Block, span: Span) -> (Term, Ty) {
        let ty = self.types.open();
        let dest = self.local(None, ty);
        self.targets.push(Target {
            label,
            head: None,
            breaks: Vec::new(),
            dest: Some((dest, ty)),
            body: 0,
            invariant: false,
        });
        let (value, found) = self.block_value(block);
        if !matches!(self.types.get(found), Known::Never) {
            let value = self.coerce(value, found, ty, span);
            self.assign(dest, value);
        }
        let target = self.targets.pop().expect("pushed above");
        self.patch_breaks(&target);
        (Term::new(TermKind::Local(dest), span), ty)
    }

    /// Makes a value of one type stand where another is expected: reads through `&mut` where the place wants a value.
    pub(crate) fn coerce(&mut self, value: Term, found: Ty, expected: Ty, span: Span) -> Term {
        let wants_ref = matches!(self.types.get(expected), Known::MutRef(_) | Known::Open);
        let (value, found) = if !wants_ref && matches!(self.types.get(found), Known::MutRef(_)) {
            (self.read_through(value, found), self.types.peel(found))
        } else {
            (value, found)
        };
        if !self.types.unify(found, expected) {
            self.error(
                span,
                "tass could not follow the types here",
                Some("this is accepted by rustc but not understood by the model builder; a type annotation on the variable may help"),
            );
        }
        value
    }

    fn literal(&mut self, literal: &Literal, span: Span) -> (Term, Ty) {
        match literal {
            Literal::Int(v, ty) => (
                Term::new(TermKind::Int(*v), span),
                self.types.fresh(Known::Int(*ty)),
            ),
            Literal::Float(text, ty) => {
                (self.real(text, span), self.types.fresh(Known::Float(*ty)))
            }
            Literal::Bool(b) => (Term::new(TermKind::Bool(*b), span), self.types.bool()),
            Literal::Unusable(why) => {
                self.error(span, why.clone(), None);
                self.poison(span)
            }
        }
    }

    fn real(&mut self, text: &str, span: Span) -> Term {
        match parse_real(text) {
            Some(v) => Term::new(TermKind::Real(v), span),
            None => {
                self.error(
                    span,
                    format!("`{text}` is not a real number"),
                    Some("floats are mathematical reals here: there is no infinity and no NaN, and exponents go to 400"),
                );
                Term::new(TermKind::Real(RBig::ZERO), span)
            }
        }
    }

    fn struct_literal(
        &mut self,
        ty: &Type,
        fields: &[(String, Expr)],
        base: Option<&Expr>,
        span: Span,
    ) -> (Term, Ty) {
        let Type::Struct(def) = ty else {
            self.error(span, "this is not a struct", None);
            return self.poison(span);
        };
        let operands: Vec<&Expr> = fields.iter().map(|(_, e)| e).chain(base).collect();
        let mut values = self.exprs(&operands);
        let base = base.map(|_| values.pop().expect("one value for each operand"));
        let mut parts: Vec<(u32, Term)> = Vec::new();
        for ((name, e), (value, found)) in fields.iter().zip(values) {
            let Some(i) = def.fields.iter().position(|(field, _)| field == name) else {
                self.error(
                    e.span,
                    format!("`{}` has no field `{name}`", def.name),
                    None,
                );
                continue;
            };
            let declared = self.types.declared(&def.fields[i].1);
            let value = self.coerce(value, found, declared, e.span);
            parts.push((u32::try_from(i).expect("structs are small"), value));
        }
        let ty = self.types.fresh(Known::Struct(def.clone()));
        let kind = match base {
            Some((base, base_ty)) => {
                let base = self.read_through(base, base_ty);
                TermKind::Update(Box::new(base), parts)
            }
            None if parts.len() != def.fields.len() => {
                self.error(span, format!("a field of `{}` is missing", def.name), None);
                return self.poison(span);
            }
            None => {
                // A tuple is evaluated from left to right: fields written in another order go first.
                let mut bound = Vec::new();
                if !parts.is_sorted_by_key(|(i, _)| *i) {
                    for (i, value) in &mut parts {
                        let declared = self.types.declared(&def.fields[*i as usize].1);
                        let slot = self.local(None, declared);
                        let local = Term::new(TermKind::Local(slot), value.span);
                        bound.push((slot, std::mem::replace(value, local)));
                    }
                    parts.sort_by_key(|(i, _)| *i);
                }
                let parts = parts.into_iter().map(|(_, value)| value).collect();
                let whole = Term::new(TermKind::Tuple(parts), span);
                return (with(bound, whole), ty);
            }
        };
        (Term::new(kind, span), ty)
    }

    fn cast(&mut self, a: &Expr, target: &Type, span: Span) -> (Term, Ty) {
        let (value, found) = self.expr(a);
        let value = self.read_through(value, found);
        let found = self.types.peel(found);
        // Rust gives a literal the target's type; nothing else learns from a cast.
        if let Type::Int(_) = target
            && is_literal(a)
        {
            let ty = self.types.declared(target);
            self.types.unify(found, ty);
        }
        let to = match (self.types.get(found), target) {
            (Known::AnyInt | Known::Int(_), Type::Int(t)) => {
                Some(CastTo::IntFromInt(self.number(found, span), *t))
            }
            (Known::AnyFloat | Known::Float(_), Type::Int(t)) => Some(CastTo::IntFromReal(*t)),
            (Known::Bool, Type::Int(_)) => Some(CastTo::IntFromBool),
            (Known::AnyInt | Known::Int(_), Type::Float(_)) => Some(CastTo::RealFromInt),
            (Known::AnyFloat | Known::Float(_), Type::Float(_)) | (Known::Bool, Type::Bool) => {
                Some(CastTo::Same)
            }
            _ => None,
        };
        let ty = self.types.declared(target);
        match to {
            Some(to) => (Term::new(TermKind::Cast(Box::new(value), to), span), ty),
            None => {
                self.error(
                    span,
                    "the type of what is cast is not known here",
                    Some("annotate the variable with its type"),
                );
                (value, ty)
            }
        }
    }

    fn assert(&mut self, cond: Term, message: &Option<Message>, span: Span) -> (Term, Ty) {
        let message = self.message(message);
        self.shared.asserts.push((self.graph, span));
        let id = self.shared.asserts.len() - 1;
        self.emit(span, |next| Action::Assert {
            cond,
            message,
            id,
            next,
        });
        self.unit_value(span)
    }

    /// The message of an assertion or a panic. Its arguments have been evaluated, or can neither fail nor do anything.
    fn message(&mut self, message: &Option<Message>) -> Option<Vec<graph::Piece>> {
        let Message(pieces) = message.as_ref()?;
        let pieces = pieces.iter().map(|piece| match piece {
            Piece::Text(words) => graph::Piece::Text(words.clone()),
            Piece::Value(value) if is_impure_or_tests(value, self.shared.comm) => {
                graph::Piece::Written(value.span)
            }
            Piece::Value(value) => {
                let (term, ty) = self.expr(value);
                graph::Piece::Value(self.read_through(term, ty))
            }
        });
        Some(pieces.collect())
    }

    fn fail(&mut self, unreachable: bool, message: &Option<Message>, span: Span) -> (Term, Ty) {
        let message = self.message(message);
        self.emit(span, |_| Action::Fail {
            unreachable,
            message,
        });
        self.never(span)
    }

    fn choose(&mut self, lo: &Expr, hi: &Expr, inclusive: bool, span: Span) -> (Term, Ty) {
        let [(lo, ty), (hi, hi_ty)] = two(self.values(&[lo, hi]));
        self.same_type(ty, hi_ty, span);
        let hi = if inclusive {
            self.successor(hi, ty)
        } else {
            hi
        };
        let dest = self.local(None, ty);
        self.emit(span, |next| Action::Choose { dest, lo, hi, next });
        (Term::new(TermKind::Local(dest), span), ty)
    }

    pub(crate) fn unit_value(&mut self, span: Span) -> (Term, Ty) {
        (
            Term::new(TermKind::Tuple(Vec::new()), span),
            self.types.unit(),
        )
    }

    pub(crate) fn never(&mut self, span: Span) -> (Term, Ty) {
        (
            Term::new(TermKind::Tuple(Vec::new()), span),
            self.types.fresh(Known::Never),
        )
    }

    /// A value after an error: fits everywhere.
    pub(crate) fn poison(&mut self, span: Span) -> (Term, Ty) {
        (
            Term::new(TermKind::Tuple(Vec::new()), span),
            self.types.open(),
        )
    }
}

/// The two results of lowering two expressions.
pub(crate) fn two(parts: Vec<(Term, Ty)>) -> [(Term, Ty); 2] {
    <[(Term, Ty); 2]>::try_from(parts)
        .unwrap_or_else(|_| unreachable!("two expressions give two terms"))
}

/// An integer literal, also with a sign, or as the value of a block?
fn is_literal(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(..) => true,
        ExprKind::Unary(UnOp::Neg, inner) => is_literal(inner),
        ExprKind::Block(_, block) => block.tail.as_deref().is_some_and(is_literal),
        _ => false,
    }
}

/// Decimal exponents of literals: those of `f64` end at 308 above, 324 below.
const MOST_EXPONENT: u32 = 400;

/// A decimal literal as an exact rational; `None` for what is none, or has an exponent out of any proportion.
pub(crate) fn parse_real(text: &str) -> Option<RBig> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((m, e)) => (m, e.parse::<i32>().ok()?),
        None => (text, 0),
    };
    // Beyond this f64 knows only zero and infinity, and the exact number may not fit into memory.
    if exponent.unsigned_abs() > MOST_EXPONENT {
        return None;
    }
    let (negative, mantissa) = mantissa
        .strip_prefix('-')
        .map_or((false, mantissa), |m| (true, m));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let value: dashu_int::IBig = if digits.is_empty() {
        return None;
    } else {
        digits.parse().ok()?
    };
    let shift = exponent - i32::try_from(fraction.len()).ok()?;
    let ten = dashu_int::IBig::from(10).pow(usize::try_from(shift.unsigned_abs()).ok()?);
    let value = if negative { -value } else { value };
    Some(if shift >= 0 {
        RBig::from(value * ten)
    } else {
        RBig::from(value) / RBig::from(ten)
    })
}
