//! Random programs with shared variables: membership tests, waiting loops, critical regions, and
//! loops with invariants among them.

mod condition;
mod rounds;
mod statement;
mod work;

use fastrand::Rng;
use tass_syntax::tree::*;

use self::condition::membership;
use crate::build::{block, expr, int, var};

/// A shared variable: a flag, or a number from 0 to 2.
#[derive(Clone, Copy)]
struct Shared {
    name: &'static str,
    flag: bool,
}

/// Makes one program.
pub struct Generator {
    rng: Rng,
    shared: Vec<Shared>,
    /// Is `x`, a private variable from 0 to 2, declared?
    private: bool,
    /// Do loops with invariants come with assertions? What is met by a proof is looked for in
    /// executions of a few iterations, and these would hide that the proof is wrong.
    claims: bool,
    regions: usize,
}

impl Generator {
    /// Anything of the class of `nprocs = any`.
    pub fn program(seed: u64) -> Function {
        let mut rng = Rng::with_seed(seed);
        let count = rng.usize(1..=3);
        let shared = ["a", "b", "c"][..count]
            .iter()
            .map(|name| Shared {
                name,
                flag: rng.u8(..4) > 0,
            })
            .collect();
        let private = rng.u8(..4) == 0;
        let mut this = Generator {
            rng,
            shared,
            private,
            claims: false,
            regions: 0,
        };
        let mut stmts = vec![this.declare(
            "rank",
            expr(ExprKind::Comm(CommCall {
                op: "rank".into(),
                args: Vec::new(),
            })),
        )];
        for shared in this.shared.clone() {
            let init = this.value(shared, false);
            stmts.push(this.declare(shared.name, expr(ExprKind::Shared(Box::new(init)))));
        }
        if private {
            stmts.push(this.declare("x", expr(ExprKind::Int(0, Some(IntTy::I32)))));
        }
        if this.rng.u8(..3) > 0 {
            let cond = this.always();
            stmts.push(Stmt::Expr(expr(ExprKind::Always(Box::new(cond)))));
        }
        let length = this.rng.usize(3..=7);
        let mut body: Vec<Stmt> = (0..length).map(|_| this.statement(2)).collect();
        if this.regions == 0 && this.rng.u8(..4) == 0 {
            let region = this.region();
            let place = this.rng.usize(..=body.len());
            body.insert(place, region);
        }
        if this.rng.u8(..3) > 0 {
            stmts.push(loops(LoopKind::Forever, body));
        } else {
            stmts.extend(body);
        }
        program(seed, stmts)
    }

    /// Szymanski's algorithm with up to three statements left out, moved or changed.
    pub fn szymanski(seed: u64) -> Function {
        let flag = |name| Shared { name, flag: true };
        let mut this = Generator {
            rng: Rng::with_seed(seed),
            shared: vec![flag("a"), flag("s"), flag("w")],
            private: false,
            claims: false,
            regions: 1,
        };
        let bool = |value| expr(ExprKind::Bool(value));
        let set = |name, value| assign(name, bool(value));
        let p = |name: &str| expr(ExprKind::Field(Box::new(var("p")), name.into()));
        let any = |name| membership(None, false, p(name));
        let wait = |cond| loops(LoopKind::While(cond), Vec::new());
        let not_s = expr(ExprKind::Unary(UnOp::Not, Box::new(p("s"))));
        let in_room = expr(ExprKind::Binary(
            BinOp::Or,
            Box::new(not_s),
            Box::new(p("w")),
        ));
        let both = expr(ExprKind::Tuple(vec![var("w"), var("s")]));
        let room = vec![
            loops(
                LoopKind::While(membership(None, true, in_room)),
                vec![set("s", false)],
            ),
            set("s", true),
        ];
        let mut body = vec![
            set("a", true),
            wait(any("s")),
            Stmt::Expr(expr(ExprKind::Assign(
                Box::new(both),
                Box::new(expr(ExprKind::Tuple(vec![bool(true), bool(true)]))),
            ))),
            set("a", false),
            Stmt::Expr(expr(ExprKind::If {
                cond: Box::new(any("a")),
                then: block(room),
                otherwise: None,
            })),
            set("w", false),
            wait(any("w")),
            wait(membership(Some(var("rank")), false, p("s"))),
            Stmt::Expr(expr(ExprKind::Critical(block(Vec::new())))),
            set("s", false),
        ];
        for _ in 0..this.rng.usize(..=3) {
            let place = this.rng.usize(..body.len() - 1);
            match this.rng.u8(..4) {
                0 => drop(body.remove(place)),
                1 => body.swap(place, place + 1),
                2 => body.insert(place, this.write()),
                _ => body[place] = this.statement(1),
            }
        }
        let rank = expr(ExprKind::Comm(CommCall {
            op: "rank".into(),
            args: Vec::new(),
        }));
        let mut stmts = vec![this.declare("rank", rank)];
        for name in ["a", "s", "w"] {
            let init = expr(ExprKind::Shared(Box::new(expr(ExprKind::Bool(false)))));
            stmts.push(this.declare(name, init));
        }
        stmts.push(loops(LoopKind::Forever, body));
        program(seed, stmts)
    }

    fn declare(&mut self, name: &str, init: Expr) -> Stmt {
        Stmt::Let {
            pattern: Pattern::Name {
                name: name.into(),
                span: Span::default(),
            },
            ty: Type::Infer,
            init: Some(init),
            span: Span::default(),
        }
    }

    fn value(&mut self, shared: Shared, biased: bool) -> Expr {
        let number = self.rng.i128(0..=if biased { 2 } else { 0 });
        expr(if shared.flag {
            ExprKind::Bool(biased && number > 0)
        } else {
            ExprKind::Int(number, Some(IntTy::I32))
        })
    }
}

fn program(seed: u64, stmts: Vec<Stmt>) -> Function {
    Function {
        name: format!("program_{seed}"),
        path: format!("program_{seed}"),
        file: "random.rs".into(),
        line: 1,
        source: String::new(),
        params: Vec::new(),
        ret: Type::Unit,
        body: block(stmts),
        callees: Vec::new(),
    }
}

fn assign(name: &str, value: Expr) -> Stmt {
    Stmt::Expr(expr(ExprKind::Assign(Box::new(var(name)), Box::new(value))))
}

fn loops(kind: LoopKind, body: Vec<Stmt>) -> Stmt {
    Stmt::Expr(expr(ExprKind::Loop(Box::new(Loop {
        label: None,
        kind,
        body: block(body),
        invariant: None,
        head: Span::default(),
    }))))
}

fn grows(counter: &str) -> Stmt {
    let by_one = ExprKind::AssignOp(BinOp::Add, Box::new(var(counter)), Box::new(int(1)));
    Stmt::Expr(expr(by_one))
}

fn range(lo: Expr, hi: Expr) -> ForIter {
    ForIter::Range {
        lo,
        hi,
        inclusive: false,
        rev: false,
        step: None,
    }
}
