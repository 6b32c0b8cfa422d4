//! Values of enums, and the methods of `Option` and `Result`.

use std::sync::Arc;

use super::FnLowering;
use super::derived::Trait;
use super::draft::{Action, Number, Piece, Place, Proj, Term, TermKind};
use super::fits::{is_variant, position};
use super::plain::with;
use super::ty::{Known, Ty};
use crate::report::Kind;
use tass_syntax::tree::{EnumDef, Expr, ExprKind, IntTy, Span, Type};

/// The positions of the variants: as they are declared.
const NONE: usize = 0;
const SOME: usize = 1;
const OK: usize = 0;
const ERR: usize = 1;

impl FnLowering<'_, '_> {
    /// `Job::Work { id: 1 }`, `Some(1)`
    pub(super) fn variant(
        &mut self,
        ty: &Type,
        name: &str,
        fields: &[(String, Expr)],
        span: Span,
    ) -> (Term, Ty) {
        let whole = self.types.open();
        let Some((def, at)) = self.variant_of(ty, name, whole, span) else {
            return self.poison(span);
        };
        let tys = self.field_types(whole);
        let operands: Vec<&Expr> = fields.iter().map(|(_, e)| e).collect();
        let values = self.exprs(&operands);
        if fields.len() != def.variants[at].fields.len() {
            let message = format!("`{}::{name}` has other fields", def.name);
            self.error(span, message, None);
            return self.poison(span);
        }
        // They are evaluated as they are written, and stand as they are declared.
        let (mut bound, mut given) = (Vec::new(), Vec::new());
        for ((field, e), (value, found)) in fields.iter().zip(values) {
            let Some(index) = position(&def, at, field) else {
                let message = format!("`{}::{name}` has no field `{field}`", def.name);
                self.error(e.span, message, None);
                return self.poison(span);
            };
            let wanted = tys[index as usize];
            let value = self.coerce(value, found, wanted, e.span);
            given.push((index, wanted, value));
        }
        if !given.is_sorted_by_key(|(index, ..)| *index) {
            for (_, ty, value) in &mut given {
                let slot = self.local(None, *ty);
                let local = Term::new(TermKind::Local(slot), value.span);
                bound.push((slot, std::mem::replace(value, local)));
            }
        }
        let given = given.into_iter().map(|(index, _, value)| (index, value));
        let value = self.made(whole, at, given.collect(), span);
        (with(bound, value), whole)
    }

    /// A value of the variant at a position, with these fields of those of all variants.
    fn made(&mut self, ty: Ty, at: usize, given: Vec<(u32, Term)>, span: Span) -> Term {
        let at = i128::try_from(at).expect("enums are small");
        let mut parts = vec![Term::new(TermKind::Int(at), span)];
        for (index, ty) in (0..).zip(self.field_types(ty)) {
            let value = given.iter().find(|(known, _)| *known == index);
            parts.push(match value {
                Some((_, value)) => value.clone(),
                None => Term::new(TermKind::Blank(Number::Of(ty)), span),
            });
        }
        Term::new(TermKind::Tuple(parts), span)
    }

    /// What `as` makes of a variant without fields: a number that any type may hold.
    pub(super) fn discriminant(&mut self, value: Term, ty: Ty, def: &EnumDef) -> (Term, Ty) {
        let span = value.span;
        let number = self.types.fresh(Known::Int(IntTy::I128));
        let (kept, held) = self.kept(value, ty);
        let tag = Term::new(TermKind::Field(Box::new(held), 0), span);
        let mut in_order = def.variants.iter().zip(0..);
        if in_order.all(|(v, at)| v.discriminant == at) {
            return (with(vec![kept], tag), number);
        }
        let int = |value| Term::new(TermKind::Int(value), span);
        let mut chosen = int(0);
        for (at, variant) in def.variants.iter().enumerate().rev() {
            let here = is_variant(tag.clone(), at, span);
            chosen = choice(here, int(variant.discriminant), chosen, span);
        }
        (with(vec![kept], chosen), number)
    }

    /// `Some(value)` or `None`, of a type that is an `Option`.
    pub(super) fn option_of(&mut self, value: Option<(Term, Ty)>, ty: Ty, span: Span) -> Term {
        let item = self.types.open();
        let wanted = self.types.option(item);
        self.same_type(ty, wanted, span);
        let at = if value.is_some() { SOME } else { NONE };
        let given = value.into_iter().map(|(value, found)| {
            let value = self.coerce(value, found, item, span);
            (0, value)
        });
        let given = given.collect();
        self.made(wanted, at, given, span)
    }

