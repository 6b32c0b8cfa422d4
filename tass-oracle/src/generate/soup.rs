//! Soup: messages between random pairs, sent and received by each rank in an order of its own.
//!
//! Hardly ever right, and full of races: what the reduction has to get right.

use tass_syntax::tree::{BinOp, Expr, ExprKind, Stmt};

use super::Generator;
use crate::build::*;

impl Generator {
    /// What every rank does, one branch each.
    pub(super) fn soup(&mut self) -> Vec<Stmt> {
        let mut ranks: Vec<Vec<Stmt>> = vec![Vec::new(); self.nprocs];
        let messages = 2 + self.rng.below(if self.nprocs == 2 { 4 } else { 3 });
        let hub = self.rng.below(self.nprocs);
        for i in 0..messages {
            let to = if self.rng.chance(55) {
                hub
            } else {
                self.rng.below(self.nprocs)
            };
            let from = if self.rng.chance(95) {
                (to + 1 + self.rng.below(self.nprocs - 1)) % self.nprocs
            } else {
                to
            };
            let tag = self.rng.below(2);
            let data = var(*self.rng.pick(&["x", "x", "y", "z"]));
            let op = if self.rng.chance(20) { "ssend" } else { "send" };
            let send = comm(
                op,
                [
                    ("buf", shared(data)),
                    ("to", int(to as i128)),
                    ("tag", int(tag as i128)),
                ],
            );
            self.put(&mut ranks[from], Stmt::Expr(send));
            let receive = self.soup_receive(from, tag, i);
            self.put(&mut ranks[to], receive);
        }
        if self.rng.chance(35) {
            let everywhere = self.collective();
            for rank in &mut ranks {
                self.put(rank, everywhere.clone());
            }
        }
        if self.rng.chance(20) {
            let asserted = match self.rng.chance(40) {
                true => self.counts(),
                false => self.together(),
            };
            for rank in &mut ranks {
                self.put(rank, asserted.clone());
            }
        }
        if self.rng.chance(50) {
            let what = self.after_receive();
            self.put(&mut ranks[hub], what);
        }
        vec![branches(ranks)]
    }

    /// Puts a statement near the end, or anywhere.
    fn put(&mut self, list: &mut Vec<Stmt>, stmt: Stmt) {
        let at = if self.rng.chance(65) {
            list.len()
        } else {
            self.rng.below(list.len() + 1)
        };
        list.insert(at, stmt);
    }

    fn soup_receive(&mut self, from: usize, tag: usize, i: usize) -> Stmt {
        let source = if self.rng.chance(55) {
            constant("ANY")
        } else {
            int(from as i128)
        };
        let tag = if self.rng.chance(30) {
            constant("ANY")
        } else {
            int(tag as i128)
        };
        let into = ["x", "y", "z"][i % 3];
        let receive = recv(var(into), source, tag);
        Stmt::Expr(match self.rng.below(4) {
            0 => assign(var("s"), field(receive, "source")),
            1 => assign(var("k"), field(receive, "tag")),
            _ => receive,
        })
    }

    /// Something that depends on what came.
    pub(super) fn after_receive(&mut self) -> Stmt {
        let cond = match self.rng.below(3) {
            0 => eq(var("s"), int(self.rng.below(self.nprocs) as i128)),
            1 => binary(
                *self.rng.pick(&[BinOp::Eq, BinOp::Lt]),
                var("x"),
                int(self.rng.between(0, 3)),
            ),
            _ => binary(*self.rng.pick(&[BinOp::Le, BinOp::Ne]), var("y"), var("z")),
        };
        Stmt::Expr(match self.rng.below(4) {
            0 | 1 => assert(cond),
            2 => {
                let other = self.rng.below(self.nprocs) as i128;
                if_(cond, body([send(var("x"), int(other), int(0))]))
            }
            _ => if_(
                cond,
                body([recv(var("z"), constant("ANY"), constant("ANY"))]),
            ),
        })
    }
}

/// `if rank == 0 { .. } else if rank == 1 { .. } ..`
fn branches(ranks: Vec<Vec<Stmt>>) -> Stmt {
    let mut rest: Option<Expr> = None;
    for (rank, stmts) in ranks.into_iter().enumerate().rev() {
        if stmts.is_empty() {
            continue;
        }
        let mut this = if_(eq(var("rank"), int(rank as i128)), stmts);
        if let ExprKind::If { otherwise, .. } = &mut this.kind {
            *otherwise = rest.take().map(Box::new);
        }
        rest = Some(this);
    }
    Stmt::Expr(rest.unwrap_or_else(|| comm("barrier", [])))
}
