//! Buffers that are in use, and those that are not any more.

use super::build::*;
use super::*;

#[test]
fn buffers_in_use() {
    let sender = |touch: Expr| {
        model(vec![
            at(
                0,
                [
                    set("q", isend(part(0, 2), int(1), int(0))),
                    touch,
                    wait("q"),
                ],
            ),
            at(1, [recv(part(0, 2), int(0), int(0))]),
        ])
    };
    let ok = |what: &str, touch: Expr| check(what, &sender(touch), 2, ["ok"]);
    let race = |what: &str, touch: Expr| check(what, &sender(touch), 2, ["buffer_race"]);
    ok("read", set("x", item("a", 1)));
    race("written", assign(item("a", 1), int(1)));
    ok("another item", assign(item("a", 2), int(1)));
    race("all of it", set("a", zeros(4)));
    ok("its length", set("s", method(var("a"), "len")));
    let twice = [set("r", isend(var("a"), int(1), int(0))), wait("r")];
    let twice = model(vec![
        at(0, [set("q", isend(part(0, 2), int(1), int(0)))]),
        at(0, twice),
        at(0, [wait("q")]),
        at(
            1,
            [
                recv(var("a"), int(0), int(0)),
                recv(var("a"), int(0), int(0)),
            ],
        ),
    ]);
    check("sent twice", &twice, 2, ["ok"]);
    race("received into", recv(part(1, 3), int(1), int(0)));

    let receiver = |touch: Expr| {
        model(vec![
            at(
                0,
                [
                    set("q", irecv(part(0, 2), int(1), int(0))),
                    touch,
                    wait("q"),
                ],
            ),
            at(1, [send(part(0, 2), int(0), int(0))]),
        ])
    };
    let ok = |what: &str, touch: Expr| check(what, &receiver(touch), 2, ["ok"]);
    let race = |what: &str, touch: Expr| check(what, &receiver(touch), 2, ["buffer_race"]);
    race("read", set("x", item("a", 1)));
    ok("another item", set("x", item("a", 2)));
    ok("its length", set("s", method(var("a"), "len")));
    race("sent", send(part(1, 3), int(1), int(0)));
    ok(
        "an empty part",
        recv(part(1, 1), constant("PROC_NULL"), int(9)),
    );

    // A completed request uses no buffer any more, whatever completed it.
    let again = |op: &'static str| {
        model(vec![
            at(
                0,
                [
                    set("q", irecv(var("x"), int(1), int(0))),
                    if_else(
                        eq(int(0), int(0)),
                        match op {
                            "test" => body([while_(not(test("q")), vec![])]),
                            _ => body([wait("q")]),
                        },
                        vec![],
                    ),
                    set("x", add(var("x"), int(1))),
                    set("q", irecv(var("x"), int(1), int(0))),
                    wait("q"),
                ],
            ),
            at(1, [to(0), to(0)]),
        ])
    };
    check("after a wait", &again("wait"), 2, ["ok"]);
    check("after a test", &again("test"), 2, ["ok"]);
    // What has come is there when it is completed, and is what the buffer held when it was sent.
    let value = model(vec![
        at(
            0,
            [
                set("q", irecv(var("x"), int(1), int(0))),
                wait("q"),
                assert(eq(var("x"), int(3))),
            ],
        ),
        at(
            1,
            [
                set("x", int(3)),
                set("q", isend(var("x"), int(0), int(0))),
                wait("q"),
                set("x", int(4)),
            ],
        ),
    ]);
    check("the value", &value, 2, ["ok"]);
}
