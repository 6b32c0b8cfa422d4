//! Two communicators at once: orders that cross, and messages that could go astray.

use tass_syntax::tree::Stmt;

use super::free;
use crate::build::*;
use crate::generate::Generator;
use crate::generate::requests::slot;

impl Generator {
    /// Collective operations in two communicators, in one order or in several.
    pub(super) fn crossing(&mut self) -> Vec<Stmt> {
        let both = self.rng.chance(50);
        let mut stmts = body([assign(var("ca"), comm("dup", []))]);
        let other = match both {
            true => {
                stmts.extend(self.made("cb", None).stmts);
                var("cb")
            }
            false => constant("WORLD"),
        };
        let calls = |g: &mut Generator| {
            let root = int(0);
            let call = match g.rng.below(4) {
                0 => comm("bcast", [("buf", mutable(var("x"))), ("root", root)]),
                1 => {
                    let (give, take) = (shared(var("x")), mutable(var("y")));
                    let args = [
                        ("sendbuf", give),
                        ("recvbuf", take),
                        ("op", constant("SUM")),
                        ("root", root),
                    ];
                    comm("reduce", args)
                }
                _ => comm("barrier", []),
            };
            Stmt::Expr(call)
        };
        let mut pair = vec![calls(self), calls(self)];
        for (at, name) in [var("ca"), other].iter().enumerate() {
            let mut one = vec![pair[at].clone()];
            self.retarget(&mut one, name, 100);
            pair[at] = one.remove(0);
        }
        let mut turned = pair.clone();
        if self.rng.chance(60) {
            turned.reverse();
        }
        let one = self.rng.below(self.nprocs) as i128;
        stmts.push(Stmt::Expr(if_else(eq(var("rank"), int(one)), pair, turned)));
        stmts.push(free("ca"));
        if both {
            stmts.push(free("cb"));
        }
        stmts
    }

    /// Messages of one pair in two communicators, taken in any order.
    pub(super) fn apart(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let mut stmts = body([assign(var("ca"), comm("dup", []))]);
        let mut sends = Vec::new();
        let mut takes = Vec::new();
        let mut places = [Some(var("ca")), None];
        let both = self.rng.chance(30);
        if both {
            let of = [var("ca"), constant("WORLD")];
            let dup = on(self.rng.pick(&of).clone(), comm("dup", []));
            stmts.extend(body([assign(var("cb"), dup)]));
            places[1] = Some(var("cb"));
        } else if self.rng.chance(25) {
            places[1] = Some(var("ca"));
        }
        for (at, place) in places.iter().enumerate() {
            let tag = self.rng.below(2);
            let out = match self.rng.chance(50) {
                true => {
                    let request = ["ra", "rb"][at];
                    assign(var(request), self.post_send(var(["x", "z"][at]), to, tag))
                }
                false => send(var(["x", "z"][at]), int(to as i128), int(tag as i128)),
            };
            let into = match self.rng.chance(50) {
                true => {
                    let request = ["ra", "rb"][at];
                    let post = self.post_receive(var(["x", "y"][at]), from, tag);
                    vec![Stmt::Expr(assign(var(request), post))]
                }
                false => self.receive(var(["x", "y"][at]), from, tag),
            };
            let (mut out, mut into) = (vec![Stmt::Expr(out)], into);
            if let Some(place) = place {
                self.retarget(&mut out, place, 95);
                self.retarget(&mut into, place, 95);
            }
            sends.extend(out);
            takes.push(into);
        }
        if self.rng.chance(40) {
            takes.reverse();
        }
        let mut takes: Vec<Stmt> = takes.into_iter().flatten().collect();
        // One that was not posted is complete.
        let waits = || body(["ra", "rb"].map(|name| completion("wait", var(name))));
        let early = self.rng.chance(20);
        if early {
            stmts.push(self.two(from, sends, to, takes));
            stmts.extend(self.perhaps_claimed("ca"));
            stmts.extend(both.then(|| free("cb")));
            stmts.push(free("ca"));
            stmts.push(self.two(from, waits(), to, waits()));
        } else {
            sends.extend(waits());
            takes.extend(waits());
            stmts.push(self.two(from, sends, to, takes));
            stmts.extend(self.perhaps_asserted());
            if self.rng.chance(35) {
                let names = ["ca", if both { "cb" } else { "WORLD" }];
                stmts.push(self.numbered(from, to, &names, 1));
            }
            stmts.extend(both.then(|| free("cb")));
            stmts.push(free("ca"));
        }
        self.mistaken("ca", stmts)
    }

    /// Messages that are under way in a communicator when it is freed, and others of the same pair
    /// in the next one.
    pub(super) fn left_over(&mut self) -> Vec<Stmt> {
        let (from, to) = self.pair();
        let tag = self.rng.below(2);
        let dup = || body([assign(var("ca"), comm("dup", []))]);
        let first = match self.rng.chance(70) {
            true => vec![Stmt::Expr(assign(
                slot(0),
                self.post_send(var("x"), to, tag),
            ))],
            false => body([send(var("x"), int(to as i128), int(tag as i128))]),
        };
        let posts = match self.rng.chance(70) {
            true => vec![Stmt::Expr(assign(
                slot(0),
                self.post_receive(var("y"), from, tag),
            ))],
            false => Vec::new(),
        };
        let again = body([send(var("z"), int(to as i128), int(tag as i128))]);
        let takes = match self.rng.chance(80) {
            true => body([recv(var("x"), constant("ANY"), constant("ANY"))]),
            false => Vec::new(),
        };
        let mut stmts = dup();
        for (sends, receives) in [(first, posts), (again, takes)] {
            let mut both = vec![self.two(from, sends, to, receives)];
            self.retarget(&mut both, &var("ca"), 97);
            stmts.extend(both);
            if self.rng.chance(20) {
                stmts.push(self.numbered(from, to, &["ca"], 1));
            }
            stmts.push(free("ca"));
            stmts.extend(dup());
        }
        stmts.pop();
        let wait = || body([completion("wait", slot(0))]);
        stmts.push(self.two(from, wait(), to, wait()));
        stmts.extend(self.perhaps_asserted());
        stmts
    }
}
