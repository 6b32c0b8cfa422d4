//! What communicators hold, what is matched in them, and what becomes of them.

use super::*;

#[test]
fn ranks_of_a_split() {
    // Ranks 0 and 2 make one, in this order; 1 and 3 another one, the other way round.
    let key = || {
        binary(
            BinOp::Mul,
            parity(),
            binary(BinOp::Sub, int(9), var("rank")),
        )
    };
    let in_two = |checks: Vec<Stmt>| {
        let mut all = vec![stmt(set("g", split(parity(), key())))];
        all.extend(checks);
        all.push(stmt(free("g")));
        model(all)
    };
    let ok = in_two(vec![
        stmt(is(size_of("g"), 2)),
        at(0, [is(rank_in("g"), 0)]),
        at(1, [is(rank_in("g"), 1)]),
        at(2, [is(rank_in("g"), 1)]),
        at(3, [is(rank_in("g"), 0)]),
    ]);
    check("by key", &ok, 4, ["ok"]);
    let not = in_two(vec![at(1, [is(rank_in("g"), 0)])]);
    check("not by rank", &not, 4, ["assertion"]);
    // Whoever has no color has no communicator.
    let two = |color: Expr| {
        let color = if_value(eq(var("rank"), int(0)), color, int(5));
        model(vec![
            stmt(set("g", split(color, int(0)))),
            stmt(is(size_of("g"), 1)),
            stmt(free("g")),
        ])
    };
    check(
        "undefined",
        &two(constant("UNDEFINED")),
        2,
        ["invalid_communicator"],
    );
    check("no color", &two(constant("ANY")), 2, ["invalid_tag"]);
    check("alone", &two(int(6)), 2, ["ok"]);
    check("together", &two(int(5)), 2, ["assertion"]);
}

