//! Sends that rely on something: buffered ones on the room that is attached, ready ones on a
//! receive that is posted.
//!
//! Most phases are right: the room is enough for all messages, or somebody says that the receive is
//! posted. The others are almost right: there is room for one message less, or a message makes room
//! only if its receive has begun; the receive is posted with another tag or in another
//! communicator, is one too few, or is posted after the word that it is.

use tass_syntax::tree::{Expr, ExprKind, Stmt};

use super::Generator;
use super::requests::slot;
use crate::build::*;

/// What is sent: what to give, where it goes, and how many elements that is.
type Sent = (Expr, Expr, usize);

impl Generator {
    /// Statements with buffered or ready sends that leave nobody waiting, mostly.
    pub(super) fn modes(&mut self) -> Vec<Stmt> {
        match self.rng.weighted(&[22, 12, 8, 26, 8]) {
            0 => self.kept(),
            1 => self.both_first(),
            2 => self.room_again(),
            3 => self.told(),
            _ => self.attached_alone(),
        }
    }

    /// A send in buffered or ready mode: blocking, or with the request at this place, or a
    /// persistent one. And the wait for it.
    fn in_mode(&mut self, mode: char, out: Expr, to: usize, tag: usize, at: i128) -> Vec<Stmt> {
        let args = [
            ("buf", shared(out)),
            ("to", int(to as i128)),
            ("tag", int(tag as i128)),
        ];
        match self.rng.weighted(&[12, 5, 3]) {
            0 => body([comm(&format!("{mode}send"), args)]),
            1 => body([
                assign(slot(at), comm(&format!("i{mode}send"), args)),
                completion("wait", slot(at)),
            ]),
            _ => {
                let make = comm(&format!("{mode}send_init"), args);
                let mut stmts = body([
                    assign(slot(at), make),
                    completion("start", slot(at)),
                    completion("wait", slot(at)),
                ]);
                if self.rng.chance(15) {
                    stmts.extend(body([
                        completion("start", slot(at)),
                        completion("wait", slot(at)),
                    ]));
                }
                stmts.push(Stmt::Expr(completion("request_free", slot(at))));
                stmts
            }
        }
    }

    fn something(&mut self) -> Sent {
        let upto = |hi: i128| {
            expr(ExprKind::Slice {
                base: Box::new(var("a")),
                lo: None,
                hi: Some(Box::new(int(hi))),
                inclusive: false,
            })
        };
        match self.rng.weighted(&[12, 3, 2, 1, 1]) {
            0 => {
                let into = *self.rng.pick(&["x", "y", "z"]);
                (var(*self.rng.pick(&["x", "z"])), var(into), 1)
            }
            1 => (upto(2), var("a"), 2),
            2 => (var("a"), var("a"), 3),
            3 => (upto(0), var("a"), 0),
            _ => (var("t"), var("t"), 1),
        }
    }

    /// One to three messages that are kept, and received at some time.
    fn kept(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let (mut sends, mut takes, mut needed) = (Vec::new(), Vec::new(), 0);
        for at in 0..=self.rng.below(3) {
            let tag = self.rng.below(2);
            let (out, into, len) = self.something();
            let op = if self.rng.chance(85) { 'b' } else { 's' };
            needed += if op == 'b' { len } else { 0 };
            sends.extend(match op {
                'b' => self.in_mode('b', out, to, tag, (at % 2) as i128),
                _ => body([send(out, int(to as i128), int(tag as i128))]),
            });
            takes.extend(self.receive(into, from, tag));
        }
        let (before, between) = (self.rng.chance(20), self.rng.chance(30));
        if between {
            // An answer, before or after the buffer is back.
            let reply = send(var("x"), int(from as i128), int(0));
            let at = if self.rng.chance(70) { takes.len() } else { 0 };
            takes.insert(at, Stmt::Expr(reply));
            sends.extend(self.receive(var("y"), to, 0));
        }
        let attach = self.attach(needed);
        let mut detach = vec![Stmt::Expr(comm("buffer_detach", []))];
        if self.rng.chance(30) {
            detach.clear();
        }
        let everybody = self.rng.chance(25);
        let mut stmts = Vec::new();
        if everybody {
            stmts.extend(attach);
        } else {
            sends.splice(0..0, attach);
            sends.extend(detach.clone());
        }
        if before {
            // Receives that are posted before make room at once.
            let posts = body([assign(
                var("rb"),
                irecv(var("z"), int(from as i128), int(0)),
            )]);
            stmts.push(self.two(to, posts, from, Vec::new()));
            stmts.extend(body([comm("barrier", [])]));
            takes.push(Stmt::Expr(completion("wait", var("rb"))));
            let extra = self.in_mode('b', var("x"), to, 0, 0);
            sends.splice(1..1, extra);
        }
        stmts.push(self.two(from, sends, to, takes));
        stmts.extend(self.perhaps_asserted());
        if everybody {
            stmts.extend(detach);
        }
        stmts
    }

