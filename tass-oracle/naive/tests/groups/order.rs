//! The order of collective operations, in one communicator and in several.

use super::*;

#[test]
fn each_communicator_has_its_order() {
    // In two communicators, in one order.
    let two = |first: Vec<Expr>, second: Vec<Expr>| {
        let exprs = |all: Vec<Expr>| all.into_iter().map(stmt).collect();
        model(vec![
            stmt(set("g", dup())),
            stmt(if_else(
                eq(var("rank"), int(0)),
                exprs(first),
                exprs(second),
            )),
            stmt(free("g")),
        ])
    };
    let in_c = |e: Expr| on(var("g"), e);
    let same = two(
        vec![barrier(), in_c(barrier())],
        vec![barrier(), in_c(barrier())],
    );
    check("one order", &same, 2, ["ok"]);
    let crossed = two(
        vec![barrier(), in_c(barrier())],
        vec![in_c(barrier()), barrier()],
    );
    check("crossed", &crossed, 2, ["communicator_order"]);
    // Different operations at one turn of one communicator, whatever happens in the other.
    let bcast = || comm("bcast", [("buf", mutable(var("x"))), ("root", int(0))]);
    let other = two(
        vec![in_c(bcast()), barrier()],
        vec![in_c(barrier()), barrier()],
    );
    check("another one", &other, 2, ["collective_order"]);
    // Who is not in a collective operation is in no such circle.
    let receives = two(vec![barrier(), in_c(barrier())], vec![from(0), barrier()]);
    check("a receive", &receives, 2, ["deadlock"]);
    // The one who has ended is not either.
    let ended = model(vec![at(0, [barrier()])]);
    check("an end", &ended, 2, ["deadlock"]);
    // The roots could go on: a deadlock only if the library synchronises.
    let roots = two(
        vec![bcast(), in_c(barrier())],
        vec![in_c(barrier()), bcast()],
    );
    let outcomes = ["potential_deadlock", "ok", "potential_deadlock,ok"];
    check("a root goes on", &roots, 2, outcomes);
}

#[test]
fn making_waits_for_all() {
    let late = |made: Expr| {
        model(vec![
            at(0, [set("g", made.clone()), to(1)]),
            at(1, [from(0), set("g", made)]),
            stmt(free("g")),
        ])
    };
    check("split", &late(split(int(0), int(0))), 2, ["deadlock"]);
    check("dup", &late(dup()), 2, ["deadlock"]);
    let other = model(vec![
        at(0, [set("g", dup())]),
        at(1, [set("g", split(int(0), int(0)))]),
        stmt(free("g")),
    ]);
    check("dup and split", &other, 2, ["collective_order"]);
    let freed = model(vec![
        stmt(set("g", dup())),
        at(0, [free("g")]),
        at(1, [on(var("g"), barrier()), free("g")]),
    ]);
    check("free and barrier", &freed, 2, ["collective_order"]);
    // A communicator of some is no matter of the others.
    let some = model(vec![
        stmt(set("g", split(parity(), int(0)))),
        stmt(if_(eq(parity(), int(0)), body([on(var("g"), barrier())]))),
        stmt(free("g")),
    ]);
    check("some", &some, 3, ["ok"]);
    let one = model(vec![
        stmt(set("g", split(parity(), int(0)))),
        at(0, [on(var("g"), barrier())]),
        at(1, [to(0)]),
        at(0, [from(1)]),
        stmt(free("g")),
    ]);
    check("one of two", &one, 3, ["collective_order"]);
}

#[test]
fn not_called_by_all() {
    // The root need not wait, so all end.
    let bcast = || {
        let bcast = comm("bcast", [("buf", mutable(var("x"))), ("root", int(0))]);
        on(var("g"), bcast)
    };
    let one = model(vec![
        stmt(set("g", split(int(0), int(0)))),
        at(0, [bcast()]),
    ]);
    check("a leak all the same", &one, 2, ["communicator_leak"]);
    let world = model(vec![at(
        0,
        [comm(
            "bcast",
            [("buf", mutable(var("x"))), ("root", int(0))],
        )],
    )]);
    let outcomes = [
        "potential_deadlock",
        "collective_incomplete",
        "collective_incomplete,potential_deadlock",
    ];
    check("in WORLD", &world, 2, outcomes);
}
