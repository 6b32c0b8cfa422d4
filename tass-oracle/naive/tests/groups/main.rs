//! Communicators and collective operations that go on by themselves: small programs whose outcomes
//! follow from MPI's rules by hand.

#[path = "../short/mod.rs"]
mod short;

mod counted;
mod grids;
mod immediate;
mod made;
mod order;
mod universes;

use short::build::*;
use short::*;

/// `split(color, key)`
fn split(color: Expr, key: Expr) -> Expr {
    comm("split", [("color", color), ("key", key)])
}

fn dup() -> Expr {
    comm("dup", [])
}

fn free(name: &str) -> Expr {
    comm("free", [("communicator", mutable(var(name)))])
}

/// The rank in a communicator.
fn rank_in(name: &str) -> Expr {
    on(var(name), comm("rank", []))
}

fn size_of(name: &str) -> Expr {
    on(var(name), comm("size", []))
}

fn is(a: Expr, b: i128) -> Expr {
    assert(eq(a, int(b)))
}

/// The parity of the rank in WORLD.
fn parity() -> Expr {
    rem(var("rank"), int(2))
}

fn stmt(e: Expr) -> Stmt {
    Stmt::Expr(e)
}
