//! What rounds send and receive: in step, one round later, through a wildcard, or all together.

use tass_syntax::tree::{BinOp, Expr, ExprKind, Stmt, Way};

use super::feature::{Feature, as_i64, check, or, set};
use super::{Counter, Rounds};
use crate::build::*;

impl Rounds {
    pub(super) fn traffic(&mut self, at: &Counter, depth: usize) -> Feature {
        let which = self
            .rng
            .weighted(&[4, if depth == 0 { 4 } else { 0 }, 2, 2, 3, 2]);
        match which {
            0 => self.in_step(at),
            1 => self.one_later(at),
            2 => self.anybody(),
            3 => self.added_up(at),
            4 => self.passed(at),
            _ => self.around_a_ring(at),
        }
    }

    /// Now and then, also what is true of the messages from one to another, so many of which are
    /// under way at the head.
    fn counted(&mut self, feature: &mut Feature, from: Expr, to: Expr, tag: i128, ahead: Expr) {
        if !self.rng.chance(35) {
            return;
        }
        let tag = || Some(int(tag));
        let claim = eq(in_flight(from.clone(), to.clone(), tag()), ahead);
        feature.claims.push(claim);
        if self.rng.chance(60) {
            let all = self.rng.chance(30);
            let none = in_flight(from, to, if all { None } else { tag() });
            feature
                .after
                .push(Stmt::Expr(expr(ExprKind::CollectiveAssert {
                    universe: None,
                    name: self.fresh("D"),
                    cond: Box::new(eq(none, int(0))),
                })));
        }
    }

    /// Now and then, also how many messages with a tag one has sent another, or received from it:
    /// one in a round.
    fn one_a_round(
        &mut self,
        feature: &mut Feature,
        at: &Counter,
        from: usize,
        to: usize,
        tag: i128,
    ) {
        if !self.rng.chance(35) {
            return;
        }
        let (from, to) = (int(from_of(from)), int(from_of(to)));
        let counted = match self.rng.chance(50) {
            true => counter(Some(from), Way::Sent, to, Some(int(tag))),
            false => counter(Some(to), Way::Received, from, Some(int(tag))),
        };
        let claim = eq(as_i64(counted), self.done(at));
        feature.claims.push(claim);
    }

    fn is_rank(&self, rank: usize) -> Expr {
        eq(var("rank"), int(rank as i128))
    }

    /// One sends its counter, the other compares.
    fn in_step(&mut self, at: &Counter) -> Feature {
        let y = self.fresh("y");
        let (from, to) = self.two();
        let give = body([send(var(&at.name), int(from_of(to)), int(0))]);
        let take = vec![
            Stmt::Expr(recv(var(&y), int(from_of(from)), int(0))),
            check(eq(var(&y), var(&at.name))),
        ];
        let other = body([if_(self.is_rank(to), take)]);
        let last = add(var(&y), int(1));
        let claim = or(eq(var(&y), int(0)), eq(last, var(&at.name)));
        let mut feature = Feature {
            before: vec![let_(&y, USIZE, int(0))],
            round: body([if_else(self.is_rank(from), give, other)]),
            claims: vec![claim],
            after: Vec::new(),
        };
        self.one_a_round(&mut feature, at, from, to, 0);
        let (from, to) = (int(from_of(from)), int(from_of(to)));
        self.counted(&mut feature, from, to, 0, int(0));
        feature
    }

    /// What one sends in a round, the other takes in the next, and the last one after the loop.
    fn one_later(&mut self, at: &Counter) -> Feature {
        let (x, y) = (self.fresh("x"), self.fresh("y"));
        let (from, to) = self.two();
        let by = self.rng.between(1, 3);
        let tag = self.rng.between(1, 2);
        let give = vec![
            Stmt::Expr(send(var(&x), int(from_of(to)), int(tag))),
            set(var(&x), add(var(&x), int(by))),
        ];
        let take = || body([recv(var(&y), int(from_of(from)), int(tag))]);
        let later = if_(lt(int(at.start), var(&at.name)), take());
        let other = body([if_(self.is_rank(to), vec![Stmt::Expr(later)])]);
        let some = lt(int(at.start), at.bound.clone());
        let mine = self.is_rank(to);
        let grown = |rounds: Expr| binary(BinOp::Mul, int(by), rounds);
        let sent = or(
            binary(BinOp::Ne, var("rank"), int(from_of(from))),
            eq(var(&x), grown(self.done(at))),
        );
        let two_ago = binary(BinOp::Sub, self.done(at), int(2));
        let got = or(eq(var(&y), int(0)), eq(var(&y), grown(two_ago)));
        let last = or(
            eq(var(&y), int(0)),
            eq(
                add(var(&y), int(by)),
                grown(binary(BinOp::Sub, as_i64(at.bound.clone()), int(at.start))),
            ),
        );
        let mut feature = Feature {
            before: vec![let_(&x, I64, int(0)), let_(&y, I64, int(0))],
            round: body([if_else(self.is_rank(from), give, other)]),
            claims: vec![sent, got],
            after: vec![Stmt::Expr(if_(and(mine, some), take())), check(last)],
        };
        self.one_a_round(&mut feature, at, from, to, tag);
        let (from, to) = (int(from_of(from)), int(from_of(to)));
        let ahead = as_i64(lt(int(at.start), var(&at.name)));
        self.counted(&mut feature, from, to, tag, ahead);
        feature
    }

