//! Assumptions: executions in which one does not hold do not count, but what others did before that
//! does.

use tass_syntax::tree::Stmt;

use super::Generator;
use crate::build::*;

impl Generator {
    /// An assumption of all ranks, or of one, while the others may be wrong with what it excludes.
    pub(super) fn assumption(&mut self) -> Stmt {
        let cond = match self.input_condition() {
            Some(cond) if self.rng.chance(60) => cond,
            _ => self.bool(1),
        };
        let assumed = Stmt::Expr(assume(cond.clone()));
        let here = eq(var("rank"), int(self.rng.below(self.nprocs) as i128));
        match self.rng.below(4) {
            0 => assumed,
            1 => Stmt::Expr(if_(here, vec![assumed])),
            2 => Stmt::Expr(if_else(here, vec![assumed], body([assert(cond)]))),
            _ => {
                let other = vec![self.assertion()];
                Stmt::Expr(if_else(here, vec![assumed], other))
            }
        }
    }
}
