//! `match`, `if let`, `while let`, `let else` and `?`: what is done with a value depends on which
//! pattern it fits.
//!
//! The value is evaluated once, into a variable of its own; what a pattern looks at are parts of
//! that ([`super::fits`]). An arm is tested when those before it have failed. The last one without
//! a guard is not tested: rustc has seen to it that together they are everything.

use super::FnLowering;
use super::draft::{Action, Piece, Place, Root, Term, TermKind};
use super::plain::with;
use super::ty::{Known, Ty};
use crate::graph::Loc;
use crate::report::Kind;
use tass_syntax::tree::{Arm, BinOp, Block, Expr, ExprKind, Pattern, Span, Type};

impl FnLowering<'_, '_> {
    /// `match value { arms }`
    pub(super) fn match_value(&mut self, value: &Expr, arms: &[Arm], span: Span) -> (Term, Ty) {
        let ty = self.types.open();
        let dest = self.local(None, ty);
        let Some((whole, of)) = self.looked_at(value, &Type::Infer) else {
            return self.never(span);
        };
        let first = u32::try_from(self.locals.len()).expect("locals are counted by u32");
        let (mut ends, mut wanted, mut diverges) = (Vec::new(), false, true);
        for (index, arm) in arms.iter().enumerate() {
            let certain = index + 1 == arms.len() && arm.guard.is_none();
            let names = self.scope.len();
            let failed = self.enter(arm, &whole, of, certain);
            let (value, found) = self.expr(&arm.body);
            if !matches!(self.types.get(found), Known::Never) {
                diverges = false;
                wanted |= self.arm(dest, ty, value, found, arm.body.span);
                ends.push(self.emit(span, Action::Goto));
            }
            self.scope.truncate(names);
            self.patch_all(&failed);
        }
        for end in ends {
            self.patch_goto(end);
        }
        // A reference may be to a temporary.
        if !self.types.holds_references(ty) {
            self.kill(first);
        }
        match (diverges, wanted) {
            (true, _) => self.never(span),
            (false, true) => (Term::new(TermKind::Local(dest), span), ty),
            (false, false) => self.unit_value(span),
        }
    }

    /// Into an arm: its names are bound. Gives the branches that are taken where it does not fit.
    fn enter(&mut self, arm: &Arm, whole: &Place, of: Ty, certain: bool) -> Vec<Loc> {
        // A guard is asked again for each alternative that fits, and may do something each time.
        let apart = arm.guard.as_ref().is_some_and(|guard| self.acts(guard));
        let alternatives = alternatives(&arm.pattern, apart);
        if let [pattern] = &alternatives[..] {
            return self.try_alternative(pattern, arm.guard.as_ref(), whole, of, certain);
        }
        // Each has variables of its own, which become those of the arm.
        let mut common: Vec<(String, u32)> = Vec::new();
        let (mut entries, mut failed) = (Vec::new(), Vec::new());
        for (index, pattern) in alternatives.iter().enumerate() {
            self.patch_all(&failed);
            let names = self.scope.len();
            let certain = certain && index + 1 == alternatives.len();
            failed = self.try_alternative(pattern, arm.guard.as_ref(), whole, of, certain);
            for (name, slot) in self.scope.split_off(names) {
                let ty = self.locals[slot as usize].1;
                let known = common.iter().find(|(known, _)| *known == name);
                let shared = match known {
                    Some(&(_, shared)) => shared,
                    None => {
                        let shared = self.local(Some(&name), ty);
                        common.push((name, shared));
                        shared
                    }
                };
                let wanted = self.locals[shared as usize].1;
                self.same_type(ty, wanted, arm.body.span);
                self.lend_part(shared, slot);
                let value = Term::new(TermKind::Local(slot), arm.body.span);
                self.assign(shared, value);
            }
            entries.push(self.emit(arm.body.span, Action::Goto));
        }
        // Where the last one does not fit, the arm does not.
        let over = self.emit(arm.body.span, Action::Goto);
        for failed in failed {
            self.redirect(failed, over);
        }
        for entry in entries {
            self.patch_goto(entry);
        }
        self.scope.extend(common);
        vec![over]
    }

