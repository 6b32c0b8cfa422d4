//! Grids.

use tass_syntax::tree::{Expr, ExprKind, IntTy, Stmt};

use super::{free, guarded};
use crate::build::*;
use crate::generate::Generator;

impl Generator {
    /// A grid, of which each process sends to its neighbour.
    pub(super) fn on_a_grid(&mut self) -> Vec<Stmt> {
        let n = self.nprocs;
        let mut dims = match (n, self.rng.below(4)) {
            (4, 0 | 1) => vec![2, 2],
            (_, 2) => vec![1, n],
            (_, 3) if n > 2 => vec![n - 1],
            _ => vec![n],
        };
        if self.rng.chance(4) {
            let at = self.rng.below(dims.len());
            dims[at] = [0, n + 1][self.rng.below(2)];
        }
        let covered: usize = dims.iter().product();
        let mut periodic: Vec<bool> = dims.iter().map(|_| self.rng.chance(50)).collect();
        if self.rng.chance(3) {
            periodic.push(false);
        }
        let lengths = dims.iter().map(|dim| int(*dim as i128)).collect();
        let mut create = create(lengths, periodic);
        if self.rng.chance(4) {
            // Not all say the same.
            let other = super::grid::create(vec![int(1)], vec![true]);
            let one = int(self.rng.below(n) as i128);
            create = super::choice(eq(var("rank"), one), other, create);
        }
        let mut stmts = body([assign(var("ca"), create)]);
        let dimension = match self.rng.chance(95) {
            true => self.rng.below(dims.len()),
            false => dims.len(),
        };
        let by = *self.rng.pick(&[1, 1, 1, -1, 2, 0, -3]);
        let shift = on(
            var("ca"),
            comm(
                "cart_shift",
                [
                    ("dimension", int(dimension as i128)),
                    ("displacement", number(by, IntTy::I64)),
                ],
            ),
        );
        let mut inner = body([assign(var("sh"), shift)]);
        let (before, after) = (|| field(var("sh"), "0"), || field(var("sh"), "1"));
        let exchange = || {
            let call = comm(
                "sendrecv",
                [
                    ("sendbuf", shared(var("x"))),
                    ("to", after()),
                    ("recvbuf", mutable(var("y"))),
                    ("from", before()),
                ],
            );
            body([on(var("ca"), call)])
        };
        inner.extend(match self.rng.below(5) {
            0 | 1 => exchange(),
            2 => body([
                assign(var("ra"), on(var("ca"), irecv(var("y"), before(), int(0)))),
                on(var("ca"), send(var("x"), after(), int(0))),
                completion("wait", var("ra")),
            ]),
            3 => {
                let rank = match self.rng.chance(80) {
                    true => on(var("ca"), comm("rank", [])),
                    false => int(self.rng.below(n) as i128),
                };
                let at = on(var("ca"), comm("cart_coords", [("rank", rank)]));
                let at = index(at, int(self.rng.below(dims.len()) as i128));
                let value = int(self.rng.below(3) as i128);
                body([assign(var("k"), at), assert(lt(var("k"), value))])
            }
            _ => {
                let copied = body([assign(var("cb"), on(var("ca"), comm("dup", [])))]);
                let mut stmts = copied;
                let mut exchange = exchange();
                if self.rng.chance(60) {
                    for stmt in &mut exchange {
                        renamed(stmt);
                    }
                }
                stmts.extend(exchange);
                stmts.push(free("cb"));
                stmts
            }
        });
        if self.rng.chance(50) {
            let value = match self.rng.chance(30) {
                true => constant("PROC_NULL"),
                false => int(self.rng.below(n) as i128),
            };
            inner.extend(body([assert(eq(after(), value))]));
        }
        inner.push(free("ca"));
        let beyond = (covered < n && covered > 0).then(|| lt(var("rank"), int(covered as i128)));
        stmts.extend(guarded(beyond, inner));
        self.mistaken("ca", stmts)
    }
}

/// The same in the copy.
fn renamed(stmt: &mut Stmt) {
    if let Stmt::Expr(e) = stmt
        && let ExprKind::Comm(call) = &mut e.kind
    {
        for (name, value) in &mut call.args {
            if name == "comm" {
                *value = var("cb");
            }
        }
    }
}

/// `mpi!(cart_create(dims = &[..], periodic = &[..]))`
pub(super) fn create(dims: Vec<Expr>, periodic: Vec<bool>) -> Expr {
    let list = |items: Vec<Expr>| shared(expr(ExprKind::Array(items)));
    let truth = |value: bool| expr(ExprKind::Bool(value));
    comm(
        "cart_create",
        [
            ("dims", list(dims)),
            ("periodic", list(periodic.into_iter().map(truth).collect())),
        ],
    )
}
