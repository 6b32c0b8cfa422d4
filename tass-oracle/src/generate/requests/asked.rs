//! Processes that ask whether something is done, or there.

use tass_syntax::tree::{BinOp, Expr, Stmt};

use super::{length, not, slot, while_};
use crate::build::*;
use crate::generate::Generator;

impl Generator {
    /// A rank posts two receives and takes what comes first.
    pub(super) fn any_of_two(&mut self) -> Vec<Stmt> {
        let (to, first) = self.pair();
        let second = match self.nprocs {
            2 => first,
            _ => self.rng.below(self.nprocs - 1),
        };
        let second = if second == to { first } else { second };
        let wild = self.rng.chance(40);
        let mut takes = Vec::new();
        for (at, (from, into)) in [(first, "x"), (second, "y")].into_iter().enumerate() {
            let source = if wild {
                constant("ANY")
            } else {
                int(from as i128)
            };
            let post = irecv(var(into), source, int(0));
            takes.push(Stmt::Expr(assign(slot(at as i128), post)));
        }
        takes.extend(self.meanwhile_alone());
        takes.extend(self.wait_for_both());
        takes.extend(self.perhaps_asserted());
        let mut stmts = Vec::new();
        for rank in (0..self.nprocs).filter(|rank| *rank != to) {
            let times = [first, second].iter().filter(|who| **who == rank).count();
            let one = send(var("x"), int(to as i128), int(0));
            let sends = vec![Stmt::Expr(one); times];
            if times > 0 {
                let here = eq(var("rank"), int(rank as i128));
                stmts.push(Stmt::Expr(if_(here, sends)));
            }
        }
        stmts.push(Stmt::Expr(if_(eq(var("rank"), int(to as i128)), takes)));
        stmts
    }

    /// Something that one rank does alone.
    fn meanwhile_alone(&mut self) -> Vec<Stmt> {
        match self.rng.below(5) {
            0 => vec![self.local()],
            _ => Vec::new(),
        }
    }

    /// A rank asks until its operation is over.
    pub(super) fn asking(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let spin = |g: &mut Generator| {
            let (flag, inside) = match g.rng.below(5) {
                0 => (asked(true), Vec::new()),
                1 => {
                    let next = rem(add(var("k"), int(1)), int(2));
                    (asked(false), body([assign(var("k"), next)]))
                }
                2 => (asked(false), g.meanwhile_alone()),
                _ => (asked(false), Vec::new()),
            };
            body([while_(not(flag), inside)])
        };
        let (sends, takes) = match self.rng.below(3) {
            0 => {
                let post = self.post_send(var("x"), to, 0);
                let mut sends = body([assign(var("ra"), post)]);
                sends.extend(spin(self));
                (sends, self.receive(var("y"), from, 0))
            }
            1 => {
                // Somebody else asks as well.
                let post = self.post_send(var("x"), to, 0);
                let mut sends = body([assign(var("ra"), post)]);
                sends.extend(spin(self));
                let post = self.post_receive(var("y"), from, 0);
                let mut takes = body([assign(var("ra"), post)]);
                takes.extend(spin(self));
                (sends, takes)
            }
            _ => {
                let post = self.post_receive(var("y"), from, 0);
                let mut takes = body([assign(var("ra"), post)]);
                takes.extend(spin(self));
                takes.extend(self.perhaps_asserted());
                (body([send(var("x"), int(to as i128), int(0))]), takes)
            }
        };
        vec![self.two(from, sends, to, takes)]
    }

    /// A rank asks once, and goes on according to the answer.
    pub(super) fn asked_once(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let post = self.post_receive(var("y"), from, 0);
        let wait = self.wait_for(var("ra"));
        let with_status = self.rng.chance(40);
        let mut then = match self.rng.below(3) {
            0 => vec![self.after_receive()],
            1 => body([assign(var("z"), add(var("y"), int(1)))]),
            _ => Vec::new(),
        };
        if with_status {
            then.insert(0, Stmt::Expr(assign(var("s"), field(var("st"), "source"))));
        }
        let mut otherwise = vec![wait];
        if self.rng.chance(25) {
            otherwise.insert(0, self.local());
        }
        let mut takes = body([assign(var("ra"), post)]);
        takes.push(Stmt::Expr(match self.rng.chance(80) {
            true => if_else(asked(with_status), then, otherwise),
            // The answer decides nothing, and a completed request is waited for again.
            false => assign(var("b"), asked(with_status)),
        }));
        if self.rng.chance(60) {
            takes.push(Stmt::Expr(completion("wait", var("ra"))));
        }
        let sends = match self.rng.chance(50) {
            true => body([send(var("x"), int(to as i128), int(0))]),
            false => {
                let post = self.post_send(var("x"), to, 0);
                body([assign(var("ra"), post), completion("wait", var("ra"))])
            }
        };
        vec![self.two(from, sends, to, takes)]
    }

