//! Phases with communicators.
//!
//! A communicator is made by all, in `ca` or `cb`; in it goes on what also goes on among all; then
//! it is freed. What is in a communicator is written with the ranks in it: a block in which `rank`
//! and `size` are those. So one text does for a copy of all, for all in another order, and for
//! halves that do the same side by side.

mod claims;
mod grid;
mod inside;
mod mistakes;
mod several;

use tass_syntax::tree::{BinOp, Expr, ExprKind, Stmt};

use super::Generator;
use crate::build::*;

pub(super) use claims::communicators_of;

/// A communicator that somebody is in, in each of the groups that it stands for.
struct Made {
    /// The statements that make it.
    stmts: Vec<Stmt>,
    /// How many are in each group.
    size: usize,
    /// Who is in one at all; everybody, without a condition.
    within: Option<Expr>,
}

impl Generator {
    /// Statements with communicators that leave nobody waiting, mostly.
    pub(super) fn communicators(&mut self, depth: u32) -> Vec<Stmt> {
        match self.rng.weighted(&[40, 12, 10, 12, 8, 6, 12, 8]) {
            0 => self.in_one("ca", depth),
            1 => self.nested(),
            2 => self.crossing(),
            3 => self.on_a_grid(),
            4 => self.alone(),
            5 => self.made_again(),
            6 => self.apart(),
            _ => self.left_over(),
        }
    }

    /// Makes a communicator, does something in it, and frees it.
    fn in_one(&mut self, name: &'static str, depth: u32) -> Vec<Stmt> {
        let made = self.made(name, None);
        let mut inner = Vec::new();
        for _ in 0..=self.rng.below(2) {
            inner.extend(self.inside(name, made.size, depth));
            inner.extend(self.perhaps_claimed(name));
        }
        if self.rng.chance(30) {
            let free = free(name);
            inner.push(free);
            let mut stmts = made.stmts;
            stmts.extend(guarded(made.within, inner));
            return self.mistaken(name, stmts);
        }
        let mut stmts = made.stmts;
        stmts.extend(guarded(made.within.clone(), inner));
        if self.rng.chance(20) {
            stmts.extend(self.phase(0));
        }
        stmts.extend(guarded(made.within, vec![free(name)]));
        self.mistaken(name, stmts)
    }

    /// A communicator of some sort, made in another one of as many.
    fn made(&mut self, name: &str, within: Option<(&str, usize)>) -> Made {
        let all = within.map_or(self.nprocs, |(_, size)| size);
        let (rank, size) = (|| var("rank"), || int(all as i128));
        let one = self.rng.below(all) as i128;
        let turned = || binary(BinOp::Sub, size(), var("rank"));
        let halves = all.is_multiple_of(2) && all > 2;
        let (call, size, within_it) = match self.rng.weighted(&[
            30,
            10,
            14,
            if halves { 25 } else { 0 },
            if halves { 15 } else { 0 },
            if all > 2 { 20 } else { 4 },
            6,
            if self.inputs.iter().any(|input| input.name == "n") {
                12
            } else {
                0
            },
        ]) {
            0 => (comm("dup", []), all, None),
            1 => (split(int(0), None), all, None),
            // All, the other way round, or shifted.
            2 => {
                let key = match self.rng.below(3) {
                    0 => negative(rank()),
                    1 => turned(),
                    _ => rem(add(rank(), int(one)), size()),
                };
                (split(int(self.rng.between(0, 2)), Some(key)), all, None)
            }
            3 => {
                let key = self.rng.chance(40).then(turned);
                (split(rem(rank(), int(2)), key), all / 2, None)
            }
            4 => {
                let half = int(all as i128 / 2);
                let color = binary(BinOp::Div, rank(), half);
                (split(color, None), all / 2, None)
            }
            // All but one.
            5 => {
                let is_one = eq(rank(), int(one));
                let others = binary(BinOp::Ne, rank(), int(one));
                let color = choice(is_one, constant("UNDEFINED"), int(0));
                let key = self.rng.chance(30).then(turned);
                (split(color, key), all - 1, Some(others))
            }
            6 => {
                let dims = [int(all as i128)];
                (
                    grid::create(dims.to_vec(), vec![self.rng.chance(50)]),
                    all,
                    None,
                )
            }
            // The same color for all, whatever the input is.
            _ => (split(var("n"), self.rng.chance(50).then(turned)), all, None),
        };
        let call = match within {
            Some((outer, _)) => on(var(outer), call),
            None => call,
        };
        Made {
            stmts: body([assign(var(name), call)]),
            size,
            within: within_it,
        }
    }

