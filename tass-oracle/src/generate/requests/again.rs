//! Requests that are begun again and again.

use tass_syntax::tree::{Expr, Stmt};

use super::slot;
use crate::build::*;
use crate::generate::Generator;

impl Generator {
    /// One sends, another receives, twice, by the same requests; each may be any of the forms.
    pub(super) fn again(&mut self) -> Vec<Stmt> {
        let (a, b) = self.pair();
        let tag = self.rng.below(2) as i128;
        let send = if self.rng.chance(30) {
            "ssend_init"
        } else {
            "send_init"
        };
        let make = comm(
            send,
            [
                ("buf", shared(var("x"))),
                ("to", int(b as i128)),
                ("tag", int(tag)),
            ],
        );
        let source = match self.rng.chance(30) {
            true => constant("ANY"),
            false => int(a as i128),
        };
        let take = comm(
            "recv_init",
            [
                ("buf", mutable(var("y"))),
                ("from", source),
                ("tag", int(tag)),
            ],
        );
        let persistent = self.rng.below(4);
        let (sends, receives) = (persistent != 1, persistent != 2);
        let mut first = Vec::new();
        let mut second = Vec::new();
        if sends {
            first.push(assign(slot(0), make));
        }
        if receives {
            second.push(assign(slot(1), take));
        }
        let mut stmts = vec![self.two(a, body_of(first), b, body_of(second))];
        for _ in 0..2 {
            let (mut first, mut second) = (Vec::new(), Vec::new());
            match sends {
                true => first.extend([self.begin(0), completion("wait", slot(0))]),
                false => first.push(send_to(var("x"), b, tag)),
            }
            match receives {
                true => second.extend([self.begin(1), completion("wait", slot(1))]),
                false => second.push(recv_from(var("y"), a, tag)),
            }
            if self.rng.chance(50) {
                first.insert(0, assign(var("x"), add(var("x"), int(1))));
            }
            if self.rng.chance(10) {
                let before_the_last = first.len() - 1;
                first.insert(before_the_last, assign(var("x"), int(2)));
            }
            stmts.push(self.two(a, body_of(first), b, body_of(second)));
            stmts.extend(self.perhaps_asserted());
        }
        let free = |at: i128| body_of(vec![completion("request_free", slot(at))]);
        let first = if sends { free(0) } else { Vec::new() };
        let second = if receives { free(1) } else { Vec::new() };
        if self.rng.chance(92) {
            stmts.push(self.two(a, first, b, second));
        }
        stmts
    }

    fn begin(&mut self, at: i128) -> Expr {
        match self.rng.chance(20) {
            // The other one of the array is null: that cannot be begun.
            true if self.rng.chance(10) => completion("startall", var("rs")),
            _ => completion("start", slot(at)),
        }
    }
}

fn body_of(exprs: Vec<Expr>) -> Vec<Stmt> {
    exprs.into_iter().map(Stmt::Expr).collect()
}

fn send_to(e: Expr, to: usize, tag: i128) -> Expr {
    comm(
        "send",
        [
            ("buf", shared(e)),
            ("to", int(to as i128)),
            ("tag", int(tag)),
        ],
    )
}

fn recv_from(e: Expr, from: usize, tag: i128) -> Expr {
    comm(
        "recv",
        [
            ("buf", mutable(e)),
            ("from", int(from as i128)),
            ("tag", int(tag)),
        ],
    )
}
