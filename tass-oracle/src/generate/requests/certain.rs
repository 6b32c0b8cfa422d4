//! Operations that are over for certain when somebody asks: he may still hear no, may be given any
//! of several, and goes on accordingly.

use tass_syntax::tree::{Expr, Stmt};

use super::{length, not, slot};
use crate::build::*;
use crate::generate::Generator;

impl Generator {
    /// A rank posts two receives, and asks when both have their messages.
    pub(super) fn certainly_over(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let (first, second) = self.slots();
        let mut takes = Vec::new();
        for (at, (slot, into)) in [(&first, "x"), (&second, "y")].into_iter().enumerate() {
            let source = match self.rng.chance(35) {
                true => constant("ANY"),
                false => int(from as i128),
            };
            let post = irecv(var(into), source, int(at as i128));
            takes.push(Stmt::Expr(assign(slot.clone(), post)));
        }
        // Both are received when the word comes; what a probe looks for has been sent.
        let ssend = |tag: i128| {
            let args = [
                ("buf", shared(var("z"))),
                ("to", int(to as i128)),
                ("tag", int(tag)),
            ];
            Stmt::Expr(comm("ssend", args))
        };
        let mut sends = vec![ssend(0), ssend(1)];
        if self.rng.chance(30) {
            sends.swap(0, 1);
        }
        let looks = self.rng.chance(25);
        if looks {
            sends.push(Stmt::Expr(send(var("x"), int(to as i128), int(3))));
        }
        sends.push(Stmt::Expr(send(var("k"), int(to as i128), int(2))));
        takes.push(Stmt::Expr(recv(var("k"), int(from as i128), int(2))));
        let (question, yes) = match looks {
            true => {
                let source = match self.rng.chance(50) {
                    true => constant("ANY"),
                    false => int(from as i128),
                };
                let found = comm("iprobe", [("from", source), ("tag", int(3))]);
                (assign(var("b"), found), var("b"))
            }
            false => self.question(&first),
        };
        takes.push(Stmt::Expr(question));
        takes.extend(self.consequence(yes, from, &mut sends, to));
        if looks {
            takes.push(Stmt::Expr(recv(var("z"), int(from as i128), int(3))));
        }
        takes.push(Stmt::Expr(completion("waitall", var("rs"))));
        vec![self.two(from, sends, to, takes)]
    }

    /// A question about both requests, or one, and what depends on the answer.
    fn question(&mut self, one: &Expr) -> (Expr, Expr) {
        let asked = |op: &str| completion(op, var("rs"));
        match self.rng.below(7) {
            0 | 1 => {
                let index = field(asked("waitany"), "0");
                let this = int(self.rng.below(2) as i128);
                (assign(var("k"), index), eq(var("k"), this))
            }
            2 => (assign(var("b"), completion("test", one.clone())), var("b")),
            3 => (assign(var("b"), asked("testall")), var("b")),
            4 => {
                let index = field(asked("testany"), "1");
                let this = match self.rng.below(3) {
                    2 => constant("UNDEFINED"),
                    at => int(at as i128),
                };
                (assign(var("k"), index), eq(var("k"), this))
            }
            which => {
                let op = if which == 5 { "testsome" } else { "waitsome" };
                let many = int(self.rng.below(3) as i128);
                (assign(var("k"), length(asked(op))), eq(var("k"), many))
            }
        }
    }

    /// What a rank does if something is so, or if it is not; the other one may count on it.
    pub(in crate::generate) fn consequence(
        &mut self,
        cond: Expr,
        other: usize,
        others: &mut Vec<Stmt>,
        me: usize,
    ) -> Vec<Stmt> {
        let cond = match self.rng.chance(50) {
            true => cond,
            false => not(cond),
        };
        match self.rng.below(5) {
            0 | 1 => body([assert(cond)]),
            2 => body([if_(cond, vec![self.after_receive()])]),
            // Another message, for which the other one waits, or does not.
            _ => {
                let tells = send(var("x"), int(other as i128), int(6));
                if self.rng.chance(60) {
                    others.push(Stmt::Expr(recv(var("y"), int(me as i128), int(6))));
                }
                body([if_(cond, body([tells]))])
            }
        }
    }

    /// Both places of the array of requests, in an order that may depend on an input.
    pub(super) fn slots(&mut self) -> (Expr, Expr) {
        let input = self.inputs.iter().any(|input| input.name == "h");
        if !input || self.rng.chance(30) {
            return (slot(0), slot(1));
        }
        let h = || var("h");
        let other = binary(tass_syntax::tree::BinOp::Sub, int(1), h());
        (index(var("rs"), h()), index(var("rs"), other))
    }
}
