//! Ready sends: is their receive posted?

use super::*;

fn posts(from: Expr, tag: i128) -> Expr {
    set("q", irecv(var("y"), from, int(tag)))
}

/// Rank 1 posts, says so by a barrier, and waits; rank 0 sends.
fn behind_a_barrier(post: Expr, op: Expr, ends: Expr) -> Function {
    model(vec![
        at(1, [post]),
        Stmt::Expr(barrier()),
        at(0, [op]),
        at(1, [ends]),
    ])
}

#[test]
fn the_receive_must_be_posted() {
    let ends = || wait("q");
    let right = behind_a_barrier(posts(int(0), 0), sends("rsend", 1), ends());
    check("posted", &right, 2, ["ok"]);
    let any = behind_a_barrier(posts(constant("ANY"), 0), sends("rsend", 1), ends());
    check("from anybody", &any, 2, ["ok"]);
    let tag = behind_a_barrier(posts(int(0), 1), sends("rsend", 1), ends());
    check("another tag", &tag, 2, ["not_ready"]);
    let never = model(vec![at(0, [sends("rsend", 1)]), at(1, [from(0)])]);
    check("a blocking receive", &never, 2, ["not_ready,ok"]);
    let lone = model(vec![at(0, [sends("rsend", 1)])]);
    check("none", &lone, 2, ["not_ready"]);
    let nobody = comm(
        "rsend",
        [("buf", shared(var("x"))), ("to", constant("PROC_NULL"))],
    );
    check("to nobody", &model(vec![at(0, [nobody])]), 1, ["ok"]);
}

#[test]
fn between_the_word_and_the_receive() {
    let told = |first: Expr, second: Expr| {
        model(vec![
            at(0, [hears(1), sends("rsend", 1)]),
            at(1, [first, second, wait("r"), wait("q")]),
        ])
    };
    let word = || set("r", isend(var("s"), int(0), int(7)));
    check("after it", &told(posts(int(0), 0), word()), 2, ["ok"]);
    check(
        "before it",
        &told(word(), posts(int(0), 0)),
        2,
        ["not_ready,ok"],
    );
}

#[test]
fn each_message_needs_one() {
    // The receive that is posted is for the message before.
    let two = |first: &str| {
        model(vec![
            at(1, [posts(int(0), 0)]),
            Stmt::Expr(barrier()),
            at(0, [sends(first, 1), sends("rsend", 1)]),
            at(1, [wait("q"), from(0)]),
        ])
    };
    check("a ready one", &two("rsend"), 2, ["not_ready,ok"]);
    check("a standard one", &two("send"), 2, ["not_ready,ok"]);
    let both = model(vec![
        at(
            1,
            [posts(int(0), 0), set("r", irecv(var("x"), int(0), int(0)))],
        ),
        Stmt::Expr(barrier()),
        at(0, [sends("rsend", 1), sends("rsend", 1)]),
        at(1, [wait("q"), wait("r")]),
    ]);
    check("two of them", &both, 2, ["ok"]);
    // Another process may have taken it.
    let taken = model(vec![
        at(2, [posts(constant("ANY"), 0)]),
        Stmt::Expr(barrier()),
        at(0, [sends("rsend", 2)]),
        at(1, [to(2)]),
        at(2, [wait("q"), any()]),
    ]);
    check_in("taken", &taken, 3, [Buffering::Buffered], "not_ready,ok");
    // In a receive from anybody there is one message of this process already.
    let earlier = behind_a_barrier(
        posts(constant("ANY"), 0),
        if_(truth(true), body([sends("rsend", 1), sends("rsend", 1)])),
        wait("q"),
    );
    check("an earlier one", &earlier, 2, ["not_ready"]);
}

#[test]
fn other_forms() {
    let form = |begin: Expr| {
        model(vec![
            at(1, [posts(int(0), 0)]),
            Stmt::Expr(barrier()),
            at(0, [begin, wait("r")]),
            at(1, [wait("q")]),
        ])
    };
    check("immediate", &form(set("r", sends("irsend", 1))), 2, ["ok"]);
    let persistent = model(vec![
        at(0, [set("r", sends("rsend_init", 1))]),
        at(1, [posts(int(0), 0)]),
        Stmt::Expr(barrier()),
        at(
            0,
            [
                completion("start", var("r")),
                wait("r"),
                completion("request_free", var("r")),
            ],
        ),
        at(1, [wait("q")]),
    ]);
    check("persistent", &persistent, 2, ["ok"]);
    // In an exchange it is open whether the send or the receive comes first.
    let exchange = comm(
        "sendrecv",
        [
            ("sendbuf", shared(var("s"))),
            ("to", int(0)),
            ("recvbuf", mutable(var("y"))),
            ("from", int(0)),
            ("sendtag", int(7)),
            ("recvtag", int(0)),
        ],
    );
    let told = model(vec![
        at(0, [hears(1), sends("rsend", 1)]),
        at(1, [exchange]),
    ]);
    check("in an exchange", &told, 2, ["not_ready"]);
}
