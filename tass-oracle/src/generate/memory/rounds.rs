//! Loops with invariants in programs with shared variables: loops that count, that wait, that ask
//! others whether to go on; with invariants that are true, too weak or false.
//!
//! Counters stay small whatever happens, so that there are finitely many states.

use fastrand::Rng;
use tass_syntax::tree::*;

use super::{Generator, Shared, assign, grows, loops, program, range};
use crate::build::{
    add, and, assert, binary, block, comm, eq, expr, if_, if_else, int, lt, name, number, rem, var,
};

/// A loop that is being made: its counter, the other one, and how far it counts.
#[derive(Clone, Copy)]
struct Round {
    counter: &'static str,
    other: &'static str,
    bound: i128,
    /// Is it a `for` over `i`?
    counts: bool,
}

impl Generator {
    /// A program with loops that have invariants.
    pub fn rounds(seed: u64) -> Function {
        let mut rng = Rng::with_seed(seed);
        let count = rng.usize(1..=2);
        let shared = ["a", "b"][..count].iter().map(|name| Shared {
            name,
            flag: rng.u8(..6) > 0,
        });
        let shared: Vec<Shared> = shared.collect();
        let claims = rng.u8(..3) > 0;
        let mut this = Generator {
            rng,
            shared: shared.clone(),
            private: true,
            claims,
            regions: 0,
        };
        let mut stmts = vec![this.declare("rank", comm("rank", []))];
        for shared in shared {
            let init = this.value(shared, false);
            stmts.push(this.declare(shared.name, expr(ExprKind::Shared(Box::new(init)))));
        }
        for private in ["x", "y"] {
            stmts.push(this.declare(private, number(0, IntTy::I32)));
        }
        if this.chance(25) {
            let cond = this.always();
            stmts.push(Stmt::Expr(expr(ExprKind::Always(Box::new(cond)))));
        }
        let mut body = Vec::new();
        for _ in 0..this.rng.usize(1..=3) {
            if this.chance(30) {
                body.push(this.statement(1));
            }
            body.extend(this.round(1));
        }
        if this.chance(45) {
            // One process does something else, which the others notice.
            let length = this.rng.usize(1..=3);
            let mut others: Vec<Stmt> = (0..length).map(|_| this.statement(1)).collect();
            if this.chance(40) {
                others.insert(0, this.wait());
                others.push(this.write());
            }
            let first = eq(var("rank"), int(0));
            body = vec![Stmt::Expr(if_else(first, others, body))];
        }
        if this.chance(35) {
            body = vec![loops(LoopKind::Forever, body)];
        }
        stmts.extend(body);
        program(seed, stmts)
    }

