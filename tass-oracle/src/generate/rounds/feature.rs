//! What a round does to variables, and what that makes true.

use tass_syntax::tree::{
    BinOp, Block, Closure, Expr, ExprKind, Fold, FoldEnd, FoldSource, Span, Stmt, Type, UnOp,
};

use super::{Counter, Rounds};
use crate::build::*;

/// Something that rounds do.
#[derive(Default)]
pub(super) struct Feature {
    /// Before the loop.
    pub(super) before: Vec<Stmt>,
    /// In every round.
    pub(super) round: Vec<Stmt>,
    /// True at the head.
    pub(super) claims: Vec<Expr>,
    /// After the loop.
    pub(super) after: Vec<Stmt>,
}

pub(super) fn as_i64(e: Expr) -> Expr {
    expr(ExprKind::Cast(Box::new(e), I64))
}

pub(super) fn or(a: Expr, b: Expr) -> Expr {
    binary(BinOp::Or, a, b)
}

fn mul(a: Expr, b: Expr) -> Expr {
    binary(BinOp::Mul, a, b)
}

pub(super) fn check(cond: Expr) -> Stmt {
    Stmt::Expr(assert(cond))
}

pub(super) fn set(target: Expr, value: Expr) -> Stmt {
    Stmt::Expr(assign(target, value))
}

/// `(0..hi).all(|q| body)`
fn each(hi: Expr, body: Expr) -> Expr {
    expr(ExprKind::Fold(Box::new(Fold {
        source: FoldSource::Range {
            lo: int(0),
            hi,
            inclusive: false,
        },
        steps: Vec::new(),
        end: FoldEnd::All(Closure {
            pattern: name("q"),
            ty: Type::Infer,
            ret: Type::Infer,
            body: Box::new(body),
        }),
    })))
}

fn value_of(value: Expr) -> Block {
    Block {
        stmts: Vec::new(),
        tail: Some(Box::new(value)),
        span: Span::default(),
    }
}

impl Rounds {
    pub(super) fn feature(&mut self, at: &Counter, depth: usize) -> Feature {
        let traffic = if self.nprocs > 1 { 9 } else { 0 };
        let filled = if self.filled.is_empty() { 0 } else { 9 };
        match self
            .rng
            .weighted(&[6, 3, 4, 3, 4, 4, 3, 3, traffic, filled])
        {
            0 => self.sum(at, var, I64),
            1 => self.through_a_helper(at),
            2 => self.element(at),
            3 => self.part(at),
            4 => self.late(at),
            5 => self.turns(at),
            6 => self.filled(at),
            7 => self.chosen(),
            8 => self.traffic(at, depth),
            _ => self.greatest(at),
        }
    }

    /// The greatest item of a vector that a loop before this one has filled, perhaps this one.
    fn greatest(&mut self, at: &Counter) -> Feature {
        let m = self.fresh("m");
        let v = self.rng.pick(&self.filled).clone();
        let len = || {
            expr(ExprKind::Method {
                receiver: Box::new(var(&v)),
                name: "len".into(),
                args: Vec::new(),
            })
        };
        let item = |i: Expr| index(var(&v), i);
        let here = || item(var(&at.name));
        let better = if_(lt(var(&m), here()), vec![set(var(&m), here())]);
        let inside = if_(lt(var(&at.name), len()), vec![Stmt::Expr(better)]);
        let to_come = binary(BinOp::Ge, var("q"), var(&at.name));
        let at_most = || binary(BinOp::Le, item(var("q")), var(&m));
        let known = || binary(BinOp::Le, item(var("q")), int(7));
        Feature {
            before: vec![let_(&m, I64, int(0))],
            round: vec![Stmt::Expr(inside)],
            claims: vec![each(len(), or(to_come, at_most()))],
            after: vec![check(each(len(), at_most())), check(each(len(), known()))],
        }
    }

    /// How often the body has run.
    pub(super) fn done(&self, at: &Counter) -> Expr {
        match at.start {
            0 => as_i64(var(&at.name)),
            start => binary(BinOp::Sub, as_i64(var(&at.name)), int(start)),
        }
    }