    /// A rank looks at the messages before it takes one.
    pub(super) fn looking(&mut self) -> Vec<Stmt> {
        let (to, from) = self.pair();
        let wild = self.rng.chance(50);
        let who = || match wild {
            true => constant("ANY"),
            false => int(from as i128),
        };
        let st = |name: &str| field(var("st"), name);
        let found = || {
            let status = ("status", mutable(var("st")));
            comm("iprobe", [("from", who()), ("tag", int(0)), status])
        };
        let take = || recv(var("y"), st("source"), st("tag"));
        let mut takes = match self.rng.below(5) {
            0 => body([
                assign(
                    var("st"),
                    comm("probe", [("from", who()), ("tag", constant("ANY"))]),
                ),
                take(),
            ]),
            1 => body([while_(not(found()), Vec::new()), take()]),
            2 => body([if_else(
                found(),
                body([take()]),
                body([recv(var("y"), who(), int(0))]),
            )]),
            3 => {
                let nobody = comm("iprobe", [("from", who()), ("tag", int(1))]);
                body([assign(var("b"), nobody), recv(var("y"), who(), int(0))])
            }
            _ => {
                let probe = comm("probe", [("from", who()), ("tag", int(0))]);
                body([
                    assign(var("s"), field(probe, "source")),
                    recv(var("y"), var("s"), int(0)),
                ])
            }
        };
        takes.extend(self.perhaps_asserted());
        let mut stmts = Vec::new();
        let others = (0..self.nprocs).filter(|rank| *rank != to);
        let senders: Vec<usize> = match self.nprocs > 2 && self.rng.chance(35) {
            // The second message is taken last.
            true => others.take(2).collect(),
            false => vec![from],
        };
        for _ in 1..senders.len() {
            takes.push(Stmt::Expr(recv(var("x"), constant("ANY"), int(0))));
        }
        for rank in senders {
            let sends = body([send(var("x"), int(to as i128), int(0))]);
            stmts.push(Stmt::Expr(if_(eq(var("rank"), int(rank as i128)), sends)));
        }
        stmts.push(Stmt::Expr(if_(eq(var("rank"), int(to as i128)), takes)));
        stmts
    }

    /// A rank asks for several requests at once.
    pub(super) fn asking_several(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let mut takes = Vec::new();
        for (at, into) in ["x", "y"].into_iter().enumerate() {
            let post = self.post_receive(var(into), from, at);
            takes.push(Stmt::Expr(assign(slot(at as i128), post)));
        }
        let asked = |op: &str| completion(op, var("rs"));
        takes.push(Stmt::Expr(match self.rng.below(4) {
            0 => assign(var("b"), asked("testall")),
            1 => assign(var("k"), field(asked("testany"), "1")),
            2 => assign(var("b"), field(asked("testany"), "0")),
            _ => assign(var("k"), length(asked("testsome"))),
        }));
        if self.rng.chance(40) {
            let cond = match self.rng.below(3) {
                0 => var("b"),
                1 => binary(BinOp::Ne, var("k"), int(self.rng.below(3) as i128)),
                _ => eq(var("k"), constant("UNDEFINED")),
            };
            takes.push(Stmt::Expr(assert(cond)));
        }
        takes.push(Stmt::Expr(completion("waitall", var("rs"))));
        let sends = (0..2).map(|tag| Stmt::Expr(send(var("x"), int(to as i128), int(tag))));
        let sends = sends.collect();
        vec![self.two(from, sends, to, takes)]
    }
}

/// `mpi!(test(&mut ra))`, with a status or without.
fn asked(with_status: bool) -> Expr {
    let request = ("request", mutable(var("ra")));
    match with_status {
        true => comm("test", [request, ("status", mutable(var("st")))]),
        false => comm("test", [request]),
    }
}
