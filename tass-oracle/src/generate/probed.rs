//! Messages that are found and made one's own before they are received.
//!
//! `mt` holds what `mprobe` gives, `mg` the message of `improbe`. What is between the probe and the
//! receive is what could go wrong: other receives of the same messages, posted before or after.

use tass_syntax::tree::{Expr, Stmt};

use super::Generator;
use super::requests::{not, while_};
use crate::build::*;

impl Generator {
    /// Statements with matched probes that leave nobody waiting, mostly.
    pub(super) fn probed(&mut self) -> Vec<Stmt> {
        match self.rng.weighted(&[20, 16, 12, 8]) {
            0 => self.found(),
            1 => self.two_found(),
            2 => self.asked_and_found(),
            _ => self.found_behind(),
        }
    }

    fn wanted(&mut self, from: usize, tag: usize) -> (Expr, Expr) {
        let source = match self.rng.chance(35) {
            true => constant("ANY"),
            false => int(from as i128),
        };
        let tag = match self.rng.chance(25) {
            true => constant("ANY"),
            false => int(tag as i128),
        };
        (source, tag)
    }

    /// `mt = mpi!(mprobe(..))`
    fn find(&mut self, from: usize, tag: usize) -> Stmt {
        let (source, tag) = self.wanted(from, tag);
        let probe = comm("mprobe", [("from", source), ("tag", tag)]);
        Stmt::Expr(assign(var("mt"), probe))
    }

    /// Receives the message at a place.
    fn fetch(&mut self, message: Expr) -> Vec<Stmt> {
        let into = match self.rng.weighted(&[14, 1, 1]) {
            0 => var(*self.rng.pick(&["x", "y", "z"])),
            1 => var("a"),
            _ => var("k"),
        };
        let args = [("buf", mutable(into)), ("message", mutable(message))];
        match self.rng.weighted(&[8, 4, 3, 4]) {
            0 => body([comm("mrecv", args)]),
            1 => body([assign(var("s"), field(comm("mrecv", args), "source"))]),
            2 => body([assign(var("k"), field(comm("mrecv", args), "count"))]),
            _ => {
                let mut stmts = body([assign(var("ra"), comm("imrecv", args))]);
                if self.rng.chance(25) {
                    stmts.push(self.local());
                }
                stmts.push(self.wait_for(var("ra")));
                stmts
            }
        }
    }

    /// A message for somebody, in some form.
    fn sent(&mut self, out: &str, to: usize, tag: usize) -> Vec<Stmt> {
        let (to, tag) = (int(to as i128), int(tag as i128));
        let args = |out: Expr| [("buf", shared(out)), ("to", to), ("tag", tag)];
        match self.rng.weighted(&[10, 4, 2, 1]) {
            0 => body([comm("send", args(var(out)))]),
            1 => body([comm("ssend", args(var(out)))]),
            2 => body([
                assign(var("rb"), comm("isend", args(var(out)))),
                completion("wait", var("rb")),
            ]),
            _ => body([comm("send", args(var("a")))]),
        }
    }

    /// One message, or two of which one is found.
    fn found(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let tag = self.rng.below(2);
        let mut sends = self.sent("x", to, tag);
        let mut takes = vec![self.find(from, tag)];
        let mt = |part: &str| field(var("mt"), part);
        if self.rng.chance(25) {
            takes.push(Stmt::Expr(assign(var("s"), field(mt("1"), "source"))));
        }
        let mut fetch = self.fetch(mt("0"));
        match self.rng.below(6) {
            // Another message, received before the one that is found, or after it.
            0 | 1 => {
                let second = self.rng.below(2);
                sends.extend(self.sent("z", to, second));
                let other = self.receive(var("z"), from, second);
                match self.rng.chance(60) {
                    true => takes.extend(other),
                    false => fetch.extend(other),
                }
            }
            // A receive that would like to have it.
            2 => {
                sends.extend(self.sent("z", to, tag));
                let post = irecv(var("y"), constant("ANY"), int(tag as i128));
                let at = if self.rng.chance(60) { 1 } else { 0 };
                takes.insert(at.min(takes.len()), Stmt::Expr(assign(var("rb"), post)));
                fetch.push(Stmt::Expr(completion("wait", var("rb"))));
            }
            // The sender hears of it.
            3 => {
                let reply = send(var("x"), int(from as i128), int(0));
                sends.extend(self.receive(var("y"), to, 0));
                match self.rng.chance(50) {
                    true => takes.push(Stmt::Expr(reply)),
                    false => fetch.push(Stmt::Expr(reply)),
                }
            }
            _ => {}
        }
        match self.rng.weighted(&[24, 1, 1]) {
            0 => takes.extend(fetch),
            1 => {}
            _ => {
                takes.extend(fetch.clone());
                takes.extend(fetch);
            }
        }
        takes.extend(self.perhaps_asserted());
        vec![self.two(from, sends, to, takes)]
    }

