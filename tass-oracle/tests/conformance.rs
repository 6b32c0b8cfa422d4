//! The oracle itself against the public conformance cases that need blocking operations only: the
//! exact set of outcomes in each of the three buffering modes. Those that need requests stand with
//! the naive semantics (`naive/tests/requests/public.rs`).

use std::collections::BTreeSet;

use tass_naive::semantics::{Buffering, Value, explore};
use tass_oracle::build::*;
use tass_syntax::tree::{BinOp, Expr, Function, Stmt, Type};

const MODES: [Buffering; 3] = [
    Buffering::Synchronous,
    Buffering::Buffered,
    Buffering::Mixed,
];

/// The outcomes in one mode, by the names of the conformance table.
fn outcomes(
    function: &Function,
    size: usize,
    inputs: &[Vec<Value>],
    mode: Buffering,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for inputs in inputs {
        let outcomes =
            explore(function, size, inputs.clone(), mode, 1_000_000).expect("the oracle knows");
        found.extend(outcomes.ok.then(|| "ok".to_owned()));
        found.extend(
            outcomes
                .kinds
                .iter()
                .map(|kind| kind.name().replace("potential_deadlock", "deadlock")),
        );
    }
    found
}

fn case(id: &str, function: &Function, size: usize, expected: [&str; 3]) {
    case_with(id, function, size, &[vec![]], expected);
}

fn case_with(
    id: &str,
    function: &Function,
    size: usize,
    inputs: &[Vec<Value>],
    expected: [&str; 3],
) {
    for (mode, expected) in MODES.into_iter().zip(expected) {
        let expected: BTreeSet<String> = expected.split(',').map(str::to_owned).collect();
        assert_eq!(
            outcomes(function, size, inputs, mode),
            expected,
            "{id} {mode:?}"
        );
    }
}

fn model(stmts: Vec<Stmt>) -> Function {
    let mut all = vec![
        let_("rank", USIZE, comm("rank", [])),
        let_("size", USIZE, comm("size", [])),
        let_("x", I64, int(0)),
        let_("y", I64, int(0)),
    ];
    all.extend(stmts);
    function("case", vec![], all)
}

/// What one rank does.
fn at<const N: usize>(rank: i128, exprs: [Expr; N]) -> Stmt {
    Stmt::Expr(if_(eq(var("rank"), int(rank)), body(exprs)))
}

fn all<const N: usize>(exprs: [Expr; N]) -> Vec<Stmt> {
    body(exprs)
}

fn to(rank: i128) -> Expr {
    send(var("x"), int(rank), int(0))
}

fn from(rank: i128) -> Expr {
    recv(var("x"), int(rank), int(0))
}

fn any() -> Expr {
    recv(var("x"), constant("ANY"), int(0))
}

fn barrier() -> Expr {
    comm("barrier", [])
}

fn bcast(root: Expr) -> Expr {
    comm("bcast", [("buf", mutable(var("x"))), ("root", root)])
}

fn reduce() -> Expr {
    let buffers = [
        ("sendbuf", shared(var("x"))),
        ("recvbuf", mutable(var("y"))),
    ];
    let [a, b] = buffers;
    comm("reduce", [a, b, ("op", constant("SUM")), ("root", int(0))])
}

#[test]
fn head_to_head() {
    let p01 = model(vec![at(0, [from(1), to(1)]), at(1, [from(0), to(0)])]);
    case("P01", &p01, 4, ["deadlock"; 3]);
    let tagged = |tag| recv(var("x"), int(0), int(tag));
    case(
        "P02",
        &model(vec![at(0, [to(1)]), at(1, [tagged(1)])]),
        2,
        ["deadlock"; 3],
    );
    let p26 = model(vec![at(0, [to(1), from(1)]), at(1, [from(0), to(0)])]);
    case("P26", &p26, 4, ["ok"; 3]);
}

#[test]
fn buffering() {
    let next = rem(add(var("rank"), int(1)), var("size"));
    let previous = rem(
        binary(BinOp::Sub, add(var("rank"), var("size")), int(1)),
        var("size"),
    );
    let p04 = model(all([
        send(var("x"), next, int(0)),
        recv(var("x"), previous, int(0)),
    ]));
    case("P04", &p04, 4, ["deadlock", "ok", "deadlock,ok"]);

    let p05 = model(vec![
        at(0, [any(), any()]),
        at(1, [from(2), assign(var("x"), int(0)), to(0)]),
        at(2, [assign(var("x"), int(1)), to(0), to(1)]),
        Stmt::Expr(barrier()),
        Stmt::Expr(bcast(int(0))),
        Stmt::Expr(if_(
            and(binary(BinOp::Ne, var("x"), int(0)), lt(var("rank"), int(2))),
            body([
                send(var("x"), binary(BinOp::Sub, int(1), var("rank")), int(0)),
                recv(var("x"), binary(BinOp::Sub, int(1), var("rank")), int(0)),
            ]),
        )),
    ]);
    case("P05", &p05, 3, ["ok", "ok", "deadlock,ok"]);

    let (send, recv) = (
        |tag| send(var("x"), int(1), int(tag)),
        |tag| recv(var("x"), int(0), int(tag)),
    );
    let p06 = model(vec![at(0, [send(0), send(1)]), at(1, [recv(1), recv(0)])]);
    case("P06", &p06, 2, ["deadlock", "ok", "deadlock,ok"]);

    let p07 = model(vec![
        at(0, [bcast(int(2)), from(1)]),
        at(1, [to(0), bcast(int(2))]),
        at(2, [bcast(int(2))]),
    ]);
    case("P07", &p07, 3, ["deadlock", "ok", "deadlock,ok"]);
}

