//! Which part of a failed condition is to blame, and the values that show it.
//!
//! Only a replay knows values. Elsewhere nothing below can be decided, and the whole condition is
//! blamed.

use crate::comm::CommModel;
use crate::exec::terms::check::Cx;
use crate::exec::{FailedTerm, FailedValue, Stepper};
use crate::graph::{Term, TermKind};
use tass_syntax::tree::{BinOp, Span};

/// Of a longer range, only the first items are tried.
const MOST_ITEMS: i64 = 10_000;

impl<C: CommModel> Stepper<'_, '_, C> {
    /// The first conjunct of a failed condition that is false, for the first item for which it is,
    /// and the values in it.
    pub(crate) fn failed_part(&mut self, cx: &mut Cx<'_>, cond: &Term) -> FailedTerm {
        if let TermKind::Logic(BinOp::And | BinOp::BitAnd, a, b) = &cond.kind {
            match self.truth(cx, a) {
                Some(true) => return self.failed_part(cx, b),
                Some(false) => return self.failed_part(cx, a),
                None => {}
            }
        }
        if let TermKind::Quantifier {
            forall: true,
            var,
            lo,
            hi,
            body,
        } = &cond.kind
            && let (Ok(lo), Ok(hi)) = (self.eval(cx, lo), self.eval(cx, hi))
            && let (Some(lo), Some(hi)) =
                (self.engine.store.as_int(lo), self.engine.store.as_int(hi))
        {
            for v in lo..hi.min(lo.saturating_add(MOST_ITEMS)) {
                let item = self.engine.store.int(v);
                cx.bound.push((*var, item));
                let fails = self.truth(cx, body) == Some(false);
                let part = fails.then(|| self.failed_part(cx, body));
                cx.bound.pop();
                if let Some(part) = part {
                    return part;
                }
            }
        }
        let mut values = Vec::new();
        let text = self.equality(cx.graph(), cond);
        if let (TermKind::Compare(_, a, b), true) = (&cond.kind, text.is_some()) {
            for side in [a, b] {
                if !matches!(
                    side.kind,
                    TermKind::Int(_) | TermKind::Real(_) | TermKind::Bool(_)
                ) {
                    self.keep(cx, side, &mut values);
                }
            }
        }
        self.values_in(cx, cond, &mut values);
        FailedTerm {
            span: cond.span,
            text,
            values,
        }
    }

    /// `a == b`, of `assert_eq!(a, b)`, where nothing like it is written.
    fn equality(&self, graph: usize, cond: &Term) -> Option<String> {
        let TermKind::Compare(op @ (BinOp::Eq | BinOp::Ne), a, b) = &cond.kind else {
            return None;
        };
        let shown = |span| {
            self.engine
                .program
                .location(graph, span)
                .snippet()
                .to_owned()
        };
        let between = Span {
            line: a.span.end_line,
            col: a.span.end_col,
            end_line: b.span.line,
            end_col: b.span.col,
        };
        let sign = if *op == BinOp::Eq { "==" } else { "!=" };
        let comma = shown(between).trim_start().starts_with(',');
        comma.then(|| format!("{} {sign} {}", shown(a.span), shown(b.span)))
    }

    fn truth(&mut self, cx: &mut Cx<'_>, cond: &Term) -> Option<bool> {
        let value = self.eval(cx, cond).ok()?;
        self.engine.store.as_bool(value)
    }

