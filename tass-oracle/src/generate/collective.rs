//! Collective operations that all ranks call alike.

use tass_syntax::tree::{BinOp, Expr, ExprKind, Stmt, UnOp};

use super::Generator;
use crate::build::*;

impl Generator {
    pub(super) fn collective(&mut self) -> Stmt {
        let root = int(self.rng.below(self.nprocs) as i128);
        let op = match self.rng.chance(20) {
            true => self.own_operator(),
            false => constant(
                self.rng
                    .pick(&["SUM", "SUM", "MAX", "MIN", "PROD", "LAND", "LOR"]),
            ),
        };
        let (give, take) = self.alike();
        let send = ("sendbuf", shared(give));
        let recv = ("recvbuf", mutable(take));
        let all = ("recvbuf", mutable(var("c")));
        let call = match self.rng.weighted(&[6, 6, 4, 4, 3, 3, 3, 2, 3, 2]) {
            0 => comm("barrier", []),
            1 => comm(
                "bcast",
                [("buf", mutable(self.broadcast())), ("root", root)],
            ),
            2 => comm("reduce", [send, recv, ("op", op), ("root", root)]),
            3 => comm("allreduce", [send, recv, ("op", op)]),
            4 => comm(
                "gather",
                [("sendbuf", shared(var("x"))), all, ("root", root)],
            ),
            5 => comm(
                "scatter",
                [
                    ("sendbuf", shared(var("c"))),
                    ("recvbuf", mutable(var("x"))),
                    ("root", root),
                ],
            ),
            6 => comm("allgather", [("sendbuf", shared(var("x"))), all]),
            7 => comm("alltoall", [("sendbuf", shared(self.other())), all]),
            8 => comm("scan", [send, recv, ("op", op)]),
            _ => comm("exscan", [send, recv, ("op", op)]),
        };
        Stmt::Expr(match self.rng.chance(20) {
            true => self.in_place(call),
            false => call,
        })
    }

    /// The same operation, where it can be done in place.
    fn in_place(&mut self, plain: Expr) -> Expr {
        let ExprKind::Comm(mut call) = plain.kind.clone() else {
            return plain;
        };
        if call.op == "scatter" || call.op == "bcast" || call.op == "barrier" {
            return plain;
        }
        call.args.remove(0);
        // As many elements as there are processes.
        if call.op == "alltoall" {
            call.args[0].1 = mutable(var("c"));
        }
        let root = call.args.iter().find(|(name, _)| name == "root").cloned();
        let changed = expr(ExprKind::Comm(call));
        match root {
            Some((_, root)) if self.rng.chance(85) => if_else(
                eq(var("rank"), root),
                vec![Stmt::Expr(changed)],
                vec![Stmt::Expr(plain)],
            ),
            _ => changed,
        }
    }

    /// The least or greatest value and where it is: often there are several, and not always in the
    /// order of ranks.
    pub(super) fn located(&mut self) -> Vec<Stmt> {
        let value = match self.rng.below(4) {
            0 => var("x"),
            1 => rem(var("x"), int(2)),
            2 => binary(BinOp::Sub, int(0), var("x")),
            _ => var("y"),
        };
        let place = match self.rng.chance(50) {
            true => var("rank"),
            false => binary(BinOp::Sub, var("size"), var("rank")),
        };
        let send = ("sendbuf", shared(expr(ExprKind::Tuple(vec![value, place]))));
        let recv = ("recvbuf", mutable(var("l")));
        let op = ("op", constant(self.rng.pick(&["MINLOC", "MAXLOC"])));
        let root = ("root", int(self.rng.below(self.nprocs) as i128));
        let call = match self.rng.below(4) {
            0 => comm("reduce", [send, recv, op, root]),
            1 => comm("allreduce", [send, recv, op]),
            2 => comm("scan", [send, recv, op]),
            _ => comm("exscan", [send, recv, op]),
        };
        let place = int(self.rng.below(self.nprocs + 1) as i128);
        let elsewhere = expr(ExprKind::Unary(
            UnOp::Not,
            Box::new(eq(field(var("l"), "1"), place)),
        ));
        vec![Stmt::Expr(call), Stmt::Expr(assert(elsewhere))]
    }

    /// What is broadcast.
    fn broadcast(&mut self) -> Expr {
        match self.rng.weighted(&[8, 2, 2, 1]) {
            0 => var(*self.rng.pick(&["x", "y"])),
            1 => var("a"),
            2 => var("k"),
            _ => var("v"),
        }
    }

    /// Two different buffers of the same type and length.
    fn alike(&mut self) -> (Expr, Expr) {
        let part = |lo: i128, hi: i128| {
            let bound = |e| Some(Box::new(int(e)));
            expr(ExprKind::Slice {
                base: Box::new(var("a")),
                lo: bound(lo),
                hi: bound(hi),
                inclusive: false,
            })
        };
        match self.rng.weighted(&[8, 4, 2]) {
            0 => (var("x"), var("y")),
            1 => (var("y"), var("z")),
            // Slices of one array are read before it is written.
            _ => (expr(ExprKind::Array(vec![var("x"), var("y")])), part(1, 3)),
        }
    }

    /// One element for each rank.
    fn other(&mut self) -> Expr {
        let items = (0..self.nprocs).map(|rank| {
            if self.rng.chance(50) {
                var("x")
            } else {
                int(rank as i128)
            }
        });
        let mut items: Vec<Expr> = items.collect();
        items[0] = var("z");
        expr(ExprKind::Array(items))
    }
}