    /// `x == start + by * rounds`, of a place that starts so and grows so.
    fn grows(
        &mut self,
        place: Expr,
        start: Expr,
        by: i128,
        at: &Counter,
    ) -> (Vec<Expr>, Vec<Stmt>) {
        let right = |rounds: Expr| add(start.clone(), mul(int(by), rounds));
        let claim = eq(place.clone(), right(self.done(at)));
        let mut after = Vec::new();
        if at.start == 0 {
            after.push(check(eq(place, right(as_i64(at.bound.clone())))));
        }
        (vec![claim], after)
    }

    fn sum(&mut self, at: &Counter, place: impl Fn(String) -> Expr, ty: Type) -> Feature {
        let x = self.fresh("x");
        let start = match self.rng.chance(50) {
            true => int(self.rng.between(0, 2)),
            false => as_i64(var("rank")),
        };
        let by = self.rng.between(1, 3);
        let (claims, after) = self.grows(place(x.clone()), start.clone(), by, at);
        let round = vec![set(place(x.clone()), add(place(x.clone()), int(by)))];
        Feature {
            before: vec![let_(x, ty, start)],
            round,
            claims,
            after,
        }
    }

    /// A helper that changes a variable through a reference.
    fn through_a_helper(&mut self, at: &Counter) -> Feature {
        let (x, y) = (self.fresh("x"), self.fresh("y"));
        let by = self.rng.between(1, 3);
        let (mut claims, after) = self.grows(var(&x), int(0), by, at);
        claims.push(or(eq(var(&y), int(0)), eq(var(&y), add(var(&x), int(1)))));
        let call = expr(ExprKind::Call(0, vec![mutable(var(&x)), int(by)]));
        Feature {
            before: vec![let_(&x, I64, int(0)), let_(&y, I64, int(0))],
            round: vec![set(var(&y), call)],
            claims,
            after,
        }
    }

    /// An element of an array, sometimes behind an index that changes.
    fn element(&mut self, at: &Counter) -> Feature {
        let a = self.fresh("a");
        let by = self.rng.between(1, 2);
        let ty = Type::Array(Box::new(I64), 3);
        let zeros = expr(ExprKind::Repeat(Box::new(int(0)), Box::new(int(3))));
        let item = |i: Expr| index(var(&a), i);
        if self.rng.chance(50) {
            let other = item(int(self.rng.between(0, 2)));
            let k = int(self.rng.between(0, 2));
            let (claims, mut after) = self.grows(item(k.clone()), int(0), by, at);
            if self.rng.chance(40) {
                // Known where a frame says so.
                after.push(check(eq(other, int(0))));
            }
            return Feature {
                before: vec![let_(&a, ty, zeros)],
                round: vec![set(item(k.clone()), add(item(k), int(by)))],
                claims,
                after,
            };
        }
        let k = rem(var(&at.name), int(3));
        let total = add(add(item(int(0)), item(int(1))), item(int(2)));
        let (claims, after) = self.grows(total, int(0), by, at);
        Feature {
            before: vec![let_(&a, ty, zeros)],
            round: vec![set(item(k.clone()), add(item(k), int(by)))],
            claims,
            after,
        }
    }

    /// A part of a tuple, and its other part.
    fn part(&mut self, at: &Counter) -> Feature {
        let t = self.fresh("t");
        let ty = Type::Tuple(vec![I64, Type::Bool]);
        let start = expr(ExprKind::Tuple(vec![int(0), expr(ExprKind::Bool(false))]));
        let part = |name: &str| field(var(&t), name);
        let by = self.rng.between(1, 2);
        let (mut claims, after) = self.grows(part("0"), int(0), by, at);
        let mut round = vec![set(part("0"), add(part("0"), int(by)))];
        if self.rng.chance(50) {
            let not = expr(ExprKind::Unary(UnOp::Not, Box::new(part("1"))));
            round.push(set(part("1"), not));
            let odd = eq(rem(self.done(at), int(2)), int(1));
            claims.push(eq(part("1"), odd));
        }
        Feature {
            before: vec![let_(&t, ty, start)],
            round,
            claims,
            after,
        }
    }

