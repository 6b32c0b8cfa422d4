//! Room for buffered sends.

use super::*;

#[test]
fn messages_need_room() {
    let of = |size: i128, out: Expr| {
        model(vec![
            at(0, [attach(size), sends_part("bsend", out, 1), detach()]),
            at(1, [recv(var("a"), int(0), int(0))]),
        ])
    };
    check("enough", &of(2, part(0, 2)), 2, ["ok"]);
    check("too little", &of(1, part(0, 2)), 2, ["bsend_buffer"]);
    check("nothing needs nothing", &of(0, part(1, 1)), 2, ["ok"]);
    let none = model(vec![at(0, [sends("bsend", 1)]), at(1, [from(0)])]);
    check("none attached", &none, 2, ["bsend_buffer"]);
    let nobody = comm(
        "bsend",
        [("buf", shared(var("x"))), ("to", constant("PROC_NULL"))],
    );
    check("to nobody", &model(vec![at(0, [nobody])]), 1, ["ok"]);
    // Room for one: is it free again when the second comes?
    let two = |between: [Expr; 1], answer: [Expr; 1]| {
        let [between] = between;
        let [answer] = answer;
        model(vec![
            at(
                0,
                [attach(1), sends("bsend", 1), between, sends("bsend", 1)],
            ),
            at(1, [from(0), answer, from(0)]),
        ])
    };
    let nothing = || set("y", int(1));
    let perhaps = two([nothing()], [nothing()]);
    check("perhaps", &perhaps, 2, ["bsend_buffer,ok"]);
    let told = two([recv(var("y"), int(1), int(1))], [tagged(0, 1)]);
    check("received before", &told, 2, ["ok"]);
    // A receive that is posted has begun, and is over when it is completed: not before that must
    // the library be through with the message.
    let posted = |size: i128| {
        model(vec![
            at(1, [set("q", irecv(var("y"), int(0), int(0)))]),
            stmt(barrier()),
            at(0, [attach(size), sends("bsend", 1), sends("bsend", 1)]),
            at(1, [from(0), wait("q")]),
        ])
    };
    check("posted before", &posted(1), 2, ["bsend_buffer"]);
    check("room for both", &posted(2), 2, ["ok"]);
}

#[test]
fn they_do_not_wait() {
    let both = |op: &str| {
        model(vec![
            stmt(attach(1)),
            at(0, [sends(op, 1), from(1)]),
            at(1, [sends(op, 0), from(0)]),
            stmt(detach()),
        ])
    };
    check("head to head", &both("bsend"), 2, ["ok"]);
    check("synchronous", &both("ssend"), 2, ["deadlock"]);
    let lost = model(vec![at(0, [attach(1), sends("bsend", 1)])]);
    check("never received", &lost, 2, ["unreceived_message"]);
    let later = model(vec![
        at(
            0,
            [
                attach(1),
                set("q", sends("ibsend", 1)),
                wait("q"),
                word(1),
                detach(),
            ],
        ),
        at(1, [hears(0), from(0)]),
    ]);
    check("immediate", &later, 2, ["ok", "ok", "ok"]);
    let touched = model(vec![
        at(
            0,
            [
                attach(1),
                set("q", sends("ibsend", 1)),
                set("x", int(1)),
                wait("q"),
            ],
        ),
        at(1, [from(0)]),
    ]);
    check("its buffer is in use", &touched, 2, ["buffer_race"]);
    let again = model(vec![
        at(
            0,
            [
                set("q", sends("bsend_init", 1)),
                attach(1),
                completion("start", var("q")),
                wait("q"),
                detach(),
                completion("request_free", var("q")),
            ],
        ),
        at(1, [from(0)]),
    ]);
    check("persistent", &again, 2, ["ok"]);
}

#[test]
fn a_buffer_is_given_back_when_it_is_empty() {
    let waits = model(vec![
        at(0, [attach(1), sends("bsend", 1), detach(), word(1)]),
        at(1, [hears(0), from(0)]),
    ]);
    check("its receive comes later", &waits, 2, ["deadlock"]);
    let empty = model(vec![
        at(
            0,
            [
                attach(0),
                sends_part("bsend", part(1, 1), 1),
                detach(),
                word(1),
            ],
        ),
        at(1, [hears(0), recv(var("a"), int(0), int(0))]),
    ]);
    check("of no elements", &empty, 2, ["deadlock"]);
    let kept = model(vec![
        at(0, [attach(1), sends("bsend", 1)]),
        at(1, [from(0)]),
    ]);
    check("it may be left attached", &kept, 2, ["ok"]);
    check(
        "twice",
        &model(body([attach(1), attach(1)])),
        1,
        ["bsend_buffer"],
    );
    check("none", &model(body([detach()])), 1, ["bsend_buffer"]);
    let anew = model(body([attach(1), detach(), attach(2), detach()]));
    check("another one", &anew, 1, ["ok"]);
    // A message that is found makes no room until it is received.
    let found = |order: [Expr; 2]| {
        let [one, other] = order;
        model(vec![
            let_mt(),
            at(
                0,
                [attach(1), sends("bsend", 1), hears(1), sends("bsend", 1)],
            ),
            at(1, [find(constant("ANY")), one, other, from(0)]),
        ])
    };
    let fetched = || fetch("mrecv");
    check("received", &found([fetched(), word(0)]), 2, ["ok"]);
    check(
        "found",
        &found([word(0), fetched()]),
        2,
        ["bsend_buffer,ok"],
    );
}

fn stmt(e: Expr) -> Stmt {
    Stmt::Expr(e)
}

use super::probed::{fetch, find, let_mt};
