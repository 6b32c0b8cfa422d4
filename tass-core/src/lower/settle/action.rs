//! Actions, and what a program says besides.

use super::super::draft;
use super::{Settle, Settling};
use crate::graph::{
    Action, CollectiveAction, CommAction, CommOperand, Membership, Memory, Node, Piece, SharedVar,
    Universe,
};

impl Settle for draft::Node {
    type Settled = Node;

    fn settle(self, with: &mut Settling<'_>) -> Node {
        Node {
            action: self.action.settle(with),
            span: self.span,
        }
    }
}

impl Settle for draft::Action {
    type Settled = Action;

    fn settle(self, with: &mut Settling<'_>) -> Action {
        use Action as A;
        match self {
            A::Goto(next) => A::Goto(next),
            A::LoopHead(next) => A::LoopHead(next),
            A::CountingHead(next) => A::CountingHead(next),
            A::Leave(head, next) => A::Leave(head, next),
            A::Kill { from, to, next } => A::Kill { from, to, next },
            A::Pause(why, next) => A::Pause(why, next),
            A::Assign(place, value, next) => {
                A::Assign(place.settle(with), value.settle(with), next)
            }
            A::Push(place, value, next) => A::Push(place.settle(with), value.settle(with), next),
            A::Branch {
                cond,
                then,
                otherwise,
            } => A::Branch {
                cond: cond.settle(with),
                then,
                otherwise,
            },
            A::Call {
                graph,
                args,
                dest,
                next,
            } => A::Call {
                graph,
                args: args.settle(with),
                dest,
                next,
            },
            A::Return(value) => A::Return(value.settle(with)),
            A::Assert {
                cond,
                message,
                id,
                next,
            } => A::Assert {
                cond: cond.settle(with),
                message: message.settle(with),
                id,
                next,
            },
            A::Assume(cond, next) => A::Assume(cond.settle(with), next),
            A::Cover(id, cond, next) => A::Cover(id, cond.settle(with), next),
            A::Fail { kind, message } => A::Fail {
                kind,
                message: message.settle(with),
            },
            A::Output {
                id,
                name,
                value,
                next,
            } => A::Output {
                id,
                name,
                value: value.settle(with),
                next,
            },
            A::Choose { dest, lo, hi, next } => A::Choose {
                dest,
                lo: lo.settle(with),
                hi: hi.settle(with),
                next,
            },
            A::Elaborate(value, next) => A::Elaborate(value.settle(with), next),
            A::Comm(action, next) => A::Comm(action.settle(with), next),
            A::Collective(action, next) => A::Collective(action.settle(with), next),
            A::Loop {
                at,
                guard,
                then,
                otherwise,
            } => A::Loop {
                at: at.settle(with),
                guard: guard.settle(with),
                then,
                otherwise,
            },
            A::Test(test, next) => A::Test(test.settle(with), next),
        }
    }
}

impl Settle for draft::Piece {
    type Settled = Piece;

    fn settle(self, with: &mut Settling<'_>) -> Piece {
        match self {
            Piece::Text(text) => Piece::Text(text),
            Piece::Value(value) => Piece::Value(value.settle(with)),
            Piece::Written(span) => Piece::Written(span),
        }
    }
}

impl Settle for draft::CollectiveAction {
    type Settled = CollectiveAction;

    fn settle(self, with: &mut Settling<'_>) -> CollectiveAction {
        CollectiveAction {
            label: self.label,
            comm: self.comm.settle(with),
            cond: self.cond.settle(with),
            scope: self.scope,
            assigns: self.assigns.settle(with),
            frame: self.frame,
            span: self.span,
        }
    }
}

impl Settle for draft::CommAction {
    type Settled = CommAction;

    fn settle(self, with: &mut Settling<'_>) -> CommAction {
        CommAction {
            op: self.op,
            args: self.args.settle(with),
            dest: self.dest,
            untyped: self.untyped,
        }
    }
}

impl Settle for draft::CommOperand {
    type Settled = CommOperand;

    fn settle(self, with: &mut Settling<'_>) -> CommOperand {
        match self {
            CommOperand::Value(value) => CommOperand::Value(value.settle(with)),
            CommOperand::Operator(number) => CommOperand::Operator(number),
            CommOperand::In {
                value,
                elem,
                seq,
                place,
                borrowed,
            } => CommOperand::In {
                value: value.settle(with),
                elem,
                seq,
                place: place.settle(with),
                borrowed,
            },
            CommOperand::Out { place, elem, seq } => CommOperand::Out {
                place: place.settle(with),
                elem,
                seq,
            },
        }
    }
}

impl Settle for draft::Membership {
    type Settled = Membership;

    fn settle(self, with: &mut Settling<'_>) -> Membership {
        Membership {
            forall: self.forall,
            var: self.var,
            end: self.end.settle(with),
            body: self.body.settle(with),
            dest: self.dest,
        }
    }
}

impl Settle for draft::Memory {
    type Settled = Memory;

    fn settle(self, with: &mut Settling<'_>) -> Memory {
        Memory {
            always: self.always.settle(with),
            shared: self.shared.settle(with),
            results: self.results,
            reading: self.reading,
            regions: self.regions,
        }
    }
}

impl Settle for draft::SharedVar {
    type Settled = SharedVar;

    fn settle(self, with: &mut Settling<'_>) -> SharedVar {
        SharedVar {
            name: self.name,
            slot: self.slot,
            init: self.init.settle(with),
        }
    }
}

impl Settle for draft::Universe {
    type Settled = Universe;

    fn settle(self, with: &mut Settling<'_>) -> Universe {
        Universe {
            name: self.name,
            var: self.var,
            member: self.member.settle(with),
            graph: self.graph,
            span: self.span,
        }
    }
}
