//! Ghost counters in collective conditions: `sent(r)`, `proc[e].received(r, tag = t)`,
//! `in_flight(a, b)`.

use super::FnLowering;
use super::draft::{CommOf, CounterTerm, Holder, Term, TermKind};
use super::ty::{Known, Ty};
use crate::graph::Counted;
use tass_syntax::tree::{Counter, Expr, Handle, IntTy, Span, Type, Way, Whose};

impl FnLowering<'_, '_> {
    /// Messages that a process has sent or received so far.
    pub(crate) fn counter(&mut self, counter: &Counter, span: Span) -> (Term, Ty) {
        let what = counter.way.to_string();
        let joint = self.label.as_ref().is_some_and(|label| label.joint);
        if !self.counts_here(&what, span) {
            return self.poison(span);
        }
        let holder = match &counter.whose {
            Whose::Own => Holder::Own,
            Whose::Process(process) => Holder::Process(self.rank_term(process)),
            Whose::Spec(_) if !joint => {
                self.error(
                    span,
                    format!("`spec.{what}(..)` has a meaning only inside `joint_assert!` and `joint_invariant!`"),
                    Some("a collective assertion speaks of one program: use `proc`"),
                );
                return self.poison(span);
            }
            Whose::Spec(process) => {
                Holder::Spec(process.as_ref().map(|process| self.rank_term(process)))
            }
        };
        let peer = self.rank_term(&counter.peer);
        let Some(tag) = self.tag(counter.tag.as_ref()) else {
            return self.poison(span);
        };
        let Some(comm) = self.counted_in(counter.comm.as_deref(), &holder, span) else {
            return self.poison(span);
        };
        let term = self.counter_term(counter.way, tag, holder, peer, comm);
        let usize = self.types.usize();
        (Term::new(TermKind::Counter(Box::new(term)), span), usize)
    }

    /// Messages that one process has sent and another has not received, as far as the two snapshots
    /// know.
    pub(crate) fn in_flight(
        &mut self,
        from: &Expr,
        to: &Expr,
        tag: Option<&Expr>,
        comm: Option<&str>,
        span: Span,
    ) -> (Term, Ty) {
        if !self.counts_here("in_flight", span) {
            return self.poison(span);
        }
        let (from, to) = (self.rank_term(from), self.rank_term(to));
        let Some(tag) = self.tag(tag) else {
            return self.poison(span);
        };
        let holder = Holder::Process(from.clone());
        let Some(comm) = self.counted_in(comm, &holder, span) else {
            return self.poison(span);
        };
        let sent = self.counter_term(Way::Sent, tag, holder, to.clone(), comm.clone());
        let received = self.counter_term(Way::Received, tag, Holder::Process(to), from, comm);
        let difference = TermKind::InFlight(Box::new(sent), Box::new(received));
        let signed = self.types.declared(&Type::Int(IntTy::I64));
        (Term::new(difference, span), signed)
    }

    /// Counters are no part of the program: only specifications may read them.
    fn counts_here(&mut self, what: &str, span: Span) -> bool {
        if self.label.is_none() {
            self.error(
                span,
                format!("`{what}(..)` counts messages: it only has a meaning inside `collective_assert!`, `invariant!` and their joint forms"),
                Some("the program itself knows of its messages what it keeps in variables"),
            );
        }
        self.label.is_some()
    }

    fn counter_term(
        &mut self,
        way: Way,
        tag: Option<i64>,
        holder: Holder,
        peer: Term,
        comm: Option<CommOf>,
    ) -> CounterTerm {
        let by_comm = comm.is_some();
        let counted = Counted { way, tag, by_comm };
        let (counted, _) = self.shared.counted.insert_full(counted);
        CounterTerm {
            counted,
            holder,
            peer,
            comm,
        }
    }

    /// The communicator in which messages are counted; `Some(None)` where all are, `None` after an
    /// error. A variable is that of the process whose counter it is.
    fn counted_in(
        &mut self,
        name: Option<&str>,
        holder: &Holder,
        span: Span,
    ) -> Option<Option<CommOf>> {
        let Some(name) = name else {
            return Some(None);
        };
        let here = self.scope.iter().rev().find(|(known, _)| known == name);
        let here = here.map(|(_, slot)| *slot);
        if here.is_none()
            && let Some((value, Type::Handle(Handle::Comm))) = self.shared.comm.constant(name)
        {
            let constant = Term::new(TermKind::Int(value), span);
            return Some(Some(CommOf::Value(constant)));
        }
        if !matches!(holder, Holder::Spec(_)) {
            let ty = here.map(|slot| self.locals[slot as usize].1);
            let ty = ty.map(|ty| self.types.peel(ty));
            if !ty.is_some_and(|ty| matches!(self.types.get(ty), Known::Handle(Handle::Comm))) {
                self.error(
                    span,
                    format!("`{name}` is not a variable that holds a communicator"),
                    Some("messages are counted for the communicator in a variable: `sent(1, comm = row)`"),
                );
                return None;
            }
        }
        Some(Some(match (holder, here) {
            (Holder::Own, Some(slot)) => {
                let ty = self.locals[slot as usize].1;
                let variable = Term::new(TermKind::Local(slot), span);
                CommOf::Value(self.read_through(variable, ty))
            }
            _ => CommOf::Variable(name.to_owned()),
        }))
    }

    fn rank_term(&mut self, e: &Expr) -> Term {
        let (rank, ty) = self.expr(e);
        let rank = self.read_through(rank, ty);
        let (ty, usize) = (self.types.peel(ty), self.types.usize());
        if !self.types.unify(ty, usize) {
            self.error(e.span, "a rank is a `usize`", None);
        }
        rank
    }

    /// The tag that is counted; `Some(None)` where all are, `None` after an error.
    fn tag(&mut self, tag: Option<&Expr>) -> Option<Option<i64>> {
        let Some(e) = tag else {
            return Some(None);
        };
        let term = self.rank_term(e);
        let TermKind::Int(value) = term.kind else {
            self.error(
                e.span,
                "the tag of a counter must be a constant: what is counted is decided before the program runs",
                Some("write a number, or name a constant: `sent(1, tag = DATA)`"),
            );
            return None;
        };
        let special = self.shared.comm.special_ranks("tag");
        if special.iter().any(|(any, _)| *any == value) {
            return Some(None);
        }
        match i64::try_from(value) {
            Ok(tag) => Some(Some(tag)),
            Err(_) => {
                self.error(e.span, "there is no such tag", None);
                None
            }
        }
    }
}