    /// Room for so many elements, mostly.
    fn attach(&mut self, needed: usize) -> Vec<Stmt> {
        let size = match self.rng.weighted(&[14, 3, 5, 1]) {
            0 => needed,
            1 => needed + 1,
            2 => needed.saturating_sub(1),
            _ => return Vec::new(),
        };
        let size = match self.usizes.iter().find(|name| *name == "n") {
            Some(input) if self.rng.chance(15) => var(input),
            _ => int(size as i128),
        };
        let attach = comm("buffer_attach", [("size", size)]);
        match self.rng.chance(5) {
            true => body([attach.clone(), attach]),
            false => body([attach]),
        }
    }

    /// Two, or all in a ring, send first and receive then.
    fn both_first(&mut self) -> Vec<Stmt> {
        let mut stmts = self.attach(1);
        if self.rng.chance(40) {
            let next = rem(add(var("rank"), int(1)), var("size"));
            let before = add(
                var("rank"),
                binary(tass_syntax::tree::BinOp::Sub, var("size"), int(1)),
            );
            let out = [("buf", shared(var("x"))), ("to", next)];
            stmts.extend(body([
                comm("bsend", out),
                recv(var("y"), rem(before, var("size")), int(0)),
            ]));
        } else {
            let (a, b) = self.pair();
            let half = |g: &mut Generator, other: usize| {
                let mut stmts = g.in_mode('b', var("x"), other, 0, 0);
                stmts.extend(g.receive(var("y"), other, 0));
                stmts
            };
            let (mut first, second) = (half(self, b), half(self, a));
            if self.rng.chance(30) {
                let last = first.len() - 1;
                first.swap(0, last);
            }
            stmts.push(self.two(a, first, b, second));
        }
        stmts.extend(self.perhaps_asserted());
        if self.rng.chance(80) {
            stmts.push(Stmt::Expr(comm("buffer_detach", [])));
        }
        stmts
    }

    /// Room for one, and two messages: the second has room if the first is received before.
    fn room_again(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let mut sends = body([comm("buffer_attach", [("size", int(1))])]);
        sends.extend(self.in_mode('b', var("x"), to, 0, 0));
        let mut takes = self.receive(var("y"), from, 0);
        match self.rng.below(4) {
            // There is an answer.
            0 | 1 => {
                takes.extend(body([send(var("x"), int(from as i128), int(1))]));
                sends.extend(self.receive(var("z"), to, 1));
            }
            // Or the buffer is exchanged, which waits as well.
            2 => sends.extend(body([
                comm("buffer_detach", []),
                comm("buffer_attach", [("size", int(1))]),
            ])),
            _ => {}
        }
        sends.extend(self.in_mode('b', var("x"), to, 0, 1));
        takes.extend(self.receive(var("x"), from, 0));
        sends.push(Stmt::Expr(comm("buffer_detach", [])));
        let mut stmts = vec![self.two(from, sends, to, takes)];
        stmts.extend(self.perhaps_asserted());
        stmts
    }

