//! Blocking operations become immediate ones that are waited for later.

use tass_syntax::tree::visit::{self, Visitor};
use tass_syntax::tree::{Expr, ExprKind, Stmt};

use super::slot;
use crate::build::*;
use crate::generate::{Generator, Rng, nonblocking};

impl Generator {
    /// Makes some of the sends and receives immediate: a request each, and a wait somewhere after
    /// it in the same list.
    pub(in crate::generate) fn loosen(&mut self, body: &mut Vec<Stmt>) {
        struct Lists<'r> {
            rng: &'r mut Rng,
            collectives: bool,
        }
        impl Visitor for Lists<'_> {
            fn stmts(&mut self, stmts: &mut Vec<Stmt>) {
                loosen(self.rng, stmts, self.collectives);
            }
        }
        let collectives = self.families.nonblocking > 0;
        let rng = &mut self.rng;
        visit::stmts(body, &mut Lists { rng, collectives });
    }
}

fn loosen(rng: &mut Rng, stmts: &mut Vec<Stmt>, collectives: bool) {
    let mut free = vec![slot(1), slot(0), var("rb"), var("ra")];
    let mut at = 0;
    while at < stmts.len() {
        let Some(post) = immediate(&stmts[at], collectives).filter(|_| rng.chance(55)) else {
            at += 1;
            continue;
        };
        let Some(request) = free.pop() else {
            return;
        };
        stmts[at] = Stmt::Expr(assign(request.clone(), post));
        // Mostly soon, and now and then before it is there.
        let later = match rng.chance(60) {
            true => at + 1 + rng.below(2),
            false => at + 1 + rng.below(stmts.len() - at),
        };
        let wait = Stmt::Expr(completion("wait", request));
        stmts.insert(later.min(stmts.len()), wait);
        at += 1;
    }
}

/// The same operation without the wait, if a statement is a blocking one.
fn immediate(stmt: &Stmt, collectives: bool) -> Option<Expr> {
    let Stmt::Expr(e) = stmt else {
        return None;
    };
    if let Some(begun) = nonblocking::immediate(e).filter(|_| collectives) {
        return Some(begun);
    }
    // What it gives would be that of the wait.
    let e = match &e.kind {
        ExprKind::Assign(_, value) => match &value.kind {
            ExprKind::Field(inner, _) => inner,
            _ => return None,
        },
        _ => e,
    };
    let ExprKind::Comm(call) = &e.kind else {
        return None;
    };
    let op = match call.op.as_str() {
        "send" => "isend",
        "ssend" => "issend",
        "recv" => "irecv",
        _ => return None,
    };
    let mut call = call.clone();
    call.op = op.into();
    Some(expr(ExprKind::Comm(call)))
}
