//! What a value of an enum is: made, compared, cast, sent.

use super::*;

#[test]
fn variants_come_first_in_comparisons() {
    let less = [
        (idle(), work(minus(9))),
        (work(int(1)), work(int(2))),
        (work(int(99)), moves(int(0), false)),
        (moves(int(1), false), moves(int(1), true)),
        (moves(int(1), true), moves(int(2), false)),
    ];
    for (a, b) in less {
        fine(
            "in order",
            vec![
                let_("p", job(), a.clone()),
                let_("q", job(), b.clone()),
                holds(lt(var("p"), var("q"))),
                holds(binary(BinOp::Ne, var("p"), var("q"))),
                holds(eq(var("p"), a)),
                holds(eq(ask(var("p"), "max", [var("q")]), b)),
            ],
        );
    }
    fine(
        "options",
        vec![
            let_("o", option(), none()),
            holds(lt(var("o"), some(minus(100)))),
            holds(eq(var("o"), none())),
            stmt(set("o", some(int(3)))),
            holds(lt(var("o"), some(int(4)))),
            holds(not(eq(var("o"), none()))),
        ],
    );
    fine(
        "results",
        vec![
            let_("r", Type::result(I64, Type::Bool), good(int(100))),
            holds(lt(var("r"), bad(truth(false)))),
            holds(eq(var("r"), good(int(100)))),
        ],
    );
}

#[test]
fn fields_are_evaluated_as_they_are_written() {
    // `Job::Move { far: { x = 3; true }, by: x }`
    let far = valued(body([set("x", int(3))]), truth(true));
    let made = variant(&job(), "Move", [("far", far), ("by", var("x"))]);
    let is = eq(var("p"), moves(int(3), true));
    fine("in order", vec![let_("p", job(), made), holds(is)]);
}

#[test]
fn variants_without_fields_are_numbers() {
    let cast = |name: &str, ty| {
        let made = variant(&vote(), name, []);
        expr(ExprKind::Cast(Box::new(made), Type::Int(ty)))
    };
    let third = eq(cast("Later", IntTy::I64), int(2));
    fine("position", vec![holds(third)]);
    let Type::Enum(def) = vote() else {
        unreachable!("an enum")
    };
    let mut def = (*def).clone();
    def.variants[0].discriminant = -7;
    let ty = Type::Enum(def.into());
    let cast = |to: IntTy| {
        let made = variant(&ty, "Yes", []);
        expr(ExprKind::Cast(Box::new(made), Type::Int(to)))
    };
    fine("written", vec![holds(eq(cast(IntTy::I8), minus(7)))]);
    let wrong = model(vec![let_("n", USIZE, cast(IntTy::Usize))]);
    check("negative", &wrong, 1, ["invalid_cast"]);
}

#[test]
fn messages_hold_them() {
    let passed = |ty: Type, first: Expr, second: Expr| {
        vec![
            let_("p", ty, first),
            at(
                0,
                [set("p", second.clone()), send(var("p"), int(1), int(0))],
            ),
            at(1, [recv(var("p"), int(0), int(0))]),
            holds(eq(var("p"), second)),
        ]
    };
    let enums = passed(job(), idle(), moves(int(4), true));
    check("an enum", &model(enums), 2, ["ok"]);
    let options = passed(option(), none(), some(int(4)));
    check("an option", &model(options), 2, ["ok"]);
    let types = vec![
        let_("p", option(), none()),
        at(0, [send(var("p"), int(1), int(0))]),
        at(1, [recv(var("x"), int(0), int(0))]),
    ];
    check("another type", &model(types), 2, ["type_mismatch"]);
    // Into what a pattern has found.
    let parts = vec![
        let_("p", option(), some(int(1))),
        at(0, [send(int_of(5), int(1), int(0))]),
        at(
            1,
            [if_(
                fits(some_name("n"), mutable(var("p"))),
                body([recv_into("n", 0)]),
            )],
        ),
        at(1, [assert(eq(var("p"), some(int(5))))]),
    ];
    check("a part", &model(parts), 2, ["ok"]);
}

fn int_of(value: i128) -> Expr {
    number(value, IntTy::I64)
}

/// Into what a variable refers to.
fn recv_into(name: &str, from: i128) -> Expr {
    comm(
        "recv",
        [("buf", var(name)), ("from", int(from)), ("tag", int(0))],
    )
}

#[test]
fn others_see_them() {
    let peer = |rank| expr(ExprKind::Peer(Box::new(int(rank)), "p".into()));
    let claim = |cond: Expr| {
        let cond = Box::new(cond);
        stmt(expr(ExprKind::CollectiveAssert {
            universe: None,
            name: "A".into(),
            cond,
        }))
    };
    let with = |cond: Expr| {
        model(vec![
            let_("p", vote(), variant(&vote(), "No", [])),
            at(1, [set("p", variant(&vote(), "Yes", []))]),
            claim(cond),
        ])
    };
    let yes = || variant(&vote(), "Yes", []);
    check("equal", &with(eq(peer(1), yes())), 2, ["ok"]);
    check("less", &with(lt(peer(1), peer(0))), 2, ["ok"]);
    let seen = matches(peer(1), case(&vote(), "Yes", []));
    check("seen", &with(seen), 2, ["ok"]);
    let wrong = eq(peer(0), yes());
    check("wrong", &with(wrong), 2, ["collective_assertion"]);
}