    /// Two messages are found, and received in one order or the other.
    fn two_found(&mut self) -> Vec<Stmt> {
        let (to, first) = self.pair();
        let second = match self.nprocs > 2 && self.rng.chance(60) {
            true => (0..self.nprocs)
                .find(|rank| *rank != to && *rank != first)
                .expect("three of them"),
            false => first,
        };
        let wild = self.rng.chance(50);
        let who = |rank: usize| match wild {
            true => constant("ANY"),
            false => int(rank as i128),
        };
        let probe = comm("mprobe", [("from", who(first)), ("tag", int(0))]);
        let asked = comm(
            "improbe",
            [
                ("message", mutable(var("mg"))),
                ("from", who(second)),
                ("tag", int(0)),
                ("status", mutable(var("st"))),
            ],
        );
        let mut takes = body([assign(var("mt"), probe), while_(not(asked), Vec::new())]);
        let a = self.fetch(field(var("mt"), "0"));
        let b = self.fetch(var("mg"));
        match self.rng.chance(50) {
            true => takes.extend(a.into_iter().chain(b)),
            false => takes.extend(b.into_iter().chain(a)),
        }
        takes.extend(self.perhaps_asserted());
        let mut stmts = Vec::new();
        for rank in (0..self.nprocs).filter(|rank| *rank != to) {
            let mut sends = Vec::new();
            for (at, _) in [first, second]
                .iter()
                .enumerate()
                .filter(|(_, r)| **r == rank)
            {
                sends.extend(self.sent(["x", "z"][at], to, 0));
            }
            if !sends.is_empty() {
                let here = eq(var("rank"), int(rank as i128));
                stmts.push(Stmt::Expr(if_(here, sends)));
            }
        }
        stmts.push(Stmt::Expr(if_(eq(var("rank"), int(to as i128)), takes)));
        stmts
    }

    /// Is there a message? If so it is received as one's own, otherwise as any other.
    fn asked_and_found(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let (source, tag) = self.wanted(from, 0);
        let mut asked = comm(
            "improbe",
            [
                ("message", mutable(var("mg"))),
                ("from", source),
                ("tag", tag),
                ("status", mutable(var("st"))),
            ],
        );
        if let (tass_syntax::tree::ExprKind::Comm(call), true) =
            (&mut asked.kind, self.rng.chance(30))
        {
            call.args.retain(|(name, _)| name != "status");
        }
        let fetch = self.fetch(var("mg"));
        let mut takes = match self.rng.below(3) {
            0 => {
                let mut stmts = body([while_(not(asked), Vec::new())]);
                stmts.extend(fetch);
                stmts
            }
            1 => body([if_else(asked, fetch, self.receive(var("y"), from, 0))]),
            // Whatever the answer was.
            _ => {
                let mut stmts = body([assign(var("b"), asked)]);
                match self.rng.chance(20) {
                    true => stmts.extend(fetch),
                    false => stmts.push(Stmt::Expr(if_else(
                        var("b"),
                        fetch,
                        self.receive(var("y"), from, 0),
                    ))),
                }
                stmts
            }
        };
        takes.extend(self.perhaps_asserted());
        if self.rng.chance(20) {
            takes.push(Stmt::Expr(assert(var("b"))));
        }
        let sends = self.sent("x", to, 0);
        vec![self.two(from, sends, to, takes)]
    }

    /// Behind a receive that is pending: what it claims cannot be found.
    fn found_behind(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let mut sends = self.sent("x", to, 0);
        let tag = self.rng.below(2);
        sends.extend(self.sent("z", to, tag));
        let post = self.post_receive(var("y"), from, 0);
        let mut takes = body([assign(var("rb"), post)]);
        takes.push(self.find(from, tag));
        let mut ends = self.fetch(field(var("mt"), "0"));
        let wait = Stmt::Expr(completion("wait", var("rb")));
        match self.rng.chance(50) {
            true => ends.push(wait),
            false => ends.insert(0, wait),
        }
        takes.extend(ends);
        takes.extend(self.perhaps_asserted());
        vec![self.two(from, sends, to, takes)]
    }
}
