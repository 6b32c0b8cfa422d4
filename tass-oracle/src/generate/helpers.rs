//! Functions that every model can call: one changes what it is given, one communicates, one is a
//! predicate.

use std::sync::Arc;

use tass_syntax::tree::{
    BinOp, Block, Callee, Expr, ExprKind, Function, OwnOperator, Span, Stmt, Type, UnOp,
};

use super::Generator;
use super::together::every;
use crate::build::*;
use crate::print::print_helper;

/// The helpers, in the order in which calls name them.
pub(crate) fn callees() -> Vec<Callee> {
    let callee = |name: &str, build: fn() -> Function| Callee {
        name: name.into(),
        build: Arc::new(build),
    };
    let mut all = vec![
        callee("bump", bump),
        callee("pass", pass),
        callee("within", within),
        callee("second", second),
        callee("minus", minus),
        callee("least", least),
        callee("met", met_by_all),
    ];
    all.extend(super::variants::callees());
    all
}

/// The first of the functions that can be operators, and how many there are.
const OPERATORS: (usize, usize) = (3, 3);

/// A function that makes one value of two.
fn operator(name: &str, value: Expr) -> Function {
    let params = vec![("a".into(), I64), ("b".into(), I64)];
    let mut function = function(name, params, Vec::new());
    function.ret = I64;
    function.body.tail = Some(Box::new(value));
    print_helper(&mut function);
    function
}

/// `fn second(a: i64, b: i64) -> i64 { b }`: associative, and not commutative.
fn second() -> Function {
    operator("second", var("b"))
}

/// `fn minus(a: i64, b: i64) -> i64 { a - b }`: neither.
fn minus() -> Function {
    let difference = ExprKind::Binary(BinOp::Sub, Box::new(var("a")), Box::new(var("b")));
    operator("minus", expr(difference))
}

/// `fn least(a: i64, b: i64) -> i64 { if a < b { a } else { b } }`: both.
fn least() -> Function {
    let either = |name: &str| Block {
        stmts: Vec::new(),
        tail: Some(Box::new(var(name))),
        span: Span::default(),
    };
    let otherwise = expr(ExprKind::Block(None, either("b")));
    let value = expr(ExprKind::If {
        cond: Box::new(lt(var("a"), var("b"))),
        then: either("a"),
        otherwise: Some(Box::new(otherwise)),
    });
    operator("least", value)
}

fn behind(name: &str) -> Expr {
    expr(ExprKind::Unary(UnOp::Deref, Box::new(var(name))))
}

fn reference() -> Type {
    Type::Ref {
        mutable: true,
        target: Box::new(I64),
    }
}

/// `fn bump(p: &mut i64, by: i64) -> i64 { *p += by; if *p < 0 { return 0; } *p + 1 }`
fn bump() -> Function {
    let add_to = expr(ExprKind::AssignOp(
        BinOp::Add,
        Box::new(behind("p")),
        Box::new(var("by")),
    ));
    let zero = expr(ExprKind::Return(Some(Box::new(int(0)))));
    let early = if_(lt(behind("p"), int(0)), body([zero]));
    let mut function = function(
        "bump",
        vec![("p".into(), reference()), ("by".into(), I64)],
        body([add_to, early]),
    );
    function.ret = I64;
    function.body.tail = Some(Box::new(add(behind("p"), int(1))));
    print_helper(&mut function);
    function
}

/// `fn pass(p: &mut i64, from: usize, to: usize)`: what `p` is on one rank, it becomes on another.
fn pass() -> Function {
    let rank = let_("rank", USIZE, comm("rank", []));
    let out = body([send(behind("p"), var("to"), int(0))]);
    let into = body([comm(
        "recv",
        [("buf", var("p")), ("from", var("from")), ("tag", int(0))],
    )]);
    let both = if_else(
        eq(var("rank"), var("from")),
        out,
        body([if_(eq(var("rank"), var("to")), into)]),
    );
    let params = vec![
        ("p".into(), reference()),
        ("from".into(), USIZE),
        ("to".into(), USIZE),
    ];
    let mut function = function("pass", params, vec![rank, Stmt::Expr(both)]);
    print_helper(&mut function);
    function
}

/// `fn within(x: i64, end: i64) -> bool { let below = x < end; if x < 0 { false } else { below } }`
fn within() -> Function {
    let params = vec![("x".into(), I64), ("end".into(), I64)];
    let below = let_("below", Type::Bool, lt(var("x"), var("end")));
    let mut function = function("within", params, vec![below]);
    let no = expr(ExprKind::Bool(false));
    let either = |tail: Expr| Block {
        stmts: Vec::new(),
        tail: Some(Box::new(tail)),
        span: Span::default(),
    };
    let otherwise = expr(ExprKind::Block(None, either(var("below"))));
    function.ret = Type::Bool;
    function.body.tail = Some(Box::new(expr(ExprKind::If {
        cond: Box::new(lt(var("x"), int(0))),
        then: either(no),
        otherwise: Some(Box::new(otherwise)),
    })));
    print_helper(&mut function);
    function
}

/// `fn met(c: &Comm, x: i64) { collective_assert!(c::A: proc.iter().all(|p| p.x <= x)); }`
fn met_by_all() -> Function {
    let reference = Type::Ref {
        mutable: false,
        target: Box::new(COMM),
    };
    let most = binary(BinOp::Le, field(var("p"), "x"), var("x"));
    let claim = expr(ExprKind::CollectiveAssert {
        universe: Some("c".into()),
        name: "A".into(),
        cond: Box::new(every(true, None, most)),
    });
    let params = vec![("c".into(), reference), ("x".into(), I64)];
    let mut function = function("met", params, body([claim]));
    print_helper(&mut function);
    function
}

/// `met(&c, x)`
pub(super) fn met(communicator: Expr, x: Expr) -> Expr {
    expr(ExprKind::Call(6, vec![shared(communicator), x]))
}

impl Generator {
    /// One of the functions as an operator, whatever is true of it.
    pub(super) fn own_operator(&mut self) -> Expr {
        let (first, count) = OPERATORS;
        expr(ExprKind::Operator(OwnOperator {
            function: first + self.rng.below(count),
            commutative: self.rng.chance(40),
        }))
    }

    /// A call that changes a variable.
    pub(super) fn bump(&mut self) -> Stmt {
        let (target, result) = *self.rng.pick(&[("x", "y"), ("y", "z"), ("z", "x")]);
        let by = self.int(1);
        let call = expr(ExprKind::Call(0, vec![mutable(var(target)), by]));
        Stmt::Expr(assign(var(result), call))
    }

    /// A call that sends on one rank and receives on another.
    pub(super) fn pass(&mut self) -> Stmt {
        let (from, to) = self.pair();
        let target = match self.rng.chance(80) {
            true => var(*self.rng.pick(&["x", "y"])),
            false => index(var("a"), self.index(3)),
        };
        let call = ExprKind::Call(1, vec![mutable(target), int(from as i128), int(to as i128)]);
        Stmt::Expr(expr(call))
    }
}