    /// One pattern and its guard.
    fn try_alternative(
        &mut self,
        pattern: &Pattern,
        guard: Option<&Expr>,
        whole: &Place,
        of: Ty,
        certain: bool,
    ) -> Vec<Loc> {
        let mut failed = Vec::new();
        let span = place_of(pattern).unwrap_or(whole.span);
        if let Some(test) = self.fits(pattern, whole, of, span)
            && !certain
        {
            failed.push(self.branch(test, span));
        }
        self.bind_parts(pattern, whole, of, span);
        if let Some(guard) = guard {
            failed.extend(self.branches(guard));
        }
        failed
    }

    /// The value that patterns look at, in a variable of its own; `None` if there is none.
    fn looked_at(&mut self, value: &Expr, declared: &Type) -> Option<(Place, Ty)> {
        let ty = self.types.declared(declared);
        let (term, found) = self.expr(value);
        let never = matches!(self.types.get(found), Known::Never);
        let term = self.coerce(term, found, ty, value.span);
        if never {
            return None;
        }
        let slot = self.local(None, ty);
        self.declare_owner(slot, declared, Some(value));
        self.assign(slot, term);
        Some((whole(slot, value.span), ty))
    }

    /// A condition with `let`s in it, joined by `&&`: the names are in scope behind it. Gives the
    /// branches that are taken where it does not hold.
    pub(super) fn branches(&mut self, cond: &Expr) -> Vec<Loc> {
        match &cond.kind {
            ExprKind::Let(pattern, value) => {
                let Some((whole, of)) = self.looked_at(value, &Type::Infer) else {
                    return Vec::new();
                };
                let alternatives = Arm {
                    pattern: (**pattern).clone(),
                    guard: None,
                    body: cond.clone(),
                };
                self.enter(&alternatives, &whole, of, false)
            }
            ExprKind::Binary(BinOp::And, a, b) if has_let(cond) => {
                let mut failed = self.branches(a);
                failed.extend(self.branches(b));
                failed
            }
            _ => {
                let span = cond.span;
                let cond = self.condition(cond);
                vec![self.branch(cond, span)]
            }
        }
    }

    /// `let pattern = init else { .. };`
    pub(super) fn let_else(
        &mut self,
        (pattern, ty): (&Pattern, &Type),
        init: &Expr,
        otherwise: &Block,
        span: Span,
    ) -> bool {
        let Some((whole, of)) = self.looked_at(init, ty) else {
            return true;
        };
        let arm = Arm {
            pattern: pattern.clone(),
            guard: None,
            body: init.clone(),
        };
        let names = self.scope.len();
        let failed = self.enter(&arm, &whole, of, false);
        let bound = self.scope.split_off(names);
        let over = self.emit(span, Action::Goto);
        self.patch_all(&failed);
        let (value, found) = self.block_value(otherwise);
        if !matches!(self.types.get(found), Known::Never) {
            // rustc has seen to it that nobody gets here.
            self.discard(value);
        }
        self.patch_goto(over);
        self.scope.extend(bound);
        false
    }

    /// `value?`
    pub(super) fn try_value(&mut self, value: &Expr, span: Span) -> (Term, Ty) {
        let Some((whole, of)) = self.looked_at(value, &Type::Infer) else {
            return self.never(span);
        };
        let peeled = self.types.peel(of);
        let Known::Enum(def, fields) = self.types.get(peeled).clone() else {
            let help = "give the variable, or the function, its type";
            self.error(
                span,
                "the type of what `?` looks at is not known here",
                Some(help),
            );
            return self.poison(span);
        };
        let ret = self.ret;
        // What is returned instead, and where the value is.
        let (good, instead, at) = match (def.name.as_str(), &fields[..]) {
            ("Option", [_]) => (1, self.option_of(None, ret, span), 1),
            ("Result", [_, bad]) => {
                let error = self.part_of_place(&whole, of, 2);
                let error = self.read_place(&error);
                (0, self.failed_result((error, *bad), ret, span), 1)
            }
            _ => {
                self.error(span, "`?` is for `Option` and `Result` only", None);
                return self.poison(span);
            }
        };
        let tag = self.tag_is(&whole, of, good, span);
        let failed = self.branch(tag, span);
        let over = self.emit(span, Action::Goto);
        self.patch_otherwise(failed);
        self.leaves(0, "?", span);
        self.return_value(instead, span);
        self.patch_goto(over);
        let good = self.part_of_place(&whole, of, at);
        (self.read_place(&good), fields[0])
    }

