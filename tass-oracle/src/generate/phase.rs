//! Phases: communication that fits together, all ranks at once.

use tass_syntax::tree::{BinOp, Expr, ExprKind, Stmt};

use super::Generator;
use crate::build::*;

impl Generator {
    /// Statements that leave nobody waiting, as long as nobody changes them.
    pub(super) fn phase(&mut self, depth: u32) -> Vec<Stmt> {
        let nested = if depth > 0 { 1 } else { 0 };
        let which = self.rng.weighted(&[
            20,
            10,
            6,
            6,
            6,
            20,
            16,
            8 * nested,
            6 * nested,
            5,
            4,
            4,
            6,
            2,
            2,
            2,
            24,
            self.families.communicators * nested,
            self.families.nonblocking,
            self.families.modes,
            self.families.matched,
            self.families.variants,
        ]);
        let mut stmts = match which {
            0 => self.message(),
            1 => self.collect(),
            2 => self.exchange(),
            3 => self.ring(),
            4 => self.two_to_one(),
            5 => match self.rng.weighted(&[6, 3, 1, 1]) {
                0 => self.collected(),
                1 => self.varying(),
                2 => self.located(),
                _ => self.reduced_blocks(),
            },
            6 => vec![self.local()],
            7 => self.branch(depth),
            8 => self.repeat(depth),
            9 => self.data_dependent(),
            10 => vec![self.pass()],
            11 => vec![self.assumption()],
            12 => vec![self.together()],
            13 => vec![Stmt::Expr(self.failure())],
            14 => self.missed(),
            15 => vec![self.skipped()],
            16 => self.requests(),
            17 => self.communicators(depth - 1),
            18 => self.nonblocking(),
            19 => self.modes(),
            20 => self.probed(),
            _ => self.variants(),
        };
        if which < 5 && self.rng.chance(12) {
            stmts.push(self.counts());
        }
        stmts
    }

    /// A collective operation, and sometimes a look at the elements of all ranks.
    fn collected(&mut self) -> Vec<Stmt> {
        let mut stmts = vec![self.collective()];
        if self.rng.chance(25) {
            let element = index(var("c"), int(self.rng.below(self.nprocs) as i128));
            let value = int(self.rng.below(9) as i128);
            stmts.push(Stmt::Expr(assert(super::requests::not(eq(element, value)))));
        }
        stmts
    }

    /// What one rank does, or else another.
    pub(super) fn two(&mut self, a: usize, first: Vec<Stmt>, b: usize, second: Vec<Stmt>) -> Stmt {
        let second = if_(eq(var("rank"), int(b as i128)), second);
        let mut both = if_(eq(var("rank"), int(a as i128)), first);
        if let ExprKind::If { otherwise, .. } = &mut both.kind {
            *otherwise = Some(Box::new(second));
        }
        Stmt::Expr(both)
    }

    pub(super) fn pair(&mut self) -> (usize, usize) {
        let a = self.rng.below(self.nprocs);
        let b = (a + 1 + self.rng.below(self.nprocs - 1)) % self.nprocs;
        (a, b)
    }

    /// One message.
    fn message(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let tag = self.rng.below(2);
        let (out, into) = self.buffers();
        let op = if self.rng.chance(15) { "ssend" } else { "send" };
        let sending = comm(
            op,
            [
                ("buf", shared(out)),
                ("to", self.rank(to)),
                ("tag", int(tag as i128)),
            ],
        );
        let (sent, got) = (vec![Stmt::Expr(sending)], self.receive(into, from, tag));
        vec![self.two(from, sent, to, got)]
    }

    /// Buffers that fit: what to send, what to receive into.
    fn buffers(&mut self) -> (Expr, Expr) {
        let slice = |base: &str, hi: Expr| {
            expr(ExprKind::Slice {
                base: Box::new(var(base)),
                lo: None,
                hi: Some(Box::new(hi)),
                inclusive: false,
            })
        };
        match self.rng.weighted(&[20, 2, 3, 2, 2, 1, 1, 2, 1, 1]) {
            0 => {
                let (out, into) = (
                    *self.rng.pick(&["x", "y", "z"]),
                    *self.rng.pick(&["x", "y", "z"]),
                );
                (var(out), var(into))
            }
            1 => (var("k"), var("s")),
            2 => (var("a"), var("a")),
            3 => (
                index(var("a"), self.index(3)),
                index(var("a"), self.index(3)),
            ),
            4 => (slice("a", int(2)), var("a")),
            5 => (slice("a", self.usize_leaf()), var("a")),
            6 => (var("v"), var("v")),
            7 => (var("t"), var("t")),
            8 => (var("x"), slice("a", self.usize_leaf())),
            _ => (var("a"), var("v")),
        }
    }

    /// A rank, mostly written plainly.
    fn rank(&mut self, rank: usize) -> Expr {
        int(rank as i128)
    }