    fn chance(&mut self, percent: u8) -> bool {
        self.rng.u8(..100) < percent
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.rng.usize(..of.len())]
    }

    /// A loop with an invariant, what comes before it and what is said after it.
    fn round(&mut self, depth: usize) -> Vec<Stmt> {
        let (counter, other) = self.pick(&[("x", "y"), ("x", "y"), ("y", "x")]);
        let mut round = Round {
            counter,
            other,
            bound: self.rng.i128(1..=3),
            counts: false,
        };
        let below = || lt(var(counter), int(round.bound));
        let mut body = Vec::new();
        let mut kind = match self.rng.u8(..7) {
            0 => {
                body.push(grows(counter));
                LoopKind::While(below())
            }
            1 => {
                body.extend(self.changes(round));
                round.counts = true;
                let (lo, hi) = (int(0), int(round.bound));
                LoopKind::For(name("i"), range(lo, hi))
            }
            2 | 3 => {
                body.extend(self.changes(round));
                LoopKind::While(self.condition())
            }
            4 => {
                body.push(grows(counter));
                LoopKind::While(and(below(), self.condition()))
            }
            5 => {
                if self.chance(40) {
                    let enough = binary(
                        self.pick(&[BinOp::Eq, BinOp::Ge]),
                        var(counter),
                        int(round.bound),
                    );
                    body.push(leaves_if(enough));
                }
                let asked = self.condition();
                body.push(self.declare("t", asked));
                body.push(leaves_if(var("t")));
                body.extend(self.changes(round));
                LoopKind::Forever
            }
            _ => {
                let enough = binary(BinOp::Ge, var(counter), int(round.bound));
                body.push(leaves_if(enough));
                body.push(grows(counter));
                LoopKind::Forever
            }
        };
        if self.chance(15) {
            // A way out that is none: the counter goes from 0 to 2 and back, which most invariants
            // do not say, and never comes to 3. What the loop writes in its second round gets
            // others, or itself, stuck when it is generalised already: before that, every state
            // is looked at as it is.
            round.bound = 3;
            body.clear();
            if self.chance(60) {
                let again = eq(var(other), int(1));
                body.push(Stmt::Expr(if_(again, vec![self.write()])));
                body.push(assign(other, number(1, IntTy::I32)));
            }
            body.push(leaves_if(self.condition()));
            body.push(leaves_if(eq(var(counter), int(round.bound))));
            let there_and_back = rem(add(var(counter), int(2)), int(4));
            body.push(assign(counter, there_and_back));
            round.counts = false;
            kind = LoopKind::Forever;
        }
        if self.chance(35) {
            let inside = self.inside(depth);
            let place = self.rng.usize(..=body.len());
            body.splice(place..place, inside);
        }
        let mut out = Vec::new();
        if self.chance(80) {
            out.push(assign(counter, number(0, IntTy::I32)));
        }
        out.push(self.with_invariant(kind, body, round));
        if self.claims && self.chance(60) {
            round.counts = false;
            let claim = self.claim(round);
            out.push(Stmt::Expr(assert(claim)));
        }
        out
    }

    /// What else there is in a loop's body.
    fn inside(&mut self, depth: usize) -> Vec<Stmt> {
        match self.rng.u8(..7) {
            0 if depth > 0 => self.round(depth - 1),
            1 => vec![leaves_if(self.condition())],
            2 => vec![Stmt::Expr(if_(
                self.condition(),
                vec![Stmt::Expr(expr(ExprKind::Continue(None)))],
            ))],
            3 => vec![self.statement(depth)],
            4 => vec![self.work()],
            _ => vec![self.wait()],
        }
    }

    /// What a loop does to its counter.
    fn changes(&mut self, round: Round) -> Option<Stmt> {
        let Round { counter, bound, .. } = round;
        match self.rng.u8(..7) {
            0 => None,
            1 => Some(assign(counter, number(0, IntTy::I32))),
            2 => Some(assign(
                counter,
                rem(add(var(counter), int(1)), int(bound + 1)),
            )),
            3 => Some(self.statement(0)),
            _ => Some(Stmt::Expr(if_(
                lt(var(counter), int(bound)),
                vec![grows(counter)],
            ))),
        }
    }

    fn with_invariant(&mut self, kind: LoopKind, body: Vec<Stmt>, round: Round) -> Stmt {
        let mut cond = self.held(round);
        for _ in 0..self.rng.usize(..=2) {
            cond = and(cond, self.held(round));
        }
        let label = format!("I{}", self.rng.u8(1..=4));
        Stmt::Expr(expr(ExprKind::Loop(Box::new(Loop {
            label: None,
            kind,
            body: block(body),
            invariant: Some(Invariant {
                universe: None,
                name: label,
                cond,
                joint: false,
                assigns: None,
                span: Span::default(),
            }),
            head: Span::default(),
        }))))
    }

    /// Something that may hold at a loop's head.
    fn held(&mut self, round: Round) -> Expr {
        let Round {
            counter,
            other,
            bound,
            counts,
        } = round;
        match self.rng.u8(..20) {
            0..=7 => binary(BinOp::Le, var(counter), int(bound)),
            8..=11 => binary(BinOp::Ge, var(counter), int(0)),
            12 | 13 if counts => {
                let op = self.pick(&[BinOp::Eq, BinOp::Le, BinOp::Ge]);
                binary(op, var(counter), var("i"))
            }
            12 | 13 => binary(BinOp::Le, var(other), int(3)),
            14 => expr(ExprKind::Bool(true)),
            15 => self.own(),
            _ => self.claim(round),
        }
    }

    /// Something that may be true of the counters.
    fn claim(&mut self, round: Round) -> Expr {
        let Round {
            counter,
            other,
            bound,
            ..
        } = round;
        let is = |value: i128| eq(var(counter), int(value));
        match self.rng.u8(..12) {
            0 | 1 => is(bound),
            2..=4 => binary(BinOp::Le, var(counter), int(bound)),
            5 => is(0),
            6 | 7 => binary(BinOp::Or, is(0), is(bound)),
            8 => lt(var(counter), int(bound)),
            9 => eq(var(other), int(0)),
            10 => self.own(),
            _ => binary(BinOp::Ge, var(counter), int(0)),
        }
    }

    /// A condition on a shared variable of one's own.
    fn own(&mut self) -> Expr {
        let shared = self.pick(&self.shared.clone());
        match shared.flag {
            true if self.rng.bool() => var(shared.name),
            true => expr(ExprKind::Unary(UnOp::Not, Box::new(var(shared.name)))),
            false => binary(self.pick(&[BinOp::Le, BinOp::Eq]), var(shared.name), int(1)),
        }
    }
}

fn leaves_if(cond: Expr) -> Stmt {
    Stmt::Expr(if_(
        cond,
        vec![Stmt::Expr(expr(ExprKind::Break(None, None)))],
    ))
}
