//! What is likely to go wrong with a communicator.

use tass_syntax::tree::Stmt;

use super::free;
use crate::build::*;
use crate::generate::Generator;

impl Generator {
    /// Statements that make a communicator, use it and free it, now and then with a mistake.
    pub(super) fn mistaken(&mut self, name: &'static str, mut stmts: Vec<Stmt>) -> Vec<Stmt> {
        if self.rng.chance(80) {
            return stmts;
        }
        let used = match self.rng.chance(40) {
            true => self.claims(name).remove(0),
            false => Stmt::Expr(on(var(name), comm("barrier", []))),
        };
        let barrier = || used.clone();
        let last = stmts.len() - 1;
        match self.rng.below(9) {
            // Never freed, or by nobody who should.
            0 => drop(stmts.pop()),
            1 => {
                let one = eq(var("rank"), int(self.rng.below(self.nprocs) as i128));
                let freed = stmts.remove(last);
                stmts.push(Stmt::Expr(if_(one, vec![freed])));
            }
            // Freed twice, or used afterwards, or before.
            2 => stmts.push(free(name)),
            3 => stmts.push(barrier()),
            4 => stmts.insert(0, barrier()),
            // Lost.
            5 => stmts.insert(1, Stmt::Expr(assign(var(name), comm("dup", [])))),
            6 => stmts.insert(1, Stmt::Expr(assign(var(name), constant("COMM_NULL")))),
            7 => {
                let which = *self.rng.pick(&["WORLD", "SELF"]);
                stmts.push(Stmt::Expr(assign(var(name), constant(which))));
                stmts.push(free(name));
            }
            // Whoever comes last is alone in it.
            _ => {
                let one = eq(var("rank"), int(self.rng.below(self.nprocs) as i128));
                stmts.insert(last, Stmt::Expr(if_(one, vec![barrier()])));
            }
        }
        stmts
    }
}
