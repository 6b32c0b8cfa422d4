//! What is asked of shared variables: tests, and conditions that always hold.

use tass_syntax::tree::*;

use super::{Generator, Shared};
use crate::build::{expr, var};

impl Generator {
    /// One test, or two joined, perhaps with a variable of one's own.
    pub(super) fn condition(&mut self) -> Expr {
        let ordered = self.rng.u8(..3) == 0;
        let test = self.test(ordered);
        match self.rng.u8(..8) {
            0 => {
                let other = self.test(false);
                let op = if self.rng.bool() {
                    BinOp::And
                } else {
                    BinOp::Or
                };
                expr(ExprKind::Binary(op, Box::new(test), Box::new(other)))
            }
            1 => expr(ExprKind::Unary(UnOp::Not, Box::new(test))),
            _ => test,
        }
    }

    pub(super) fn test(&mut self, before: bool) -> Expr {
        let asked = self.asked();
        let all = self.rng.u8(..3) == 0;
        membership(before.then(|| var("rank")), all, asked)
    }

    pub(super) fn asked(&mut self) -> Expr {
        let shared = self.shared[self.rng.usize(..self.shared.len())];
        let field = expr(ExprKind::Field(Box::new(var("p")), shared.name.into()));
        let atom = if shared.flag {
            field
        } else {
            let value = expr(ExprKind::Int(self.rng.i128(0..3), None));
            let op = [BinOp::Eq, BinOp::Lt, BinOp::Ge][self.rng.usize(..3)];
            expr(ExprKind::Binary(op, Box::new(field), Box::new(value)))
        };
        let atom = if self.rng.u8(..3) == 0 {
            expr(ExprKind::Unary(UnOp::Not, Box::new(atom)))
        } else {
            atom
        };
        if self.rng.u8(..4) == 0 {
            let other = self.asked();
            let op = if self.rng.bool() {
                BinOp::And
            } else {
                BinOp::Or
            };
            expr(ExprKind::Binary(op, Box::new(atom), Box::new(other)))
        } else {
            atom
        }
    }

    /// Mostly something that holds at the start: not both of two flags at once.
    pub(super) fn always(&mut self) -> Expr {
        if self.rng.u8(..4) > 0 {
            let pick = |this: &mut Self| this.shared[this.rng.usize(..this.shared.len())];
            let (a, b) = (pick(self), pick(self));
            let some = |shared: Shared| {
                let field = expr(ExprKind::Field(Box::new(var("p")), shared.name.into()));
                let asked = if shared.flag {
                    field
                } else {
                    let one = expr(ExprKind::Int(1, None));
                    expr(ExprKind::Binary(BinOp::Gt, Box::new(field), Box::new(one)))
                };
                membership(None, false, asked)
            };
            let both = expr(ExprKind::Binary(
                BinOp::And,
                Box::new(some(a)),
                Box::new(some(b)),
            ));
            return expr(ExprKind::Unary(UnOp::Not, Box::new(both)));
        }
        let (a, b) = (self.test(false), self.test(false));
        let op = if self.rng.bool() {
            BinOp::And
        } else {
            BinOp::Or
        };
        let both = expr(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        if self.rng.bool() {
            expr(ExprKind::Unary(UnOp::Not, Box::new(both)))
        } else {
            both
        }
    }
}

/// `proc.iter().any(|p| asked)`, `proc[..before].iter().all(|p| asked)`
pub(super) fn membership(before: Option<Expr>, all: bool, asked: Expr) -> Expr {
    let closure = Closure {
        pattern: Pattern::Name {
            name: "p".into(),
            span: Span::default(),
        },
        ty: Type::Infer,
        ret: Type::Infer,
        body: Box::new(asked),
    };
    expr(ExprKind::Fold(Box::new(Fold {
        source: FoldSource::Members { before },
        steps: Vec::new(),
        end: if all {
            FoldEnd::All(closure)
        } else {
            FoldEnd::Any(closure)
        },
    })))
}