    /// The first takes from whoever sends.
    fn anybody(&mut self) -> Feature {
        let y = self.fresh("y");
        let takes: Vec<Expr> = (1..self.nprocs)
            .map(|_| recv(var(&y), constant("ANY"), int(3)))
            .collect();
        let takes = takes.into_iter().map(Stmt::Expr).collect();
        let give = body([send(var("rank"), int(0), int(3))]);
        let fits = || lt(var(&y), var("size"));
        let mut feature = Feature {
            before: vec![let_(&y, USIZE, int(0))],
            round: body([if_else(self.is_rank(0), takes, give)]),
            claims: vec![fits()],
            after: vec![check(fits())],
        };
        let from = int(self.rng.between(1, self.nprocs as i128 - 1));
        self.counted(&mut feature, from, int(0), 3, int(0));
        feature
    }

    /// All together.
    fn added_up(&mut self, at: &Counter) -> Feature {
        let (x, y) = (self.fresh("x"), self.fresh("y"));
        let all = comm(
            "allreduce",
            [
                ("sendbuf", shared(var(&x))),
                ("recvbuf", mutable(var(&y))),
                ("op", constant("SUM")),
            ],
        );
        let grow = set(var(&x), add(var(&x), int(1)));
        let size = int(self.nprocs as i128);
        let sum = binary(BinOp::Mul, size, binary(BinOp::Sub, var(&x), int(1)));
        Feature {
            before: vec![let_(&x, I64, int(0)), let_(&y, I64, int(0))],
            round: vec![Stmt::Expr(all), grow],
            claims: vec![
                eq(var(&x), self.done(at)),
                or(eq(var(&x), int(0)), eq(var(&y), sum)),
            ],
            after: Vec::new(),
        }
    }

    /// A helper sends on one rank and receives into a reference on another.
    fn passed(&mut self, at: &Counter) -> Feature {
        let (x, a) = (self.fresh("x"), self.fresh("a"));
        let (from, to) = self.two();
        let in_array = self.rng.chance(40);
        let target = || match in_array {
            true => index(var(&a), int(1)),
            false => var(&x),
        };
        let ty = tass_syntax::tree::Type::Array(Box::new(I64), 2);
        let zeros = expr_of_zeros();
        let args = vec![mutable(target()), int(from_of(from)), int(from_of(to))];
        let call = expr(tass_syntax::tree::ExprKind::Call(1, args));
        let grow = set(target(), add(target(), int(1)));
        Feature {
            before: vec![let_(&x, I64, int(0)), let_(&a, ty, zeros)],
            round: vec![Stmt::Expr(call), grow],
            claims: vec![eq(target(), self.done(at))],
            after: vec![check(binary(BinOp::Le, int(0), target()))],
        }
    }

    /// Everybody sends to the next and receives from the one before.
    fn around_a_ring(&mut self, at: &Counter) -> Feature {
        let (x, y) = (self.fresh("x"), self.fresh("y"));
        let next = rem(add(var("rank"), int(1)), var("size"));
        let before = rem(add(var("rank"), int(self.nprocs as i128 - 1)), var("size"));
        let after = next.clone();
        if self.rng.chance(30) {
            let exchange = comm(
                "sendrecv_replace",
                [
                    ("buf", mutable(var(&x))),
                    ("to", next),
                    ("sendtag", int(4)),
                    ("from", before),
                    ("recvtag", int(4)),
                ],
            );
            let grow = set(var(&x), add(var(&x), int(1)));
            let mut feature = Feature {
                before: vec![let_(&x, I64, int(0))],
                round: vec![Stmt::Expr(exchange), grow],
                claims: vec![eq(var(&x), self.done(at))],
                after: vec![check(binary(BinOp::Le, int(0), var(&x)))],
            };
            self.counted(&mut feature, var("rank"), after, 4, int(0));
            return feature;
        }
        let exchange = comm(
            "sendrecv",
            [
                ("sendbuf", shared(var(&x))),
                ("to", next),
                ("sendtag", int(4)),
                ("recvbuf", mutable(var(&y))),
                ("from", before),
                ("recvtag", int(4)),
            ],
        );
        let grow = set(var(&x), add(var(&y), int(1)));
        let mut feature = Feature {
            before: vec![let_(&x, I64, int(0)), let_(&y, I64, int(0))],
            round: vec![Stmt::Expr(exchange), grow],
            claims: vec![eq(var(&x), self.done(at))],
            after: vec![check(binary(BinOp::Le, var(&y), var(&x)))],
        };
        self.counted(&mut feature, var("rank"), after, 4, int(0));
        feature
    }

    fn two(&mut self) -> (usize, usize) {
        let from = self.rng.below(self.nprocs);
        let to = (from + 1 + self.rng.below(self.nprocs - 1)) % self.nprocs;
        (from, to)
    }
}

fn from_of(rank: usize) -> i128 {
    rank as i128
}

fn expr_of_zeros() -> Expr {
    expr(tass_syntax::tree::ExprKind::Repeat(
        Box::new(int(0)),
        Box::new(int(2)),
    ))
}
