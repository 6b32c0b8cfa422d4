//! What is likely to break a program with requests that is right.

use tass_syntax::operation::{Returns, find};
use tass_syntax::tree::visit::{self, Visitor};
use tass_syntax::tree::{Expr, ExprKind, Stmt};

use crate::build::*;
use crate::generate::{Generator, Rng};

/// What is changed.
#[derive(Clone, Copy)]
enum Change {
    /// A wait is left out.
    Drop,
    /// What comes after a wait comes before it.
    Early,
    /// Two operations are posted in the other order.
    Swap,
    /// Something is written, or read, before the wait.
    Touch,
}

impl Generator {
    /// Changes something about a request, if there is one.
    pub(in crate::generate) fn mutate_requests(&mut self, body: &mut Vec<Stmt>) {
        let all = [Change::Drop, Change::Early, Change::Swap, Change::Touch];
        let change = all[self.rng.weighted(&[2, 3, 3, 3])];
        let mut sites = Sites {
            rng: &mut self.rng,
            change,
            left: None,
            count: 0,
        };
        visit::stmts(body, &mut sites);
        if sites.count > 0 {
            sites.left = Some(1 + sites.rng.below(sites.count));
            sites.count = 0;
            visit::stmts(body, &mut sites);
        }
    }
}

struct Sites<'r> {
    rng: &'r mut Rng,
    change: Change,
    left: Option<usize>,
    count: usize,
}

impl Visitor for Sites<'_> {
    fn stmts(&mut self, stmts: &mut Vec<Stmt>) {
        for at in 0..stmts.len() {
            // A request that is freed next is to rest by then: else there is nothing to compare.
            let freed = stmts.get(at + 1).is_some_and(frees);
            let fits = match self.change {
                Change::Drop => completes(&stmts[at]) && !freed,
                Change::Touch => completes(&stmts[at]),
                Change::Early => {
                    let follows = matches!(stmts.get(at + 1), Some(Stmt::Expr(_)));
                    completes(&stmts[at]) && follows && !freed
                }
                Change::Swap => posts(&stmts[at]) && stmts.get(at + 1).is_some_and(posts),
            };
            if !fits {
                continue;
            }
            self.count += 1;
            if self.left != Some(self.count) {
                continue;
            }
            // What has been changed must not be counted again.
            self.left = None;
            match self.change {
                Change::Drop => drop(stmts.remove(at)),
                Change::Early | Change::Swap => stmts.swap(at, at + 1),
                Change::Touch => {
                    let touched = *self.rng.pick(&["x", "y", "z"]);
                    let touch = match self.rng.chance(50) {
                        true => assign(var(touched), int(self.rng.between(0, 3))),
                        false => assign(var("z"), var(touched)),
                    };
                    stmts.insert(at, Stmt::Expr(touch));
                }
            }
            return;
        }
    }
}

/// Is a request completed here?
fn completes(stmt: &Stmt) -> bool {
    let Stmt::Expr(e) = stmt else {
        return false;
    };
    within(e, |op| op.starts_with("wait") || op.starts_with("test"))
}

/// Is a request freed here?
fn frees(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Expr(e) => within(e, |op| op == "request_free"),
        Stmt::Let { .. } | Stmt::LetElse { .. } => false,
    }
}

/// Is an operation posted here?
fn posts(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Expr(e) => within(e, |op| {
            find(op).is_some_and(|op| op.signature.result == Returns::Request)
        }),
        Stmt::Let { .. } | Stmt::LetElse { .. } => false,
    }
}

/// Is a statement, apart from the statements in it, such an operation?
fn within(e: &Expr, wanted: fn(&str) -> bool) -> bool {
    match &e.kind {
        ExprKind::Comm(call) => wanted(&call.op),
        ExprKind::Assign(_, value) => within(value, wanted),
        ExprKind::Field(inner, _) => within(inner, wanted),
        _ => false,
    }
}
