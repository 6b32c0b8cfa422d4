//! Completing requests, and asking whether they are done.

use super::build::*;
use super::*;

#[test]
fn tests_say_no_but_not_for_ever() {
    let spin = |flag: Expr| while_(not(flag), vec![]);
    let comes = model(vec![
        at(
            0,
            [
                set("q", irecv(var("x"), int(1), int(0))),
                spin(test("q")),
                assert(eq(var("x"), int(7))),
            ],
        ),
        at(1, [set("x", int(7)), to(0)]),
    ]);
    check("it comes", &comes, 2, ["ok"]);
    let never = model(vec![at(
        0,
        [set("q", irecv(var("x"), int(1), int(0))), spin(test("q"))],
    )]);
    check("it never comes", &never, 2, ["deadlock"]);
    let probed = |from: i128| comm("iprobe", [("from", int(from)), ("tag", int(0))]);
    let nobody = model(vec![at(0, [spin(probed(1))]), at(1, [spin(probed(0))])]);
    check("two look for each other", &nobody, 2, ["deadlock"]);
    // One spins, the other says no once and sends.
    let once = model(vec![
        at(0, [spin(probed(1)), from(1)]),
        at(1, [if_(probed(0), body([from(0)])), to(0)]),
    ]);
    check("one goes on", &once, 2, ["ok"]);
    // A spin until a send is over: buffering helps a standard one.
    let over = |op: &'static str| {
        let peer = || binary(BinOp::Sub, int(1), var("rank"));
        let post = comm(op, [("buf", shared(var("x"))), ("to", peer())]);
        model(body([
            set("q", post),
            spin(test("q")),
            recv(var("y"), peer(), int(0)),
        ]))
    };
    let outcomes = ["potential_deadlock", "ok", "potential_deadlock,ok"];
    check("until it is sent", &over("isend"), 2, outcomes);
    check("until it is taken", &over("issend"), 2, ["deadlock"]);
    // It may say no as often as it likes as long as it says yes some time.
    let counted = model(vec![
        at(
            0,
            [
                set("q", irecv(var("x"), int(1), int(0))),
                if_(not(test("q")), body([set("s", int(1))])),
                wait("q"),
                assert(eq(var("s"), int(1))),
            ],
        ),
        at(1, [to(0)]),
    ]);
    check("yes or no", &counted, 2, ["assertion,ok"]);
    // What stands for nothing is done.
    check(
        "null",
        &model(body([spin(test("q")), wait("r")])),
        1,
        ["ok"],
    );
}

#[test]
fn several_requests() {
    let sends = || at(1, [to(0), tagged(0, 1)]);
    let post = |i: i128| {
        let buffer = if i == 0 { "x" } else { "y" };
        assign(item("all", i), irecv(var(buffer), int(1), int(i)))
    };
    let first = |check: Expr| {
        let any = completion("waitany", var("all"));
        model(vec![
            at(0, [post(0), post(1)]),
            sends(),
            at(0, [set("s", field(any.clone(), "0")), check, any]),
        ])
    };
    check(
        "any of them",
        &first(assert(eq(var("s"), int(0)))),
        2,
        ["assertion,ok"],
    );
    check("no other", &first(assert(lt(var("s"), int(2)))), 2, ["ok"]);
    let drained = model(vec![
        at(0, [post(0), post(1)]),
        sends(),
        at(
            0,
            [
                while_(
                    lt(int(0), method(completion("waitsome", var("all")), "len")),
                    vec![],
                ),
                set("s", field(completion("waitany", var("all")), "0")),
                assert(eq(var("s"), constant("UNDEFINED"))),
            ],
        ),
    ]);
    check("until none is left", &drained, 2, ["ok"]);
    let all = || completion("testall", var("all"));
    let together = model(vec![
        at(0, [post(0), post(1)]),
        sends(),
        at(
            0,
            [
                if_(
                    not(all()),
                    body([assert(and(
                        binary(BinOp::Ne, item("all", 0), null()),
                        binary(BinOp::Ne, item("all", 1), null()),
                    ))]),
                ),
                completion("waitall", var("all")),
            ],
        ),
    ]);
    check("all or none", &together, 2, ["ok"]);
    let flag = |name: &str| field(completion("testany", var("all")), name);
    check("none given", &model(body([assert(flag("0"))])), 1, ["ok"]);
    let none = model(body([assert(eq(flag("1"), constant("UNDEFINED")))]));
    check("no index", &none, 1, ["ok"]);
}

#[test]
fn requests_come_to_an_end() {
    let lost = model(vec![
        at(
            0,
            [set("q", isend(var("x"), int(1), int(0))), set("q", null())],
        ),
        at(1, [from(0)]),
    ]);
    check("overwritten", &lost, 2, ["request_leak"]);
    let free = || completion("request_free", var("q"));
    check(
        "null is freed",
        &model(body([free()])),
        1,
        ["request_misused"],
    );
    let resting = |last: Vec<Expr>| {
        let mut stmts = body([persistent(), completion("start", var("q")), wait("q")]);
        stmts.extend(last.into_iter().map(Stmt::Expr));
        model(stmts)
    };
    check("a resting one is freed", &resting(vec![free()]), 1, ["ok"]);
    check("or is not", &resting(vec![]), 1, ["request_leak"]);
    let twice = resting(vec![free(), free()]);
    check("freed twice", &twice, 1, ["request_misused"]);
    let nobody = model(body([
        set("q", irecv(var("x"), constant("PROC_NULL"), int(0))),
        set("r", isend(var("y"), constant("PROC_NULL"), int(0))),
        assert(test("r")),
    ]));
    let mut nobody = nobody;
    nobody.body.stmts.push(Stmt::Expr(assert(eq(
        field(wait("q"), "source"),
        constant("PROC_NULL"),
    ))));
    check("nobody", &nobody, 1, ["assertion,ok"]);
    // What does not fit is noticed when it is completed.
    let long = |last: Vec<Stmt>| {
        let mut stmts = vec![
            at(0, [set("q", irecv(part(0, 1), int(1), int(0)))]),
            at(1, [send(part(0, 2), int(0), int(0))]),
            Stmt::Expr(barrier()),
        ];
        stmts.push(Stmt::Expr(if_(eq(var("rank"), int(0)), last)));
        model(stmts)
    };
    check("too long", &long(body([wait("q")])), 2, ["truncation"]);
    check("too long, nobody asks", &long(vec![]), 2, ["request_leak"]);
}

#[test]
fn operations_under_way_that_are_freed_are_beyond_the_oracle() {
    let nobody = constant("PROC_NULL");
    let posts = [
        body([set("q", isend(var("x"), int(1), int(0)))]),
        body([set("q", irecv(var("x"), int(1), int(0)))]),
        body([set("q", isend(var("x"), nobody, int(0)))]),
        body([persistent(), completion("start", var("q"))]),
    ];
    for mut stmts in posts {
        stmts.push(Stmt::Expr(completion("request_free", var("q"))));
        let function = model(vec![Stmt::Expr(if_else(
            eq(var("rank"), int(0)),
            stmts,
            body([from(0)]),
        ))]);
        for mode in MODES {
            let outcomes = explore(&function, 2, vec![], mode, 100_000);
            let why = "an operation under way that is freed".to_owned();
            assert_eq!(outcomes, Err(Unknown::TooLarge(why)));
        }
    }
}

/// A request in `q` that sends to nobody, again and again.
fn persistent() -> Expr {
    let args = [
        ("buf", shared(var("x"))),
        ("to", constant("PROC_NULL")),
        ("tag", int(0)),
    ];
    set("q", comm("send_init", args))
}
