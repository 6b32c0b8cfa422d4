//! Messages that are found and made one's own.

use super::*;

/// A place for what `mprobe` gives.
pub(super) fn let_mt() -> Stmt {
    let found = Type::Tuple(vec![MATCHED, status_type()]);
    let nothing = expr(ExprKind::Tuple(vec![constant("MESSAGE_NULL"), no_status()]));
    let_("mt", found, nothing)
}

fn status_type() -> Type {
    tass_syntax::operation::Returns::Status.ty()
}

fn no_status() -> Expr {
    let zero = |name: &str| (name.to_owned(), int(0));
    expr(ExprKind::Struct {
        ty: status_type(),
        fields: ["source", "tag", "count"].map(zero).into(),
        base: None,
    })
}

/// `mt = mpi!(mprobe(from = .., tag = 0))`
pub(super) fn find(source: Expr) -> Expr {
    set("mt", comm("mprobe", [("from", source), ("tag", int(0))]))
}

/// Receives it into `y`.
pub(super) fn fetch(op: &str) -> Expr {
    fetch_into(op, "y")
}

fn fetch_into(op: &str, into: &str) -> Expr {
    let message = field(var("mt"), "0");
    comm(
        op,
        [("buf", mutable(var(into))), ("message", mutable(message))],
    )
}

fn is(e: Expr, value: i128) -> Expr {
    assert(binary(BinOp::Eq, e, int(value)))
}

/// Rank 0 sends 1 and then 2; rank 1 does this.
fn two_sent<const N: usize>(takes: [Expr; N]) -> Function {
    model(vec![
        let_mt(),
        at(0, [set("x", int(1)), to(1), set("x", int(2)), to(1)]),
        at(1, takes),
    ])
}

#[test]
fn nobody_else_receives_it() {
    // Which is why the second message can be received first.
    let behind = two_sent([
        find(int(0)),
        from(0),
        fetch("mrecv"),
        is(var("x"), 2),
        is(var("y"), 1),
    ]);
    check_in("the next", &behind, 2, [Buffering::Buffered], "ok");
    // The first send, if it is not buffered, waits until its message is received.
    check_in(
        "waits",
        &behind,
        2,
        [Buffering::Synchronous],
        "potential_deadlock",
    );
    let in_order = two_sent([
        find(int(0)),
        fetch("mrecv"),
        from(0),
        is(var("y"), 1),
        is(var("x"), 2),
    ]);
    check("in order", &in_order, 2, ["ok"]);
    // A receive that was posted before has the first one.
    let posted = two_sent([
        set("q", irecv(var("x"), int(0), int(0))),
        find(int(0)),
        fetch("mrecv"),
        wait("q"),
        is(var("x"), 1),
        is(var("y"), 2),
    ]);
    check("posted before", &posted, 2, ["ok"]);
    let after = two_sent([
        find(int(0)),
        set("q", irecv(var("x"), constant("ANY"), int(0))),
        fetch("mrecv"),
        wait("q"),
        is(var("x"), 2),
        is(var("y"), 1),
    ]);
    check("posted after", &after, 2, ["ok"]);
}

#[test]
fn it_is_received_once() {
    let one = |takes: Vec<Stmt>| {
        let mut stmts = vec![let_mt(), at(0, [to(1)])];
        stmts.push(Stmt::Expr(if_(eq(var("rank"), int(1)), takes)));
        model(stmts)
    };
    let never = one(body([find(int(0))]));
    // Its sender waits, or does not, as if nobody had looked.
    let outcomes = [
        "potential_deadlock",
        "unreceived_message",
        "potential_deadlock,unreceived_message",
    ];
    check("never", &never, 2, outcomes);
    let twice = one(body([find(int(0)), fetch("mrecv"), fetch("mrecv")]));
    check("twice", &twice, 2, ["request_misused"]);
    let none = model(vec![let_mt(), Stmt::Expr(fetch("imrecv"))]);
    check("none", &none, 1, ["request_misused"]);
    let begun = one(body([
        find(int(0)),
        is(field(field(var("mt"), "1"), "count"), 1),
        set("q", fetch("imrecv")),
        wait("q"),
    ]));
    check("begun", &begun, 2, ["ok"]);
    let leak = one(body([find(int(0)), set("q", fetch("imrecv"))]));
    check("not completed", &leak, 2, ["request_leak"]);
    let touched = one(body([
        find(int(0)),
        set("q", fetch("imrecv")),
        set("y", int(3)),
        wait("q"),
    ]));
    check("its buffer is in use", &touched, 2, ["buffer_race"]);
    let other = one(body([find(int(0)), fetch_into("mrecv", "s")]));
    check("another type", &other, 2, ["type_mismatch"]);
    let long = model(vec![
        let_mt(),
        at(0, [send(part(0, 2), int(1), int(0))]),
        at(1, [find(int(0)), fetch("mrecv")]),
    ]);
    check("too long", &long, 2, ["truncation"]);
}

#[test]
fn a_synchronous_send_waits_for_the_receive() {
    let told = |order: [Expr; 2]| {
        let [one, other] = order;
        model(vec![
            let_mt(),
            at(0, [sends("ssend", 1), word(1)]),
            at(1, [find(int(0)), one, other]),
        ])
    };
    check("received", &told([fetch("mrecv"), hears(0)]), 2, ["ok"]);
    check(
        "only found",
        &told([hears(0), fetch("mrecv")]),
        2,
        ["deadlock"],
    );
    // To begin to receive it is enough.
    let begun = model(vec![
        let_mt(),
        at(0, [sends("ssend", 1), word(1)]),
        at(
            1,
            [find(int(0)), set("q", fetch("imrecv")), hears(0), wait("q")],
        ),
    ]);
    check("begun", &begun, 2, ["ok"]);
}

#[test]
fn whether_there_is_one() {
    let asked = || {
        let message = field(var("mt"), "0");
        comm(
            "improbe",
            [
                ("message", mutable(message)),
                ("from", constant("ANY")),
                ("tag", int(0)),
            ],
        )
    };
    let one = |takes: Vec<Stmt>| {
        model(vec![
            let_mt(),
            at(0, [to(1)]),
            Stmt::Expr(if_(eq(var("rank"), int(1)), takes)),
        ])
    };
    let spins = one(body([while_(not(asked()), vec![]), fetch("mrecv")]));
    check("not no for ever", &spins, 2, ["ok"]);
    let either = one(body([if_else(
        asked(),
        body([fetch("mrecv")]),
        body([from(0)]),
    )]));
    check("either", &either, 2, ["ok"]);
    let vain = model(vec![let_mt(), at(1, [while_(not(asked()), vec![])])]);
    check("nobody sends", &vain, 2, ["deadlock"]);
    // Two senders: either may be found first, and then the other one.
    let senders = model(vec![
        let_mt(),
        at(1, [to(0)]),
        at(2, [to(0)]),
        at(
            0,
            [
                find(constant("ANY")),
                set("s", field(field(var("mt"), "1"), "source")),
                fetch("mrecv"),
                any(),
                is(var("s"), 1),
            ],
        ),
    ]);
    check("which", &senders, 3, ["assertion,ok"]);
}
