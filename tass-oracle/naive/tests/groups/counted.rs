//! Messages counted in one communicator.

use tass_syntax::tree::Way;

use super::universes::{claim, yes};
use super::*;

/// The same number, only of the messages of one communicator.
fn of(name: &str, mut counted: Expr) -> Expr {
    match &mut counted.kind {
        ExprKind::Counter(counter) => counter.comm = Some(name.into()),
        ExprKind::InFlight { comm, .. } => *comm = Some(name.into()),
        _ => unreachable!("only messages are counted"),
    }
    counted
}

fn sent(process: i128, peer: i128) -> Expr {
    counter(Some(int(process)), Way::Sent, int(peer), None)
}

fn received(process: i128, peer: i128) -> Expr {
    counter(Some(int(process)), Way::Received, int(peer), None)
}

/// Process 0 sends one message in WORLD and two in `g`, one of them with tag 1.
fn three(cond: Expr) -> Function {
    let in_g = |call: Expr| on(var("g"), call);
    model(vec![
        stmt(set("g", dup())),
        at(0, [to(1), in_g(to(1)), in_g(tagged(1, 1))]),
        at(
            1,
            [
                from(0),
                in_g(from(0)),
                in_g(recv(var("x"), int(0), constant("ANY"))),
            ],
        ),
        stmt(claim("", "N", cond)),
        stmt(free("g")),
    ])
}

#[test]
fn of_one_or_of_all() {
    let is = |counted: Expr, number: i128| eq(counted, int(number));
    let right = [
        ("all", is(sent(0, 1), 3)),
        ("one", is(of("g", sent(0, 1)), 2)),
        ("WORLD", is(of("WORLD", sent(0, 1)), 1)),
        ("SELF", is(of("SELF", sent(0, 1)), 0)),
        ("nothing", is(of("g", sent(1, 0)), 0)),
        ("received", is(of("g", received(1, 0)), 2)),
        ("under way", is(of("g", in_flight(int(0), int(1), None)), 0)),
        (
            "on the way back",
            is(of("g", in_flight(int(1), int(0), None)), 0),
        ),
        ("a tag", {
            let tagged = counter(Some(int(0)), Way::Sent, int(1), Some(int(1)));
            is(of("g", tagged), 1)
        }),
        ("of any", {
            let any = counter(Some(int(1)), Way::Received, constant("ANY"), None);
            is(of("g", any), 2)
        }),
    ];
    for (id, cond) in right {
        check(id, &three(cond), 2, ["ok"]);
    }
    let wrong = [
        is(of("g", sent(0, 1)), 3),
        is(of("WORLD", received(1, 0)), 2),
    ];
    for cond in wrong {
        check("wrong", &three(cond), 2, ["collective_assertion"]);
    }
    let none = of("h", sent(0, 1));
    check("of none", &three(is(none, 0)), 2, ["invalid_communicator"]);
}

#[test]
fn the_next_one_begins_at_nothing() {
    // As many as there were rounds before, in a communicator of the same number each time.
    let rounds = |cond: fn() -> Expr| {
        model(vec![stmt(for_(
            "i",
            int(0),
            int(3),
            vec![
                stmt(set("g", dup())),
                stmt(for_(
                    "j",
                    int(0),
                    var("i"),
                    vec![at(0, [on(var("g"), to(1))]), at(1, [on(var("g"), from(0))])],
                )),
                stmt(claim("g", "N", eq(cond(), var("i")))),
                stmt(free("g")),
            ],
        ))])
    };
    check("its own", &rounds(|| of("g", sent(0, 1))), 2, ["ok"]);
    check(
        "its own as well",
        &rounds(|| of("g", received(1, 0))),
        2,
        ["ok"],
    );
    let all = rounds(|| sent(0, 1));
    check("all", &all, 2, ["collective_assertion"]);
    // What is completed after `free` is none of the next one.
    let late = |then: i128| {
        model(vec![
            stmt(set("g", dup())),
            at(0, [on(var("g"), to(1))]),
            at(1, [set("q", on(var("g"), irecv(var("x"), int(0), int(0))))]),
            stmt(free("g")),
            at(1, [wait("q")]),
            stmt(set("g", dup())),
            stmt(claim("g", "N", eq(of("g", received(1, 0)), int(then)))),
            stmt(claim("g", "M", eq(received(1, 0), int(1)))),
            stmt(free("g")),
        ])
    };
    check("late", &late(0), 2, ["ok"]);
    check("too late", &late(1), 2, ["collective_assertion"]);
}

#[test]
fn processes_are_named_as_among_all() {
    // In the communicator of ranks 1 and 2, turned round, 2 is 0 and sends to 1, which is 1.
    let turned = |universe: &str, cond: Expr| {
        let not_zero = || lt(int(0), var("rank"));
        let key = binary(BinOp::Sub, int(5), var("rank"));
        let mut all = vec![
            stmt(if_else(
                not_zero(),
                body([set("g", split(int(0), key.clone()))]),
                body([set("g", split(constant("UNDEFINED"), key))]),
            )),
            at(2, [on(var("g"), to(1))]),
            at(1, [on(var("g"), from(0))]),
        ];
        let met = vec![stmt(claim(universe, "N", cond))];
        match universe {
            "" => all.extend(met),
            _ => all.push(stmt(if_(not_zero(), met))),
        }
        all.push(stmt(if_(not_zero(), body([free("g")]))));
        model(all)
    };
    let one = |counted: Expr| eq(of("g", counted), int(1));
    for universe in ["", "g"] {
        check("sent", &turned(universe, one(sent(2, 1))), 3, ["ok"]);
        check(
            "received",
            &turned(universe, one(received(1, 2))),
            3,
            ["ok"],
        );
        let other = turned(universe, one(sent(1, 0)));
        check("by ranks", &other, 3, ["collective_assertion"]);
    }
    // Who is not in it has none, and is nobody in its universe.
    let outside = || eq(of("g", sent(0, 1)), int(0));
    check(
        "outside",
        &turned("", outside()),
        3,
        ["invalid_communicator"],
    );
    check(
        "out of it",
        &turned("g", outside()),
        3,
        ["collective_universe"],
    );
    let peer = eq(of("g", sent(1, 0)), int(0));
    check("to one outside", &turned("g", peer), 3, ["ok"]);
    check("true", &turned("g", yes()), 3, ["ok"]);
}

#[test]
fn what_is_freed_is_not_counted() {
    let freed = model(body([
        set("g", dup()),
        free("g"),
        claim("", "N", eq(of("g", sent(0, 1)), int(0))),
    ]));
    check("freed", &freed, 2, ["invalid_communicator"]);
    let named = model(body([claim("", "N", eq(of("WORLD", sent(0, 0)), int(0)))]));
    check("no variable", &named, 2, ["ok"]);
}
