//! Communicators as the universes of assertions and of loop invariants.

use tass_syntax::tree::{Closure, Fold, FoldEnd, FoldSource, ForIter, Invariant};

use super::*;

/// `collective_assert!(universe::NAME: cond)`
pub(super) fn claim(universe: &str, name: &str, cond: Expr) -> Expr {
    expr(ExprKind::CollectiveAssert {
        universe: (!universe.is_empty()).then(|| universe.into()),
        name: name.into(),
        cond: Box::new(cond),
    })
}

pub(super) fn yes() -> Expr {
    expr(ExprKind::Bool(true))
}

/// `proc[rank].name`
fn of(rank: i128, name: &str) -> Expr {
    expr(ExprKind::Peer(Box::new(int(rank)), name.into()))
}

/// `proc.iter().all(|p| item)`
fn all(item: Expr) -> Expr {
    let closure = Closure {
        pattern: name("p"),
        ty: Type::Infer,
        ret: Type::Infer,
        body: Box::new(item),
    };
    expr(ExprKind::Fold(Box::new(Fold {
        source: FoldSource::Procs { before: None },
        steps: Vec::new(),
        end: FoldEnd::All(closure),
    })))
}

fn p(name: &str) -> Expr {
    field(var("p"), name)
}

/// `g` holds those of one parity, and is freed at the end.
fn by_parity(stmts: Vec<Stmt>) -> Function {
    let mut made = vec![stmt(set("g", split(parity(), int(0))))];
    made.extend(stmts);
    made.push(stmt(free("g")));
    model(made)
}

#[test]
fn members_contribute() {
    let agreed = |y: Expr| by_parity(vec![stmt(set("s", y)), stmt(claim("g", "A", all(same())))]);
    fn same() -> Expr {
        eq(p("s"), var("s"))
    }
    check("each for itself", &agreed(parity()), 4, ["ok"]);
    let not = agreed(binary(BinOp::Div, var("rank"), int(2)));
    check("not alike", &not, 4, ["collective_assertion"]);
    check("alone", &not, 2, ["ok"]);
    // Only those of parity 0 meet it, in their own order.
    let some = by_parity(vec![stmt(if_(
        eq(parity(), int(0)),
        body([claim("g", "A", yes()), claim("g", "B", yes())]),
    ))]);
    check("some communicators", &some, 3, ["ok"]);
}

#[test]
fn processes_have_their_numbers_among_all() {
    let about = |rank: i128, guard: i128| {
        by_parity(vec![stmt(if_(
            eq(parity(), int(guard)),
            body([claim("g", "A", eq(of(rank, "s"), int(9)))]),
        ))])
    };
    check("a member", &about(2, 0), 3, ["ok"]);
    check("not a member", &about(1, 0), 3, ["collective_universe"]);
    check("no process", &about(3, 0), 3, ["invalid_rank"]);
    check("rank 1 of WORLD", &about(1, 1), 3, ["ok"]);
}

#[test]
fn the_order_is_that_of_a_communicator() {
    let two = |first: [Expr; 2], second: [Expr; 2]| {
        let made = body([set("g", dup()), set("h", constant("WORLD"))]);
        let both = if_else(eq(var("rank"), int(0)), body(first), body(second));
        let mut all = made;
        all.extend([stmt(both), stmt(free("g"))]);
        model(all)
    };
    let (a, b) = (|| claim("g", "A", yes()), || claim("g", "B", yes()));
    check("one order", &two([a(), b()], [a(), b()]), 2, ["ok"]);
    let order = ["collective_assertion_order"];
    check("two orders", &two([a(), b()], [b(), a()]), 2, order);
    // Those of the unnamed universe, and of WORLD by another name, are others.
    for other in ["", "h", "u"] {
        let c = || claim(other, "C", yes());
        check(other, &two([a(), c()], [c(), a()]), 2, ["ok"]);
    }
    let (c, d) = (|| claim("h", "C", yes()), || claim("h", "D", yes()));
    check("of WORLD", &two([c(), d()], [d(), c()]), 2, order);
    let c = || claim("h", "C", yes());
    let one = two([c(), c()], [c(), barrier()]);
    let outcomes = ["deadlock"];
    check("a barrier of one", &one, 2, outcomes);
}

#[test]
fn it_is_the_communicator_and_not_its_name() {
    // One meets it under the name `g`, the other as `h`.
    let moved = model(vec![
        at(0, [set("g", dup()), claim("g", "A", yes()), free("g")]),
        at(1, [set("h", dup()), claim("h", "A", yes()), free("h")]),
    ]);
    check("two names", &moved, 2, ["ok"]);
    // One name, two communicators.
    let two = model(body([
        set("g", dup()),
        set("h", dup()),
        if_else(
            eq(var("rank"), int(0)),
            body([claim("g", "A", yes()), claim("h", "B", yes())]),
            body([claim("h", "B", yes()), claim("g", "A", yes())]),
        ),
        free("g"),
        free("h"),
    ]));
    check("two communicators", &two, 2, ["ok"]);
}

