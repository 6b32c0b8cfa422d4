//! Statements that concern one process alone: assignments, local loops, blocks.

use tass_syntax::tree::{BinOp, Block, Expr, ExprKind, ForIter, Loop, LoopKind, Span, Stmt, Type};

use super::Generator;
use crate::build::*;

impl Generator {
    /// Local code.
    pub(super) fn local(&mut self) -> Stmt {
        let variants = self.families.variants / 4;
        match self.rng.weighted(&[80, 12, 8, 8, 8, 1, 8, variants]) {
            0 => self.assignment(),
            1 => self.bump(),
            2 => self.while_loop(),
            3 => self.for_loop(),
            4 => self.shadow(),
            5 => self.spin(),
            7 => match self.rng.chance(50) {
                true => self.looks(),
                false => self.changes(),
            },
            _ => Stmt::Expr(assign(var(*self.rng.pick(&["x", "y"])), self.if_value())),
        }
    }

    /// An assignment.
    fn assignment(&mut self) -> Stmt {
        let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div];
        Stmt::Expr(
            match self.rng.weighted(&[8, 4, 2, 2, 2, 1, 1, 1, 2, 1, 1, 2]) {
                0 => assign(var(*self.rng.pick(&["x", "y", "z"])), self.int(2)),
                1 => {
                    let target = var(*self.rng.pick(&["x", "y", "z"]));
                    let op = ops[self.rng.below(if self.risky { 4 } else { 3 })];
                    expr(ExprKind::AssignOp(
                        op,
                        Box::new(target),
                        Box::new(self.int(1)),
                    ))
                }
                2 => assign(var("b"), self.bool(1)),
                3 => assign(index(var("a"), self.index(3)), self.int(1)),
                4 => assign(var("k"), self.usize(1)),
                5 => assign(var("f"), self.float()),
                6 => {
                    let swapped = expr(ExprKind::Tuple(vec![var("y"), var("x")]));
                    let mut swap = vec![let_("both", Type::Tuple(vec![I64, I64]), swapped)];
                    swap.extend(body([
                        assign(var("x"), field(var("both"), "0")),
                        assign(var("y"), field(var("both"), "1")),
                    ]));
                    expr(ExprKind::Block(None, block(swap)))
                }
                7 => {
                    let choice = ExprKind::Choose {
                        lo: Box::new(int(0)),
                        hi: Box::new(int(self.rng.between(2, 3))),
                        inclusive: false,
                    };
                    assign(var(*self.rng.pick(&["x", "y"])), expr(choice))
                }
                8 => {
                    let op = *self.rng.pick(&[BinOp::Add, BinOp::Sub]);
                    let target = index(var("a"), self.index(3));
                    expr(ExprKind::AssignOp(
                        op,
                        Box::new(target),
                        Box::new(self.int(1)),
                    ))
                }
                9 => self.change_vector(),
                10 => assign(field(var("t"), "0"), self.int(1)),
                _ => assign(self.in_vector(), self.int(1)),
            },
        )
    }

    /// An element of the vector, whose length may be an input.
    pub(super) fn in_vector(&mut self) -> Expr {
        let at = self.usize_leaf();
        let at = match self.rng.chance(60) {
            true => rem(
                at,
                expr(ExprKind::Method {
                    receiver: Box::new(var("v")),
                    name: "len".into(),
                    args: vec![],
                }),
            ),
            false => at,
        };
        index(var("v"), at)
    }

    /// `push`, `swap`, `fill`.
    fn change_vector(&mut self) -> Expr {
        let (receiver, name, args) = match self.rng.below(3) {
            0 => ("v", "push", vec![self.int(1)]),
            1 => ("a", "swap", vec![self.index(3), self.index(3)]),
            _ => ("c", "fill", vec![self.int(1)]),
        };
        expr(ExprKind::Method {
            receiver: Box::new(var(receiver)),
            name: name.into(),
            args,
        })
    }

    /// `if cond { a } else { b }` as a value.
    fn if_value(&mut self) -> Expr {
        let mut arm = || Block {
            stmts: Vec::new(),
            tail: Some(Box::new(self.int(1))),
            span: Span::default(),
        };
        let (then, otherwise) = (arm(), arm());
        let otherwise = Some(Box::new(expr(ExprKind::Block(None, otherwise))));
        expr(ExprKind::If {
            cond: Box::new(self.bool(1)),
            then,
            otherwise,
        })
    }

    /// `while k < 3 { k += 1; .. break / continue .. }`
    fn while_loop(&mut self) -> Stmt {
        let step = expr(ExprKind::AssignOp(
            BinOp::Add,
            Box::new(var("k")),
            Box::new(int(1)),
        ));
        let jump = if self.rng.chance(50) {
            ExprKind::Break(None, None)
        } else {
            ExprKind::Continue(None)
        };
        let mut stmts = body([step, if_(self.bool(0), body([expr(jump)]))]);
        stmts.push(self.assignment());
        let cond = lt(var("k"), int(self.rng.between(2, 3)));
        // An assignment to `k` itself could let it run for ever.
        let sets_k = |stmt: &Stmt| {
            matches!(stmt, Stmt::Expr(Expr { kind: ExprKind::Assign(target, _), .. })
            if matches!(&target.kind, ExprKind::Var(name) if name == "k"))
        };
        stmts.retain(|stmt| !sets_k(stmt));
        Stmt::Expr(expr(ExprKind::Loop(Box::new(Loop {
            label: None,
            kind: LoopKind::While(cond),
            body: block(stmts),
            invariant: None,
            head: Span::default(),
        }))))
    }

    /// `while cond { k = (k + 1) % 3; }`: for ever, if at all, mostly on one rank.
    fn spin(&mut self) -> Stmt {
        let here = eq(var("rank"), int(self.rng.below(self.nprocs) as i128));
        let cond = if self.rng.chance(50) {
            and(here, self.bool(0))
        } else {
            here
        };
        let turn = assign(var("k"), binary(BinOp::Rem, add(var("k"), int(1)), int(3)));
        Stmt::Expr(expr(ExprKind::Loop(Box::new(Loop {
            label: None,
            kind: LoopKind::While(cond),
            body: block(body([turn])),
            invariant: None,
            head: Span::default(),
        }))))
    }

    /// A local `for`, over a range in any direction or over elements.
    fn for_loop(&mut self) -> Stmt {
        let (variable, iter, item) = match self.rng.chance(60) {
            true => {
                let step = self.rng.chance(30).then(|| int(2));
                let (inclusive, rev) = (self.rng.chance(30), self.rng.chance(50));
                let item = expr(ExprKind::Cast(Box::new(var("j")), I64));
                (
                    "j",
                    ForIter::Range {
                        lo: int(0),
                        hi: self.usize_leaf(),
                        inclusive,
                        rev,
                        step,
                    },
                    item,
                )
            }
            false => {
                let item = expr(ExprKind::Unary(
                    tass_syntax::tree::UnOp::Deref,
                    Box::new(var("e")),
                ));
                (
                    "e",
                    ForIter::Elements(var(*self.rng.pick(&["a", "c"]))),
                    item,
                )
            }
        };
        let target = var(*self.rng.pick(&["x", "y", "z"]));
        let op = *self.rng.pick(&[BinOp::Add, BinOp::Sub]);
        let sum = expr(ExprKind::AssignOp(op, Box::new(target), Box::new(item)));
        Stmt::Expr(expr(ExprKind::Loop(Box::new(Loop {
            label: None,
            kind: LoopKind::For(name(variable), iter),
            body: block(body([sum])),
            invariant: None,
            head: Span::default(),
        }))))
    }

    /// `{ let mut x: i64 = ..; y = x + ..; }`
    fn shadow(&mut self) -> Stmt {
        let inner = let_("x", I64, self.int(1));
        let stmts = vec![inner, Stmt::Expr(assign(var("y"), self.int(2)))];
        Stmt::Expr(expr(ExprKind::Block(None, block(stmts))))
    }
}
