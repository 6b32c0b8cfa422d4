//! The end of a function's lowering: types are settled and written into the terms that wait for them.

use super::FnLowering;
use super::ty::{Known, Ty};
use crate::graph::{
    Action, CastTo, CommOperand, CounterTerm, Graph, Holder, Local, Number, Piece, Place, Proj,
    Root, Term, TermKind,
};
use crate::program::ast::{IntTy, Type};

impl FnLowering<'_, '_> {
    /// A number whose type is settled at the end.
    pub(crate) fn remember(&mut self, ty: Ty) -> u32 {
        self.open_numbers.push(ty);
        u32::try_from(self.open_numbers.len() - 1).expect("a function is short")
    }

    pub(crate) fn finish(mut self) -> Graph {
        self.refuse_unknown_overlaps();
        let mut nodes = std::mem::take(&mut self.nodes);
        let mut open_spans = Vec::new();
        for (at, operand, ty) in std::mem::take(&mut self.open_elements) {
            let node = &mut nodes[at as usize];
            let Action::Comm(action, _) = &mut node.action else {
                unreachable!("recorded for a communication")
            };
            let (elem, span) = match &mut action.args[operand] {
                Some(CommOperand::In { elem, value, .. }) => (Some(elem), value.span),
                Some(CommOperand::Out { elem, place, .. }) => (Some(elem), place.span),
                _ => (None, node.span),
            };
            if let Some(elem) = elem {
                if matches!(self.types.get(ty), Known::AnyInt | Known::AnyFloat) {
                    action.untyped.push(span);
                }
                match self.types.resolve(ty) {
                    Some(ty) => *elem = ty,
                    None => open_spans.push(node.span),
                }
            }
        }
        for (index, ty) in std::mem::take(&mut self.open_outputs) {
            let output = &mut self.shared.outputs[index];
            match self.types.resolve(ty) {
                Some(ty) => output.ty = ty,
                None => open_spans.push(output.span),
            }
        }
        let numbers: Vec<Option<Type>> = self
            .open_numbers
            .iter()
            .map(|ty| self.types.resolve(*ty))
            .collect();
        let mut settle = |term: &mut Term| {
            let number = match &mut term.kind {
                TermKind::Neg(_, n) | TermKind::Arith(_, n, ..) | TermKind::Call(_, _, n) => n,
                TermKind::Fold { number, .. } => number,
                TermKind::Cast(_, CastTo::IntFromInt(from, _)) => from,
                _ => return,
            };
            if let Number::Open(slot) = *number {
                *number = match numbers[slot as usize] {
                    Some(Type::Int(t)) => Number::Int(t),
                    Some(Type::Float(_)) => Number::Real,
                    _ => {
                        open_spans.push(term.span);
                        Number::Int(IntTy::I32)
                    }
                };
            }
        };
        for node in &mut nodes {
            node.action.terms_mut(&mut settle);
        }
        if self.graph == 0 {
            let memory = &mut self.shared.memory;
            let terms = memory.always.iter_mut();
            let terms = terms.chain(memory.shared.iter_mut().map(|var| &mut var.init));
            terms.for_each(|term| term.terms_mut(&mut settle));
        }
        if self.shared.errors.is_empty() {
            for span in open_spans {
                self.error(
                    span,
                    "the type here could not be inferred",
                    Some("annotate the variable with its type"),
                );
            }
        }
        self.check_literals();
        self.check_required();
        self.check_shared_writes(&mut nodes);
        let locals = self
            .locals
            .iter()
            .map(|(name, ty)| Local {
                name: name.clone(),
                ty: self.types.resolve(*ty).unwrap_or(Type::Unit),
            })
            .collect();
        Graph {
            name: self.function.name.clone(),
            source: self.source.clone(),
            function: self.function.clone(),
            params: self.function.params.len(),
            locals,
            nodes,
        }
    }
}

impl FnLowering<'_, '_> {
    /// rustc lets a literal wrap around if its lint is switched off.
    fn check_literals(&mut self) {
        for (value, ty, span) in std::mem::take(&mut self.literals) {
            if let Some(Type::Int(ty)) = self.types.resolve(ty)
                && !ty.holds(value)
            {
                self.error(
                    span,
                    format!("`{value}` does not fit into `{}`", ty.name()),
                    Some("rustc's lint `overflowing_literals` says so too, unless it is switched off"),
                );
            }
        }
    }
}