    /// The values of the variables, elements and fields in a term, outermost only.
    fn values_in(&mut self, cx: &mut Cx<'_>, term: &Term, out: &mut Vec<FailedValue>) {
        match &term.kind {
            TermKind::Local(_)
            | TermKind::Deref(_)
            | TermKind::Field(..)
            | TermKind::Fold { .. }
            | TermKind::Call(..)
            | TermKind::Peer(..)
            | TermKind::Counter(..)
            | TermKind::InFlight(..)
            | TermKind::Spec(..) => self.keep(cx, term, out),
            TermKind::Index(_, index) => {
                self.keep(cx, term, out);
                self.values_in(cx, index, out);
            }
            TermKind::Neg(a, _) | TermKind::Not(a) | TermKind::Cast(a, _) => {
                self.values_in(cx, a, out);
            }
            TermKind::Arith(_, _, a, b) | TermKind::Compare(_, a, b) | TermKind::Logic(_, a, b) => {
                self.values_in(cx, a, out);
                self.values_in(cx, b, out);
            }
            TermKind::Let(_, of, value) if is_inlined(value) => {
                self.keep(cx, term, out);
                self.values_in(cx, of, out);
            }
            TermKind::If(a, b, c) => {
                for part in [a, b, c] {
                    self.values_in(cx, part, out);
                }
            }
            TermKind::Let(var, of, value) => {
                if let Ok(of) = self.eval(cx, of) {
                    cx.bound.push((*var, of));
                    self.values_in(cx, value, out);
                    cx.bound.pop();
                }
            }
            // What holds for no item, or not for all of very many: the variables that do not depend
            // on the item.
            TermKind::Quantifier { lo, hi, body, .. } => {
                // The bounds of `a.iter()` are nowhere to be read.
                for bound in [lo, hi] {
                    if bound.span != term.span {
                        self.values_in(cx, bound, out);
                    }
                }
                self.free_variables(cx, body, out);
            }
            _ => {}
        }
    }

    /// The whole variables in the body of a quantifier.
    fn free_variables(&mut self, cx: &mut Cx<'_>, term: &Term, out: &mut Vec<FailedValue>) {
        match &term.kind {
            TermKind::Local(_) => self.keep(cx, term, out),
            TermKind::Deref(a)
            | TermKind::Field(a, _)
            | TermKind::Neg(a, _)
            | TermKind::Not(a)
            | TermKind::Cast(a, _) => self.free_variables(cx, a, out),
            TermKind::Let(_, of, value) if is_inlined(value) => self.free_variables(cx, of, out),
            TermKind::If(a, b, c) => {
                for part in [a, b, c] {
                    self.free_variables(cx, part, out);
                }
            }
            TermKind::Index(a, b)
            | TermKind::Arith(_, _, a, b)
            | TermKind::Compare(_, a, b)
            | TermKind::Logic(_, a, b)
            | TermKind::Let(_, a, b) => {
                self.free_variables(cx, a, out);
                self.free_variables(cx, b, out);
            }
            TermKind::Quantifier { lo, hi, body, .. } => {
                for part in [lo, hi, body] {
                    self.free_variables(cx, part, out);
                }
            }
            _ => {}
        }
    }

    /// Adds the value of a term, unless one is there that reads the same.
    fn keep(&mut self, cx: &mut Cx<'_>, term: &Term, out: &mut Vec<FailedValue>) {
        let graph = cx.graph();
        let process = match &term.kind {
            TermKind::Peer(process, _) => {
                let rank = self.eval(cx, process).ok();
                rank.and_then(|rank| self.engine.store.as_int(rank))
            }
            _ => None,
        };
        let shown = |span| {
            self.engine
                .program
                .location(graph, span)
                .snippet()
                .to_owned()
        };
        let here = shown(term.span);
        if out.iter().any(|v| shown(v.span) == here) {
            return;
        }
        // What a closure's parameter stands for is not known outside.
        if let Ok(value) = self.eval(cx, term)
            && value != self.engine.store.unit()
        {
            out.push(FailedValue {
                span: term.span,
                shown: self.engine.shown_value(graph, term, value),
                process: process.and_then(|p| usize::try_from(p).ok()),
            });
        }
    }
}

/// Is a term the body of a function that was called here? Then all of it stands at the call, and
/// what is in it cannot be read there.
fn is_inlined(term: &Term) -> bool {
    match &term.kind {
        TermKind::Let(_, _, value) => is_inlined(value),
        TermKind::Not(a)
        | TermKind::Arith(_, _, a, _)
        | TermKind::Compare(_, a, _)
        | TermKind::Logic(_, a, _)
        | TermKind::If(a, ..)
        | TermKind::Quantifier { body: a, .. }
        | TermKind::Fold { body: a, .. } => a.span == term.span,
        _ => false,
    }
}