    /// `Err(error)`, of a type that is a `Result`.
    pub(super) fn failed_result(&mut self, error: (Term, Ty), ty: Ty, span: Span) -> Term {
        let parts = [(); 2].map(|()| self.types.open());
        let wanted = self.types.result(parts[0], parts[1]);
        self.same_type(ty, wanted, span);
        if !self.types.unify(error.1, parts[1]) {
            let help = "`?` gives the error to the caller as it is: convert it before";
            self.error(span, "`?` does not convert errors in models", Some(help));
        }
        self.made(wanted, ERR, vec![(1, error.0)], span)
    }

    /// A method of `Option` or `Result`; `None` if the receiver is neither, or has no such method.
    pub(super) fn method_of_enum(
        &mut self,
        receiver: &Expr,
        name: &str,
        args: &[Expr],
        span: Span,
    ) -> Option<(Term, Ty)> {
        if let "take" | "replace" | "insert" = name {
            return self.taken(receiver, name, args, span);
        }
        let mut all: Vec<&Expr> = vec![receiver];
        all.extend(args.iter().filter(|arg| !is_said(arg)));
        let mut values = self.values(&all);
        let (value, ty) = values.remove(0);
        let Known::Enum(def, fields) = self.types.get(ty).clone() else {
            let help = "give the variable, or the function, its type";
            let message = format!("the type of what has the method `{name}` is not known here");
            self.error(span, message, Some(help));
            return Some(self.poison(span));
        };
        let arg = values.pop();
        // Whatever is asked, it is of one value.
        let slot = self.local(None, ty);
        let held = Held {
            slot,
            def,
            fields,
            span,
        };
        if let "unwrap" | "expect" | "unwrap_err" | "expect_err" = name {
            self.assign(slot, value);
            return self.unwrapped(&held, name, args);
        }
        let result = self.asked(&held, name, arg)?;
        Some((with(vec![(slot, value)], result.0), result.1))
    }

    /// What is asked of an `Option` or a `Result` without changing it.
    fn asked(&mut self, held: &Held, name: &str, arg: Option<(Term, Ty)>) -> Option<(Term, Ty)> {
        let span = held.span;
        let good = held.good();
        let item = *held.fields.first()?;
        let there = held.is(good);
        let bool = self.types.bool();
        let not = |cond| Term::new(TermKind::Not(Box::new(cond)), span);
        let blank = |ty| Term::new(TermKind::Blank(Number::Of(ty)), span);
        Some(match (held.def.name.as_str(), name, arg) {
            ("Option", "is_some", None) | ("Result", "is_ok", None) => (there, bool),
            ("Option", "is_none", None) | ("Result", "is_err", None) => (not(there), bool),
            (_, "unwrap_or", Some((other, found))) => {
                let other = self.coerce(other, found, item, span);
                let (kept, other) = self.kept(other, item);
                let value = choice(there, held.field(0), other, span);
                (with(vec![kept], value), item)
            }
            (_, "unwrap_or_default", None) => {
                self.requires(Trait::Default, item, span);
                (choice(there, held.field(0), blank(item), span), item)
            }
            ("Option", "or", Some((other, found))) => {
                let wanted = held.ty(self);
                let other = self.coerce(other, found, wanted, span);
                let (kept, other) = self.kept(other, wanted);
                let value = choice(there, held.whole(), other, span);
                (with(vec![kept], value), wanted)
            }
            ("Option", "and", Some((other, found))) => {
                let item = self.types.open();
                let wanted = self.types.option(item);
                let other = self.coerce(other, found, wanted, span);
                let (kept, other) = self.kept(other, wanted);
                let none = self.option_of(None, wanted, span);
                (with(vec![kept], choice(there, other, none, span)), wanted)
            }
            ("Result", "or" | "and", Some((other, found))) => {
                // What is not looked at may be of another type.
                let open = self.types.open();
                let (at, wanted) = match name {
                    "or" => (OK, self.types.result(item, open)),
                    _ => (ERR, self.types.result(open, held.fields[1])),
                };
                let other = self.coerce(other, found, wanted, span);
                let (kept, other) = self.kept(other, wanted);
                let index = u32::try_from(at).expect("there are two");
                let mine = self.made(wanted, at, vec![(index, held.field(at))], span);
                let mine = choice(held.is(at), mine, other, span);
                (with(vec![kept], mine), wanted)
            }
            ("Option", "ok_or", Some((error, found))) => {
                let wanted = self.types.result(item, found);
                let (kept, error) = self.kept(error, found);
                let good = self.made(wanted, OK, vec![(0, held.field(0))], span);
                let bad = self.made(wanted, ERR, vec![(1, error)], span);
                (with(vec![kept], choice(there, good, bad, span)), wanted)
            }
            ("Result", "ok" | "err", None) => {
                let (at, index) = if name == "ok" { (OK, 0) } else { (ERR, 1) };
                let item = held.fields[index];
                let wanted = self.types.option(item);
                let some = (held.field(index), item);
                let some = self.option_of(Some(some), wanted, span);
                let none = self.option_of(None, wanted, span);
                (choice(held.is(at), some, none, span), wanted)
            }
            _ => return None,
        })
    }

