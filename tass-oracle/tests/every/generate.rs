//! Random programs of the class: shared variables, membership tests, waiting loops, critical regions.

use fastrand::Rng;
use tass_core::program::ast::*;

fn at(kind: ExprKind) -> Expr {
    Expr {
        kind,
        span: Span::default(),
    }
}

fn var(name: &str) -> Expr {
    at(ExprKind::Var(name.into()))
}

fn block(stmts: Vec<Stmt>) -> Block {
    Block {
        stmts,
        tail: None,
        span: Span::default(),
    }
}

/// A shared variable: a flag, or a number from 0 to 2.
#[derive(Clone, Copy)]
struct Shared {
    name: &'static str,
    flag: bool,
}

/// Makes one program.
pub(crate) struct Generator {
    rng: Rng,
    shared: Vec<Shared>,
    /// Is `x`, a private variable from 0 to 2, declared?
    private: bool,
    regions: usize,
}

impl Generator {
    pub(crate) fn program(seed: u64) -> Function {
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
            regions: 0,
        };
        let mut stmts = vec![this.declare(
            "rank",
            at(ExprKind::Comm(CommCall {
                op: "rank".into(),
                args: Vec::new(),
            })),
        )];
        for shared in this.shared.clone() {
            let init = this.value(shared, false);
            stmts.push(this.declare(shared.name, at(ExprKind::Shared(Box::new(init)))));
        }
        if private {
            stmts.push(this.declare("x", at(ExprKind::Int(0, Some(IntTy::I32)))));
        }
        if this.rng.u8(..3) > 0 {
            let cond = this.always();
            stmts.push(Stmt::Expr(at(ExprKind::Always(Box::new(cond)))));
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

    /// Szymanski's algorithm with up to three statements left out, moved or changed.
    pub(crate) fn szymanski(seed: u64) -> Function {
        let mut function = Generator::program(seed);
        let flag = |name| Shared { name, flag: true };
        let mut this = Generator {
            rng: Rng::with_seed(seed),
            shared: vec![flag("a"), flag("s"), flag("w")],
            private: false,
            regions: 1,
        };
        let bool = |value| at(ExprKind::Bool(value));
        let set = |name, value| assign(name, bool(value));
        let p = |name: &str| at(ExprKind::Field(Box::new(var("p")), name.into()));
        let any = |name| membership(None, false, p(name));
        let wait = |cond| loops(LoopKind::While(cond), Vec::new());
        let not_s = at(ExprKind::Unary(UnOp::Not, Box::new(p("s"))));
        let in_room = at(ExprKind::Binary(
            BinOp::Or,
            Box::new(not_s),
            Box::new(p("w")),
        ));
        let both = at(ExprKind::Tuple(vec![var("w"), var("s")]));
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
            Stmt::Expr(at(ExprKind::Assign(
                Box::new(both),
                Box::new(at(ExprKind::Tuple(vec![bool(true), bool(true)]))),
            ))),
            set("a", false),
            Stmt::Expr(at(ExprKind::If {
                cond: Box::new(any("a")),
                then: block(room),
                otherwise: None,
            })),
            set("w", false),
            wait(any("w")),
            wait(membership(Some(var("rank")), false, p("s"))),
            Stmt::Expr(at(ExprKind::Critical(block(Vec::new())))),
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
        let rank = at(ExprKind::Comm(CommCall {
            op: "rank".into(),
            args: Vec::new(),
        }));
        let mut stmts = vec![this.declare("rank", rank)];
        for name in ["a", "s", "w"] {
            let init = at(ExprKind::Shared(Box::new(at(ExprKind::Bool(false)))));
            stmts.push(this.declare(name, init));
        }
        stmts.push(loops(LoopKind::Forever, body));
        function.body = block(stmts);
        function
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
        at(if shared.flag {
            ExprKind::Bool(biased && number > 0)
        } else {
            ExprKind::Int(number, Some(IntTy::I32))
        })
    }

    fn statement(&mut self, depth: usize) -> Stmt {
        match self.rng.u8(..10) {
            0..=2 => self.write(),
            3 | 4 => loops(LoopKind::While(self.condition()), Vec::new()),
            5 if depth > 0 => {
                let (cond, body) = (self.condition(), vec![self.statement(depth - 1)]);
                loops(LoopKind::While(cond), body)
            }
            6 if depth > 0 => {
                let cond = self.condition();
                let then = block(vec![self.statement(depth - 1)]);
                let otherwise = self.rng.bool().then(|| {
                    let inner = block(vec![self.statement(depth - 1)]);
                    Box::new(at(ExprKind::Block(None, inner)))
                });
                Stmt::Expr(at(ExprKind::If {
                    cond: Box::new(cond),
                    then,
                    otherwise,
                }))
            }
            7 if self.private => {
                let value = at(ExprKind::Choose {
                    lo: Box::new(at(ExprKind::Int(0, Some(IntTy::I32)))),
                    hi: Box::new(at(ExprKind::Int(2, Some(IntTy::I32)))),
                    inclusive: false,
                });
                assign("x", value)
            }
            8 if self.regions == 0 && self.rng.u8(..3) == 0 => self.region(),
            9 if self.private && depth > 0 => {
                let cond = at(ExprKind::Binary(
                    BinOp::Eq,
                    Box::new(var("x")),
                    Box::new(at(ExprKind::Int(0, None))),
                ));
                let then = block(vec![self.statement(depth - 1)]);
                Stmt::Expr(at(ExprKind::If {
                    cond: Box::new(cond),
                    then,
                    otherwise: None,
                }))
            }
            _ => self.write(),
        }
    }

    fn write(&mut self) -> Stmt {
        let shared = self.shared[self.rng.usize(..self.shared.len())];
        let other = self.shared[self.rng.usize(..self.shared.len())];
        if shared.name != other.name && self.rng.u8(..5) == 0 {
            let values = vec![self.value(shared, true), self.value(other, true)];
            let targets = vec![var(shared.name), var(other.name)];
            return Stmt::Expr(at(ExprKind::Assign(
                Box::new(at(ExprKind::Tuple(targets))),
                Box::new(at(ExprKind::Tuple(values))),
            )));
        }
        let value = self.value(shared, true);
        assign(shared.name, value)
    }

    fn region(&mut self) -> Stmt {
        self.regions += 1;
        let body = if self.rng.bool() {
            vec![self.write()]
        } else {
            Vec::new()
        };
        Stmt::Expr(at(ExprKind::Critical(block(body))))
    }

    /// One test, or two joined, perhaps with a variable of one's own.
    fn condition(&mut self) -> Expr {
        let ordered = self.rng.u8(..3) == 0;
        let test = self.test(ordered);
        match self.rng.u8(..8) {
            0 => {
                let other = self.test(false);
                let op = if self.rng.bool() {
                    BinOp::And
                } else {
                    BinOp::Or
                };
                at(ExprKind::Binary(op, Box::new(test), Box::new(other)))
            }
            1 => at(ExprKind::Unary(UnOp::Not, Box::new(test))),
            _ => test,
        }
    }

    fn test(&mut self, before: bool) -> Expr {
        let asked = self.asked();
        let all = self.rng.u8(..3) == 0;
        membership(before.then(|| var("rank")), all, asked)
    }

    fn asked(&mut self) -> Expr {
        let shared = self.shared[self.rng.usize(..self.shared.len())];
        let field = at(ExprKind::Field(Box::new(var("p")), shared.name.into()));
        let atom = if shared.flag {
            field
        } else {
            let value = at(ExprKind::Int(self.rng.i128(0..3), None));
            let op = [BinOp::Eq, BinOp::Lt, BinOp::Ge][self.rng.usize(..3)];
            at(ExprKind::Binary(op, Box::new(field), Box::new(value)))
        };
        let atom = if self.rng.u8(..3) == 0 {
            at(ExprKind::Unary(UnOp::Not, Box::new(atom)))
        } else {
            atom
        };
        if self.rng.u8(..4) == 0 {
            let other = self.asked();
            let op = if self.rng.bool() {
                BinOp::And
            } else {
                BinOp::Or
            };
            at(ExprKind::Binary(op, Box::new(atom), Box::new(other)))
        } else {
            atom
        }
    }

    /// Mostly something that holds at the start: not both of two flags at once.
    fn always(&mut self) -> Expr {
        if self.rng.u8(..4) > 0 {
            let pick = |this: &mut Self| this.shared[this.rng.usize(..this.shared.len())];
            let (a, b) = (pick(self), pick(self));
            let some = |shared: Shared| {
                let field = at(ExprKind::Field(Box::new(var("p")), shared.name.into()));
                let asked = if shared.flag {
                    field
                } else {
                    let one = at(ExprKind::Int(1, None));
                    at(ExprKind::Binary(BinOp::Gt, Box::new(field), Box::new(one)))
                };
                membership(None, false, asked)
            };
            let both = at(ExprKind::Binary(
                BinOp::And,
                Box::new(some(a)),
                Box::new(some(b)),
            ));
            return at(ExprKind::Unary(UnOp::Not, Box::new(both)));
        }
        let (a, b) = (self.test(false), self.test(false));
        let op = if self.rng.bool() {
            BinOp::And
        } else {
            BinOp::Or
        };
        let both = at(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        if self.rng.bool() {
            at(ExprKind::Unary(UnOp::Not, Box::new(both)))
        } else {
            both
        }
    }
}

/// `proc.iter().any(|p| asked)`, `proc[..before].iter().all(|p| asked)`
fn membership(before: Option<Expr>, all: bool, asked: Expr) -> Expr {
    let closure = Closure {
        pattern: Pattern::Name {
            name: "p".into(),
            span: Span::default(),
        },
        ty: Type::Infer,
        ret: Type::Infer,
        body: Box::new(asked),
    };
    at(ExprKind::Fold(Box::new(Fold {
        source: FoldSource::Members { before },
        steps: Vec::new(),
        end: if all {
            FoldEnd::All(closure)
        } else {
            FoldEnd::Any(closure)
        },
    })))
}

fn assign(name: &str, value: Expr) -> Stmt {
    Stmt::Expr(at(ExprKind::Assign(Box::new(var(name)), Box::new(value))))
}

fn loops(kind: LoopKind, body: Vec<Stmt>) -> Stmt {
    Stmt::Expr(at(ExprKind::Loop(Box::new(Loop {
        label: None,
        kind,
        body: block(body),
        invariant: None,
        head: Span::default(),
    }))))
}
