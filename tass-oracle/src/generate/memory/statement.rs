//! Statements: writes, waiting loops, branches, critical regions.

use tass_syntax::tree::*;

use super::{Generator, assign, loops};
use crate::build::{block, expr, var};

impl Generator {
    pub(super) fn statement(&mut self, depth: usize) -> Stmt {
        match self.rng.u8(..10) {
            0..=2 => self.write(),
            3 | 4 => self.wait(),
            5 if depth > 0 => {
                let (cond, mut body) = (self.condition(), vec![self.statement(depth - 1)]);
                if self.rng.u8(..4) == 0 {
                    let place = self.rng.usize(..=1);
                    body.insert(place, self.work());
                }
                loops(LoopKind::While(cond), body)
            }
            6 if depth > 0 => {
                let cond = self.condition();
                let then = block(vec![self.statement(depth - 1)]);
                let otherwise = self.rng.bool().then(|| {
                    let inner = block(vec![self.statement(depth - 1)]);
                    Box::new(expr(ExprKind::Block(None, inner)))
                });
                Stmt::Expr(expr(ExprKind::If {
                    cond: Box::new(cond),
                    then,
                    otherwise,
                }))
            }
            7 if self.private => {
                let value = expr(ExprKind::Choose {
                    lo: Box::new(expr(ExprKind::Int(0, Some(IntTy::I32)))),
                    hi: Box::new(expr(ExprKind::Int(2, Some(IntTy::I32)))),
                    inclusive: false,
                });
                assign("x", value)
            }
            8 if self.regions == 0 && self.rng.u8(..3) == 0 => self.region(),
            9 if self.private && depth > 0 => {
                let cond = expr(ExprKind::Binary(
                    BinOp::Eq,
                    Box::new(var("x")),
                    Box::new(expr(ExprKind::Int(0, None))),
                ));
                let then = block(vec![self.statement(depth - 1)]);
                Stmt::Expr(expr(ExprKind::If {
                    cond: Box::new(cond),
                    then,
                    otherwise: None,
                }))
            }
            _ => self.write(),
        }
    }

    pub(super) fn write(&mut self) -> Stmt {
        let shared = self.shared[self.rng.usize(..self.shared.len())];
        let other = self.shared[self.rng.usize(..self.shared.len())];
        if shared.name != other.name && self.rng.u8(..5) == 0 {
            let values = vec![self.value(shared, true), self.value(other, true)];
            let targets = vec![var(shared.name), var(other.name)];
            return Stmt::Expr(expr(ExprKind::Assign(
                Box::new(expr(ExprKind::Tuple(targets))),
                Box::new(expr(ExprKind::Tuple(values))),
            )));
        }
        let value = self.value(shared, true);
        assign(shared.name, value)
    }

    pub(super) fn region(&mut self) -> Stmt {
        self.regions += 1;
        let body = match self.rng.u8(..8) {
            0..=2 => vec![self.write()],
            3 => vec![self.wait()],
            4 => vec![self.statement(1)],
            5 => vec![self.work()],
            _ => Vec::new(),
        };
        Stmt::Expr(expr(ExprKind::Critical(block(body))))
    }
}
