//! Short names for small programs, and the check of their outcomes.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "not every program of tests uses all of it"
)]

#[path = "../../../src/build.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the oracle's own, of which not all is used here"
)]
pub mod build;

#[path = "../../../src/cases.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the oracle's own, of which not all is used here"
)]
pub mod cases;

use std::collections::BTreeSet;

use build::*;
pub use tass_naive::semantics::{Buffering, Value, explore};
pub use tass_syntax::tree::{
    BinOp, Expr, ExprKind, Function, Loop, LoopKind, Span, Stmt, Type, UnOp,
};

pub const MODES: [Buffering; 3] = [
    Buffering::Synchronous,
    Buffering::Buffered,
    Buffering::Mixed,
];

pub fn outcomes(
    function: &Function,
    size: usize,
    inputs: &[Vec<Value>],
    mode: Buffering,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for inputs in inputs {
        let outcomes =
            explore(function, size, inputs.clone(), mode, 100_000).expect("the oracle knows");
        found.extend(outcomes.ok.then(|| "ok".to_owned()));
        found.extend(outcomes.kinds.iter().map(|kind| kind.name().to_owned()));
    }
    found
}

/// The outcomes in the three modes; one text stands for all.
pub fn check<const N: usize>(id: &str, function: &Function, size: usize, expected: [&str; N]) {
    check_with(id, function, size, &[vec![]], expected);
}

pub fn check_with<const N: usize>(
    id: &str,
    function: &Function,
    size: usize,
    inputs: &[Vec<Value>],
    expected: [&str; N],
) {
    for (i, mode) in MODES.into_iter().enumerate() {
        let expected = expected[i % N].split(',').map(str::to_owned);
        let expected: BTreeSet<String> = expected.collect();
        let found = outcomes(function, size, inputs, mode);
        assert_eq!(found, expected, "{id} {mode:?}");
    }
}

pub fn model(stmts: Vec<Stmt>) -> Function {
    let mut all = vec![
        let_("rank", USIZE, comm("rank", [])),
        let_("size", USIZE, comm("size", [])),
        let_("x", I64, int(0)),
        let_("y", I64, int(0)),
        let_("a", array(I64, 4), zeros(4)),
        let_("s", USIZE, int(9)),
    ];
    all.extend(["q", "r"].map(|name| let_(name, REQUEST, null())));
    let no_comm = || constant("COMM_NULL");
    all.extend(["g", "h"].map(|name| let_(name, COMM, no_comm())));
    all.push(let_("all", array(REQUEST, 2), repeat(null(), 2)));
    all.push(let_("four", array(REQUEST, 4), repeat(null(), 4)));
    all.extend(stmts);
    let mut function = function("case", vec![], all);
    number_loops(&mut function);
    function
}

/// A loop is known by its place in the text, of which there is none here.
pub fn number_loops(function: &mut Function) {
    struct Heads(u32);
    impl tass_syntax::tree::visit::Visitor for Heads {
        fn expr(&mut self, e: &mut Expr) {
            if let ExprKind::Loop(l) = &mut e.kind {
                self.0 += 1;
                l.head.line = self.0;
            }
        }
    }
    tass_syntax::tree::visit::stmts(&mut function.body.stmts, &mut Heads(0));
}

pub fn array(ty: Type, len: u64) -> Type {
    Type::Array(Box::new(ty), len)
}

pub fn repeat(value: Expr, len: i128) -> Expr {
    expr(ExprKind::Repeat(Box::new(value), Box::new(int(len))))
}

pub fn zeros(len: i128) -> Expr {
    repeat(int(0), len)
}

pub fn null() -> Expr {
    constant("REQUEST_NULL")
}

/// What one rank does.
pub fn at<const N: usize>(rank: i128, exprs: [Expr; N]) -> Stmt {
    Stmt::Expr(if_(eq(var("rank"), int(rank)), body(exprs)))
}

pub fn to(rank: i128) -> Expr {
    tagged(rank, 0)
}

pub fn tagged(rank: i128, tag: i128) -> Expr {
    send(var("x"), int(rank), int(tag))
}

pub fn from(rank: i128) -> Expr {
    recv(var("x"), int(rank), int(0))
}

pub fn any() -> Expr {
    recv(var("x"), constant("ANY"), int(0))
}

pub fn barrier() -> Expr {
    comm("barrier", [])
}

pub fn set(name: &str, value: Expr) -> Expr {
    assign(var(name), value)
}

pub fn wait(name: &str) -> Expr {
    completion("wait", var(name))
}

pub fn test(name: &str) -> Expr {
    completion("test", var(name))
}

pub fn item(name: &str, at: i128) -> Expr {
    index(var(name), int(at))
}

pub fn part(lo: i128, hi: i128) -> Expr {
    expr(ExprKind::Slice {
        base: Box::new(var("a")),
        lo: Some(Box::new(int(lo))),
        hi: Some(Box::new(int(hi))),
        inclusive: false,
    })
}

pub fn not(e: Expr) -> Expr {
    expr(ExprKind::Unary(UnOp::Not, Box::new(e)))
}

/// `while cond { stmts }`
pub fn while_(cond: Expr, stmts: Vec<Stmt>) -> Expr {
    expr(ExprKind::Loop(Box::new(Loop {
        label: None,
        kind: LoopKind::While(cond),
        body: block(stmts),
        invariant: None,
        head: Span::default(),
    })))
}

pub fn method(receiver: Expr, name: &str) -> Expr {
    expr(ExprKind::Method {
        receiver: Box::new(receiver),
        name: name.into(),
        args: vec![],
    })
}

/// The outcomes in some modes only, where all are too many.
pub fn check_in<const N: usize>(
    id: &str,
    function: &Function,
    size: usize,
    modes: [Buffering; N],
    expected: &str,
) {
    let expected: BTreeSet<String> = expected.split(',').map(str::to_owned).collect();
    for mode in modes {
        let found = outcomes(function, size, &[vec![]], mode);
        assert_eq!(found, expected, "{id} {mode:?}");
    }
}
