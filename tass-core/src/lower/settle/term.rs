//! Terms and places.

use super::super::draft;
use super::{Settle, Settling};
use crate::graph::{CastTo, CommOf, CounterTerm, Holder, Place, Proj, Root, Term, TermKind};
use tass_syntax::tree::Span;

impl Settle for (u32, draft::Term) {
    type Settled = (u32, Term);

    fn settle(self, with: &mut Settling<'_>) -> Self::Settled {
        (self.0, self.1.settle(with))
    }
}

impl Settle for draft::Term {
    type Settled = Term;

    fn settle(self, with: &mut Settling<'_>) -> Term {
        use TermKind as K;
        let span = self.span;
        let kind = match self.kind {
            K::Int(value) => K::Int(value),
            K::Real(value) => K::Real(value),
            K::Bool(value) => K::Bool(value),
            K::Local(slot) => K::Local(slot),
            K::Rank => K::Rank,
            K::Size => K::Size,
            K::Deref(a) => K::Deref(a.settle(with)),
            K::RefMut(place) => K::RefMut(place.settle(with)),
            K::Neg(a, number) => {
                let number = with.number(number, span);
                K::Neg(a.settle(with), number)
            }
            K::Not(a) => K::Not(a.settle(with)),
            K::Arith(op, number, a, b) => {
                let number = with.number(number, span);
                K::Arith(op, number, a.settle(with), b.settle(with))
            }
            K::Compare(op, a, b) => K::Compare(op, a.settle(with), b.settle(with)),
            K::Logic(op, a, b) => K::Logic(op, a.settle(with), b.settle(with)),
            K::If(a, b, c) => K::If(a.settle(with), b.settle(with), c.settle(with)),
            K::Index(a, i) => K::Index(a.settle(with), i.settle(with)),
            K::Slice(a, lo, hi) => K::Slice(a.settle(with), lo.settle(with), hi.settle(with)),
            K::Field(a, field) => K::Field(a.settle(with), field),
            K::Tuple(parts) => K::Tuple(parts.settle(with)),
            K::Array(parts) => K::Array(parts.settle(with)),
            K::Repeat(value, len) => K::Repeat(value.settle(with), len.settle(with)),
            K::Update(a, parts) => K::Update(a.settle(with), parts.settle(with)),
            K::Cast(a, to) => {
                let to = cast(to, span, with);
                K::Cast(a.settle(with), to)
            }
            K::Call(builtin, args, number) => {
                let number = with.number(number, span);
                K::Call(builtin, args.settle(with), number)
            }
            K::Quantifier {
                forall,
                var,
                lo,
                hi,
                body,
            } => K::Quantifier {
                forall,
                var,
                lo: lo.settle(with),
                hi: hi.settle(with),
                body: body.settle(with),
            },
            K::Fold {
                op,
                var,
                lo,
                hi,
                filter,
                body,
                number,
            } => K::Fold {
                number: with.number(number, span),
                op,
                var,
                lo: lo.settle(with),
                hi: hi.settle(with),
                filter: filter.settle(with),
                body: body.settle(with),
            },
            K::Let(var, of, value) => K::Let(var, of.settle(with), value.settle(with)),
            K::Peer(process, name) => K::Peer(process.settle(with), name),
            K::Member(process) => K::Member(process.settle(with)),
            K::Spec(process, name) => K::Spec(process.settle(with), name),
            K::Counter(counter) => K::Counter(counter.settle(with)),
            K::Blank(number) => return with.blank(number, span),
            K::InFlight(sent, received) => K::InFlight(sent.settle(with), received.settle(with)),
        };
        Term { kind, span }
    }
}

fn cast(to: draft::CastTo, span: Span, with: &mut Settling<'_>) -> CastTo {
    match to {
        CastTo::IntFromInt(from, to) => CastTo::IntFromInt(with.number(from, span), to),
        CastTo::IntFromReal(to) => CastTo::IntFromReal(to),
        CastTo::IntFromBool => CastTo::IntFromBool,
        CastTo::RealFromInt => CastTo::RealFromInt,
        CastTo::Same => CastTo::Same,
    }
}

impl Settle for draft::Place {
    type Settled = Place;

    fn settle(self, with: &mut Settling<'_>) -> Place {
        let root = match self.root {
            Root::Local(slot) => Root::Local(slot),
            Root::Deref(term) => Root::Deref(term.settle(with)),
        };
        Place {
            root,
            path: self.path.settle(with),
            span: self.span,
        }
    }
}

impl Settle for draft::Proj {
    type Settled = Proj;

    fn settle(self, with: &mut Settling<'_>) -> Proj {
        match self {
            Proj::Field(field) => Proj::Field(field),
            Proj::Index(index) => Proj::Index(index.settle(with)),
            Proj::Slice(lo, hi) => Proj::Slice(lo.settle(with), hi.settle(with)),
        }
    }
}

impl Settle for draft::CounterTerm {
    type Settled = CounterTerm;

    fn settle(self, with: &mut Settling<'_>) -> CounterTerm {
        let holder = match self.holder {
            Holder::Own => Holder::Own,
            Holder::Process(process) => Holder::Process(process.settle(with)),
            Holder::Spec(process) => Holder::Spec(process.settle(with)),
        };
        CounterTerm {
            counted: self.counted,
            holder,
            peer: self.peer.settle(with),
            comm: self.comm.map(|comm| match comm {
                CommOf::Value(comm) => CommOf::Value(comm.settle(with)),
                CommOf::Variable(name) => CommOf::Variable(name),
            }),
        }
    }
}
