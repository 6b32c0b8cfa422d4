//! What changes enums: assignments, methods, names that refer to parts.

use tass_syntax::tree::{BinOp, Expr, ExprKind, Pattern, Stmt};

use super::{behind, functions, job, option, work};
use crate::build::*;
use crate::cases::*;
use crate::generate::Generator;

impl Generator {
    /// Something after which there is another variant, or another value in it.
    pub(in super::super) fn changes(&mut self) -> Stmt {
        match self.rng.weighted(&[6, 4, 3, 3, 2, 3]) {
            0 => self.given(),
            1 => self.asked(),
            2 => self.written_through(),
            3 => self.used_up(),
            4 => self.or_else_leave(),
            _ => {
                let target = *self.rng.pick(&["jb", "jc"]);
                let called = functions::call("advance", vec![mutable(var(target))]);
                Stmt::Expr(assign(var("b"), called))
            }
        }
    }

    fn given(&mut self) -> Stmt {
        Stmt::Expr(match self.rng.weighted(&[3, 3, 3, 2]) {
            0 => assign(var(*self.rng.pick(&["op", "oq"])), self.option_value()),
            1 => assign(var(*self.rng.pick(&["jb", "jc"])), self.job_value()),
            2 => assign(var("vt"), self.vote_value()),
            _ => {
                let value = match self.rng.below(3) {
                    0 => good(self.int(1)),
                    1 => bad(self.bool(0)),
                    _ => ask(self.option_leaf(), "ok_or", [var("b")]),
                };
                assign(var("re"), value)
            }
        })
    }

    /// What a method gives, or makes of an option.
    fn asked(&mut self) -> Stmt {
        let target = var(*self.rng.pick(&["x", "y", "z"]));
        let option = var(*self.rng.pick(&["op", "oq"]));
        Stmt::Expr(match self.rng.weighted(&[4, 3, 3, 2, 1, 1, 2]) {
            0 => assign(
                target,
                ask(self.option_leaf(), "unwrap_or", [self.int_leaf()]),
            ),
            1 => assign(var("oq"), ask(var("op"), "take", [])),
            2 => assign(var("op"), ask(var("oq"), "replace", [self.int(1)])),
            3 => {
                let there = ask(option.clone(), "is_some", []);
                if_(there, body([assign(target, ask(option, "unwrap", []))]))
            }
            4 => assign(target, ask(option, "unwrap", [])),
            5 => assign(target, ask(var("re"), "unwrap_or_default", [])),
            _ => {
                let cast = ExprKind::Cast(Box::new(self.vote_leaf()), I64);
                assign(target, expr(cast))
            }
        })
    }

    /// `match &mut jb { Job::Work(ua) | Job::Both(ua, _) => *ua += 1, .. }`
    fn written_through(&mut self) -> Stmt {
        let op = *self.rng.pick(&[BinOp::Add, BinOp::Sub]);
        let step = ExprKind::AssignOp(op, Box::new(behind("ua")), Box::new(self.int_leaf()));
        let step = expr(step);
        if self.rng.chance(40) {
            let option = *self.rng.pick(&["op", "oq"]);
            let cond = fits(some_name("ua"), mutable(var(option)));
            let cond = match self.rng.chance(30) {
                true => and(cond, lt(behind("ua"), self.int_leaf())),
                false => cond,
            };
            return Stmt::Expr(if_(cond, body([step])));
        }
        let both = [("0", name("ua")), ("1", Pattern::Wild)];
        let either = Pattern::Or(vec![
            case(&job(), "Work", [("0", name("ua"))]),
            case(&job(), "Both", both),
        ]);
        let moves = case(&job(), "Move", [("by", name("ua")), ("far", name("ub"))]);
        let turned = body([assign(behind("ub"), lt(behind("ua"), self.int_leaf()))]);
        let first = match self.rng.chance(40) {
            true => guarded(either, lt(behind("ua"), self.int_leaf()), step),
            false => arm(either, step),
        };
        let arms = vec![
            first,
            arm(moves, doing(turned)),
            arm(Pattern::Wild, doing(vec![])),
        ];
        let target = *self.rng.pick(&["jb", "jc"]);
        Stmt::Expr(match_(mutable(var(target)), arms))
    }

    /// `while let`, which comes to an end.
    fn used_up(&mut self) -> Stmt {
        let few = and(lt(int(0), var("ua")), lt(var("ua"), int(4)));
        let less = binary(BinOp::Sub, var("ua"), int(1));
        let sum = |op, e: Expr| {
            let (target, e) = (Box::new(var("z")), Box::new(e));
            expr(ExprKind::AssignOp(op, target, e))
        };
        match self.rng.chance(60) {
            true => {
                let option = *self.rng.pick(&["op", "oq"]);
                let again = if_(few, body([assign(var(option), some(less))]));
                let cond = fits(some_name("ua"), ask(var(option), "take", []));
                let stmts = body([sum(BinOp::Add, var("ua")), again]);
                while_(cond, stmts)
            }
            false => {
                let next = if_else(
                    few,
                    body([assign(var("jb"), work(less))]),
                    body([assign(var("jb"), variant(&job(), "Idle", []))]),
                );
                let cond = fits(case(&job(), "Work", [("0", name("ua"))]), var("jb"));
                while_(cond, body([sum(BinOp::Sub, int(1)), next]))
            }
        }
    }

    /// `let Some(ua) = op else { break };`, in a loop, or with something worse.
    fn or_else_leave(&mut self) -> Stmt {
        let value = self.option_value();
        let assigned = Stmt::Expr(assign(var(*self.rng.pick(&["x", "y"])), var("ua")));
        let bound = |otherwise| {
            let otherwise = body([expr(otherwise)]);
            let_else(some_name("ua"), option(), value, otherwise)
        };
        match self.rng.weighted(&[5, 1, 1]) {
            0 => {
                let otherwise = match self.rng.chance(50) {
                    true => ExprKind::Break(None, None),
                    false => ExprKind::Continue(None),
                };
                let next = Stmt::Expr(assign(var("op"), self.option_value()));
                let stmts = vec![bound(otherwise), assigned, next];
                Stmt::Expr(for_("i", int(0), int(2), stmts))
            }
            1 => {
                let stmts = vec![bound(ExprKind::Panic(None)), assigned];
                Stmt::Expr(doing(stmts))
            }
            _ => {
                let stmts = vec![bound(ExprKind::Return(None)), assigned];
                Stmt::Expr(doing(stmts))
            }
        }
    }
}

/// `while cond { stmts }`
fn while_(cond: Expr, stmts: Vec<Stmt>) -> Stmt {
    use tass_syntax::tree::{Loop, LoopKind, Span};
    Stmt::Expr(expr(ExprKind::Loop(Box::new(Loop {
        label: None,
        kind: LoopKind::While(cond),
        body: block(stmts),
        invariant: None,
        head: Span::default(),
    }))))
}