    /// A variable that is first written in a later round, or in some rounds only.
    fn late(&mut self, at: &Counter) -> Feature {
        let x = self.fresh("x");
        let when = self.rng.between(0, 2);
        let (old, new) = (self.rng.between(0, 2), self.rng.between(4, 6));
        let exactly = self.rng.chance(50);
        let i = || var(&at.name);
        let now = match exactly {
            true => eq(i(), int(when)),
            false => lt(int(when), i()),
        };
        let threshold = when + i128::from(!exactly);
        let was = and(
            binary(BinOp::Le, i(), int(threshold)),
            eq(var(&x), int(old)),
        );
        let mut is = and(lt(int(threshold), i()), eq(var(&x), int(new)));
        if at.start > threshold && exactly {
            is = eq(var(&x), int(old));
        }
        let either = or(eq(var(&x), int(old)), eq(var(&x), int(new)));
        Feature {
            before: vec![let_(&x, I64, int(old))],
            round: vec![Stmt::Expr(if_(now, vec![set(var(&x), int(new))]))],
            claims: vec![or(was, is)],
            after: vec![check(either)],
        }
    }

    /// Two variables that take turns.
    fn turns(&mut self, at: &Counter) -> Feature {
        let (x, y, old) = (self.fresh("x"), self.fresh("y"), self.fresh("o"));
        let (a, b) = (self.rng.between(0, 2), self.rng.between(3, 5));
        let round = vec![
            let_(&old, I64, var(&x)),
            set(var(&x), var(&y)),
            set(var(&y), var(&old)),
        ];
        let is = |p: i128, q: i128| and(eq(var(&x), int(p)), eq(var(&y), int(q)));
        let even = eq(rem(self.done(at), int(2)), int(0));
        let claim = match self.rng.chance(50) {
            true => or(and(even, is(a, b)), is(b, a)),
            false => eq(add(var(&x), var(&y)), int(a + b)),
        };
        Feature {
            before: vec![let_(&x, I64, int(a)), let_(&y, I64, int(b))],
            round,
            claims: vec![claim],
            after: vec![check(eq(add(var(&x), var(&y)), int(a + b)))],
        }
    }

    /// A vector of any length, filled from its start.
    fn filled(&mut self, at: &Counter) -> Feature {
        let v = self.fresh("v");
        let value = self.rng.between(1, 3);
        let vector = expr(ExprKind::VecRepeat(Box::new(int(7)), Box::new(var("n"))));
        let len = || {
            expr(ExprKind::Method {
                receiver: Box::new(var(&v)),
                name: "len".into(),
                args: Vec::new(),
            })
        };
        let write = set(index(var(&v), var(&at.name)), int(value));
        let guarded = if_(lt(var(&at.name), len()), vec![write]);
        let item = || index(var(&v), var("q"));
        let so_far = match at.start {
            0 => lt(var("q"), var(&at.name)),
            start => and(
                binary(BinOp::Le, int(start), var("q")),
                lt(var("q"), var(&at.name)),
            ),
        };
        let (new, old) = (eq(item(), int(value)), eq(item(), int(7)));
        let right = match self.rng.chance(30) {
            true => {
                let [new, old] = [new, old].map(value_of);
                let otherwise = Some(Box::new(expr(ExprKind::Block(None, old))));
                let cond = Box::new(so_far);
                expr(ExprKind::If {
                    cond,
                    then: new,
                    otherwise,
                })
            }
            false => {
                let not = expr(ExprKind::Unary(UnOp::Not, Box::new(so_far.clone())));
                or(and(so_far, new), and(not, old))
            }
        };
        self.filled.push(v.clone());
        let either = or(eq(item(), int(value)), eq(item(), int(7)));
        Feature {
            before: vec![let_(&v, Type::Vec(Box::new(I64)), vector)],
            round: vec![Stmt::Expr(guarded)],
            claims: vec![eq(len(), var("n")), each(len(), right)],
            after: vec![check(each(len(), either))],
        }
    }

    /// A variable that anything of a range happens to, and an assumption about it.
    fn chosen(&mut self) -> Feature {
        let x = self.fresh("x");
        let top = self.rng.between(2, 3);
        let choose = expr(ExprKind::Choose {
            lo: Box::new(int(0)),
            hi: Box::new(int(top)),
            inclusive: false,
        });
        let mut round = vec![set(var(&x), choose)];
        if self.rng.chance(40) {
            round.push(Stmt::Expr(assume(binary(BinOp::Le, var(&x), int(1)))));
        }
        let fits = || lt(var(&x), int(top));
        let claim = match self.rng.chance(40) {
            true => expr(ExprKind::Call(2, vec![var(&x), int(top)])),
            false => fits(),
        };
        Feature {
            before: vec![let_(&x, I64, int(0))],
            round,
            claims: vec![claim],
            after: vec![check(fits())],
        }
    }
}
