//! The public conformance cases that need requests.

use super::build::*;
use super::*;

#[test]
fn the_public_cases() {
    let anybody = || irecv(var("y"), constant("ANY"), int(0));
    let p09 = model(vec![
        Stmt::Expr(barrier()),
        at(0, [set("q", anybody()), from(1), to(1), any(), wait("q")]),
        at(1, [to(0), from(0), to(0)]),
        at(2, [to(0)]),
        Stmt::Expr(barrier()),
    ]);
    check("P09", &p09, 3, ["deadlock,ok"]);

    let me = || Stmt::Expr(send(var("rank"), int(0), int(0)));
    let rank_from = |source: Expr| recv(var("s"), source, int(0));
    let p11 = model(vec![Stmt::Expr(if_else(
        eq(var("rank"), int(0)),
        vec![
            let_("k", USIZE, int(0)),
            Stmt::Expr(if_else(
                binary(BinOp::Ne, var("c"), int(1)),
                body([rank_from(int(1))]),
                body([set("q", irecv(var("k"), constant("ANY"), int(0)))]),
            )),
            Stmt::Expr(rank_from(int(3))),
            Stmt::Expr(wait("q")),
            Stmt::Expr(rank_from(constant("ANY"))),
        ],
        vec![me()],
    ))]);
    let mut p11 = p11;
    p11.params = function("p", vec![("c".into(), USIZE)], vec![]).params;
    let inputs = [0, 1].map(|c| vec![Value::Int(c)]);
    let outcomes = ["deadlock,ok", "deadlock,ok", "deadlock,ok"];
    check_with("P11", &p11, 4, &inputs, outcomes);

    let p12 = model(vec![
        at(
            0,
            [
                assign(item("all", 0), irecv(var("x"), constant("ANY"), int(0))),
                assign(item("all", 1), irecv(var("y"), constant("ANY"), int(0))),
                completion("waitall", var("all")),
                tagged(1, 1),
            ],
        ),
        at(1, [to(0), recv(var("x"), int(0), int(1)), to(0)]),
    ]);
    check("P12", &p12, 2, ["deadlock"]);

    let other = || binary(BinOp::Sub, int(1), var("rank"));
    let p20 = model(body([
        set("q", isend(var("x"), other(), int(0))),
        set("r", irecv(var("y"), other(), int(0))),
        wait("r"),
    ]));
    check("P20", &p20, 2, ["request_leak"]);

    let p22 = model(vec![
        at(
            0,
            [
                set("q", isend(var("x"), int(1), int(0))),
                set("x", int(1)),
                wait("q"),
            ],
        ),
        at(
            1,
            [
                set("q", irecv(var("x"), int(0), int(0))),
                set("y", var("x")),
                wait("q"),
            ],
        ),
    ]);
    check("P22", &p22, 2, ["buffer_race"]);

    let p24 = model(vec![
        at(
            0,
            [
                set("q", irecv(var("x"), int(1), int(0))),
                assert(not(test("q"))),
                wait("q"),
            ],
        ),
        at(1, [set("q", isend(var("x"), int(0), int(0))), wait("q")]),
    ]);
    check("P24", &p24, 2, ["assertion,ok"]);

    let p27 = model(vec![
        at(
            0,
            [
                set("x", int(500)),
                set("y", int(1000)),
                set("q", isend(var("x"), int(1), int(0))),
                set("r", isend(var("y"), int(1), int(0))),
                wait("q"),
                wait("r"),
            ],
        ),
        at(
            1,
            [
                assign(item("all", 0), irecv(var("x"), constant("ANY"), int(0))),
                assign(item("all", 1), irecv(var("y"), constant("ANY"), int(0))),
                completion("waitall", var("all")),
                assert(and(eq(var("x"), int(500)), eq(var("y"), int(1000)))),
            ],
        ),
    ]);
    check("P27", &p27, 2, ["ok"]);

    let mut posts = [Vec::new(), Vec::new()];
    for i in 0..4 {
        let (sent, got) = (item("a", i), item("a", 3 - i));
        posts[0].push(Stmt::Expr(assign(sent.clone(), int(i))));
        posts[0].push(Stmt::Expr(assign(
            item("four", i),
            isend(sent, int(1), int(i)),
        )));
        let receive = irecv(got.clone(), int(0), int(3 - i));
        posts[1].push(Stmt::Expr(assign(item("four", i), receive)));
    }
    for list in &mut posts {
        list.push(Stmt::Expr(completion("waitall", var("four"))));
    }
    let [sends, mut receives] = posts;
    for i in 0..4 {
        receives.push(Stmt::Expr(assert(eq(item("a", i), int(i)))));
    }
    let p28 = model(vec![Stmt::Expr(if_else(
        eq(var("rank"), int(0)),
        sends,
        receives,
    ))]);
    check("P28", &p28, 2, ["ok"]);

    let open = |buffer: &str| irecv(var(buffer), constant("ANY"), constant("ANY"));
    let sends = || {
        body([
            barrier(),
            set("q", isend(var("x"), int(1), int(0))),
            wait("q"),
        ])
    };
    let p31 = model(vec![
        at(
            1,
            [
                set("q", open("x")),
                barrier(),
                set("r", open("y")),
                wait("q"),
                wait("r"),
            ],
        ),
        Stmt::Expr(if_(eq(var("rank"), int(0)), sends())),
        Stmt::Expr(if_(eq(var("rank"), int(2)), sends())),
        at(3, [barrier()]),
    ]);
    check("P31", &p31, 4, ["ok"]);
}
