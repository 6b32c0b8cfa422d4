//! Sends in buffered and in ready mode, and matched probes: small programs whose outcomes follow
//! from MPI's rules by hand.

#[path = "../short/mod.rs"]
mod short;

mod buffered;
mod probed;
mod ready;

use short::build::*;
use short::*;

/// A send of `x` with tag 0, in some mode.
fn sends(op: &str, to: i128) -> Expr {
    sends_part(op, var("x"), to)
}

fn sends_part(op: &str, out: Expr, to: i128) -> Expr {
    comm(op, [("buf", shared(out)), ("to", int(to)), ("tag", int(0))])
}

fn attach(size: i128) -> Expr {
    comm("buffer_attach", [("size", int(size))])
}

fn detach() -> Expr {
    comm("buffer_detach", [])
}

/// A word, with a tag of its own, and how it is received.
fn word(to: i128) -> Expr {
    send(var("s"), int(to), int(7))
}

fn hears(from: i128) -> Expr {
    recv(var("s"), int(from), int(7))
}

fn truth(value: bool) -> Expr {
    expr(ExprKind::Bool(value))
}
