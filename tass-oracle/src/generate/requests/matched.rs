//! Exchanges whose point is which message goes where.

use tass_syntax::tree::{BinOp, Expr, ExprKind, Stmt};

use super::slot;
use crate::build::*;
use crate::generate::Generator;

impl Generator {
    /// Two ranks, or all in a ring, send and receive at once.
    pub(super) fn swap_posted(&mut self) -> Vec<Stmt> {
        let (a, b) = self.pair();
        let posts = |g: &mut Generator, other: usize| {
            let (out, into) = (
                g.post_send(var("x"), other, 0),
                g.post_receive(var("y"), other, 0),
            );
            let mut posts = body([assign(slot(0), out), assign(slot(1), into)]);
            if g.rng.chance(50) {
                posts.swap(0, 1);
            }
            posts
        };
        if self.nprocs == 2 || self.rng.chance(70) {
            let both = [posts(self, b), posts(self, a)];
            let ends = [self.wait_for_both(), self.wait_for_both()];
            let mut stmts = self.around(a, b, both, ends);
            stmts.extend(self.perhaps_asserted());
            return stmts;
        }
        let next = rem(add(var("rank"), int(1)), var("size"));
        let before = binary(BinOp::Sub, add(var("rank"), var("size")), int(1));
        let mut stmts = body([
            assign(slot(0), isend(var("x"), next, int(0))),
            assign(slot(1), irecv(var("y"), rem(before, var("size")), int(0))),
        ]);
        if self.rng.chance(50) {
            stmts.swap(0, 1);
        }
        stmts.extend(self.meanwhile());
        stmts.extend(self.wait_for_both());
        stmts
    }

    /// Two messages of one pair, and two receives for them: in the same order or not, with tags or
    /// without, posted or not.
    pub(super) fn two_tags(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let tags = [self.rng.below(2), self.rng.below(2)];
        let mut sends = Vec::new();
        for (i, tag) in tags.into_iter().enumerate() {
            let out = var(["x", "z"][i]);
            sends.push(Stmt::Expr(match self.rng.chance(60) {
                true => assign(slot(i as i128), self.post_send(out, to, tag)),
                false => send(out, int(to as i128), int(tag as i128)),
            }));
        }
        let mut takes = Vec::new();
        let swapped = self.rng.chance(35);
        for i in 0..2 {
            let tag = if swapped { tags[1 - i] } else { tags[i] };
            let into = var(["x", "y"][i]);
            takes.push(match i == 0 || self.rng.chance(70) {
                true => Stmt::Expr(assign(slot(i as i128), self.post_receive(into, from, tag))),
                false => self.receive(into, from, tag).remove(0),
            });
        }
        let ends = [self.wait_for_both(), self.wait_for_both()];
        let mut stmts = self.around(from, to, [sends, takes], ends);
        stmts.extend(self.perhaps_asserted());
        stmts
    }

    /// A receive from anybody that is pending while its process does something else.
    pub(super) fn straddling(&mut self) -> Vec<Stmt> {
        let (to, first) = self.pair();
        let second = match self.nprocs {
            2 => first,
            _ => (0..self.nprocs)
                .find(|rank| *rank != to && *rank != first)
                .expect("three of them"),
        };
        let tag = if self.rng.chance(30) {
            constant("ANY")
        } else {
            int(0)
        };
        let mut takes = body([assign(var("ra"), irecv(var("y"), constant("ANY"), tag))]);
        let barrier = self.rng.chance(25);
        if barrier {
            takes.extend(body([comm("barrier", [])]));
        }
        let next = self.rng.below(2);
        let source = int([first, second][next] as i128);
        takes.extend(match self.rng.below(3) {
            0 => body([recv(var("x"), source, int(0))]),
            1 => body([
                assign(var("rb"), irecv(var("x"), source, int(0))),
                completion("wait", var("rb")),
            ]),
            _ => body([recv(var("x"), constant("ANY"), int(0))]),
        });
        takes.push(self.wait_for(var("ra")));
        takes.extend(self.perhaps_asserted());
        // Who sends before the barrier, and who after it?
        let mut others: Vec<(usize, Vec<Stmt>)> = Vec::new();
        for rank in (0..self.nprocs).filter(|rank| *rank != to) {
            let times = [first, second].iter().filter(|who| **who == rank).count();
            let mut stmts = Vec::new();
            for _ in 0..times {
                if self.rng.chance(40) {
                    let post = self.post_send(var("x"), to, 0);
                    stmts.extend(body([
                        assign(var("ra"), post),
                        completion("wait", var("ra")),
                    ]));
                } else {
                    stmts.extend(body([send(var("x"), int(to as i128), int(0))]));
                }
            }
            if barrier {
                let at = if self.rng.chance(50) { 0 } else { stmts.len() };
                stmts.insert(at, Stmt::Expr(comm("barrier", [])));
            }
            others.push((rank, stmts));
        }
        others.push((to, takes));
        others
            .into_iter()
            .filter(|(_, stmts)| !stmts.is_empty())
            .map(|(rank, stmts)| Stmt::Expr(if_(eq(var("rank"), int(rank as i128)), stmts)))
            .collect()
    }

