//! Local work: what a process does between two tests, and nobody sees.
//!
//! It takes the engine more than a step, since it lasts longer than the turns that a process is
//! given where variables are shared. Who works while it waits waits all the same.

use tass_syntax::tree::*;

use super::{Generator, assign, grows, loops, range};
use crate::build::{block, expr, int, lt, name, number, var};

impl Generator {
    /// Waits for others, idly or working.
    pub(super) fn wait(&mut self) -> Stmt {
        let cond = self.condition();
        let body = match self.rng.u8(..3) {
            0 => vec![self.work()],
            _ => Vec::new(),
        };
        loops(LoopKind::While(cond), body)
    }

    /// A loop of more turns than a step has. It may leave its mark on `x`, which stays small.
    pub(super) fn work(&mut self) -> Stmt {
        let turns = int(self.rng.i128(5..=9));
        let mark = self.private && self.rng.bool();
        if self.rng.bool() {
            let mut body = Vec::new();
            if mark {
                body.push(assign("x", self.small()));
            }
            return loops(LoopKind::For(name("w"), range(int(0), turns)), body);
        }
        let start = number(self.rng.i128(0..=1), IntTy::I32);
        let mut stmts = vec![self.declare("w", start)];
        let more = LoopKind::While(lt(var("w"), turns));
        stmts.push(loops(more, vec![grows("w")]));
        if mark {
            stmts.push(assign("x", self.small()));
        }
        Stmt::Expr(expr(ExprKind::Block(None, block(stmts))))
    }

    fn small(&mut self) -> Expr {
        number(self.rng.i128(0..=1), IntTy::I32)
    }
}
