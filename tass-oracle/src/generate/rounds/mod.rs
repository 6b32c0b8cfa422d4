//! Random loops with random invariants.
//!
//! A loop is made of [`feature`]s: something that the body does, with what is then true at the head
//! and after the loop. What is true is left out now and then (an invariant that is too weak) or
//! changed a little (one that is wrong), and so is the code.

mod feature;
mod frame;
mod traffic;

use tass_syntax::tree::{
    BinOp, Block, Expr, ExprKind, ForIter, IntTy, Invariant, Loop, LoopKind, Span, Stmt,
};

use super::mutate;
use super::{Input, Model, Rng};
use crate::build::*;
use feature::Feature;
use tass_naive::semantics::{Value, speaks_of_processes};

/// The model of a seed.
pub fn generate_rounds(seed: u64) -> Model {
    let mut rng = Rng::new(seed);
    let nprocs = [1, 2, 3][rng.weighted(&[3, 6, 3])];
    let mut rounds = Rounds {
        rng,
        nprocs,
        names: 0,
        loops: 0,
        filled: Vec::new(),
    };
    let mut inputs = vec![Input {
        name: "n".into(),
        ty: USIZE,
        values: (0..=3).map(Value::Int).collect(),
    }];
    if rounds.rng.chance(35) {
        inputs.push(Input {
            name: "m".into(),
            ty: I64,
            values: (-1..=2).map(Value::Int).collect(),
        });
    }
    let mut body = rounds.around(inputs.len() > 1);
    let mutations = [0, 1, 2][rounds.rng.weighted(&[60, 28, 12])];
    for _ in 0..mutations {
        mutate::numbers(&mut rounds.rng, &mut body);
    }
    // Counters are cast to `i64`, and what a loop has counted must fit.
    let few = expr(ExprKind::Binary(
        BinOp::Le,
        Box::new(var("n")),
        Box::new(int(1000)),
    ));
    body.insert(0, Stmt::Expr(assume(few)));
    Model {
        nprocs,
        inputs,
        body,
        open: rounds.rng.chance(60),
    }
}

/// A model under construction.
pub(super) struct Rounds {
    rng: Rng,
    nprocs: usize,
    names: usize,
    loops: usize,
    /// Vectors that loops fill.
    filled: Vec<String>,
}

/// What a loop runs to, and its counter.
#[derive(Clone)]
pub(super) struct Counter {
    name: String,
    start: i128,
    bound: Expr,
}

impl Rounds {
    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// One loop or two, and what is true afterwards.
    fn around(&mut self, with_m: bool) -> Vec<Stmt> {
        let mut body = Vec::new();
        if with_m {
            body.push(let_("g", I64, add(var("m"), int(1))));
        }
        for _ in 0..[1, 2][self.rng.weighted(&[75, 25])] {
            let rounds = self.rounds(0);
            match self.rng.chance(12) {
                true => body.push(self.again_and_again(rounds)),
                false => body.extend(rounds),
            }
            if self.rng.chance(15) {
                body.push(self.together());
            }
        }
        body
    }