#[test]
fn wildcards() {
    let p08 = model(vec![
        at(0, [any(), from(2)]),
        at(1, [to(0)]),
        at(2, [to(0)]),
    ]);
    case("P08", &p08, 3, ["deadlock,ok"; 3]);

    let p10 = model(vec![
        at(0, [any(), to(3), any()]),
        at(1, [to(0), to(3)]),
        at(2, [any(), to(0)]),
        at(3, [from(1), from(0)]),
        at(4, [to(2)]),
    ]);
    case("P10", &p10, 5, ["deadlock,ok", "ok", "deadlock,ok"]);

    let source = |e| field(e, "source");
    let last = vec![
        let_("last", USIZE, int(0)),
        Stmt::Expr(for_(
            "i",
            int(1),
            var("size"),
            body([assign(var("last"), source(any()))]),
        )),
        Stmt::Expr(assert(eq(var("last"), int(1)))),
    ];
    let p23 = model(vec![Stmt::Expr(if_else(
        eq(var("rank"), int(0)),
        last,
        body([to(0)]),
    ))]);
    case("P23", &p23, 3, ["assertion,ok"; 3]);

    let tagged = || recv(var("x"), constant("ANY"), int(10));
    let ssend = || {
        comm(
            "ssend",
            [("buf", shared(var("x"))), ("to", int(2)), ("tag", int(10))],
        )
    };
    let p32 = model(vec![
        at(0, [send(var("x"), int(1), int(20)), ssend()]),
        at(1, [ssend(), recv(var("x"), int(0), int(20))]),
        at(2, [tagged(), tagged()]),
    ]);
    case("P32", &p32, 3, ["ok"; 3]);
}

#[test]
fn collectives() {
    let even = || eq(rem(var("rank"), int(2)), int(0));
    let p14 = model(all([
        bcast(int(0)),
        if_else(
            even(),
            body([reduce(), bcast(int(0))]),
            body([bcast(int(0)), reduce()]),
        ),
    ]));
    case("P14", &p14, 4, ["collective_order"; 3]);

    let mut p15 = vec![let_("all", Type::Array(Box::new(I64), 2), expr_array())];
    let root = binary(BinOp::Sub, int(1), rem(var("rank"), int(2)));
    p15.push(Stmt::Expr(comm(
        "gather",
        [
            ("sendbuf", shared(var("x"))),
            ("recvbuf", mutable(var("all"))),
            ("root", root),
        ],
    )));
    case("P15", &model(p15), 2, ["collective_root"; 3]);

    let allgather = || {
        comm(
            "allgather",
            [
                ("sendbuf", shared(var("x"))),
                ("recvbuf", mutable(var("all"))),
            ],
        )
    };
    let mut p17 = model(vec![
        let_("all", Type::Array(Box::new(I64), 2), expr_array()),
        Stmt::Expr(if_else(
            eq(var("rank"), int(0)),
            body([if_(eq(rem(var("n"), int(2)), int(1)), body([allgather()]))]),
            body([allgather()]),
        )),
    ]);
    p17.params = function("p", vec![("n".into(), USIZE)], vec![]).params;
    let inputs = [1, 2].map(|n| vec![Value::Int(n)]);
    case_with("P17", &p17, 2, &inputs, ["deadlock,ok"; 3]);

    let float = comm("bcast", [("buf", mutable(var("f"))), ("root", int(0))]);
    let p19 = model(vec![
        let_(
            "f",
            F64,
            expr(tass_syntax::tree::ExprKind::Float("0.0".into(), None)),
        ),
        Stmt::Expr(if_else(even(), body([float]), body([bcast(int(0))]))),
    ]);
    case("P19", &p19, 2, ["collective_type"; 3]);

    let p33 = || model(vec![at(1, [barrier()]), at(0, [barrier()])]);
    case("P33", &p33(), 2, ["ok"; 3]);
    case("P33 with three", &p33(), 3, ["deadlock"; 3]);
}

fn expr_array() -> Expr {
    expr(tass_syntax::tree::ExprKind::Array(vec![int(0), int(0)]))
}

#[test]
fn sizes_and_arguments() {
    let array = |name: &str, n: u64| {
        let zeros = tass_syntax::tree::ExprKind::Repeat(Box::new(int(0)), Box::new(int(n)));
        let_(name, Type::Array(Box::new(I64), n), expr(zeros))
    };
    let p18 = model(vec![
        array("six", 6),
        array("four", 4),
        at(0, [send(var("six"), int(1), int(0))]),
        at(1, [recv(var("four"), int(0), int(0))]),
    ]);
    case("P18", &p18, 2, ["truncation"; 3]);

    let p25 = model(vec![
        at(0, [send(var("x"), var("size"), int(0))]),
        at(1, [from(0)]),
    ]);
    case("P25", &p25, 2, ["invalid_rank"; 3]);

    let p35 = model(vec![
        at(0, [to(1)]),
        at(
            1,
            [
                assign(var("x"), int(1)),
                from(0),
                if_(eq(var("x"), int(1)), body([from(0)])),
            ],
        ),
    ]);
    case("P35", &p35, 2, ["ok"; 3]);
}