/// `if cond { a } else { b }` as a value
fn if_value(cond: Expr, a: Expr, b: Expr) -> Expr {
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

#[test]
fn messages_stay_in_their_communicator() {
    // Rank 0 sends 1 in a copy and 2 in WORLD; who asks in the other order needs a buffer.
    let crossing = |first: Expr, second: Expr| {
        model(vec![
            stmt(set("g", dup())),
            at(
                0,
                [
                    set("x", int(1)),
                    on(var("g"), to(1)),
                    set("x", int(2)),
                    to(1),
                ],
            ),
            at(1, [first, second, is(var("x"), 1), is(var("y"), 2)]),
            stmt(free("g")),
        ])
    };
    let in_copy = || on(var("g"), from(0));
    let in_world = || recv(var("y"), int(0), int(0));
    check("in order", &crossing(in_copy(), in_world()), 2, ["ok"]);
    let outcomes = ["potential_deadlock", "ok", "potential_deadlock,ok"];
    check("crossing", &crossing(in_world(), in_copy()), 2, outcomes);
    // ANY asks in one communicator only.
    let lost = model(vec![
        stmt(set("g", dup())),
        at(0, [on(var("g"), to(1))]),
        at(1, [any()]),
        stmt(free("g")),
    ]);
    check("another one", &lost, 2, ["deadlock"]);
}

#[test]
fn ranks_are_those_in_the_communicator() {
    // In the communicator of ranks 1 and 2, turned round, 2 is 0 and sends to 1, which is 1.
    let turned = |from: Expr, source: i128| {
        let color = if_value(eq(var("rank"), int(0)), constant("UNDEFINED"), int(0));
        let key = binary(BinOp::Sub, int(5), var("rank"));
        model(vec![
            stmt(set("g", split(color, key))),
            at(2, [on(var("g"), to(1))]),
            at(
                1,
                [
                    set(
                        "s",
                        field(on(var("g"), recv(var("y"), from, int(0))), "source"),
                    ),
                    is(var("s"), source),
                ],
            ),
            stmt(if_(lt(int(0), var("rank")), body([free("g")]))),
        ])
    };
    check("by name", &turned(int(0), 0), 3, ["ok"]);
    check("by any name", &turned(constant("ANY"), 0), 3, ["ok"]);
    check(
        "not in WORLD",
        &turned(constant("ANY"), 2),
        3,
        ["assertion"],
    );
    check("out of it", &turned(int(2), 0), 3, ["invalid_rank"]);
    // SELF: everybody is 0 and talks to himself.
    let own = model(body([
        set("q", on(constant("SELF"), isend(var("x"), int(0), int(0)))),
        on(constant("SELF"), recv(var("y"), int(0), int(0))),
        wait("q"),
        on(constant("SELF"), barrier()),
        assert(eq(on(constant("SELF"), comm("size", [])), int(1))),
    ]));
    check("SELF", &own, 2, ["ok"]);
    let beyond = model(body([on(constant("SELF"), from(1))]));
    check("SELF has one", &beyond, 2, ["invalid_rank"]);
    let world = model(vec![
        at(0, [on(constant("WORLD"), to(1))]),
        at(1, [from(0)]),
    ]);
    check("WORLD", &world, 2, ["ok"]);
}

#[test]
fn communicators_end() {
    let made = |then: Vec<Stmt>| {
        let mut all = vec![stmt(set("g", dup()))];
        all.extend(then);
        model(all)
    };
    check("never freed", &made(vec![]), 2, ["communicator_leak"]);
    let one = made(vec![at(0, [free("g")])]);
    check("freed by one", &one, 2, ["communicator_leak"]);
    let twice = made(body([free("g"), free("g")]));
    check("freed twice", &twice, 2, ["communicator_freed"]);
    let later = made(body([free("g"), on(var("g"), barrier())]));
    check("used later", &later, 2, ["communicator_freed"]);
    let lost = made(body([set("g", dup()), free("g")]));
    check("lost", &lost, 2, ["communicator_leak"]);
    // Nobody need wait in `free`, but the library may.
    let waits = made(vec![at(0, [free("g"), to(1)]), at(1, [from(0), free("g")])]);
    let outcomes = ["potential_deadlock", "ok", "potential_deadlock,ok"];
    check("free may wait", &waits, 2, outcomes);
    for name in ["WORLD", "SELF", "COMM_NULL"] {
        let wrong = model(body([set("g", constant(name)), free("g")]));
        check(name, &wrong, 1, ["invalid_communicator"]);
    }
    let nothing = model(body([on(constant("COMM_NULL"), barrier())]));
    check("a barrier of nobody", &nothing, 1, ["invalid_communicator"]);
    // What is under way goes on.
    let under_way = made(vec![
        at(0, [set("q", on(var("g"), isend(var("x"), int(1), int(0))))]),
        at(1, [set("q", on(var("g"), irecv(var("x"), int(0), int(0))))]),
        stmt(free("g")),
        stmt(wait("q")),
    ]);
    check("under way", &under_way, 2, ["ok"]);
    let left = made(vec![
        at(0, [set("q", on(var("g"), isend(var("x"), int(1), int(0))))]),
        stmt(free("g")),
        at(0, [wait("q")]),
    ]);
    let outcomes = [
        "potential_deadlock",
        "unreceived_message",
        "potential_deadlock,unreceived_message",
    ];
    check("never received", &left, 2, outcomes);
    // A leaked request comes first.
    let both = made(vec![stmt(set(
        "q",
        irecv(var("x"), constant("PROC_NULL"), int(0)),
    ))]);
    check("a request as well", &both, 1, ["request_leak"]);
}

#[test]
fn numbers_are_used_again() {
    // For ever: it comes back to where it was.
    let ever = while_(
        eq(int(0), int(0)),
        body([set("g", dup()), on(var("g"), barrier()), free("g")]),
    );
    let model = model(vec![stmt(ever)]);
    for mode in MODES {
        let found = explore(&model, 2, vec![], mode, 10_000).expect("the oracle knows");
        assert!(found.kinds.is_empty() && !found.ok, "{mode:?}: {found}");
    }
}
