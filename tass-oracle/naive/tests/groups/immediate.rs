//! Collective operations that go on by themselves.

use super::*;

fn ibarrier() -> Expr {
    comm("ibarrier", [])
}

fn ibcast(name: &str, root: i128) -> Expr {
    comm("ibcast", [("buf", mutable(var(name))), ("root", int(root))])
}

fn sum(op: &str) -> Expr {
    comm(
        op,
        [
            ("sendbuf", shared(var("x"))),
            ("recvbuf", mutable(var("y"))),
            ("op", constant("SUM")),
        ],
    )
}

fn x_is_rank() -> Stmt {
    stmt(set("x", expr(ExprKind::Cast(Box::new(var("rank")), I64))))
}

#[test]
fn they_go_on_by_themselves() {
    // Nobody waits at the call.
    let ok = model(vec![
        at(0, [set("q", ibarrier()), to(1), wait("q")]),
        at(1, [from(0), set("q", ibarrier()), wait("q")]),
    ]);
    check("ibarrier", &ok, 2, ["ok"]);
    let early = model(vec![
        at(0, [set("q", ibarrier()), wait("q"), to(1)]),
        at(1, [from(0), set("q", ibarrier()), wait("q")]),
    ]);
    check("waits for all", &early, 2, ["deadlock"]);
    // It may be over as soon as all are there, and must not be before.
    let asked = |expected: Expr| {
        model(vec![
            at(
                0,
                [
                    set("q", ibarrier()),
                    assert(binary(BinOp::Eq, test("q"), expected)),
                    wait("q"),
                ],
            ),
            at(1, [set("q", ibarrier()), wait("q")]),
        ])
    };
    let truth = |value: bool| expr(ExprKind::Bool(value));
    check("it may say yes", &asked(truth(false)), 2, ["assertion,ok"]);
    check("it may say no", &asked(truth(true)), 2, ["assertion,ok"]);
    let spins = model(vec![
        stmt(set("q", ibarrier())),
        stmt(while_(not(test("q")), vec![])),
    ]);
    check("not for ever", &spins, 2, ["ok"]);
    let never = model(vec![at(
        0,
        [set("q", ibarrier()), while_(not(test("q")), vec![])],
    )]);
    check("or for ever", &never, 2, ["deadlock"]);
    let leak = model(vec![stmt(set("q", ibarrier()))]);
    check("a leak", &leak, 2, ["request_leak"]);
    let freed = model(body([
        set("q", ibarrier()),
        completion("request_free", var("q")),
    ]));
    check("not to be freed", &freed, 2, ["request_misused"]);
}

#[test]
fn who_waits_for_whom() {
    // The root of a broadcast needs nobody, but the library may make it wait.
    let root = model(vec![
        at(0, [set("q", ibcast("x", 0)), wait("q"), to(1)]),
        at(1, [from(0), set("q", ibcast("x", 0)), wait("q")]),
    ]);
    let outcomes = ["potential_deadlock", "ok", "potential_deadlock,ok"];
    check("the root", &root, 2, outcomes);
    let others = model(vec![
        at(1, [set("q", ibcast("x", 0)), wait("q"), to(0)]),
        at(0, [from(1), set("q", ibcast("x", 0)), wait("q")]),
    ]);
    check("not the root", &others, 2, ["deadlock"]);
    let spinning = model(vec![
        at(
            0,
            [
                set("q", ibcast("x", 0)),
                while_(not(test("q")), vec![]),
                to(1),
            ],
        ),
        at(1, [from(0), set("q", ibcast("x", 0)), wait("q")]),
    ]);
    check("the root asks", &spinning, 2, outcomes);
    let incomplete = model(vec![at(0, [set("q", ibcast("x", 0)), wait("q")])]);
    let outcomes = [
        "potential_deadlock",
        "collective_incomplete",
        "collective_incomplete,potential_deadlock",
    ];
    check("not called by all", &incomplete, 2, outcomes);
}

