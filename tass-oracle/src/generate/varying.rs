//! Collective operations with blocks of different lengths, that mostly fit together.

use tass_syntax::tree::{Expr, ExprKind, IntTy, Stmt};

use super::Generator;
use crate::build::*;

/// How many elements each rank has: the same numbers for all, so that everyone knows them.
struct Lengths {
    /// The list.
    list: Vec<Expr>,
    /// The own one.
    mine: Expr,
    /// What they are, if they do not depend on an input.
    known: Option<Vec<usize>>,
}

impl Generator {
    /// `gatherv` and its like, and an assertion on what has come.
    pub(super) fn varying(&mut self) -> Vec<Stmt> {
        let root = ("root", int(self.rng.below(self.nprocs) as i128));
        let lengths = self.lengths();
        let mine = |of: &str| part(of, lengths.mine.clone());
        let counts = ("counts", self.list(lengths.list.clone()));
        let displs = ("displs", self.displs(&lengths));
        let with_displs = self.rng.chance(60);
        let (give, take) = (
            ("sendbuf", shared(mine("g"))),
            ("recvbuf", mutable(var("w"))),
        );
        let mut call = match self.rng.weighted(&[3, 3, 3, 3]) {
            0 => comm("gatherv", [give, take, counts, displs, root]),
            1 => comm("allgatherv", [give, take, counts, displs]),
            2 => {
                let (give, take) = (("sendbuf", shared(var("g"))), mutable(mine("w")));
                comm("scatterv", [give, ("recvbuf", take), counts, displs, root])
            }
            _ => {
                let mine = vec![lengths.mine.clone(); self.nprocs];
                let own = Lengths {
                    list: mine.clone(),
                    mine: lengths.mine.clone(),
                    known: None,
                };
                comm(
                    "alltoallv",
                    [
                        ("sendbuf", shared(var("g"))),
                        ("sendcounts", counts.1),
                        ("senddispls", displs.1),
                        ("recvbuf", mutable(var("w"))),
                        ("recvcounts", self.list(mine)),
                        ("recvdispls", self.displs(&own)),
                    ],
                )
            }
        };
        if let (ExprKind::Comm(call), false) = (&mut call.kind, with_displs) {
            call.args.retain(|(name, _)| !name.ends_with("displs"));
        }
        self.and_look(call)
    }

    /// A reduction of which everyone gets its block.
    pub(super) fn reduced_blocks(&mut self) -> Vec<Stmt> {
        let operators = ["SUM", "SUM", "MAX", "PROD", "LXOR"];
        let op = ("op", constant(self.rng.pick(&operators)));
        let lengths = self.lengths();
        let total = lengths.list.iter().cloned().reduce(add);
        let total = total.unwrap_or_else(|| int(0));
        let call = match self.rng.chance(40) {
            true => {
                let block = self.rng.below(3) as i128;
                let all = part("g", int(block * self.nprocs as i128));
                let take = mutable(part("w", int(block)));
                comm(
                    "reduce_scatter_block",
                    [("sendbuf", shared(all)), ("recvbuf", take), op],
                )
            }
            false => comm(
                "reduce_scatter",
                [
                    ("sendbuf", shared(part("g", total))),
                    ("recvbuf", mutable(part("w", lengths.mine.clone()))),
                    ("counts", self.list(lengths.list)),
                    op,
                ],
            ),
        };
        self.and_look(call)
    }

    /// An operation, and mostly an assertion on an element that it may have written.
    fn and_look(&mut self, call: Expr) -> Vec<Stmt> {
        let mut stmts = vec![Stmt::Expr(call)];
        if self.rng.chance(80) {
            let element = index(var("w"), int(self.rng.below(2 * self.nprocs) as i128));
            let value = int(self.rng.below(9) as i128);
            let differs = expr(ExprKind::Unary(
                tass_syntax::tree::UnOp::Not,
                Box::new(eq(element, value)),
            ));
            stmts.push(Stmt::Expr(assert(differs)));
        }
        stmts
    }

    fn lengths(&mut self) -> Lengths {
        let all = 0..self.nprocs;
        let input = self.inputs.iter().any(|input| input.name == "n");
        match self.rng.weighted(&[5, 3, if input { 4 } else { 0 }, 1]) {
            // Nothing but for one of them, at most.
            3 => {
                let one = self.rng.below(self.nprocs);
                let len = self.rng.below(3);
                let known: Vec<usize> = all.map(|rank| if rank == one { len } else { 0 }).collect();
                let list: Vec<Expr> = known.iter().map(|len| size(*len)).collect();
                Lengths {
                    mine: index(array(list.clone()), var("rank")),
                    list,
                    known: Some(known),
                }
            }
            0 => {
                let known: Vec<usize> = all.map(|_| self.rng.below(3)).collect();
                let list: Vec<Expr> = known.iter().map(|len| size(*len)).collect();
                Lengths {
                    mine: index(array(list.clone()), var("rank")),
                    list,
                    known: Some(known),
                }
            }
            1 => Lengths {
                list: all.clone().map(|rank| size(rank % 2 + 1)).collect(),
                mine: add(rem(var("rank"), int(2)), int(1)),
                known: Some(all.map(|rank| rank % 2 + 1).collect()),
            },
            _ => Lengths {
                list: vec![var("n"); self.nprocs],
                mine: var("n"),
                known: None,
            },
        }
    }

    /// Where blocks of these lengths start: mostly apart from each other.
    fn displs(&mut self, lengths: &Lengths) -> Expr {
        let n = self.nprocs;
        let mut starts = vec![0; n];
        if self.rng.chance(15) {
            starts.fill_with(|| self.rng.below(2 * n));
        } else {
            let mut order: Vec<usize> = (0..n).collect();
            if self.rng.chance(40) {
                order.reverse();
            }
            let (mut next, mut gap) = (0, 1);
            for rank in order {
                starts[rank] = next;
                // Nothing lies nowhere.
                let nothing = lengths.known.as_ref().is_some_and(|known| known[rank] == 0);
                if nothing && self.rng.chance(20) {
                    starts[rank] = 2 * n + 3;
                }
                next += lengths.known.as_ref().map_or(2, |known| known[rank]);
                if gap > 0 && self.rng.chance(30) {
                    (next, gap) = (next + 1, 0);
                }
            }
        }
        self.list(starts.into_iter().map(size).collect())
    }

    /// A list of numbers, sometimes with a mistake.
    fn list(&mut self, mut list: Vec<Expr>) -> Expr {
        if self.rng.chance(6) {
            let at = self.rng.below(list.len());
            match self.rng.below(4) {
                0 => drop(list.pop()),
                1 => list.push(size(0)),
                _ => list[at] = add(list[at].clone(), int(1)),
            }
        }
        shared(array(list))
    }

    /// Some list of numbers.
    pub(super) fn any_list(&mut self) -> Expr {
        let list = (0..self.nprocs).map(|_| size(self.rng.below(3))).collect();
        self.list(list)
    }
}

fn size(value: usize) -> Expr {
    number(value as i128, IntTy::Usize)
}

fn array(items: Vec<Expr>) -> Expr {
    expr(ExprKind::Array(items))
}

/// `of[..len]`
fn part(of: &str, len: Expr) -> Expr {
    expr(ExprKind::Slice {
        base: Box::new(var(of)),
        lo: None,
        hi: Some(Box::new(len)),
        inclusive: false,
    })
}
