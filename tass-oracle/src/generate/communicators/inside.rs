//! What goes on in a communicator: phases of as many processes, of which each operation names it.

use tass_syntax::operation::{ParamKind, find};
use tass_syntax::tree::visit::{self, Visitor};
use tass_syntax::tree::{Expr, ExprKind, Stmt};

use super::ranked;
use crate::build::*;
use crate::generate::{Generator, Rng};

impl Generator {
    /// A phase in a communicator whose groups have this size.
    pub(super) fn inside(&mut self, name: &str, size: usize, depth: u32) -> Vec<Stmt> {
        if size < 2 || self.rng.chance(15) {
            return self.simple(name, size);
        }
        let outer = std::mem::replace(&mut self.nprocs, size);
        // Among these no further communicators are made.
        let communicators = std::mem::take(&mut self.families.communicators);
        let mut stmts = match self.rng.chance(20) {
            true => vec![self.collective()],
            false => self.phase(depth.min(1)),
        };
        self.nprocs = outer;
        self.families.communicators = communicators;
        let all = if self.rng.chance(90) { 100 } else { 70 };
        self.retarget(&mut stmts, &var(name), all);
        vec![ranked(name, stmts)]
    }

    /// The same where `rank` and `size` are those of another communicator.
    pub(super) fn inside_as(&mut self, name: &str, size: usize) -> Vec<Stmt> {
        match self.rng.chance(40) {
            true => self.simple(name, size),
            false => self.inside(name, size, 0),
        }
    }

    /// One operation, written for this.
    fn simple(&mut self, name: &str, size: usize) -> Vec<Stmt> {
        let here = || var(name);
        let who = |asked: &str| on(var(name), comm(asked, []));
        let last = int(size as i128 - 1);
        match self.rng.below(7) {
            0 => body([on(here(), comm("barrier", []))]),
            1 => body([assign(var("k"), who("rank"))]),
            2 => body([assign(var("s"), who("size"))]),
            3 => {
                let args = [("buf", mutable(var("x"))), ("root", last)];
                body([on(here(), comm("bcast", args))])
            }
            4 => {
                let (give, take) = (shared(var("x")), mutable(var("y")));
                let args = [
                    ("sendbuf", give),
                    ("recvbuf", take),
                    ("op", constant("SUM")),
                ];
                let asserted = assert(lt(var("y"), int(self.rng.between(1, 5))));
                body([on(here(), comm("scan", args)), asserted])
            }
            5 => body([assert(eq(who("rank"), var("k")))]),
            // To oneself.
            _ => {
                let me = || who("rank");
                let post = on(here(), isend(var("x"), me(), int(0)));
                let take = on(here(), recv(var("y"), me(), int(0)));
                body([assign(var("ra"), post), take, completion("wait", var("ra"))])
            }
        }
    }

    /// Names a communicator in the operations of a list, in so many of a hundred.
    pub(super) fn retarget(&mut self, stmts: &mut Vec<Stmt>, name: &Expr, percent: u32) {
        struct Operations<'r> {
            rng: &'r mut Rng,
            name: Expr,
            percent: u32,
        }
        impl Visitor for Operations<'_> {
            fn expr(&mut self, e: &mut Expr) {
                let ExprKind::Comm(call) = &mut e.kind else {
                    return;
                };
                let Some(operation) = find(&call.op) else {
                    return;
                };
                let mut params = operation.signature.params.iter();
                let takes_one = params.any(|param| param.kind == ParamKind::Comm);
                let has_one = call.args.iter().any(|(name, _)| name == "comm");
                if takes_one && !has_one && self.rng.chance(self.percent) {
                    call.args.push(("comm".into(), self.name.clone()));
                }
            }
        }
        let mut operations = Operations {
            rng: &mut self.rng,
            name: name.clone(),
            percent,
        };
        visit::stmts(stmts, &mut operations);
    }
}
