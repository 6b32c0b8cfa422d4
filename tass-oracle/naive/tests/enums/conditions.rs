//! `if let`, `while let`, chains of them, `let .. else` and `?`.

use std::sync::Arc;

use tass_syntax::tree::Callee;

use super::*;

#[test]
fn names_are_in_scope_behind_a_condition() {
    // `if let Some(m) = o && m > 3 && let Some(w) = q && w == m + 1 { .. } else { .. }`
    let chain = and(
        and(
            and(fits(some_name("m"), var("o")), lt(int(3), var("m"))),
            fits(some_name("w"), var("q2")),
        ),
        eq(var("w"), add(var("m"), int(1))),
    );
    let with = |o: Expr, q: Expr, expected: i128| {
        let taken = if_else(
            chain.clone(),
            body([set("x", add(var("m"), var("w")))]),
            body([set("x", minus(1))]),
        );
        let is = eq(var("x"), minus_or(expected));
        let stmts = vec![
            let_("o", option(), o),
            let_("q2", option(), q),
            let_("m", I64, int(77)),
            stmt(taken),
            holds(is),
            holds(eq(var("m"), int(77))),
        ];
        fine("a chain", stmts);
    };
    fn minus_or(value: i128) -> Expr {
        match value < 0 {
            true => minus(-value),
            false => int(value),
        }
    }
    with(some(int(4)), some(int(5)), 9);
    with(some(int(3)), some(int(4)), -1);
    with(some(int(4)), some(int(4)), -1);
    with(none(), some(int(4)), -1);
    with(some(int(4)), none(), -1);
}

#[test]
fn while_let_goes_on_as_long_as_it_fits() {
    // `while let Some(m) = o.take() { x += m; if m < 3 { o = Some(m + 1); } }`
    let more = if_(
        lt(var("m"), int(3)),
        body([set("o", some(add(var("m"), int(1))))]),
    );
    let sum = set("x", add(var("x"), var("m")));
    let goes_on = while_(
        fits(some_name("m"), ask(var("o"), "take", [])),
        body([sum, more]),
    );
    let stmts = vec![
        let_("o", option(), some(int(1))),
        stmt(goes_on),
        holds(eq(var("x"), int(6))),
        holds(eq(var("o"), none())),
    ];
    fine("one after the other", stmts);
    let leaves = while_(
        fits(some_name("m"), var("o")),
        body([
            set("o", some(add(var("m"), int(1)))),
            if_(
                eq(var("m"), int(4)),
                body([expr(ExprKind::Break(None, None))]),
            ),
        ]),
    );
    let stmts = vec![
        let_("o", option(), some(int(1))),
        stmt(leaves),
        holds(eq(var("o"), some(int(5)))),
    ];
    fine("left early", stmts);
    let forever = while_(
        fits(some_name("m"), var("o")),
        body([set("o", some(rem(add(var("m"), int(1)), int(3))))]),
    );
    // It neither ends nor goes wrong.
    let spins = model(vec![let_("o", option(), some(int(1))), stmt(forever)]);
    assert!(outcomes(&spins, 1, &[vec![]], Buffering::Mixed).is_empty());
}

#[test]
fn let_else_binds_or_diverges() {
    let with = |o: Expr| {
        model(vec![
            let_("o", option(), o),
            let_else(some_name("m"), Type::Infer, var("o"), body([panics()])),
            holds(eq(var("m"), int(4))),
        ])
    };
    check("it fits", &with(some(int(4))), 1, ["ok"]);
    check("another", &with(some(int(5))), 1, ["assertion"]);
    check("none", &with(none()), 1, ["panic"]);
    let returns = model(vec![
        let_else(
            some_name("m"),
            option(),
            none(),
            body([expr(ExprKind::Return(None))]),
        ),
        holds(eq(var("m"), int(4))),
    ]);
    check("returns", &returns, 1, ["ok"]);
}

/// A program that calls a function of an `i64`.
fn calling(ret: Type, tail: Expr, before: Vec<Stmt>, stmts: Vec<Stmt>) -> Function {
    let build = move || {
        let mut callee = function("f", vec![("n".into(), I64)], before.clone());
        callee.ret = ret.clone();
        callee.body.tail = Some(Box::new(tail.clone()));
        callee
    };
    let mut function = model(stmts);
    function.callees = vec![Callee {
        name: "f".into(),
        build: Arc::new(build),
    }];
    function
}

#[test]
fn a_question_mark_returns() {
    // `let m = if n < 3 { Some(n) } else { None }; Some(m? + 1)`
    let given = if_else(lt(var("n"), int(3)), vec![], vec![]);
    let mut given = given;
    if let ExprKind::If {
        then, otherwise, ..
    } = &mut given.kind
    {
        then.tail = Some(Box::new(some(var("n"))));
        *otherwise = Some(Box::new(valued(vec![], none())));
    }
    let made = let_("m", option(), given.clone());
    let tail = some(add(try_(var("m")), int(1)));
    let call = |n: i128| expr(ExprKind::Call(0, vec![int(n)]));
    let stmts = vec![holds(eq(call(2), some(int(3)))), holds(eq(call(3), none()))];
    let options = calling(option(), tail, vec![made.clone()], stmts);
    check("an option", &options, 1, ["ok"]);
    // `Ok(m.ok_or(n > 3)? + 1)`
    let result = ask(var("m"), "ok_or", [binary(BinOp::Gt, var("n"), int(3))]);
    let tail = good(add(try_(result), int(1)));
    let stmts = vec![
        holds(eq(call(2), good(int(3)))),
        holds(eq(call(3), bad(truth(false)))),
        holds(eq(call(4), bad(truth(true)))),
    ];
    let ret = Type::result(I64, Type::Bool);
    let results = calling(ret, tail, vec![made], stmts);
    check("a result", &results, 1, ["ok"]);
}