    /// A receive of what `from` sends.
    pub(super) fn receive(&mut self, into: Expr, from: usize, tag: usize) -> Vec<Stmt> {
        let source = if self.rng.chance(25) {
            constant("ANY")
        } else {
            int(from as i128)
        };
        let tag = if self.rng.chance(15) {
            constant("ANY")
        } else {
            int(tag as i128)
        };
        let receive = recv(into, source, tag);
        vec![Stmt::Expr(match self.rng.below(6) {
            0 => assign(var("s"), field(receive, "source")),
            1 => {
                let part = *self.rng.pick(&["tag", "count"]);
                assign(var("k"), field(receive, part))
            }
            _ => receive,
        })]
    }

    /// Everybody sends to one, who takes the messages in any order.
    fn collect(&mut self) -> Vec<Stmt> {
        let root = self.rng.below(self.nprocs);
        let take = recv(var("y"), constant("ANY"), int(0));
        let mut round = match self.rng.below(3) {
            0 => body([assign(var("s"), field(take, "source"))]),
            1 => body([assign(index(var("c"), field(take, "source")), var("y"))]),
            _ => body([take]),
        };
        if self.rng.chance(50) {
            let sum = ExprKind::AssignOp(BinOp::Add, Box::new(var("z")), Box::new(var("y")));
            round.push(Stmt::Expr(expr(sum)));
        }
        let root_does = body([for_("i", int(1), var("size"), round)]);
        let others = body([send(var("x"), int(root as i128), int(0))]);
        vec![Stmt::Expr(if_else(
            eq(var("rank"), int(root as i128)),
            root_does,
            others,
        ))]
    }

    /// Two send to a third, which takes them by name, by wildcard or both.
    fn two_to_one(&mut self) -> Vec<Stmt> {
        if self.nprocs < 3 {
            return self.message();
        }
        let to = self.rng.below(self.nprocs);
        let others: Vec<usize> = (0..self.nprocs)
            .filter(|rank| *rank != to)
            .take(2)
            .collect();
        let mut takes = Vec::new();
        let wild = self.rng.chance(60);
        for (i, from) in others.iter().enumerate() {
            let source = if wild || i == 0 && self.rng.chance(20) {
                constant("ANY")
            } else {
                int(*from as i128)
            };
            let into = *self.rng.pick(&["x", "y", "z"]);
            takes.push(Stmt::Expr(recv(var(into), source, int(0))));
        }
        let sender = others
            .iter()
            .map(|rank| eq(var("rank"), int(*rank as i128)));
        let sender = sender
            .reduce(|a, b| binary(BinOp::Or, a, b))
            .expect("two of them");
        let sends = body([send(var("x"), int(to as i128), int(0))]);
        let mut both = if_(eq(var("rank"), int(to as i128)), takes);
        if let ExprKind::If { otherwise, .. } = &mut both.kind {
            *otherwise = Some(Box::new(if_(sender, sends)));
        }
        vec![Stmt::Expr(both)]
    }

    /// Two ranks swap values: one after the other, both at once, or head to head.
    fn exchange(&mut self) -> Vec<Stmt> {
        let (a, b) = self.pair();
        let (give, take) = self.two_buffers();
        let replaces = self.rng.chance(30);
        let exchange = |other: usize| {
            if replaces {
                return body([comm(
                    "sendrecv_replace",
                    [
                        ("buf", mutable(take.clone())),
                        ("to", int(other as i128)),
                        ("from", int(other as i128)),
                    ],
                )]);
            }
            let [send, to] = [
                ("sendbuf", shared(give.clone())),
                ("to", int(other as i128)),
            ];
            let [recv, from] = [
                ("recvbuf", mutable(take.clone())),
                ("from", int(other as i128)),
            ];
            body([comm("sendrecv", [send, to, recv, from])])
        };
        let out = |other: usize| send(var("x"), int(other as i128), int(0));
        let into = |other: usize| recv(var("y"), int(other as i128), int(0));
        let (first, second) = match self.rng.weighted(&[5, 3, 2, 1]) {
            0 => (body([out(b), into(b)]), body([into(a), out(a)])),
            1 => (exchange(b), exchange(a)),
            2 => (body([out(b), into(b)]), body([out(a), into(a)])),
            _ => (body([into(b), out(b)]), body([into(a), out(a)])),
        };
        vec![self.two(a, first, b, second)]
    }

