//! Models that are too large for the oracle are skipped, and counted: they end no comparison.

use tass_oracle::build::*;
use tass_oracle::compare::Effort;
use tass_oracle::generate::Model;
use tass_oracle::soak::Tally;
use tass_syntax::tree::{BinOp, Expr, ExprKind, Loop, LoopKind, Span, Stmt};

fn tally(body: Vec<Stmt>) -> Tally {
    let model = Model {
        nprocs: 2,
        inputs: Vec::new(),
        body,
        open: false,
    };
    let mut tally = Tally::default();
    tally.judge(1, &model, Effort::default());
    tally
}

fn skipped(body: Vec<Stmt>, why: &str) {
    let tally = tally(body);
    assert_eq!((tally.skipped, tally.models), (1, 0), "{tally}");
    assert_eq!(tally.skips.get(why), Some(&1), "{:?}", tally.skips);
    assert!(tally.unknown.is_empty() && tally.findings.is_empty());
}

fn times(a: Expr, b: Expr) -> Expr {
    binary(BinOp::Mul, a, b)
}

/// `z = z * z` for ever: beyond 128 bits after seven rounds.
#[test]
fn an_endless_loop_that_multiplies() {
    let square = body([assign(var("z"), times(var("z"), var("z")))]);
    let endless = Loop {
        label: None,
        kind: LoopKind::Forever,
        body: block(square),
        invariant: None,
        head: Span::default(),
    };
    let body = body([expr(ExprKind::Loop(Box::new(endless)))]);
    skipped(body, "numbers beyond 128 bits");
}

/// Partial results of a reduction count as well.
#[test]
fn a_reduction_that_multiplies() {
    let large = || int(i128::from(i64::MAX));
    let square = || assign(var("x"), times(large(), large()));
    let product = |from: &str, to: &str| {
        let (send, recv) = (shared(var(from)), mutable(var(to)));
        let args = [
            ("sendbuf", send),
            ("recvbuf", recv),
            ("op", constant("PROD")),
        ];
        comm("allreduce", args)
    };
    skipped(
        body([square(), product("x", "y"), product("y", "z")]),
        "numbers beyond 128 bits",
    );
}

#[test]
fn a_range_that_is_too_long() {
    let round = || body([assign(var("y"), int(1))]);
    let long = for_("i", int(0), int(100_000), round());
    skipped(body([long]), "a range this long");
    let ends = (int(-i128::from(i64::MAX)), int(i128::from(i64::MAX)));
    skipped(
        body([for_("i", ends.0, ends.1, round())]),
        "a range this long",
    );
}