    /// An operand that is evaluated in any case, under a name.
    fn kept(&mut self, value: Term, ty: Ty) -> ((u32, Term), Term) {
        let slot = self.local(None, ty);
        let local = Term::new(TermKind::Local(slot), value.span);
        ((slot, value), local)
    }

    /// `unwrap()`, `expect("..")`, and those for errors.
    fn unwrapped(&mut self, held: &Held, name: &str, args: &[Expr]) -> Option<(Term, Ty)> {
        let span = held.span;
        let (at, index) = match (held.def.name.as_str(), name) {
            ("Option", "unwrap" | "expect") => (SOME, 0),
            ("Result", "unwrap" | "expect") => (OK, 0),
            ("Result", "unwrap_err" | "expect_err") => (ERR, 1),
            _ => return None,
        };
        let message = match args.first().map(|arg| &arg.kind) {
            Some(ExprKind::Panic(message)) => self.message(message),
            _ => Some(vec![Piece::Text(held.failure(name).into())]),
        };
        let kind = match held.good() {
            SOME => Kind::UnwrapNone,
            _ => Kind::Panic,
        };
        self.or_fail(held.is(at), (kind, message), span);
        let value = held.field(index);
        let ty = held.fields[index];
        Some((self.save(value, ty), ty))
    }

    /// `take()`, `replace(v)`: what was there, and another in its place; `insert(v)`: a `&mut` to
    /// it.
    fn taken(
        &mut self,
        receiver: &Expr,
        name: &str,
        args: &[Expr],
        span: Span,
    ) -> Option<(Term, Ty)> {
        let (place, ty) = self.place(receiver);
        let (place, ty) = self.through_all(place, ty);
        let item = self.types.open();
        let wanted = self.types.option(item);
        self.same_type(ty, wanted, span);
        let place: Place = self.pinned(place, ty, args.iter().any(|arg| self.acts(arg)));
        let new = match (name, args) {
            ("take", []) => self.option_of(None, wanted, span),
            ("replace" | "insert", [value]) => {
                let value = self.expr(value);
                self.option_of(Some(value), wanted, span)
            }
            _ => return None,
        };
        if name == "insert" {
            let mut inside = place.clone();
            inside.path.push(Proj::Field(1));
            self.emit(span, |next| Action::Assign(place, new, next));
            let ty = self.types.fresh(Known::MutRef(item));
            return Some((Term::new(TermKind::RefMut(inside), span), ty));
        }
        let old = self.read_place(&place);
        let old = self.save(old, wanted);
        self.emit(span, |next| Action::Assign(place, new, next));
        Some((old, wanted))
    }
}

/// An `Option` or a `Result` in a variable.
struct Held {
    slot: u32,
    def: Arc<EnumDef>,
    fields: Vec<Ty>,
    span: Span,
}

impl Held {
    fn whole(&self) -> Term {
        Term::new(TermKind::Local(self.slot), self.span)
    }

    /// The field at this position among those of all variants.
    fn field(&self, index: usize) -> Term {
        let index = u32::try_from(index).expect("there are two at most");
        Term::new(
            TermKind::Field(Box::new(self.whole()), index + 1),
            self.span,
        )
    }

    /// Is it this variant?
    fn is(&self, at: usize) -> Term {
        let tag = Term::new(TermKind::Field(Box::new(self.whole()), 0), self.span);
        is_variant(tag, at, self.span)
    }

    /// The variant that has a value.
    fn good(&self) -> usize {
        if self.def.name == "Option" { SOME } else { OK }
    }

    fn ty(&self, lowering: &FnLowering<'_, '_>) -> Ty {
        lowering.locals[self.slot as usize].1
    }

    /// What a failed `unwrap` says.
    fn failure(&self, name: &str) -> &'static str {
        match (name, self.good()) {
            ("unwrap_err", _) => "called `Result::unwrap_err()` on an `Ok` value",
            (_, SOME) => "called `Option::unwrap()` on a `None` value",
            _ => "called `Result::unwrap()` on an `Err` value",
        }
    }
}

/// `if cond { then } else { otherwise }` of terms.
fn choice(cond: Term, then: Term, otherwise: Term, span: Span) -> Term {
    let kind = TermKind::If(Box::new(cond), Box::new(then), Box::new(otherwise));
    Term::new(kind, span)
}

/// What `expect` says if it fails stands as `panic!("..")` in the tree: it is no operand.
fn is_said(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Panic(_))
}
