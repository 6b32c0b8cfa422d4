//! Every term of an action, to be looked at or changed.

use super::{
    Action, CommOf, CommOperand, CounterTerm, Holder, Piece, Place, Proj, Root, Term, TermKind,
};

impl<N> Action<N> {
    /// Every term of the action, inner ones included.
    pub(crate) fn terms_mut(&mut self, f: &mut dyn FnMut(&mut Term<N>)) {
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
            Action::Collective(action, _) => {
                action.comm.iter_mut().for_each(|comm| comm.terms_mut(f));
                action.cond.terms_mut(f);
            }
            Action::Loop { at, guard, .. } => {
                at.comm.iter_mut().for_each(|comm| comm.terms_mut(f));
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
                        CommOperand::Operator(_) => {}
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

fn message_terms_mut<N>(message: &mut Option<Vec<Piece<N>>>, f: &mut dyn FnMut(&mut Term<N>)) {
    for piece in message.iter_mut().flatten() {
        if let Piece::Value(term) = piece {
            term.terms_mut(f);
        }
    }
}

impl<N> CounterTerm<N> {
    fn terms_mut(&mut self, f: &mut dyn FnMut(&mut Term<N>)) {
        if let Holder::Process(e) | Holder::Spec(Some(e)) = &mut self.holder {
            e.terms_mut(f);
        }
        self.peer.terms_mut(f);
        if let Some(CommOf::Value(comm)) = &mut self.comm {
            comm.terms_mut(f);
        }
    }
}

impl<N> Place<N> {
    fn terms_mut(&mut self, f: &mut dyn FnMut(&mut Term<N>)) {
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

impl<N> Term<N> {
    /// The term and every one in it, outermost first.
    pub(crate) fn terms_mut(&mut self, f: &mut dyn FnMut(&mut Term<N>)) {
        f(self);
        match &mut self.kind {
            TermKind::Int(_)
            | TermKind::Real(_)
            | TermKind::Bool(_)
            | TermKind::Local(_)
            | TermKind::Rank
            | TermKind::Blank(_)
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
