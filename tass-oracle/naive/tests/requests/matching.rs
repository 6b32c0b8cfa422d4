//! Which message goes to which receive, and when that is decided.

use super::build::*;
use super::*;
use tass_naive::semantics::{Steps, fewest, replay};
use tass_syntax::Kind;

#[test]
fn an_earlier_receive_is_not_overtaken() {
    // Both accept the first message, so the one that was posted first gets it.
    let two = |first: Expr, second: Expr| {
        model(vec![
            at(0, [set("x", int(1)), to(1), set("x", int(2)), to(1)]),
            at(
                1,
                [
                    set("q", irecv(var("x"), first, int(0))),
                    set("r", irecv(var("y"), second, int(0))),
                    wait("r"),
                    wait("q"),
                    assert(and(eq(var("x"), int(1)), eq(var("y"), int(2)))),
                ],
            ),
        ])
    };
    // `send` is posted while its receive waits: no buffer is needed.
    for first in [int(0), constant("ANY")] {
        for second in [int(0), constant("ANY")] {
            check("in order", &two(first.clone(), second), 2, ["ok"]);
        }
    }
    // The same, with the second a blocking one.
    let blocking = model(vec![
        at(0, [set("x", int(1)), to(1), set("x", int(2)), to(1)]),
        at(
            1,
            [
                set("q", irecv(var("y"), constant("ANY"), int(0))),
                from(0),
                wait("q"),
                assert(and(eq(var("y"), int(1)), eq(var("x"), int(2)))),
            ],
        ),
    ]);
    check("a blocking one stands behind", &blocking, 2, ["ok"]);
    // Another tag is another matter: the second may be first.
    let tags = model(vec![
        at(0, [tagged(1, 1), tagged(1, 0)]),
        at(
            1,
            [
                set("q", irecv(var("x"), constant("ANY"), int(0))),
                set("r", irecv(var("y"), int(0), int(1))),
                wait("r"),
                wait("q"),
            ],
        ),
    ]);
    check("other tags", &tags, 2, ["ok"]);
    // What a pending receive claims cannot be seen, nor taken by a blocking one.
    let claimed = model(vec![
        at(0, [set("q", isend(var("x"), int(1), int(0))), wait("q")]),
        at(
            1,
            [
                set("q", irecv(var("y"), constant("ANY"), int(0))),
                assert(not(comm("iprobe", [("from", int(0)), ("tag", int(0))]))),
                wait("q"),
            ],
        ),
    ]);
    check("claimed", &claimed, 2, ["ok"]);
}

#[test]
fn the_library_decides_when_it_likes() {
    // Rank 0 receives from anybody; which of the two it was shows after a barrier only, and the
    // message of rank 2 may come after it, or have come before.
    let late = |last: Expr| {
        model(vec![
            at(0, [set("q", irecv(var("x"), constant("ANY"), int(0)))]),
            at(1, [set("q", isend(var("x"), int(0), int(0)))]),
            Stmt::Expr(barrier()),
            at(2, [set("q", isend(var("x"), int(0), int(0)))]),
            at(
                0,
                [
                    set("r", irecv(var("y"), constant("ANY"), int(0))),
                    set("s", field(wait("q"), "source")),
                    wait("r"),
                    last,
                ],
            ),
            Stmt::Expr(if_(lt(int(0), var("rank")), body([wait("q")]))),
        ])
    };
    let is = |rank: i128| assert(eq(var("s"), int(rank)));
    check("rank 1", &late(is(1)), 3, ["assertion,ok"]);
    check("rank 2", &late(is(2)), 3, ["assertion,ok"]);
    let one = binary(BinOp::Or, eq(var("s"), int(1)), eq(var("s"), int(2)));
    check("one of them", &late(assert(one)), 3, ["ok"]);
}

#[test]
fn buffering_and_completion() {
    // A standard send may be completed unmatched, a synchronous one may not.
    let round = |op: &'static str| {
        let post = comm(
            op,
            [
                ("buf", shared(var("x"))),
                ("to", binary(BinOp::Sub, int(1), var("rank"))),
            ],
        );
        model(body([
            set("q", post),
            wait("q"),
            recv(var("y"), binary(BinOp::Sub, int(1), var("rank")), int(0)),
        ]))
    };
    check(
        "isend, wait, recv",
        &round("isend"),
        2,
        ["potential_deadlock", "ok", "potential_deadlock,ok"],
    );
    check("issend, wait, recv", &round("issend"), 2, ["deadlock"]);
    // Where the receive is there before the wait, nothing is needed.
    let posted = model(body([
        set(
            "q",
            isend(var("x"), binary(BinOp::Sub, int(1), var("rank")), int(0)),
        ),
        recv(var("y"), binary(BinOp::Sub, int(1), var("rank")), int(0)),
        wait("q"),
    ]));
    check("isend, recv, wait", &posted, 2, ["ok"]);
    // A message that nobody takes, and that is buffered.
    let lost = model(vec![at(
        0,
        [set("q", isend(var("x"), int(1), int(0))), wait("q")],
    )]);
    let outcomes = [
        "potential_deadlock",
        "unreceived_message",
        "potential_deadlock,unreceived_message",
    ];
    check("nobody takes it", &lost, 2, outcomes);
}

#[test]
fn a_schedule_says_when_the_library_decides() {
    let decided = model(vec![
        at(
            0,
            [
                set("q", irecv(var("x"), constant("ANY"), int(0))),
                set("s", field(wait("q"), "source")),
                assert(eq(var("s"), int(1))),
            ],
        ),
        Stmt::Expr(if_(lt(int(0), var("rank")), body([to(0)]))),
    ]);
    let decision = 1 << 30;
    let follow = |schedule: &[(usize, u32)]| {
        let kinds = replay(&decided, 3, vec![], schedule, Steps::Coarse);
        let kinds = kinds.expect("the oracle knows");
        kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>()
    };
    let wrong = [(0, 0), (1, 0), (2, 0), (0, decision), (0, 0)];
    assert_eq!(follow(&wrong), ["assertion"]);
    // Nobody has sent yet: nothing can be decided.
    assert!(follow(&[(0, 0), (0, decision), (1, 0), (2, 0), (0, 0)]).is_empty());
    // Nothing is completed that is not decided.
    assert!(follow(&wrong[..3]).is_empty());
    let shortest = fewest(&decided, 3, vec![], Kind::Assertion, 9, 10_000);
    assert_eq!(shortest.expect("the oracle knows"), Some(4));
}
