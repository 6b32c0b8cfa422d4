//! Collective assertions.

use tass_syntax::tree::{
    BinOp, Closure, Expr, ExprKind, Fold, FoldEnd, FoldSource, Stmt, Type, Way,
};

use super::Generator;
use crate::build::*;

impl Generator {
    /// An assertion that all ranks meet, mostly alike.
    pub(super) fn together(&mut self) -> Stmt {
        let cond = match self.rng.weighted(&[35, 40, 25]) {
            0 => self.mild_together(),
            1 => self.wild_together(),
            _ => self.counted_together(),
        };
        let asserted = Stmt::Expr(expr(ExprKind::CollectiveAssert {
            universe: self.rng.chance(15).then(|| "u".to_owned()),
            name: (*self.rng.pick(&["A", "A", "B"])).to_owned(),
            cond: Box::new(cond),
        }));
        match self.rng.chance(8) {
            true => {
                let here = eq(var("rank"), int(self.rng.below(self.nprocs) as i128));
                let other = self.together();
                Stmt::Expr(if_else(here, vec![asserted], vec![other]))
            }
            false => asserted,
        }
    }

    /// An assertion on the messages so far.
    pub(super) fn counts(&mut self) -> Stmt {
        let cond = Box::new(self.counted_together());
        let name = (*self.rng.pick(&["A", "B"])).to_owned();
        Stmt::Expr(expr(ExprKind::CollectiveAssert {
            universe: None,
            name,
            cond,
        }))
    }

    pub(super) fn peer(&mut self, name: &str) -> Expr {
        let rank = match self.rng.below(4) {
            0 => int(self.rng.below(self.nprocs) as i128),
            1 => rem(add(var("rank"), int(1)), var("size")),
            2 => var("rank"),
            _ => rem(self.usize_leaf(), var("size")),
        };
        expr(ExprKind::Peer(Box::new(rank), name.into()))
    }

    /// Messages that some process has sent or received.
    fn counted(&mut self, process: Option<Expr>) -> Expr {
        let way = *self.rng.pick(&[Way::Sent, Way::Received]);
        let peer = match (self.rng.below(6), way) {
            (0, Way::Received) => constant("ANY"),
            (1, _) => constant("PROC_NULL"),
            (2, _) => rem(add(var("rank"), int(1)), var("size")),
            (3, _) => rem(self.usize_leaf(), var("size")),
            _ => int(self.rng.below(self.nprocs) as i128),
        };
        let tag = self.counted_tag();
        counter(process, way, peer, tag)
    }

    fn counted_tag(&mut self) -> Option<Expr> {
        self.rng.chance(35).then(|| int(self.rng.below(3) as i128))
    }

    /// A condition on the messages so far.
    fn counted_together(&mut self) -> Expr {
        let relation = *self.rng.pick(&[BinOp::Eq, BinOp::Ne, BinOp::Le, BinOp::Lt]);
        match self.rng.below(5) {
            0 => {
                let process = Some(self.rank_leaf());
                binary(
                    relation,
                    self.counted(process),
                    int(self.rng.below(3) as i128),
                )
            }
            1 => binary(relation, self.counted(None), int(self.rng.below(3) as i128)),
            2 => {
                let item = binary(
                    relation,
                    self.counted(Some(var("p"))),
                    int(self.rng.below(2) as i128),
                );
                every(self.rng.chance(60), None, item)
            }
            // What one has sent, another has mostly received.
            _ => {
                let (from, to) = (self.rank_leaf(), self.rank_leaf());
                let tag = self.counted_tag();
                binary(
                    *self.rng.pick(&[BinOp::Eq, BinOp::Le]),
                    in_flight(from, to, tag),
                    int(self.rng.below(2) as i128),
                )
            }
        }
    }

    fn rank_leaf(&mut self) -> Expr {
        match self.rng.below(3) {
            0 => rem(add(var("rank"), int(1)), var("size")),
            1 => var("rank"),
            _ => int(self.rng.below(self.nprocs) as i128),
        }
    }

    /// Usually true.
    pub(super) fn mild_together(&mut self) -> Expr {
        match self.rng.below(3) {
            0 => binary(BinOp::Le, super::model::literal(-50), self.peer("x")),
            1 => every(
                true,
                None,
                binary(BinOp::Ne, field(var("p"), "y"), super::model::literal(77)),
            ),
            _ => lt(self.peer("k"), int(9)),
        }
    }

    /// True or not.
    pub(super) fn wild_together(&mut self) -> Expr {
        let relation = *self.rng.pick(&[BinOp::Eq, BinOp::Ne, BinOp::Le, BinOp::Lt]);
        let name = *self.rng.pick(&["x", "y", "z"]);
        match self.rng.below(4) {
            0 => binary(relation, self.peer(name), self.int_leaf()),
            1 => binary(relation, var(name), self.peer(name)),
            2 => {
                let before = self.rng.chance(40).then(|| var("rank"));
                let item = binary(relation, field(var("p"), name), var(name));
                every(self.rng.chance(60), before, item)
            }
            _ => binary(relation, self.peer("k"), self.peer("k")),
        }
    }
}

/// `proc[..before].iter().all(|p| item)`, or `any`.
pub(super) fn every(all: bool, before: Option<Expr>, item: Expr) -> Expr {
    let closure = Closure {
        pattern: name("p"),
        ty: Type::Infer,
        ret: Type::Infer,
        body: Box::new(item),
    };
    let end = if all {
        FoldEnd::All(closure)
    } else {
        FoldEnd::Any(closure)
    };
    expr(ExprKind::Fold(Box::new(Fold {
        source: FoldSource::Procs { before },
        steps: Vec::new(),
        end,
    })))
}
