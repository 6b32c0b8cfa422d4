//! Computations on inputs, and probes that tell their results apart.
//!
//! A wrong value shows only if it changes what can be reached, so each probe fails in a way of its own, and rarely.

use tass_core::program::ast::{BinOp, Expr, ExprKind, Stmt};

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
        body.extend(self.probes());
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
            let negated =
                ExprKind::Unary(tass_core::program::ast::UnOp::Not, Box::new(self.rare()));
            probes.push(Stmt::Expr(assert(expr(negated))));
        }
        probes
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