    /// Two buffers of one type, that overlap now and then.
    fn two_buffers(&mut self) -> (Expr, Expr) {
        let part = |lo: Option<Expr>, hi: Option<Expr>| {
            expr(ExprKind::Slice {
                base: Box::new(var("a")),
                lo: lo.map(Box::new),
                hi: hi.map(Box::new),
                inclusive: false,
            })
        };
        match self.rng.weighted(&[16, 1, 2, 2, 2]) {
            0 => (var("x"), var("y")),
            1 => (var("x"), var("x")),
            2 => {
                let (i, j) = (self.index(3), self.index(3));
                (index(var("a"), i), index(var("a"), j))
            }
            3 => {
                let (lo, hi) = (self.rng.below(3), self.rng.below(4));
                (
                    part(None, Some(int(hi as i128))),
                    part(Some(int(lo as i128)), None),
                )
            }
            _ => (
                part(None, Some(self.usize_leaf())),
                part(Some(int(1)), None),
            ),
        }
    }

    /// A message with a tag that its receiver does not ask for; perhaps there is another one that
    /// it does.
    fn missed(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let (peer, tag) = (int(to as i128), self.rng.below(2) as i128);
        let mut sends = body([send(var("x"), peer.clone(), int(tag))]);
        let mut takes = body([recv(var("y"), int(from as i128), int(tag + 1))]);
        if self.rng.chance(35) {
            let at = self.rng.below(2);
            sends.insert(at, Stmt::Expr(send(var("z"), peer, int(tag + 1))));
            if self.rng.chance(60) {
                takes.extend(body([recv(var("x"), int(from as i128), int(tag))]));
            }
        }
        vec![self.two(from, sends, to, takes)]
    }

    /// A collective operation that some ranks leave out.
    fn skipped(&mut self) -> Stmt {
        let rank = int(self.rng.below(self.nprocs) as i128);
        let called = vec![self.collective()];
        let only = eq(var("rank"), rank);
        Stmt::Expr(match self.rng.chance(50) {
            true => if_(only, called),
            false => if_else(only, Vec::new(), called),
        })
    }

    /// Everybody sends to the next.
    fn ring(&mut self) -> Vec<Stmt> {
        let next = rem(add(var("rank"), int(1)), var("size"));
        let previous = rem(
            binary(BinOp::Sub, add(var("rank"), var("size")), int(1)),
            var("size"),
        );
        let out = send(var("x"), next.clone(), int(0));
        let into = recv(var("y"), previous.clone(), int(0));
        match self.rng.weighted(&[4, 3, 2, 1]) {
            0 => {
                let even = eq(rem(var("rank"), int(2)), int(0));
                body([if_else(
                    even,
                    body([out.clone(), into.clone()]),
                    body([into, out]),
                )])
            }
            1 => {
                let send = [("sendbuf", shared(var("x"))), ("to", next)];
                let [sendbuf, to] = send;
                body([comm(
                    "sendrecv",
                    [
                        sendbuf,
                        to,
                        ("recvbuf", mutable(var("y"))),
                        ("from", previous),
                    ],
                )])
            }
            2 => body([out, into]),
            _ => {
                let buf = ("buf", mutable(var("x")));
                let (to, from) = (("to", next), ("from", previous));
                body([comm("sendrecv_replace", [buf, to, from])])
            }
        }
    }

    /// The same way for all ranks: on inputs.
    fn branch(&mut self, depth: u32) -> Vec<Stmt> {
        let Some(cond) = self.input_condition() else {
            return self.phase(0);
        };
        let then = self.phase(depth - 1);
        vec![Stmt::Expr(match self.rng.chance(50) {
            true => if_else(cond, then, self.phase(depth - 1)),
            false => if_(cond, then),
        })]
    }

    /// The same number of rounds for all ranks.
    fn repeat(&mut self, depth: u32) -> Vec<Stmt> {
        let bound = self
            .usizes
            .iter()
            .find(|name| name.starts_with('n'))
            .cloned();
        let end = match bound {
            Some(input) if self.rng.chance(50) => var(input),
            _ => int(2),
        };
        let round = self.phase(depth - 1);
        vec![Stmt::Expr(for_("i", int(0), end, round))]
    }

    /// A message that decides whether there is another.
    fn data_dependent(&mut self) -> Vec<Stmt> {
        let (a, b) = self.pair();
        let limit = int(self.rng.between(0, 2));
        let again = || lt(var("x"), limit.clone());
        let first = body([
            send(var("x"), int(b as i128), int(0)),
            if_(again(), body([send(var("y"), int(b as i128), int(1))])),
        ]);
        let second = body([
            recv(var("x"), int(a as i128), int(0)),
            if_(again(), body([recv(var("y"), int(a as i128), int(1))])),
        ]);
        vec![self.two(a, first, b, second)]
    }

    /// Something that is wrong if it is reached.
    fn failure(&mut self) -> Expr {
        let failure = match self.rng.below(3) {
            0 => expr(ExprKind::Panic(None)),
            1 => expr(ExprKind::Unreachable(None)),
            _ => comm("abort", [("code", self.usize(1))]),
        };
        let cond = and(self.bool(0), self.bool(1));
        if_(cond, body([failure]))
    }
}