    /// One made of another one.
    fn nested(&mut self) -> Vec<Stmt> {
        let outer = self.made("ca", None);
        let inner = self.made("cb", Some(("ca", outer.size)));
        let mut both = inner.stmts;
        let mut stmts = Vec::new();
        stmts.extend(self.inside_as("cb", inner.size));
        stmts.extend(self.perhaps_claimed("cb"));
        if self.rng.chance(30) {
            let outside = self.inside_as("ca", outer.size);
            both.extend(outside);
        }
        both.extend(guarded(inner.within.clone(), stmts));
        let ends = guarded(inner.within, vec![free("cb")]);
        let ranked = ranked("ca", both.into_iter().chain(ends).collect());
        let mut in_order = vec![ranked, free("ca")];
        if self.rng.chance(15) {
            // Whatever is made of it lives on.
            in_order = vec![free("ca")];
        }
        let mut all = outer.stmts;
        all.extend(guarded(outer.within, in_order));
        self.mistaken("cb", all)
    }

    /// Makes and frees one in each round.
    fn made_again(&mut self) -> Vec<Stmt> {
        let made = self.made("ca", None);
        let mut round = made.stmts;
        let mut inner = self.inside("ca", made.size, 0);
        if self.rng.chance(40) {
            inner.extend(self.claims("ca"));
        }
        inner.push(free("ca"));
        round.extend(guarded(made.within, inner));
        vec![Stmt::Expr(for_("i", int(0), int(2), round))]
    }

    /// Everybody alone, or in the communicator of all by its name.
    fn alone(&mut self) -> Vec<Stmt> {
        let own = || constant("SELF");
        match self.rng.below(5) {
            // Among those who are always there, under a name of one's own.
            4 => {
                let which = *self.rng.pick(&["WORLD", "WORLD", "SELF"]);
                let mut stmts = body([assign(var("cb"), constant(which))]);
                stmts.extend(self.claims("cb"));
                stmts.extend(self.phase(0));
                stmts.extend(self.perhaps_claimed("cb"));
                stmts
            }
            0 => {
                let post = on(own(), isend(var("x"), int(0), int(0)));
                let take = on(own(), recv(var("y"), int(0), int(0)));
                body([assign(var("ra"), post), take, completion("wait", var("ra"))])
            }
            1 => {
                let (give, take) = (shared(var("x")), mutable(var("y")));
                let args = [
                    ("sendbuf", give),
                    ("recvbuf", take),
                    ("op", constant("SUM")),
                ];
                body([on(own(), comm("allreduce", args))])
            }
            2 => {
                let mut stmts = self.phase(0);
                self.retarget(&mut stmts, &constant("WORLD"), 60);
                stmts
            }
            _ => body([
                assign(var("s"), on(own(), comm("size", []))),
                assign(var("k"), on(constant("WORLD"), comm("rank", []))),
            ]),
        }
    }
}

/// `mpi!(split(color = .., key = ..))`
fn split(color: Expr, key: Option<Expr>) -> Expr {
    let mut call = comm("split", [("color", color)]);
    if let (ExprKind::Comm(call), Some(key)) = (&mut call.kind, key) {
        call.args.push(("key".into(), key));
    }
    call
}

/// `mpi!(free(&mut c))`
fn free(name: &str) -> Stmt {
    Stmt::Expr(comm("free", [("communicator", mutable(var(name)))]))
}

/// What some do.
fn guarded(within: Option<Expr>, stmts: Vec<Stmt>) -> Vec<Stmt> {
    match within {
        Some(cond) => vec![Stmt::Expr(if_(cond, stmts))],
        None => stmts,
    }
}

/// A block in which `rank` and `size` are those in a communicator.
fn ranked(name: &str, stmts: Vec<Stmt>) -> Stmt {
    let mut all = vec![
        let_("rank", USIZE, on(var(name), comm("rank", []))),
        let_("size", USIZE, on(var(name), comm("size", []))),
    ];
    all.extend(stmts);
    Stmt::Expr(expr(ExprKind::Block(None, block(all))))
}

/// `-(e as i64)`
fn negative(e: Expr) -> Expr {
    let cast = expr(ExprKind::Cast(Box::new(e), I64));
    binary(BinOp::Sub, int(0), cast)
}

/// `if cond { a } else { b }` as a value
fn choice(cond: Expr, a: Expr, b: Expr) -> Expr {
    let mut e = if_else(cond, vec![], vec![]);
    if let ExprKind::If {
        then, otherwise, ..
    } = &mut e.kind
    {
        then.tail = Some(Box::new(a));
        if let Some(ExprKind::Block(_, block)) = otherwise.as_mut().map(|e| &mut e.kind) {
            block.tail = Some(Box::new(b));
        }
    }
    e
}
