//! Computations on inputs, and probes that tell their results apart.
//!
//! A wrong value shows only if it changes what can be reached, so each probe fails in a way of its
//! own, and rarely.

use tass_syntax::tree::{BinOp, Expr, ExprKind, Stmt};

use super::Generator;
use crate::build::*;

impl Generator {
    /// Mostly local code, one phase, and probes.
    pub(super) fn computation(&mut self) -> Vec<Stmt> {
        let mut body = Vec::new();
        for _ in 0..2 + self.rng.below(4) {
            body.push(self.step());
        }
        if self.rng.chance(60) {
            body.extend(self.phase(1));
            body.push(self.step());
        }
        match self.rng.chance(60) {
            true => body.push(self.reveal()),
            false => body.extend(self.probes()),
        }
        body
    }

    /// A local statement, perhaps under a condition.
    fn step(&mut self) -> Stmt {
        let plain = self.local();
        match self.rng.weighted(&[6, 2, 2]) {
            0 => plain,
            1 => Stmt::Expr(if_(self.bool(1), vec![plain])),
            _ => {
                let other = self.local();
                Stmt::Expr(if_else(self.bool(1), vec![plain], vec![other]))
            }
        }
    }

    fn probes(&mut self) -> Vec<Stmt> {
        let mut probes = Vec::new();
        let fail = |kind| vec![Stmt::Expr(expr(kind))];
        if self.rng.chance(70) {
            probes.push(Stmt::Expr(if_(self.rare(), fail(ExprKind::Panic(None)))));
        }
        if self.rng.chance(50) {
            probes.push(Stmt::Expr(if_(
                self.rare(),
                fail(ExprKind::Unreachable(None)),
            )));
        }
        if self.rng.chance(50) {
            let negated = ExprKind::Unary(tass_syntax::tree::UnOp::Not, Box::new(self.rare()));
            probes.push(Stmt::Expr(assert(expr(negated))));
        }
        probes
    }

    /// Fails in another way for each of some values in a row, so that the kinds of violations tell
    /// which values there are.
    fn reveal(&mut self) -> Stmt {
        let value = match self.rng.below(4) {
            0 => index(var("a"), self.index(3)),
            1 => self.int(3),
            2 => self.in_vector(),
            _ => var(*self.rng.pick(&["x", "y", "z"])),
        };
        let first = self.rng.between(-4, 1);
        let zero = || Box::new(binary(BinOp::Mul, var("y"), int(0)));
        let usize_zero = || binary(BinOp::Mul, var("k"), int(0));
        let failures = [
            ExprKind::Panic(None),
            ExprKind::Unreachable(None),
            ExprKind::Assert(Box::new(expr(ExprKind::Bool(false))), None),
            ExprKind::Assign(
                Box::new(var("y")),
                Box::new(index(var("a"), add(usize_zero(), int(9)))),
            ),
            ExprKind::AssignOp(BinOp::Div, Box::new(var("y")), zero()),
            ExprKind::Assign(
                Box::new(var("k")),
                Box::new(binary(BinOp::Sub, usize_zero(), int(1))),
            ),
            ExprKind::Comm(tass_syntax::tree::CommCall {
                op: "finalize".into(),
                args: Vec::new(),
            }),
        ];
        let mut chain: Option<Expr> = None;
        for (i, failure) in failures.into_iter().enumerate().rev() {
            let is = eq(var("x"), super::model::literal(first + i as i128));
            let mut this = if_(is, body([expr(failure)]));
            if let ExprKind::If { otherwise, .. } = &mut this.kind {
                *otherwise = chain.take().map(Box::new);
            }
            chain = Some(this);
        }
        let mut stmts = body([assign(var("x"), value)]);
        stmts.extend(chain.map(Stmt::Expr));
        match self.rng.chance(40) {
            true => Stmt::Expr(if_(
                eq(var("rank"), int(self.rng.below(self.nprocs) as i128)),
                stmts,
            )),
            false => Stmt::Expr(expr(ExprKind::Block(None, block(stmts)))),
        }
    }

    /// A condition that few values satisfy.
    fn rare(&mut self) -> Expr {
        let value = match self.rng.below(4) {
            0 => index(var("a"), self.index(3)),
            1 => self.int(2),
            _ => var(*self.rng.pick(&["x", "y", "z"])),
        };
        let value = match value.kind {
            ExprKind::Int(..) | ExprKind::Unary(..) => var("x"),
            _ => value,
        };
        let is = binary(
            BinOp::Eq,
            value,
            super::model::literal(self.rng.between(-4, 7)),
        );
        match self.rng.below(3) {
            0 => is,
            1 => and(
                eq(var("rank"), int(self.rng.below(self.nprocs) as i128)),
                is,
            ),
            _ => and(self.bool(0), is),
        }
    }
}
