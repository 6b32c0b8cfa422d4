//! What members of a communicator assert together, and how many messages of it are counted.

use std::collections::BTreeSet;

use tass_syntax::tree::visit::{self, Visitor};
use tass_syntax::tree::{
    BinOp, Expr, ExprKind, ForIter, Invariant, Loop, LoopKind, Span, Stmt, Way,
};

use super::guarded;
use crate::build::*;
use crate::generate::together::every;
use crate::generate::{Generator, helpers};

impl Generator {
    /// Now and then, assertions of a communicator.
    pub(super) fn perhaps_claimed(&mut self, name: &str) -> Vec<Stmt> {
        match self.rng.chance(22) {
            true => self.claims(name),
            false => Vec::new(),
        }
    }

    /// Assertions of a communicator, mostly met by all members in one order.
    pub(super) fn claims(&mut self, name: &str) -> Vec<Stmt> {
        let one = eq(var("rank"), int(self.rng.below(self.nprocs) as i128));
        match self.rng.weighted(&[50, 10, 10, 8, 10, 10, 12]) {
            0 => vec![self.claim(name, "A")],
            1 => guarded(Some(one), vec![self.claim(name, "A")]),
            2 => {
                let mut pair = vec![self.claim(name, "A"), self.claim(name, "B")];
                let order = pair.clone();
                if self.rng.chance(60) {
                    pair.reverse();
                }
                vec![Stmt::Expr(if_else(one, order, pair))]
            }
            // At two places.
            3 => {
                let (here, there) = (self.claim(name, "A"), self.claim(name, "A"));
                vec![Stmt::Expr(if_else(one, vec![here], vec![there]))]
            }
            // Under another name.
            4 => {
                let met = Stmt::Expr(helpers::met(var(name), self.int_leaf()));
                match self.rng.chance(40) {
                    true => {
                        let here = self.claim(name, "A");
                        vec![Stmt::Expr(if_else(one, vec![met], vec![here]))]
                    }
                    false => vec![met],
                }
            }
            5 => {
                let cond = self.counted_in(name);
                vec![together(None, "C", cond)]
            }
            _ => vec![self.rounds_of(name)],
        }
    }

    fn claim(&mut self, name: &str, label: &str) -> Stmt {
        let cond = match self.rng.weighted(&[25, 35, 10, 30]) {
            0 => expr(ExprKind::Bool(true)),
            1 => self.mild_together(),
            2 => self.wild_together(),
            _ => self.counted_in(name),
        };
        together(Some(name), label, cond)
    }

    /// A condition on the messages of one communicator, mostly of this one.
    fn counted_in(&mut self, name: &str) -> Expr {
        let names = [name, "ca", "cb", "WORLD", "SELF"];
        let comm = names[self.rng.weighted(&[75, 4, 4, 10, 7])];
        let rank = |g: &mut Generator| match g.rng.below(3) {
            0 => var("rank"),
            _ => int(g.rng.below(g.nprocs) as i128),
        };
        let peer = rank(self);
        let tag = self.rng.chance(15).then(|| int(self.rng.below(2) as i128));
        let most = self.rng.below(3) as i128;
        let relation = *self.rng.pick(&[BinOp::Eq, BinOp::Le, BinOp::Le, BinOp::Ne]);
        match self.rng.below(4) {
            0 => {
                let under_way = in_flight(rank(self), peer, tag);
                let relation = *self.rng.pick(&[BinOp::Eq, BinOp::Le]);
                binary(relation, of(comm, under_way), int(most / 2))
            }
            1 => {
                let item = of(comm, counter(Some(var("p")), self.way(), peer, tag));
                every(true, None, binary(relation, item, int(most)))
            }
            _ => {
                let process = match self.rng.chance(40) {
                    true => None,
                    false => Some(rank(self)),
                };
                let way = self.way();
                let peer = match way == Way::Received && self.rng.chance(20) {
                    true => constant("ANY"),
                    false => peer,
                };
                binary(
                    relation,
                    of(comm, counter(process, way, peer, tag)),
                    int(most),
                )
            }
        }
    }