#[test]
fn who_frees_meets_no_more() {
    let incomplete = ["collective_assertion_incomplete"];
    let one = model(vec![
        stmt(set("g", dup())),
        at(0, [claim("g", "A", yes())]),
        stmt(free("g")),
    ]);
    check("met by one", &one, 2, incomplete);
    check("by the only one", &one, 1, ["ok"]);
    // The other waits for nothing but what never comes: it is told as soon as it is certain.
    let waits = model(vec![
        stmt(set("g", dup())),
        at(0, [claim("g", "A", yes()), free("g"), from(1)]),
        at(1, [free("g")]),
    ]);
    check("before the end", &waits, 2, incomplete);
    // The next one has its number, and completes nothing.
    let again = model(vec![stmt(for_(
        "i",
        int(0),
        int(2),
        body([
            set("g", dup()),
            if_(eq(var("rank"), var("i")), body([claim("g", "A", yes())])),
            free("g"),
        ]),
    ))]);
    check("one after the other", &again, 2, incomplete);
    let all = model(vec![stmt(for_(
        "i",
        int(0),
        int(2),
        body([
            set("g", dup()),
            claim("g", "A", all(eq(p("i"), var("i")))),
            free("g"),
        ]),
    ))]);
    check("by all, each time", &all, 2, ["ok"]);
    // Freed too late for a library that waits in `free`: it never comes to that.
    let late = model(vec![
        stmt(set("g", dup())),
        at(0, [free("g"), to(1)]),
        at(1, [from(0), claim("g", "A", yes()), free("g")]),
    ]);
    let outcomes = [
        "potential_deadlock",
        "collective_assertion_incomplete",
        "potential_deadlock,collective_assertion_incomplete",
    ];
    check("already freed", &late, 2, outcomes);
}

#[test]
fn no_universe() {
    let none = model(body([claim("g", "A", yes())]));
    check("of nobody", &none, 2, ["invalid_communicator"]);
    let freed = model(body([set("g", dup()), free("g"), claim("g", "A", yes())]));
    check("freed", &freed, 2, ["communicator_freed"]);
    let own = model(body([
        set("g", constant("SELF")),
        claim("g", "A", eq(of(0, "s"), int(9))),
    ]));
    check("alone", &own, 1, ["ok"]);
    check("not alone", &own, 2, ["collective_universe"]);
}

/// `invariant!(g::I: cond) for i in 0..hi { stmts }`
fn rounds(cond: Expr, hi: Expr, stmts: Vec<Stmt>) -> Stmt {
    let range = ForIter::Range {
        lo: int(0),
        hi,
        inclusive: false,
        rev: false,
        step: None,
    };
    stmt(expr(ExprKind::Loop(Box::new(Loop {
        label: None,
        kind: LoopKind::For(name("i"), range),
        body: block(stmts),
        invariant: Some(Invariant {
            universe: Some("g".into()),
            name: "I".into(),
            cond,
            joint: false,
            assigns: None,
            span: Span::default(),
        }),
        head: Span::default(),
    }))))
}

#[test]
fn rounds_of_a_communicator() {
    let same = || all(eq(p("i"), var("i")));
    let own = |hi: Expr| by_parity(vec![rounds(same(), hi, vec![])]);
    check("each its own number", &own(parity()), 4, ["ok"]);
    let half = || binary(BinOp::Div, var("rank"), int(2));
    check("not as many", &own(half()), 3, ["loop_exit"]);
    let grows = || body([set("s", add(var("s"), half()))]);
    let equal = || all(eq(p("s"), var("s")));
    let falls = by_parity(vec![rounds(equal(), int(2), grows())]);
    check("falls behind", &falls, 3, ["invariant"]);
    let begins = by_parity(vec![
        stmt(set("s", half())),
        rounds(equal(), int(2), vec![]),
    ]);
    check("begins ahead", &begins, 3, ["invariant_entry"]);
    // To be in the loop is not to be at an assertion.
    let other = model(vec![
        stmt(set("g", dup())),
        stmt(if_else(
            eq(var("rank"), int(0)),
            vec![rounds(yes(), int(0), vec![])],
            body([claim("g", "I", yes())]),
        )),
        stmt(free("g")),
    ]);
    check("another thing", &other, 2, ["collective_assertion_order"]);
}
