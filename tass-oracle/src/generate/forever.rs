//! Loops without end: two ranks that never stop talking, or one that serves whoever asks.

use tass_syntax::tree::{BinOp, Expr, ExprKind, Loop, LoopKind, Span, Stmt};

use super::Generator;
use crate::build::*;

impl Generator {
    /// Statements after which not everybody goes on.
    pub(super) fn forever(&mut self) -> Vec<Stmt> {
        if self.rng.chance(50) {
            self.ping_pong()
        } else {
            self.server()
        }
    }

    /// Two send back and forth; the others do something else.
    fn ping_pong(&mut self) -> Vec<Stmt> {
        let (a, b) = if self.rng.chance(50) {
            (0, 1)
        } else {
            self.pair()
        };
        let out = |to: usize| send(var("x"), int(to as i128), int(0));
        let into = |from: usize| recv(var("x"), int(from as i128), int(0));
        let mut first = body([out(b), into(b)]);
        let second = body([into(a), out(a)]);
        if self.rng.chance(40) {
            let next = binary(BinOp::Rem, add(var("x"), int(1)), int(2));
            first.push(Stmt::Expr(assign(var("x"), next)));
        }
        if self.rng.chance(30) {
            first.push(self.assertion());
        }
        let mut others = vec![self.assertion()];
        if self.rng.chance(50) {
            others.insert(0, self.local());
        }
        if self.rng.chance(30) {
            others.push(Stmt::Expr(send(var("y"), int(a as i128), int(1))));
        }
        let rest = Some(Box::new(expr(ExprKind::Block(None, block(others)))));
        let mut second = if_(eq(var("rank"), int(b as i128)), vec![endless(second)]);
        if let ExprKind::If { otherwise, .. } = &mut second.kind {
            *otherwise = rest;
        }
        let mut both = if_(eq(var("rank"), int(a as i128)), vec![endless(first)]);
        if let ExprKind::If { otherwise, .. } = &mut both.kind {
            *otherwise = Some(Box::new(second));
        }
        vec![Stmt::Expr(both)]
    }

    /// One answers whoever asks, for ever or until a tag says that it is enough.
    fn server(&mut self) -> Vec<Stmt> {
        let server = self.rng.below(self.nprocs);
        let tag = if self.rng.chance(50) {
            constant("ANY")
        } else {
            int(0)
        };
        let take = recv(var("y"), constant("ANY"), tag);
        let mut round = body([assign(var("s"), field(take, "source"))]);
        if self.rng.chance(50) {
            let enough = eq(var("y"), int(self.rng.between(0, 3)));
            round.push(Stmt::Expr(if_(
                enough,
                body([expr(ExprKind::Break(None, None))]),
            )));
        }
        round.push(Stmt::Expr(send(var("y"), var("s"), int(1))));
        let mut client = body([
            send(var("x"), int(server as i128), int(0)),
            recv(var("z"), int(server as i128), int(1)),
        ]);
        if self.rng.chance(40) {
            client.push(self.assertion());
        }
        let here = eq(var("rank"), int(server as i128));
        vec![Stmt::Expr(if_else(here, vec![endless(round)], client))]
    }
}

/// `loop { .. }`
fn endless(stmts: Vec<Stmt>) -> Stmt {
    let body = block(stmts);
    let endless: Expr = expr(ExprKind::Loop(Box::new(Loop {
        label: None,
        kind: LoopKind::Forever,
        body,
        invariant: None,
        head: Span::default(),
    })));
    Stmt::Expr(endless)
}