    /// A receive is posted, the sender is told so, and sends.
    fn told(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let tag = self.rng.below(2);
        let twice = self.rng.chance(30);
        let posted = if twice && self.rng.chance(70) { 2 } else { 1 };
        let (mut posts, mut waits) = (Vec::new(), Vec::new());
        for at in 0..posted {
            let wanted = if self.rng.chance(90) { tag } else { 1 - tag };
            let into = ["y", "z"][at];
            let post = match self.rng.chance(15) {
                false => vec![Stmt::Expr(assign(
                    slot(at as i128),
                    self.post_receive(var(into), from, wanted),
                ))],
                true => {
                    let args = [
                        ("buf", mutable(var(into))),
                        ("from", int(from as i128)),
                        ("tag", int(wanted as i128)),
                    ];
                    waits.push(Stmt::Expr(completion("wait", slot(at as i128))));
                    waits.push(Stmt::Expr(completion("request_free", slot(at as i128))));
                    body([
                        assign(slot(at as i128), comm("recv_init", args)),
                        completion("start", slot(at as i128)),
                    ])
                }
            };
            posts.extend(post);
        }
        waits.extend(self.wait_for_both());
        if twice && posted == 1 {
            waits.extend(self.receive(var("z"), from, tag));
        }
        let mut sends = self.in_mode('r', var("x"), to, tag, 0);
        if twice {
            let second = match self.rng.chance(50) {
                true => self.in_mode('r', var("z"), to, tag, 1),
                false => body([send(var("z"), int(to as i128), int(tag as i128))]),
            };
            match self.rng.chance(50) {
                true => sends.extend(second),
                false => drop(sends.splice(0..0, second)),
            }
        }
        let mut stmts = Vec::new();
        match self.rng.weighted(&[12, 8, 3, 2, 2, 3]) {
            0 => {
                stmts.push(self.two(to, posts, from, Vec::new()));
                stmts.extend(body([comm("barrier", [])]));
                stmts.push(self.two(from, sends, to, waits));
            }
            1 => {
                posts.extend(body([send(var("k"), int(from as i128), int(2))]));
                posts.extend(waits);
                sends.insert(0, Stmt::Expr(recv(var("k"), int(to as i128), int(2))));
                stmts.push(self.two(from, sends, to, posts));
            }
            // Told too early, or not at all.
            2 => {
                posts.insert(0, Stmt::Expr(send(var("k"), int(from as i128), int(2))));
                posts.extend(waits);
                sends.insert(0, Stmt::Expr(recv(var("k"), int(to as i128), int(2))));
                stmts.push(self.two(from, sends, to, posts));
            }
            3 => {
                posts.extend(waits);
                stmts.push(self.two(from, sends, to, posts));
            }
            // The receiver stands in it, or not.
            4 => {
                let mut takes = Vec::new();
                if self.rng.chance(70) {
                    takes.push(Stmt::Expr(recv(
                        var("y"),
                        int(from as i128),
                        int(tag as i128),
                    )));
                }
                stmts.push(self.two(from, sends, to, takes));
            }
            // By a message in the other direction, at once with the receive.
            _ => {
                let both = comm(
                    "sendrecv",
                    [
                        ("sendbuf", shared(var("z"))),
                        ("to", int(from as i128)),
                        ("recvbuf", mutable(var("y"))),
                        ("from", int(from as i128)),
                        ("sendtag", int(1)),
                        ("recvtag", int(tag as i128)),
                    ],
                );
                let told = recv(var("y"), int(to as i128), int(1));
                let sends = body([
                    told,
                    comm(
                        "rsend",
                        [
                            ("buf", shared(var("x"))),
                            ("to", int(to as i128)),
                            ("tag", int(tag as i128)),
                        ],
                    ),
                ]);
                stmts.push(self.two(from, sends, to, body([both])));
            }
        }
        stmts.extend(self.perhaps_asserted());
        stmts
    }

    /// A buffer without messages, or with one to nobody.
    fn attached_alone(&mut self) -> Vec<Stmt> {
        let nobody = [
            ("buf", shared(var("x"))),
            ("to", constant("PROC_NULL")),
            ("tag", int(0)),
        ];
        let detach = || comm("buffer_detach", []);
        let attach = comm("buffer_attach", [("size", int(self.rng.below(3) as i128))]);
        match self.rng.below(6) {
            0 => body([attach, detach()]),
            1 => body([comm("bsend", nobody)]),
            2 => body([comm("rsend", nobody)]),
            3 => body([attach, comm("bsend", nobody), detach()]),
            4 if self.rng.chance(30) => body([detach()]),
            _ => {
                // To oneself.
                let me = || var("rank");
                let out = [("buf", shared(var("x"))), ("to", me()), ("tag", int(0))];
                let mut stmts = body([comm("bsend", out), recv(var("y"), me(), int(0))]);
                stmts.splice(0..0, self.attach(1));
                stmts.push(Stmt::Expr(detach()));
                stmts
            }
        }
    }
}