impl Action {
    /// Every term of the action, inner ones included.
    pub(crate) fn terms_mut(&mut self, f: &mut dyn FnMut(&mut Term)) {
        match self {
            Action::Assign(place, value, _) | Action::Push(place, value, _) => {
                place.terms_mut(f);
                value.terms_mut(f);
            }
            Action::Branch { cond, .. } => cond.terms_mut(f),
            Action::Assert { cond, message, .. } => {
                cond.terms_mut(f);
                message_terms_mut(message, f);
            }
            Action::Fail { message, .. } => message_terms_mut(message, f),
            Action::Collective(action, _) => action.cond.terms_mut(f),
            Action::Loop { at, guard, .. } => {
                at.cond.terms_mut(f);
                guard.terms_mut(f);
                for place in at.assigns.iter_mut().flatten() {
                    place.terms_mut(f);
                }
            }
            Action::Assume(t, _)
            | Action::Cover(_, t, _)
            | Action::Output { value: t, .. }
            | Action::Elaborate(t, _)
            | Action::Return(t) => {
                t.terms_mut(f);
            }
            Action::Call { args, .. } => args.iter_mut().for_each(|t| t.terms_mut(f)),
            Action::Choose { lo, hi, .. } => {
                lo.terms_mut(f);
                hi.terms_mut(f);
            }
            Action::Comm(action, _) => {
                for operand in action.args.iter_mut().flatten() {
                    match operand {
                        CommOperand::Value(t) => t.terms_mut(f),
                        CommOperand::In { value, place, .. } => {
                            value.terms_mut(f);
                            place.iter_mut().for_each(|place| place.terms_mut(f));
                        }
                        CommOperand::Out { place, .. } => place.terms_mut(f),
                    }
                }
            }
            Action::Test(test, _) => {
                test.end.terms_mut(f);
                test.body.terms_mut(f);
            }
            Action::Goto(_)
            | Action::LoopHead(_)
            | Action::CountingHead(_)
            | Action::Leave(..)
            | Action::Kill { .. }
            | Action::Pause(..) => {}
        }
    }
}

fn message_terms_mut(message: &mut Option<Vec<Piece>>, f: &mut dyn FnMut(&mut Term)) {
    for piece in message.iter_mut().flatten() {
        if let Piece::Value(term) = piece {
            term.terms_mut(f);
        }
    }
}

impl CounterTerm {
    fn terms_mut(&mut self, f: &mut dyn FnMut(&mut Term)) {
        if let Holder::Process(e) | Holder::Spec(Some(e)) = &mut self.holder {
            e.terms_mut(f);
        }
        self.peer.terms_mut(f);
    }
}

impl Place {
    fn terms_mut(&mut self, f: &mut dyn FnMut(&mut Term)) {
        if let Root::Deref(t) = &mut self.root {
            t.terms_mut(f);
        }
        for step in &mut self.path {
            match step {
                Proj::Field(_) => {}
                Proj::Index(t) => t.terms_mut(f),
                Proj::Slice(lo, hi) => [lo, hi].into_iter().flatten().for_each(|t| t.terms_mut(f)),
            }
        }
    }
}

impl Term {
    pub(crate) fn terms_mut(&mut self, f: &mut dyn FnMut(&mut Term)) {
        f(self);
        match &mut self.kind {
            TermKind::Int(_)
            | TermKind::Real(_)
            | TermKind::Bool(_)
            | TermKind::Local(_)
            | TermKind::Rank
            | TermKind::Spec(None, _)
            | TermKind::Size => {}
            TermKind::Deref(a)
            | TermKind::Neg(a, _)
            | TermKind::Not(a)
            | TermKind::Field(a, _)
            | TermKind::Cast(a, _)
            | TermKind::Spec(Some(a), _)
            | TermKind::Member(a)
            | TermKind::Peer(a, _) => {
                a.terms_mut(f);
            }
            TermKind::RefMut(place) => place.terms_mut(f),
            TermKind::Counter(counter) => counter.terms_mut(f),
            TermKind::InFlight(sent, received) => {
                sent.terms_mut(f);
                received.terms_mut(f);
            }
            TermKind::Arith(_, _, a, b)
            | TermKind::Compare(_, a, b)
            | TermKind::Logic(_, a, b)
            | TermKind::Index(a, b)
            | TermKind::Repeat(a, b)
            | TermKind::Let(_, a, b) => {
                a.terms_mut(f);
                b.terms_mut(f);
            }
            TermKind::If(a, b, c) => [a, b, c].into_iter().for_each(|t| t.terms_mut(f)),
            TermKind::Slice(a, lo, hi) => {
                a.terms_mut(f);
                [lo, hi].into_iter().flatten().for_each(|t| t.terms_mut(f));
            }
            TermKind::Tuple(ts) | TermKind::Array(ts) | TermKind::Call(_, ts, _) => {
                ts.iter_mut().for_each(|t| t.terms_mut(f))
            }
            TermKind::Update(a, parts) => {
                a.terms_mut(f);
                parts.iter_mut().for_each(|(_, t)| t.terms_mut(f));
            }
            TermKind::Quantifier { lo, hi, body, .. } => {
                lo.terms_mut(f);
                hi.terms_mut(f);
                body.terms_mut(f);
            }
            TermKind::Fold {
                lo,
                hi,
                filter,
                body,
                ..
            } => {
                lo.terms_mut(f);
                hi.terms_mut(f);
                if let Some(filter) = filter {
                    filter.terms_mut(f);
                }
                body.terms_mut(f);
            }
        }
    }
}