#[test]
fn data_and_order() {
    let summed = |checks: Vec<Stmt>| {
        let mut all = vec![x_is_rank(), stmt(set("q", sum("iallreduce")))];
        all.extend(checks);
        model(all)
    };
    let ok = summed(vec![stmt(wait("q")), stmt(is(var("y"), 3))]);
    check("iallreduce", &ok, 3, ["ok"]);
    // Two under way; they are told apart by the order of the calls, not of the waits.
    let two = model(vec![
        x_is_rank(),
        stmt(set("q", sum("iscan"))),
        at(0, [set("s", int(7))]),
        stmt(set("r", ibcast("s", 0))),
        at(0, [wait("q"), wait("r")]),
        at(1, [wait("r"), wait("q")]),
        stmt(is(var("s"), 7)),
        at(1, [is(var("y"), 1)]),
    ]);
    check("two at once", &two, 2, ["ok"]);
    let gathered = model(vec![
        x_is_rank(),
        stmt(set(
            "q",
            comm(
                "igather",
                [
                    ("sendbuf", shared(var("x"))),
                    ("recvbuf", mutable(part(0, 2))),
                    ("root", int(1)),
                ],
            ),
        )),
        stmt(wait("q")),
        at(1, [is(item("a", 0), 0), is(item("a", 1), 1)]),
        at(0, [is(item("a", 1), 0)]),
    ]);
    check("igather", &gathered, 2, ["ok"]);
    // Blocking and not, at one turn.
    let mixed = model(vec![
        at(0, [set("q", ibarrier()), wait("q")]),
        at(1, [barrier()]),
    ]);
    check("mixed", &mixed, 2, ["collective_mixed"]);
    let order = model(vec![
        at(0, [set("q", ibarrier()), wait("q")]),
        at(1, [set("q", ibcast("x", 0)), wait("q")]),
    ]);
    check("order", &order, 2, ["collective_order"]);
    let counts = model(vec![
        at(0, [set("q", sum("iallreduce")), wait("q")]),
        at(
            1,
            [
                set(
                    "q",
                    comm(
                        "iallreduce",
                        [
                            ("sendbuf", shared(part(0, 2))),
                            ("recvbuf", mutable(part(2, 4))),
                            ("op", constant("SUM")),
                        ],
                    ),
                ),
                wait("q"),
            ],
        ),
    ]);
    check("counts", &counts, 2, ["collective_count"]);
    // Each communicator has its turns.
    let apart = model(vec![
        stmt(set("g", dup())),
        at(0, [set("q", ibarrier()), on(var("g"), barrier())]),
        at(1, [on(var("g"), barrier()), set("q", ibarrier())]),
        stmt(wait("q")),
        stmt(free("g")),
    ]);
    check("apart", &apart, 2, ["ok"]);
    let freed = model(body([
        set("g", dup()),
        set("q", on(var("g"), ibarrier())),
        free("g"),
        wait("q"),
    ]));
    check("freed while under way", &freed, 2, ["ok"]);
}

#[test]
fn buffers_are_in_use() {
    let touching =
        |post: Expr, touch: Expr| model(vec![stmt(set("q", post)), stmt(touch), stmt(wait("q"))]);
    let reads = |name: &str| assert(eq(var(name), int(0)));
    let race = |what: &str, function: &Function| check(what, function, 2, ["buffer_race"]);
    race(
        "what is given",
        &touching(sum("iallreduce"), set("x", int(1))),
    );
    race("what is taken", &touching(sum("iallreduce"), reads("y")));
    let ok = touching(sum("iallreduce"), reads("x"));
    check("given, and read", &ok, 2, ["ok"]);
    // Of a broadcast the root's buffer is only read.
    let root = |touch: Expr| {
        model(vec![
            stmt(set("q", ibcast("x", 0))),
            at(0, [touch]),
            stmt(wait("q")),
        ])
    };
    check("the root reads", &root(reads("x")), 2, ["ok"]);
    race("the root writes", &root(set("x", int(1))));
    let other = model(vec![
        stmt(set("q", ibcast("x", 0))),
        at(1, [reads("x")]),
        stmt(wait("q")),
    ]);
    race("another one reads", &other);
    let after = model(vec![
        stmt(set("q", ibcast("x", 0))),
        stmt(wait("q")),
        stmt(set("x", int(1))),
    ]);
    check("afterwards", &after, 2, ["ok"]);
    let twice = model(body([
        set("q", sum("iallreduce")),
        set("r", sum("iallreduce")),
        wait("q"),
        wait("r"),
    ]));
    race("two into one", &twice);
}

#[test]
fn only_what_counts_is_in_use() {
    // Everybody calls it, and one of them writes to the buffer that is taken into.
    let touched = |call: Expr, rank: i128| {
        model(vec![
            stmt(set("q", call)),
            at(rank, [set("y", int(1))]),
            stmt(wait("q")),
        ])
    };
    let reduce = || {
        comm(
            "ireduce",
            [
                ("sendbuf", shared(var("x"))),
                ("recvbuf", mutable(var("y"))),
                ("op", constant("SUM")),
                ("root", int(0)),
            ],
        )
    };
    check("at the root", &touched(reduce(), 0), 2, ["buffer_race"]);
    check("elsewhere", &touched(reduce(), 1), 2, ["ok"]);
    // The first process of an `exscan` takes nothing.
    let before = || sum("iexscan");
    check("the first", &touched(before(), 0), 2, ["ok"]);
    check("the second", &touched(before(), 1), 2, ["buffer_race"]);
    // But it gives what is in its buffer, in place.
    let args = [("recvbuf", mutable(var("y"))), ("op", constant("SUM"))];
    let in_place = touched(comm("iexscan", args), 0);
    check("in place", &in_place, 2, ["buffer_race"]);
}