    /// A failed `unwrap` or `expect`: gives the value that there is.
    pub(super) fn or_fail(
        &mut self,
        fits: Term,
        (kind, message): (Kind, Option<Vec<Piece>>),
        span: Span,
    ) {
        let failed = self.branch(fits, span);
        let over = self.emit(span, Action::Goto);
        self.patch_otherwise(failed);
        self.emit(span, |_| Action::Fail { kind, message });
        self.patch_goto(over);
    }

    /// `match value { arms }` as a term.
    pub(super) fn plain_match(&mut self, value: &Expr, arms: &[Arm], span: Span) -> (Term, Ty) {
        let (term, of) = self.expr(value);
        let term = self.read_through(term, of);
        let of = self.types.peel(of);
        let slot = self.local(None, of);
        let whole = whole(slot, value.span);
        let ty = self.types.open();
        // The condition and the value of each arm.
        let mut cases: Vec<(Option<Term>, Term)> = Vec::new();
        for (index, arm) in arms.iter().enumerate() {
            let last = index + 1 == arms.len() && arm.guard.is_none();
            let alternatives = alternatives(&arm.pattern, false);
            for (at, pattern) in alternatives.iter().enumerate() {
                let names = self.scope.len();
                let certain = last && at + 1 == alternatives.len();
                let mut test = self.fits(pattern, &whole, of, span).filter(|_| !certain);
                let bound = self.bound_parts(pattern, &whole, of, span);
                if let Some(guard) = &arm.guard {
                    let guard = with(bound.clone(), self.condition(guard));
                    test = Some(match test {
                        Some(test) => both(test, guard, span),
                        None => guard,
                    });
                }
                let (value, found) = self.expr(&arm.body);
                let value = self.coerce(value, found, ty, arm.body.span);
                self.scope.truncate(names);
                cases.push((test, with(bound, value)));
            }
        }
        let last = cases.pop().map(|(_, value)| value);
        let Some(last) = last else {
            return self.never(span);
        };
        let value = cases.into_iter().rev().fold(last, |rest, (test, value)| {
            let Some(test) = test else {
                return value;
            };
            let kind = TermKind::If(Box::new(test), Box::new(value), Box::new(rest));
            Term::new(kind, span)
        });
        (with(vec![(slot, term)], value), ty)
    }

    /// A branch that goes elsewhere where it fails.
    fn redirect(&mut self, at: Loc, to: Loc) {
        match &mut self.nodes[at as usize].action {
            Action::Branch { otherwise, .. } => *otherwise = to,
            Action::Goto(next) => *next = to,
            _ => unreachable!("patterns fail at branches"),
        }
    }
}

/// Where a pattern is written, as far as it says so.
fn place_of(pattern: &Pattern) -> Option<Span> {
    let around =
        |parts: &mut dyn Iterator<Item = &Pattern>| parts.filter_map(place_of).reduce(Span::to);
    match pattern {
        Pattern::Name { span, .. } | Pattern::Variant { span, .. } => Some(*span),
        Pattern::Value(value) => Some(value.span),
        Pattern::Range { lo, hi, .. } => {
            let ends = [lo, hi].into_iter().flatten();
            ends.map(|end| end.span).reduce(Span::to)
        }
        Pattern::Ref(inner) | Pattern::Mut(inner) => place_of(inner),
        Pattern::At(name, inner) => around(&mut [&**name, &**inner].into_iter()),
        Pattern::Tuple(parts) | Pattern::Or(parts) => around(&mut parts.iter()),
        Pattern::Struct(fields) => around(&mut fields.iter().map(|(_, part)| part)),
        Pattern::Wild => None,
    }
}

