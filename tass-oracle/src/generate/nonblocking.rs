//! Collective operations with requests: begun here, over there.

use tass_syntax::tree::{Expr, ExprKind, Stmt};

use super::Generator;
use super::requests::{slot, while_};
use crate::build::*;
use tass_syntax::operation::{Group, find};

impl Generator {
    /// One or two of them under way, something in between, and the end.
    pub(super) fn nonblocking(&mut self) -> Vec<Stmt> {
        match self.rng.weighted(&[20, 16, 8, 8]) {
            0 => self.one_under_way(),
            1 => self.two_under_way(),
            2 => self.by_one_root(),
            _ => self.asked_whether_over(),
        }
    }

    /// A collective operation that goes on by itself, where it has such a form. What it gives must
    /// live as long: a value that is nowhere is put into a variable before.
    fn begun(&mut self, stmts: &mut Vec<Stmt>) -> Expr {
        loop {
            let called = match self.rng.weighted(&[10, 3, 2, 2]) {
                0 => vec![self.collective()],
                1 => self.varying(),
                2 => self.reduced_blocks(),
                _ => self.located(),
            };
            let Some(Stmt::Expr(mut e)) = called.into_iter().next() else {
                continue;
            };
            if let Some(given) = given(&mut e)
                && let Some(variable) = self.variable_for(given)
            {
                let value = std::mem::replace(given, var(variable));
                stmts.push(Stmt::Expr(assign(var(variable), value)));
            }
            if let Some(begun) = immediate(&e) {
                return begun;
            }
        }
    }

    /// A variable that can hold a value that is nowhere.
    fn variable_for(&self, value: &Expr) -> Option<&'static str> {
        match &value.kind {
            ExprKind::Tuple(_) => Some("ls"),
            ExprKind::Array(items) if items.len() == self.nprocs => Some("es"),
            _ => None,
        }
    }

    fn one_under_way(&mut self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let begun = self.begun(&mut stmts);
        stmts.push(Stmt::Expr(assign(var("ra"), begun)));
        stmts.extend(self.in_between());
        stmts.push(self.wait_for(var("ra")));
        stmts.extend(self.perhaps_asserted());
        stmts
    }

    fn two_under_way(&mut self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let begun = self.begun(&mut stmts);
        stmts.push(Stmt::Expr(assign(slot(0), begun)));
        if self.rng.chance(30) {
            stmts.extend(self.in_between());
        }
        let second = match self.rng.chance(30) {
            true => comm("ibarrier", []),
            false => self.begun(&mut stmts),
        };
        stmts.push(Stmt::Expr(assign(slot(1), second)));
        stmts.extend(self.in_between());
        stmts.extend(self.wait_for_both());
        stmts.extend(self.perhaps_asserted());
        stmts
    }

    /// A broadcast or a reduction: who needs nobody may go on, and writes to the others.
    fn by_one_root(&mut self) -> Vec<Stmt> {
        let (root, other) = self.pair();
        let at = ("root", int(root as i128));
        let call = match self.rng.below(3) {
            0 => comm("ibcast", [("buf", mutable(var("x"))), at]),
            1 => {
                let (give, take) = (shared(var("x")), mutable(var("z")));
                let args = [
                    ("sendbuf", give),
                    ("recvbuf", take),
                    ("op", constant("SUM")),
                    at,
                ];
                comm("ireduce", args)
            }
            _ => {
                let (give, take) = (shared(var("c")), mutable(var("x")));
                comm("iscatter", [("sendbuf", give), ("recvbuf", take), at])
            }
        };
        let (first, second) = match self.rng.chance(50) {
            true => (root, other),
            false => (other, root),
        };
        let (begin, end) = (
            || assign(var("ra"), call.clone()),
            completion("wait", var("ra")),
        );
        let early = body([
            begin(),
            end.clone(),
            send(var("y"), int(second as i128), int(0)),
        ]);
        let late = body([
            recv(var("y"), int(first as i128), int(0)),
            begin(),
            end.clone(),
        ]);
        let rest = if_else(
            eq(var("rank"), int(second as i128)),
            late,
            body([begin(), end]),
        );
        vec![Stmt::Expr(if_else(
            eq(var("rank"), int(first as i128)),
            early,
            vec![Stmt::Expr(rest)],
        ))]
    }

    /// Asks once, and goes on according to the answer.
    fn asked_whether_over(&mut self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let begun = self.begun(&mut stmts);
        stmts.push(Stmt::Expr(assign(var("ra"), begun)));
        let asked = completion("test", var("ra"));
        let then = match self.rng.below(3) {
            0 => vec![self.after_receive()],
            1 => body([assign(var("z"), int(7))]),
            _ => body([assert(lt(var("x"), int(2)))]),
        };
        if self.rng.chance(30) {
            stmts.push(Stmt::Expr(while_(super::requests::not(asked), Vec::new())));
            return stmts;
        }
        // Behind a barrier it is over, whatever he hears.
        if self.rng.chance(40) {
            stmts.push(Stmt::Expr(comm("barrier", [])));
        }
        stmts.push(Stmt::Expr(match self.rng.below(4) {
            0 => if_else(asked, then, body([assert(lt(var("y"), int(2)))])),
            1 => if_(super::requests::not(asked), then),
            _ => if_(asked, then),
        }));
        stmts.push(Stmt::Expr(completion("wait", var("ra"))));
        stmts
    }

    /// What is done meanwhile: messages mostly, and sometimes what touches a buffer.
    fn in_between(&mut self) -> Vec<Stmt> {
        let nonblocking = std::mem::take(&mut self.families.nonblocking);
        let stmts = match self.rng.weighted(&[8, 4, 3, 3, 2]) {
            0 => Vec::new(),
            1 => self.phase(0),
            2 => body([comm("barrier", [])]),
            3 => vec![self.local()],
            _ => self.perhaps_asserted(),
        };
        self.families.nonblocking = nonblocking;
        stmts
    }
}

/// What an operation gives.
fn given(e: &mut Expr) -> Option<&mut Expr> {
    let ExprKind::Comm(call) = &mut e.kind else {
        return None;
    };
    let mut args = call.args.iter_mut();
    let (_, given) = args.find(|(name, _)| name == "sendbuf")?;
    match &mut given.kind {
        ExprKind::Ref(_, inner) => Some(inner),
        _ => None,
    }
}

/// The same operation, begun and not waited for, if it is a collective one, and what it gives is
/// in a variable.
pub(super) fn immediate(e: &Expr) -> Option<Expr> {
    let ExprKind::Comm(call) = &e.kind else {
        return None;
    };
    let name = format!("i{}", call.op);
    let operation = find(&name)?;
    let mut whole = e.clone();
    if given(&mut whole).is_some_and(|given| !is_place(given)) {
        return None;
    }
    if operation.group != Group::Collective {
        return None;
    }
    let mut call = call.clone();
    call.op = name;
    Some(expr(ExprKind::Comm(call)))
}

/// Is it a variable, or a part of one?
fn is_place(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(_) => true,
        ExprKind::Index(base, _) | ExprKind::Slice { base, .. } | ExprKind::Field(base, _) => {
            is_place(base)
        }
        _ => false,
    }
}