    /// A loop with an invariant, `depth` loops around it.
    fn rounds(&mut self, depth: usize) -> Vec<Stmt> {
        self.loops += 1;
        // Two loops may have one name.
        let which = match self.rng.chance(10) {
            true => 1,
            false => self.loops,
        };
        let label = format!("I{which}");
        // Of each process alone, of all though it does not say so, or of all because of `proc`.
        let [alone, named] = [self.rng.chance(35), self.rng.chance(20)];
        let counter = self.counter(depth, alone);
        let counted = self.rng.chance(25);
        let mut features: Vec<Feature> = Vec::new();
        for _ in 0..[1, 2, 3][self.rng.weighted(&[4, 4, 2])] {
            features.push(self.feature(&counter, depth));
        }
        let mut out = Vec::new();
        let mut round = Vec::new();
        let mut claims = Vec::new();
        let mut after = Vec::new();
        for feature in features {
            out.extend(feature.before);
            round.extend(feature.round);
            claims.extend(feature.claims);
            after.extend(feature.after);
        }
        let i = var(&counter.name);
        let bound = counter.bound.clone();
        let start = int(counter.start);
        claims.extend(self.counted_so_far(&counter, alone));
        if depth == 0 && self.rng.chance(12) {
            let inner = self.rounds(1);
            round.extend(inner);
        }
        if self.rng.chance(10) {
            round.push(self.together());
        }
        claims.retain(|_| self.rng.chance(88));
        let mut cond = claims
            .into_iter()
            .reduce(and)
            .unwrap_or_else(|| expr(ExprKind::Bool(true)));
        // Only who is alone leaves as he likes.
        let by_itself = !named && !speaks_of_processes(&cond);
        let kind = if counted {
            let range = ForIter::Range {
                lo: number(counter.start, IntTy::Usize),
                hi: bound,
                inclusive: false,
                rev: false,
                step: None,
            };
            LoopKind::For(name(&counter.name), range)
        } else {
            out.push(let_(&counter.name, USIZE, start));
            let step = || Stmt::Expr(assign(i.clone(), add(i.clone(), int(1))));
            if self.rng.chance(10) {
                let skip = expr(ExprKind::Continue(None));
                let early = eq(i.clone(), int(self.rng.between(0, 2)));
                let at = self.rng.below(round.len() + 1);
                let then = vec![step(), Stmt::Expr(skip)];
                round.insert(at, Stmt::Expr(if_(early, then)));
            }
            round.push(step());
            let mut guard = lt(i.clone(), bound);
            if by_itself && self.rng.chance(15) {
                let tries = self.fresh("t");
                out.push(let_(&tries, I64, int(0)));
                let try_ = Stmt::Expr(assign(var(&tries), add(var(&tries), int(1))));
                let body = Block {
                    stmts: vec![try_],
                    tail: Some(Box::new(guard)),
                    span: Span::default(),
                };
                guard = expr(ExprKind::Block(None, body));
                let rounds = self.done(&counter);
                cond = and(cond, eq(var(&tries), rounds.clone()));
                let once_more = add(rounds, int(1));
                after.push(Stmt::Expr(assert(eq(var(&tries), once_more))));
            }
            LoopKind::While(guard)
        };
        if by_itself && self.rng.chance(25) {
            let out = expr(ExprKind::Break(None, None));
            let when = eq(var(&counter.name), int(self.rng.between(0, 3)));
            let at = self.rng.below(round.len() + 1);
            round.insert(at, Stmt::Expr(if_(when, vec![Stmt::Expr(out)])));
        }
        let assigns = self.rng.chance(25).then(|| self.frame(&kind, &round));
        out.push(Stmt::Expr(expr(ExprKind::Loop(Box::new(Loop {
            label: None,
            kind,
            body: block(round),
            invariant: Some(Invariant {
                universe: named.then(|| "all".to_owned()),
                name: label,
                cond,
                joint: false,
                assigns,
                span: Span::default(),
            }),
            head: Span::default(),
        })))));
        if !counted || depth == 0 {
            after.retain(|_| self.rng.chance(80));
            out.extend(after);
        }
        out
    }

    /// How far the counter is, and that all are equally far.
    fn counted_so_far(&self, counter: &Counter, alone: bool) -> Vec<Expr> {
        let i = var(&counter.name);
        let within = binary(BinOp::Le, i.clone(), counter.bound.clone());
        let mut claims = vec![match counter.start {
            0 => within,
            start => binary(BinOp::Or, within, eq(i.clone(), int(start))),
        }];
        if self.nprocs > 1 && !alone {
            let next = rem(add(var("rank"), int(1)), var("size"));
            claims.push(eq(
                i,
                expr(ExprKind::Peer(Box::new(next), counter.name.clone())),
            ));
        }
        claims
    }

    fn counter(&mut self, depth: usize, alone: bool) -> Counter {
        let apart = match (depth, alone) {
            (_, true) => 10,
            (0, false) => 2,
            _ => 0,
        };
        let bound = match self.rng.weighted(&[10, 3, 2, apart]) {
            0 => var("n"),
            1 => int(self.rng.between(0, 3)),
            2 => add(var("n"), int(1)),
            // Not all leave at once, unless somebody is alone.
            _ => add(var("n"), rem(var("rank"), int(2))),
        };
        Counter {
            name: self.fresh("i"),
            start: [0, 1][self.rng.weighted(&[85, 15])],
            bound,
        }
    }

    /// Something that is done until a condition holds, perhaps for ever, and perhaps by some only.
    fn again_and_again(&mut self, mut body: Vec<Stmt>) -> Stmt {
        let enough = match self.rng.chance(30) {
            true => expr(ExprKind::Bool(false)),
            false => lt(var("n"), int(self.rng.between(1, 3))),
        };
        let out = expr(ExprKind::Break(None, None));
        body.push(Stmt::Expr(if_(enough, vec![Stmt::Expr(out)])));
        let forever = expr(ExprKind::Loop(Box::new(Loop {
            label: None,
            kind: LoopKind::Forever,
            body: block(body),
            invariant: None,
            head: Span::default(),
        })));
        if self.rng.chance(50) {
            return Stmt::Expr(forever);
        }
        let some = eq(var("rank"), int(0));
        let few = lt(var("n"), int(self.rng.between(1, 3)));
        let otherwise = block(vec![Stmt::Expr(assert(few))]);
        Stmt::Expr(expr(ExprKind::If {
            cond: Box::new(some),
            then: block(vec![Stmt::Expr(forever)]),
            otherwise: Some(Box::new(expr(ExprKind::Block(None, otherwise)))),
        }))
    }

    /// A collective assertion that all meet.
    fn together(&mut self) -> Stmt {
        let everybody = binary(BinOp::Lt, var("rank"), var("size"));
        Stmt::Expr(expr(ExprKind::CollectiveAssert {
            universe: None,
            name: (*self.rng.pick(&["A", "B"])).to_owned(),
            cond: Box::new(everybody),
        }))
    }
}
