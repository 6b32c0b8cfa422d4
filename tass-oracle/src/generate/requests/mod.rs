//! Phases with requests: operations that go on while their processes do something else.
//!
//! Requests are in `ra`, `rb` and the array `rs`. A phase posts, does something in between that
//! mostly concerns no buffer, and completes; what is left out or comes too early is left to chance
//! here, and to the mutations ([`mutate`]). Buffers and tags are few, so that messages meet.

mod again;
mod asked;
mod certain;
mod loosen;
mod matched;
mod mutate;

use tass_syntax::tree::{Expr, ExprKind, Loop, LoopKind, Span, Stmt, UnOp};

use super::Generator;
use crate::build::*;

impl Generator {
    /// Statements with requests that leave nobody waiting, as long as nobody changes them.
    pub(super) fn requests(&mut self) -> Vec<Stmt> {
        match self
            .rng
            .weighted(&[14, 12, 12, 10, 10, 8, 8, 8, 6, 4, 4, 5, 1, 10, 12])
        {
            0 => self.swap_posted(),
            1 => self.two_tags(),
            2 => self.straddling(),
            3 => self.any_of_two(),
            4 => self.asking(),
            5 => self.looking(),
            6 => self.parts(),
            7 => self.asked_once(),
            8 => self.cycle(),
            9 => self.self_message(),
            10 => self.with_nobody(),
            11 => self.asking_several(),
            // Rare: such programs have to be refused, and there is nothing to compare.
            12 if self.rng.chance(10) => self.let_go(),
            12 | 13 => self.again(),
            _ => self.certainly_over(),
        }
    }

    /// What is done while operations are under way: by all, or nothing.
    pub(super) fn meanwhile(&mut self) -> Vec<Stmt> {
        match self.rng.weighted(&[50, 12, 10, 8, 6, 4]) {
            0 => Vec::new(),
            1 => body([comm("barrier", [])]),
            2 => vec![self.local()],
            3 => vec![self.collective()],
            4 => self.phase(0),
            _ => vec![self.together()],
        }
    }

    /// What one rank posts, what all do meanwhile, what the rank does then.
    fn around(
        &mut self,
        a: usize,
        b: usize,
        posts: [Vec<Stmt>; 2],
        ends: [Vec<Stmt>; 2],
    ) -> Vec<Stmt> {
        let [first, second] = posts;
        let mut stmts = vec![self.two(a, first, b, second)];
        stmts.extend(self.meanwhile());
        let [first, second] = ends;
        if !first.is_empty() || !second.is_empty() {
            stmts.push(self.two(a, first, b, second));
        }
        stmts
    }

    /// The posting of a send.
    pub(super) fn post_send(&mut self, out: Expr, to: usize, tag: usize) -> Expr {
        let op = if self.rng.chance(20) {
            "issend"
        } else {
            "isend"
        };
        comm(
            op,
            [
                ("buf", shared(out)),
                ("to", int(to as i128)),
                ("tag", int(tag as i128)),
            ],
        )
    }

    /// The posting of a receive.
    pub(super) fn post_receive(&mut self, into: Expr, from: usize, tag: usize) -> Expr {
        let source = if self.rng.chance(35) {
            constant("ANY")
        } else {
            int(from as i128)
        };
        let tag = if self.rng.chance(15) {
            constant("ANY")
        } else {
            int(tag as i128)
        };
        irecv(into, source, tag)
    }

    /// Waits for one request.
    pub(super) fn wait_for(&mut self, request: Expr) -> Stmt {
        let wait = completion("wait", request.clone());
        Stmt::Expr(match self.rng.below(8) {
            0 | 1 => assign(var("s"), field(wait, "source")),
            2 => assign(var("k"), field(wait, "count")),
            3 => {
                let round = while_(not(completion("test", request)), Vec::new());
                return Stmt::Expr(round);
            }
            _ => wait,
        })
    }

    /// Waits for both requests of the array.
    pub(super) fn wait_for_both(&mut self) -> Vec<Stmt> {
        let first = |op: &str| field(completion(op, var("rs")), "0");
        match self.rng.below(8) {
            0 | 1 => body([completion("waitall", var("rs"))]),
            2 => {
                let (a, b) = self.slots();
                let (a, b) = if self.rng.chance(50) { (a, b) } else { (b, a) };
                vec![self.wait_for(a), self.wait_for(b)]
            }
            3 => body([for_(
                "i",
                int(0),
                int(2),
                body([assign(var("k"), first("waitany"))]),
            )]),
            4 => {
                let some = length(completion("waitsome", var("rs")));
                body([while_(lt(int(0), some), Vec::new())])
            }
            5 => body([while_(not(completion("testall", var("rs"))), Vec::new())]),
            6 => {
                let one = index(var("rs"), var("i"));
                body([for_("i", int(0), int(2), body([completion("wait", one)]))])
            }
            _ => body([
                assign(var("k"), first("waitany")),
                completion("waitall", var("rs")),
            ]),
        }
    }

    /// A statement on what came, now and then.
    pub(super) fn perhaps_asserted(&mut self) -> Vec<Stmt> {
        match self.rng.below(4) {
            0 => vec![self.after_receive()],
            1 => {
                let cond = match self.rng.below(3) {
                    0 => lt(var("y"), int(self.rng.between(1, 4))),
                    1 => eq(var("s"), int(self.rng.below(self.nprocs) as i128)),
                    _ => eq(var("k"), int(self.rng.below(2) as i128)),
                };
                body([assert(cond)])
            }
            _ => Vec::new(),
        }
    }
}

/// `rs[at]`
pub(super) fn slot(at: i128) -> Expr {
    index(var("rs"), int(at))
}

/// `!e`
pub(super) fn not(e: Expr) -> Expr {
    expr(ExprKind::Unary(UnOp::Not, Box::new(e)))
}

/// `e.len()`
pub(super) fn length(e: Expr) -> Expr {
    expr(ExprKind::Method {
        receiver: Box::new(e),
        name: "len".into(),
        args: Vec::new(),
    })
}

/// `while cond { stmts }`
pub(super) fn while_(cond: Expr, stmts: Vec<Stmt>) -> Expr {
    expr(ExprKind::Loop(Box::new(Loop {
        label: None,
        kind: LoopKind::While(cond),
        body: block(stmts),
        invariant: None,
        head: Span::default(),
    })))
}
