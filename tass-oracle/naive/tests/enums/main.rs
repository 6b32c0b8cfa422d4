//! Enums and what tells their variants apart: small programs whose outcomes follow from what rustc
//! makes of them.

#[path = "../short/mod.rs"]
mod short;

mod conditions;
mod exchanged;
mod methods;
mod patterns;
mod values;

use short::build::*;
use short::cases::*;
use short::*;
use tass_syntax::tree::{IntTy, Pattern};

/// `enum Job { Idle, Work(i64), Move { by: i64, far: bool } }`
fn job() -> Type {
    let work = [("0", I64)];
    let moves = [("by", I64), ("far", Type::Bool)];
    enumeration("Job", &[("Idle", &[]), ("Work", &work), ("Move", &moves)])
}

/// `enum Vote { Yes, No, Later }`
fn vote() -> Type {
    enumeration("Vote", &[("Yes", &[]), ("No", &[]), ("Later", &[])])
}

fn idle() -> Expr {
    variant(&job(), "Idle", [])
}

fn work(e: Expr) -> Expr {
    variant(&job(), "Work", [("0", e)])
}

/// `Job::Move { by, far }`
fn moves(by: Expr, far: bool) -> Expr {
    variant(&job(), "Move", [("by", by), ("far", truth(far))])
}

fn truth(value: bool) -> Expr {
    expr(ExprKind::Bool(value))
}

fn minus(value: i128) -> Expr {
    expr(ExprKind::Unary(UnOp::Neg, Box::new(int(value))))
}

fn behind(name: &str) -> Expr {
    expr(ExprKind::Unary(UnOp::Deref, Box::new(var(name))))
}

fn plus(target: Expr, by: i128) -> Expr {
    let (target, by) = (Box::new(target), Box::new(int(by)));
    expr(ExprKind::AssignOp(BinOp::Add, target, by))
}

fn panics() -> Expr {
    expr(ExprKind::Panic(None))
}

fn option() -> Type {
    Type::option(I64)
}

/// `if cond { then } else { panic!() }`
fn must(cond: Expr, then: Vec<Stmt>) -> Stmt {
    Stmt::Expr(if_else(cond, then, body([panics()])))
}

fn holds(cond: Expr) -> Stmt {
    stmt(assert(cond))
}

/// One process, and all is well.
fn fine(id: &str, stmts: Vec<Stmt>) {
    check(id, &model(stmts), 1, ["ok"]);
}

fn stmt(e: Expr) -> Stmt {
    Stmt::Expr(e)
}