    /// Parts of one array, that overlap now and then.
    pub(super) fn parts(&mut self) -> Vec<Stmt> {
        let (a, b) = self.pair();
        let posts = |g: &mut Generator, other: usize| {
            let (end, start) = match g.rng.weighted(&[6, 2, 2, 1]) {
                0 => (1, 1),
                1 => (2, 1),
                2 => (1, 2),
                _ => (g.rng.below(4), g.rng.below(3)),
            };
            let out = g.post_send(piece(0, end), other, 0);
            let into = g.post_receive(piece(start, 3), other, 0);
            let mut posts = body([assign(slot(0), out), assign(slot(1), into)]);
            if g.rng.chance(50) {
                posts.swap(0, 1);
            }
            if g.rng.chance(40) {
                let at = int(g.rng.below(3) as i128);
                posts.push(Stmt::Expr(match g.rng.chance(50) {
                    true => assign(var("x"), index(var("a"), at)),
                    false => assign(index(var("a"), at), var("x")),
                }));
            }
            posts
        };
        let both = [posts(self, b), posts(self, a)];
        let ends = [self.wait_for_both(), self.wait_for_both()];
        self.around(a, b, both, ends)
    }

    /// Everybody posts a send that is not buffered, and waits for it too early, or not.
    pub(super) fn cycle(&mut self) -> Vec<Stmt> {
        let (a, b) = self.pair();
        let op = *self.rng.pick(&["issend", "issend", "isend"]);
        let early = self.rng.chance(25);
        let both = [b, a].map(|other| {
            let to = int(other as i128);
            let post = comm(op, [("buf", shared(var("x"))), ("to", to.clone())]);
            let mut stmts = body([
                assign(var("ra"), post),
                recv(var("y"), to, int(0)),
                completion("wait", var("ra")),
            ]);
            if early {
                stmts.swap(1, 2);
            }
            stmts
        });
        let [first, second] = both;
        vec![self.two(a, first, b, second)]
    }

    /// A rank sends to itself.
    pub(super) fn self_message(&mut self) -> Vec<Stmt> {
        let me = self.rng.below(self.nprocs);
        let out = assign(var("ra"), self.post_send(var("x"), me, 0));
        let mut stmts = match self.rng.chance(50) {
            true => {
                let into = assign(var("rb"), self.post_receive(var("y"), me, 0));
                let mut stmts = body([out, into]);
                if self.rng.chance(50) {
                    stmts.swap(0, 1);
                }
                stmts.push(self.wait_for(var("rb")));
                stmts
            }
            false => body([out, recv(var("y"), int(me as i128), int(0))]),
        };
        stmts.push(self.wait_for(var("ra")));
        body([if_(eq(var("rank"), int(me as i128)), stmts)])
    }

    /// Messages from nobody and to nobody.
    pub(super) fn with_nobody(&mut self) -> Vec<Stmt> {
        let nobody = || constant("PROC_NULL");
        let post = match self.rng.chance(50) {
            true => isend(var("x"), nobody(), int(0)),
            false => irecv(var("y"), nobody(), int(1)),
        };
        let mut stmts = body([assign(var("ra"), post)]);
        stmts.extend(self.meanwhile());
        stmts.push(self.wait_for(var("ra")));
        stmts
    }

    /// A send whose request is freed; its buffer is used again, mostly after a reply.
    pub(super) fn let_go(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let (reply, touch) = (self.rng.chance(40), self.rng.chance(50));
        let post = self.post_send(var("z"), to, 0);
        let mut sends = body([
            assign(var("ra"), post),
            completion("request_free", var("ra")),
        ]);
        let mut takes = self.receive(var("y"), from, 0);
        if reply {
            sends.push(Stmt::Expr(recv(var("y"), int(to as i128), int(1))));
            takes.push(Stmt::Expr(send(var("x"), int(from as i128), int(1))));
        }
        if touch {
            sends.push(Stmt::Expr(assign(var("z"), int(1))));
        }
        vec![self.two(from, sends, to, takes)]
    }
}

/// `a[lo..hi]`
fn piece(lo: usize, hi: usize) -> Expr {
    let bound = |at: usize| Some(Box::new(int(at as i128)));
    expr(ExprKind::Slice {
        base: Box::new(var("a")),
        lo: bound(lo),
        hi: bound(hi),
        inclusive: false,
    })
}