    /// So many messages from one to another in each of these communicators: right, or nearly.
    pub(super) fn numbered(
        &mut self,
        from: usize,
        to: usize,
        names: &[&str],
        so_many: i128,
    ) -> Stmt {
        let (here, there) = (int(from as i128), int(to as i128));
        let name = *self.rng.pick(names);
        let so_many = match self.rng.chance(75) {
            true => so_many,
            false => self.rng.between(0, 2),
        };
        let cond = match self.rng.below(3) {
            0 => eq(counter(Some(here), Way::Sent, there, None), int(so_many)),
            1 => eq(
                counter(Some(there), Way::Received, here, None),
                int(so_many),
            ),
            _ => eq(in_flight(here, there, None), int(i128::from(so_many == 0))),
        };
        let ExprKind::Binary(op, counted, number) = cond.kind else {
            unreachable!("a comparison");
        };
        let cond = binary(op, of(name, *counted), *number);
        let universe = self.rng.chance(50).then_some(name);
        together(universe.filter(|name| *name != "WORLD"), "N", cond)
    }

    fn way(&mut self) -> Way {
        *self.rng.pick(&[Way::Sent, Way::Received])
    }

    /// A loop whose rounds the members count together.
    fn rounds_of(&mut self, name: &str) -> Stmt {
        let same = every(true, None, eq(field(var("p"), "i"), var("i")));
        let cond = match self.rng.below(3) {
            0 => same,
            1 => and(same, self.wild_together()),
            _ => and(same, self.mild_together()),
        };
        let hi = match self.rng.chance(80) {
            true => int(2),
            false => add(var("rank"), int(1)),
        };
        let round = match self.rng.below(3) {
            0 => body([on(var(name), comm("barrier", []))]),
            1 => body([assign(var("y"), add(var("y"), int(1)))]),
            _ => self.message_inside(name),
        };
        let range = ForIter::Range {
            lo: int(0),
            hi,
            inclusive: false,
            rev: false,
            step: None,
        };
        Stmt::Expr(expr(ExprKind::Loop(Box::new(Loop {
            label: None,
            kind: LoopKind::For(crate::build::name("i"), range),
            body: block(round),
            invariant: Some(Invariant {
                universe: Some(name.to_owned()),
                name: "I".into(),
                cond,
                joint: false,
                assigns: None,
                span: Span::default(),
            }),
            head: Span::default(),
        }))))
    }

    /// Everybody to himself.
    fn message_inside(&mut self, name: &str) -> Vec<Stmt> {
        let me = || on(var(name), comm("rank", []));
        let args = [
            ("sendbuf", shared(var("x"))),
            ("to", me()),
            ("recvbuf", mutable(var("y"))),
            ("from", me()),
        ];
        body([on(var(name), comm("sendrecv", args))])
    }
}

/// `collective_assert!(universe::NAME: cond)`
fn together(universe: Option<&str>, name: &str, cond: Expr) -> Stmt {
    Stmt::Expr(expr(ExprKind::CollectiveAssert {
        universe: universe.map(str::to_owned),
        name: name.into(),
        cond: Box::new(cond),
    }))
}

/// The same number, only of the messages of one communicator.
fn of(name: &str, mut counted: Expr) -> Expr {
    match &mut counted.kind {
        ExprKind::Counter(counter) => counter.comm = Some(name.into()),
        ExprKind::InFlight { comm, .. } => *comm = Some(name.into()),
        _ => unreachable!("only messages are counted"),
    }
    counted
}

/// The variables that stand for communicators in assertions and counters.
pub(in crate::generate) fn communicators_of(stmts: &[Stmt]) -> BTreeSet<String> {
    struct Names(BTreeSet<String>);
    impl Visitor for Names {
        fn expr(&mut self, e: &mut Expr) {
            let name = match &e.kind {
                ExprKind::Counter(counter) => counter.comm.clone(),
                ExprKind::InFlight { comm, .. } => comm.clone(),
                ExprKind::CollectiveAssert { universe, .. } => universe.clone(),
                ExprKind::Loop(l) => l.invariant.as_ref().and_then(|i| i.universe.clone()),
                _ => None,
            };
            self.0.extend(name);
        }
    }
    let mut names = Names(BTreeSet::new());
    visit::stmts(&mut stmts.to_vec(), &mut names);
    names.0
}