/// A whole variable.
pub(super) fn whole(slot: u32, span: Span) -> Place {
    Place {
        root: Root::Local(slot),
        path: Vec::new(),
        span,
    }
}

/// `a && b`
pub(super) fn both(a: Term, b: Term, span: Span) -> Term {
    Term::new(TermKind::Logic(BinOp::And, Box::new(a), Box::new(b)), span)
}

/// Is there a `let` in a condition?
pub(super) fn has_let(cond: &Expr) -> bool {
    match &cond.kind {
        ExprKind::Let(..) => true,
        ExprKind::Binary(BinOp::And, a, b) => has_let(a) || has_let(b),
        _ => false,
    }
}

/// Patterns that have no `|` around names, or none at all if they are wanted apart: one of them
/// after the other is the same.
fn alternatives(pattern: &Pattern, apart: bool) -> Vec<Pattern> {
    match pattern {
        _ if !apart && pattern.names().is_empty() && pattern.is_refutable() => {
            vec![pattern.clone()]
        }
        Pattern::Or(all) => {
            let all = all.iter();
            all.flat_map(|one| alternatives(one, apart)).collect()
        }
        Pattern::Wild | Pattern::Name { .. } | Pattern::Value(_) | Pattern::Range { .. } => {
            vec![pattern.clone()]
        }
        Pattern::Ref(inner) => wrapped(inner, apart, Pattern::Ref),
        Pattern::Mut(inner) => wrapped(inner, apart, Pattern::Mut),
        Pattern::At(name, inner) => {
            let inner = alternatives(inner, apart).into_iter();
            inner
                .map(|inner| Pattern::At(name.clone(), Box::new(inner)))
                .collect()
        }
        Pattern::Tuple(parts) => {
            let parts: Vec<&Pattern> = parts.iter().collect();
            products(&parts, apart)
                .into_iter()
                .map(Pattern::Tuple)
                .collect()
        }
        Pattern::Struct(fields) => of_fields(fields, apart)
            .into_iter()
            .map(Pattern::Struct)
            .collect(),
        Pattern::Variant {
            ty,
            name,
            fields,
            span,
        } => {
            let all = of_fields(fields, apart).into_iter();
            all.map(|fields| Pattern::Variant {
                ty: ty.clone(),
                name: name.clone(),
                fields,
                span: *span,
            })
            .collect()
        }
    }
}

fn wrapped(inner: &Pattern, apart: bool, wrap: impl Fn(Box<Pattern>) -> Pattern) -> Vec<Pattern> {
    let inner = alternatives(inner, apart).into_iter();
    inner.map(|inner| wrap(Box::new(inner))).collect()
}

fn of_fields(fields: &[(String, Pattern)], apart: bool) -> Vec<Vec<(String, Pattern)>> {
    let parts: Vec<&Pattern> = fields.iter().map(|(_, part)| part).collect();
    let names = || fields.iter().map(|(name, _)| name.clone());
    let all = products(&parts, apart).into_iter();
    all.map(|parts| names().zip(parts).collect()).collect()
}

/// Every choice of an alternative of each part, the first part changing last.
fn products(parts: &[&Pattern], apart: bool) -> Vec<Vec<Pattern>> {
    let Some((first, rest)) = parts.split_first() else {
        return vec![Vec::new()];
    };
    let rest = products(rest, apart);
    let firsts = alternatives(first, apart).into_iter();
    firsts
        .flat_map(|first| {
            let all = rest.iter();
            all.map(move |rest| [vec![first.clone()], rest.clone()].concat())
        })
        .collect()
}
